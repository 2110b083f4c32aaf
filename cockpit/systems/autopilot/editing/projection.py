"""The state file's Thresholds section as a projection of the JSON: what a verb on thresholds changes there."""

from collections.abc import Mapping

from cockpit.model import Level
from cockpit.rules.levels import Metric, level_of
from cockpit.rules.limits import resolve
from cockpit.systems.autopilot.editing.acknowledged_list import list_alert, unlist_alert
from cockpit.systems.autopilot.editing.desk import Desk
from cockpit.systems.autopilot.editing.table_cells import Shown, find_row, show_acknowledged, show_all
from cockpit.systems.autopilot.limit_sources import agents_sources


def agents_level(desk: Desk, metric: Metric, value: float | None) -> Level | None:
    """The level a value reaches by the limits that the agent reads."""
    limits = resolve(metric, agents_sources(desk.gauges.sources))
    return level_of(value, limits)


def project_acknowledgment(desk: Desk, metric: Metric, value: float, at: str) -> None:
    """Mark the metric's alert as acknowledged in the table, and list it. A row that lags behind gets the value, too."""
    sheet = desk.sheet
    if sheet is None:
        return
    row = find_row(sheet.markdown, metric)
    if row is not None and _row_level(desk, metric, value) == "alert":
        sheet.change(show_acknowledged(row, metric, Shown(level="alert", acknowledged=True)))
    elif row is not None:
        level = agents_level(desk, metric, value)
        sheet.change(show_all(row, metric, Shown(level=level, acknowledged=True, value=value)))
    list_alert(sheet, metric, value, at)


def project_withdrawal(desk: Desk, metric: Metric) -> None:
    """Take the metric's mark out of the table, and its entries out of the list."""
    sheet = desk.sheet
    if sheet is None:
        return
    row = find_row(sheet.markdown, metric)
    read = desk.gauges.row(metric.name)
    if row is not None and read is not None and read.acknowledged:
        shown = Shown(level=_row_level(desk, metric, read.value), acknowledged=False)
        sheet.change(show_acknowledged(row, metric, shown))
    unlist_alert(sheet, metric)


def project_value(desk: Desk, metric: Metric, value: float, *, acknowledged: bool) -> None:
    """Show a new value in the table, where there is a row for it."""
    row = find_row(desk.sheet.markdown, metric) if desk.sheet else None
    if desk.sheet is not None and row is not None:
        shown = Shown(level=agents_level(desk, metric, value), acknowledged=acknowledged, value=value)
        desk.sheet.change(show_all(row, metric, shown))


def project_limits(
    desk: Desk, metric: Metric, limits: Mapping[Level, float], level: Level | None, *, acknowledged: bool
) -> bool:
    """Show a changed limit in the table; whether there is a row for it."""
    row = find_row(desk.sheet.markdown, metric) if desk.sheet else None
    if desk.sheet is None or row is None:
        return False
    desk.sheet.change(show_all(row, metric, Shown(level=level, acknowledged=acknowledged, limits=limits)))
    return True


def _row_level(desk: Desk, metric: Metric, value: float | None) -> Level | None:
    """The level of the row's own value, where it has one: a table that lags behind stays true to itself."""
    read = desk.gauges.row(metric.name)
    return agents_level(desk, metric, read.value if read is not None and read.value is not None else value)
