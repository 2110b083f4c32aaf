"""List entries: bullets, numbers and check boxes, with their continuation lines and the entries below them.

A check box needs no bullet before it: `[ ] a`, `☐ a`.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import field

from cockpit.documents.inline import on_one_line
from cockpit.documents.splice import Splice
from cockpit.values import dataclass

MAX_DEPTH = 20
"""Entries nested deeper are read as siblings: nobody writes them, and trees must stay walkable."""

_TAB = 4
_ENTRY = re.compile(
    r"(?P<indent>[ \t]*)(?P<marker>[-*+•‣◦▪]|\d{1,9}[.)]|(?=\[[ xX]\][ \t]|[☐☑☒]))"
    r"(?:(?P<gap>[ \t]+|(?<![^ \t])(?=[\[☐☑☒]))(?P<rest>.*)|$)"
)
_RULE = re.compile(r"[ \t]*(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$")
_BOX = re.compile(r"(?:\[(?P<inside>[^\w\[\]]{0,2}|[xX])\](?:[ \t]+|$)|(?P<sign>[☐☑☒])[ \t]*)")
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
