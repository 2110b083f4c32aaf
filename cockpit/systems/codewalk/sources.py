"""Everything that one reading of a track goes by: the state, wherever it is kept, and the plan files."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from cockpit.model import Blocker, BlockerStatus, Decision, Session, Step
from cockpit.regex import regex
from cockpit.systems.codewalk.position.plan_files import PlanFiles, read_plan_files
from cockpit.systems.codewalk.position.position import Progress, read_progress
from cockpit.systems.codewalk.report import Report
from cockpit.systems.codewalk.rows import is_database, read_database
from cockpit.systems.codewalk.state_file import (
    FOLDERS,
    MARKED,
    NAME,
    Entry,
    EntryFile,
    StateFile,
    entry_names,
    is_state,
    read_entries,
    read_state_file,
    unread_of,
)
from cockpit.systems.codewalk.vocabulary import BLOCKER_STATES, HALF, blocker_state
from cockpit.systems.interface import Candidate, Files
from cockpit.systems.shared.folder import Folder
from cockpit.systems.shared.keyed_text import Values
from cockpit.systems.shared.report import as_json
from cockpit.systems.shared.stated_values import fold, text_of
from cockpit.systems.shared.taken_lines import Passage
from cockpit.values import dataclass
from cockpit.wording.messages import Message
from cockpit.wording.times import parse_instant

# The decisions: a day, where it was needed, what was decided, why, what else there was


@dataclass(frozen=True, slots=True)
class DecisionEntry:
    """A decision and where it stands."""

    decision: Decision
    entry: Entry


def read_decision(entry: Entry, report: Report, *, own_file: bool = False) -> DecisionEntry | None:
    """One decision; None where the entry says nothing that could be one."""
    if entry.at and not entry.is_mapping:
        alone = entry.alone
        return DecisionEntry(Decision(text=alone), entry) if alone is not None else None
    stated, context = entry.text("decision"), entry.text("context")
    reason = entry.text("reason") or entry.body or None
    text = stated or context or reason
    if text is None:
        return None
    if stated is None:
        report.add("decision-missing", entry.path, entry.line(), Message("codewalk.decision-missing"))
    return DecisionEntry(
        Decision(
            id=entry.text("id"),
            text=text,
            context=context if stated is not None else None,
            reason=reason if text != reason else None,
            date=entry.time(report, "date"),
            alternatives=entry.texts("alternatives_considered", "alternatives"),
            reversible=entry.values.flag(*entry.at, "reversible"),
            path=entry.path if own_file else None,
        ),
        entry,
    )


# The blockers, in both shapes of the seed: that of the example, and that of the format, with status and tasks


@dataclass(frozen=True, slots=True)
class BlockerEntry:
    """A blocker and where it stands."""

    blocker: Blocker
    entry: Entry


_OPEN_FIRST: Mapping[BlockerStatus | None, int] = {"active": 0, "bypassed": 1, "resolved": 2}


def read_blocker(entry: Entry, report: Report, *, own_file: bool = False) -> BlockerEntry | None:
    """One blocker; None, which is reported, where the entry says nothing that could be one."""
    if entry.at and not entry.is_mapping:
        if entry.alone is not None:
            return BlockerEntry(Blocker(text=entry.alone), entry)
        _report_unreadable(entry, report)
        return None
    identity, described = entry.text("id"), entry.text("description") or entry.body or None
    text = described or identity
    if text is None:
        _report_unreadable(entry, report)
        return None
    stated = entry.status(gravity=lambda each: _OPEN_FIRST.get(blocker_state(each), 0))
    status = blocker_state(stated)
    if status is None:
        name = identity or Message("codewalk.unnamed-blocker")
        other = Message("codewalk.blocker-status-unknown", blocker=name, status=stated, known=BLOCKER_STATES)
        report.add("blocker-status-unknown", entry.path, entry.line("status"), other)
    blocker = Blocker(
        id=identity,
        text=text,
        status=status or "active",
        since=entry.time(report, "blocked_since", "identified_at"),
        affects=entry.texts("affects"),
        workaround=entry.text("workaround"),
        resolution=entry.text("resolution"),
        resolved_at=entry.time(report, "resolved_at"),
        tasks=tuple(_tasks(entry, "blocked_tasks")),
        workaround_tasks=tuple(_tasks(entry, "workaround_tasks")),
        path=entry.path if own_file else None,
    )
    _check_blocker(blocker, entry, report)
    return BlockerEntry(blocker, entry)


def _report_unreadable(entry: Entry, report: Report) -> None:
    stated = as_json(entry.values.raw(*entry.at))
    message = Message("systems.value-unreadable", what="A blocker", expected="text or mapping", stated=stated)
    report.add("blocker-unreadable", entry.path, entry.line(), message)


def _tasks(entry: Entry, key: str) -> Iterator[Step]:
    """The tasks of a list, each a mapping of one id to a name, or a text."""
    values = entry.values
    for at in values.entries(*entry.at, key):
        value = values.raw(*at)
        if isinstance(value, dict):
            yield from (Step(id=id_, name=values.text(*at, id_)) for id_ in value if not _is_nested(value[id_]))
        elif isinstance(at[-1], str) and not _is_nested(value):
            yield Step(id=at[-1], name=values.text(*at))
        elif (text := text_of(value)) is not None and not _is_nested(value):
            values.text(*at)
            yield Step(name=text)


def _is_nested(value: object) -> bool:
    return isinstance(value, dict | list)


def _check_blocker(blocker: Blocker, entry: Entry, report: Report) -> None:
    """Report an open blocker with a resolution, and a bypassed one without a workaround."""
    name = blocker.id or Message("codewalk.unnamed-blocker-first")
    if blocker.resolution is not None and blocker.status != "resolved":
        contradiction = Message("codewalk.blocker-contradicts", blocker=name, status=blocker.status)
        report.add("blocker-contradicts", entry.path, entry.line("resolution"), contradiction)
    if blocker.status == "bypassed" and blocker.workaround is None:
        report.add("workaround-missing", entry.path, entry.line(), Message("codewalk.workaround-missing", blocker=name))


# The sessions: who worked when, at what, with how much of the context, and how it ended

ACTIVE, ENDED, CRASHED = "active", "ended", "crashed"

_SHARE = regex(r"(?P<number>\d{1,4}(?:\.\d+)?)\s*(?P<percent>%?)")


@dataclass(frozen=True, slots=True)
class SessionEntry:
    """A session and where it stands. `own_file` says that it has a file of its own."""

    session: Session
    entry: Entry

    @property
    def is_active(self) -> bool:
        """Whether it has begun and not ended."""
        return self.session.status == ACTIVE


def read_session(entry: Entry, report: Report, *, own_file: bool = False) -> SessionEntry:
    """One session; where it does not say its status, its times do."""
    started, ended = entry.time(report, "started"), entry.time(report, "ended")
    stated = entry.status(gravity=lambda each: fold(each) == ENDED)
    word = fold(stated or "") or (ENDED if ended is not None else ACTIVE)
    identity = entry.text("id")
    if word == ACTIVE and ended is not None:
        name = identity or Message("codewalk.unnamed-session-first")
        contradiction = Message("codewalk.session-contradicts", session=name, ended=ended)
        report.add("session-contradicts", entry.path, entry.line("status"), contradiction)
    return SessionEntry(
        Session(
            id=identity,
            agent=entry.text("agent", "agent_id"),
            started=started,
            ended=ended,
            status=word if word in (ACTIVE, ENDED, CRASHED) else stated,
            working_on=entry.text("working_on"),
            completed=entry.texts("completed"),
            issues=entry.texts("issues"),
            notes=entry.text("notes") or entry.body or None,
            handoff_reason=entry.text("handoff_reason"),
            context_used=_context(entry, report),
            path=entry.path if own_file else None,
        ),
        entry,
    )


def _context(entry: Entry, report: Report) -> float | None:
    """The share of the context that was used, in percent: `45%`, `45`, or a fraction with a point, `0.45`."""
    stated = text_of(entry.values.raw(*entry.at, "context_usage"))
    if stated is None:
        return None
    found = _SHARE.fullmatch(stated)
    if found is None or (share := float(found["number"])) > 100:
        unreadable = Message("codewalk.context-usage-unreadable", stated=stated)
        report.add("context-usage-unreadable", entry.path, entry.line("context_usage"), unreadable)
        return None
    entry.text("context_usage")
    return share * 100 if "." in found["number"] and share <= 1 and not found["percent"] else share


def check_sessions(sessions: Sequence[SessionEntry], report: Report) -> None:
    """What several sessions say together, and a context that was used for more than half."""
    active = [each for each in sessions if each.is_active]
    if len(active) > 1:
        names = [each.session.id or Message("codewalk.unnamed-session-listed") for each in active[:5]]
        last = active[-1].entry
        report.add("several-active-sessions", last.path, last.line(),
                   Message("codewalk.several-active-sessions", count=len(active), sessions=names))  # fmt: skip
    for each in sessions:
        used = each.session.context_used
        if used is not None and used > HALF:
            name = each.session.id or Message("codewalk.unnamed-session-first")
            over = Message("codewalk.context-over-half", session=name, used=used)
            report.add("context-over-half", each.entry.path, each.entry.line("context_usage"), over)


# What a fresh agent is to know: files, key implementations, open questions (seed, "Context for Resume")

FILES, CLAIMS, QUESTIONS = "files_modified_this_session", "key_implementations", "open_questions"


@dataclass(frozen=True, slots=True)
class ResumeContext:
    """The three lists, as they are written."""

    files: tuple[str, ...] = ()
    claims: tuple[str, ...] = ()
    questions: tuple[str, ...] = ()


def read_resume_context(entry: Entry) -> ResumeContext:
    """The lists below `resume_context`."""
    return ResumeContext(entry.texts(FILES), entry.texts(CLAIMS), entry.texts(QUESTIONS))


STATE_FOLDERS = (".planning", "")
"""Where STATE.md and its folders may lie."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sources:
    """What was read. `root` holds the keys at the margin; `form` says where the state is kept, `has_state` whether
    STATE.md could be read; `changed` is when the newest of the files was written, where that is known.
    """

    folder: Folder
    path: str
    form: str
    has_state: bool
    root: Entry
    progress: Progress
    decisions: tuple[DecisionEntry, ...] = ()
    blockers: tuple[BlockerEntry, ...] = ()
    sessions: tuple[SessionEntry, ...] = ()
    context: ResumeContext
    plans: PlanFiles
    changed: datetime | None = None
    unread: tuple[Passage, ...] = ()

    @property
    def verifications(self) -> tuple[Mapping[str, Any], ...]:
        """What checks of phases said, as it was recorded, oldest first."""
        values = self.root.values
        found = (values.whole(*at) for at in values.entries("verifications"))
        return tuple(each for each in found if isinstance(each, dict))

    @property
    def in_folders(self) -> bool:
        """Whether decisions, blockers and sessions have files of their own."""
        return self.form == "folders"


