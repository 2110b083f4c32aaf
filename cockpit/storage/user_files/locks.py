"""Cockpit's lock on a project: one writer at a time. It lies outside of the project."""

import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from cockpit.model.errors import CommandError
from cockpit.storage import disk
from cockpit.storage.user_files import private
from cockpit.storage.user_files.folder_names import FILE_MODE
from cockpit.storage.user_files.store import ProjectStore

WAIT_SECONDS = 5.0
STEP_SECONDS = 0.01


@contextmanager
def project_lock(store: ProjectStore, wait: float = WAIT_SECONDS) -> Iterator[None]:
    """Holds cockpit's lock on a project, against other processes and threads. Not to be taken twice by one thread.

    The kernel frees it when a process dies. Raises CommandError after `wait` seconds.
    """
    with private.keeping(store):
        private.make_folder(store.folder)
        descriptor = _acquired(store.lock, time.monotonic() + wait)
    if descriptor is None:
        why = "Another cockpit is writing to this project; try again"
        raise CommandError("storage.another-cockpit-writes", why, unchanged=True)
    try:
        yield
    finally:
        with suppress(OSError):  # the lock is free whatever closing says
            disk.close(descriptor)


def _acquired(path: Path, deadline: float) -> int | None:
    """The descriptor of the locked file; None when the time is over."""
    while True:
        descriptor = disk.open_lock(path, FILE_MODE)
        with ExitStack() as unless_taken:
            unless_taken.callback(disk.close, descriptor)
            if disk.try_lock(descriptor) and _is_same(descriptor, path):
                unless_taken.pop_all()
                return descriptor
        if time.monotonic() >= deadline:
            return None
        import random  # who waits for nobody does not import it

        time.sleep(STEP_SECONDS * random.uniform(0.5, 1.5))  # noqa: S311 - only to spread the attempts


def _is_same(descriptor: int, path: Path) -> bool:
    """Whether the file that was locked is still the one at the path: a purge removes it."""
    found, opened = disk.status(path), disk.opened_status(descriptor)
    return found is not None and (found.st_dev, found.st_ino) == (opened.st_dev, opened.st_ino)
