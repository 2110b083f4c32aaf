"""The system autodev: detecting its state and reading its file and folders."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from cockpit.model import Phase, PhaseMove, Status, Track
from cockpit.rules.next_step import by_rule
from cockpit.systems.autodev.artefacts import DOCS, Artefacts
from cockpit.systems.autodev.composition import (
    detected_position,
    read_blockers,
    read_continuity,
    read_documents,
    read_extra,
    read_lacks,
    read_position,
    read_resume,
    read_retries,
    read_rule,
    read_sessions,
    read_thresholds,
    read_title,
    read_updated,
)
from cockpit.systems.autodev.phases import read_steps
from cockpit.systems.autodev.report import Report
from cockpit.systems.autodev.sources import Sources, read_sources, state_file_name
from cockpit.systems.autodev.state_file import NAMES, StateFile
from cockpit.systems.autodev.vocabulary import REASONS, STATUS_WORDS, moves_of
from cockpit.systems.autodev.waiting import read_waiting
from cockpit.systems.interface import Beginning, Candidate, Edit, Files, ReadContext, System
from cockpit.systems.shared.folder import Folder
from cockpit.systems.shared.handoff_file import Handoffs, read_handoffs

if TYPE_CHECKING:
    from cockpit.model.checklist import Resumption
    from cockpit.model.handoff_draft import HandoffDraft
    from cockpit.model.intents import Intent


class Autodev(System):
    """The system `autodev`."""

    id = "autodev"
    name = "autodev"
    state_folders: tuple[str, ...] = (DOCS,)
    statuses: Mapping[Status, str] = STATUS_WORDS
    session_reasons: tuple[str, ...] = REASONS

    def phase_moves(self, phase: Phase) -> tuple[PhaseMove, ...]:
        """The moves a step can make, by its status."""
        return moves_of(phase.status, phase.retry_count)

    def held(self, track: Track) -> frozenset[Status]:
        """A step that failed for good is not tried again before its retries are reset."""
        retries = track.retries
        used_up = retries is not None and (retries.count is None or retries.count >= retries.max)
        is_stuck = used_up and track.position.status == "failed"
        return frozenset({"in_progress", "not_started"} if is_stuck else ())

    def detect(self, files: Files, base: str = "") -> tuple[Candidate, ...]:
        """The track of a folder: by its state file, else by the folders below `_docs/`."""
        folder = Folder(files, base, Report(), DOCS)
        main = state_file_name(folder)
        if main is None and not Artefacts(files, base, folder).is_work:
            return ()
        return (Candidate(system=self.id, path=folder.path(main or NAMES[1]), base=base),)

    def read(self, files: Files, candidate: Candidate, context: ReadContext) -> Track:
        """Everything the files say. What is wrong with them stands among the findings; nothing raises."""
        report = Report()
        sources = read_sources(files, candidate, report)
        handoffs = read_handoffs(sources.folder, report, has_phases=not sources.position.done)
        return _track(candidate, sources, handoffs, report)

    def edit(self, files: Files, candidate: Candidate, intent: "Intent", context: ReadContext) -> Edit:
        """The changes an intent comes to. Raises CommandError where nothing must or can be changed."""
        from cockpit.systems.autodev.editor import edit

        return edit(self, files, candidate, intent, context)

    def draft(self, files: Files, candidate: Candidate, context: ReadContext) -> "HandoffDraft":
        """What a handoff would say now."""
        from cockpit.systems.autodev.handoff import propose_handoff

        return propose_handoff(self.read(files, candidate, context))

    def resumption(self, files: Files, candidate: Candidate, context: ReadContext) -> "Resumption":
        """What the re-entry protocol says."""
        from cockpit.systems.autodev.resuming import resumption

        return resumption(self.read(files, candidate, context), read_sources(files, candidate, Report()))

    def create(self, files: Files, base: str, beginning: Beginning, context: ReadContext) -> Edit:
        """A new state file at the step that the folders show. Raises CommandError where there is one already."""
        from cockpit.systems.autodev.creation import create

        return create(self, files, base, beginning, context)


def _track(candidate: Candidate, sources: Sources, handoffs: Handoffs, report: Report) -> Track:
    documents = {**read_documents(sources.docs), **handoffs.documents()}
    unread = [*handoffs.unread, *sources.other]
    track = Track(
        system=candidate.system,
        path=candidate.path,
        format="folders",
        title=read_title(sources.folder),
        documents=documents,
        handoff=handoffs.waiting,
        archived_handoffs=handoffs.archived,
        findings=report.findings(),
        lacks=read_lacks(sources.state),
    )
    state = sources.state
    if state is not None and state.is_usable:
        return _usable_track(replace(track, extra=read_extra(sources, state, unread)), state, sources)
    if sources.detected is not None:
        track = replace(track, position=detected_position(sources.detected))
    if state is None:
        return replace(track, format="folders" if sources.detected is not None else "unreadable",
                       extra=_with_unread(track.extra, unread))  # fmt: skip
    return replace(
        track,
        format="unusable",
        decisions=state.decisions,
        blockers=state.blockers,
        sessions=read_sessions(state),
        continuity=read_continuity(state),
        retries=read_retries(state, sources.position),
        extra=_with_unread(_unusable_extra(sources, track.extra), [*state.unread, *unread]),
    )


def _usable_track(track: Track, state: StateFile, sources: Sources) -> Track:
    """The track of a state file that names a step."""
    position = sources.position
    steps = read_steps(state, position)
    rule = read_rule(state, position)
    return replace(
        track,
        format=state.generation,
        updated=read_updated(state),
        position=read_position(state, position, steps),
        next_action=by_rule(rule),
        next_by_rule=rule,
        waiting=read_waiting(state, position, sources.tasks, sources.disagreement),
        resume_at=read_resume(state, position),
        thresholds=read_thresholds(state, position),
        decisions=state.decisions,
        blockers=read_blockers(state, position),
        phases=steps.phases,
        sessions=read_sessions(state),
        retries=read_retries(state, position),
        continuity=read_continuity(state),
    )


def _unusable_extra(sources: Sources, extra: Mapping[str, Any]) -> dict[str, Any]:
    """What a file without a step states."""
    state = sources.state
    values = dict(extra)
    if sources.detected is not None:
        values["by_folders"] = str(sources.detected.explanation)
    if state is not None and state.completed:
        values["completed_steps"] = [
            " ".join(filter(None, (row.number, row.name, row.completed, row.outcome))) for row in state.completed
        ]
    current = state.current if state is not None else None
    lines = (current.flow, current.status, *current.retry_counts, current.cycle, current.tracker) if current else ()
    if texts := [value.text for value in lines if value is not None]:
        values["current_step"] = texts
    sub = current.sub_step if current is not None else None
    if sub is not None:
        values["sub_step"] = {"phase": sub.id, "name": sub.name, "detail": sub.detail}
    return values


def _with_unread(extra: Mapping[str, Any], more: list[Any]) -> dict[str, Any]:
    unread = [*extra.get("unread", ()), *more]
    return {**extra, "unread": unread} if unread else dict(extra)
