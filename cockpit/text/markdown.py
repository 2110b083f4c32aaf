"""Markdown, read losslessly: headings, sections, fields, tables, lists, fences and tags, all with their positions.

`parse` makes one cheap pass over the lines; each section reads its own parts at first use. Offsets are into the text
that was parsed; lines count from 1.
"""

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from enum import IntEnum
from functools import cached_property, lru_cache
from itertools import islice, pairwise
from typing import Literal

from cockpit.regex import regex
from cockpit.text.decoding import LineIndex, Problem, line_end_before, split_lines
from cockpit.text.splice import Splice
from cockpit.values import Remembering, dataclass

# Where frontmatter stands in a text: the blocks between `---` lines, found without reading what is in them

_FENCE = regex(r"-{3,}[ \t]*(?:\r\n|\n|\r|$)")
_CLOSING = regex(r"---(?<=[\r\n]---)-*[ \t]*(?:\r\n|\n|\r|$)")
"""Dashes come first, so that a search goes from dash to dash, not from letter to letter."""
_BLANK = regex(r"\s*")
_KEY = regex(r"[\w.-]+[ \t]*:(?:[ \t\r]|$)")
_COMMENT_OR_BLANK = regex(r"\s*(?:#.*)?$")
_LINE = regex(r"[^\r\n]*(?:\r\n|\n|\r|$)")


@dataclass(frozen=True, slots=True)
class Block:
    """One block: `start` and `end` span its content, `after` is where the text goes on below the closing line."""

    start: int
    end: int
    after: int
    closed: bool = True


def find_blocks(text: str) -> tuple[Block, ...]:
    """The frontmatter blocks at the beginning of a text: none, one, or several stacked (real files have up to 33).

    As python-frontmatter has it, blank lines may come first and a fence has three dashes or more. A block counts if
    it is empty or begins like a mapping, so that a thematic break is none. Stacked blocks must be mappings throughout.
    """
    first = _block_at(text, 0, stacked=False)
    if first is None:
        return ()
    blocks = [first]
    while blocks[-1].closed and (more := _block_at(text, blocks[-1].after, stacked=True)):
        blocks.append(more)
    return tuple(blocks)


def body_start(text: str) -> int:
    """The offset at which the body begins, behind all frontmatter blocks; 0 without any."""
    blocks = find_blocks(text)
    return blocks[-1].after if blocks else 0


def _block_at(text: str, offset: int, stacked: bool) -> Block | None:
    begin = _content_from(text, offset)
    opening = _FENCE.match(text, begin)
    if opening is None:
        return None
    start = opening.end()
    closing = _CLOSING.search(text, start)
    if closing is None:
        return None if stacked else _unclosed(text, start)
    content = text[start : closing.start()]
    fits = _is_mapping_throughout(content) if stacked else begins_like_mapping(content)
    return Block(start, closing.start(), closing.end()) if fits else None


def _content_from(text: str, offset: int) -> int:
    """The offset of the first line that is not blank."""
    offset += text.startswith("\ufeff", offset)
    blank = _BLANK.match(text, offset)
    end = blank.end() if blank else offset
    return max(offset, text.rfind("\n", offset, end) + 1, text.rfind("\r", offset, end) + 1)


def _unclosed(text: str, start: int) -> Block | None:
    """A block without a closing line ends at the first blank line; what follows is the body."""
    end = start
    while end < len(text) and (line := _LINE.match(text, end)) and line[0].strip():
        end = line.end()
    return Block(start, end, end, closed=False) if begins_like_mapping(text[start:end]) and end > start else None


def begins_like_mapping(content: str) -> bool:
    """Whether the first line of weight is a key or opens a JSON object; empty content fits."""
    for line in split_lines(content):
        if not _COMMENT_OR_BLANK.match(line):
            return _KEY.match(line) is not None or line.lstrip().startswith(("{", "<<<<<<<", '"', "'"))
    return not content.strip()


def _is_mapping_throughout(content: str) -> bool:
    at_margin = [line for line in split_lines(content) if line.strip() and not line[0].isspace()]
    return bool(at_margin) and all(_KEY.match(line) or line.startswith(("- ", "#")) for line in at_margin)


# Titles and labels as they are compared: without case, decoration, emphasis and differences of spacing

_EMPHASIS = "*_`~"
_SPACED_SLASH = regex(r"\s*/\s*")
_VARIATION_AND_JOINERS = frozenset("\ufe0e\ufe0f\u200d\u20e3")


_LONGEST_TITLE = 200
_ORDINAL = regex(r"\d{1,3}(?:\.\d{1,3}){0,5}[.)][ \t]+(?=\D)")
_REMARK = regex(
    r"(?:[ \t]++[-–—|]++|[ \t]*+[(\[])[ \t]*+(?:(?:last[ \t]++)?updated|as[ \t]++of|at)?[\d/:.TZ \t-]*+[)\]]?",
    re.IGNORECASE,
)
"""What agents put behind a title: `(2)`, `- updated`, `— 2026-01-29`."""


@lru_cache(maxsize=4096)
def fold_title(title: str) -> str:
    """As `fold_label`, without the number before a title and the count, the date or "updated" behind it: `## 3.
    Blockers (2)` and `## Blockers - updated 2026-01-29` are `blockers`.
    """
    title = title.strip()
    if len(title) > _LONGEST_TITLE:
        return fold_label(title)
    number = _ORDINAL.match(title)
    start = number.end() if number is not None else 0
    ends = (at for at in range(start + 1, len(title)) if _REMARK.fullmatch(title, at))
    return fold_label(title[start : next(ends, len(title))])


@lru_cache(maxsize=4096)
def fold_label(label: str) -> str:
    """A title or label in the form in which two are equal: `## 🚧 Blockers / Concerns ##` is `blockers/concerns`.

    Emoji and other symbols, emphasis marks and a final colon are dropped at both ends only; a label of nothing but
    symbols stays as it is.
    """
    start, end = 0, len(label)
    while start < end and _is_decoration(label[start]):
        start += 1
    while end > start and (_is_decoration(label[end - 1]) or label[end - 1] in ":#"):
        end -= 1
    core = label[start:end] or label
    return _SPACED_SLASH.sub("/", " ".join(core.split())).casefold()


def _is_decoration(character: str) -> bool:
    if character.isalnum():
        return False
    if character.isspace() or character in _EMPHASIS or character in _VARIATION_AND_JOINERS:
        return True
    return character not in "$+<>=|^" and unicodedata.category(character).startswith("S")


# Text that is to stand on one line of Markdown

