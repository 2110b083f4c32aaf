"""Where in autodev's state file the values of the model stand."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from cockpit.model import (
    Blocker,
    Continuity,
    Decision,
    Phase,
    Position,
    Retries,
    Session,
    Threshold,
    Track,
    Waiting,
)
from cockpit.systems.autodev.current_step import TITLES
from cockpit.systems.autodev.state_file import COMPLETED, KEY_DECISIONS, RETRIES, SESSION
from cockpit.systems.interface import Spot
from cockpit.systems.reading.titles import BLOCKERS

_KEYS = {"": "step", "steps": "step", "phase": "step", "task": "sub_step", "status": "status"}
_Said = Callable[[Any], tuple[str | None, ...]]
_SAID: Mapping[type, tuple[_Said, Sequence[str]]] = {
    Decision: (lambda it: (it.text,), KEY_DECISIONS),
    Blocker: (lambda it: (it.text,), BLOCKERS),
    Session: (lambda it: (it.working_on, it.notes, "date"), SESSION),
    Continuity: (lambda it: (it.stopped_at, "ended_at"), SESSION),
    Retries: (lambda _: ("retry_count",), TITLES),
    Threshold: (lambda _: ("retry_count",), TITLES),
    Waiting: (lambda _: ("status",), TITLES),
}
"""What the state file says of a kind of value, any one of which is enough, and in which section."""


def places(track: Track, value: object, part: str) -> tuple[Spot, ...]:
    """Where a value of the track may stand, the likeliest first."""
    main = track.path
    if isinstance(value, Position):
        return (Spot(main, (_KEYS.get(part, part),), TITLES),)
    if isinstance(value, Phase):
        row = Spot(main, tuple(filter(None, (value.outcome, value.name))), COMPLETED)
        here = Spot(main, ("step",), TITLES)
        present = track.position.phase is not None and track.position.phase.id == value.id
        return (here, row) if present else (row,)
    said, titles = _SAID.get(type(value), (lambda _: (), ()))
    spot = Spot(main, tuple(filter(None, said(value))), tuple(titles))
    return (spot, Spot(main, (), RETRIES)) if isinstance(value, Retries) else (spot,)
