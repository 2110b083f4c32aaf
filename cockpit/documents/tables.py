"""Pipe tables, as tolerantly as agents write them: rows without a header, ragged rows, pipes in code spans."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from itertools import islice, pairwise

from cockpit.documents.fields import Field
from cockpit.documents.inline import in_cell
from cockpit.documents.labels import fold_label
from cockpit.documents.splice import Splice
from cockpit.values import dataclass

MAX_CELLS = 1_000
"""Cells of a row that are told apart; the last one holds the rest."""
MAX_TOKENS = 20_000
"""Pipes, ticks and escapes of a row that are looked at; what stands behind them is the rest."""
_DELIMITER = re.compile(r"[ \t]*(?:\|[ \t]*)?:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*(?:\|[ \t]*)?$")
_LONG_DASHES = re.compile(r":?-{3,}:?$")
_TOKENS = re.compile(r"\\.|`+|\|")
_FILLERS = frozenset({"", "-", "--", "---", "–", "—", "…", "...", "."})


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell. `text` is stripped and has `\\|` as `|`; `start` and `end` span the stripped content as written."""

    text: str
    start: int
    end: int
    line: int
    padding: tuple[str, str] = ("", "")
    """What must stand around a text that is written into an empty cell."""

    def rewrite(self, text: str) -> Splice:
        """The change that gives this cell another text; pipes are escaped, line breaks become spaces."""
        if text == self.text:  # as it is written, such as with a pipe in code
            return Splice(self.end, self.end, "")
        escaped = in_cell(text)
        before, after = self.padding if escaped else ("", "")
        return Splice(self.start, self.end, before + escaped + after)


@dataclass(frozen=True, slots=True)
class Row:
    """One row below the header. `filler` marks a row of dashes that only says that there is nothing."""

    cells: tuple[Cell, ...]
    line: int
    start: int
    end: int
    filler: bool = False
    columns: Mapping[str, int] = field(default_factory=dict, repr=False, compare=False)
    """Folded column names to positions; shared by the rows of a table."""

    def cell(self, *names: str) -> Cell | None:
        """The cell in the first column of one of these names; None where there is no such column or cell."""
        position = _position(self.columns, names)
        return self.cells[position] if position is not None and position < len(self.cells) else None

    def get(self, *names: str) -> str | None:
        """The text in the first column of one of these names, or None."""
        found = self.cell(*names)
        return None if found is None else found.text

    def __getitem__(self, name: str) -> str:
        """The text in a column; empty where the row is shorter. Raises KeyError where there is no such column."""
        if _position(self.columns, (name,)) is None:
            raise KeyError(name)
        return self.get(name) or ""


@dataclass(frozen=True, slots=True)
class Table:
    """A table. `header` is empty for rows that were written without one; `start` and `end` span its whole lines."""

    header: tuple[Cell, ...]
    rows: tuple[Row, ...]
    line: int
    start: int
    end: int
    columns: Mapping[str, int] = field(default_factory=dict, repr=False, compare=False)

    def column(self, *names: str) -> int | None:
        """The position of the first column with one of these names, compared without case and decoration."""
        return _position(self.columns, names)

    def as_fields(self) -> tuple[Field, ...]:
        """The rows of a `Field | Value` table as fields: the first cell is the label, the second the value."""
        return tuple(
            Field(row.cells[0].text.strip("*` "), value.text, row.line, value.start, value.end, "table", value.padding)
            for row in self.rows
            if len(row.cells) > 1 and not row.filler
            for value in row.cells[1:2]
        )


def read_tables(lines: Iterable[tuple[int, str]], starts: Sequence[int]) -> tuple[Table, ...]:
    """The tables among numbered lines (numbers from 0); `starts` gives the offset of each line."""
    return tuple(_table(part, starts) for group in _groups(lines) for part in _split_at_headers(group) if part)


def _position(columns: Mapping[str, int], names: Iterable[str]) -> int | None:
    return next((columns[key] for key in map(fold_label, names) if key in columns), None)


def _groups(lines: Iterable[tuple[int, str]]) -> Iterator[list[tuple[int, str]]]:
    """Runs of adjacent lines that are rows. A line without a leading pipe is one beside a delimiter row only."""
    group: list[tuple[int, str]] = []
    delimited = False
    before: tuple[int, str] | None = None
    for number, line in lines:
        if "|" not in line:
            if group:
                yield group
                group, delimited = [], False
            continue
        adjacent = bool(group) and group[-1][0] == number - 1
        if group and not adjacent:
            yield group
            group, delimited = [], False
        delimiter = "-" in line and "|" in line and _DELIMITER.match(line) is not None
        if delimiter and not group and before and before[0] == number - 1 and "|" in before[1]:
            group = [before]
        if line.lstrip().startswith("|") or delimiter or (delimited and "|" in line):
            delimited = delimited or (delimiter and (bool(group) or _is_certain_delimiter(line)))
            group.append((number, line))
        elif group:
            yield group
            group, delimited = [], False
        before = (number, line)
    if group:
        yield group