_BREAK = regex(r"\r\n|\n|\r")
_UNESCAPED_PIPE = regex(r"(?<!\\)\|")


def on_one_line(text: str) -> str:
    """The text, stripped, each line break in it as a space."""
    stripped = text.strip()
    if stripped.isprintable():
        return stripped
    return " ".join(line.strip(" \t") for line in _BREAK.split(stripped))


def in_cell(text: str) -> str:
    """The text as a table cell can hold it: on one line, its pipes escaped."""
    return _UNESCAPED_PIPE.sub(r"\\|", on_one_line(text))


# Field lines: `**Label:** value`, `**Label**: value`, `Label: value`, each also as a list entry

FieldStyle = Literal["plain", "bold", "list plain", "list bold", "table"]

_BULLET = r"[ \t]*(?P<bullet>(?:[-*+]|\d{1,9}[.)])[ \t]+)?"
_BOLD = regex(
    _BULLET + r"(?P<mark>\*\*|__)[ \t]*(?P<label>[^*\n]{1,80}?)[ \t]*"
    r"(?:[:：][ \t]*(?P=mark)[ \t]*|(?P=mark)[ \t]*[:：](?=[ \t]|$))(?P<value>.*)$"
)
_PLAIN = regex(
    r"(?: {0,3}|[ \t]*(?P<bullet>(?:[-*+]|\d{1,9}[.)])[ \t]+))"
    r"(?P<label>(?:[^\w\s!-~]{1,3}[ \t]*)?[^\W\d_][\w \t/&'’()#+\-]{0,39}?)[ \t]*(?::(?=[ \t]|$)|：)(?P<value>.*)$"
)
_LABEL_MARKS = regex(r"[*`]|__")


@dataclass(frozen=True, slots=True)
class Field:
    """A label with a value on one line.

    `label` is without emphasis; `value` is the stripped text between `value_start` and `value_end`. A comment at its
    end does not belong to it.
    """

    label: str
    value: str
    line: int
    value_start: int
    value_end: int
    style: FieldStyle
    padding: tuple[str, str] = ("", "")
    """What must stand around a value that is written where there was none."""

    def rewrite(self, value: str) -> Splice:
        """The change that gives this field another value. Line breaks in it become spaces: a field is one line."""
        value = in_cell(value) if self.style == "table" else on_one_line(value)
        before, after = self.padding if value else ("", "")
        return Splice(self.value_start, self.value_end, before + value + after)


def find_field(fields: Iterable[Field], *labels: str) -> Field | None:
    """The first field with one of the labels, compared without case and decoration."""
    folded_labels = {fold_label(label) for label in labels}
    return next((field for field in fields if fold_label(field.label) in folded_labels), None)


def read_field(line: str, number: int, offset: int) -> Field | None:
    """The field on a line, or None. `number` is the 1-based line, `offset` where the line starts in the text."""
    if ":" not in line and "：" not in line:
        return None
    bold = _BOLD.match(line)
    match = bold or _PLAIN.match(line)
    if match is None:
        return None
    style: FieldStyle = "bold" if bold is not None else "plain"
    if match["bullet"]:
        style = "list bold" if style == "bold" else "list plain"
    value, start, end, gap = _value_span(line, match.start("value"))
    label = " ".join(_LABEL_MARKS.sub("", match["label"]).split())
    return Field(label, value, number, offset + start, offset + end, style, (gap, ""))


def _value_span(line: str, after_label: int) -> tuple[str, int, int, str]:
    value = line[after_label:].strip()
    if value:
        start = after_label + len(line[after_label:]) - len(line[after_label:].lstrip())
        return value, start, start + len(value), ""
    if line[after_label : after_label + 1] in (" ", "\t"):
        return "", after_label + 1, after_label + 1, ""
    spaced = after_label > 0 and line[after_label - 1] in " \t"
    return "", after_label, after_label, "" if spaced else " "


# List entries: bullets, numbers and check boxes, with their continuation lines and the entries below them

MAX_DEPTH = 20
"""Entries nested deeper are read as siblings: nobody writes them, and trees must stay walkable."""

_TAB = 4
_ENTRY = regex(
    r"(?P<indent>[ \t]*)(?P<marker>[-*+•‣◦▪]|\d{1,9}[.)]|(?=\[[ xX]\][ \t]|[☐☑☒]))"
    r"(?:(?P<gap>[ \t]+|(?<![^ \t])(?=[\[☐☑☒]))(?P<rest>.*)|$)"
)
_RULE = regex(r"[ \t]*(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$")
_BOX = regex(r"(?:\[(?P<inside>[^\w\[\]]{0,2}|[xX])\](?:[ \t]+|$)|(?P<sign>[☐☑☒])[ \t]*)")
_BOXES = frozenset("[☐☑☒")
_DONE = frozenset("xX✓✔✅☑☒")
_SIGNS = ("☐", "☑")


@dataclass(frozen=True, slots=True)
class Item:
    """One list entry.

    `text` is the entry without marker and check box, its continuation lines joined by spaces; `raw` is what stands
    between `text_start` and `text_end`. `checked` is None without a check box; `box` keeps the character in it
    (`~` is not checked), which is at `box_at`. `marker` is empty where only a box begins the entry; `begins` is where
    box or text do. `start` and `end` span whole lines, the entries below included, for removal; `lines` are those of
    its own text, among which code and tables can stand.
    """

    text: str
    raw: str
    checked: bool | None
    box: str | None
    marker: str
    indent: int
    depth: int
    line: int
    start: int
    end: int
    text_start: int
    text_end: int
    lines: tuple[int, ...]
    begins: int
    box_at: int | None = None
    children: tuple["Item", ...] = ()

    def rewrite(self, text: str) -> Splice:
        """The change that gives this entry another text, on one line; marker, box and children stay."""
        if text == self.text:  # on as many lines as it is
            return Splice(self.text_end, self.text_end, "")
        return Splice(self.text_start, self.text_end, on_one_line(text))

    def check(self, checked: bool) -> Splice:
        """The change that ticks or clears the check box. Raises ValueError where there is none."""
        if self.box_at is None:
            raise ValueError(f"the entry on line {self.line} has no check box")
        empty, ticked = _SIGNS if self.box and self.box in "☐☑☒" else (" ", "x")
        return Splice(self.box_at, self.box_at + len(self.box or ""), ticked if checked else empty)


