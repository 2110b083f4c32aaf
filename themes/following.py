"""Notices when the file of the theme in use changes or appears, in a thread of its own."""

from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Event, Lock, Thread

from themes import catalog

LOOK_SECONDS = 1.0
"""How often it looks: one question to the disk."""


class Following:
    """Looks at one theme's file, and calls `on_change` with the theme's name from its own thread."""

    def __init__(self, folders: Sequence[Path], on_change: Callable[[str], None]) -> None:
        self._folders, self._on_change = folders, on_change
        self._name: str | None = None
        self._version: catalog.Version | None = None
        self._lock, self._stopped = Lock(), Event()

    def follow(self, name: str) -> None:
        """From now on it is this theme's file. To be called before the file is read, so that no change is missed."""
        version = catalog.version(name, *self._folders)
        with self._lock:
            self._name, self._version = name, version

    def start(self) -> None:
        """Begin to look."""
        Thread(target=self._run, name="cockpit-theme", daemon=True).start()

    def stop(self) -> None:
        """Look no more; returns at once."""
        self._stopped.set()

    def look(self) -> None:
        """Look once. That the file is gone is not told: the colours stay until there is another."""
        with self._lock:
            name, before = self._name, self._version
            if name is None:
                return
            self._version = now = catalog.version(name, *self._folders)
        if now is not None and now != before:
            self._on_change(name)

    def _run(self) -> None:
        while not self._stopped.wait(LOOK_SECONDS):
            self.look()
