"""A small app that holds one pane, what stands on its screen, and what a pane draws without any app."""

from textual.app import App, ComposeResult
from textual.widget import Widget

from cockpit.model import Decision, Track
from cockpit.widgets.painting import Line
from cockpit.widgets.pane import Density, Pane
from cockpit.widgets.view import View
from tests.support.model_builders import about, clock, track

COMPACT = View(clock, compact=True)


class PaneApp(App[None]):
    """One widget and nothing else; messages of its panes are kept."""

    CSS = "Pane { height: 100%; border: round white; overflow-x: hidden; scrollbar-size-vertical: 1; }"

    def __init__(self, widget: Widget) -> None:
        super().__init__()
        self.widget = widget

    def compose(self) -> ComposeResult:
        yield self.widget


def lines(widget: Widget) -> list[str]:
    """What stands in a painted widget, line by line."""
    return [widget.render_line(y).text.rstrip() for y in range(widget.size.height)]


def decided(*texts: str) -> Track:
    """A track with those decisions."""
    return track(decisions=tuple(Decision(text=text) for text in texts))


def drawn(
    pane: type[Pane], shown: Track, width: int, view: View | None = None, density: Density = Density.BRIEF
) -> list[Line]:
    """All lines of a pane for a track."""
    return lines_of(filled(pane, shown, view), width, density)


def filled(pane: type[Pane], shown: Track, view: View | None = None) -> Pane:
    """A pane with the rows of a track."""
    made = pane(view or View(clock))
    made.snapshot = about(shown)
    made.rows.replace(made.rows_of(shown), mark=False)
    return made


def lines_of(pane: Pane, width: int, density: Density) -> list[Line]:
    """All lines of a pane."""
    return [line for row in pane.rows.shown for line in pane.draw(row, width, density)]


def texts(
    pane: type[Pane], shown: Track, width: int, view: View | None = None, density: Density = Density.BRIEF
) -> list[str]:
    return [line.plain.rstrip() for line in drawn(pane, shown, width, view, density)]
