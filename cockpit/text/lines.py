"""A Markdown text as lines, each of one kind, in sections. Offsets are into the text; lines count from 1.

The scanner takes the time of the text's length, whatever stands in it. It is stricter than CommonMark where that could
hide something a person wrote: what is underlined is no heading, and a fence or a comment that never ends is text.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field
from functools import cached_property, lru_cache
from itertools import islice
from typing import Literal

from cockpit.regex import regex
from cockpit.text.words import fold, fold_title
from cockpit.values import dataclass

Kind = Literal[
    "text", "blank", "heading", "item", "more", "head", "bar", "row", "fence", "code", "rule", "conflict"
]  # fmt: skip
"""`more` continues an item; `head`, `bar` and `row` are a table's; `rule` is a line of signs."""

_LINE = regex(r"([^\r\n]*)(\r\n|\n|\r|$)")
_HEADING = regex(r"(#{1,6})(?:[ \t]+(.*))?")
_FENCE = regex(r"(`{3,}+|~{3,}+)([^`]*+)")
_CONFLICT = regex(r"(?:<{7}|>{7}|\|{7})(?: .*)?")
_RULE = regex(r"(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,}|={2,}")
_ITEM = regex(r"(?:[-*+]|\d{1,4}[.)])[ \t]+(?:\[(?P<mark>[^\[\]]?)\](?:[ \t]+|$))?(?P<text>\S.*|$)")
_BOLD = regex(r"(\*\*|__)([^*_]+)\1:?")
_BAR = regex(r"\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?")
_LEAD = regex(r"[ \t]*(?:>[ \t]*)*(?:(?:[-*+•·→▸]|\d{1,4}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?)?[*_`\"']*")
_LABEL = regex(r"[^\W\d_][\w \t./-]*")
_LONGEST_LABEL = 60
_CELL = regex(r"(?:\\.|[^|\\])*")
MOST_LINES = 200_000
BOLD_LEVEL = 7
"""The level of a heading that is a line in bold."""


@dataclass(slots=True)
class Line:
    """One line: its text, comments blanked and without the line end, and where the next one starts. `level` is that of
    a heading; `mark` is what stands in the box of an item, None where it has no box, and `lead` how many characters
    stand before its words."""

    number: int
    start: int
    text: str
    after: int
    kind: Kind = "text"
    level: int = 0
    mark: str | None = None
    lead: int = 0

    @property
    def ticked(self) -> bool | None:
        """Whether the box of an item is ticked; None without one, and for another mark in it."""
        return {"x": True, "X": True, " ": False, "": False}.get(self.mark) if self.mark is not None else None

    @property
    def box(self) -> tuple[int, int]:
        """The span of what is in the box of an item that has one."""
        start = self.start + self.text.index("[") + 1
        return start, start + len(self.mark or "")

    @property
    def end(self) -> int:
        """Where its words end."""
        return self.start + len(self.text.rstrip())

    @property
    def indent(self) -> int:
        """How many blanks stand before its words."""
        return len(self.text) - len(self.text.lstrip(" \t"))

    @property
    def says_something(self) -> bool:
        """Whether it has words that somebody may have meant."""
        return self.kind not in ("blank", "bar", "fence", "rule", "conflict") and bool(fold(self.text))


@dataclass(slots=True)
class Section:
    """A heading and the lines below it, up to the next one of any level; without one, what stands above the first.
    `path` are the sections whose headings it stands below, from the title down, and itself; a line in bold is not among
    them."""

    title: str
    heading: Line | None
    lines: list[Line] = field(default_factory=list)
    path: "tuple[Section, ...]" = ()

    __eq__ = object.__eq__
    __hash__ = object.__hash__

    @property
    def line(self) -> int:
        """The number of its heading; 1 without one."""
        return self.heading.number if self.heading else 1

    @property
    def level(self) -> int:
        """The level of its heading; 0 without one."""
        return self.heading.level if self.heading else 0

    @property
    def body_end(self) -> int:
        """Where a line is put at its end: behind the last one that is neither blank nor a rule."""
        told = [each for each in self.lines if each.kind not in ("blank", "rule")]
        return told[-1].after if told else self.heading.after if self.heading else 0


