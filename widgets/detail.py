"""One row whole: labels and wrapped text."""

from collections.abc import Sequence
from itertools import groupby, zip_longest

from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.strip import Strip

from cockpit.widgets.painting import Line, PaintedText, wrap
from cockpit.widgets.sheets import DOT, Fact
from cockpit.widgets.view import View
from cockpit.wording.printable import printable, printable_lines

BESIDE_FROM = 70
"""Cells from which two columns have room beside each other."""


class Detail(PaintedText):
    """The facts about the selected row: beside the lists in a wide terminal, in a dialog elsewhere."""

    class Resized(Message):
        """Its width is another than before, or than when the facts came: what was broken must be broken again."""

    def __init__(
        self,
        view: View,
        *,
        focusable: bool = False,
        empty: str = "Select a row to see it whole.",
        called: str = "detail",
    ) -> None:
        """`empty` stands there until anything is shown; `called` is its id."""
        super().__init__(id=called)
        self._empty = empty
        self.can_focus = focusable
        self.framed = True
        """Whether it has a border all around; a lone top edge does not set its title apart, corners do."""
        self._view = view
        self._facts: Sequence[Fact] = ()
        self._drawn: Sequence[Line] = ()
        self._lines: dict[int, list[Line]] = {}
        self._width = self._width_of_facts = 0
        """The width it had last, and when the facts came: hidden, it has none."""

    def show(self, title: str, facts: Sequence[Fact], drawn: Sequence[Line] = ()) -> None:
        """Show other facts under another title, and below them lines that are drawn already."""
        self._width_of_facts = self.size.width
        if facts != self._facts or drawn is not self._drawn or not self._lines:
            self._facts, self._drawn = facts, drawn
            self._lines = {}
            self._measure()
            self.refresh()
        shown = Content(printable(title) if self.framed else f" {printable(title)} ")
        if shown != self.border_title:
            self.border_title = shown

    def wanted_height(self, width: int) -> int:
        """Lines needed to show everything at a width."""
        return len(self._lay_out(width))

    def height_to(self, label: str, width: int) -> int:
        """Lines needed at a width to show all up to the fact with that label; everything where there is none."""
        place = next((place for place, fact in enumerate(self._facts, 1) if fact.label == label), len(self._facts))
        return len(_laid_out(self._facts[:place], width))

    @property
    def lines_needed(self) -> int:
        """Lines needed to show everything at the width it has."""
        return len(self._lay_out(self.size.width)) if self.size.width else 0

    @property
    def hidden(self) -> int:
        """Lines below those that are in view."""
        return max(0, self.virtual_size.height - self.size.height - round(self.scroll_y)) if self.size.height else 0

    def _lay_out(self, width: int) -> list[Line]:
        if width not in self._lines:
            self._lines[width] = [*_laid_out(self._facts, width), *self._drawn]
        return self._lines[width]

    def _measure(self) -> None:
        if self.size.width:
            self.virtual_size = Size(self.size.width, max(1, len(self._lay_out(self.size.width))))

    def on_resize(self) -> None:
        """Wrap for the new width."""
        if not self.size.width == self._width == self._width_of_facts:
            self._width = self.size.width
            self.post_message(self.Resized())
        self._measure()

    def paint_row(self, y: int) -> Strip:
        """One line of the viewport."""
        lines = self._lay_out(self.size.width)
        at = y + round(self.scroll_y)
        if not lines and at == 0:
            return self.paint(Line().gap(1).add(self._empty, "muted"), self.size.width)
        return self.paint(lines[at] if at < len(lines) else Line(), self.size.width)


def _laid_out(facts: Sequence[Fact], width: int) -> list[Line]:
    """The lines of facts, those of the right side beside those of the left."""
    lines: list[Line] = []
    left: list[Line] = []
    half = width // 2
    for side, group in groupby(facts, key=lambda fact: fact.side if width >= BESIDE_FROM else ""):
        here = [*group]
        column = min(18, max(len(fact.label) for fact in here)) + 2
        made = [line for fact in here for line in _wrapped(fact, column, half if side else width)]
        if side == "left":
            left = made
            continue
        pairs = zip_longest(left, made) if side == "right" else ()
        lines += [(one or Line()).to(half).join(other or Line()) for one, other in pairs]
        lines += [] if side == "right" else made
        left = []
    return [*lines, *left]


def _wrapped(fact: Fact, column: int, width: int) -> list[Line]:
    """A fact in lines: its text beside the label, or over the whole width where it has none."""
    if fact.as_is:
        return [Line().gap(1).add(fact.label, fact.label_style).add(fact.text, fact.style).cut(width)]
    room = max(8, width - 2 - (column if fact.label else 0))
    texts = [text for part in printable_lines(fact.text) for text in _hung(part, room)]
    if not fact.label:
        return [Line().gap(1).add(text, fact.style) for text in texts]
    labels = [fact.label, *[""] * len(texts)]
    return [
        Line().gap(1).add(label, fact.label_style, width=column - 1).gap(1).add(text, fact.style)
        for label, text in zip(labels, texts, strict=False)
    ]


def _hung(text: str, width: int) -> list[str]:
    """A text in lines; what goes on behind a dot goes on below itself."""
    if not text.startswith(DOT):
        return wrap(text, width)
    first, *rest = wrap(text.removeprefix(DOT), width - len(DOT))
    return [DOT + first, *(" " * len(DOT) + line for line in rest)]
