"""Checkpoint triggers: which there are, and whether one fires (seed, "Trigger Functions")."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from cockpit.model import Trigger
from cockpit.rules.instants import parse_instant

Frequency = Literal["every", "once_per_session"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TriggerConfig:
    """How often a trigger may fire; `limit` is the value it waits for, in the unit of its metric (minutes for time)."""

    frequency: Frequency = "every"
    cooldown: timedelta | None = None
    metric: str | None = None
    limit: float | None = None


def _at(metric: str, limit: float, frequency: Frequency = "once_per_session") -> TriggerConfig:
    return TriggerConfig(frequency=frequency, metric=metric, limit=limit)


BUILT_IN: Mapping[str, TriggerConfig] = {
    "task_complete": TriggerConfig(),
    "phase_complete": TriggerConfig(),
    "context_warning": _at("context", 30),
    "context_alert": _at("context", 40),
    "context_stop": _at("context", 50, "every"),
    "cost_warning": _at("cost", 10),
    "cost_alert": _at("cost", 25),
    "cost_stop": _at("cost", 50, "every"),
    "error_threshold": _at("errors", 3, "every"),
    "time_elapsed": TriggerConfig(cooldown=timedelta(minutes=30), metric="time", limit=30),
    "user_interrupt": TriggerConfig(),
}
"""The triggers of formats/autopilot.md A.10. Only the first two have a stated frequency. The others are ours: warnings
and alerts once per session, so that they do not nag; a stop, errors and an interrupt every time, so that they hold."""


def should_trigger(state: Trigger | None, config: TriggerConfig, now: datetime, session_start: datetime | None) -> bool:
    """Whether a trigger fires now, from its recorded state.

    The seed's `shouldTrigger`, but `once_per_session` means this session, not ever: a trigger that fired before
    `session_start` fires again. Where the start is not known, any earlier firing counts, as in the seed.
    """
    last = parse_instant(state.last_triggered) if state else None
    if last is None:
        return True
    if config.frequency == "once_per_session" and (session_start is None or last.latest >= session_start):
        return False
    return config.cooldown is None or now - last.at >= config.cooldown
