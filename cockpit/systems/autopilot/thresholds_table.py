"""The Thresholds section of a state file: its table and its list of acknowledged alerts (seed, TRANSPONDER.md)."""

import re

from cockpit.documents.markdown import Row, Section
from cockpit.model import Level
from cockpit.rules.instants import find_instant
from cockpit.rules.levels import LEVELS, metric_named, parse_amount
from cockpit.systems.autopilot.report import Report
from cockpit.systems.autopilot.state_file import AcknowledgedLine, ThresholdRow
from cockpit.systems.autopilot.values import is_nothing, plain
from cockpit.systems.autopilot.vocabulary import fold

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

_TIME = re.compile(r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)?)?")
_LAST_DIGIT = re.compile(r"\d(?:[\d,]*\d)?(?:\.(?P<decimals>\d+))?\s?(?P<scale>[kKmM]\b)?")


def threshold_rows(section: Section, path: str, report: Report) -> tuple[ThresholdRow, ...]:
    """The rows of the section's tables that name a metric; the first row of a metric counts.

    A current value that is no amount is reported.
    """
    rows: dict[str, ThresholdRow] = {}
    for table in section.tables():
        for row in table.rows:
            read = _row(row)
            if read is not None:
                rows.setdefault(read.metric, read)
                _report_unreadable(read, row, path, report)
    return tuple(rows.values())


def acknowledged_lines(section: Section) -> tuple[AcknowledgedLine, ...]:
    """The entries of the list of acknowledged alerts; the last entry of a metric counts, as lists grow downward."""
    lines: dict[str, AcknowledgedLine] = {}
    for item in section.items():
        read = read_entry(item.text, item.line)
        if read is not None:
            lines[read.metric] = read
    return tuple(lines.values())


def _row(row: Row) -> ThresholdRow | None:
    metric = metric_named(plain(row.get(*TYPE) or ""))
    current = row.get(*CURRENT)
    if metric is None or current is None:
        return None
    texts = {level: row.get(level) for level in LEVELS}
    limits: dict[Level, float] = {
        level: amount for level, text in texts.items() if (amount := parse_amount(text)) is not None
    }
    status = row.get(*STATUS) or ""
    marked = any(MARK.search(text) for text in (*texts.values(), status) if text)
    return ThresholdRow(
        metric=metric.name,
        line=row.line,
        value=parse_amount(plain(current)),
        step=_step(current),
        limits=limits,
        status=level_word(status),
        acknowledged=marked,
    )


def _report_unreadable(read: ThresholdRow, row: Row, path: str, report: Report) -> None:
    current = row.get(*CURRENT) or ""
    if read.value is None and not is_nothing(plain(current)):
        report.add("value-unreadable", path, row.line, f"The value of {read.metric} is no amount: {current[:60]!r}.")


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
