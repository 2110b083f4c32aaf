"""What `watchfiles.watch` does on systems other than the one the tests run on."""

import threading
from collections.abc import Iterator
from typing import NoReturn

from watchfiles.main import FileChange


def silent(*folders: str, stop_event: threading.Event, **settings: object) -> Iterator[set[FileChange]]:
    """A file system that takes watches and never tells anything."""
    stop_event.wait()
    yield from ()


def refused(*folders: str, **settings: object) -> NoReturn:
    """A system without a watch to spare."""
    raise OSError(28, "No space left on device")
