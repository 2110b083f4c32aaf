"""The ways out of a stop: a raised limit, or a removed cause (DESIGN section 7)."""

import math

from cockpit.model import Level
from cockpit.rules.levels import Metric, write_amount
from cockpit.systems.autopilot.editing.desk import Desk
from cockpit.systems.autopilot.metrics import agents_limits

_FLAGS: dict[Level, str] = {"warning": "warn", "alert": "alert", "stop": "max"}
_CAUSES = {
    "cost": "remove the cause",
    "context": "hand off, so that a fresh session goes on",
    "variance": "correct the estimate",
    "errors": "resolve the errors",
    "tokens": "remove the cause",
}


def ways_out(desk: Desk, metric: Metric, value: float) -> str:
    """A sentence with what a person can do about a stop."""
    limit = agents_limits(metric, desk.gauges).stop or metric.limits[2]
    raised = _raised(limit, value)
    command = config_command(metric, "stop", raised)
    told = f", or tell the agent: `{command}`" if command else ""
    return f"Raise the limit (`cockpit limit {metric.name} stop {raised:g}`{told}), or {_CAUSES[metric.name]}."


def config_command(metric: Metric, level: Level, value: float) -> str | None:
    """The command that tells the agent a limit; None for the metrics it cannot be told (formats/autopilot.md A.7)."""
    if metric.name not in ("cost", "tokens"):
        return None
    amount = write_amount(value, metric.unit).replace(",", "") if metric.name == "tokens" else f"{value:g}"
    return f"/autopilot:config --set {_FLAGS[level]}-{metric.name}={amount}"


def _raised(limit: float, value: float) -> float:
    """A limit with room above the value: steps of a fifth of the present one, at least three of them."""
    step = max(1.0, limit / 5)
    return float(math.ceil(limit + max(3, math.floor((value - limit) / step) + 1) * step))
