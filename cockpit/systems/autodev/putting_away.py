"""The handoff beside the state file: what it would say now, leaving it, and archiving it."""

from collections.abc import Mapping
from dataclasses import replace

from cockpit.model import Phase, Track
from cockpit.model.handoff_draft import DraftTask, HandoffDraft, Reason
from cockpit.model.intents import FinishHandoff, HandOff
from cockpit.rules.handoff.proposal import stated_draft
from cockpit.systems.autodev.description import BOUNDARY
from cockpit.systems.autodev.track import COMPLETED, NOT_STARTED, SKIPPED
from cockpit.systems.autodev.verbs import Outcome, Present, notes_with, session_ends
from cockpit.systems.interface import Candidate, Files, ReadContext
from cockpit.systems.shared.handoff_editing import archive_handoff, checked_draft, write_handoff
from cockpit.text.edits import Edit as TextEdit
from cockpit.wording.printable import printable

_REASONS: Mapping[Reason, str] = {
    "context": "context limit",
    "user_interrupt": "user paused",
    "error": "user paused",
    "session_end": "completed step",
}
"""The seed's words for why a session ends. It has none for an error: there the person pauses it."""


def propose_handoff(track: Track, files: Files, candidate: Candidate, context: ReadContext) -> HandoffDraft:
    """The draft of a handoff, made only from what the file states or its table implies.

    Its rows are the steps of the flow; the sub-step is text, since a row would be taken for a step.
    """
    position, task = track.position, track.position.task
    done = [each for each in track.phases if each.status == COMPLETED]
    is_over = track.position.status == "completed"  # whatever the table leaves out
    remaining = [each for each in track.phases if each.status not in (COMPLETED, SKIPPED) and not is_over]
    current = position.phase.id if position.phase is not None else None
    if current is not None:
        remaining = [each for each in remaining if each.id == current or each.status == NOT_STARTED]
    notes = track.sessions[0].notes if track.sessions else None
    draft = HandoffDraft(
        phase=current,
        completed=tuple(DraftTask(id=each.id, name=each.name or "", state="done", origin="state") for each in done),
        remaining=tuple(map(_remaining_line, remaining)),
        context=printable(notes) if notes else "",  # the handoff's line in the state file replaces them
    )
    sub = f"Sub-step {' — '.join(filter(None, (task.id, task.name)))}." if task is not None else ""
    return stated_draft(draft, track, printable(sub))


def _remaining_line(phase: Phase) -> str:
    label = f"Step {phase.id}: {phase.name}" if phase.id else phase.name or "A step"
    under_way = phase.status not in (None, NOT_STARTED)
    return f"{label} ({(phase.status or '').replace('_', ' ')})" if under_way else label


def hand_off(present: Present, intent: HandOff) -> Outcome:
    """Write the handoff, and Last Session where the file keeps it. Raises CommandError as `write_handoff` does."""
    draft, state = checked_draft(intent.draft), present.sources.usable
    if state is not None:
        present.refuse_uneditable()
    decoded = present.draft.decoded(present.candidate.path)
    newline = decoded.newline if decoded is not None else "\n"
    path, written = write_handoff(present, present.sources.folder, intent, draft, newline=newline)
    edits: list[TextEdit] = []
    if state is not None and state.keeps("session"):
        paused = draft.reason == "session_end" and state.status == "in_progress"
        reason = BOUNDARY if present.asks_at_boundary else "user paused" if paused else _REASONS[draft.reason]
        reason = _REASONS["session_end"] if state.done else reason
        edits = session_ends(present, reason, notes_with(present, f"{path} has what is to be known"))
    return replace(written, edits=edits)


def finish_handoff(present: Present, intent: FinishHandoff) -> Outcome:
    """Archive the handoff; the state file is not touched. Raises CommandError where none, or another one, waits."""
    return archive_handoff(present, present.sources.folder, intent)
