"""Metrics, their limits and levels, acknowledgments and triggers."""

from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import Literal, get_args

from cockpit.values import dataclass

Level = Literal["warning", "alert", "stop"]
LEVELS: tuple[Level, ...] = get_args(Level)
"""The levels from the mildest to the gravest."""
Unit = Literal["usd", "percent", "count", "tokens"]
AgentWill = Literal["continue", "pause", "halt"]


CommandLimits = Mapping[str, Mapping[Level, float]]
"""Limits given on the command line: metric -> level -> value."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The values at which levels begin (`value >= limit`), in the threshold's unit, and where they were found."""

    warning: float | None = None
    alert: float | None = None
    stop: float | None = None
    source: str = "built-in"

    def at(self, level: Level) -> float | None:
        """The value at which a level begins; None where there is no such limit."""
        limit: float | None = getattr(self, level)
        return limit

    def items(self) -> Iterator[tuple[Level, float]]:
        """The limits there are, each with its level, from the mildest to the gravest."""
        return ((level, limit) for level in LEVELS if (limit := self.at(level)) is not None)


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitsThen:
    """The limits that held when an acknowledgment was given; `at` is its time, as its file has it."""

    at: str
    limits: Limits


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """What an acknowledgment needs to be effective, named by the reason that it is not; null where that is unknown."""

    name: str
    holds: bool | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Acknowledgment:
    """A person has seen this level at this value and the agent may go on.

    `reason` says why it is no longer effective, `conditions` are all of which one may fail. `lapses_above` is the value
    beyond which it is no longer effective, where the person's settings let it lapse half way to the next limit.
    """

    at: str | None
    value: float | None = None
    level: Level | None = None
    session_id: str | None = None
    note: str | None = None
    effective: bool = True
    reason: str | None = None
    lapses_above: float | None = None
    conditions: tuple[Condition, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """What a file says about a metric, as it stands there: `what` is `value`, `warning limit`, `alert limit`, `stop
    limit` or `level`."""

    what: str
    text: str
    path: str
    line: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Threshold:
    """One metric: its value, level and limits, what the agent will do, and whether a person has acknowledged it.

    `read_at` is the instant of the agent's last check; `stale` means that the file could not be read anew and the
    values shown are the last good ones. `snoozed_until` and `seen_at` are private to the person: a metric they keep
    quiet; a warning, or an alert by a limit that the agent does not read, which they have seen. `agent_level` is
    the level by the limits that the agent reads; where those stop it sooner, `tell_agent` is the command that gives
    it the present one, and `untold` has one for each limit that it does not know. `acknowledgment_unread` is the
    damaged file in which an acknowledgment may stand: whether there is one is unknown then. `unreadable` is what the
    files state about the metric and nobody can read: while there is any, the level is unknown, and the agent is held.
    `disagreeing` are the values that the places state where they are not the same; the `value` is the one that counts.
    Instants are ISO 8601 in UTC.
    """

    metric: str
    unit: Unit
    value: float | None = None
    level: Level | None = None
    limits: Limits = field(default_factory=Limits)
    agent_will: AgentWill = "continue"
    agent_level: Level | None = None
    tell_agent: str | None = None
    untold: tuple[str, ...] = ()
    read_at: str | None = None
    source: str | None = None
    stale: bool = False
    snoozed_until: str | None = None
    seen_at: str | None = None
    refire_at: str | None = None
    acknowledgment: Acknowledgment | None = None
    acknowledgment_unread: str | None = None
    unreadable: tuple[Statement, ...] = ()
    disagreeing: tuple[Statement, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Trigger:
    """The recorded state of one checkpoint trigger."""

    last_triggered: str | None = None
    count: int | None = None
    acknowledged: bool | None = None
    session_start: str | None = None
    suggested_checkpoint: bool | None = None
