"""Files of cockpit's own: folders with mode 0700, files with mode 0600, written whole or not at all."""

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from cockpit.storage import disk
from cockpit.storage.refusals import reading, refusing
from cockpit.storage.user_files.folder_names import FILE_MODE, FOLDER_MODE
from cockpit.storage.user_files.store import ProjectStore


@contextmanager
def keeping(store: ProjectStore) -> Iterator[None]:
    """Turns an OSError into CommandError: without its own folder cockpit changes nothing, for it could not be undone.

    Its folders that others may enter, for whatever reason, are closed first.
    """
    with refusing(store.description):
        for folder in store.folders:
            _close(folder)
        yield


@contextmanager
def looking(store: ProjectStore) -> Iterator[None]:
    """The same for what is only read."""
    with reading(store.description):
        yield


def make_folder(folder: Path) -> None:
    """Makes a folder and those above it that are missing, for this person only. Raises OSError."""
    missing = [folder]
    while disk.status(missing[-1].parent) is None:
        missing.append(missing[-1].parent)
    for each in reversed(missing):
        with suppress(FileExistsError):  # another process was quicker
            disk.make_folder(each, FOLDER_MODE)
            _close(each)


def write(path: Path, data: bytes, *, lasting: bool = True) -> None:
    """Writes a file whole, in place of one that may be there, and waits until it is on the disk, unless it need not be
    `lasting`. Raises OSError."""
    make_folder(path.parent)
    descriptor, temporary = _new_temporary(path)
    try:
        disk.keep_private(descriptor, FILE_MODE)
        disk.write(descriptor, data)
        if lasting:
            disk.sync(descriptor)
        disk.rename(temporary, path)
    except OSError:
        with suppress(OSError):
            disk.remove(temporary)
        raise
    finally:
        with suppress(OSError):  # what it holds is on the disk
            disk.close(descriptor)
    if lasting:
        disk.sync_folder(path.parent)


def append(path: Path, line: bytes) -> None:
    """Adds a line at the end of a file, in one write. Raises OSError."""
    make_folder(path.parent)
    disk.append(path, line, FILE_MODE)


def sweep(folder: Path, of: str = "") -> None:
    """Removes what a process that was killed in `write` left behind; what one is still writing is locked by it.

    `of` is the name of the file that was written, where not all that lies in the folder is cockpit's own.
    """
    with suppress(OSError):  # it is tried again
        for name in disk.names(folder):
            if name.startswith(f".{of}") and name.endswith(".tmp"):
                _remove_left(folder / name)


def sweep_all(store: ProjectStore) -> None:
    """The same in every folder of a project's store."""
    for folder in store.folders:
        sweep(folder)


def _new_temporary(path: Path) -> tuple[int, Path]:
    """A new file beside a path, locked; its descriptor and its place. A sweep that was quicker took the first one."""
    while True:
        temporary = path.with_name(f".{path.name}.{os.urandom(4).hex()}.tmp")
        descriptor = disk.create(temporary, FILE_MODE)
        with ExitStack() as unless_taken:
            unless_taken.callback(disk.close, descriptor)
            if _locked(descriptor, temporary):
                unless_taken.pop_all()
                return descriptor, temporary


def _locked(descriptor: int, temporary: Path) -> bool:
    try:
        return disk.try_lock(descriptor) and disk.opened_status(descriptor).st_nlink > 0
    except OSError:
        with suppress(OSError):
            disk.remove(temporary)
        raise


def _remove_left(file: Path) -> None:
    with suppress(OSError):
        descriptor = disk.open_present(file)
        try:
            if disk.try_lock(descriptor):
                disk.remove(file)
        finally:
            disk.close(descriptor)


def _close(folder: Path) -> None:
    """Gives a folder its mode, where there is one. File systems that know no modes are excused."""
    with suppress(OSError):
        disk.set_folder_mode(folder, FOLDER_MODE)