@dataclass(slots=True)
class _Draft:
    """An entry while its lines are collected; numbers count lines from 0."""

    marker: str
    rest: str | None
    rest_start: int
    number: int
    indent: int
    parent: "_Draft | None"
    depth: int
    last: int
    own: list[int]
    parts: list[str] = field(default_factory=list)
    text_end: int = 0
    children: list[Item] = field(default_factory=list)


def is_entry(line: str) -> bool:
    """Whether a line begins a list entry; a thematic break does not."""
    return _ENTRY.match(line) is not None and not _RULE.match(line)


def is_rule(line: str) -> bool:
    """Whether a line is a thematic break."""
    return _RULE.match(line) is not None


def read_items(
    lines: Iterable[tuple[int, str]], text: str, starts: Sequence[int], ends_entry: frozenset[int]
) -> tuple[tuple[Item, ...], frozenset[int]]:
    """The top-level entries among numbered lines (from 0), and the numbers of all lines that belong to one.

    `ends_entry` holds the lines that are other structure (field lines at the margin) and so continue no entry.
    """
    collector = _Collector(starts, ends_entry)
    for number, line in lines:
        collector.take(number, line)
    return _freeze(collector.drafts, text, starts), frozenset(collector.claimed)


class _Collector:
    """Distributes lines over entries."""

    def __init__(self, starts: Sequence[int], ends_entry: frozenset[int]) -> None:
        self.starts = starts
        self.ends_entry = ends_entry
        self.drafts: list[_Draft] = []
        self.claimed: set[int] = set()
        self.open: _Draft | None = None
        self.after_blank = False

    def take(self, number: int, line: str) -> None:
        if not line.strip():
            self.after_blank = True
            return
        match = _ENTRY.match(line)
        if match and not _RULE.match(line):
            self._begin(match, number)
        elif self.open and self._continues(self.open, number, line):
            self._continue(self.open, number, line)
        else:
            self.open = None
        self.after_blank = False

    def _begin(self, match: re.Match[str], number: int) -> None:
        blanks, marker, _, rest = match.groups()
        indent, start = _width(blanks) if blanks else 0, self.starts[number]
        parent = self.open
        while parent and indent <= parent.indent + 1:
            parent = parent.parent
        if parent and parent.depth >= MAX_DEPTH:
            parent = parent.parent
        depth = parent.depth + 1 if parent else 0
        content = start + (match.start(4) if rest is not None else match.end())
        end = start + len(match[0].rstrip())
        draft = _Draft(
            marker, rest, content, number, indent, parent, depth, number, [number], [(rest or "").strip()], end
        )
        self.drafts.append(draft)
        self.claimed.add(number)
        self.open = draft

    def _continues(self, draft: _Draft, number: int, line: str) -> bool:
        """After a blank line, only what is indented; else anything that is not other structure."""
        indented = _width(line[: len(line) - len(line.lstrip(" \t"))]) > draft.indent
        if indented:
            return True
        lazy = not self.after_blank and draft.last == number - 1
        return lazy and number not in self.ends_entry and not _RULE.match(line) and not line.startswith((">", "<"))

    def _continue(self, draft: _Draft, number: int, line: str) -> None:
        draft.parts.append(line.strip())
        draft.last = number
        draft.own.append(number)
        draft.text_end = self.starts[number] + len(line.rstrip())
        self.claimed.add(number)


def _width(blanks: str) -> int:
    return len(blanks.expandtabs(_TAB) if "\t" in blanks else blanks)


def _freeze(drafts: list[_Draft], text: str, starts: Sequence[int]) -> tuple[Item, ...]:
    """From the last entry to the first, so that children exist before their parents, without recursion."""
    roots: list[Item] = []
    for draft in reversed(drafts):
        siblings = draft.parent.children if draft.parent else roots
        siblings.append(_item(draft, text, starts))
        if draft.parent:
            draft.parent.last = max(draft.parent.last, draft.last)
    return tuple(reversed(roots))


def _item(draft: _Draft, text: str, starts: Sequence[int]) -> Item:
    begin, text_start, rest = starts[draft.number], draft.rest_start, draft.rest
    box = _BOX.match(rest) if rest and rest[0] in _BOXES else None
    parts, begins = draft.parts, text_start
    box_at = sign = None
    if box:
        sign = box["sign"] or box["inside"]
        box_at = text_start + box.start("sign" if box["sign"] else "inside")
        text_start += box.end()
        parts = [parts[0][box.end() :].strip(), *parts[1:]]
    text_end = max(draft.text_end, text_start)
    return Item(
        text=parts[0] if len(parts) == 1 else " ".join(part for part in parts if part),
        raw=text[text_start:text_end],
        checked=None if sign is None else sign in _DONE and sign != "",
        box=sign,
        marker=draft.marker,
        indent=draft.indent,
        depth=draft.depth,
        line=draft.number + 1,
        start=begin,
        end=starts[draft.last + 1],
        text_start=text_start,
        text_end=text_end,
        lines=tuple([number + 1 for number in draft.own]),
        begins=begins,
        box_at=box_at,
        children=tuple(draft.children[::-1]),
    )


# Pipe tables, as tolerantly as agents write them: rows without a header, ragged rows, pipes in code spans

MAX_CELLS = 1_000
"""Cells of a row that are told apart; the last one holds the rest."""
MAX_TOKENS = 20_000
"""Pipes, ticks and escapes of a row that are looked at; what stands behind them is the rest."""
_DELIMITER = regex(r"[ \t]*(?:\|[ \t]*)?:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*(?:\|[ \t]*)?$")
_LONG_DASHES = regex(r":?-{3,}:?$")
_TOKENS = regex(r"\\.|`+|\|")
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
        entry = _ENTRY.match(line)
        if line.lstrip().startswith("|") or delimiter or (delimited and not (entry and entry["marker"])):
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
    spans = [(edge + 1, right) for edge, right in pairwise(edges)]
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


# The lines of a Markdown text, and what kind each one is: the single pass over the whole text that parsing costs

_HEADING = regex(r" {0,3}(#{1,6})(?:[ \t]+(.*))?$")
_UNDERLINE = regex(r" {0,3}(={3,}|-{4,})[ \t]*$")
_FENCE_LINE = regex(r"[ \t]*(`{3,}(?=[^`]*$)|~{3,})(.*)")
_CONFLICT = regex(r"(?:<{7}|>{7}|\|{7})(?: .*)?$|={7}$")
_WRAPPING = regex(r"[ \t]*(`{3,}|~{3,})(?:[ \t]*(?:markdown|md))?[ \t]*$", re.IGNORECASE)
MAX_LINES = 200_000
"""Lines that are read; a state file of 37,000 is a runaway already."""
_LONG_LINE = 2000
"""Characters. In longer lines, code spans are not looked for: that would take quadratic time."""
_NEARLY = 3
_CODE_SPAN = regex(r"(`+)(?!`).*?(?<!`)\1(?!`)")


