"""The line in which a person types what a pane is filtered by."""

from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.widgets import Input

from cockpit.widgets.pane import Pane


class FilterInput(Input):
    """Filters its pane while being typed into. Enter keeps the filter, and so does going elsewhere; Escape drops it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "submit", "keep"),
        Binding("escape", "drop", "drop"),
        Binding("tab", "leave(1)", "Next pane", show=False),
        Binding("shift+tab", "leave(-1)", "Previous pane", show=False),
    ]

    def __init__(self, pane: Pane) -> None:
        super().__init__(
            pane.rows.needle,
            placeholder=f"Filter {pane.FILTERED or pane.HEADING.lower()}: Enter keeps it, Esc drops it",
            id="filter",
            compact=True,
        )
        self._pane = pane

    def on_mount(self) -> None:
        """Take the focus."""
        self.focus()

    @on(Input.Changed)
    def _filter(self, event: Input.Changed) -> None:
        event.stop()
        self._pane.filter(event.value)

    @on(Input.Submitted)
    def _keep(self, event: Input.Submitted) -> None:
        event.stop()
        self._leave()

    def on_blur(self) -> None:
        """Go, unless it is the whole terminal that lost the focus, or has given it back already."""
        if self.app.app_focus and self.screen.focused is not self:
            self.remove()

    def action_drop(self) -> None:
        """Show all rows again."""
        self._pane.filter("")
        self._leave()

    def action_leave(self, step: int) -> None:
        """Keep the filter and go to the next or previous pane."""
        self._leave()
        self.screen.focus_next() if step > 0 else self.screen.focus_previous()

    def _leave(self) -> None:
        self.screen.set_focus(self._pane)
        self._pane.on_filtered()
