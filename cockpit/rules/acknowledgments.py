"""When an acknowledgment is effective, what the agent makes of it, and what the agent will do (DESIGN section 7)."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from cockpit.model import AgentWill, Level, Limits
from cockpit.rules.instants import certainly_before, parse_instant
from cockpit.rules.levels import LEVELS, rank
from cockpit.rules.limits import lowered

Reason = Literal["reset", "escalated", "limits", "expired", "new session", "value"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """An acknowledgment as it was given: when, at which value and level, in which session, until when.

    `limits` are the limits at that time where they are known (cockpit's own ledger keeps them, the files do not).
    """

    at: str | None = None
    value: float | None = None
    level: Level | None = None
    session_id: str | None = None
    expires: str | None = None
    limits: Limits | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Present:
    """How things stand now. `session_start` and `session_id` are None where the present session is not known.

    `half_way` is the setting that lets an acknowledgment lapse once the value passes half way to the next limit.
    """

    metric: str
    value: float | None = None
    level: Level | None = None
    limits: Limits = field(default_factory=Limits)
    now: datetime
    last_reset: str | None = None
    session_start: str | None = None
    session_id: str | None = None
    half_way: bool = False


def lapse_reason(given: Given, present: Present) -> Reason | None:
    """Why the acknowledgment is no longer effective; None while it is. What is unknown never voids it."""
    return next((reason for reason, lapsed in _LAPSES if lapsed(given, present)), None)


def agent_honours(acknowledged_at: str | None, last_reset: str | None) -> bool:
    """Whether the agent counts a recorded acknowledgment: the seed's `isAcknowledged`, with times as instants.

    Only an acknowledgment that is certainly older than the last reset is void; one without a readable time counts.
    """
    return not certainly_before(acknowledged_at, last_reset)


def agent_will(level: Level | None, honoured: bool) -> AgentWill:
    """What the agent does at its next check: a stop halts it whatever is acknowledged, a warning never holds it."""
    if level == "stop":
        return "halt"
    return "pause" if level == "alert" and not honoured else "continue"


def _reset(given: Given, present: Present) -> bool:
    return not agent_honours(given.at, present.last_reset)


def _escalated(given: Given, present: Present) -> bool:
    return given.level is not None and rank(given.level) < rank(present.level)


def _limits_lowered(given: Given, present: Present) -> bool:
    return given.limits is not None and lowered(given.limits, present.limits)


def _expired(given: Given, present: Present) -> bool:
    end = parse_instant(given.expires)
    return end is not None and end.latest <= present.now


def _other_session(given: Given, present: Present) -> bool:
    """Whether it was given in another agent session; only the context window is a new one in every session."""
    if present.metric != "context":
        return False
    if given.session_id and present.session_id:
        return given.session_id != present.session_id
    return certainly_before(given.at, present.session_start)


def _past_half_way(given: Given, present: Present) -> bool:
    """Whether the value has passed half way from the acknowledged one to the limit of the next level."""
    above = LEVELS[rank(given.level or "alert") :]
    limit = getattr(present.limits, above[0]) if present.half_way and above else None
    if limit is None or given.value is None or present.value is None:
        return False
    return bool(present.value > given.value + (limit - given.value) / 2)


_LAPSES: tuple[tuple[Reason, Callable[[Given, Present], bool]], ...] = (
    ("reset", _reset),
    ("escalated", _escalated),
    ("limits", _limits_lowered),
    ("expired", _expired),
    ("new session", _other_session),
    ("value", _past_half_way),
)
"""Why an acknowledgment lapses, the reason that is named first standing first."""