class Kind(IntEnum):
    """What a line is."""

    PLAIN = 0
    HEADING = 1
    FENCE = 2
    """The opening or closing line of a code fence."""
    CODE = 3
    """A line inside a code fence."""
    HIDDEN = 4
    """No data of the Markdown body: a comment, a conflict marker, frontmatter, a fence around the whole text, a rest
    that is not read."""


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading: behind `#` marks, or a line of its own above `=====` or `-----`.

    `text` is without marks; `start` and `end` span its whole lines, of which there are `height`.
    """

    text: str
    level: int
    line: int
    start: int
    end: int
    height: int = 1


@dataclass(frozen=True, slots=True)
class FenceLines:
    """A code fence by line indexes: the opening line, the content as a half-open range, and whether it was closed."""

    opening: int
    first: int
    last: int
    info: str
    closed: bool


class Lines:
    """A text by lines, each with its kind; the positions of headings and fences.

    Lines are counted from 0 here; what is public elsewhere counts from 1. Of a text of more than `MAX_LINES`, the last
    line has the rest. `part` says that the text is a part of a file: a code fence around all of it is one.
    """

    def __init__(self, text: str, first: int = 0, part: bool = False) -> None:
        self.text = text
        self.index = LineIndex(text, MAX_LINES)
        self.starts = self.index.starts
        self.raw = self.index.bare_lines()
        """The lines without their ends."""
        self.count = len(self.raw)
        self.first = self.index.line_of(first) - 1 if first < len(text) else self.count
        """The first line of the body; those before are frontmatter."""
        self.kinds = bytearray([Kind.HIDDEN]) * self.first + bytearray(self.count - self.first)
        self.headings: list[Heading] = []
        self.fences: list[FenceLines] = []
        self.problems: list[Problem] = []
        self._shown = self.raw.copy()
        _Scan(self).run(part)
        self._leave_out_rest()

    def _leave_out_rest(self) -> None:
        if self.count > MAX_LINES:
            self.kinds[-1] = Kind.HIDDEN
            self.problems.append(
                Problem("too-many-lines", self.count, f"more than {MAX_LINES:,} lines; the rest is not read")
            )

    def visible(self, number: int) -> str:
        """A line without its end, its comments blanked by spaces, so that offsets in the line hold."""
        return self._shown[number]

    def numbered(self, first: int, last: int, kind: int = Kind.PLAIN) -> Iterator[tuple[int, str]]:
        """The lines of one kind in a half-open range, with their numbers."""
        kinds, visible = self.kinds, self._shown
        return ((number, visible[number]) for number in range(first, last) if kinds[number] == kind)

    def fences_between(self, first: int, last: int) -> list[FenceLines]:
        """The fences that open in a half-open range of lines."""
        low = bisect_left(self.fences, first, key=_opening)
        return self.fences[low : bisect_left(self.fences, last, lo=low, key=_opening)]

    def mask(self, number: int, start: int, end: int) -> None:
        """Blank a part of a line that is comment; a line with nothing else is hidden."""
        line = self.visible(number)
        masked = line[:start] + " " * (min(end, len(line)) - start) + line[end:]
        self._shown[number] = masked
        if not masked.strip():
            self.kinds[number] = Kind.HIDDEN


def _opening(fence: FenceLines) -> int:
    return fence.opening


class _Scan:
    """The pass that gives each line its kind."""

    def __init__(self, lines: Lines) -> None:
        self.lines = lines
        self.number = lines.first
        self.never_closed: dict[str, int] = {}
        self.comment_never_closed = False
        self.masked_to = 0

    def run(self, part: bool) -> None:
        lines = self.lines
        if not part:
            self._unwrap()
        while self.number < min(lines.count, MAX_LINES):
            line = lines.raw[self.number]
            if "<!--" in line:
                self._comments(line)
            lead = line.lstrip(" \t")[:1]
            if lead and lead in "#`~<>|=-" and lines.kinds[self.number] == Kind.PLAIN:
                self._marked(lead, lines.visible(self.number))
            self.number += 1

    def _marked(self, lead: str, line: str) -> None:
        if lead == "#":
            self._heading(line)
        elif lead in "`~":
            self._fence(line)
        elif match := _CONFLICT.match(line):
            self._conflict(match[0])
        elif lead in "=-" and (match := _UNDERLINE.match(line)):
            self._underlined(match[1])

    def _heading(self, line: str) -> None:
        lines, number = self.lines, self.number
        if match := _HEADING.match(line):
            text = _without_marks(match[2] or "")
            start, end = lines.starts[number], lines.starts[number + 1]
            lines.headings.append(Heading(text, len(match[1]), number + 1, start, end))
            lines.kinds[number] = Kind.HEADING

    def _underlined(self, marks: str) -> None:
        """A heading is a line of its own above the marks; as many dashes as it has letters, or they are a rule."""
        lines, number = self.lines, self.number - 1
        alone = number <= lines.first or lines.kinds[number - 1] != Kind.PLAIN or not lines.raw[number - 1].strip()
        text = lines.visible(number).strip() if number >= lines.first and lines.kinds[number] == Kind.PLAIN else ""
        if not alone or not text or text[0] in "|<>-*+" or (marks[0] == "-" and abs(len(marks) - len(text)) > _NEARLY):
            return
        level = 1 if marks[0] == "=" else 2
        lines.headings.append(Heading(text, level, number + 1, lines.starts[number], lines.starts[number + 2], 2))
        lines.kinds[number : number + 2] = bytearray([Kind.HEADING, Kind.HEADING])

    def _unwrap(self) -> None:
        """Hide a fence around the whole text: the first and last line that say something, with Markdown between."""
        lines = self.lines
        filled = (number for number in range(lines.first, lines.count) if lines.raw[number].strip())
        opening = next(filled, lines.count - 1)
        match = _WRAPPING.match(lines.raw[opening]) if opening + 2 < lines.count else None
        if match is None or not lines.raw[next(filled, opening)].startswith(("#", "**", "---")):
            return
        last = next((n for n in range(lines.count - 1, opening, -1) if lines.raw[n].strip()), opening)
        if lines.raw[last].strip() == match[1]:
            lines.kinds[opening] = lines.kinds[last] = Kind.HIDDEN
            lines.problems.append(Problem("fenced-whole", opening + 1, "the whole text is inside a code fence"))

    def _conflict(self, marker: str) -> None:
        self.lines.kinds[self.number] = Kind.HIDDEN
        if marker.startswith("<"):
            message = "unresolved git conflict markers; both sides are read"
            self.lines.problems.append(Problem("conflict-marker", self.number + 1, message))

    def _fence(self, line: str) -> None:
        match = _FENCE_LINE.match(line)
        if match is None:
            return
        lines, opening = self.lines, self.number
        last = self._closing_of(match[1])
        closed = last is not None
        if last is None:
            last = self._end_of_unclosed()
            lines.problems.append(
                Problem("fence-unclosed", opening + 1, "the code fence that opens here is not closed")
            )
        lines.fences.append(FenceLines(opening, opening + 1, last, match[2].strip(), closed))
        lines.kinds[opening] = Kind.FENCE
        lines.kinds[opening + 1 : last] = bytearray([Kind.CODE]) * (last - opening - 1)
        if closed:
            lines.kinds[last] = Kind.FENCE
        self.number = last if closed else last - 1

    def _closing_of(self, marks: str) -> int | None:
        """The line that closes a fence. A search that failed is remembered, so that the whole stays linear."""
        if self.never_closed.get(marks[0], len(marks) + 1) <= len(marks):
            return None
        closing = re.compile(rf"[ \t]*{marks[0]}{{{len(marks)},}}[ \t]*$")
        for number in range(self.number + 1, self.lines.count):
            if closing.match(self.lines.raw[number]):
                return number
        self.never_closed[marks[0]] = len(marks)
        return None

    def _end_of_unclosed(self) -> int:
        """An unclosed fence ends before the next heading below the first level: sections must not vanish in it."""
        for number in range(self.number + 1, self.lines.count):
            line = self.lines.raw[number]
            if line.startswith(("## ", "### ", "```", "~~~")):
                return number
        return self.lines.count

    def _comments(self, line: str) -> None:
        """Mask the comments that begin on this line. One that is never closed is text, or it would hide the rest."""
        begin = self.lines.starts[self.number]
        spans = [match.span() for match in _CODE_SPAN.finditer(line)] if len(line) < _LONG_LINE else []
        at = line.find("<!--", max(0, self.masked_to - begin))
        while at >= 0 and not self.comment_never_closed:
            code_end = next((end for start, end in spans if start <= at < end), None)
            if code_end is None:
                self._mask_comment(begin + at)
            at = line.find("<!--", code_end or self.masked_to - begin)

    def _mask_comment(self, at: int) -> None:
        """Mask the comment that begins at the offset `at`, over as many lines as it has."""
        lines = self.lines
        close = lines.text.find("-->", at + 4)
        if close < 0:
            self.comment_never_closed = True
            lines.problems.append(
                Problem("comment-unclosed", self.number + 1, "the comment that opens here is not closed")
            )
            return
        self.masked_to = close + 3
        for number in range(self.number, lines.index.line_of(close)):
            begin = lines.starts[number]
            lines.mask(number, max(0, at - begin), min(self.masked_to - begin, len(lines.raw[number])))


def _without_marks(heading: str) -> str:
    """A heading's text without the `#` marks that close it: those behind a blank, or those that are all of it."""
    text = heading.strip()
    before = text.rstrip("#")
    return before.rstrip() if before != text and before[-1:] in ("", " ", "\t") else text


