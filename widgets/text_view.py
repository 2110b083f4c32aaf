"""A text as it is: numbered lines that are broken where they are too long, painted and never interpreted."""

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar

from rich.cells import cell_len, chop_cells
from textual import events
from textual.binding import Binding, BindingType
from textual.document._document import EditResult
from textual.document._edit import Edit
from textual.geometry import Size
from textual.strip import Strip
from textual.widgets import TextArea

from cockpit.rules.handoff.proposal import editable_text
from cockpit.widgets.footer import GLANCE
from cockpit.widgets.painting import Line, PaintedText
from cockpit.widgets.view import View
from cockpit.wording.printable import printable


class TextView(PaintedText, can_focus=True):
    """Scrolls by the usual keys. `styles` and `marked` are by line number, from 1; a marked line has a sign."""

    def __init__(self, view: View) -> None:
        super().__init__()
        self._view = view
        self._texts: Sequence[str] = ()
        self._styles: Mapping[int, str] = {}
        self._marked: frozenset[int] = frozenset()
        self._laid_out: tuple[int, list[Line], list[int]] = (-1, [], [])

    def show(self, text: str, styles: Mapping[int, str], marked: Sequence[int] = ()) -> None:
        """Show another text."""
        self._texts = text.removesuffix("\n").split("\n")
        self._styles, self._marked = styles, frozenset(marked)
        self._laid_out = (-1, [], [])
        self._measure()
        self.refresh()

    @property
    def _room(self) -> int:
        """Columns for the text: the scrollbar covers the last one wherever it is needed."""
        return max(0, self.size.width - self.styles.scrollbar_size_vertical)

    def go_to(self, number: int) -> None:
        """Bring a line into view, with what stands before it."""
        starts = self._lay_out(self._room)[1]
        if 0 < number <= len(starts):
            self.scroll_to(y=max(0, starts[number - 1] - self.size.height // 3), animate=False)

    def _lay_out(self, width: int) -> tuple[list[Line], list[int]]:
        """The lines at a width, and where each line of the text begins among them."""
        if self._laid_out[0] != width:
            gutter = len(str(len(self._texts))) + 1
            lines: list[Line] = []
            starts: list[int] = []
            for number, text in enumerate(self._texts, 1):
                starts.append(len(lines))
                mark = self._view.glyphs.alert if number in self._marked else ""
                style = "alert" if mark else self._styles.get(number, "text")
                for place, piece in enumerate(broken(printable(text), max(8, width - gutter - 3))):
                    lead = Line().right("" if place else str(number), "muted", width=gutter).gap(1)
                    lines.append(lead.add("" if place else mark, "alert", width=2).add(piece, style))
            self._laid_out = (width, lines, starts)
        return self._laid_out[1], self._laid_out[2]

    def _measure(self) -> None:
        if self._room:
            self.virtual_size = Size(self._room, max(1, len(self._lay_out(self._room)[0])))

    def on_resize(self) -> None:
        """Break the lines for the new width."""
        self._measure()

    def paint_row(self, y: int) -> Strip:
        """One line of the viewport."""
        lines, _ = self._lay_out(self._room)
        at = y + round(self.scroll_y)
        return self.paint(lines[at] if at < len(lines) else Line(), self.size.width)


def broken(text: str, width: int) -> list[str]:
    """A line in pieces of at most `width` cells, at blanks where there are any; together they are the line."""
    pieces = []
    while cell_len(text) > width:
        head = len(chop_cells(text[: 4 * width], width)[0]) or 1
        at = head if text[head : head + 1] == " " else text.rfind(" ", 0, head) + 1
        if not text[:at].strip():
            at = head
        pieces.append(text[:at])
        text = text[at:]
    return [*pieces, text]


# A field of several lines that a person types into. Nothing a terminal would act on gets in


class TextField(TextArea):
    """Several lines, wrapped. The stock widget hands control characters to the terminal as they are, so whatever is
    loaded, typed or pasted is written out first. `Ctrl+Z` puts the program to sleep, so another key undoes.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+underscore", "undo", "undo typing", show=False, key_display="Ctrl+_", id="wizard.undo-text",
                tooltip="Undo what was typed; Ctrl+Y does it again"),
    ]  # fmt: skip

    is_proposed: Callable[[], bool] = staticmethod(lambda: False)
    """Whether the text is only proposed, and selected whole to be replaced by what is typed; not by a digit, which
    elsewhere goes to a step."""

    def __init__(self, text: str, *, hint: str = "", numbered: bool = False) -> None:
        """`hint` stands in it while it is empty; `numbered` lines are entries of a list."""
        super().__init__(editable_text(text), placeholder=hint, highlight_cursor_line=False, show_line_numbers=numbered)
        self.cursor_blink = False

    def load_text(self, text: str) -> None:
        """Show another text."""
        super().load_text(editable_text(text))

    def edit(self, edit: Edit) -> EditResult:
        """Make a change."""
        edit.text = editable_text(edit.text)
        return super().edit(edit)

    def _on_key(self, event: events.Key) -> None:  # type: ignore[override]  # awaited beside the one of TextArea
        if (event.character or "").isdigit() and self.text == self.selected_text != "" and self.is_proposed():
            event.stop()
            event.prevent_default()
            why = "A digit replaces no proposal. Tab goes to the next step, Delete empties the field."
            self.app.notify(why, severity="warning", timeout=GLANCE)

    def move_to_end(self) -> None:
        """Put the cursor behind the text, where a person goes on."""
        self.move_cursor(self.document.end)
