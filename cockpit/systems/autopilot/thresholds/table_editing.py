"""The state file's copy of the thresholds: what a verb changes in its tables and in its list of acknowledgments.

Layout 1 has a Thresholds table and the "Acknowledged Alerts" list below it (seed: `- Cost @ $26.50 — acknowledged
2026-01-29T14:30`). Layout 2 has a fuel table whose rows are levels of the cost, and one acknowledgment, the cost's.
Nothing is written where the track has no state file, or an older one, which is read only.
"""

import itertools
import re
from collections.abc import Iterator, Mapping
from dataclasses import field, replace

from cockpit.model import LEVELS, Level
from cockpit.regex import regex
from cockpit.rules.thresholds.metrics import Metric, level_of, parse_amount, rank, resolve
from cockpit.systems.autopilot.edit_session import EditSession
from cockpit.systems.autopilot.thresholds.amounts import is_at_least, metric_named, read_amount, write_amount
from cockpit.systems.autopilot.thresholds.limit_sources import agents_sources
from cockpit.systems.autopilot.thresholds.table import (
    COLUMNS,
    CURRENT,
    MARK,
    STATUS,
    THRESHOLDS,
    Entry,
    entries_of,
    level_word,
    read_entry,
    thresholds_sections,
)
from cockpit.systems.autopilot.waypoint import ACKNOWLEDGMENTS, CONTEXT_USED, FUEL, FUEL_LEVELS, STATE, TOTAL_COST
from cockpit.systems.shared.markdown_editor import MarkdownEditor
from cockpit.systems.shared.stated_values import fields_of, fold, is_nothing, plain
from cockpit.text.decoding import repair_mojibake
from cockpit.text.markdown import Cell, Field, Item, Row, Section, insert_item, insert_lines, remove_item
from cockpit.text.splice import Splice
from cockpit.values import dataclass

# What the Thresholds section states about a metric, brought up to date: amounts, marks of reached levels, the status

MARKS: Mapping[Level, str] = {"warning": "⚠️", "alert": "🔶", "stop": "🛑"}
"""The mark of a level that is reached. The seed shows the first two."""

_ANY_MARK = regex("[⚠🔶🔴🟠🟡🛑🚨❌⛔🔥🟥🟧🟨❗‼]\ufe0f?")
_ACK = regex(r"(?<![ \t])[ \t]*[(\[]?\bACK(?:ED|NOWLEDGED)?\b[)\]]?", re.IGNORECASE)
_AMOUNT = regex(r"[~≈]?[$€£]?\d(?:[\d,._]*\d)?(?P<blank>[ \t]?)(?:%|[kKmM](?!\w))?")
_CENTS = regex(r"\d\.\d\d(?!\d)")
STATUS_WORDS: Mapping[Level | None, str] = {None: "OK", "warning": "Warning", "alert": "Alert", "stop": "Stop"}
"""The status of each level, as the seed writes it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """What a row is to show. `value` and `limits` are only those that change; None leaves them as written."""

    level: Level | None
    acknowledged: bool
    value: float | None = None
    limits: Mapping[Level, float] = field(default_factory=dict)


def show_all(entry: Entry, metric: Metric, shown: Shown) -> Iterator[Splice]:
    """Bring all that is stated up to date: amounts, marks, status."""
    row = entry.row
    if row is None:
        yield from _show_texts(entry, metric, shown)
        return
    current = row.cell(*CURRENT)
    if current is not None and shown.value is not None:
        yield from _write(current, _with_value(current.text, shown.value, metric))
    for level in LEVELS:
        yield from _show_limit(row, level, metric, shown)
    yield from _show_status(row, shown)


def _show_texts(entry: Entry, metric: Metric, shown: Shown) -> Iterator[Splice]:
    """The same without columns that have names: amounts, and the word of the status; marks have no place."""
    amounts = [(entry.limits.get(level), limit, with_amount) for level, limit in shown.limits.items()]
    for text, amount, write in [(entry.value, shown.value, _with_value), *amounts]:
        if text is not None and amount is not None and (written := write(text.text, amount, metric)) != text.text:
            yield Splice(text.start, text.end, written)
    status = entry.status
    if status is not None and status.start < status.end and level_word(status.text) != (shown.level or "ok"):
        yield Splice(status.start, status.end, STATUS_WORDS[shown.level])


def show_acknowledged(row: Row, metric: Metric, shown: Shown) -> Iterator[Splice]:
    """Bring only the alert's mark and the status up to date; a mark in another cell goes."""
    for level in LEVELS:
        cell = row.cell(*COLUMNS[level])
        if level == "alert" or (cell is not None and MARK.search(cell.text)):
            yield from _show_limit(row, level, metric, shown)
    yield from _show_status(row, shown)


