"""The ways out of a stop: a raised limit, or a removed cause."""

import math

from cockpit.model import Level
from cockpit.rules.thresholds.metrics import Metric, resolve
from cockpit.systems.autopilot.edit_session import EditSession
from cockpit.systems.autopilot.thresholds.limit_sources import config_command
from cockpit.systems.autopilot.thresholds.metrics import agents_limits
from cockpit.systems.autopilot.thresholds.table import entries_of

_CAUSES = {
    "cost": "remove the cause",
    "context": "hand off, so that a fresh session goes on",
    "variance": "correct the estimate",
    "errors": "resolve the errors",
    "tokens": "remove the cause",
}


def ways_out(edit: EditSession, metric: Metric, value: float) -> str:
    """A sentence with what a person can do about a stop. At the most there can be, no limit lies above the value."""
    present = resolve(metric, edit.gauges.sources).stop or metric.limits[2]
    if value < present:
        return f"The value does not reach it; `cockpit set {metric.name} VALUE` writes the right one into every place."
    raised = min(_raised(present, value), metric.most or math.inf)
    cause = _CAUSES[metric.name]
    if raised <= value:
        return f"{cause[0].upper()}{cause[1:]}."
    ours, command = f"`cockpit limit {metric.name} stop {raised:.15g}`", config_command(metric, "stop", raised)
    if edit.is_older and reads_limit(edit, metric, "stop"):
        ours = f"`cockpit migrate`, then {ours}"
    agents = agents_limits(metric, edit.gauges).stop
    if agents is None or value < agents:  # only our limit is reached
        return f"Raise the limit ({ours}), or {cause}."
    if reads_limit(edit, metric, "stop"):
        told = f", or tell the agent: `{command}`" if command else ""
        return f"Raise the limit ({ours}{told}), or {cause}."
    if command is None:
        return f"The agent reads no limit of {metric.name}: {cause}."
    return f"Raise the limit (tell the agent: `{command}`, and cockpit: {ours}), or {cause}."


def ways_to_tell(edit: EditSession, metric: Metric) -> str:
    """Sentences with what a person can do where the agent halts at a limit that is lower than the present one."""
    threshold = edit.threshold(metric.name)
    cause = _CAUSES[metric.name]
    if threshold is None or threshold.tell_agent is None:
        return f"No command tells it another: {cause}."
    return f"Tell it the present one: `{threshold.tell_agent}`, or {cause}."


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
