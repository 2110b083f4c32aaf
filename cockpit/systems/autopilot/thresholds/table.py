"""The Thresholds section of a state file: what it states about metrics, in a table or in lines of its own, and its list
of acknowledged alerts (seed, TRANSPONDER.md).

Agents write tables without a header, with other column names or a column for each metric, bullets and plain lines. All
of them state the same: of a metric the present value, limits, and a level. What names a metric and cannot be read is
kept as it stands: nobody may take it for nothing.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace

from cockpit.model import LEVELS, Level, Statement, Unit
from cockpit.regex import regex
from cockpit.rules.thresholds.metrics import Metric, folded_name, parse_amount, rank
from cockpit.systems.autopilot.state_file import AcknowledgedLine, ThresholdRow
from cockpit.systems.autopilot.thresholds.amounts import (
    MENTION,
    OTHER,
    is_about_remainder,
    is_at_least,
    metric_named,
    metrics_in,
    read_amount,
    states_something,
)
from cockpit.systems.shared.outline import Outline, outermost
from cockpit.systems.shared.report import as_json
from cockpit.systems.shared.stated_values import fold, is_bare, is_nothing, plain
from cockpit.text.markdown import Cell, Item, Kind, Markdown, Region, Row, Section, Table
from cockpit.values import dataclass
from cockpit.wording.messages import Message
from cockpit.wording.times import parse_instant

MARK = regex(r"(?:[\d%kKmM🔶\ufe0f]\*{0,2} ACK|\(ack\))[\s*_`]*$", re.IGNORECASE)
"""How a cell says that an alert was acknowledged: `$25 🔶 ACK`, `Alert (ack)`."""

_ENTRY = regex(
    r"(?P<type>[A-Za-z][\w ]{1,30}) @ (?P<amount>[$€£]?[\d.,]+\s?[%kKmM]?) [—–-] acknowledged (?P<at>\S.{9,40})",
    re.IGNORECASE,
)
THRESHOLDS = ("Thresholds", "Threshold Status")
"""What the section is called."""
TYPE = ("Type", "Metric", "Threshold", "Name", "Gauge", "Resource", "Item", "Measure", "Check", "What")
CURRENT = ("Current", "Value", "Used", "Now", "Actual", "Present", "Usage", "Spent", "Reading", "Measured", "So far")
STATUS = ("Status", "State", "Level")
COLUMNS: Mapping[Level, tuple[str, ...]] = {
    "warning": ("warning", "warn", "warn at", "warning at", "warning limit", "yellow"),
    "alert": ("alert", "alert at", "alert limit", "pause", "pause at", "orange"),
    "stop": ("stop", "stop at", "stop limit", "halt", "halt at", "hard stop", "red", "limit", "max", "maximum",
             "budget", "cap"),
}  # fmt: skip
"""What the columns are called."""

_HEADS = frozenset(fold(label) for names in (TYPE, CURRENT, STATUS, *COLUMNS.values()) for label in names)
_CERTAIN = 3
"""Names of columns that make a row a header."""
_WORD = regex(r"\w")
_MARK_WORDS = regex(r"\b(?:ack(?:ed|nowledged)?|warning|alert|stop|ok|none|n/?a|usd|tokens?|at)\b", re.IGNORECASE)
_AMOUNT = regex(r"[$€£]?\d[\d.,_]*\s?(?:%|[kKmM]\b)?")
_BARE_AMOUNT = regex(
    r"[~≈<>≥≤]?\s?(?P<before>(?:US)?[$€£¥])?\s?\d[\d.,_]*\s?(?:(?P<percent>%)|(?P<tokens>[kKmM])|(?P<money>[$€£¥]|USD|EUR))?"
)
_LAST_DIGIT = regex(r"\d(?:[\d,]*\d)?(?:\.(?P<decimals>\d+))?\s?(?P<scale>[kKmM]\b)?")
_STOPS = regex(
    r"\b(?:stop(?:p(?:ed)?)?|halt(?:ed)?|exceed\w*|breach\w*|exhausted|blown|critical|red|over budget"
    r"|over (?:the )?(?:\w+ )?(?:limit|budget)|limit (?:hit|reached)|must not|do not (?:go on|continue|resume|start)"
    r"|überschritten)\b"
    r"|[🛑🔴⛔💥🟥]|超出|停止|^over$",
    re.IGNORECASE,
)
_SIGNS = regex("[🛑🔴⛔💥🟥]")
_ALERTS = regex(r"\b(?:alert(?:ed|a)?|alarm|paused?|reached)\b|[🔶🟠🚨🔥]", re.IGNORECASE)
_CALM = regex(
    r"\b(?:no|not|none|never|nobody|without|below|under|if|when|whenever|unless|legend|at an?|at \$|agreed|far from|ok"
    r"|close to|near|until|before|after|each|limits?:|warning (?:is|at))\b|[✅🟢]",
    re.IGNORECASE,
)
_HOLDS = regex(
    r"(?<!not )(?<!no )(?<!never )\b(?:blocked|on hold|hold|wait(?:s|ing)?|await(?:s|ing)?|needs?|requires?"
    r"|suspended|frozen|orange|(?:approval|ack\w*) (?:is )?(?:needed|required|missing|pending))\b",
    re.IGNORECASE,
)
"""What a status says that asks for somebody; in a sentence it may say anything."""
_NOT_FINE = regex(
    r"\bnot (?:o\.?k(?:ay)?|fine|good|safe|healthy|green|normal|acceptable)\b|\bno[- ]go\b", re.IGNORECASE
)
_WARNS = frozenset(("warn", "warned", "yellow", "amber", "caution", "elevated", "watch"))
_FINE = frozenset({
    "fine", "good", "great", "healthy", "normal", "nominal", "green", "safe", "stable", "steady", "low",
    "clear", "acceptable", "expected", "comfortable", "moderate", "within", "limits", "limit", "range",
    "budget", "estimate", "on", "in", "track", "target", "tracking", "tracked", "under", "below", "as", "well",
    "of", "the", "and", "all", "so", "far", "up", "to", "date", "rising", "falling", "climbing", "improving",
    "unchanged", "active", "running", "measured", "estimated", "current", "started", "progress", "done",
    "complete", "completed", "passed", "met", "reset", "monitored", "monitoring", "ack", "acked", "acknowledged",
})  # fmt: skip
"""The words of a status that says nothing of a level."""
_HIT = regex(r"\b(?:reached|hit|exceeded|passed)\b", re.IGNORECASE)
_PENDING = regex(r"\b(?:not|nobody|un|yet|pending|awaiting|until|needs?)\b|\bunack", re.IGNORECASE)
_DOTS_GROUP = regex(r"\d\.\d{3}\.\d{3}(?!\d)|\d\.\d{3},\d")
_SECONDS = {"ms": 0.001, "s": 1.0, "sec": 1.0, "m": 60.0, "min": 60.0, "mins": 60.0, "minutes": 60.0, "h": 3600.0,
            "hr": 3600.0, "hrs": 3600.0, "hour": 3600.0, "hours": 3600.0, "d": 86400.0, "days": 86400.0}  # fmt: skip
_BYTES = {"kb": 1e3, "mb": 1e6, "gb": 1e9, "tb": 1e12}
_QUANTITY = regex(
    rf"(?P<number>\d[\d.,]*)\s?(?P<unit>{'|'.join(sorted((*_SECONDS, *_BYTES), key=len, reverse=True))})\b",
    re.IGNORECASE,
)
_LONGEST = 400
"""Characters of a line that are looked at: what stands behind them is no statement any more."""
_LEAD = regex(r"[ \t]*(?:(?:[-*+•]|\d{1,3}[.)])[ \t]+|>[ \t]*)*(?:\[[ xX]\][ \t]+)?")
_NAMED = regex(
    r"(?P<name>[^:=|@\d$€£]{2,40}?)[*_`]*\s*(?:[:=@]|[-–—→](?=\s)|->|\bis\b|\bat\b|(?=[~≈]?[$€£]?\d))[*_`]*\s*(?P<rest>.*)",
    re.IGNORECASE,
)
_LIMIT = regex(
    r"\b(?P<level>warn(?:ing)?|alert|pause|stop|halt|limit|max(?:imum)?|budget|cap)s?\b(?:\s+(?:limit|threshold))?"
    r"\s*(?:at|is|of|from|[:=@≥>]+)?\s*(?P<amount>[$€£]?\d[\d.,]*\s?(?:%|[kKmM]\b)?)"
    r"|(?<![\d.,])(?P<before>[$€£]?\d[\d.,]*\s?(?:%|[kKmM]\b)?)\s*(?P<of>warn(?:ing)?|alert|pause|stop|halt)s?\b",
    re.IGNORECASE,
)
_LEVEL_OF: Mapping[str, Level] = {"warn": "warning", "warning": "warning", "alert": "alert", "pause": "alert"}
_SPENDING = regex(
    r"\b(?:spent|used|current(?:ly)?|now|reached|over|exceed\w*|past|passed|stands|is at|are at|went)\b", re.IGNORECASE
)
_LIMITS_ONLY = regex(r"\W*(?:the )?limits?\b", re.IGNORECASE)
_MONEY = regex(r"[$€£]\s?\d|\d\s?(?:[$€£%]|usd|dollars?|美元)|\d/\d", re.IGNORECASE)
_ACKNOWLEDGED = regex(r"acknowledg|\back(?:ed)?\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Text:
    """A text as it stands in the file, at its offsets."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What one row, column or line says about a metric. `row` is the table row whose columns have names; without it an
    entry has another form, and is written by its texts alone. `vague` is a sentence that only mentions the metric."""

    name: str
    line: int
    value: Text | None = None
    limits: Mapping[Level, Text] = field(default_factory=dict)
    status: Text | None = None
    row: Row | None = None
    vague: bool = False

    @property
    def texts(self) -> tuple[Text, ...]:
        """All that it says."""
        return tuple(text for text in (self.value, *self.limits.values(), self.status) if text is not None)


def thresholds_sections(markdown: Markdown) -> tuple[Section, ...]:
    """All Thresholds sections, else the part under the title that holds such a table."""
    named = outermost(markdown.all_sections(*THRESHOLDS))
    if named:
        return named
    heads = (markdown.preamble, next((section for section in markdown.sections if section.level == 1), None))
    tables = ((part, table) for part in heads if part is not None for table in part.tables())
    parts = (part for part, table in tables if None not in (table.column(*TYPE), table.column(*CURRENT)))
    return tuple(part for part, _ in zip(parts, range(1), strict=False))


def read_entries(sections: Iterable[Section]) -> tuple[Entry, ...]:
    """What the sections state about metrics, in file order: their tables, the lines beside them, and what stands in
    subsections and code fences. A sentence that only mentions something counts where it tells of a level or of what was
    spent, and of a metric only where nothing else is stated of it."""
    found: list[Entry] = []
    for section in sections:
        whole: Region = section.whole if section.level > 1 else section
        for part in (whole, *(fence.inside for fence in whole.fences())):
            for table in part.tables():
                found += _of_table(table)
            found += _of_lines(part)
    stated = {_key(each.name) for each in found if not each.vague and each.texts}
    alone = not stated
    return tuple(each for each in found if not each.vague or _counts(each, stated, alone))


def _counts(entry: Entry, stated: Collection[str], alone: bool) -> bool:
    """Whether a sentence counts as a statement, beside others or alone in its section."""
    text = entry.value.text if entry.value is not None else ""
    if _is_grave(text):
        return True
    if _SPENDING.search(text) and _MONEY.search(text) and (alone or re.search(r"\bnow\b", text, re.IGNORECASE)):
        return True
    if _LIMITS_ONLY.match(text) or _CALM.search(text):
        return False
    amount = _MONEY.search(text) is not None or any(map(str.isdigit, text))
    if alone:
        return amount or _SPENDING.search(text) is not None
    return _key(entry.name) not in stated and amount and _SPENDING.search(text) is not None


def _is_grave(text: str) -> bool:
    """Whether a sentence says that a level is reached which holds the agent: no rule, no legend, nothing denied."""
    named = _STOPS.search(text) is not None or _ALERTS.search(text) is not None
    if _SIGNS.search(text) and not ("🔶" in text and "🛑" in text):
        return True
    return named and (
        _CALM.search(text) is None or (_PENDING.search(text) is not None and _MONEY.search(text) is not None)
    )


def threshold_rows(sections: Sequence[Section], outline: Outline) -> tuple[ThresholdRow, ...]:
    """What the sections state about metrics, read; what is no amount is reported. A metric may stand in several."""
    rows = []
    for entry in read_entries(sections):
        read = _read(entry, outline.path)
        if read is None:
            continue
        rows.append(read)
        for each in read.unreadable:
            if each.what == "status":
                message = Message("autopilot.no-known-status", metric=read.metric, stated=each.text)
                outline.report.add("status-unreadable", outline.path, each.line, message)
            else:
                stated = as_json(each.text)
                message = Message("autopilot.no-amount", what=each.what, metric=read.metric, stated=stated)
                outline.report.add("value-unreadable", outline.path, each.line, message)
        if entry.row is not None:
            outline.taken.take_if(_is_whole(entry.row), entry.line)
        elif not entry.vague:
            outline.taken.take_if(_is_whole_line(entry, sections[0].lines.visible(entry.line - 1)), entry.line)
    return tuple(rows)


def note_unread_limits(outline: Outline, thresholds: Sequence[Section]) -> None:
    """Report each row with several amounts, or of a level with one, in a table that no rule knows: it may state limits,
    whatever the heading and the columns are called."""
    markdown = outline.page.markdown
    for section in (markdown.preamble, *markdown.sections):
        is_read = section.heading is not None and section.level > 1 and outline.taken.is_taken(section.line)
        if is_read or any(each.start <= section.start < each.end for each in thresholds):
            continue
        for table in section.tables():
            named = any(table.column(*names) is not None for names in COLUMNS.values())
            for row in table.rows:
                amounts = Counter(kind for each in row.cells[1:] if (kind := _kind_of_amount(each.text)))
                level = amounts and row.cells and fold(plain(row.cells[0].text)) in _LEVEL_ROWS
                if level or any(count > _FEW[kind] - named for kind, count in amounts.items()):
                    stated = ", ".join(plain(each.text) for each in row.cells)
                    message = Message("autopilot.limits-unread", title=section.title, row=stated[:_LONGEST])
                    outline.report.add("limits-unread", outline.path, row.line, message)


_LEVEL_ROWS = frozenset(map(fold, (*COLUMNS["alert"][:3], *COLUMNS["stop"][:3], "hard stop")))
_FEW = {"money": 2, "percent": 2, "tokens": 2, "count": 3}
"""How many amounts of a kind a row may have that states no limits; one less where a column is called like a limit."""


def _kind_of_amount(text: str) -> str | None:
    found = _BARE_AMOUNT.fullmatch(plain(text))
    if found is None:
        return None
    named = "money" if found["before"] or found["money"] else "percent" if found["percent"] else None
    return named or ("tokens" if found["tokens"] else "count")


def entries_of(markdown: Markdown, metric: Metric) -> tuple[Entry, ...]:
    """What the Thresholds sections state about one metric."""
    entries = read_entries(thresholds_sections(markdown))
    return tuple(each for each in entries if metrics_in(each.name) == (metric,) and not each.vague)


def acknowledged_lines(sections: Iterable[Section], outline: Outline) -> tuple[AcknowledgedLine, ...]:
    """The entries of the list of acknowledged alerts; the last entry of a metric counts, as lists grow downward, and
    one of another form takes back what stands above it."""
    lines: dict[str, AcknowledgedLine] = {}
    for section in sections:
        for item in section.items():
            read = read_entry(item)
            if read is not None:
                lines[read.metric] = read
            elif _ACKNOWLEDGED.search(item.text):
                for name in {each.name for found in MENTION.finditer(item.text) if (each := metric_named(found[0]))}:
                    lines.pop(name, None)
                    if _PENDING.search(item.text):
                        lines[name] = AcknowledgedLine(metric=name, line=item.line, denied=True)
            outline.taken.take_if(read is not None or is_bare(item.text), *item.lines)
        label = section.field("Acknowledged Alerts")
        if label is not None and is_bare(label.value):
            outline.taken.take(label.line)
    return tuple(lines.values())


# Tables


def _of_table(table: Table) -> Iterator[Entry]:
    values_or_limits = (CURRENT, *COLUMNS.values())
    if table.column(*TYPE) is not None and any(table.column(*names) is not None for names in values_or_limits):
        yield from (entry for row in table.rows if (entry := _of_row(row)) is not None)
        return
    named = [cell for cell in table.header if metric_named(plain(cell.text)) is not None]
    if named and (len(named) > 1 or len(table.header) == 1):
        yield from (entry for position, cell in enumerate(table.header) if cell in named
                    for entry in _of_column(table, position))  # fmt: skip
        return
    for cells in ([table.header] if table.header else []) + [row.cells for row in table.rows]:
        yield from _of_cells(cells)


def _of_cells(cells: Sequence[Cell]) -> Iterator[Entry]:
    """Cells of which no header says what they are; a header that stands among them says nothing of a metric."""
    named = {fold(plain(cell.text)) for cell in cells} & _HEADS
    if len(named) < _CERTAIN:
        yield _without_header(cells) or _vague(cells)


def _cells(text: Text, line: int) -> tuple[Cell, ...]:
    """A line with bars, where no table is read: in a quotation, or without a bar in front."""
    found = re.finditer(r"[^|\s](?:[^|]*[^|\s])?", text.text)
    return tuple(Cell(each[0], text.start + each.start(), text.start + each.end(), line) for each in found)


def _vague(cells: Sequence[Cell]) -> Entry:
    """A row of which nothing is known but its words."""
    text = " | ".join(cell.text for cell in cells if cell.text)[:_LONGEST]
    name = MENTION.search(text)
    first, last = (cells[0], cells[-1]) if cells else (None, None)
    span = (first.start, last.end) if first is not None and last is not None else (0, 0)
    return Entry(
        name=name[0] if name else OTHER, line=cells[0].line if cells else 1, value=Text(text, *span), vague=True
    )


def _of_row(row: Row) -> Entry | None:
    """A row below names of columns."""
    name = plain(row.get(*TYPE) or "")
    if fold(name) in LEVELS:  # a row for each level
        return _vague(row.cells)
    if not name or is_nothing(name):
        return _without_header(row.cells) or _vague(row.cells)
    if re.fullmatch(r"[$€£]?\d[\d.,]*\s?[%kKmM]?", name):
        return _vague(row.cells)
    if re.search(r"[:=;]", name) and not metrics_in(name) and (cell := row.cell(*TYPE)) is not None:
        return next(_of_line(_text(cell), row.line), None)
    limits = {level: cell for level, names in COLUMNS.items() if (cell := row.cell(*names)) is not None}
    value, status = row.cell(*CURRENT), row.cell(*STATUS)
    known = {cell.start for cell in (row.cell(*TYPE), status, value, *limits.values()) if cell is not None}
    amounts = [c for c in row.cells if c.start not in known and read_amount(c.text) is not None]
    if value is None and amounts:  # a column of another name may hold it; of several the highest
        value = max(amounts, key=lambda cell: read_amount(cell.text) or 0.0)
    return Entry(
        name=name,
        line=row.line,
        value=_text(value) if value is not None else None,
        limits={level: _text(cell) for level, cell in limits.items()},
        status=_text(status) if status is not None else None,
        row=row if row.cell(*CURRENT) is not None else None,
    )


def _of_column(table: Table, position: int) -> Iterator[Entry]:
    """A column below the name of a metric: its rows are the value, the limits and the status; with other labels, or
    none, each row is a value."""
    name = plain(table.header[position].text)
    cells = [(fold(plain(row.cells[0].text)), row.cells[position]) for row in table.rows if position < len(row.cells)]
    labels = {fold(label) for names in (CURRENT, STATUS, *COLUMNS.values()) for label in names}
    below = dict(cells) if position else {}
    if not labels & {*below}:
        yield from (Entry(name=name, line=cell.line, value=_text(cell)) for _, cell in cells)
        return

    def at(names: Iterable[str]) -> Text | None:
        return next((_text(below[fold(label)]) for label in names if fold(label) in below), None)

    yield Entry(
        name=name,
        line=table.line,
        value=at(CURRENT),
        limits={level: text for level, names in COLUMNS.items() if (text := at(names)) is not None},
        status=at(STATUS),
    )


def _without_header(cells: Sequence[Cell]) -> Entry | None:
    """A row whose columns have no names that are known: clear by itself where a value stands behind the metric alone,
    or with three limits that rise."""
    place = next((place for place, cell in enumerate(cells) if metrics_in(plain(cell.text))), None)
    if place is None:
        return None
    rest = [_text(cell) for cell in cells[place + 1 :] if not is_nothing(plain(cell.text))]
    amounts = [text for text in rest if read_amount(text.text) is not None]
    status = next((text for text in rest if text not in amounts and level_word(text.text)), None)
    entry = Entry(name=plain(cells[place].text), line=cells[place].line, status=status)
    if len(amounts) == 1 and len(rest) == len(amounts) + (status is not None):
        return replace(entry, value=amounts[0])
    numbers = [read_amount(text.text) or 0.0 for text in amounts]
    if len(amounts) == 4 and numbers[1:] == sorted(numbers[1:]) and rest[:4] == amounts:
        return replace(entry, value=amounts[0], limits=dict(zip(LEVELS, amounts[1:], strict=True)))
    digits = [text for text in rest if any(map(str.isdigit, text.text))]
    if not digits:
        return entry if status is not None else None
    return replace(entry, value=Text(" | ".join(text.text for text in rest), digits[0].start, digits[0].end))


def _text(cell: Cell) -> Text:
    return Text(cell.text, cell.start, cell.end)


# Lines


def _of_lines(part: Region) -> Iterator[Entry]:
    """Bullets and plain lines beside the tables: `Cost: $60 (alert $25, stop $50)`, with what stands below a name."""
    begun: Entry | None = None
    for text, line, is_heading in _outside_tables(part):
        if begun is not None and (below := _below(begun, text)) is not None:
            begun = below
            continue
        if begun is not None and begun.texts:
            yield begun
        name = plain(text.text.rstrip(": "))
        begun = Entry(name=name, line=line) if metric_named(name) is not None else None
        if begun is None and (not is_heading or any(map(str.isdigit, name))):
            yield from _of_line(text, line)
    if begun is not None and begun.texts:
        yield begun


def _outside_tables(part: Region) -> Iterator[tuple[Text, int, bool]]:
    """The text of each line outside tables, without bullet and box, with its number and whether it is a heading. What
    is listed as acknowledged is left out."""
    lines = part.lines
    tables = [range(table.line, lines.index.line_of(max(table.start, table.end - 1)) + 1) for table in part.tables()]
    listed = False
    for number in range(part.first, part.last):
        raw, kind = lines.visible(number)[:_LONGEST].rstrip(), lines.kinds[number]
        lead = _LEAD.match(raw)
        begin = lead.end() if lead is not None else 0
        if kind not in (part.kind, Kind.HEADING) or begin == len(raw) or any(number + 1 in table for table in tables):
            continue
        below = begin > 0
        named = _ACKNOWLEDGED.search(raw) is not None and not (_PENDING.search(raw) and not below)
        listed = (listed and below) or named
        if not listed:
            start = lines.starts[number]
            yield Text(raw[begin:], start + begin, start + len(raw)), number + 1, kind == Kind.HEADING


def _below(entry: Entry, text: Text) -> Entry | None:
    """An entry with what a line below its name says: `Current: $60`; None where it says something else."""
    found = _NAMED.match(text.text)
    if found is None:
        return None
    label, rest = fold(plain(found["name"])), _part(text, found, "rest")
    if label in map(fold, CURRENT):
        return replace(entry, value=entry.value or rest)
    if label in map(fold, STATUS):
        return replace(entry, status=entry.status or rest)
    level = next((level for level, names in COLUMNS.items() if label in map(fold, names)), None)
    return replace(entry, limits={**entry.limits, level: rest}) if level is not None else None


def _of_line(text: Text, line: int) -> Iterator[Entry]:
    if text.text.count("|") > 1:
        yield from _of_cells(_cells(text, line))
        return
    found = _NAMED.match(text.text)
    if found is None or not metrics_in(plain(found["name"])):
        if re.search(r"\w|[🛑🔴⛔💥🔶🚨]", text.text):
            name = MENTION.search(text.text)
            yield Entry(name=name[0] if name is not None else OTHER, line=line, value=text, vague=True)
        return
    rest = _part(text, found, "rest")
    limits: dict[Level, Text] = {}
    cut = len(rest.text)
    for each in _LIMIT.finditer(rest.text):
        group = "amount" if each["amount"] else "before"
        if each.start() == 0 and group == "before":
            continue
        limits.setdefault(_LEVEL_OF.get((each["level"] or each["of"]).lower(), "stop"), _part(rest, each, group))
        cut = min(cut, each.start())
    value = rest.text[:cut].rstrip()
    word = level_word(_LIMIT.sub(" ", rest.text[cut:])) or level_word(value)
    yield Entry(
        name=plain(found["name"]),
        line=line,
        value=Text(value, rest.start, rest.start + len(value)),
        limits=limits,
        status=Text(word, rest.start + cut, rest.start + cut) if word is not None else None,
    )


def _part(text: Text, found: re.Match[str], group: str) -> Text:
    return Text(found[group], text.start + found.start(group), text.start + found.end(group))


# Reading


def _read(entry: Entry, path: str) -> ThresholdRow | None:
    """An entry as amounts; None for one of no metric that states no limits."""
    metrics = metrics_in(entry.name)
    metric = metrics[0] if metrics else None
    limits_stated = {level: text.text for level, text in entry.limits.items() if states_something(text.text)}
    stated = entry.value.text if entry.value is not None and states_something(entry.value.text) else ""
    status = entry.status.text if entry.status is not None else ""
    if metric is None and not entry.vague and (entry.row is None or not limits_stated):
        return None
    texts = (stated, *limits_stated.values())
    grouped = any(_DOTS_GROUP.search(text) for text in texts)
    scale = _scale(texts) if metric is None else 1.0
    value, limits = _amounts(metric, stated, limits_stated, grouped)
    unsure = entry.vague or len(metrics) > 1 or scale is None or is_about_remainder(entry.name)
    level = level_word(status)
    unreadable = [("value", stated)] if stated and (value is None or unsure or is_at_least(stated)) else []
    unreadable += [(f"{each} limit", text) for each, text in limits_stated.items() if each not in limits]
    unreadable += [(f"{each} limit", text) for each, text in limits_stated.items() if not stated and _HIT.search(text)]
    reached = _reached(value, limits, metric)
    worse = value is not None and level in ("alert", "stop") and rank(level) > reached  # type: ignore[arg-type]
    if not unreadable and reached < len(LEVELS) and level is None and _is_unknown(status):
        unreadable.append(("status", status))
    marked = [text.text for text in (*entry.limits.values(), entry.status) if text is not None]
    return ThresholdRow(
        metric=metric.name if metric is not None else folded_name(entry.name),
        unit=metric.unit if metric is not None else _unit_in(stated),
        line=entry.line,
        value=None if unsure else value,
        step=_step(stated),
        limits={} if unsure else limits,
        status=level,
        acknowledged=any(MARK.search(text) for text in marked),
        unreadable=tuple(
            Statement(what=what, text=plain(text), path=path, line=entry.line) for what, text in unreadable
        ),
        worse=Statement(what="status", text=plain(status), path=path, line=entry.line) if worse else None,
    )


def _amounts(
    metric: Metric | None, stated: str, limits: Mapping[Level, str], grouped: bool
) -> tuple[float | None, dict[Level, float]]:
    """The value and the limits that can be read; of an unknown metric in seconds or bytes where they have units."""
    unit = metric.unit if metric is not None else None
    read = {text: _quantity(text) if metric is None else None for text in (stated, *limits.values())}
    amounts = {
        text: amount if amount is not None else read_amount(text, unit, dots_group=grouped, any_unit=metric is None)
        for text, amount in read.items()
    }
    known = ((level, amounts[text]) for level, text in limits.items())
    return amounts[stated], {level: amount for level, amount in known if amount is not None and amount >= 0}


def _reached(value: float | None, limits: Mapping[Level, float], metric: Metric | None) -> int:
    """The rank of the level that the amounts of a row reach, by the usual limits where it states none."""
    usual = dict(zip(LEVELS, metric.limits, strict=False)) if metric is not None else {}
    every = (usual | dict(limits)).items()
    return max((rank(level) for level, limit in every if value is not None and value >= limit), default=0)


def _is_unknown(status: str) -> bool:
    """Whether a status says something that nobody understands: then it may be a level."""
    words = re.findall(r"[^\W\d_]+", plain(status).casefold())
    return states_something(status) and any(word not in _FINE for word in words) and not _CALM.search(status)


def _scale(texts: Iterable[str]) -> float | None:
    """1 where the texts about a metric that no rule knows can be compared; None where their units differ in kind."""
    stated = [text[:_LONGEST] for text in texts if text]
    kinds = {found["unit"].lower() in _BYTES if (found := _QUANTITY.search(text)) else None for text in stated}
    units = {_unit_in(text) for text in stated}
    return 1.0 if len(kinds) <= 1 and len(units) <= 1 else None


def _quantity(text: str) -> float | None:
    """A time in seconds, or a size in bytes: `45 min`, `1 h`, `1:30`, `900 MB`; None for anything else."""
    text = text[:_LONGEST]
    clock = re.fullmatch(r"\s*(\d{1,3}):(\d\d)\s*h?\s*", text)
    if clock is not None:
        return int(clock[1]) * 3600.0 + int(clock[2]) * 60
    parts = list(_QUANTITY.finditer(text))
    if not parts or _QUANTITY.sub("", text).strip(" ,+~"):
        return None
    return sum(float(each["number"].replace(",", "")) * (_SECONDS | _BYTES)[each["unit"].lower()] for each in parts)


def _unit_in(text: str) -> Unit:
    if _quantity(text) is not None:
        found = _QUANTITY.search(text)
        return "bytes" if found is not None and found["unit"].lower() in _BYTES else "seconds"
    return "usd" if re.search(r"[$€£]|usd", text, re.IGNORECASE) else "percent" if "%" in text else "count"


def _is_whole(row: Row) -> bool:
    """Whether a row says nothing but its metric, amounts, marks and a level."""
    amounts = {cell.start for names in (CURRENT, *COLUMNS.values()) if (cell := row.cell(*names))}
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


def _is_whole_line(entry: Entry, line: str) -> bool:
    """Whether a line says nothing but the metric, amounts, levels and marks."""
    rest = _MARK_WORDS.sub("", _AMOUNT.sub("", _LIMIT.sub("", line.replace(entry.name, "", 1))))
    return not _WORD.search(rest)


def level_word(status: str) -> str | None:
    """The level a status names, `ok` for none, None for no word that is known."""
    status = status[:_LONGEST]
    if _NOT_FINE.search(status):
        return "alert"
    if _CALM.search(status) and not MARK.search(status) and not _PENDING.search(status):
        return "ok"
    words = fold(status).split()
    named = next((word for word in words if word in (*LEVELS, "ok")), None)
    if named is not None:
        return named
    if _STOPS.search(status):
        return "stop"
    if _ALERTS.search(status) or _HOLDS.search(status):
        return "alert"
    return "warning" if _WARNS & {*words} else None


def _step(text: str) -> float:
    """How much one unit of the last written digit is worth: 0.01 for `$26.50`, 1 for `35%`, 1000 for `523K`."""
    found = _LAST_DIGIT.search(text)
    if found is None:
        return 1.0
    scale = {"k": 1e3, "m": 1e6}.get((found["scale"] or "").lower(), 1.0)
    return float(scale * 10 ** -len(found["decimals"] or ""))


def read_entry(item: Item) -> AcknowledgedLine | None:
    """An entry of the list of acknowledged alerts in the form of the document: `Cost @ $26.50 — acknowledged
    2026-01-29T14:30`; None for anything else."""
    found = _ENTRY.fullmatch(plain(item.text)) if item.box is None else None
    metric = metric_named(found["type"]) if found is not None else None
    if found is None or metric is None or parse_instant(found["at"]) is None:
        return None
    return AcknowledgedLine(
        metric=metric.name, line=item.line, value=parse_amount(found["amount"]), at=found["at"].strip()
    )


def _key(name: str) -> str:
    found = metrics_in(name)
    return found[0].name if found else folded_name(name)
