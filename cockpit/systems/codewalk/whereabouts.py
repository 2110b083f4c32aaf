"""Where in the files of Codewalkers the values of the model stand."""

from collections.abc import Callable, Mapping
from typing import Any

from cockpit.model import Blocker, Decision, NextAction, Phase, Position, Session, Track, Waiting
from cockpit.systems.codewalk.database import is_database
from cockpit.systems.interface import Spot

_SAID: Mapping[type, Callable[[Any, str], tuple[str | None, ...]]] = {
    Decision: lambda it, _: (it.text, it.reason, "decisions:"),
    Blocker: lambda it, _: (it.text, it.id, "blockers:"),
    Session: lambda it, _: (f"id: {it.id}" if it.id else None, it.started, "sessions:"),
    Phase: lambda it, _: (f"Phase {it.id}", "phase:", "progress:"),
    Position: lambda _, part: (f"{part}:" if part else None, "phase:", "position:"),
    NextAction: lambda it, _: ("next_action:", it.text.split("\n")[0]),
    Waiting: lambda *_: ("status: active", "sessions:"),
}
"""What the state file says of a kind of value, any one of which is enough."""


def places(track: Track, value: object, part: str) -> tuple[Spot, ...]:
    """Where a value of the track may stand, the likeliest first."""
    said = tuple(filter(None, _SAID[type(value)](value, part))) if type(value) in _SAID else ()
    if is_database(track.path):  # an editor shows nothing of it
        return (Spot(value.path, said),) if isinstance(value, Phase) and value.path is not None else ()
    own = value.path if isinstance(value, Blocker | Decision | Phase | Session) else None
    spots = [Spot(own, said)] if own is not None else []
    return (*spots, Spot(track.path, said))