def _with_value(text: str, value: float, metric: Metric) -> str:
    """The same for a value that is measured: `> $12` becomes the amount alone."""
    return write_amount(value, metric.unit) if is_at_least(text) else with_amount(text, value, metric)


def with_amount(text: str, value: float, metric: Metric) -> str:
    """A cell's text with another amount, in the form of the one that stands there, where that can be read."""
    if read_amount(text) == value:
        return text
    found = _AMOUNT.search(text)
    written = write_amount(value, metric.unit)
    if found is None or read_amount(text) is None:
        return written
    whole = written
    if metric.unit == "usd" and _CENTS.search(found[0]) and "." not in written:
        written += ".00"
    if metric.unit == "percent":
        number = f"{value:g}"
        written = f"{number}{found['blank']}%" if "%" in found[0] else number
    blank = found["blank"] if found[0].endswith((" ", "\t")) else ""
    rewritten = text[: found.start()] + written + blank + text[found.end() :]
    return rewritten if read_amount(rewritten) == value else whole


def _show_limit(row: Row, level: Level, metric: Metric, shown: Shown) -> Iterator[Splice]:
    cell = row.cell(*COLUMNS[level])
    if cell is None:
        return
    text = cell.text
    if (limit := shown.limits.get(level)) is not None:
        text = with_amount(text, limit, metric)
    reached = rank(shown.level) >= rank(level)
    acknowledged = shown.acknowledged and level == "alert" and reached
    yield from _write(cell, _with_marks(text, level, reached, acknowledged))


def _with_marks(text: str, level: Level, reached: bool, acknowledged: bool) -> str:
    shown = repair_mojibake(text)
    mark = _ANY_MARK.search(shown)
    if (mark is not None) == reached and (MARK.search(shown) is not None) == acknowledged:
        return text
    bare = _ACK.sub("", _ANY_MARK.sub("", shown)).rstrip()
    own = mark[0] if mark else MARKS[level]
    return bare + (f" {own}" if reached else "") + (" ACK" if acknowledged else "")


def _show_status(row: Row, shown: Shown) -> Iterator[Splice]:
    cell = row.cell(*STATUS)
    if cell is None:
        return
    acknowledged = shown.acknowledged and shown.level == "alert"
    text = repair_mojibake(cell.text)
    if level_word(text) == (shown.level or "ok") and (MARK.search(text) is not None) == acknowledged:
        return
    word = STATUS_WORDS[shown.level]
    if len(text) > 2 and text.isupper():
        word = word.upper()
    yield from _write(cell, f"{word} (ack)" if acknowledged else word)


def _write(cell: Cell, text: str) -> Iterator[Splice]:
    if text != cell.text:
        yield cell.rewrite(text)


_LIST = "Acknowledged Alerts"


def agents_level(edit: EditSession, metric: Metric, value: float | None) -> Level | None:
    """The level a value reaches by the limits that the agent reads."""
    limits = resolve(metric, agents_sources(edit.gauges.sources))
    return level_of(value, limits)


def project_acknowledgment(edit: EditSession, metric: Metric, value: float, listed: str) -> None:
    """Mark the metric's alert as acknowledged in the table, and list it. A row that lags behind gets the value, too."""
    editor = edit.editor
    if editor is None:
        return
    if edit.is_waypoint:
        _answer_alert(editor, metric, acknowledged=True)
        return
    level = agents_level(edit, metric, value)
    changes: list[Splice] = []
    for entry in entries_of(editor.markdown, metric):
        if entry.row is not None and _own_level(edit, metric, entry, value) == "alert":
            changes += show_acknowledged(entry.row, metric, Shown(level="alert", acknowledged=True))
        else:
            changes += show_all(entry, metric, Shown(level=level, acknowledged=True, value=value))
    editor.change(changes)
    _list_alert(editor, metric, listed)


