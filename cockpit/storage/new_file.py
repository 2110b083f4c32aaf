"""A new file for the person, at a place they named."""

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
            descriptor = disk.create(target, FILE_MODE)
        except FileExistsError:
            raise Refused(f"{target} exists already; {NOTHING_CHANGED}.") from None
        try:
            try:
                disk.keep_private(descriptor, FILE_MODE)
                disk.write(descriptor, content)
                disk.sync(descriptor)
            finally:
                disk.close(descriptor)
        except OSError:
            with suppress(OSError):
                disk.remove(target)
            raise
