"""The system calls that writing takes, one function each: the one place where a test makes the disk fail.

Callers name the module (`disk.rename(...)`), so that a replaced function is what they get. All raise OSError. Paths
are absolute and real: symbolic links were resolved before (see `targets`), and none is followed here.
"""

import ctypes
import fcntl
import os
import shutil
import signal
import stat
import sys
from contextlib import suppress
from errno import EAGAIN, EINVAL, EISDIR, ENOSYS, ENOTSUP, EOPNOTSUPP, EPERM
from pathlib import Path

UNSUPPORTED = frozenset({ENOSYS, EINVAL, ENOTSUP, EOPNOTSUPP, EPERM})
"""What a file system that lacks an operation answers to it."""

_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
_READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOCTTY
_APPEND = os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC
_LOCK = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC
_AT_FDCWD = -100
_RENAME_EXCHANGE = 2
_RENAME_SWAP = 2


def create(path: Path, mode: int) -> int:
    """A new file's descriptor, for writing; FileExistsError where there is one."""
    return os.open(path, _NEW, mode)


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


def set_folder_mode(path: Path, mode: int) -> None:
    """Sets a folder's permission bits, whatever the umask, where they are others."""
    if stat.S_IMODE(os.stat(path).st_mode) != mode:  # noqa: PTH116 - the call itself
        os.chmod(path, mode)  # noqa: PTH101 - the call itself


def opened_status(descriptor: int) -> os.stat_result:
    """What `fstat` says about an open file."""
    return os.fstat(descriptor)


def read(path: Path, limit: int | None = None) -> bytes | None:
    """A file's content, up to `limit` bytes; None where there is no file. OSError for what is no regular file."""
    try:
        handle = open(path, "rb", opener=_open_to_read)  # noqa: SIM115 - closed below
    except FileNotFoundError:
        return None
    with handle:
        if not stat.S_ISREG(os.fstat(handle.fileno()).st_mode):
            raise OSError(EISDIR, os.strerror(EISDIR), str(path))
        return handle.read() if limit is None else handle.read(limit)


def first_line(path: Path) -> bytes:
    """The first line of a file; FileNotFoundError where there is none."""
    with open(path, "rb", opener=_open_to_read) as handle:
        return handle.readline()


def _open_to_read(path: str, _flags: int) -> int:
    return os.open(path, _READ)


def status(path: Path) -> os.stat_result | None:
    """What `lstat` says; None where there is nothing."""
    try:
        return os.lstat(path)
    except FileNotFoundError:
        return None


def writable(path: Path) -> bool:
    """Whether the permission bits let us write, which replacing a file would not ask."""
    return os.access(path, os.W_OK)


def rename(source: Path, target: Path) -> None:
    """Moves a file, in place of one that may be there."""
    os.rename(source, target)  # noqa: PTH104 - the call itself


def link(source: Path, target: Path) -> None:
    """Gives a file a second name; FileExistsError where the name is taken."""
    os.link(source, target, follow_symlinks=False)


def exchange(one: Path, other: Path) -> None:
    """Exchanges two files in one step. OSError with an errno of `UNSUPPORTED` where that cannot be done.

    No library offers it: `renameat2` of Linux and `renamex_np` of macOS are called through ctypes.
    """
    libc = ctypes.CDLL(None, use_errno=True)
    paths = os.fsencode(one), os.fsencode(other)
    if sys.platform == "linux" and hasattr(libc, "renameat2"):
        failed = libc.renameat2(_AT_FDCWD, paths[0], _AT_FDCWD, paths[1], _RENAME_EXCHANGE)
    elif sys.platform == "darwin" and hasattr(libc, "renamex_np"):
        failed = libc.renamex_np(*paths, _RENAME_SWAP)
    else:
        raise OSError(ENOSYS, os.strerror(ENOSYS), str(other))
    if failed:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number), str(other))


def remove(path: Path) -> None:
    """Removes a file; FileNotFoundError where there is none."""
    os.unlink(path)  # noqa: PTH108 - the call itself


def names(folder: Path) -> list[str]:
    """The names in a folder; none where there is no folder."""
    try:
        return os.listdir(folder)  # noqa: PTH208 - the call itself
    except FileNotFoundError:
        return []


def remove_tree(folder: Path) -> None:
    """Removes a folder and everything in it."""
    shutil.rmtree(folder)


def make_folder(path: Path, mode: int) -> None:
    """Makes one folder; FileExistsError where there is something."""
    os.mkdir(path, mode)  # noqa: PTH102 - the call itself


def remove_folder(path: Path) -> None:
    """Removes an empty folder; OSError where it is not."""
    os.rmdir(path)  # noqa: PTH106 - the call itself


def sync_folder(path: Path) -> None:
    """Waits until the names in a folder are on the disk. File systems that cannot do so are excused."""
    descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
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


def label(descriptor: int, data: bytes) -> None:
    """Replaces what stands in an open file, if that is something else: emptying one costs more than all the rest."""
    if os.pread(descriptor, len(data) + 1, 0) == data:
        return
    os.ftruncate(descriptor, 0)
    os.pwrite(descriptor, data, 0)


def has_writer(path: Path) -> bool:
    """Whether some process has the file open for writing; False where the system cannot tell.

    Linux grants a read lease only on a file that nobody has open for writing. It is given back at once; a process that
    opens the file in between is held up for that moment, and the signal that tells us is one that is ignored.
    """
    if sys.platform != "linux":
        return False
    try:
        descriptor = os.open(path, _READ)
    except OSError:
        return False
    try:
        fcntl.fcntl(descriptor, fcntl.F_SETSIG, signal.SIGURG)
        fcntl.fcntl(descriptor, fcntl.F_SETLEASE, fcntl.F_RDLCK)
    except OSError as error:
        return error.errno == EAGAIN
    else:
        return False
    finally:
        os.close(descriptor)


def is_alive(process: int) -> bool:
    """Whether there is a process with this id, whoever it belongs to."""
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True
    return True
