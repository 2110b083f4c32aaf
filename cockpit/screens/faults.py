"""Work away from the event loop that fails by a fault of cockpit's own: said in one sentence, never a crash."""

from typing import TYPE_CHECKING

from textual.worker import Worker, WorkerState

if TYPE_CHECKING:
    from textual.dom import DOMNode as Mixin
else:
    Mixin = object  # a node among the bases would take the place of the screen's or the app's own styles


class Faults(Mixin):
    """Whatever starts work. All of it is started with `exit_on_error=False`."""

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """Say that something failed which nobody expected."""
        if event.state == WorkerState.ERROR:
            name = type(event.worker.error).__name__
            sentence = f"That failed by a fault of cockpit's own ({name}); please report it."
            self.app.notify(sentence, severity="error", markup=False)
