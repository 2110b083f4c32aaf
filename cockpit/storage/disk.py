"""The system calls that writing takes, one function each: the one place where a test makes the disk fail.

Callers name the module (`disk.rename(...)`), so that a replaced function is what they get. All raise OSError. A path is
a name in `folder`, the handle of a folder that is held open (see `inside`); without one it is absolute and one of
cockpit's own. No symbolic link is followed in the place of the name.
"""

from __future__ import annotations

import fcntl
import os
import stat
import sys
from contextlib import suppress
from errno import EAGAIN, EINVAL, EISDIR, ENOSYS, ENOTSUP, EOPNOTSUPP, EPERM
from functools import partial

TYPE_CHECKING = False
if TYPE_CHECKING:  # a status line pays for `pathlib` and `typing`
    from pathlib import Path

    Name = Path | str
else:
    Name = str

UNSUPPORTED = frozenset({ENOSYS, EINVAL, ENOTSUP, EOPNOTSUPP, EPERM})
"""What a file system that lacks an operation answers to it."""

_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
_READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOCTTY
_APPEND = os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC
_LOCK = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC
_HANDLE = getattr(os, "O_PATH", os.O_RDONLY) | os.O_DIRECTORY | os.O_CLOEXEC
"""Enough to go on from a folder, also from one whose names may not be listed."""
_AT_FDCWD = -2 if sys.platform == "darwin" else -100
_RENAME_EXCHANGE = 2
_RENAME_SWAP = 2
_PAGE = 4096
"""Bytes of a file that the system writes at once, at least."""


def open_root(path: Name) -> int:
    """The handle of the folder at a path, which may lead there through links. The caller closes it."""
    return os.open(path, _HANDLE)


def open_folder(name: str, folder: int) -> int:
    """The handle of a folder in another one. NotADirectoryError where it is none, or ELOOP: also for a link.

    The caller closes it.
    """
    return os.open(name, _HANDLE | os.O_NOFOLLOW, dir_fd=folder)


def link_goal(name: str, folder: int) -> str:
    """Where a link says that it leads; EINVAL where it is none."""
    return os.readlink(name, dir_fd=folder)


def followed_status(path: Name) -> os.stat_result:
    """What `stat` says about what a path leads to."""
    return os.stat(path)  # noqa: PTH116 - the call itself


def create(path: Name, mode: int, folder: int | None = None) -> int:
    """A new file's descriptor, for writing; FileExistsError where there is one."""
    return os.open(path, _NEW, mode, dir_fd=folder)


def write(descriptor: int, data: bytes) -> None:
    """Writes all of the data."""
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]


def sync(descriptor: int) -> None:
    """Waits until a file's content is on the disk."""
    os.fsync(descriptor)


def set_owner(descriptor: int, user: int, group: int) -> None:
    """Gives a file to a user and a group; -1 leaves one of them as it is."""
    os.fchown(descriptor, user, group)


def set_mode(descriptor: int, mode: int) -> None:
    """Sets a file's permission bits, whatever the umask."""
    os.fchmod(descriptor, mode)


def keep_private(descriptor: int, mode: int) -> None:
    """Sets the mode of a file of cockpit's own where it is another, unless the file system knows none."""
    if stat.S_IMODE(os.fstat(descriptor).st_mode) != mode:
        with suppress(PermissionError):
            os.fchmod(descriptor, mode)


def set_folder_mode(path: Name, mode: int) -> None:
    """Sets a folder's permission bits, whatever the umask, where they are others."""
    if stat.S_IMODE(os.stat(path).st_mode) != mode:  # noqa: PTH116 - the call itself
        os.chmod(path, mode)  # noqa: PTH101 - the call itself


def opened_status(descriptor: int) -> os.stat_result:
    """What `fstat` says about an open file."""
    return os.fstat(descriptor)


def read(path: Name, limit: int | None = None, folder: int | None = None) -> bytes | None:
    """A file's content, up to `limit` bytes; None where there is no file. OSError for what is no regular file."""
    try:
        handle = open(path, "rb", opener=partial(_open_to_read, folder))  # noqa: SIM115 - closed below
    except FileNotFoundError:
        return None
    with handle:
        if not stat.S_ISREG(os.fstat(handle.fileno()).st_mode):
            raise OSError(EISDIR, os.strerror(EISDIR), str(path))
        return handle.read() if limit is None else handle.read(limit)


def first_line(path: Name) -> bytes:
    """The first line of a file; FileNotFoundError where there is none."""
    with open(path, "rb", opener=partial(_open_to_read, None)) as handle:
        return handle.readline()


def _open_to_read(folder: int | None, path: str, _flags: int) -> int:
    return os.open(path, _READ, dir_fd=folder)


def status(path: Name, folder: int | None = None) -> os.stat_result | None:
    """What `lstat` says; None where there is nothing."""
    try:
        return os.stat(path, dir_fd=folder, follow_symlinks=False)
    except FileNotFoundError:
        return None


def writable(path: Name, folder: int | None = None) -> bool:
    """Whether the permission bits let us write, which replacing a file would not ask."""
    return os.access(path, os.W_OK, dir_fd=folder)


def rename(source: Name, target: Name, folder: int | None = None) -> None:
    """Moves a file, in place of one that may be there."""
    os.rename(source, target, src_dir_fd=folder, dst_dir_fd=folder)


def link(source: Name, target: Name, folder: int | None = None) -> None:
    """Gives a file a second name; FileExistsError where the name is taken."""
    os.link(source, target, src_dir_fd=folder, dst_dir_fd=folder, follow_symlinks=False)


