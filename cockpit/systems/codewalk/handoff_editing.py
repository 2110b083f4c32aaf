"""Leaving a handoff: the holding pattern, the session's end with its reason, the next action; and its end."""

from collections.abc import Mapping

from cockpit.model.handoff_draft import Reason
from cockpit.model.intents import FinishHandoff, HandOff
from cockpit.systems.codewalk.edit_session import EditSession
from cockpit.systems.codewalk.entries.session_editing import close
from cockpit.systems.codewalk.entries.staleness import active_session
from cockpit.systems.codewalk.position.position_editing import TOUCHES
from cockpit.systems.codewalk.sources import ENDED
from cockpit.systems.codewalk.system import handoff_folder
from cockpit.systems.codewalk.vocabulary import REASONS
from cockpit.systems.shared.handoff_editing import Place, at, checked, leave, put_away, says
from cockpit.systems.shared.handoff_file import HANDOFF_NAMES, PUT_AWAY
from cockpit.systems.shared.outcome import Outcome
from cockpit.wording.messages import Message

_TOUCHES = frozenset({"handoff", "archived_handoffs", "documents", "findings", "extra"})
_REASONS: Mapping[Reason, str] = {
    "context": REASONS[0],
    "user_interrupt": REASONS[1],
    "error": "Stopped by an error",
    "session_end": REASONS[2],
}


def hand_off(edit: EditSession, intent: HandOff) -> Outcome:
    """Write the handoff; the active session ends with its reason. Raises CommandError as `leave` does."""
    draft = checked(intent.draft)
    path, remarks = leave(_place(edit), intent, draft)
    session = active_session(edit.sources)
    if session is not None:
        close(edit, session, ENDED, notes=f"{path} has what is to be known", reason=_REASONS[draft.reason])
    lines = draft.next_action.strip()
    block = "\n" in lines or edit.editor.is_block("next_action")
    edit.put(("next_action",), f"{lines}\n" if block else lines)
    return Outcome(
        sentence=Message("codewalk.handed-off", place=at(draft), path=path),
        remarks=remarks,
        touches=TOUCHES | _TOUCHES | {"sessions", "updated", "waiting", "lacks"},
        holds=lambda track: says(track, draft),
    )


def finish_handoff(edit: EditSession, intent: FinishHandoff) -> Outcome:
    """Put the handoff away; the state is not touched. Raises CommandError where none waits, or another one."""
    _, target = put_away(_place(edit), intent)
    return Outcome(
        sentence=Message("codewalk.handoff-archived", path=target),
        touches=_TOUCHES,
        holds=lambda track: track.handoff is None,
    )


def _place(edit: EditSession) -> Place:
    folder = handoff_folder(edit.candidate)
    base = f"{edit.candidate.base}/{folder}" if edit.candidate.base else folder
    return Place(
        draft=edit.draft,
        before=edit.before,
        path=f"{base}/{HANDOFF_NAMES[0]}",
        archive=f"{base}/{PUT_AWAY}",
        now=edit.now,
        newline=edit.editor.newline if edit.draft.read(edit.candidate.path) is not None else "\n",
    )
