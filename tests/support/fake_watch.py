"""What `watchdog.observers.Observer` is on systems other than the one the tests run on."""

import threading

from watchdog.observers.api import BaseObserver, EventEmitter


class Silent(BaseObserver):
    """A file system that takes watches and never tells anything."""

    def __init__(self) -> None:
        super().__init__(EventEmitter)

    def on_thread_start(self) -> None:
        self.unschedule_all()


class CommandError(Silent):
    """A system without a watch to spare."""

    def on_thread_start(self) -> None:
        raise OSError(28, "No space left on device")


class Exhausted(Silent):
    """A system on which others took all that may listen."""

    def on_thread_start(self) -> None:
        raise OSError(24, "inotify instance limit reached")


class Broken(Silent):
    """A library that fails to end its threads."""

    def on_thread_stop(self) -> None:
        raise KeyError("gone")


class Stuck(Silent):
    """A library that waits for its threads in vain."""

    def on_thread_stop(self) -> None:
        threading.Event().wait()
