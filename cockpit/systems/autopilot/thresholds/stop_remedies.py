"""The ways out of a stop: a raised limit, or a removed cause."""

import math

from cockpit.model import Level
from cockpit.rules.thresholds.metrics import Metric, resolve
from cockpit.systems.autopilot.edit_session import EditSession
from cockpit.systems.autopilot.thresholds.limit_sources import config_command
from cockpit.systems.autopilot.thresholds.metrics import agents_limits
from cockpit.systems.autopilot.thresholds.table import entries_of
from cockpit.wording.messages import Message

_OTHERWISE = {
    "cost": "autopilot.otherwise-remove-cause",
    "context": "autopilot.otherwise-hand-off",
    "variance": "autopilot.otherwise-correct-estimate",
    "errors": "autopilot.otherwise-resolve-errors",
    "tokens": "autopilot.otherwise-remove-cause",
}
"""By metric, what helps beside another limit."""


def ways_out(edit: EditSession, metric: Metric, value: float) -> Message:
    """What a person can do about a stop. At the most there can be, no limit lies above the value."""
    present = resolve(metric, edit.gauges.sources).stop or metric.limits[2]
    if value < present:
        return Message("autopilot.value-below-stop", metric=metric.name)
    raised = min(_raised(present, value), metric.most or math.inf)
    if raised <= value:  # only the context has a most
        return Message("autopilot.most-is-reached")
    command, in_table = config_command(metric, "stop", raised), reads_limit(edit, metric, "stop")
    ours = Message("autopilot.command-for-limit", metric=metric.name, limit=raised)
    if edit.is_older and in_table:
        ours = Message("autopilot.migrate-before-limit", metric=metric.name, limit=raised)
    otherwise = Message(_OTHERWISE[metric.name])
    agents = agents_limits(metric, edit.gauges).stop
    if agents is None or value < agents or (in_table and command is None):  # only our limit is to be raised
        return Message("autopilot.raise-limit", ours=ours, otherwise=otherwise)
    if command is None:
        return Message("autopilot.agent-reads-no-limit", metric=metric.name, otherwise=otherwise)
    if in_table:
        return Message("autopilot.raise-limit-or-tell-agent", ours=ours, command=command, otherwise=otherwise)
    return Message("autopilot.raise-limit-and-tell-agent", ours=ours, command=command, otherwise=otherwise)


def ways_to_tell(edit: EditSession, metric: Metric) -> Message:
    """What a person can do where the agent halts at a limit that is lower than the present one."""
    threshold, otherwise = edit.threshold(metric.name), Message(_OTHERWISE[metric.name])
    if threshold is None or threshold.tell_agent is None:
        return Message("autopilot.agent-has-no-command-for-limit", otherwise=otherwise)
    return Message("autopilot.tell-agent-present-limit", command=threshold.tell_agent, otherwise=otherwise)


def reads_limit(edit: EditSession, metric: Metric, level: Level) -> bool:
    """Whether the state file has a place for a limit, which is where the agent reads it."""
    if edit.is_waypoint or edit.is_older:
        return edit.gauges.row(metric.name) is not None
    entries = entries_of(edit.editor.markdown, metric) if edit.editor else ()
    return any(level in entry.limits for entry in entries)


def _raised(limit: float, value: float) -> float:
    """A limit with room above the value: steps of a fifth of the present one, at least three of them."""
    step = max(1.0, limit / 5)
    return float(math.ceil(limit + max(3, math.floor((value - limit) / step) + 1) * step))