def state_folder_of(candidate: Candidate) -> str:
    """The folder of a state file, relative to its base."""
    path = candidate.path.removeprefix(f"{candidate.base}/") if candidate.base else candidate.path
    return path.rpartition("/")[0]


def main_folders(files: Files, base: str) -> tuple[str, ...]:
    """The state folders with an initiative's state: by their STATE.md, else by the entries in the folders beside it."""
    return tuple(name for name in STATE_FOLDERS if _holds_state(Folder(files, base, Report(), name)))


def _holds_state(folder: Folder) -> bool:
    page = folder.page(NAME)
    if page is not None and not page.bad:
        return is_state(page)
    return any(entry_names(folder, kind) for kind in FOLDERS)


def read_sources(files: Files, candidate: Candidate, report: Report) -> Sources:
    """Everything, with what is wrong with it reported."""
    folder = Folder(files, candidate.base, report, state_folder_of(candidate))
    if is_database(candidate.path):
        return _of_database(files, folder, candidate, report)
    folder.check_folders(*FOLDERS)
    page = folder.page(NAME)
    state = read_state_file(page, report) if page is not None and not page.bad else None
    if page is None:
        report.add("state-file-missing", candidate.path, None, Message("codewalk.no-state-file"))
    elif not page.bad and not page.text.strip():
        report.add("empty-file", candidate.path, None, Message("systems.state-file-empty"))
    return _Reader(files, folder, candidate, state, report).sources()


