"""The lines of a Markdown text, and what kind each one is: the single pass over the whole text that parsing costs.

Only fences, comments, headings and conflict markers are looked for here. Tables, fields and lists are read later, per
section and on demand, so that a file of megabytes costs what is looked at.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator
from enum import IntEnum

from cockpit.documents.text import LineIndex, Problem
from cockpit.values import dataclass

_HEADING = re.compile(r" {0,3}(#{1,6})(?:[ \t]+(.*))?$")
_UNDERLINE = re.compile(r" {0,3}(={3,}|-{4,})[ \t]*$")
_FENCE = re.compile(r"[ \t]*(`{3,}(?=[^`]*$)|~{3,})(.*)")
_CONFLICT = re.compile(r"(?:<{7}|>{7}|\|{7})(?: .*)?$|={7}$")
_WRAPPING = re.compile(r"[ \t]*(`{3,}|~{3,})(?:[ \t]*(?:markdown|md))?[ \t]*$", re.IGNORECASE)
MAX_LINES = 200_000
"""Lines that are read; a state file of 37,000 is a runaway already."""
_LONG_LINE = 2000
"""Characters. In longer lines, code spans are not looked for: that would take quadratic time."""
_NEARLY = 3
_CODE_SPAN = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)")


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
            self.problems.append(Problem("too-many-lines", self.count, f"more than {MAX_LINES:,} lines; not read on"))

    def visible(self, number: int) -> str:
        """A line without its end, its comments blanked by spaces, so that offsets in the line hold."""
        return self._shown[number]

    def numbered(self, first: int, last: int, kind: int = Kind.PLAIN) -> Iterator[tuple[int, str]]:
        """The lines of one kind in a half-open range, with their numbers."""
        kinds, shown = self.kinds, self._shown
        return ((number, shown[number]) for number in range(first, last) if kinds[number] == kind)

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
        told = (number for number in range(lines.first, lines.count) if lines.raw[number].strip())
        opening = next(told, lines.count - 1)
        match = _WRAPPING.match(lines.raw[opening]) if opening + 2 < lines.count else None
        if match is None or not lines.raw[next(told, opening)].startswith(("#", "**", "---")):
            return
        last = next((n for n in range(lines.count - 1, opening, -1) if lines.raw[n].strip()), opening)
        if lines.raw[last].strip() == match[1]:
            lines.kinds[opening] = lines.kinds[last] = Kind.HIDDEN
            lines.problems.append(Problem("fenced-whole", opening + 1, "the whole text stands in a code fence"))

    def _conflict(self, marker: str) -> None:
        self.lines.kinds[self.number] = Kind.HIDDEN
        if marker.startswith("<"):
            message = "a git conflict was committed or is unresolved here; both sides are read"
            self.lines.problems.append(Problem("conflict-marker", self.number + 1, message))

    def _fence(self, line: str) -> None:
        match = _FENCE.match(line)
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
            message = "the comment that opens here is not closed"
            lines.problems.append(Problem("comment-unclosed", self.number + 1, message))
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