class Document:
    """A text in lines and sections."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.lines = [
            Line(number, found.start(), found[1], found.end())
            for number, found in enumerate(islice(_LINE.finditer(text), MOST_LINES), 1)
            if found.end() > found.start()
        ]
        if len(self.lines) == MOST_LINES and (start := self.lines[-1].after) < len(text):
            self.lines.append(Line(MOST_LINES + 1, start, text[start:], len(text)))  # the rest, which nobody wrote
        self._blank_comments_and_mark_fences()
        self._mark_the_rest()

    @property
    def conflict(self) -> int | None:
        """The number of the first line with a mark of a conflict that git left."""
        return next((each.number for each in self.lines if each.kind == "conflict"), None)

    @cached_property
    def sections(self) -> list[Section]:
        """What stands above the first heading, and every section, in the order of the file."""
        sections = [Section("", None)]
        path: tuple[Section, ...] = ()
        for line in self.lines:
            if line.kind == "heading":
                words = line.text.strip()
                bold = _BOLD.fullmatch(words) if line.level == BOLD_LEVEL else None
                title = bold[2] if bold else words.lstrip("#").strip()
                section = Section(title if bold else _without_closing_signs(title), line)
                if bold is None:
                    path = (*(each for each in path if each.level < line.level), section)
                section.path = path or (sections[0],)
                sections.append(section)
            else:
                sections[-1].lines.append(line)
        return sections

    def named(self, titles: Sequence[str]) -> list[Section]:
        """The sections that have one of the titles, in the order of the file."""
        folded = {fold_title(title) for title in titles}
        return [each for title, each in self._titled if title in folded]

    @cached_property
    def _titled(self) -> list[tuple[str, Section]]:
        """The sections below a heading, each with its title for comparison."""
        return [(fold_title(each.title), each) for each in self.sections if each.heading]

    @cached_property
    def title(self) -> Section | None:
        """The section of the first heading of the first level."""
        return next((each for each in self.sections if each.level == 1), None)

    def below(self, section: Section) -> list[Line]:
        """The lines of a section and of those below it, with their headings."""
        at, end = self._extents[section]
        found = [*section.lines]
        for each in self.sections[at + 1 : end]:
            found += [*([each.heading] if each.heading else []), *each.lines]
        return found

    def end_of(self, section: Section) -> int:
        """Where a section ends, with those below it."""
        last = self.sections[self._extents[section][1] - 1]
        line = last.lines[-1] if last.lines else last.heading
        return line.after if line is not None else 0

    @cached_property
    def _extents(self) -> dict[Section, tuple[int, int]]:
        """The number of each section, and of the next that is not below it."""
        found: dict[Section, tuple[int, int]] = {}
        following: list[int] = []
        for at in range(len(self.sections) - 1, -1, -1):
            while following and self.sections[following[-1]].level > self.sections[at].level:
                following.pop()
            found[self.sections[at]] = at, following[-1] if following else len(self.sections)
            following.append(at)
        return found

    def line_at(self, offset: int) -> Line:
        """The line in which a character stands."""
        return self.lines[max(bisect_right(self.lines, offset, key=lambda each: each.start) - 1, 0)]

    def line_end_before(self, offset: int) -> str:
        """How the line before an offset ends; where there is none, the next one, else the first of the file."""
        around = [self.line_at(max(offset - 1, 0)), self.line_at(offset), self.lines[0]] if self.lines else []
        endings = (self.text[each.start + len(each.text) : each.after] for each in around)
        return next(filter(None, endings), "\n")

    def _blank_comments_and_mark_fences(self) -> None:
        closing, fence, hidden, last = self._closing_fences(), "", 0, self.text.rfind("-->")
        first = next((at for at, line in enumerate(self.lines) if line.text.strip()), 0)
        for at, line in enumerate(self.lines):
            words = line.text.strip()
            if fence:
                closes = words.startswith(fence) and not words.strip(fence[0])
                line.kind, fence = ("fence", "") if closes else ("code", fence)
                continue
            if line.start < hidden or "<!--" in words:
                hidden = self._blank(line, hidden, last)
                words = line.text.strip()
            if not words:
                line.kind = "blank"
            elif words[0] in "`~" and (opening := _FENCE.fullmatch(words)) and closing[at] >= len(opening[1]):
                line.kind = "fence"
                fence = "" if at == first and self._is_whole_file(at) else opening[1]

    def _closing_fences(self) -> dict[int, int]:
        """By the index of a line that may open a fence: the most signs that a line below it closes one with."""
        longest, found = {"`": 0, "~": 0}, {}
        for at in range(len(self.lines) - 1, -1, -1):
            words = self.lines[at].text.strip()
            if words.startswith(("```", "~~~")):
                found[at] = longest[words[0]]
                if not words.strip(words[0]):
                    longest[words[0]] = max(longest[words[0]], len(words))
        return found

    def _is_whole_file(self, at: int) -> bool:
        """Whether a state file was put into one fence as a whole, as models do."""
        return any(_HEADING.fullmatch(each.text.strip()) for each in self.lines[at + 1 : at + 4])

    def _blank(self, line: Line, hidden: int, last: int) -> int:
        """Blank what is commented on a line. Returns up to where the text is commented."""
        raw, kept, at = line.text, list[str](), max(0, min(hidden - line.start, len(line.text)))
        kept.append(" " * at)
        while (begin := raw.find("<!--", at)) >= 0 and "`" not in raw[at:begin] and last >= line.start + begin + 4:
            hidden = self.text.find("-->", line.start + begin + 4) + 3
            until = min(hidden - line.start, len(raw))
            kept += [raw[at:begin], " " * (until - begin)]
            at = until
        line.text = "".join([*kept, raw[at:]])
        return hidden

    def _mark_the_rest(self) -> None:
        lines, item = self.lines, None
        before: Kind = "blank"
        for at, line in enumerate(lines):
            if line.kind == "text":
                words, indent = line.text.strip(), line.indent
                line.kind = self._kind(at, words, indent, before, item)
                if line.kind == "item":
                    item = line
            if line.kind not in ("item", "more", "blank"):
                item = None
            before = line.kind

    def _kind(self, at: int, words: str, indent: int, before: Kind, item: Line | None) -> Kind:
        line = self.lines[at]
        kind: Kind = "more" if item is not None and indent > item.indent else "text"
        if _CONFLICT.fullmatch(line.text):
            kind = "conflict"
        elif indent < 4 and words[0] == "#" and (found := _HEADING.fullmatch(words)):
            kind, line.level = "heading", len(found[1])
        elif "|" in words and (of_table := self._of_table(at, words, before)):
            kind = of_table
        elif words[0] in "-*_=" and _RULE.fullmatch(words):
            kind = "rule"
        elif words[0] in "*_" and before in ("blank", "conflict", "row", "rule") and _BOLD.fullmatch(words):
            kind, line.level = "heading", BOLD_LEVEL
        elif words[0] in "-*+0123456789" and (found := _ITEM.fullmatch(words)):
            kind, line.lead, line.mark = "item", indent + found.start("text"), found["mark"]
        return kind

    def _of_table(self, at: int, words: str, before: Kind) -> Kind | None:
        """Which line of a table one with a bar is; None where it is of none."""
        below = self.lines[at + 1] if at + 1 < len(self.lines) else None
        next_words = below.text.strip() if below is not None and below.kind == "text" else ""
        inside = before == "head" or (before in ("bar", "row") and _ITEM.fullmatch(words) is None)
        if not inside and "|" in next_words and _BAR.fullmatch(next_words):
            return "head"
        if inside or words[0] == "|":
            return "bar" if _BAR.fullmatch(words) else "row"
        return None


@lru_cache(maxsize=4)
def document_of(text: str) -> Document:
    """A text in lines and sections: a verb reads the same few texts again and again."""
    return Document(text)


def _without_closing_signs(title: str) -> str:
    bare = title.rstrip("#")
    return bare.rstrip() if not bare or bare[-1] in " \t" else title


@dataclass(frozen=True, slots=True)
class Span:
    """A text, and where it stands."""

    text: str
    start: int
    end: int


def cells_of(line: Line) -> list[Span]:
    """The cells of a table's line; a bar behind a backslash parts nothing."""
    found, at, body = [], 0, line.text.rstrip()
    while at <= len(body):
        match = _CELL.match(body, at)
        end = max(match.end() if match else at, at)
        if end < len(body) and body[end] != "|":  # a backslash at the end
            end = len(body)
        words = body[at:end].strip()
        blanks = end - at - len(body[at:end].lstrip())
        start = line.start + at + (blanks if words else min(1, blanks))
        found.append(Span(words.replace(r"\|", "|"), start, start + len(words)))
        at = end + 1
    if body.lstrip().startswith("|"):
        found = found[1:]
    return found[:-1] if found and body.endswith("|") and found[-1].text == "" else found


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of a list, or a line of text that stands there instead, with the lines that continue it; and of its
    words alone, in the first line up to the last one, the span."""

    lines: tuple[Line, ...]
    text: str
    start: int
    end: int


def entries_of(lines: Sequence[Line]) -> Iterator[Entry]:
    """The entries among some lines that follow each other."""
    at = 0
    while at < len(lines):
        line = lines[at]
        at += 1
        if line.kind not in ("item", "text"):
            continue
        whole = [line]
        while at < len(lines) and lines[at].kind == "more":
            whole.append(lines[at])
            at += 1
        lead = line.lead if line.kind == "item" else line.indent
        text = " ".join([line.text[lead:].strip(), *(each.text.strip() for each in whole[1:])])
        yield Entry(tuple(whole), text, line.start + lead, whole[-1].end)


def outermost(lines: Sequence[Line]) -> Iterator[Entry]:
    """The items of a list among some lines that stand below no other item."""
    above = 0
    for entry in entries_of(lines):
        first = entry.lines[0]
        is_nested = first.kind == "item" and first.indent > above + 1
        above = above if is_nested else first.indent
        if first.kind == "item" and not is_nested:
            yield entry


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table, its cells by the folded words above them."""

    line: Line
    cells: dict[str, Span]

    def cell(self, *heads: str) -> Span | None:
        """The cell below the first of some heads that the table has."""
        return next((self.cells[head] for head in map(fold, heads) if head in self.cells), None)

    def get(self, *heads: str) -> str | None:
        """The words of that cell."""
        cell = self.cell(*heads)
        return cell.text if cell is not None else None