def project_withdrawal(edit: EditSession, metric: Metric) -> None:
    """Take the metric's mark out of the table, and its entries out of the list."""
    editor = edit.editor
    if editor is None:
        return
    if edit.is_waypoint:
        _answer_alert(editor, metric, acknowledged=False)
        return
    changes: list[Splice] = []
    for entry in entries_of(editor.markdown, metric):
        if entry.row is not None and any(MARK.search(text.text) for text in entry.texts):
            shown = Shown(level=_own_level(edit, metric, entry, None), acknowledged=False)
            changes += show_acknowledged(entry.row, metric, shown)
    editor.change(changes)
    _unlist_alert(editor, metric)


def project_value(edit: EditSession, metric: Metric, value: float, *, acknowledged: bool) -> None:
    """Show a new value wherever the Thresholds section states one."""
    editor = edit.editor
    if editor is None:
        return
    if edit.is_waypoint:
        editor.change(_fuel_values(editor, metric, value))
        return
    shown = Shown(level=agents_level(edit, metric, value), acknowledged=acknowledged, value=value)
    editor.change([each for entry in entries_of(editor.markdown, metric) for each in show_all(entry, metric, shown)])


def project_limit(edit: EditSession, metric: Metric, level: Level, limit: float, shown: Shown) -> bool:
    """Show a changed limit in the table; whether it has a place for it. `shown` is the row as it is to become."""
    editor = edit.editor
    if editor is None:
        return False
    if edit.is_waypoint:
        return _write_fuel_limit(editor, metric, level, limit)
    entries = entries_of(editor.markdown, metric)
    editor.change([each for entry in entries for each in show_all(entry, metric, shown)])
    return bool(entries)


def acknowledgment_entry(metric: Metric, value: float, at: str) -> str:
    """An entry of the list as the seed writes it; the time in UTC, to the minute."""
    return f"{metric.name.capitalize()} @ {write_amount(value, metric.unit)} — acknowledged {at[:16]}"


def _own_level(edit: EditSession, metric: Metric, entry: Entry, value: float | None) -> Level | None:
    """The level of the entry's own value, where it has one: a table that lags behind stays true to itself."""
    own = read_amount(entry.value.text) if entry.value is not None else None
    return agents_level(edit, metric, own if own is not None else value)


def _list_alert(editor: MarkdownEditor, metric: Metric, text: str) -> None:
    """Add the metric's entry, or bring it up to date; the list begins below the table where there is none."""
    section = editor.markdown.section(*THRESHOLDS)
    if section is None or not section.tables():
        return
    editor.change(_listed(editor, section, metric, text))


def _unlist_alert(editor: MarkdownEditor, metric: Metric) -> None:
    """Remove the metric's entries; an empty list says `None`."""
    changes: list[Splice] = []
    for section in thresholds_sections(editor.markdown):
        items = _entries(section)
        mine = [item for item in items if _names(item, metric)]
        if mine and len(mine) == len(items):
            changes += [items[0].rewrite("None"), *(remove_item(editor.text, item) for item in items[1:])]
        else:
            changes += [remove_item(editor.text, item) for item in mine]
    editor.change(changes)


def _listed(editor: MarkdownEditor, section: Section, metric: Metric, text: str) -> Iterator[Splice]:
    label = section.field(_LIST)
    mine = [item for item in _entries(section) if _names(item, metric)]
    below = [item for item in _items(section) if label and item.line > label.line]
    empty = [item for item in below if is_nothing(item.text)]
    if mine or empty:
        entry = (mine or empty)[-1]
        if entry.text != text:
            yield entry.rewrite(text)
    elif below or _entries(section):
        yield insert_item(editor.text, section, text, editor.newline)
    else:
        yield _begin(editor, section, label, text)


