"""The first line of a screen of its own: what it is about on the left, how that stands on the right."""

from collections.abc import Sequence

from textual.strip import Strip

from widgets.line import Line
from widgets.painted import Painted


class TitleLine(Painted):
    """Shows the first of its wordings that fits; the right end is never cut."""

    def __init__(self) -> None:
        super().__init__(classes="title-line")
        self._left: Sequence[str] = ("",)
        self._right: Sequence[Line] = (Line(),)

    def show(self, left: Sequence[str], right: Sequence[Line]) -> None:
        """Say this; both from the wordiest to the shortest wording, neither empty."""
        self._left, self._right = left, right
        self.refresh()

    def line(self, width: int) -> Line:
        """The line in exactly `width` cells."""
        wordings = [(left, right) for right in self._right for left in self._left]
        for told, end in wordings:
            left = Line().gap(1).add(told, "strong")
            if left.width + 2 + end.width + 1 <= width:
                break
        left = left.cut(max(0, width - end.width - 2))
        return left.to(width - end.width - 1).join(end).gap(1)

    def render_line(self, y: int) -> Strip:
        """The one line."""
        return self.paint(self.line(self.size.width) if y == 0 else Line(), self.size.width, "bar")
