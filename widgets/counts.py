"""One line for the panes that have no room: their key, name and count."""

from collections.abc import Sequence

from textual import events
from textual.message import Message
from textual.strip import Strip

from widgets.line import Line
from widgets.painted import Painted
from widgets.pane import Pane


class Counts(Painted):
    """`4 blockers 0 · 5 decisions 3`: a digit or a click brings a pane up."""

    class Picked(Message):
        """A person clicked the name of a pane."""

        def __init__(self, name: str) -> None:
            super().__init__()
            self.name = name

    def __init__(self, panes: Sequence[Pane]) -> None:
        super().__init__(id="counts")
        self._panes = panes
        self.left_out: list[str] = []

    def line(self, width: int) -> Line:
        """The counts, with words as long as they fit."""
        panes = [pane for pane in self._panes if pane.pane_id() in self.left_out]
        line = Line()
        for gap in (2, 1, 0):
            line = self._line(panes, gap)
            if line.width <= width:
                break
        return line.cut(width)

    @staticmethod
    def _line(panes: Sequence[Pane], gap: int) -> Line:
        """With the blanks between the entries; without any, the names are left out."""
        line = Line().gap(1)
        for pane in panes:
            name = pane.pane_id()
            line.add(str(pane.NUMBER), "key", action=name)
            line.add(f" {name}" if gap else "", "muted", action=name)
            line.add(f" {sum(row.selectable for row in pane.rows.all)}", "text", action=name).gap(gap or 1)
        return line

    def render_line(self, y: int) -> Strip:
        """The one line."""
        return self.paint(self.line(self.size.width) if y == 0 else Line(), self.size.width, "bar")

    def on_click(self, event: events.Click) -> None:
        """Bring the clicked pane up."""
        at = event.get_content_offset(self)
        name = self.line(self.size.width).action_at(at.x) if at else None
        if name:
            self.post_message(self.Picked(name))
