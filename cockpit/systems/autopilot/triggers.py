"""The checkpoint triggers of Project Autopilot, and when each fires."""

from collections.abc import Mapping
from datetime import timedelta

from cockpit.rules.triggers import Frequency, TriggerConfig


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
