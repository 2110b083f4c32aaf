"""Status words: the seed's seven, or those the commands write where the file uses them (docs/systems/autopilot.md)."""

from collections.abc import Mapping
from typing import get_args

from cockpit.model import Status, StatusLeft
from cockpit.model.errors import Refused
from cockpit.rules.next_step import legal_moves, may_move, moves_to
from cockpit.systems.autopilot.composition import is_last
from cockpit.systems.autopilot.editing.desk import Desk
from cockpit.systems.autopilot.vocabulary import SEED_WORDS, status_of
from cockpit.systems.reading.words import fold

_COMMAND_WORDS: Mapping[Status, str] = {
    "ready": "planned",
    "in_progress": "executing",
    "phase_complete": "complete",
    "completed": "complete",
}


def checked_move(desk: Desk, value: str) -> Status:
    """The status a person asks for, by a word of the system or of the model. Raises Refused for an illegal move."""
    target = _named(value)
    present = desk.before.position.status
    legal = tuple(status for status in legal_moves(present) if status in SEED_WORDS)
    if target not in SEED_WORDS:
        raise Refused(
            f'Project Autopilot has no status "{value[:40]}"; from {_shown(desk)}, it can become {_listed(legal)}.'
        )
    if not may_move(present, target):
        raise Refused(
            f"From {_shown(desk)}, the status cannot become {SEED_WORDS[target]}; it can become {_listed(legal)}."
        )
    return target


def check_under_way(desk: Desk, whole: str) -> None:
    """Raise Refused where a task, plan or phase is complete already by the status, with the ways on."""
    present = desk.before.position.status
    if present == "completed" and whole != "session":
        raise Refused("The project is complete already; `cockpit archive` puts it away.")
    if whole in ("task", "plan") and present == "phase_complete":
        raise Refused(
            "The phase is complete already: `cockpit done phase` goes on to the next one, "
            "`cockpit move status in_progress` takes it up again."
        )


def check_phase_may_end(desk: Desk) -> None:
    """Raise Refused where no phase can be completed out of the present status, with the way there."""
    present = desk.before.position.status
    if not may_move(present, "phase_complete"):
        ways = ", then ".join((*commands_to(present, "phase_complete")[:-1], "`cockpit done phase`"))
        raise Refused(f"From {_shown(desk)}, no phase can be completed: {ways}.")


def commands_to(present: Status, target: Status) -> tuple[str, ...]:
    """The commands that lead from one status to another by legal moves; the last one reaches it."""
    return tuple(f"`cockpit move status {status}`" for status in moves_to(present, target, SEED_WORDS))


def left_status(desk: Desk) -> StatusLeft | None:
    """The status the track was moved out of with cockpit, as long as the file says what it became then."""
    left = desk.context.left
    return left if left is not None and left.became == desk.before.position.status_text else None


def word_for(desk: Desk, status: Status, *, last_phase: bool | None = None) -> str:
    """The file's own word for a status it was moved out of; else one of the vocabulary that it uses, which the reader
    takes for just that status."""
    last = is_last(desk.before.position.phase) if last_phase is None else last_phase
    left = left_status(desk)
    if left is not None and left.status == status == status_of(left.text, last_phase=last):
        return left.text
    present = fold(desk.before.position.status_text or "")
    if present in _COMMAND_WORDS.values() and status in _COMMAND_WORDS:
        word = _COMMAND_WORDS[status]
        if status_of(word, last_phase=last) == status:
            return word
    return SEED_WORDS[status]


def _named(value: str) -> Status:
    key = value.strip().casefold().replace(" ", "_").replace("-", "_")
    known = next((status for status in get_args(Status) if status == key), None)
    return known or status_of(value)


def _shown(desk: Desk) -> str:
    return desk.before.position.status_text or "an unknown status"


def _listed(statuses: tuple[Status, ...]) -> str:
    *first, last = [SEED_WORDS[status] for status in statuses]
    return f"{', '.join(first)} or {last}" if first else last
