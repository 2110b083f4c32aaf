"""What the Thresholds section states about a metric, brought up to date: amounts, marks of reached levels, the status.

Only what says something else than it should is written; the file's own marks and words stay where they are right.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import field

from cockpit.documents.markdown import Cell, Row
from cockpit.documents.splice import Splice
from cockpit.documents.text import repair_mojibake
from cockpit.model import LEVELS, Level
from cockpit.rules.metrics import Metric, rank
from cockpit.systems.autopilot.amounts import read_amount, write_amount
from cockpit.systems.autopilot.thresholds_table import COLUMNS, CURRENT, MARK, STATUS, Entry, level_word
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


def show_all(entry: Entry, metric: Metric, shown: Shown) -> Iterator[Splice]:
    """Bring all that is stated up to date: amounts, marks, status."""
    row = entry.row
    if row is None:
        yield from _show_texts(entry, metric, shown)
        return
    current = row.cell(*CURRENT)
    if current is not None and shown.value is not None:
        yield from _write(current, with_amount(current.text, shown.value, metric))
    for level in LEVELS:
        yield from _show_limit(row, level, metric, shown)
    yield from _show_status(row, shown)


def _show_texts(entry: Entry, metric: Metric, shown: Shown) -> Iterator[Splice]:
    """The same without columns that have names: amounts, and the word of the status; marks have no place."""
    amounts = [(entry.value, shown.value), *((entry.limits.get(level), limit) for level, limit in shown.limits.items())]
    for text, amount in amounts:
        if text is not None and amount is not None and (written := with_amount(text.text, amount, metric)) != text.text:
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
    told = text[: found.start()] + written + blank + text[found.end() :]
    return told if read_amount(told) == value else whole


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
