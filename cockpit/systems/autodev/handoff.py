"""The handoff beside the state file: what it would say now, leaving it, and archiving it."""

from collections.abc import Mapping
from dataclasses import replace

from cockpit.model import Phase, Track
from cockpit.model.handoff_draft import DraftTask, HandoffDraft, Reason
from cockpit.model.intents import FinishHandoff, HandOff
from cockpit.rules.handoff.proposal import stated_draft
from cockpit.systems.autodev.edit_session import EditSession
from cockpit.systems.autodev.history_editing import is_boundary_waiting, notes_with, session_end, write_session
from cockpit.systems.autodev.phases import COMPLETED, NOT_STARTED, SKIPPED
from cockpit.systems.autodev.state_file import SESSION
from cockpit.systems.autodev.step_editing import TOUCHES
from cockpit.systems.autodev.vocabulary import BOUNDARY
from cockpit.systems.shared.handoff_editing import archive_handoff, checked_draft, write_handoff
from cockpit.systems.shared.outcome import Outcome
from cockpit.wording.printable import printable

# What a handoff would say now, by the state file


def propose_handoff(track: Track) -> HandoffDraft:
    """The draft of a handoff, made only from what the file states or its table implies.

    Its rows are the steps of the flow; the sub-step is text, since a row would be taken for a step.
    """
    position = track.position
    done = [each for each in track.phases if each.status == COMPLETED]
    remaining = [each for each in track.phases if each.status not in (COMPLETED, SKIPPED)]
    current = position.phase.id if position.phase is not None else None
    if current is not None:
        remaining = [each for each in remaining if each.id == current or each.status == NOT_STARTED]
    task = position.task
    sub = f"Sub-step {' — '.join(filter(None, (task.id, task.name)))}." if task is not None else ""
    draft = HandoffDraft(
        phase=current,
        completed=tuple(DraftTask(id=each.id, name=each.name or "", state="done", origin="state") for each in done),
        remaining=tuple(map(_remaining_line, remaining)),
        context=_notes(track),
    )
    return stated_draft(draft, track, printable(sub))


def _notes(track: Track) -> str:
    """The notes of the last session, which the handoff's line in the state file replaces."""
    notes = track.sessions[0].notes if track.sessions else None
    return printable(notes) if notes else ""


def _remaining_line(phase: Phase) -> str:
    label = f"Step {phase.id}: {phase.name}" if phase.id else phase.name or "A step"
    under_way = phase.status not in (None, NOT_STARTED)
    return f"{label} ({(phase.status or '').replace('_', ' ')})" if under_way else label


# Leaving a handoff, of which the state file says when and where the session ended; and its end

_REASONS: Mapping[Reason, str] = {
    "context": "context limit",
    "user_interrupt": "user paused",
    "error": "user paused",
    "session_end": "completed step",
}
"""The seed's words for why a session ends. It has none for an error: there the person pauses it."""


def hand_off(edit: EditSession, intent: HandOff) -> Outcome:
    """Write the handoff, and Last Session where the file keeps it. Raises CommandError as `write_handoff` does."""
    draft = checked_draft(intent.draft)
    state = edit.sources.state
    newline = edit.editor.newline if edit.draft.read(edit.candidate.path) is not None else "\n"
    path, outcome = write_handoff(edit, edit.sources.folder, intent, draft, newline=newline)
    if state is not None and state.is_usable and state.keeps(SESSION):
        notes = notes_with(edit, f"{path} has what is to be known") or ""
        reason = _REASONS[draft.reason]
        if draft.reason == "session_end" and edit.position.status == "in_progress":
            reason = "user paused"
        if is_boundary_waiting(edit):
            reason = BOUNDARY
        values = {"date": edit.today, "ended_at": session_end(edit), "reason": reason, "notes": notes}
        write_session(edit, values)
    return replace(outcome, touches=TOUCHES | outcome.touches)


def finish_handoff(edit: EditSession, intent: FinishHandoff) -> Outcome:
    """Archive the handoff; the state file is not touched. Raises CommandError where none, or another one, waits."""
    return archive_handoff(edit, edit.sources.folder, intent)[1]
