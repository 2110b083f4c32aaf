"""The commands that tell the agent a limit (docs/systems/autopilot.md): `/autopilot:config --set max-cost=80`."""

from cockpit.model import Level
from cockpit.rules.metrics import Metric
from cockpit.systems.autopilot.amounts import write_amount

_FLAGS: dict[Level, str] = {"warning": "warn", "alert": "alert", "stop": "max"}


def config_command(metric: Metric, level: Level, value: float) -> str | None:
    """The command that tells the agent a limit; None for the metrics it cannot be told."""
    if metric.name not in ("cost", "tokens"):
        return None
    amount = write_amount(value, metric.unit).replace(",", "") if metric.name == "tokens" else f"{value:g}"
    return f"/autopilot:config --set {_FLAGS[level]}-{metric.name}={amount}"
