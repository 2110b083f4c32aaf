"""What a section lists, whatever form it has: list entries, table rows, label lines, paragraphs, or those in a fence.

A language model writes the same list in each of these forms; a reader asks for entries and need not know which.
"""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from cockpit.documents.inline import on_one_line
from cockpit.documents.lines import Lines
from cockpit.documents.lists import Item
from cockpit.documents.tables import Cell, Row
from cockpit.values import dataclass

if TYPE_CHECKING:
    from cockpit.documents.regions import Region

_BOLD_LABEL = re.compile(
    r"(?P<mark>\*\*|__)(?P<label>[^*\n]{1,80}?)[ \t]*(?::[ \t]*(?P=mark)|(?P=mark)[ \t]*:)(?=\s|$)"
)
_WORD = re.compile(r"[^\W\d_]{2}")


@dataclass(frozen=True, slots=True)
class Entry:
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


def read_entries(region: "Region", columns: tuple[str, ...], boxes: bool) -> tuple[Entry, ...]:
    """The entries of the first form that is present: list and table, else lines of text, else what fences hold."""
    listed = [*_items(region.items(), boxes), *_rows(region, columns)]
    told = sorted(listed, key=lambda entry: entry.line) or list(_lines(region))
    if not told:
        told = [entry for fence in region.fences() for entry in read_entries(fence.inside, columns, boxes)]
    return tuple(entry for entry in told if entry.text)


def without_label_marks(text: str) -> str:
    """A text whose label in front has lost its emphasis: `**Phase 3:** keys` is `Phase 3: keys`."""
    found = _BOLD_LABEL.match(text)
    return f"{found['label'].strip()}:{text[found.end() :]}" if found else text


def _items(items: tuple[Item, ...], boxes: bool) -> Iterator[Entry]:
    """The outermost entries; with `boxes` also those with a check box below them, of which they are the heading."""
    for item in items:
        inner = list(_items(item.children, boxes)) if boxes else []
        boxed = [entry for entry in inner if entry.item is not None and entry.item.checked is not None]
        if item.checked is not None or not boxed:
            text = without_label_marks(on_one_line(item.text))
            yield Entry(text, item.lines, item.start, item.end, item.text_start, item.text_end, item)
        yield from boxed


def _rows(region: "Region", columns: tuple[str, ...]) -> Iterator[Entry]:
    for row in (row for table in region.tables() for row in table.rows):
        cell = None if row.filler else _telling_cell(row, columns)
        if cell is not None:
            text = without_label_marks(cell.text)
            yield Entry(text, (row.line,), row.start, row.end, cell.start, cell.end, row=row)


def _telling_cell(row: Row, columns: tuple[str, ...]) -> Cell | None:
    """The cell of a named column, else the first that holds a word."""
    return row.cell(*columns) or next((cell for cell in row.cells if _WORD.search(cell.text)), None)


def _lines(region: "Region") -> Iterator[Entry]:
    """Label lines and paragraphs in file order; a paragraph right below a label line is the rest of that."""
    labelled = {field.line: field for field in region.fields()}
    parts = {part.line: region.lines.index.line_of(max(part.end - 1, part.start)) for part in region.paragraphs()}
    for first in sorted((*labelled, *parts)):
        if first in labelled:
            last = parts.get(first + 1, first) if labelled[first].value else first
            yield _of_lines(region.lines, first, last, says=bool(labelled[first].value))
        elif first - 1 not in labelled or not labelled[first - 1].value:
            yield _of_lines(region.lines, first, parts[first])


def _of_lines(lines: Lines, first: int, last: int, says: bool = True) -> Entry:
    begin, end = lines.visible(first - 1), lines.visible(last - 1)
    text = " ".join(lines.visible(number).strip() for number in range(first - 1, last)) if says else ""
    start, behind = lines.starts[first - 1], lines.starts[last - 1]
    text_start, text_end = start + len(begin) - len(begin.lstrip()), behind + len(end.rstrip())
    own = tuple(range(first, last + 1))
    return Entry(without_label_marks(text), own, start, lines.starts[last], text_start, text_end)
