"""Rows of a new Thresholds table (seed): `| Cost | $26.50 | $10 ⚠️ | $25 🔶 ACK | $50 | Alert (ack) |`."""

from cockpit.model import LEVELS, Level, Limits
from cockpit.rules.levels import Metric, level_of, rank
from cockpit.systems.autopilot.amounts import write_amount
from cockpit.systems.autopilot.editing.table_cells import MARKS, STATUS_WORDS

Row = tuple[str, str, str, str, str, str]


def threshold_row(metric: Metric, value: float, limits: Limits, *, acknowledged: bool = False) -> Row:
    """One metric's row with its marks."""
    level = level_of(value, limits)
    acknowledged = acknowledged and rank(level) >= rank("alert")
    warning, alert, stop = (_limit(metric, known, limits, level, acknowledged) for known in LEVELS)
    status = STATUS_WORDS[level] + (" (ack)" if acknowledged and level == "alert" else "")
    return metric.name.capitalize(), write_amount(value, metric.unit), warning, alert, stop, status


def _limit(metric: Metric, level: Level, limits: Limits, reached: Level | None, acknowledged: bool) -> str:
    limit = limits.at(level)
    text = "—" if limit is None else write_amount(limit, metric.unit)
    if rank(reached) < rank(level):
        return text
    return f"{text} {MARKS[level]}" + (" ACK" if acknowledged and level == "alert" else "")