def exchange(one: Name, other: Name, folder: int | None = None) -> None:
    """Exchanges two files in one step. OSError with an errno of `UNSUPPORTED` where that cannot be done.

    No library offers it: `renameat2` of Linux and `renameatx_np` of macOS are called through ctypes.
    """
    import ctypes  # who only reads does not pay for it

    libc = ctypes.CDLL(None, use_errno=True)
    here = _AT_FDCWD if folder is None else folder
    paths = os.fsencode(one), os.fsencode(other)
    if sys.platform == "linux" and hasattr(libc, "renameat2"):
        failed = libc.renameat2(here, paths[0], here, paths[1], _RENAME_EXCHANGE)
    elif sys.platform == "darwin" and hasattr(libc, "renameatx_np"):
        failed = libc.renameatx_np(here, paths[0], here, paths[1], _RENAME_SWAP)
    else:
        raise OSError(ENOSYS, os.strerror(ENOSYS), str(other))
    if failed:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number), str(other))


def remove(path: Name, folder: int | None = None) -> None:
    """Removes a file; FileNotFoundError where there is none."""
    os.unlink(path, dir_fd=folder)


def names(folder: Path) -> list[str]:
    """The names in a folder; none where there is no folder."""
    try:
        return os.listdir(folder)  # noqa: PTH208 - the call itself
    except FileNotFoundError:
        return []


def remove_tree(folder: Path) -> None:
    """Removes a folder and everything in it."""
    import shutil  # as above

    shutil.rmtree(folder)


def make_folder(path: Name, mode: int, folder: int | None = None) -> None:
    """Makes one folder; FileExistsError where there is something."""
    os.mkdir(path, mode, dir_fd=folder)


def remove_folder(path: Name, folder: int | None = None) -> None:
    """Removes an empty folder; OSError where it is not."""
    os.rmdir(path, dir_fd=folder)


def sync_folder(path: Name, folder: int | None = None) -> None:
    """Waits until the names in a folder (`.` for `folder` itself) are on the disk. File systems that cannot do so are
    excused."""
    descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC, dir_fd=folder)
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in UNSUPPORTED:
            raise
    finally:
        os.close(descriptor)


def append(path: Path, line: bytes, mode: int) -> None:
    """Adds a line at the end of a file, in one write, and waits until it is on the disk.

    A line before it that a crash cut is ended first; the file is locked while that is looked at. It has that mode
    afterwards, whatever it had before.
    """
    descriptor = os.open(path, _APPEND, mode)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        keep_private(descriptor, mode)
        size = os.fstat(descriptor).st_size
        whole = size == 0 or os.pread(descriptor, 1, size - 1) == b"\n"
        write(descriptor, line if whole else b"\n" + line)
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def append_to_replaceable(path: Name, line: bytes, mode: int, most: int) -> int:
    """Adds a line of less than a page at the end of a file that others may replace meanwhile, and tells its size then.

    Of a process that is killed nothing or all of the line is there: it lies within one page, so blank lines take what
    is left of the page before. Nothing is added where the file holds `most` bytes. It is not waited for the disk.
    """
    while True:
        descriptor = os.open(path, _APPEND, mode)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX)
            keep_private(descriptor, mode)
            opened, found = os.fstat(descriptor), status(path)
            if found is None or not os.path.samestat(opened, found):
                continue
            size = opened.st_size
            if size >= most:
                return size
            if size and os.pread(descriptor, 1, size - 1) != b"\n":  # a full disk cut it
                size += os.write(descriptor, b"\n")
            left = _PAGE - size % _PAGE
            if left < len(line):
                size += os.write(descriptor, b"\n" * left)
            write(descriptor, line)
            return size + len(line)
        finally:
            os.close(descriptor)


def touch(path: Path, mode: int) -> None:
    """Sets the time of a file to now; an empty one where there is none."""
    descriptor = os.open(path, _LOCK, mode)
    try:
        os.utime(descriptor)
    finally:
        os.close(descriptor)


def close(descriptor: int) -> None:
    """Closes a file; a lock on it is gone with that."""
    os.close(descriptor)


def open_lock(path: Path, mode: int) -> int:
    """The descriptor of a file that serves as a lock; made where there is none. It has that mode afterwards."""
    descriptor = os.open(path, _LOCK, mode)
    try:
        keep_private(descriptor, mode)
    except OSError:
        os.close(descriptor)
        raise
    return descriptor


def open_present(path: Path) -> int:
    """The descriptor of a file that is there, to be locked; FileNotFoundError where there is none."""
    return os.open(path, _READ)


def try_lock(descriptor: int) -> bool:
    """Takes the lock on an open file, unless somebody else (another thread too) holds it."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def has_writer(path: Name, folder: int | None = None) -> bool:
    """Whether some process has the file open for writing; False where the system cannot tell.

    Linux grants a read lease only on a file that nobody has open for writing. It is given back at once; a process that
    opens the file in between is held up for that moment, and the signal that tells us is one that is ignored.
    """
    if sys.platform != "linux":
        return False
    try:
        descriptor = os.open(path, _READ, dir_fd=folder)
    except OSError:
        return False
    try:
        from signal import SIGURG  # as above

        fcntl.fcntl(descriptor, fcntl.F_SETSIG, SIGURG)
        fcntl.fcntl(descriptor, fcntl.F_SETLEASE, fcntl.F_RDLCK)
    except OSError as error:
        return error.errno == EAGAIN
    else:
        return False
    finally:
        os.close(descriptor)
