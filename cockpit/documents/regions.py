"""A region: a run of lines of a Markdown text, from which fields, tables, lists and paragraphs are read on demand.

Sections, tag sections and the inside of a code fence are regions, so that a reader asks all of them in the same way.
Everything is read at first use and kept.
"""

from collections.abc import Iterator
from functools import cached_property

from cockpit.documents.entries import Entry, read_entries
from cockpit.documents.fields import Field, find_field, read_field
from cockpit.documents.lines import Kind, Lines
from cockpit.documents.lists import Item, is_entry, is_rule, read_items
from cockpit.documents.tables import Table, read_tables
from cockpit.values import dataclass


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
        shown = (Kind.PLAIN, Kind.HEADING, Kind.FENCE, Kind.CODE)
        kinds = self.lines.kinds
        visible = (self.lines.visible(n) for n in range(self.first, self.last) if kinds[n] in shown)
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

    def entries(self, *columns: str, boxes: bool = False) -> tuple[Entry, ...]:
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