# What a section lists, whatever form it has: list entries, table rows, label lines, paragraphs, or those in a fence

_BOLD_LABEL = regex(r"(?P<mark>\*\*|__)(?P<label>[^*\n]{1,80}?)[ \t]*(?::[ \t]*(?P=mark)|(?P=mark)[ \t]*:)(?=\s|$)")
_WORD = regex(r"[^\W\d_]{2}")


@dataclass(frozen=True, slots=True)
class ListEntry:
    """One entry. `text` is on one line, without marker, check box and the emphasis of a label in front.

    `line` is the first of its own `lines`; `start` and `end` span whole lines with what stands
    below, for removal, `text_start` and `text_end` what a new text takes the place of. `item` and `row` are what it is
    made of, where it is one.
    """

    text: str
    lines: tuple[int, ...]
    start: int
    end: int
    text_start: int
    text_end: int
    item: Item | None = None
    row: Row | None = None

    @property
    def line(self) -> int:
        """The line it begins on."""
        return self.lines[0]


def read_entries(region: "Region", columns: tuple[str, ...], boxes: bool) -> tuple[ListEntry, ...]:
    """The entries of the first form that is present: list and table, else lines of text, else what fences hold."""
    listed = [*_items(region.items(), boxes), *_rows(region, columns)]
    entries = sorted(listed, key=lambda entry: entry.line) or list(_lines(region))
    if not entries:
        entries = [entry for fence in region.fences() for entry in read_entries(fence.inside, columns, boxes)]
    return tuple(entry for entry in entries if entry.text)


def without_label_marks(text: str) -> str:
    """A text whose label in front has lost its emphasis: `**Phase 3:** keys` is `Phase 3: keys`."""
    found = _BOLD_LABEL.match(text)
    return f"{found['label'].strip()}:{text[found.end() :]}" if found else text


def _items(items: tuple[Item, ...], boxes: bool) -> Iterator[ListEntry]:
    """The outermost entries; with `boxes` also those with a check box below them, of which they are the heading."""
    for item in items:
        inner = list(_items(item.children, boxes)) if boxes else []
        boxed = [entry for entry in inner if entry.item is not None and entry.item.checked is not None]
        if item.checked is not None or not boxed:
            text = without_label_marks(on_one_line(item.text))
            yield ListEntry(text, item.lines, item.start, item.end, item.text_start, item.text_end, item)
        yield from boxed


def _rows(region: "Region", columns: tuple[str, ...]) -> Iterator[ListEntry]:
    for row in (row for table in region.tables() for row in table.rows):
        cell = None if row.filler else _telling_cell(row, columns)
        if cell is not None:
            text = without_label_marks(cell.text)
            yield ListEntry(text, (row.line,), row.start, row.end, cell.start, cell.end, row=row)


def _telling_cell(row: Row, columns: tuple[str, ...]) -> Cell | None:
    """The cell of a named column, else the first that holds a word."""
    return row.cell(*columns) or next((cell for cell in row.cells if _WORD.search(cell.text)), None)


