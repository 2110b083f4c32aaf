"""Files of cockpit's own: folders with mode 0700, files with mode 0600, written whole or not at all."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from cockpit.storage import disk
from cockpit.storage.refusals import reading, refusing
from cockpit.storage.store import ProjectStore

FOLDER_MODE = 0o700
FILE_MODE = 0o600


@contextmanager
def keeping(store: ProjectStore) -> Iterator[None]:
    """Turns an OSError into Refused: without its own folder cockpit changes nothing, for it could not be undone."""
    with refusing(store.named):
        yield


@contextmanager
def looking(store: ProjectStore) -> Iterator[None]:
    """The same for what is only read."""
    with reading(store.named):
        yield


def make_folder(folder: Path) -> None:
    """Makes a folder and those above it that are missing, for this person only. Raises OSError."""
    missing = [folder]
    while disk.status(missing[-1].parent) is None:
        missing.append(missing[-1].parent)
    for each in reversed(missing):
        with suppress(FileExistsError):  # another process was quicker
            disk.make_folder(each, FOLDER_MODE)


def write(path: Path, data: bytes) -> None:
    """Writes a file whole, in place of one that may be there, and waits until it is on the disk. Raises OSError."""
    make_folder(path.parent)
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}.tmp")
    try:
        _fill(temporary, data)
        disk.rename(temporary, path)
    except OSError:
        with suppress(OSError):
            disk.remove(temporary)
        raise
    disk.sync_folder(path.parent)


def append(path: Path, line: bytes) -> None:
    """Adds a line at the end of a file, in one write. Raises OSError."""
    make_folder(path.parent)
    disk.append(path, line, FILE_MODE)


def sweep(folder: Path) -> None:
    """Removes what a process that was killed in `write` left behind. Only under the project's lock."""
    for name in disk.names(folder):
        if name.startswith(".") and name.endswith(".tmp"):
            with suppress(OSError):
                disk.remove(folder / name)


def _fill(path: Path, data: bytes) -> None:
    descriptor = disk.create(path, FILE_MODE)
    try:
        disk.write(descriptor, data)
        disk.sync(descriptor)
    finally:
        disk.close(descriptor)