def _begin(editor: MarkdownEditor, section: Section, label: Field | None, text: str) -> Splice:
    starts = section.lines.starts
    if label is not None:
        return insert_lines(editor.text, starts[label.line], [f"- {text}"], editor.newline)
    lines = ["", f"**{_LIST}:**", f"- {text}"]
    return insert_lines(editor.text, section.tables()[-1].end, lines, editor.newline)


def _entries(section: Section) -> tuple[Item, ...]:
    return tuple(item for item in _items(section) if read_entry(item) is not None)


def _items(section: Section) -> Iterator[Item]:
    """The list entries of a section, each without the lines at the margin below it: Markdown counts them to the entry,
    but an acknowledgment is one line, and they are somebody's own words.
    """
    lines = section.lines
    for item in section.items():
        below = itertools.takewhile(lambda number: lines.raw[number - 1].startswith((" ", "\t")), item.lines[1:])
        own = (item.line, *below)
        if own == item.lines:
            yield item
            continue
        end = lines.starts[own[-1] - 1] + len(lines.raw[own[-1] - 1].rstrip())
        raw = lines.text[item.text_start : end]
        text = " ".join(line.strip() for line in raw.splitlines())
        yield replace(item, text=text, raw=raw, lines=own, text_end=end, end=lines.starts[own[-1]])


def _names(item: Item, metric: Metric) -> bool:
    read = read_entry(item)
    return read is not None and metric_named(read.metric) == metric


def _answer_alert(editor: MarkdownEditor, metric: Metric, *, acknowledged: bool) -> None:
    """Layout 2: answer the line "Alert acknowledged: Yes/No", where it stands."""
    section = editor.markdown.section(*ACKNOWLEDGMENTS)
    field = section.field("Alert acknowledged") if section else None
    if field is not None and metric.name == "cost" and fold(field.value).startswith("yes") != acknowledged:
        editor.change([field.rewrite("Yes" if acknowledged else "No")])


def _fuel_values(editor: MarkdownEditor, metric: Metric, value: float) -> Iterator[Splice]:
    """Layout 2: the change of each amount that states the metric's value."""
    section = editor.markdown.section(*(STATE if metric.name == "context" else FUEL))
    labels = {"context": CONTEXT_USED, "cost": TOTAL_COST}.get(metric.name, ())
    for labelled in fields_of(section) if labels else ():
        if fold(labelled.label) in {fold(label) for label in labels}:
            yield labelled.rewrite(with_amount(labelled.value, value, metric))
            break
    for row in _level_rows(editor).values() if metric.name == "cost" else ():
        cell, limit = row.cell("Used", "Current"), parse_amount(plain(row.get("Limit") or ""))
        if cell is not None:
            yield cell.rewrite(with_amount(cell.text, value, metric))
            yield from _remaining(row, limit, value, metric)


def _write_fuel_limit(editor: MarkdownEditor, metric: Metric, level: Level, value: float) -> bool:
    """Layout 2: write a limit of the cost where the fuel table states it; whether it does."""
    row = _level_rows(editor).get(level) if metric.name == "cost" else None
    cell = row.cell("Limit") if row else None
    if row is None or cell is None:
        return False
    used = parse_amount(plain(row.get("Used", "Current") or ""))
    editor.change([cell.rewrite(with_amount(cell.text, value, metric)), *_remaining(row, value, used, metric)])
    return True


def _remaining(row: Row, limit: float | None, used: float | None, metric: Metric) -> Iterator[Splice]:
    cell = row.cell("Remaining")
    if cell is not None and limit is not None and used is not None:
        yield cell.rewrite(with_amount(cell.text, max(0.0, round(limit - used, 2)), metric))


def _level_rows(editor: MarkdownEditor) -> Mapping[Level, Row]:
    section = editor.markdown.section(*FUEL_LEVELS)
    rows: dict[Level, Row] = {}
    for row in (row for table in section.tables() for row in table.rows) if section else ():
        name = fold(row.get("Type", "Level") or "")
        rows |= {level: row for level in LEVELS if name == level and level not in rows}
    return rows
