"""The first line of a screen of its own: what it is about, and at the right end how it stands."""

from collections.abc import Sequence

from textual.strip import Strip

from widgets.line import Line
from widgets.painted import Painted


class TitleBar(Painted):
    """Texts from left to right, the first one strong; those behind it give way where there is little room."""

    def __init__(self, dot: str) -> None:
        super().__init__(id="title")
        self._dot = f"  {dot}  "
        self._texts: Sequence[str] = ()
        self._right: Sequence[tuple[str, str]] = ()

    def show(self, texts: Sequence[str], right: Sequence[tuple[str, str]] = ()) -> None:
        """Show these texts; `right` are texts with their style, from left to right."""
        self._texts, self._right = texts, right
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """The one line."""
        width = self.size.width
        right = Line()
        for text, style in self._right:
            right.add(text, style)
        right.gap(1)
        left = self._left(len(self._texts))
        for count in range(len(self._texts) - 1, 0, -1):
            if left.width + right.width + 2 <= width:
                break
            left = self._left(count)
        left = left.cut(max(0, width - right.width - 1))
        return self.paint(left.to(width - right.width).join(right) if y == 0 else Line(), width, "bar")

    def _left(self, count: int) -> Line:
        line = Line().gap(1)
        for place, text in enumerate(self._texts[:count]):
            line.add(self._dot if place else "", "muted").add(text, "muted" if place else "strong")
        return line
