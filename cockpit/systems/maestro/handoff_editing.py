"""Leaving a handoff beside the session, of which the log tells; and its end, of which the session says nothing."""

from cockpit.model import Phase
from cockpit.model.handoff_draft import REASON_WORDS
from cockpit.model.intents import FinishHandoff, HandOff
from cockpit.systems.maestro.edit_session import EditSession
from cockpit.systems.maestro.log_editing import note
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

_TOUCHES = frozenset({"handoff", "archived_handoffs", "documents", "findings", "extra"})
_SESSION = frozenset({"updated", "sessions", "position"})


def hand_off(edit: EditSession, intent: HandOff) -> Outcome:
    """Write the handoff, and an entry in the log. Raises CommandError as `write_handoff` does."""
    draft = checked_draft(intent.draft)
    newline = edit.editor.newline
    path, remarks = write_handoff(place_of(edit, newline), intent, draft)
    lines = [f"- Reason: {REASON_WORDS[draft.reason]}", f"- File: {path}"]
    note(edit.editor, _phase(edit, draft.phase), f"Handoff {edit.now[:10]}", lines)
    edit.touch()
    return Outcome(
        sentence=Message("maestro.handed-off", position=at(draft), path=path),
        remarks=remarks,
        touches=_TOUCHES | _SESSION,
        holds=lambda track: reads_back(track, draft),
    )


def finish_handoff(edit: EditSession, intent: FinishHandoff) -> Outcome:
    """Put the handoff away; the session is not touched. Raises CommandError where none waits, or another one."""
    _, target = archive_handoff(place_of(edit), intent)
    return Outcome(
        sentence=Message("maestro.handoff-archived", path=target),
        touches=_TOUCHES,
        holds=lambda track: track.handoff is None,
    )


def place_of(edit: EditSession, newline: str = "\n") -> HandoffTarget:
    """Where the session's handoffs lie."""
    folder = edit.candidate.path.rpartition("/")[0]
    return HandoffTarget(
        draft=edit.draft,
        before=edit.before,
        path=f"{folder}/{HANDOFF_NAMES[0]}",
        archive=f"{folder}/{ARCHIVE_FOLDER}",
        now=edit.now,
        newline=newline,
    )


def _phase(edit: EditSession, named: str | None) -> Phase | None:
    """The phase that the handoff is for, where the session has it."""
    return next((each for each in edit.session.phases if each.id is not None and each.id == named), None)
