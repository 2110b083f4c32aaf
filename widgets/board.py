"""The board: lays the panes out for the room there is."""

from collections.abc import Sequence
from dataclasses import replace

from textual.geometry import NULL_OFFSET, NULL_SPACING, Region, Size
from textual.layout import ArrangeResult, Layout, WidgetPlacement
from textual.widget import Widget

from cockpit.model import Track
from widgets.board_plan import Shape, Want, plan, shape_of
from widgets.counts import Counts
from widgets.detail import Detail
from widgets.pane import Pane, View

_LOW = 34
"""Lines below which a single column tells the position on one line."""


class Board(Widget):
    """The panes, the line of counts and the detail, placed by `widgets.board_plan`."""

    def __init__(self, panes: Sequence[Pane], view: View) -> None:
        self.panes = {pane.pane_id(): pane for pane in panes}
        self.counts = Counts(panes)
        self.detail = Detail(view)
        self.focused_pane = "attention"
        self.zoomed: str | None = None
        self.shape: Shape | None = None
        self.low = False
        self._plan_layout = _PlanLayout(self)
        super().__init__(*panes, self.counts, self.detail)

    @property
    def layout(self) -> Layout:
        """Our own arrangement instead of one named in CSS."""
        return self._plan_layout

    def fit(self, size: Size) -> None:
        """Take the shape for a board of that size: how the panes are framed, and how roomy they draw."""
        shape, low = shape_of(size.width, size.height), size.height < _LOW
        if (shape, low) != (self.shape, self.low):
            self.shape, self.low = shape, low
            self.update_classes({f"-{name}": name == shape for name in ("column", "grid", "wide")})
            self._set_views()

    def _set_views(self) -> None:
        self.detail.framed = self.shape != "column"
        for name, pane in self.panes.items():
            column = self.shape == "column"
            view = replace(pane.view, compact=column and self.low and self.zoomed != name, framed=not column)
            if view != pane.view:
                pane.view = view
                pane.show(pane.track, mark=False)

    @property
    def shows_detail(self) -> bool:
        """Whether the selected row stands whole beside the lists, where there is room for it."""
        return self.shape == "wide" or self.zoomed is not None

    def show(self, track: Track | None) -> None:
        """Hand a track to every pane, and lay out anew if any of them changed."""
        if sum([pane.show(track) for pane in self.panes.values()]):
            self.counts.refresh()
            self.rearrange()

    def rearrange(self) -> None:
        """Lay the panes out anew."""
        self._clear_arrangement_cache()
        self.refresh(layout=True)

    def bring_up(self, name: str) -> None:
        """Make sure a pane is on screen."""
        self.focused_pane = name
        if self.zoomed is not None and self.zoomed != name:
            self.zoom(name)
        elif self.shape == "column":
            self.rearrange()

    def zoom(self, name: str | None) -> None:
        """Give one pane the whole board, or all of them their places again."""
        self.zoomed = name
        self._set_views()
        self.rearrange()


class _PlanLayout(Layout):
    """Puts children where the plan says; those without a place are not shown."""

    name = "board"

    def __init__(self, board: Board) -> None:
        self._board = board

    def arrange(self, parent: Widget, children: list[Widget], size: Size, greedy: bool = True) -> ArrangeResult:
        board = self._board
        wants = {name: _want(pane) for name, pane in board.panes.items()}
        never = [name for name, pane in board.panes.items() if pane.track is not None and name in pane.track.lacks]
        made = plan(size.width, size.height, wants, board.focused_pane, board.zoomed, never=never)
        board.counts.leave_out([name for name in board.panes if name not in made.places])
        return [
            WidgetPlacement(Region(*made.places[child.id]), NULL_OFFSET, NULL_SPACING, child)
            for child in children
            if child.id in made.places
        ]


def _want(pane: Pane) -> Want:
    return pane.wanted_height
