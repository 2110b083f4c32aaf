"""The handoff beside the session: what it would say now, leaving it, and archiving it."""

from dataclasses import replace

from cockpit.model import Phase, PhaseError, Track
from cockpit.model.handoff_draft import REASON_WORDS, DraftTask, HandoffDraft
from cockpit.model.intents import FinishHandoff, HandOff
from cockpit.rules.handoff.proposal import stated_draft
from cockpit.systems.maestro.edit_session import EditSession
from cockpit.systems.maestro.log_editing import add_note
from cockpit.systems.maestro.vocabulary import status_of
from cockpit.systems.shared.handoff_editing import archive_handoff, checked_draft, write_handoff
from cockpit.systems.shared.outcome import Outcome

# What a handoff would say now, by the session

_STATUS_TEXTS = {"in_progress": "in progress", "failed": "failed", "not_started": "not started"}


def propose_handoff(track: Track) -> HandoffDraft:
    """The draft of a handoff, made only from what the session states."""
    done = [each for each in track.phases if status_of(each.status) == "completed"]
    remaining = [each for each in track.phases if status_of(each.status) not in ("completed", "skipped")]
    current = track.position.phase.id if track.position.phase else None
    unresolved = tuple(error for error in track.errors if not (error.resolved or error.tried_again))
    draft = HandoffDraft(
        phase=current,
        completed=tuple(DraftTask(id=each.id, name=each.name or "", state="done", origin="state") for each in done),
        remaining=tuple(map(_remaining_line, remaining)),
        blockers=tuple(map(_error_line, unresolved)),
    )
    return stated_draft(draft, track)


def _remaining_line(phase: Phase) -> str:
    label = f"Phase {phase.id}" if phase.id else "A phase"
    status = _STATUS_TEXTS.get(status_of(phase.status), phase.status or "no status")
    return f"{label}: {phase.name} ({status})" if phase.name else f"{label}: {status}"


def _error_line(error: PhaseError) -> str:
    return f"Phase {error.phase}: {error.message}" if error.phase else error.message


# Leaving a handoff, of which the log tells; and its end, of which the session says nothing

_TOUCHES = frozenset({"updated", "sessions", "position"})


def hand_off(edit: EditSession, intent: HandOff) -> Outcome:
    """Write the handoff, and an entry in the log. Raises CommandError as `write_handoff` does."""
    draft = checked_draft(intent.draft)
    path, outcome = write_handoff(edit, edit.folder, intent, draft, newline=edit.editor.newline)
    lines = [f"- Reason: {REASON_WORDS[draft.reason]}", f"- File: {path}"]
    phase = next((each for each in edit.session.phases if each.id is not None and each.id == draft.phase), None)
    add_note(edit.editor, phase, f"Handoff {edit.today}", lines)
    edit.touch()
    return replace(outcome, touches=_TOUCHES | outcome.touches)


def finish_handoff(edit: EditSession, intent: FinishHandoff) -> Outcome:
    """Archive the handoff; the session is not touched. Raises CommandError where none, or another one, waits."""
    return archive_handoff(edit, edit.folder, intent)[1]