def _lines(region: "Region") -> Iterator[ListEntry]:
    """Label lines and paragraphs in file order; a paragraph right below a label line is the rest of that."""
    labelled = {field.line: field for field in region.fields()}
    parts = {part.line: region.lines.index.line_of(max(part.end - 1, part.start)) for part in region.paragraphs()}
    for first in sorted((*labelled, *parts)):
        if first in labelled:
            last = parts.get(first + 1, first) if labelled[first].value else first
            yield _of_lines(region.lines, first, last, says=bool(labelled[first].value))
        elif first - 1 not in labelled or not labelled[first - 1].value:
            yield _of_lines(region.lines, first, parts[first])


def _of_lines(lines: Lines, first: int, last: int, says: bool = True) -> ListEntry:
    begin, end = lines.visible(first - 1), lines.visible(last - 1)
    text = " ".join(lines.visible(number).strip() for number in range(first - 1, last)) if says else ""
    start, behind = lines.starts[first - 1], lines.starts[last - 1]
    text_start, text_end = start + len(begin) - len(begin.lstrip()), behind + len(end.rstrip())
    own = tuple(range(first, last + 1))
    return ListEntry(without_label_marks(text), own, start, lines.starts[last], text_start, text_end)


# A region: a run of lines of a Markdown text, from which fields, tables, lists and paragraphs are read on demand


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Adjacent lines that are nothing else; `text` joins them by spaces, `start` and `end` span them as written."""

    text: str
    line: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Fence:
    """A code fence. `text` is its content with LF line ends; `start` and `end` span the content's whole lines.

    `inside` reads the content as if it were not code: real files put their position into a fence.
    """

    info: str
    text: str
    line: int
    start: int
    end: int
    closed: bool
    inside: "Region"


class Region:
    """A half-open range of lines (counted from 0), of which only those of one kind are read."""

    def __init__(self, lines: Lines, first: int, last: int, kind: Kind = Kind.PLAIN) -> None:
        self.lines = lines
        self.first = first
        self.last = max(first, last)
        self.kind = kind

    @property
    def body_start(self) -> int:
        """The offset at which the region's first line begins."""
        return self.lines.starts[self.first]

    @property
    def body_end(self) -> int:
        """The offset after the region's last line."""
        return self.lines.starts[self.last]

    @property
    def raw(self) -> str:
        """The region exactly as written."""
        return self.lines.text[self.body_start : self.body_end]

    @cached_property
    def text(self) -> str:
        """The region's text, stripped, with LF line ends and without comments. Fences are in it, headings too."""
        text_kinds = (Kind.PLAIN, Kind.HEADING, Kind.FENCE, Kind.CODE)
        kinds = self.lines.kinds
        visible = (self.lines.visible(n) for n in range(self.first, self.last) if kinds[n] in text_kinds)
        return "\n".join(line.rstrip() for line in visible).strip()

    def fields(self) -> tuple[Field, ...]:
        """The field lines in file order; never from tables or fences."""
        return self._fields

    def field(self, *labels: str) -> Field | None:
        """The first field with one of these labels, compared without case and decoration."""
        return find_field(self._fields, *labels)

    def tables(self) -> tuple[Table, ...]:
        """The tables in file order."""
        return self._tables

    def items(self) -> tuple[Item, ...]:
        """The list entries of the outermost level in file order; those below them are their `children`."""
        return self._items[0]

    def all_items(self) -> tuple[Item, ...]:
        """All list entries in file order, whatever their depth."""
        return tuple(_walk(self._items[0]))

    def paragraphs(self) -> tuple[Paragraph, ...]:
        """What is left as prose: lines that are no field, table, list entry, fence, heading or thematic break."""
        return self._paragraphs

    def entries(self, *columns: str, boxes: bool = False) -> tuple[ListEntry, ...]:
        """What the region lists, in whichever form it does.

        `columns` are the names of the column that holds a row's text. With `boxes`, entries with a check box count at
        any depth.
        """
        return read_entries(self, columns, boxes)

    def fences(self) -> tuple[Fence, ...]:
        """The code fences that open in the region."""
        return self._fences

    @cached_property
    def _tables(self) -> tuple[Table, ...]:
        return read_tables(self.lines.numbered(self.first, self.last, self.kind), self.lines.starts)

    @cached_property
    def _table_lines(self) -> frozenset[int]:
        index = self.lines.index
        return frozenset(
            number for table in self._tables for number in range(table.line - 1, index.line_of(table.end - 1))
        )

    @cached_property
    def _fields(self) -> tuple[Field, ...]:
        found = (read_field(line, n + 1, self.lines.starts[n]) for n, line in self._outside_tables())
        return tuple(field for field in found if field is not None)

    @cached_property
    def _items(self) -> tuple[tuple[Item, ...], frozenset[int]]:
        margins = frozenset(field.line - 1 for field in self._fields if not field.style.startswith("list"))
        return read_items(self._outside_tables(), self.lines.text, self.lines.starts, margins)

    @cached_property
    def _paragraphs(self) -> tuple[Paragraph, ...]:
        claimed = self._items[1] | {field.line - 1 for field in self._fields}
        paragraphs: list[Paragraph] = []
        block: list[int] = []
        for number, line in self._outside_tables():
            prose = number not in claimed and bool(line.strip()) and not is_rule(line) and not is_entry(line)
            if block and (not prose or block[-1] != number - 1):
                paragraphs.append(self._paragraph(block))
                block = []
            if prose:
                block.append(number)
        return tuple([*paragraphs, self._paragraph(block)] if block else paragraphs)

    @cached_property
    def _fences(self) -> tuple[Fence, ...]:
        return tuple(
            _fence(self.lines, fence.info, fence.opening, fence.last, fence.closed)
            for fence in self.lines.fences_between(self.first, self.last)
        )

    def _outside_tables(self) -> Iterator[tuple[int, str]]:
        tables = self._table_lines
        return ((n, line) for n, line in self.lines.numbered(self.first, self.last, self.kind) if n not in tables)

    def _paragraph(self, block: list[int]) -> Paragraph:
        lines = [self.lines.visible(number) for number in block]
        start = self.lines.starts[block[0]] + len(lines[0]) - len(lines[0].lstrip())
        end = self.lines.starts[block[-1]] + len(lines[-1].rstrip())
        return Paragraph(" ".join(line.strip() for line in lines), block[0] + 1, start, end)


def _walk(items: tuple[Item, ...]) -> Iterator[Item]:
    for item in items:
        yield item
        yield from _walk(item.children)


def _fence(lines: Lines, info: str, opening: int, last: int, closed: bool) -> Fence:
    inside = Region(lines, opening + 1, last, Kind.CODE)
    content = "\n".join(lines.raw[opening + 1 : last])
    return Fence(info, content, opening + 1, inside.body_start, inside.body_end, closed, inside)


