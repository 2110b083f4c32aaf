"""Signatures: what `stat` says about a path, so that an unchanged file is not read again."""

import os
import stat
import time
from errno import EACCES, ELOOP, ENOENT, ENOTDIR, EPERM
from typing import Literal, NamedTuple

Kind = Literal["file", "folder", "other", "absent", "dangling", "denied", "loop", "unreadable"]
"""What a path leads to; `dangling` is a symbolic link to something that is not there."""

RACY_SECONDS = 0.05
"""Clocks of file systems tick in steps of up to 10 ms: two writes within one step leave the same signature."""
COARSE_RACY_SECONDS = 2.0
"""The same for file systems that keep whole seconds only, or pairs of them."""
SYNCED_SECONDS = 2.0
"""So long after the last write to a database's log its rows may still not be what others see."""
NANOSECONDS = 1_000_000_000


class Signature(NamedTuple):
    """What identifies one state of a path. Symbolic links are followed; the times are nanoseconds since the epoch.

    `ctime_ns` is set by the kernel on every write and cannot be set back, as `mtime_ns` can.
    """

    kind: Kind
    device: int = 0
    inode: int = 0
    size: int = 0
    mtime_ns: int = 0
    ctime_ns: int = 0

    @property
    def age(self) -> float:
        """Seconds since the last change, by the wall clock; infinite for what is not there."""
        return (time.time_ns() - self.ctime_ns) / NANOSECONDS if self.ctime_ns else float("inf")

    @property
    def racy(self) -> bool:
        """Whether another write could still follow without changing the signature (git calls this racily clean)."""
        coarse = self.ctime_ns % NANOSECONDS == 0
        return abs(self.age) < (COARSE_RACY_SECONDS if coarse else RACY_SECONDS)


ABSENT = Signature("absent")
_BY_ERROR: dict[int, Kind] = {ENOENT: "absent", ENOTDIR: "absent", EACCES: "denied", EPERM: "denied", ELOOP: "loop"}


def signature_of(path: str) -> Signature:
    """The present signature of an absolute path. Never raises for what the disk says."""
    try:
        return signature_from(os.stat(path))  # noqa: PTH116 - asked many times a second
    except OSError as error:
        kind = kind_of_error(error)
        is_link = kind == "absent" and os.path.islink(path.rstrip("/"))  # noqa: PTH114 - asked as often
        return Signature("dangling" if is_link else kind)


def settled_signature_of(path: str) -> Signature:
    """The same, but one that no later look gives where another write could still follow without changing it."""
    signature = signature_of(path)
    return signature._replace(size=-1) if signature.racy else signature


class DatabaseSignature(NamedTuple):
    """What identifies one state of a SQLite database: its file, and that beside it which holds the newest changes."""

    main: Signature
    newest: Signature

    @property
    def racy(self) -> bool:
        """Whether what was read may be older than this state: who writes waits for the disk before others see it."""
        return self.main.racy or abs(self.newest.age) < SYNCED_SECONDS

    def unlike(self) -> "DatabaseSignature":
        """A signature that no look at the disk gives."""
        return self._replace(main=self.main._replace(size=-1))


NEWEST = "-wal"
"""What the name of the file ends with that holds a database's newest changes."""


def database_signature_of(path: str) -> DatabaseSignature:
    """The present signature of the database at an absolute path. Never raises for what the disk says.

    Whoever opens a database as root, also to read it, sets the owner of the file with the newest changes, which changes
    nothing in it: there the time of the last write counts.
    """
    newest = signature_of(f"{os.path.realpath(path)}{NEWEST}")
    return DatabaseSignature(signature_of(path), newest._replace(ctime_ns=newest.mtime_ns))


def signature_from(found: os.stat_result) -> Signature:
    """The signature in a result of `os.stat` or `os.fstat`."""
    return Signature(
        _kind_of_mode(found.st_mode), found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns
    )


def kind_of_error(error: OSError) -> Kind:
    """What a refused `stat`, `open` or `read` says about the path."""
    return _BY_ERROR.get(error.errno or 0, "unreadable")


def _kind_of_mode(mode: int) -> Kind:
    if stat.S_ISREG(mode):
        return "file"
    return "folder" if stat.S_ISDIR(mode) else "other"
