"""Locks: cockpit's own, outside the project, and those that systems keep beside their files."""

import contextlib
import os
import random
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from cockpit.model.refused import Refused
from cockpit.storage import disk, private
from cockpit.storage.refusals import NOTHING_CHANGED, refusing
from cockpit.storage.store import ProjectStore
from cockpit.storage.targets import Target, target

WAIT_SECONDS = 5.0
STEP_SECONDS = 0.01
EMPTY_SECONDS = 1.0
"""An empty lock file is one whose holder is about to write its name (formats/gsd.md); so long it counts as held."""


def process_id(data: bytes) -> int | None:
    """The process id that a lock file's text consists of; None where it is something else."""
    text = data.strip()
    return int(text) if text.isdigit() and len(text) < 12 and int(text) > 0 else None


def own_process_id() -> bytes:
    """The text that names this process in a lock file."""
    return str(os.getpid()).encode()


@contextmanager
def project_lock(store: ProjectStore, wait: float = WAIT_SECONDS) -> Iterator[None]:
    """Holds cockpit's lock on a project, against other processes and threads. Not to be taken twice by one thread.

    The kernel frees it when a process dies. Raises Refused after `wait` seconds, naming the process that holds it.
    """
    with private.keeping(store):
        private.make_folder(store.folder)
        descriptor = _acquired(store.lock, time.monotonic() + wait)
    if descriptor is None:
        raise Refused(f"Another cockpit{_named(store.lock)} is writing to this project; {NOTHING_CHANGED}.")
    try:
        yield
    finally:
        with suppress(OSError):  # the lock is free whatever closing says
            disk.close(descriptor)


@contextmanager
def file_lock(
    root: Path,
    path: str,
    *,
    wait: float = WAIT_SECONDS,
    body: Callable[[], bytes] = own_process_id,
    holder: Callable[[bytes], int | None] = process_id,
) -> Iterator[None]:
    """Holds a lock file of a system, such as `.planning/STATE.md.lock`: made exclusively, with the holder's process id.

    `body` gives what is written into it, `holder` reads the process id from such a body (None: it cannot be told). The
    lock of a process that is no longer alive is taken over, by renaming it aside; no other is. Raises Refused after
    `wait` seconds.
    """
    place = target(root, path)
    own = body()
    with refusing(path):
        _take(place, own, holder, time.monotonic() + wait)
    try:
        yield
    finally:
        with suppress(OSError):
            if disk.read(place.real) == own:
                disk.remove(place.real)


def _acquired(path: Path, deadline: float) -> int | None:
    """The descriptor of the locked file; None when the time is over."""
    while True:
        descriptor = disk.open_lock(path, private.FILE_MODE)
        with contextlib.ExitStack() as unless_taken:
            unless_taken.callback(disk.close, descriptor)
            if disk.try_lock(descriptor) and _is_same(descriptor, path):
                with suppress(OSError):  # only for the other side's sentence
                    disk.label(descriptor, own_process_id())
                unless_taken.pop_all()
                return descriptor
        if time.monotonic() >= deadline:
            return None
        _pause()


def _is_same(descriptor: int, path: Path) -> bool:
    """Whether the file that was locked is still the one at the path: a purge removes it."""
    found, opened = disk.status(path), disk.opened_status(descriptor)
    return found is not None and (found.st_dev, found.st_ino) == (opened.st_dev, opened.st_ino)


def _named(path: Path) -> str:
    with suppress(OSError):
        process = process_id(disk.read(path, 32) or b"")
        if process is not None:
            return f" (process {process})"
    return ""


def _take(place: Target, own: bytes, holder: Callable[[bytes], int | None], deadline: float) -> None:
    while not _made(place.real, own):
        found = disk.read(place.real)
        process = holder(found) if found else None
        if found is not None and _is_dead(place.real, found, process):
            _move_aside(place, found)
        elif time.monotonic() >= deadline:
            who = f"process {process}" if process is not None else "another program"
            raise Refused(f"{place.path} is held by {who}; {NOTHING_CHANGED}.")
        else:
            _pause()


def _made(path: Path, body: bytes) -> bool:
    try:
        descriptor = disk.create(path, 0o666)
    except FileExistsError:
        return False
    try:
        disk.write(descriptor, body)
    except OSError:
        disk.remove(path)
        raise
    finally:
        disk.close(descriptor)
    return True


def _is_dead(path: Path, found: bytes, process: int | None) -> bool:
    """Whether nobody holds the lock any more: its process is gone, or it stayed empty for long."""
    if process is not None:
        return not disk.is_alive(process)
    status = disk.status(path)
    return not found and status is not None and time.time() - status.st_mtime > EMPTY_SECONDS


def _move_aside(place: Target, found: bytes) -> None:
    """Takes a dead lock away. Should another process have been quicker, and the lock be its own by now, it returns."""
    aside = place.temporary(secrets.token_hex(4))
    with suppress(FileNotFoundError):
        disk.rename(place.real, aside)
        if disk.read(aside) != found:
            with suppress(FileExistsError):
                disk.link(aside, place.real)
        disk.remove(aside)


def _pause() -> None:
    time.sleep(STEP_SECONDS * random.uniform(0.5, 1.5))  # noqa: S311 - only to spread the attempts