# Tag sections: `<objective> … </objective>` blocks, the pseudo-XML in which handoffs are written

_HTML = regex(
    r"(?:a|b|blockquote|br|center|code|d[dlt]|details|div|em|h[1-6r]|i|img|input|kbd|li|ol|p|picture|pre|s|small|source"
    r"|span|strong|style|su[bp]|summary|table|t[bdhr]|tbody|thead|u|ul|video)",
    re.IGNORECASE,
)
_TAG = regex(r"^[ \t]*<(?P<open>[A-Za-z][\w.-]*)(?:\s[^<>]*)?(?<!/)>|</(?P<close>[A-Za-z][\w.-]*)\s*>")


@dataclass(frozen=True, slots=True)
class TagSection(Remembering):
    """A tag section. `text` is its stripped content; `start` and `end` span the content as written.

    One that is not closed runs to the next opening tag or the end of the text; `problems` then says so. `body` reads
    fields, tables and lists from the content's whole lines.
    """

    name: str
    text: str
    line: int
    start: int
    end: int
    body: Region
    closed: bool = True

    @cached_property
    def problems(self) -> tuple[Problem, ...]:
        """`tag-unclosed`, where the section has no closing tag."""
        if self.closed:
            return ()
        return (Problem("tag-unclosed", self.line, f"the tag <{self.name}> that opens here is not closed"),)


@dataclass(frozen=True, slots=True)
class _Tag:
    """`<name>`, or `</name>` where it does not open."""

    name: str
    opens: bool
    start: int
    end: int


def tag_sections(lines: Lines) -> tuple[TagSection, ...]:
    """The tag sections of a text in file order, one inside another too. HTML elements and code fences are not read."""
    tags = list(_tags(lines))
    openings = [tag for tag in tags if tag.opens]
    closings = _closings(tags)
    following = {tag: after.start for tag, after in pairwise(openings)}
    return tuple(
        _section(lines, tag, closing.start if closing else following.get(tag, len(lines.text)), closing is not None)
        for tag in openings
        for closing in (closings.get(tag),)
    )


def _tags(lines: Lines) -> Iterator[_Tag]:
    for number, line in lines.numbered(lines.first, lines.count):
        if "<" not in line:
            continue
        offset = lines.starts[number]
        for match in _TAG.finditer(line):
            name = match["open"] or match["close"]
            if not _HTML.fullmatch(name):
                start = offset + match.start() + len(match[0]) - len(match[0].lstrip())
                yield _Tag(name, bool(match["open"]), start, offset + match.end())


def _closings(tags: list[_Tag]) -> dict[_Tag, _Tag]:
    """Which closing tag ends which opening one. Those left open inside a closed one stay unclosed."""
    closed: dict[_Tag, _Tag] = {}
    waiting: list[_Tag] = []
    depth: dict[str, int] = {}
    for tag in tags:
        if tag.opens:
            waiting.append(tag)
            depth[tag.name] = depth.get(tag.name, 0) + 1
        elif depth.get(tag.name):
            while (opened := waiting.pop()).name != tag.name:
                depth[opened.name] -= 1
            depth[tag.name] -= 1
            closed[opened] = tag
    return closed


def _section(lines: Lines, tag: _Tag, end: int, closed: bool) -> TagSection:
    first = lines.index.line_of(tag.start) - 1
    last = lines.index.line_of(end) - (0 if end == len(lines.text) and not closed else 1)
    body = Region(lines, min(first + 1, lines.count), last)
    content = lines.text[tag.end : end].replace("\r\n", "\n").replace("\r", "\n").strip()
    return TagSection(tag.name, content, first + 1, tag.end, end, body, closed)


# Sections: the tree of headings, kept flat in file order

LOWEST = 7
"""The level of a section that only a label line begins."""


class Section(Region):
    """A heading with what stands below it.

    `start` and `end` span the whole extent, up to the next heading of the same or a higher level. What is read from
    a section (`fields()`, `text` ...) is its own body, up to the next heading of any level; `whole` is a region over
    the sub-sections too. The preamble has no heading, level 0 and an empty title.
    """

    def __init__(self, lines: Lines, heading: Heading | None, first: int, last: int, extent: int) -> None:
        super().__init__(lines, first, last)
        self.heading = heading
        self._extent = max(extent, self.last)

    def __repr__(self) -> str:
        return f"<Section {self.title!r} level {self.level} line {self.line}>"

    @property
    def title(self) -> str:
        """The heading's text."""
        return self.heading.text if self.heading else ""

    @property
    def level(self) -> int:
        """1 to 6; 0 for the preamble, 7 below a label line."""
        return self.heading.level if self.heading else 0

    @property
    def line(self) -> int:
        """The 1-based line of the heading, or of the preamble's first line."""
        return self.heading.line if self.heading else self.first + 1

    @property
    def start(self) -> int:
        """The offset of the heading."""
        return self.heading.start if self.heading else self.body_start

    @property
    def end(self) -> int:
        """The offset after the whole section, its sub-sections included."""
        return self.lines.starts[self._extent]

    @cached_property
    def whole(self) -> Region:
        """The section with its sub-sections, without their headings."""
        return Region(self.lines, self.first, self._extent)

    def is_named(self, *names: str) -> bool:
        """Whether the title equals one of the names, without case and decoration; see `fold_title`."""
        return fold_title(self.title) in map(fold_title, names)

    def find(self, *labels: str) -> Field | None:
        """The first field with one of these labels in the section or its sub-sections."""
        return self.field(*labels) or self.whole.field(*labels)


def read_sections(lines: Lines) -> tuple[Section, tuple[Section, ...]]:
    """The preamble and all sections in file order."""
    headings = lines.headings
    first_heading = headings[0].line - 1 if headings else lines.count
    preamble = Section(lines, None, lines.first, first_heading, first_heading)
    bounds = [heading.line - 1 for heading in headings] + [lines.count]
    bodies = [heading.line - 1 + heading.height for heading in headings]
    extents = _extents(headings, lines.count)
    sections = (
        Section(lines, heading, bodies[position], bounds[position + 1], extents[position])
        for position, heading in enumerate(headings)
    )
    return preamble, tuple(sections)


_BOLD_ALONE = regex(r"(?P<mark>\*\*|__)(?P<label>[^*_:\s](?:[^*_:]*[^*_:\s])?)(?P=mark)\s*")


