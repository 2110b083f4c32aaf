"""The "Acknowledged Alerts" list below the table (seed): `- Cost @ $26.50 — acknowledged 2026-01-29T14:30`."""

from collections.abc import Iterator

from cockpit.documents.insertions import insert_item, insert_lines, remove_item
from cockpit.documents.markdown import Field, Item, Section
from cockpit.documents.splice import Splice
from cockpit.rules.levels import Metric
from cockpit.systems.autopilot.amounts import write_amount
from cockpit.systems.autopilot.metric_names import metric_named
from cockpit.systems.autopilot.thresholds_table import read_entry
from cockpit.systems.autopilot.transponder import THRESHOLDS
from cockpit.systems.editing.markdown_sheet import MarkdownSheet
from cockpit.systems.reading.values import is_nothing

LABEL = "Acknowledged Alerts"


def entry_text(metric: Metric, value: float, at: str) -> str:
    """An entry as the seed writes it; the time in UTC, to the minute."""
    return f"{metric.name.capitalize()} @ {write_amount(value, metric.unit)} — acknowledged {at[:16]}"


def list_alert(sheet: MarkdownSheet, metric: Metric, value: float, at: str) -> None:
    """Add the metric's entry, or bring it up to date; the list begins below the table where there is none."""
    section = sheet.markdown.section(*THRESHOLDS)
    if section is None or not section.tables():
        return
    sheet.change(_listed(sheet, section, metric, entry_text(metric, value, at)))


def unlist_alert(sheet: MarkdownSheet, metric: Metric) -> None:
    """Remove the metric's entries; an empty list says `None`."""
    section = sheet.markdown.section(*THRESHOLDS)
    if section is None:
        return
    items = _entries(section)
    mine = [item for item in items if _names(item, metric)]
    if mine and len(mine) == len(items):
        sheet.change([items[0].rewrite("None"), *(remove_item(sheet.text, item) for item in items[1:])])
    else:
        sheet.change(remove_item(sheet.text, item) for item in mine)


def _listed(sheet: MarkdownSheet, section: Section, metric: Metric, text: str) -> Iterator[Splice]:
    label = section.field(LABEL)
    mine = [item for item in _entries(section) if _names(item, metric)]
    empty = [item for item in section.items() if label and item.line > label.line and is_nothing(item.text)]
    if mine or empty:
        entry = (mine or empty)[-1]
        if entry.text != text:
            yield entry.rewrite(text)
    elif _entries(section):
        yield insert_item(sheet.text, section, text, sheet.newline)
    else:
        yield _begin(sheet, section, label, text)


def _begin(sheet: MarkdownSheet, section: Section, label: Field | None, text: str) -> Splice:
    starts = section.lines.starts
    if label is not None:
        return insert_lines(sheet.text, starts[label.line], [f"- {text}"], sheet.newline)
    lines = ["", f"**{LABEL}:**", f"- {text}"]
    return insert_lines(sheet.text, section.tables()[-1].end, lines, sheet.newline)


def _entries(section: Section) -> tuple[Item, ...]:
    return tuple(item for item in section.items() if read_entry(item.text, item.line) is not None)


def _names(item: Item, metric: Metric) -> bool:
    read = read_entry(item.text, item.line)
    return read is not None and metric_named(read.metric) == metric
