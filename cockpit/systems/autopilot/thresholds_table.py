"""The Thresholds section of a state file: its table and its list of acknowledged alerts (seed, TRANSPONDER.md)."""

import re

from cockpit.documents.markdown import Row, Section
from cockpit.model import LEVELS, Level
from cockpit.rules.instants import find_instant
from cockpit.rules.levels import parse_amount
from cockpit.systems.autopilot.metric_names import metric_named
from cockpit.systems.autopilot.state_file import AcknowledgedLine, ThresholdRow
from cockpit.systems.reading.outline import Outline
from cockpit.systems.reading.values import is_bare, plain
from cockpit.systems.reading.words import fold

MARK = re.compile(r"\bACK(?:ED|NOWLEDGED)?\b", re.IGNORECASE)
"""How a cell says that an alert was acknowledged."""

_ENTRY = re.compile(
    r"(?P<type>[A-Za-z][\w ]{1,30}?)\s*(?:@|at|:)\s*(?P<amount>[$€£]?[\d.,]+\s?[%kKmM]?)?.*?(?:ack\w*)\b(?P<rest>.*)",
    re.IGNORECASE | re.DOTALL,
)
TYPE = ("Type", "Metric", "Threshold")
CURRENT = ("Current", "Value", "Used", "Now")
STATUS = ("Status", "State", "Level")
"""What the columns are called."""

_WORD = re.compile(r"\w")
_MARK_WORDS = re.compile(r"\b(?:ack(?:ed|nowledged)?|warning|alert|stop|ok|none|n/?a|usd|tokens?|at)\b", re.IGNORECASE)
_AMOUNT = re.compile(r"[$€£]?\d[\d.,_]*\s?(?:%|[kKmM]\b)?")
_EMPHASIS = re.compile(r"[*_`]+")
_TIME = re.compile(r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)?)?")
_LAST_DIGIT = re.compile(r"\d(?:[\d,]*\d)?(?:\.(?P<decimals>\d+))?\s?(?P<scale>[kKmM]\b)?")


def threshold_rows(section: Section, outline: Outline) -> tuple[ThresholdRow, ...]:
    """The rows of the section's tables that name a metric; the first row of a metric counts.

    A value or limit that is no amount is reported.
    """
    rows: dict[str, ThresholdRow] = {}
    for row in (row for table in section.tables() for row in table.rows):
        read = _row(row)
        if read is not None and read.metric not in rows:
            rows[read.metric] = read
            outline.taken.take_if(_is_whole(row), row.line)
            _report_unreadable(read, row, outline)
    return tuple(rows.values())


def acknowledged_lines(section: Section, outline: Outline) -> tuple[AcknowledgedLine, ...]:
    """The entries of the list of acknowledged alerts; the last entry of a metric counts, as lists grow downward."""
    lines: dict[str, AcknowledgedLine] = {}
    for item in section.items():
        read = read_entry(item.text, item.line)
        if read is not None:
            lines[read.metric] = read
        whole = is_bare(item.text) if read is None else _entry_is_whole(plain(item.text))
        outline.taken.take_if(whole, *item.lines)
    label = section.field("Acknowledged Alerts")
    if label is not None and is_bare(label.value):
        outline.taken.take(label.line)
    return tuple(lines.values())


def _row(row: Row) -> ThresholdRow | None:
    metric = metric_named(plain(row.get(*TYPE) or ""))
    current = row.get(*CURRENT)
    if metric is None or current is None:
        return None
    texts = {level: row.get(level) for level in LEVELS}
    limits: dict[Level, float] = {
        level: amount for level, text in texts.items() if (amount := _amount(text)) is not None
    }
    status = row.get(*STATUS) or ""
    marked = any(MARK.search(text) for text in (*texts.values(), status) if text)
    return ThresholdRow(
        metric=metric.name,
        line=row.line,
        value=_amount(current),
        step=_step(current),
        limits=limits,
        status=level_word(status),
        acknowledged=marked,
    )


def _amount(cell: str | None) -> float | None:
    """The amount a cell begins with, whatever its emphasis: `**$25** 🔶`."""
    return parse_amount(_EMPHASIS.sub("", cell)) if cell else None


def _is_whole(row: Row) -> bool:
    """Whether a row says nothing but its metric, amounts, marks and a level."""
    amounts = {cell.start for names in (CURRENT, *((level,) for level in LEVELS)) if (cell := row.cell(*names))}
    metric, status = row.cell(*TYPE), row.cell(*STATUS)
    for cell in row.cells:
        text = "" if cell is metric else cell.text
        if cell.start in amounts:
            text = _AMOUNT.sub("", text, count=1)
        if cell is status or cell.start in amounts:
            text = _MARK_WORDS.sub("", text)
        if _WORD.search(text):
            return False
    return True


def _entry_is_whole(text: str) -> bool:
    """Whether an entry says nothing but metric, amount and time."""
    found = _ENTRY.match(text)
    if found is None:
        return False
    behind = _TIME.sub("", found["rest"], count=1)
    between = text[found.end("amount") if found["amount"] else found.end("type") : found.start("rest")]
    return not _WORD.search(behind + _MARK_WORDS.sub("", between))


def _report_unreadable(read: ThresholdRow, row: Row, outline: Outline) -> None:
    """An open limit (`tbd`) is none either; only an empty cell or a dash says that there is none."""
    said = {"value": plain(row.get(*CURRENT) or "") if read.value is None else ""}
    said |= {f"{level} limit": plain(row.get(level) or "") for level in LEVELS if level not in read.limits}
    for what, text in said.items():
        if _WORD.search(text) and text.casefold() not in ("n/a", "none"):
            outline.report.unreadable(outline.path, row.line, f"The {what} of {read.metric}", text)


def level_word(status: str) -> str | None:
    """The level a Status cell names, `ok` for none, None for no word that is known."""
    words = fold(status).split()
    return next((word for word in words if word in (*LEVELS, "ok")), None)


def _step(text: str) -> float:
    """How much one unit of the last written digit is worth: 0.01 for `$26.50`, 1 for `35%`, 1000 for `523K`."""
    found = _LAST_DIGIT.search(text)
    if found is None:
        return 1.0
    scale = {"k": 1e3, "m": 1e6}.get((found["scale"] or "").lower(), 1.0)
    return float(scale * 10 ** -len(found["decimals"] or ""))


def read_entry(text: str, line: int) -> AcknowledgedLine | None:
    """An entry of the list of acknowledged alerts; None for anything else."""
    found = _ENTRY.match(plain(text))
    metric = metric_named(found["type"]) if found else None
    if found is None or metric is None:
        return None
    time = _TIME.search(found["rest"]) if find_instant(found["rest"]) else None
    return AcknowledgedLine(
        metric=metric.name, line=line, value=parse_amount(found["amount"]), at=time.group() if time else None
    )
