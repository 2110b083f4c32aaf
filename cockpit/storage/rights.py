"""A new file with the rights of the one it stands in for."""

import os
import stat
from pathlib import Path

from cockpit.storage import disk
from cockpit.storage.new_file import write_whole


def write_like(path: Path, data: bytes, like: os.stat_result | None) -> None:
    """Writes a new file and waits until it is on the disk; it has the mode of `like`, and its owner where permitted.

    Without `like` it is a file as any program makes it. Raises OSError, and nothing is left then.
    """
    mode = 0o666 if like is None else 0o600
    write_whole(path, data, mode, lambda descriptor: None if like is None else _copy_rights(descriptor, like))


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
