"""The checkpoint triggers of Project Autopilot, and when each fires."""

from collections.abc import Mapping
from datetime import timedelta

from cockpit.rules.triggers import Frequency, TriggerConfig

TIME = "time_elapsed"
"""The trigger that suggests a checkpoint once a session has lasted."""


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
    TIME: TriggerConfig(cooldown=timedelta(minutes=30), metric="time", limit=30),
    "user_interrupt": TriggerConfig(),
}
"""The triggers that the commands of Project Autopilot know. Only the first two have a stated frequency. The others are
ours: warnings and alerts once per session, so that they do not nag; a stop, errors and an interrupt every time, so that
they hold."""


def config_of(name: str) -> TriggerConfig:
    """How often a trigger may fire; one of a level that is not listed as the listed ones of its level."""
    quiet = name.endswith(("_warning", "_alert"))
    return BUILT_IN.get(name) or TriggerConfig(frequency="once_per_session" if quiet else "every")
