"""Layout 2, the waypoint's: its fuel table, whose rows are levels, and its one acknowledgment, that of the cost."""

from collections.abc import Iterator, Mapping

from cockpit.documents.markdown import Row
from cockpit.documents.splice import Splice
from cockpit.model import LEVELS, Level
from cockpit.rules.levels import Metric, parse_amount
from cockpit.systems.autopilot.editing.desk import Desk
from cockpit.systems.autopilot.editing.table_cells import with_amount
from cockpit.systems.autopilot.waypoint import ACKNOWLEDGMENTS, CONTEXT_USED, FUEL, FUEL_LEVELS, STATE, TOTAL_COST
from cockpit.systems.editing.markdown_sheet import MarkdownSheet
from cockpit.systems.reading.values import fields_of, plain
from cockpit.systems.reading.words import fold


def mark_waypoint(desk: Desk, metric: Metric, *, acknowledged: bool) -> None:
    """Answer the line "Alert acknowledged: Yes/No", where it stands."""
    section = desk.sheet.markdown.section(*ACKNOWLEDGMENTS) if desk.sheet else None
    field = section.field("Alert acknowledged") if section else None
    if desk.sheet is None or field is None or metric.name != "cost":
        return
    if fold(field.value).startswith("yes") != acknowledged:
        desk.sheet.change([field.rewrite("Yes" if acknowledged else "No")])


def write_fuel_value(desk: Desk, metric: Metric, value: float) -> None:
    """Write a value wherever the waypoint states it."""
    if desk.sheet is not None:
        desk.sheet.change(_values(desk.sheet, metric, value))


def write_fuel_limit(desk: Desk, metric: Metric, level: Level, value: float) -> bool:
    """Write a limit of the cost where the waypoint states it; whether it does."""
    sheet = desk.sheet
    row = _level_rows(sheet).get(level) if sheet and metric.name == "cost" else None
    cell = row.cell("Limit") if row else None
    if sheet is None or row is None or cell is None:
        return False
    used = parse_amount(plain(row.get("Used", "Current") or ""))
    sheet.change([cell.rewrite(with_amount(cell.text, value, metric)), *_remaining(row, value, used, metric)])
    return True


def _values(sheet: MarkdownSheet, metric: Metric, value: float) -> Iterator[Splice]:
    """The change of each amount that states the metric's value."""
    section = sheet.markdown.section(*(STATE if metric.name == "context" else FUEL))
    labels = {"context": CONTEXT_USED, "cost": TOTAL_COST}.get(metric.name, ())
    for field in fields_of(section) if labels else ():
        if fold(field.label) in {fold(label) for label in labels}:
            yield field.rewrite(with_amount(field.value, value, metric))
            break
    for row in _level_rows(sheet).values() if metric.name == "cost" else ():
        cell, limit = row.cell("Used", "Current"), parse_amount(plain(row.get("Limit") or ""))
        if cell is not None:
            yield cell.rewrite(with_amount(cell.text, value, metric))
            yield from _remaining(row, limit, value, metric)


def _remaining(row: Row, limit: float | None, used: float | None, metric: Metric) -> Iterator[Splice]:
    cell = row.cell("Remaining")
    if cell is not None and limit is not None and used is not None:
        yield cell.rewrite(with_amount(cell.text, max(0.0, round(limit - used, 2)), metric))


def _level_rows(sheet: MarkdownSheet | None) -> Mapping[Level, Row]:
    section = sheet.markdown.section(*FUEL_LEVELS) if sheet else None
    rows: dict[Level, Row] = {}
    for row in (row for table in section.tables() for row in table.rows) if section else ():
        name = fold(row.get("Type", "Level") or "")
        rows |= {level: row for level in LEVELS if name == level and level not in rows}
    return rows
