"""A metric's row in the Thresholds table: amounts, the marks of reached levels, and the status word.

Only what says something else than it should is written; the file's own marks and words stay where they are right.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import field

from cockpit.documents.markdown import Cell, Markdown, Row
from cockpit.documents.splice import Splice
from cockpit.documents.text import repair_mojibake
from cockpit.model import LEVELS, Level
from cockpit.rules.levels import Metric, parse_amount, rank
from cockpit.systems.autopilot.amounts import write_amount
from cockpit.systems.autopilot.metric_names import metric_named
from cockpit.systems.autopilot.thresholds_table import CURRENT, MARK, STATUS, TYPE, level_word
from cockpit.systems.autopilot.transponder import THRESHOLDS
from cockpit.systems.reading.values import plain
from cockpit.values import dataclass

MARKS: Mapping[Level, str] = {"warning": "⚠️", "alert": "🔶", "stop": "🛑"}
"""The mark of a level that is reached. The seed shows the first two."""

_ANY_MARK = re.compile("[⚠🔶🔴🟠🟡🛑🚨❌⛔🔥🟥🟧🟨❗‼]\ufe0f?")
_ACK = re.compile(r"(?<![ \t])[ \t]*[(\[]?\bACK(?:ED|NOWLEDGED)?\b[)\]]?", re.IGNORECASE)
_AMOUNT = re.compile(r"[~≈]?[$€£]?\d(?:[\d,._]*\d)?(?P<blank>[ \t]?)(?:%|[kKmM](?!\w))?")
_CENTS = re.compile(r"\d\.\d\d(?!\d)")
STATUS_WORDS: Mapping[Level | None, str] = {None: "OK", "warning": "Warning", "alert": "Alert", "stop": "Stop"}
"""The status of each level, as the seed writes it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """What a row is to show. `value` and `limits` are only those that change; None leaves them as written."""

    level: Level | None
    acknowledged: bool
    value: float | None = None
    limits: Mapping[Level, float] = field(default_factory=dict)


def find_row(markdown: Markdown, metric: Metric) -> Row | None:
    """The metric's row, None where no Thresholds table has one."""
    section = markdown.section(*THRESHOLDS)
    rows = (row for table in section.tables() for row in table.rows) if section else ()
    return next((row for row in rows if _names(row, metric)), None)


def show_all(row: Row, metric: Metric, shown: Shown) -> Iterator[Splice]:
    """Bring a whole row up to date: amounts, marks, status."""
    current = row.cell(*CURRENT)
    if current is not None and shown.value is not None:
        yield from _write(current, with_amount(current.text, shown.value, metric))
    for level in LEVELS:
        yield from _show_limit(row, level, metric, shown)
    yield from _show_status(row, shown)


def show_acknowledged(row: Row, metric: Metric, shown: Shown) -> Iterator[Splice]:
    """Bring only the alert's mark and the status up to date; a mark in another cell goes."""
    for level in LEVELS:
        cell = row.cell(level)
        if level == "alert" or (cell is not None and MARK.search(cell.text)):
            yield from _show_limit(row, level, metric, shown)
    yield from _show_status(row, shown)


def with_amount(text: str, value: float, metric: Metric) -> str:
    """A cell's text with another amount, in the form of the one that stands there."""
    if parse_amount(plain(text)) == value:
        return text
    found = _AMOUNT.search(text)
    written = write_amount(value, metric.unit)
    if found is None:
        return written
    if metric.unit == "usd" and _CENTS.search(found[0]) and "." not in written:
        written += ".00"
    if metric.unit == "percent":
        number = f"{value:g}"
        written = f"{number}{found['blank']}%" if "%" in found[0] else number
    blank = found["blank"] if found[0].endswith((" ", "\t")) else ""
    return text[: found.start()] + written + blank + text[found.end() :]


def _names(row: Row, metric: Metric) -> bool:
    found = metric_named(plain(row.get(*TYPE) or ""))
    return found is not None and found.name == metric.name and row.cell(*CURRENT) is not None


def _show_limit(row: Row, level: Level, metric: Metric, shown: Shown) -> Iterator[Splice]:
    cell = row.cell(level)
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
