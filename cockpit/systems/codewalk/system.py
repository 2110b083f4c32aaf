"""Codewalkers: recognising an initiative's state and reading everything its files say."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from cockpit.model import Phase, PhaseMove, RecordKind, Status, Track
from cockpit.rules.next_step import by_rule
from cockpit.systems.codewalk.checks import check
from cockpit.systems.codewalk.composition import (
    LACKS,
    read_blockers,
    read_continuity,
    read_documents,
    read_extra,
    read_files,
    read_next,
    read_resume,
    read_rule,
    read_sessions,
    read_verify,
    updated_of,
)
from cockpit.systems.codewalk.entries.staleness import question
from cockpit.systems.codewalk.position.phases import COMPLETED, PENDING, read_phases
from cockpit.systems.codewalk.position.position import read_position
from cockpit.systems.codewalk.report import Report
from cockpit.systems.codewalk.rows import FOLDER as DATABASES
from cockpit.systems.codewalk.rows import find_databases
from cockpit.systems.codewalk.sources import Sources, main_folders, read_sources, state_folder_of
from cockpit.systems.codewalk.state_file import NAME, slug
from cockpit.systems.codewalk.vocabulary import REASONS, STORES, WORDS
from cockpit.systems.interface import (
    Beginning,
    BeginningPart,
    Candidate,
    Edit,
    Files,
    ReadContext,
    SessionPart,
    System,
)
from cockpit.systems.shared.folder import Folder
from cockpit.systems.shared.handoff_file import read_handoffs
from cockpit.wording.messages import Message

if TYPE_CHECKING:
    from cockpit.model.checklist import Resumption
    from cockpit.model.handoff_draft import HandoffDraft
    from cockpit.model.intents import Intent

PLANNING = ".planning"


class Codewalkers(System):
    """The system `codewalk`."""

    id = "codewalk"
    name = "Codewalkers"
    state_folders: tuple[str, ...] = (PLANNING, DATABASES)
    statuses: Mapping[Status, str] = WORDS
    records: tuple[RecordKind, ...] = ("session", "crash", "files", "implementation", "question", "verification")
    session_parts: tuple[SessionPart, ...] = ("completed", "issues", "context")
    stores: tuple[str, ...] = STORES
    beginnings: tuple[BeginningPart, ...] = ("title", "plan", "folders", "sqlite")
    session_reasons: tuple[str, ...] = REASONS

    def phase_moves(self, phase: Phase) -> tuple[PhaseMove, ...]:
        """A phase that waits can be begun, the present one completed."""
        if phase.status == PENDING:
            return ("start",)
        return () if phase.status == COMPLETED else ("complete",)

    def detect(self, files: Files, base: str = "") -> tuple[Candidate, ...]:
        """A track for each place with an initiative's state, recognised by content."""
        found = (Folder(files, base, Report(), place).path(NAME) for place in main_folders(files, base))
        files_found = tuple(Candidate(system=self.id, path=path, base=base) for path in found)
        return (*files_found, *find_databases(files, self.id, base))

    def read(self, files: Files, candidate: Candidate, context: ReadContext) -> Track:
        """Everything the files say. What is wrong with them stands among the findings; nothing raises."""
        report = Report()
        return _track(files, candidate, read_sources(files, candidate, report), context, report)

    def edit(self, files: Files, candidate: Candidate, intent: "Intent", context: ReadContext) -> Edit:
        """The changes an intent comes to. Raises CommandError where nothing must or can be changed."""
        from cockpit.systems.codewalk.editor import edit

        return edit(self, files, candidate, intent, context)

    def draft(self, files: Files, candidate: Candidate, context: ReadContext) -> "HandoffDraft":
        """What a handoff would say now, by the state and the plan."""
        from cockpit.systems.codewalk.handoff_editing import propose_handoff

        return propose_handoff(self.read(files, candidate, context), read_sources(files, candidate, Report()))

    def resumption(self, files: Files, candidate: Candidate, context: ReadContext) -> "Resumption":
        """What the resume protocol says of the state."""
        from cockpit.systems.codewalk.resuming import resumption

        track = self.read(files, candidate, context)
        return resumption(track, read_sources(files, candidate, Report()), files, candidate, context)

    def create(self, files: Files, base: str, beginning: Beginning, context: ReadContext) -> Edit:
        """The state of a new initiative. Raises CommandError where there is one already."""
        from cockpit.systems.codewalk.creation import create

        return create(self, files, base, beginning, context)


def handoff_folder(candidate: Candidate) -> str:
    """The folder of the handoff: that of the state file, `.cockpit` for a state file at the root; for a database a
    folder of the initiative beside it, since there may be several."""
    return "/".join(filter(None, (state_folder_of(candidate) or ".cockpit", slug(candidate.part))))


def _track(files: Files, candidate: Candidate, sources: Sources, context: ReadContext, report: Report) -> Track:
    progress = sources.progress
    position = read_position(sources.root.under("position"), progress)
    phases = read_phases(sources, position)
    check(sources, position, phases, report)
    waiting = question(sources, context.now)
    if waiting is not None:
        report.add("session-stale", candidate.path, None, Message("codewalk.session-stale"))
    handoffs = read_handoffs(Folder(files, candidate.base, report, handoff_folder(candidate)), report)
    rule = read_rule(position, phases)
    own = sources.root
    initiative, title = own.text("initiative"), own.text("title")
    extra, next_action = read_extra(sources), read_next(sources) or by_rule(rule)
    own.values.report_unread_keys(own.path, report)
    unread = [*sources.unread, *own.values.unread_passages(own.path), *handoffs.unread]
    return Track(
        system=candidate.system,
        path=candidate.path,
        format=sources.form,
        id=initiative,
        title=title,
        updated=updated_of(sources),
        documents={**read_documents(sources, position), **handoffs.documents()},
        position=position,
        next_action=next_action,
        next_by_rule=rule,
        waiting=waiting,
        resume_at=read_resume(position),
        open_questions=sources.context.questions,
        verify=read_verify(sources),
        decisions=tuple(each.decision for each in sources.decisions),
        blockers=read_blockers(sources, position, phases),
        phases=phases.phases,
        files=read_files(sources),
        sessions=read_sessions(sources),
        continuity=read_continuity(sources),
        handoff=handoffs.waiting,
        archived_handoffs=handoffs.archived,
        extra={**extra, "unread": unread} if unread else extra,
        findings=report.findings(),
        lacks=LACKS if waiting is not None else {**LACKS, "answer": Message("systems.nothing-asked")},
    )
