"""Work away from the event loop that fails by a fault of cockpit's own: said in one sentence, never a crash."""

from textual.worker import Worker, WorkerState

from cockpit.screens.mixin import Mixin


class Faults(Mixin):
    """Whatever starts work. All of it is started with `exit_on_error=False`."""

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """Say that something failed which nobody expected."""
        if event.state == WorkerState.ERROR:
            name = type(event.worker.error).__name__
            sentence = f"That failed by a fault of cockpit's own ({name}); please report it."
            self.app.notify(sentence, severity="error", markup=False)