def _split_at_headers(group: list[tuple[int, str]]) -> Iterator[list[tuple[int, str]]]:
    """Two tables without a line between them are told apart by the second one's delimiter row."""
    begin = 0
    for position in range(begin + 2, len(group)):
        if position - 1 > begin and _is_certain_delimiter(group[position][1]):
            yield group[begin : position - 1]
            begin = position - 1
    yield group[begin:]


def _is_certain_delimiter(line: str) -> bool:
    return _DELIMITER.match(line) is not None and all(
        _LONG_DASHES.match(part.strip()) for part in line.strip().strip("|").split("|")
    )


def _table(lines: list[tuple[int, str]], starts: Sequence[int]) -> Table:
    first, last = lines[0][0], lines[-1][0]
    header: tuple[Cell, ...] = ()
    body = lines
    if len(lines) > 1 and _DELIMITER.match(lines[1][1]):
        header = _cells(lines[0][1], first + 1, starts[first], None)
        body = lines[2:]
    elif _is_certain_delimiter(lines[0][1]):
        body = lines[1:]
    columns: dict[str, int] = {}
    for position, cell in enumerate(header):
        columns.setdefault(fold_label(cell.text), position)
    width = len(header) or None
    rows = tuple(_row(line, number, starts, width, columns) for number, line in body)
    return Table(header, rows, first + 1, starts[first], starts[last + 1], columns)


def _row(line: str, number: int, starts: Sequence[int], width: int | None, columns: Mapping[str, int]) -> Row:
    cells = _cells(line, number + 1, starts[number], width)
    filler = all(cell.text in _FILLERS for cell in cells)
    return Row(cells, number + 1, starts[number], starts[number + 1], filler, columns)


def _cells(line: str, number: int, offset: int, width: int | None) -> tuple[Cell, ...]:
    """The cells of a line. Pipes in code spans are content, unless only then the cells do not fit the header."""
    spans = _cell_spans(line, _bars(line, code=True))
    if width is not None and len(spans) != width and "`" in line:
        plain = _cell_spans(line, _bars(line, code=False))
        spans = plain if len(plain) == width else spans
    return tuple(_cell(line, start, end, number, offset) for start, end in spans)


def _bars(line: str, code: bool) -> list[int]:
    """The columns of the pipes that separate cells."""
    tokens = [(match.start(), match[0]) for match in islice(_TOKENS.finditer(line), MAX_TOKENS)]
    runs: dict[str, list[int]] = {}
    for at, mark in tokens:
        if mark[0] == "`":
            runs.setdefault(mark, []).append(at)
    bars = []
    inside_until = -1
    for at, mark in tokens:
        if at <= inside_until:
            continue
        if mark == "|":
            bars.append(at)
        elif code and mark[0] == "`":
            later = bisect_right(runs[mark], at)
            inside_until = runs[mark][later] if later < len(runs[mark]) else -1
    return bars[:MAX_CELLS]


def _cell_spans(line: str, bars: list[int]) -> list[tuple[int, int]]:
    """The half-open spans between the pipes; what stands outside a leading or trailing pipe is no cell."""
    edges = [-1, *bars, len(line)]
    spans = [(left + 1, right) for left, right in pairwise(edges)]
    if len(spans) > 1 and not line[slice(*spans[0])].strip():
        spans.pop(0)
    if len(spans) > 1 and bars and not line[slice(*spans[-1])].strip():
        spans.pop()
    return spans


def _cell(line: str, start: int, end: int, number: int, offset: int) -> Cell:
    content = line[start:end]
    text = content.strip()
    if not text:
        return _empty_cell(start, end, number, offset)
    begin = start + len(content) - len(content.lstrip())
    return Cell(text.replace("\\|", "|"), offset + begin, offset + begin + len(text), number)


def _empty_cell(start: int, end: int, number: int, offset: int) -> Cell:
    """An empty cell is written into after its first blank; where blanks are missing, they come with the text."""
    blanks = end - start
    at = offset + start + min(blanks, 1)
    return Cell("", at, at, number, ("" if blanks else " ", "" if blanks > 1 else " "))
