"""Leaving a handoff: the holding pattern, the session's end with its reason, the next action; and its end."""

from collections.abc import Mapping

from cockpit.model.handoff_draft import Reason
from cockpit.model.intents import FinishHandoff, HandOff
from cockpit.systems.codewalk.editing.desk import Desk
from cockpit.systems.codewalk.editing.position import TOUCHES
from cockpit.systems.codewalk.editing.sessions import close
from cockpit.systems.codewalk.sources import ENDED
from cockpit.systems.codewalk.staleness import active_session
from cockpit.systems.codewalk.system import handoff_folder
from cockpit.systems.codewalk.vocabulary import REASONS
from cockpit.systems.editing.handing_off import Place, at, checked, leave, put_away, says
from cockpit.systems.editing.outcome import Outcome
from cockpit.systems.reading.holding_pattern import HANDOFF_NAMES, PUT_AWAY

_TOUCHES = frozenset({"handoff", "archived_handoffs", "documents", "findings", "extra"})
_REASONS: Mapping[Reason, str] = {
    "context": REASONS[0],
    "user_interrupt": REASONS[1],
    "error": "Stopped by an error",
    "session_end": REASONS[2],
}


def hand_off(desk: Desk, intent: HandOff) -> Outcome:
    """Write the handoff; the active session ends with its reason. Raises CommandError as `leave` does."""
    told = checked(intent.draft)
    path, remarks = leave(_place(desk), intent, told)
    session = active_session(desk.sources)
    if session is not None:
        close(desk, session, ENDED, notes=f"{path} has what is to be known", reason=_REASONS[told.reason])
    lines = told.next_action.strip()
    block = "\n" in lines or desk.sheet.is_block("next_action")
    desk.put(("next_action",), f"{lines}\n" if block else lines)
    return Outcome(
        sentence=f"Handed off{at(told)}: {path}.",
        remarks=remarks,
        touches=TOUCHES | _TOUCHES | {"sessions", "updated", "waiting", "lacks"},
        holds=lambda track: says(track, told),
    )


def finish_handoff(desk: Desk, intent: FinishHandoff) -> Outcome:
    """Put the handoff away; the state is not touched. Raises CommandError where none waits, or another one."""
    _, target = put_away(_place(desk), intent)
    return Outcome(
        sentence=f"Archived the handoff: {target}.", touches=_TOUCHES, holds=lambda track: track.handoff is None
    )


def _place(desk: Desk) -> Place:
    folder = handoff_folder(desk.candidate)
    base = f"{desk.candidate.base}/{folder}" if desk.candidate.base else folder
    return Place(
        draft=desk.draft,
        before=desk.before,
        path=f"{base}/{HANDOFF_NAMES[0]}",
        archive=f"{base}/{PUT_AWAY}",
        now=desk.now,
        newline=desk.sheet.newline if desk.draft.read(desk.candidate.path) is not None else "\n",
    )
