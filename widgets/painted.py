"""Widgets that paint lines of spans themselves, in the theme's colours."""

from typing import ClassVar

from rich.segment import Segment
from textual.binding import BindingType
from textual.events import Resize
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip

from widgets.line import Line
from widgets.moving import moving
from widgets.palette import Palette, palette_on

_PLAIN = str.maketrans("…—·“”⏎↑↓←→", '~--""<^v<>')
"""Cockpit's own signs in sentences, each as one ASCII character."""


class Painted(ScrollView, can_focus=False):
    """A line-API widget: `paint` turns a line into a strip. No markup, link or action in a text can take effect."""

    ALLOW_MAXIMIZE = False
    ALLOW_SELECT = False
    turned_at = 0.0
    """When something else came under the cursor though no key moved it (monotonic)."""

    @property
    def marks_cursor(self) -> bool:
        """Whether the keys are about what is under the cursor, so that it stands out."""
        return self.has_focus

    def _size_updated(self, size: Size, virtual_size: Size, container_size: Size, layout: bool = True) -> bool:
        """Tell of a new size. Textual itself does not where it has asked anew what stands where since the last layout:
        the next one then finds nothing changed.
        """
        other = size != self._size
        told = super()._size_updated(size, virtual_size, container_size, layout)
        if other:
            self.post_message(Resize(size, virtual_size, container_size))  # takes the place of Textual's own
        return told

    def palette(self, background: str = "background") -> Palette:
        """The styles on one of the theme's backgrounds."""
        return palette_on(self.app.theme_variables, background)

    def paint(self, line: Line, width: int, background: str = "background") -> Strip:
        """A line in exactly `width` cells."""
        palette = self.palette(background)
        spans = line.cut(max(0, width)).spans
        if self.app.has_class("-ascii"):
            segments = [Segment(span.text.translate(_PLAIN), palette[span.style]) for span in spans]
        else:
            segments = [Segment(span.text, palette[span.style]) for span in spans]
        return Strip(segments).adjust_cell_length(width, palette.base)


class PaintedText(Painted):
    """A text that may be longer than its room: where it has the focus, the usual keys move it."""

    BINDINGS: ClassVar[list[BindingType]] = [*moving("scroll")]

    def action_scroll(self, step: int) -> None:
        """Move the text by a line."""
        self.scroll_relative(y=step, animate=False)

    def action_page(self, direction: int) -> None:
        """Move it by what is in view."""
        self.action_scroll(direction * max(1, self.size.height - 1))

    def action_edge(self, direction: int) -> None:
        """Move to its beginning or end."""
        self.scroll_to(y=0 if direction < 0 else self.max_scroll_y, animate=False)
