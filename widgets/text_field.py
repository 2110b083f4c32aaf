"""A field of several lines that a person types into. Nothing a terminal would act on gets in."""

from collections.abc import Callable
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.document._document import EditResult
from textual.document._edit import Edit
from textual.widgets import TextArea

from cockpit.rules.handoff.proposal import editable_text
from cockpit.widgets.footer import GLANCE


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
