"""Leaving a handoff beside the state file, which says when and where the session ended; and its end."""

from collections.abc import Mapping

from cockpit.model.handoff_draft import Reason
from cockpit.model.intents import FinishHandoff, HandOff
from cockpit.systems.autodev.artefacts import DOCS
from cockpit.systems.autodev.edit_session import EditSession
from cockpit.systems.autodev.history_editing import boundary_waits, ended_at, notes_with, write_session
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

_TOUCHES = frozenset({"handoff", "archived_handoffs", "documents", "findings", "extra"})
_REASONS: Mapping[Reason, str] = {
    "context": "context limit",
    "user_interrupt": "user paused",
    "error": "user paused",
    "session_end": "completed step",
}
"""The seed's words for why a session ends; it has none for an error, at which it is the person who stops."""


def hand_off(edit: EditSession, intent: HandOff) -> Outcome:
    """Write the handoff, and Last Session where the file keeps it. Raises CommandError as `write_handoff` does."""
    draft = checked_draft(intent.draft)
    state = edit.sources.state
    path, remarks = write_handoff(_place(edit), intent, draft)
    if state is not None and state.usable and state.keeps(SESSION):
        notes = notes_with(edit, f"{path} has what is to be known") or ""
        reason = _REASONS[draft.reason]
        if draft.reason == "session_end" and edit.position.status == "in_progress":
            reason = "user paused"
        if boundary_waits(edit):
            reason = BOUNDARY
        values = {"date": edit.today, "ended_at": ended_at(edit), "reason": reason, "notes": notes}
        write_session(edit, values)
    return Outcome(
        sentence=Message("autodev.handed-off", place=at(draft), path=path),
        remarks=remarks,
        touches=TOUCHES | _TOUCHES,
        holds=lambda track: reads_back(track, draft),
    )


def finish_handoff(edit: EditSession, intent: FinishHandoff) -> Outcome:
    """Put the handoff away; the state file is not touched. Raises CommandError where none waits, or another one."""
    _, target = archive_handoff(_place(edit), intent)
    return Outcome(
        sentence=Message("autodev.handoff-archived", path=target),
        touches=_TOUCHES,
        holds=lambda track: track.handoff is None,
    )


def _place(edit: EditSession) -> HandoffTarget:
    base = f"{edit.candidate.base}/{DOCS}" if edit.candidate.base else DOCS
    return HandoffTarget(
        draft=edit.draft,
        before=edit.before,
        path=f"{base}/{HANDOFF_NAMES[0]}",
        archive=f"{base}/{ARCHIVE_FOLDER}",
        now=edit.now,
        newline=edit.editor.newline if edit.draft.read(edit.candidate.path) is not None else "\n",
    )
