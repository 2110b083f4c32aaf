"""Where in the files of Maestro the values of the model stand."""

from collections.abc import Callable, Mapping
from typing import Any

from cockpit.model import LastActivity, Phase, PhaseError, Position, Retries, Session, Tokens, Track, Waiting
from cockpit.systems.interface import Spot

_SAID: Mapping[type, Callable[[Any, str], tuple[str | None, ...]]] = {
    Phase: lambda it, _: (f"name: {it.name}" if it.name else None, f"id: {it.id}", "phases"),
    PhaseError: lambda it, _: (it.message, it.type, "errors"),
    Position: lambda _, part: ("status", "session_id") if part == "status" else ("current_phase", "status"),
    Retries: lambda it, _: (f"retry_count: {it.count}", "retry_count"),
    LastActivity: lambda it, _: (it.text, "updated"),
    Tokens: lambda *_: ("token_usage",),
}
"""What the session file says of a kind of value, any one of which is enough."""


def places(track: Track, value: object, part: str) -> tuple[Spot, ...]:
    """Where a value of the track may stand, the likeliest first."""
    main = track.path
    if isinstance(value, Session):
        names = (f"session_id: {value.id}" if value.id else "", value.working_on or "", "session_id")
        return (Spot(value.path or main, tuple(filter(None, names))),)
    if isinstance(value, Waiting):
        return (Spot(_gate_of(track) or main, keys=(("approved_at",), ("session_id",))),)
    said = _SAID[type(value)](value, part) if type(value) in _SAID else ()
    return (Spot(main, tuple(filter(None, said))),)


def _gate_of(track: Track) -> str | None:
    gate = track.extra.get("design_gate")
    return gate.get("path") if isinstance(gate, dict) else None