def rows_of(lines: Iterable[Line]) -> Iterator[Row]:
    """The rows of the tables with a head among some lines that follow each other."""
    heads: list[str] = []
    for line in lines:
        if line.kind == "head":
            heads = [fold(each.text) for each in cells_of(line)]
        elif line.kind == "row" and heads:
            cells = cells_of(line)[: len(heads)]
            yield Row(line, {heads[at]: cells[at] for at in reversed(range(len(cells)))})
        elif line.kind != "bar":
            heads = []


@dataclass(frozen=True, slots=True)
class Label:
    """A label with its value on one line; the value's span is empty where there is none."""

    name: str
    value: Span
    line: int


def label_in(text: str) -> tuple[str, str, int] | None:
    """What stands before a label and its marks, the label, and where its value begins; None where a text has none."""
    found = _LEAD.match(text)
    lead = found[0] if found else ""
    ends = [at for sign in ":=" if (at := text.find(sign, len(lead), len(lead) + _LONGEST_LABEL)) >= 0]
    if not ends:
        return None
    label = text[len(lead) : min(ends)].strip(" \t*_`\"'")
    if not _LABEL.fullmatch(label):
        return None
    value = min(ends) + 1
    marks = lead[len(lead.rstrip("*_`")) :]
    if marks and text.startswith(marks[::-1], value) and not text[len(lead) : value - 1].rstrip().endswith(marks[::-1]):
        value += len(marks)
    return lead.rstrip("*_`\"'"), label, len(text) - len(text[value:].lstrip(" \t"))


def labels_of(lines: Iterable[Line]) -> Iterator[Label]:
    """The labels with their values among some lines: `**Status:** done`, `- Status: done`."""
    for line in lines:
        found = label_in(line.text) if line.kind in ("text", "item", "more") else None
        if found is not None:
            _, name, at = found
            value = line.text[at:].rstrip()
            yield Label(name, Span(value, line.start + at, line.start + at + len(value)), line.number)


def labelled(lines: Iterable[Line], *names: str) -> Label | None:
    """The first label of that name among some lines."""
    folded = {*map(fold, names)}
    return next((each for each in labels_of(lines) if fold(each.name) in folded), None)
