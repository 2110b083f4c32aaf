"""A new file: whole or not there at all, for the person at a place they named, or beside one it stands in for."""

import os
import stat
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from cockpit.model.errors import Refused
from cockpit.storage import disk
from cockpit.storage.refusals import NOTHING_CHANGED, refusing

FILE_MODE = 0o600


def write_new(target: Path, content: bytes) -> None:
    """Write a file that only this person may read. Raises Refused where there is one already, or it cannot be; half a
    file is never left."""
    with refusing(str(target)):
        try:
            _write(target, content, FILE_MODE, None, lambda descriptor: disk.keep_private(descriptor, FILE_MODE))
        except FileExistsError:
            raise Refused(f"{target} exists already; {NOTHING_CHANGED}.") from None


def write_like(name: str, data: bytes, like: os.stat_result | None, folder: int) -> None:
    """Write a new file in a folder that is held open, and wait until it is on the disk.

    It has the mode of `like`, and its owner where permitted; without `like` it is a file as any program makes it.
    Raises OSError, and nothing is left then; FileExistsError where there is one, which stays as it is.
    """
    if like is None:
        _write(name, data, 0o666, folder, lambda _: None)
    else:
        _write(name, data, 0o600, folder, lambda descriptor: _copy_rights(descriptor, like))


def _write(path: disk.Name, content: bytes, mode: int, folder: int | None, rights: Callable[[int], None]) -> None:
    descriptor = disk.create(path, mode, folder)
    try:
        try:
            disk.write(descriptor, content)
            rights(descriptor)
            disk.sync(descriptor)
        finally:
            disk.close(descriptor)
    except OSError:
        with suppress(OSError):
            disk.remove(path, folder)
        raise


def _copy_rights(descriptor: int, like: os.stat_result) -> None:
    """Owner and group first, for changing them clears bits of the mode. A group that cannot be kept takes its rights
    along: another one must not get them."""
    mode = stat.S_IMODE(like.st_mode)
    own = disk.opened_status(descriptor)
    if own.st_uid != like.st_uid and not _gave(descriptor, like.st_uid, -1):
        mode &= ~stat.S_ISUID
    if own.st_gid != like.st_gid and not _gave(descriptor, -1, like.st_gid):
        mode = mode & ~(stat.S_ISGID | stat.S_IRWXG) | (mode & stat.S_IRWXO) << 3
    if stat.S_IMODE(disk.opened_status(descriptor).st_mode) != mode:
        disk.set_mode(descriptor, mode)


def _gave(descriptor: int, user: int, group: int) -> bool:
    try:
        disk.set_owner(descriptor, user, group)
    except PermissionError:
        return False
    return True
