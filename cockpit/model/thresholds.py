"""Metrics, their limits and levels, acknowledgments and triggers."""

from dataclasses import dataclass, field
from typing import Literal

Level = Literal["warning", "alert", "stop"]
Unit = Literal["usd", "percent", "count", "tokens"]
AgentWill = Literal["continue", "pause", "halt"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The values at which levels begin (`value >= limit`), in the threshold's unit, and where they were found."""

    warning: float | None = None
    alert: float | None = None
    stop: float | None = None
    source: str = "built-in"


@dataclass(frozen=True, slots=True, kw_only=True)
class Acknowledgment:
    """A person has seen this level at this value and the agent may go on.

    `reason` says why it is no longer effective.
    """

    at: str | None
    value: float | None = None
    level: Level | None = None
    session_id: str | None = None
    note: str | None = None
    effective: bool = True
    reason: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Threshold:
    """One metric: its value, level and limits, what the agent will do, and whether a person has acknowledged it.

    `read_at` is the instant of the agent's last check; `stale` means that the file could not be read anew and the
    values shown are the last good ones. `snoozed_until` and `seen_at` are private to the person: a metric they keep
    quiet, a warning they have seen. Instants are ISO 8601 in UTC.
    """

    metric: str
    unit: Unit
    value: float | None = None
    level: Level | None = None
    limits: Limits = field(default_factory=Limits)
    agent_will: AgentWill = "continue"
    read_at: str | None = None
    source: str | None = None
    stale: bool = False
    snoozed_until: str | None = None
    seen_at: str | None = None
    refire_at: str | None = None
    acknowledgment: Acknowledgment | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Trigger:
    """The recorded state of one checkpoint trigger."""

    last_triggered: str | None = None
    count: int | None = None
    acknowledged: bool | None = None
    session_start: str | None = None
    suggested_checkpoint: bool | None = None
