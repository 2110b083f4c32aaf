"""What is mixed into screens and the app: faults of work in the background, keys that say why they cannot act."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from textual.worker import Worker, WorkerState

from cockpit.widgets.footer import GLANCE
from cockpit.wording.messages import Words

if TYPE_CHECKING:
    from textual.dom import DOMNode as Mixin
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


class Reasons(Mixin):
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
