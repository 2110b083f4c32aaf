"""Events of the file system below some folders, handed on from a thread of their own."""

import logging
import os
import threading
import time
import warnings
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from cockpit.storage.signatures import signature_of

if TYPE_CHECKING:
    from watchdog.events import FileSystemEvent
    from watchdog.observers.api import BaseObserver

QUIET_SECONDS = 0.02
"""Events are handed on once none has come for so long, so that the calls that make up one write count as one."""
BURST_SECONDS = 0.07
"""After so long they are handed on even though more keep coming, or a file that was written to is not closed yet."""
STOP_SECONDS = 1.0
"""How long stopping waits for the library; it holds back a file's moving away for half a second, to find where to."""


class Events:
    """Calls `on_event` from its thread whenever something happens below one of the folders.

    `lost`: one of them is gone and must be listened to anew. `failed`: the system gives no events.
    """

    def __init__(self, folders: Sequence[Path], on_event: Callable[[], None]) -> None:
        self.lost = self.failed = False
        self._folders = frozenset(str(folder) for folder in folders)
        self._on_event = on_event
        self._happened = threading.Event()
        self._stopped = self._writing = False
        self._observer: BaseObserver | None = None
        try:
            self._listen()
        except (OSError, RuntimeError, SystemError):  # which of them depends on where the library failed
            self.failed = True
        self._thread = threading.Thread(target=self._hand_on, name="cockpit-events", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Ends listening; returns when the thread has ended, and leaves behind what the library cannot end in time."""
        self._stopped = True
        self._happened.set()
        self._thread.join()
        ending = threading.Thread(target=self._end, name="cockpit-events-end", daemon=True)
        ending.start()
        ending.join(STOP_SECONDS)

    def _note(self, event: "FileSystemEvent") -> None:
        if event.event_type == "deleted" and event.src_path in self._folders:
            self.lost = True
        self._writing = event.event_type in ("created", "modified")
        self._happened.set()

    def _end(self) -> None:
        if self._observer is not None:
            with suppress(Exception):  # it loses count of folders that were moved away; its threads are daemons
                self._observer.stop()
                self._observer.join()

    def _listen(self) -> None:
        from watchdog import events
        from watchdog.observers import Observer

        note = self._note

        class Handler(events.FileSystemEventHandler):
            def on_any_event(self, event: events.FileSystemEvent) -> None:
                note(event)

        logging.getLogger("watchdog").addHandler(logging.NullHandler())  # else it would print to the screen
        warnings.filterwarnings("ignore", category=RuntimeWarning, module="watchdog")  # the same
        for folder in self._folders:
            os.scandir(folder).close()  # a folder that may not be read would be listened to in vain, without an error
        self._observer, handler = Observer(), Handler()
        kinds = [
            *(events.FileCreatedEvent, events.FileModifiedEvent, events.FileAttribEvent, events.FileClosedEvent),
            *(events.FileDeletedEvent, events.FileMovedEvent),
            *(events.DirCreatedEvent, events.DirAttribEvent, events.DirDeletedEvent, events.DirMovedEvent),
        ]  # not opening, nor closing what was only read: our own reading would give events
        for folder in self._folders:
            self._observer.schedule(handler, folder, recursive=True, event_filter=kinds)
        self._observer.start()

    def _hand_on(self) -> None:
        while self._happened.wait():
            until = time.monotonic() + BURST_SECONDS
            while not self._stopped and self._happened.is_set() and (left := until - time.monotonic()) > 0:
                self._happened.clear()
                self._happened.wait(left if self._writing else QUIET_SECONDS)
            self._happened.clear()
            if self._stopped:
                return
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
