"""A line of a pane: styled spans, measured in cells, made harmless on entry.

`Line.add` is the only way text gets into a pane, and it passes every text through `printable`.
"""

import re
from collections import deque
from itertools import islice
from typing import NamedTuple, Self

from rich.cells import cell_len, set_cell_size

from cockpit.rules.printable import printable

MOST = 2000
"""Characters of a span that are looked at: no terminal is wider."""
_BLANKS = re.compile(r"\s+(?![\s%])")
"""Where a text may be broken: at blanks, but not before a sign of percent."""


class Span(NamedTuple):
    """A run of text in one style. `action` names what a click on it does."""

    text: str
    style: str
    width: int
    action: str | None = None


class Line:
    """Spans from left to right. `style` names are those of `widgets.palette`."""

    __slots__ = ("spans", "width")

    def __init__(self) -> None:
        self.spans: list[Span] = []
        self.width = 0

    def add(self, text: str, style: str = "text", *, width: int | None = None, action: str | None = None) -> Self:
        """Append text; with `width`, cut (with an ellipsis) or padded to exactly that many cells."""
        text = printable(text[:MOST])
        cells = cell_len(text)
        if width is not None:
            text, cells = (fit(text, width), width) if cells != width else (text, cells)
        if cells > 0:
            self._append(Span(text, style, cells, action))
        return self

    def _append(self, span: Span) -> None:
        """Put a span at the end, as one with the last where they look and act alike."""
        last = self.spans[-1] if self.spans else None
        if last is not None and last.style == span.style and last.action == span.action:
            self.spans[-1] = Span(last.text + span.text, span.style, last.width + span.width, span.action)
        else:
            self.spans.append(span)
        self.width += span.width

    def right(self, text: str, style: str = "text", *, width: int) -> Self:
        """Append text flush right in a column of `width` cells."""
        text = printable(text)
        return self.gap(width - min(cell_len(text), width)).add(text, style, width=min(cell_len(text), width))

    def gap(self, cells: int) -> Self:
        """Append blank cells."""
        return self.add(" " * cells) if cells > 0 else self

    def to(self, column: int) -> Self:
        """Append blanks up to a column."""
        return self.gap(column - self.width)

    def join(self, other: "Line") -> Self:
        """Append the spans of another line."""
        for span in other.spans:
            self._append(span)
        return self

    def cut(self, width: int) -> "Line":
        """This line in at most `width` cells, the last span shortened with an ellipsis."""
        if self.width <= width:
            return self
        short = Line()
        for span in self.spans:
            room = width - short.width
            if span.width <= room and (short.width + span.width < width or span is self.spans[-1]):
                short.spans.append(span)
                short.width += span.width
                continue
            if room > 0:
                text = fit(span.text + ("…" if span.width <= room else ""), room)
                short.spans.append(Span(text, span.style, room, span.action))
                short.width = width
            break
        return short

    def action_at(self, column: int) -> str | None:
        """The action of the span at a column."""
        start = 0
        for span in self.spans:
            if start <= column < start + span.width:
                return span.action
            start += span.width
        return None

    @property
    def plain(self) -> str:
        """The text without styles."""
        return "".join(span.text for span in self.spans)


def fit(text: str, width: int) -> str:
    """`text` in exactly `width` cells: padded, or cut with an ellipsis."""
    if width <= 0:
        return ""
    if _is_wider(text, width):
        text = f"{set_cell_size(_head(text, width), width - 1).rstrip()}…"
    return set_cell_size(text, width)  # pads also where a blank or half a wide letter stood before the ellipsis


_BELOW = 2
"""The indent of a text that stands below its lead."""
_LOOKED_AT = 200


def hanging(lead: Line, text: str, style: str, width: int, *, most: int = 4) -> list[Line]:
    """`text` behind `lead`, going on below itself where it is long; the last of at most `most` lines is cut.

    Where a word would be broken behind the lead and not on a line of its own, the text stands below the lead.
    """
    if most < 1:
        return []
    indent = lead.width
    unbroken = (word for word in text[:_LOOKED_AT].split() if "/" not in word[1:])
    longest = max(map(cell_len, unbroken), default=0)
    if max(8, width - indent) < longest <= width - _BELOW and most > 1:
        return [lead.cut(width), *hanging(Line().gap(_BELOW), text, style, width, most=most - 1)]
    words = wrap(text, max(8, width - indent), most=most)
    lines = [lead.add(words[0], style), *(Line().gap(indent).add(each, style) for each in words[1:])]
    return [line.cut(width) for line in lines]


def wrap(text: str, width: int, *, most: int | None = None) -> list[str]:
    """`text` broken into lines of at most `width` cells, at blanks where there are any, a long path behind a slash.

    Of more than `most` lines, the last holds all the rest.
    """
    lines: list[str] = []
    current, words = "", deque(_BLANKS.split(printable(text).strip()))
    while words:
        if most is not None and len(lines) >= most - 1:
            return [*lines, _head(" ".join(filter(None, (current, *islice(words, _longest(width))))), width)]
        word = words.popleft()
        if current and _is_wider(word, width):
            lines.append(current)
            words.appendleft(word)
            current = ""
        elif _is_wider(word, width):
            head = set_cell_size(_head(word, width), width).rstrip() or word[:1]
            slash = head.rfind("/") + 1
            head = head[:slash] if slash > 1 else head
            lines.append(head)
            words.appendleft(word[len(head) :])
        elif current and cell_len(f"{current} {word}") > width:
            lines.append(current)
            current = word
        else:
            current = f"{current} {word}" if current else word
    return [*lines, current] if current or not lines else lines


def _is_wider(text: str, width: int) -> bool:
    """Whether a text takes more than `width` cells; a very long one is not measured."""
    return len(text) > _longest(width) or cell_len(text) > width


def _longest(width: int) -> int:
    """Characters that may fit into `width` cells: a sign drawn as one may be made of several."""
    return 8 * width + 64


def _head(text: str, width: int) -> str:
    return text[: _longest(width)]
