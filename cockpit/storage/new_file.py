"""A new file: whole or not there at all, for the person at a place they named, or beside one it stands in for."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from cockpit.model.refused import Refused
from cockpit.storage import disk
from cockpit.storage.refusals import NOTHING_CHANGED, refusing

FILE_MODE = 0o600


def write_new(target: Path, content: bytes) -> None:
    """Write a file that only this person may read. Raises Refused where there is one already, or it cannot be; half a
    file is never left."""
    with refusing(str(target)):
        try:
            write_whole(target, content, FILE_MODE, lambda descriptor: disk.keep_private(descriptor, FILE_MODE))
        except FileExistsError:
            raise Refused(f"{target} exists already; {NOTHING_CHANGED}.") from None


def write_whole(path: Path, content: bytes, mode: int, rights: Callable[[int], None]) -> None:
    """Write a new file and wait until it is on the disk; `rights` gives the open file those it shall have.

    Raises OSError, and nothing is left then; FileExistsError where there is one, which stays as it is.
    """
    descriptor = disk.create(path, mode)
    try:
        try:
            disk.write(descriptor, content)
            rights(descriptor)
            disk.sync(descriptor)
        finally:
            disk.close(descriptor)
    except OSError:
        with suppress(OSError):
            disk.remove(path)
        raise
