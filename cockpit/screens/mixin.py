"""What is mixed into screens and the app: faults of work in the background, keys that say why they cannot act, text
that is selected with the mouse.
"""

from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, cast

from textual.errors import NoWidget
from textual.events import MouseDown, MouseUp
from textual.geometry import Offset
from textual.widget import Widget
from textual.worker import Worker, WorkerState

from cockpit.widgets.footer import GLANCE
from cockpit.wording.messages import Words

if TYPE_CHECKING:
    from textual.dom import DOMNode as Mixin
    from textual.screen import Screen
else:
    Mixin = object
    """Textual follows the first base that is a node: the styles of the others would be lost."""

__all__ = ["Mixin"]


# Work away from the event loop that fails by a fault of cockpit's own: said in one sentence, never a crash


class Faults(Mixin):
    """Whatever starts work. All of it is started with `exit_on_error=False`."""

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """Say that something failed which nobody expected."""
        if event.state == WorkerState.ERROR:
            name = type(event.worker.error).__name__
            self.app.notify(f"Internal error ({name}). Please report it.", severity="error", markup=False)


# Keys that say why they cannot act now, instead of doing nothing


class OwnScreen(Mixin):
    """A screen whose method `why_not_<action>` gives the reason for an action of that name."""

    def why_not(self, action: str) -> Words | None:
        """Why a key cannot act now; None where it can."""
        ask: Callable[[], Words | None] | None = getattr(self, f"why_not_{action}", None)
        return ask() if ask is not None else None

    def offers(self, action: str) -> bool:
        """Whether the footer names a key now: that of an action that can be carried out."""
        return self.why_not(action) is None

    def belongs(self, action: str) -> bool:
        """Whether the key is one of what the cursor is on, so that the footer keeps it, dimmed, where it cannot act."""
        return False

    def named(self, action: str, word: str) -> str:
        """What the footer calls an action here; `word` is what it is called elsewhere."""
        return word

    def refuses(self, action: str) -> bool:
        """Whether a key cannot act now; says why."""
        why = self.why_not(action)
        if why is not None:
            # whoever pressed the key reads it now, and what it is about may change meanwhile
            self.app.notify(why, severity="warning", timeout=GLANCE, markup=False)  # type: ignore[arg-type]  # as ProjectApp
        return why is not None

    # Selecting with the mouse: it ends at the edge of the pane it began in, not in the one beside it

    pressed_on: Widget | None = None
    """Where the button is down."""

    def on_mouse_down(self, event: MouseDown) -> None:
        """From here on something may be selected."""
        with suppress(NoWidget):
            self.pressed_on, _ = self.screen.get_widget_at(*event.screen_offset)

    def on_mouse_up(self, _event: MouseUp) -> None:
        """What is selected, is."""
        self.pressed_on = None

    def get_widget_and_offset_at(self, x: int, y: int) -> tuple[Widget | None, Offset | None]:
        """What is there to be selected; while the button is down, the nearest cell of what it was pressed on."""
        if self.pressed_on is not None and self.pressed_on.is_attached:
            pane = self.pressed_on.content_region
            x, y = min(max(x, pane.x), pane.right - 1), min(max(y, pane.y), pane.bottom - 1)
        return cast("Screen[None]", super()).get_widget_and_offset_at(x, y)