def read_groups(section: Section) -> tuple[Section, ...]:
    """The groups of a section's own body: a label line without a value, and what stands below it.

    Agents write `**Blockers:**` or `**Blockers**` in place of a heading. A group ends at the next bold label or
    thematic break.
    """
    lines = section.lines
    ends = [n for n, line in lines.numbered(section.first, section.last) if _parts(line)]
    groups = []
    for number in ends:
        label = _label_alone(lines.visible(number), number, lines.starts[number])
        if label is not None:
            heading = Heading(label, LOWEST, number + 1, lines.starts[number], lines.starts[number + 1])
            place = bisect_right(ends, number)
            end = ends[place] if place < len(ends) else section.last
            groups.append(Section(lines, heading, number + 1, end, end))
    return tuple(groups)


def _label_alone(line: str, number: int, start: int) -> str | None:
    """The label of a line that has no value."""
    if (bold := _BOLD_ALONE.fullmatch(line)) is not None:
        return bold["label"]
    if not line.rstrip().endswith((":", ":**", "**:")):
        return None
    field = read_field(line, number + 1, start)
    return field.label if field is not None and not field.value and field.style in ("plain", "bold") else None


def _parts(line: str) -> bool:
    """Whether a line ends what stands above it: a bold label, one without a value, a thematic break."""
    return line != "" and (line.startswith(("**", "__")) or line.rstrip().endswith(":") or is_rule(line))


def _extents(headings: list[Heading], count: int) -> list[int]:
    """For each heading, the line of the next heading of the same or a higher level."""
    extents = [count] * len(headings)
    waiting: list[int] = []
    for position, heading in enumerate(headings):
        while waiting and headings[waiting[-1]].level >= heading.level:
            extents[waiting.pop()] = heading.line - 1
        waiting.append(position)
    return extents


__all__ = [
    "Cell",
    "Fence",
    "Field",
    "FieldStyle",
    "Heading",
    "Item",
    "ListEntry",
    "Markdown",
    "Paragraph",
    "Region",
    "Row",
    "Section",
    "Table",
    "TagSection",
    "find_field",
    "fold_label",
    "fold_title",
    "parse",
]


_OPEN_LABEL = regex(r"(?::(?:\*\*|__)?|\*\*|__)[ \t]*$", re.MULTILINE)


class Markdown:
    """A parsed Markdown text. Frontmatter at its beginning is no part of the body; `keyed.read_keyed` reads it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.lines = Lines(text, body_start(text))
        self.preamble, self.sections = read_sections(self.lines)
        """What stands before the first heading, and the sections in file order, flat."""

    @property
    def problems(self) -> tuple[Problem, ...]:
        """`conflict-marker`, `fence-unclosed` and the like, in file order; last `too-many-lines`."""
        return tuple(self.lines.problems)

    @property
    def title(self) -> Heading | None:
        """The first heading of level 1."""
        return next((heading for heading in self.lines.headings if heading.level == 1), None)

    @cached_property
    def body(self) -> Region:
        """The whole body as one region, for what may stand in any section."""
        return Region(self.lines, self.lines.first, self.lines.count)

    @cached_property
    def tags(self) -> tuple[TagSection, ...]:
        """The pseudo-XML tag sections."""
        return tag_sections(self.lines)

    def section(self, *names: str, level: int | None = None, within: Section | None = None) -> Section | None:
        """The first section in file order whose title equals one of the names; see `fold_title` for what is equal.

        Where no heading has one of them, a line `**Name:**` without a value begins the section.
        """
        found = self._matching(names, level, within)
        return found[0] if found else None

    def all_sections(self, *names: str) -> tuple[Section, ...]:
        """All sections whose title equals one of the names, in file order."""
        return tuple(self._matching(names, None, None))

    def children(self, section: Section) -> tuple[Section, ...]:
        """All sections inside a section's extent, in file order."""
        first, end = bisect_right(self._starts, section.start), bisect_left(self._starts, section.end)
        return tuple(self.sections[first:end])

    def field(self, *labels: str) -> Field | None:
        """The first field of the body with one of the labels."""
        return self.body.field(*labels)

    @cached_property
    def _starts(self) -> list[int]:
        return [section.start for section in self.sections]

    @cached_property
    def _by_title(self) -> dict[str, list[Section]]:
        by_title: dict[str, list[Section]] = defaultdict(list)
        for section in self.sections:
            by_title[fold_title(section.title)].append(section)
        return dict(by_title)

    @cached_property
    def _groups(self) -> tuple[Section, ...]:
        if _OPEN_LABEL.search(self.text) is None:
            return ()
        return tuple(group for part in (self.preamble, *self.sections) for group in read_groups(part))

    def _matching(self, names: tuple[str, ...], level: int | None, within: Section | None) -> list[Section]:
        titles = {fold_title(name) for name in names}
        found = [section for title in titles for section in self._by_title.get(title, ())]
        if not found:
            found = [group for group in self._groups if fold_title(group.title) in titles]
        if level is not None:
            found = [section for section in found if section.level == level]
        if within is not None:
            found = [section for section in found if within.start < section.start < within.end]
        return sorted(found, key=lambda section: section.start)


@lru_cache(maxsize=4)
def parse(text: str) -> Markdown:
    """Read a Markdown text. Never raises; linear in the length of the text.

    The last few are kept: an edit asks for the same text many times.
    """
    return Markdown(text)


# Adding and removing lines of Markdown: table rows, whole lines. The neighbours' form is taken over


def insert_lines(text: str, offset: int, lines: Sequence[str], newline: str) -> Splice:
    """Put whole lines where a line begins, or at the end of the text. They end as the line above them does; as
    `newline` says where none tells.
    """
    newline = line_end_before(text, offset, newline)
    added = "".join(f"{line}{newline}" for line in lines)
    if offset == len(text) and text and not text.endswith(("\n", "\r")):
        return Splice(offset, offset, newline + added.removesuffix(newline))
    return Splice(offset, offset, added)


def remove_lines(text: str, start: int, end: int) -> Splice:
    """Take whole lines away; the last one of a text that ends without a line end takes the end before it along."""
    if end == len(text) and start > 0 and not text.endswith(("\n", "\r")):
        start -= 2 if text[:start].endswith("\r\n") else 1
    return Splice(start, end, "")


def insert_row(text: str, table: Table, cells: Sequence[str], newline: str) -> Splice:
    """Add a row at the end of a table."""
    start = table.rows[-1].start if table.rows else table.start
    indent = text[start : start + len(text[start:]) - len(text[start:].lstrip(" \t"))]
    return insert_lines(text, table.end, [f"{indent}| {' | '.join(map(in_cell, cells))} |"], newline)
