"""Which lines of a page the track holds completely. The others are listed in `extra.unread`: no text is lost."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

from cockpit.regex import regex
from cockpit.systems.shared.folder import Page
from cockpit.text.markdown import Kind, Section, Table, fold_label

Passage = dict[str, Any]
"""What no rule read: `path`, `section` (its title), `line`, `text`. A long text is cut and says so by ` …`."""

_TEXT_KEPT = 2_000
_PASSAGES_KEPT = 200
_TAKEN, _KEPT_BACK = 1, 2
_WORD = regex(r"\w")
_PAIR_HEADS = frozenset(
    ("", "field", "value", "metric", "item", "key", "property", "name", "label", "setting", "attribute", "element",
     "aspect", "type", "what", "details", "detail", "info", "information", "description", "current", "state", "status",
     "amount", "count", "total", "used", "result"),
)  # fmt: skip
"""What the two columns of a table of pairs may be called."""

_SHOWN = (Kind.PLAIN, Kind.FENCE, Kind.CODE)


def passage(path: str, line: int | None, text: str, section: str = "") -> Passage:
    """A text that no rule read; a long one is cut."""
    shown = text if len(text) <= _TEXT_KEPT else f"{text[:_TEXT_KEPT]} …"
    return {"path": path, "section": section, "line": line or 1, "text": shown}


class Taken:
    """The lines of one page that a rule has taken whole. A line that is kept back stays unread, whoever takes it."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._lines = bytearray(page.markdown.lines.count + 1)

    def take(self, first: int, last: int | None = None) -> None:
        """Everything these lines say is in the track; lines count from 1."""
        for line in range(first, (last or first) + 1):
            self._lines[line - 1] |= _TAKEN

    def keep(self, *lines: int) -> None:
        """Keep back lines of which the track holds only a part."""
        self.take_if(False, *lines)

    def take_if(self, whole: bool, *lines: int) -> None:
        """Take lines, or keep them back."""
        for line in lines:
            self._lines[line - 1] |= _TAKEN if whole else _KEPT_BACK

    def take_pairs(self, table: Table) -> None:
        """A table is read as pairs: its header is known where it says so, and what stands beside a pair is not read."""
        if table.header:
            self.take_if(all(fold_label(cell.text) in _PAIR_HEADS for cell in table.header), table.line, table.line + 1)
        for row in table.rows:
            if any(_WORD.search(cell.text) for cell in row.cells[2:]):
                self.keep(row.line)

    def passages(self) -> tuple[Passage, ...]:
        """What was not taken, in file order; adjacent lines of a section are one passage."""
        markdown = self._page.markdown
        found = (passage for part in (markdown.preamble, *markdown.sections) for passage in self._unread(part))
        shown = [*islice(found, _PASSAGES_KEPT)]
        if more := sum(1 for _ in found):
            shown.append({**shown[-1], "text": f"… {more} more passages"})
        return tuple(shown)

    def _unread(self, part: Section) -> Iterator[Passage]:
        runs = list(self._runs(part))
        unknown = part.heading is not None and not self.is_taken(part.line)
        if unknown and len(runs) != 1:
            runs = [(part.line, [number for _, numbers in runs for number in numbers])]
        for line, numbers in runs:
            yield _passage_of_lines(self._page.path, part, part.line if unknown else line, numbers)

    def _runs(self, part: Section) -> Iterator[tuple[int, list[int]]]:
        """The lines that were not taken, each run with its first line; blank and ruled lines do not part them."""
        numbers = [number for number in range(part.first, part.last) if self._tells(part, number)]
        heads = self._known_heads(part) if numbers else frozenset()
        run: list[int] = []
        for number in numbers:
            if number in heads:
                continue
            if run and any(self._lines[between] == _TAKEN for between in range(run[-1], number)):
                yield run[0] + 1, run
                run = []
            run.append(number)
        if run:
            yield run[0] + 1, run

    def _tells(self, part: Section, number: int) -> bool:
        """Whether a line was not taken and holds a word; what is hidden or opens a fence is no text."""
        if self._lines[number] == _TAKEN or part.lines.kinds[number] not in (Kind.PLAIN, Kind.CODE):
            return False
        return _WORD.search(part.lines.raw[number]) is not None

    def is_taken(self, line: int) -> bool:
        """Whether everything a line says is in the track."""
        return self._lines[line - 1] == _TAKEN

    def _known_heads(self, part: Section) -> frozenset[int]:
        """The header lines of tables of which every row is taken."""
        return frozenset(
            table.line - 1
            for table in part.tables()
            if table.header and table.rows and not self._lines[table.line - 1] & _KEPT_BACK
            if all(row.filler or self.is_taken(row.line) for row in table.rows)
        )


def _passage_of_lines(path: str, part: Section, line: int, numbers: list[int]) -> Passage:
    lines = part.lines
    whole = range(numbers[0], numbers[-1] + 1) if numbers else ()
    shown = (lines.visible(number).rstrip() for number in whole if lines.kinds[number] in _SHOWN)
    text = "\n".join(shown).strip()
    return passage(path, line, text, part.title)
