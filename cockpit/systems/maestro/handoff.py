"""The handoff beside the session: what it would say now, leaving it, and archiving it."""

from dataclasses import replace

from cockpit.model import Phase, PhaseError, Track
from cockpit.model.handoff_draft import REASON_WORDS, DraftTask, HandoffDraft, Origin
from cockpit.model.intents import FinishHandoff, HandOff
from cockpit.rules.handoff.proposal import where_it_stands, why_it_stops
from cockpit.rules.next_step import combine
from cockpit.systems.maestro.edit_session import EditSession
from cockpit.systems.maestro.log_editing import add_note
from cockpit.systems.maestro.vocabulary import status_of
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

# What a handoff would say now, by the session

_STATUS_TEXTS = {"in_progress": "in progress", "failed": "failed", "not_started": "not started"}


def propose_handoff(track: Track) -> HandoffDraft:
    """The draft of a handoff, made only from what the session states."""
    done = [each for each in track.phases if status_of(each.status) == "completed"]
    remaining = [each for each in track.phases if status_of(each.status) not in ("completed", "skipped")]
    current = track.position.phase.id if track.position.phase else None
    following = combine(track.next_action, track.next_by_rule)
    unresolved = tuple(error for error in track.errors if not (error.resolved or error.tried_again))
    draft = HandoffDraft(
        reason=why_it_stops(track)[0],
        phase=current,
        completed=tuple(DraftTask(id=each.id, name=each.name or "", state="done", origin="state") for each in done),
        remaining=tuple(map(_remaining_line, remaining)),
        blockers=tuple(map(_error_line, unresolved)),
        next_action=following.sentence if following is not None else "",
    )
    draft = replace(draft, state=where_it_stands(draft, track.position))
    fields = ("completed", "remaining", "blockers", "next_action", "state")
    origin: Origin = "state"
    return replace(draft, origins={name: origin for name in fields if getattr(draft, name)})


def _remaining_line(phase: Phase) -> str:
    label = f"Phase {phase.id}" if phase.id else "A phase"
    status = _STATUS_TEXTS.get(status_of(phase.status), phase.status or "no status")
    return f"{label}: {phase.name} ({status})" if phase.name else f"{label}: {status}"


def _error_line(error: PhaseError) -> str:
    return f"Phase {error.phase}: {error.message}" if error.phase else error.message


# Leaving a handoff, of which the log tells; and its end, of which the session says nothing

_TOUCHES = frozenset({"handoff", "archived_handoffs", "documents", "findings", "extra"})
_SESSION_PARTS = frozenset({"updated", "sessions", "position"})


def hand_off(edit: EditSession, intent: HandOff) -> Outcome:
    """Write the handoff, and an entry in the log. Raises CommandError as `write_handoff` does."""
    draft = checked_draft(intent.draft)
    newline = edit.editor.newline
    path, remarks = write_handoff(handoff_place(edit, newline), intent, draft)
    lines = [f"- Reason: {REASON_WORDS[draft.reason]}", f"- File: {path}"]
    phase = next((each for each in edit.session.phases if each.id is not None and each.id == draft.phase), None)
    add_note(edit.editor, phase, f"Handoff {edit.now[:10]}", lines)
    edit.touch()
    return Outcome(
        sentence=Message("maestro.handed-off", position=at(draft), path=path),
        remarks=remarks,
        touches=_TOUCHES | _SESSION_PARTS,
        holds=lambda track: reads_back(track, draft),
    )


def finish_handoff(edit: EditSession, intent: FinishHandoff) -> Outcome:
    """Archive the handoff; the session is not touched. Raises CommandError where none, or another one, waits."""
    _, target = archive_handoff(handoff_place(edit), intent)
    return Outcome(
        sentence=Message("maestro.handoff-archived", path=target),
        touches=_TOUCHES,
        holds=lambda track: track.handoff is None,
    )


def handoff_place(edit: EditSession, newline: str = "\n") -> HandoffTarget:
    """The paths of the session's handoffs."""
    folder = edit.candidate.path.rpartition("/")[0]
    return HandoffTarget(
        draft=edit.draft,
        before=edit.before,
        path=f"{folder}/{HANDOFF_NAMES[0]}",
        archive=f"{folder}/{ARCHIVE_FOLDER}",
        now=edit.now,
        newline=newline,
    )
