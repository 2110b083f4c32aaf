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

    def leave_out(self, names: list[str]) -> None:
        """Name the panes that have no room now."""
        if names != self.left_out:
            self.left_out = names
            self.refresh()

    def line(self, width: int) -> Line:
        """All with name and count, where they fit; else those that hold something, then the keys of the empty ones.

        Of those that hold something the counts give way first, then the names, never the keys.
        """
        panes = [pane for pane in self._panes if pane.pane_id() in self.left_out]
        for gap in (3, 2):
            line = _named(panes, gap)
            if line.width <= width:
                return line
        holding = [pane for pane in panes if pane.count()]
        many = len(holding)
        line = _named(holding, 2)
        if line.width > width:
            line = _named(holding, 2, counted=False)
        while line.width > width and many:
            many -= 1
            line = _named(holding[:many], 2).join(_keys(holding[many:]))
        empty = Line().gap(1 if many < len(holding) else 0).add("empty ", "muted")
        empty.join(_keys([pane for pane in panes if not pane.count()]))
        return line.join(empty) if line.width + empty.width <= width else line.cut(width)

    def render_line(self, y: int) -> Strip:
        """The one line."""
        return self.paint(self.line(self.size.width) if y == 0 else Line(), self.size.width, "bar")

    def on_click(self, event: events.Click) -> None:
        """Bring the clicked pane up."""
        at = event.get_content_offset(self)
        name = self.line(self.size.width).action_at(at.x) if at else None
        if name:
            self.post_message(self.Picked(name))


def _named(panes: Sequence[Pane], gap: int, *, counted: bool = True) -> Line:
    """`5 decisions 6`, or without its count; a pane that holds nothing stands dimmed."""
    line = Line().gap(1)
    for pane in panes:
        name, count = pane.pane_id(), pane.count()
        line.add(str(pane.NUMBER), "key" if count else "muted", action=name).add(f" {name}", "muted", action=name)
        if counted:
            line.add(f" {count}", "text" if count else "muted", action=name)
        line.gap(gap)
    return line


def _keys(panes: Sequence[Pane]) -> Line:
    """The keys alone: `4 7 8`."""
    line = Line()
    for pane in panes:
        line.add(str(pane.NUMBER), "key" if pane.count() else "muted", action=pane.pane_id()).gap(1)
    return line
