"""A small app that holds one pane, and what stands on its screen."""

from textual.app import App, ComposeResult
from textual.widget import Widget

from cockpit.model import Decision, Track
from tests.builders import track


class Bench(App[None]):
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
