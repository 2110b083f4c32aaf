"""The handoff beside the state file: what it would say now, leaving it, and archiving it."""

from collections.abc import Mapping
from dataclasses import replace

from cockpit.model import Phase, Position, Track
from cockpit.model.handoff_draft import DraftTask, HandoffDraft, Origin, Reason
from cockpit.model.intents import FinishHandoff, HandOff
from cockpit.rules.handoff.handoff_status import newest
from cockpit.rules.handoff.proposal import where_it_stands, why_it_stops
from cockpit.rules.next_step import combine
from cockpit.systems.autodev.artefacts import DOCS
from cockpit.systems.autodev.edit_session import EditSession
from cockpit.systems.autodev.history_editing import is_boundary_waiting, notes_with, session_end, write_session
from cockpit.systems.autodev.phases import COMPLETED, NOT_STARTED, SKIPPED
from cockpit.systems.autodev.state_file import SESSION
from cockpit.systems.autodev.step_editing import TOUCHES
from cockpit.systems.autodev.vocabulary import BOUNDARY
from cockpit.systems.shared.handoff_editing import (
    HandoffTarget,
    archive_handoff,
    at,
    checked_draft,
    reads_back,
    write_handoff,
)
from cockpit.systems.shared.handoff_file import ARCHIVE_FOLDER, HANDOFF_NAMES
from cockpit.systems.shared.outcome import Outcome
from cockpit.wording.messages import Message
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
    following = combine(track.next_action, track.next_by_rule)
    draft = HandoffDraft(
        reason=why_it_stops(track)[0],
        phase=current,
        completed=tuple(DraftTask(id=each.id, name=each.name or "", state="done", origin="state") for each in done),
        remaining=tuple(map(_remaining_line, remaining)),
        decisions=newest(track.decisions),
        blockers=tuple(each.text for each in track.blockers if each.holds),
        next_action=following.sentence if following is not None else "",
    )
    draft = replace(draft, state=_state_text(draft, position), context=_notes(track))
    fields = ("completed", "remaining", "decisions", "blockers", "next_action", "state", "context")
    origin: Origin = "state"
    return replace(draft, origins={name: origin for name in fields if getattr(draft, name)})


def _state_text(draft: HandoffDraft, position: Position) -> str:
    task = position.task
    sub = f"Sub-step {' — '.join(filter(None, (task.id, task.name)))}." if task is not None else ""
    return " ".join(filter(None, (where_it_stands(draft, position), printable(sub))))


def _notes(track: Track) -> str:
    """The notes of the last session, which the handoff's line in the state file replaces."""
    notes = track.sessions[0].notes if track.sessions else None
    return printable(notes) if notes else ""


def _remaining_line(phase: Phase) -> str:
    label = f"Step {phase.id}: {phase.name}" if phase.id else phase.name or "A step"
    under_way = phase.status not in (None, NOT_STARTED)
    return f"{label} ({(phase.status or '').replace('_', ' ')})" if under_way else label


# Leaving a handoff, of which the state file says when and where the session ended; and its end

_TOUCHES = frozenset({"handoff", "archived_handoffs", "documents", "findings", "extra"})
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
    path, remarks = write_handoff(_handoff_place(edit), intent, draft)
    if state is not None and state.is_usable and state.keeps(SESSION):
        notes = notes_with(edit, f"{path} has what is to be known") or ""
        reason = _REASONS[draft.reason]
        if draft.reason == "session_end" and edit.position.status == "in_progress":
            reason = "user paused"
        if is_boundary_waiting(edit):
            reason = BOUNDARY
        values = {"date": edit.today, "ended_at": session_end(edit), "reason": reason, "notes": notes}
        write_session(edit, values)
    return Outcome(
        sentence=Message("autodev.handed-off", place=at(draft), path=path),
        remarks=remarks,
        touches=TOUCHES | _TOUCHES,
        holds=lambda track: reads_back(track, draft),
    )


def finish_handoff(edit: EditSession, intent: FinishHandoff) -> Outcome:
    """Archive the handoff; the state file is not touched. Raises CommandError where none, or another one, waits."""
    _, target = archive_handoff(_handoff_place(edit), intent)
    return Outcome(
        sentence=Message("autodev.handoff-archived", path=target),
        touches=_TOUCHES,
        holds=lambda track: track.handoff is None,
    )


def _handoff_place(edit: EditSession) -> HandoffTarget:
    base = f"{edit.candidate.base}/{DOCS}" if edit.candidate.base else DOCS
    return HandoffTarget(
        draft=edit.draft,
        before=edit.before,
        path=f"{base}/{HANDOFF_NAMES[0]}",
        archive=f"{base}/{ARCHIVE_FOLDER}",
        now=edit.now,
        newline=edit.editor.newline if edit.draft.read(edit.candidate.path) is not None else "\n",
    )