def _of_database(files: Files, folder: Folder, candidate: Candidate, report: Report) -> Sources:
    """The rows of one initiative."""
    state = read_database(files, candidate, report)
    root = state.root if state is not None else Entry(candidate.path, Values({}, lambda _: None))
    at = parse_instant(state.rows.updated) if state is not None else None
    return Sources(
        folder=folder,
        path=candidate.path,
        form="sqlite" if state is not None else "unreadable",
        has_state=state is not None,
        root=root,
        progress=read_progress(root.under("progress"), report),
        decisions=tuple(each for entry in root.entries("decisions") if (each := read_decision(entry, report))),
        blockers=tuple(found for entry in root.entries("blockers") if (found := read_blocker(entry, report))),
        sessions=tuple(read_session(entry, report) for entry in root.entries("sessions") if entry.is_mapping),
        context=read_resume_context(root.under("resume_context")),
        plans=read_plan_files(Folder(files, candidate.base, report, "")),
        changed=at.at if at is not None else None,
    )


class _Reader:
    """Reads the entries, those of the state file first, and notes what nobody took."""

    def __init__(
        self, files: Files, folder: Folder, candidate: Candidate, state: StateFile | None, report: Report
    ) -> None:
        self._files, self._folder, self._candidate, self._state, self._report = files, folder, candidate, state, report
        self._own = {kind: tuple(read_entries(folder, kind, report)) for kind in FOLDERS}
        self._unread: list[Passage] = [*state.unread] if state is not None else []

    def sources(self) -> Sources:
        """What was read."""
        root = self._state.root if self._state is not None else Entry(self._candidate.path, Values({}, lambda _: None))
        report = self._report
        decisions = [each for entry in root.entries("decisions") if (each := read_decision(entry, report))]
        blockers = [found for entry in root.entries("blockers") if (found := read_blocker(entry, report))]
        sessions = [read_session(entry, report) for entry in root.entries("sessions") if entry.is_mapping]
        for file in self._own["decisions"]:
            decision = read_decision(file.entry, report, own_file=True)
            decisions += [decision] if decision is not None else []
            self._keep(file, *((decision.decision.text, decision.decision.reason) if decision is not None else ()))
        for file in self._own["blockers"]:
            blocker = read_blocker(file.entry, report, own_file=True)
            blockers += [blocker] if blocker is not None else []
            self._keep(file, *((blocker.blocker.text, blocker.blocker.id) if blocker is not None else ()))
        for file in self._own["sessions"]:
            sessions.append(read_session(file.entry, report, own_file=True))
            self._keep(file, sessions[-1].session.notes, sessions[-1].session.id)
        lists = any(root.values.raw(kind) is not None for kind in FOLDERS)
        in_folders = any(self._own.values()) or (not lists and bool(self._folder.names(MARKED)))
        return Sources(
            folder=self._folder,
            path=self._candidate.path,
            form="folders" if in_folders else self._state.form if self._state is not None else "unreadable",
            has_state=self._state is not None and self._state.text.notation != "none",
            root=root,
            progress=read_progress(root.under("progress"), report),
            decisions=tuple(decisions),
            blockers=tuple(blockers),
            sessions=tuple(sessions),
            context=read_resume_context(root.under("resume_context")),
            plans=read_plan_files(Folder(self._files, self._candidate.base, report, "")),
            changed=self._changed(),
            unread=tuple(self._unread),
        )

    def _keep(self, file: EntryFile, *taken: str | None) -> None:
        self._unread += unread_of(file, taken)

    def _changed(self) -> datetime | None:
        paths = [self._candidate.path, *(file.entry.path for files in self._own.values() for file in files)]
        contents = (content for path in paths if (content := self._files.read(path)) is not None)
        return max((each.changed for each in contents if each.changed is not None), default=None)
