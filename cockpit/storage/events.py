"""Events of the file system below some folders, in a thread of their own."""

import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from cockpit.storage.signatures import signature_of

STEP_MILLISECONDS = 35
"""How often watchfiles looks whether events have come: what it costs while nothing happens, and half of the latency.

An event is handed on at the second look at the earliest, so that the calls that make up one write count as one.
"""
BURST_MILLISECONDS = 20
"""After so long they are handed on even though more keep coming. watchfiles asks at its looks only: with less than
a step, the second look is also the last."""


class Events:
    """Calls `on_event` from its thread whenever something happens below one of the folders.

    `lost`: one of them is gone and must be listened to anew. `failed`: the system gives no events.
    """

    def __init__(self, folders: Sequence[Path], on_event: Callable[[], None]) -> None:
        self.lost = self.failed = False
        self._folders = tuple(str(folder) for folder in folders)
        self._on_event = on_event
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="cockpit-events", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Ends listening; returns when the thread has ended, within a step or two."""
        self._stopped.set()
        self._thread.join()

    def _run(self) -> None:
        try:
            self._listen()
        except (OSError, RuntimeError):  # which of the two depends on where the library's Rust side failed
            self.failed = True

    def _listen(self) -> None:
        from watchfiles import Change, watch

        gone = {(Change.deleted, folder) for folder in self._folders}
        for changes in watch(
            *self._folders,
            watch_filter=None,
            debounce=BURST_MILLISECONDS,
            step=STEP_MILLISECONDS,
            stop_event=self._stopped,
            debug=False,  # it would print to the screen
            raise_interrupt=False,
            force_polling=False,  # its answer to WSL; the watcher polls by itself where no events come
            ignore_permission_denied=False,  # it would hide every refusal, also that no watches are left
        ):
            self.lost |= not gone.isdisjoint(changes)
            self._on_event()


class Listening:
    """Events for whichever folders there are at the moment: armed anew when one appears, vanishes or is replaced."""

    def __init__(self, on_event: Callable[[], None]) -> None:
        self._on_event = on_event
        self._armed: dict[Path, tuple[int, int]] = {}
        self._events: Events | None = None
        self._armed_at = 0.0

    def arm(self, folders: Sequence[Path]) -> bool:
        """Listens to these folders from now on. Whether that needed a new start, which may have missed a change."""
        found = {folder: _identity(folder) for folder in folders}
        if found == self._armed and not (self._events is not None and self._events.lost):
            return False
        self.stop()
        self._armed, self._armed_at = found, time.monotonic()
        if found:
            self._events = Events(folders, self._on_event)
        return True

    def disarm(self) -> None:
        """Lets the next `arm` start anew even for the same folders."""
        self._armed = {}

    def stop(self) -> None:
        """Ends listening."""
        if self._events is not None:
            self._events.stop()
            self._events = None

    def covers(self, real: str) -> bool:
        """Whether a change of that real path must give an event."""
        folders = Path(real).parents
        return any(folder in folders and _identity(folder) == armed for folder, armed in self._armed.items())

    @property
    def failed(self) -> bool:
        """Whether the system refuses to give events for the present folders."""
        return self._events is not None and self._events.failed

    @property
    def seconds(self) -> float:
        """How long the present folders have been listened to."""
        return time.monotonic() - self._armed_at


def _identity(folder: Path) -> tuple[int, int]:
    found = signature_of(str(folder))
    return found.device, found.inode
