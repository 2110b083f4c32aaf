"""The status of the session itself: it goes on, is completed once no phase is open, or failed."""

from cockpit.model import Status
from cockpit.model.errors import Refused
from cockpit.model.intents import Complete, Move
from cockpit.rules.wording import listed
from cockpit.systems.editing.outcome import Outcome
from cockpit.systems.maestro.editing.desk import Desk
from cockpit.systems.maestro.editing.phase_moves import TOUCHES, complete, start
from cockpit.systems.maestro.vocabulary import SESSION_WORDS, folded, is_open, status_of

_NAMED = 8
_NO_PARTS = "has phases only; `cockpit phase start ID` begins one"


def move(desk: Desk, intent: Move) -> Outcome:
    """A phase is begun, or the session gets another status."""
    match intent.part:
        case "phase":
            return start(desk, intent)
        case "status":
            return _move_status(desk, intent.value)
        case "next":
            raise Refused("Maestro keeps no next action; its phases say what comes next.")
    raise Refused(f"Maestro {_NO_PARTS}.")


def finish(desk: Desk, intent: Complete) -> Outcome:
    """A phase or the session is completed."""
    if intent.whole == "phase":
        return complete(desk, intent)
    if intent.whole == "session":
        if intent.note or intent.result or intent.step:
            raise Refused("Nothing can be noted about the end of a session; note it with its last phase.")
        return _move_status(desk, "completed")
    way = "`cockpit phase complete ID` completes a phase"
    raise Refused(f"Maestro has no tasks and plans that could be completed; {way}.")


def _move_status(desk: Desk, value: str) -> Outcome:
    word = folded(value)
    if word not in SESSION_WORDS:
        *others, last = SESSION_WORDS
        raise Refused(f'A session is {", ".join(others)} or {last}, not "{value[:40]}".')
    target: Status = status_of(word)
    left = [phase for phase in desk.session.phases if is_open(phase)]
    if target == "completed" and left and status_of(desk.session.status) != "completed":
        told = listed(f"{each.id or each.name or '?'} ({each.status or 'no status'})" for each in left[:_NAMED])
        raise Refused(
            f"{'Phase' if len(left) == 1 else 'The phases'} {told} {'is' if len(left) == 1 else 'are'} not done; "
            "complete or skip first what is open."
        )
    if status_of(desk.session.status) != target:
        desk.sheet.put(("status",), word)
        desk.touch()
    return Outcome(
        sentence=f"The session is {word.replace('_', ' ')}.",
        touches=TOUCHES - {"phases", "errors"},
        holds=lambda track: track.position.status == target,
    )
