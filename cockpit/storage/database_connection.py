"""Opening a SQLite database without being harmed by it, and without disturbing who else has it open.

A process that opens and closes a database file by itself loses the locks that SQLite holds on it, whatever connection
they belong to. So one thread of ours has to do with a database at a time: see `alone`.
"""

import os
import shutil
import sqlite3
import stat
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from cockpit.storage.signatures import Kind, kind_of_error, signature_from
from cockpit.values import dataclass

LARGEST = 512 * 1024 * 1024
"""Bytes of a database that is opened, and of the file beside it that holds the newest changes."""
LONGEST = 1024 * 1024
"""Bytes of one row that is read; those with a longer value are left out."""
SECONDS = 1.0
"""So long a database may take for an answer: what its tables compute is somebody else's."""
STEPS = 1000
_COPIED = 64 * 1024 * 1024
_HEADER = 100
_MAGIC = b"SQLite format 3\0"
_KNOWN_FORMAT, _KNOWN_SCHEMA = 2, 4
_FLAGS = os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NOCTTY
_BESIDE = ("-wal", "-shm", "-journal")

Connection = sqlite3.Connection


class Unreadable(Exception):  # noqa: N818 - reads as what happened
    """A database cannot be read: a finding's `code`, what is said behind its path, and what helps."""

    def __init__(self, code: str, why: str, hint: str) -> None:
        super().__init__(why)
        self.code, self.why, self.hint = code, why, hint


class WrongKind(Exception):  # noqa: N818 - reads as what happened
    """What lies at a path is no regular file: see `safe_reading.refusal`."""

    def __init__(self, kind: Kind, beside: str = "") -> None:
        super().__init__(kind)
        self.kind, self.beside = kind, beside


CORRUPT = "database-corrupt", "is damaged and was not read.", "Bring it back from a backup or from git."
LOCKED = "database-locked", "is held by another program and could not be read.", "It is tried again every second."
UNREADABLE = "database-unreadable", "cannot be read.", "Look at it with the program that wrote it."
NOT_ONE = "not-a-database", "is no SQLite database.", "Remove or replace the file."
NEWER = (
    "database-newer",
    "has a newer SQLite format than is known here and was not read.",
    "Update Python, whose SQLite is used.",
)
TOO_LARGE = "too-large", f"is longer than {LARGEST // 1024 // 1024} MiB and was not opened.", "Archive a part of it."
SLOW = "database-slow", "takes more than a second to be read.", "Look for views or indexes that compute much."
UNFINISHED = (
    "database-unfinished",
    "holds a change that another program began and did not finish.",
    "It is put right when that program opens it again.",
)
_BY_CODE = {
    sqlite3.SQLITE_BUSY: LOCKED,
    sqlite3.SQLITE_LOCKED: LOCKED,
    sqlite3.SQLITE_PROTOCOL: LOCKED,
    sqlite3.SQLITE_CORRUPT: CORRUPT,
    sqlite3.SQLITE_NOTADB: NOT_ONE,
    sqlite3.SQLITE_INTERRUPT: SLOW,
    sqlite3.SQLITE_READONLY: UNFINISHED,
}


@dataclass(frozen=True, slots=True)
class Header:
    """What the first bytes of a database say."""

    empty: bool = False
    wal: bool = False


_guard = threading.Lock()
_turns: dict[str, threading.Lock] = {}


class Turn:
    """The right to have to do with a database, until `end`, or until nobody knows of it any more."""

    def __init__(self, lock: threading.Lock) -> None:
        self._lock: threading.Lock | None = lock

    def end(self) -> None:
        """Lets others."""
        lock, self._lock = self._lock, None
        if lock is not None:
            lock.release()

    def __del__(self) -> None:
        self.end()


def alone(real: str, wait: float) -> Turn:
    """Waits until no other thread of this process has to do with a database. Raises Unreadable after `wait` seconds."""
    with _guard:
        lock = _turns.setdefault(real, threading.Lock())
    if not lock.acquire(timeout=wait):
        raise Unreadable(*LOCKED)
    return Turn(lock)


def header_of(real: str) -> Header:
    """Looks at the first bytes, which SQLite would do as well but answers less clearly. To be called in one's turn.

    Raises OSError, WrongKind for what is no regular file, Unreadable for what is no database or a newer one.
    """
    _only_files(real)
    descriptor = os.open(real, _FLAGS)
    try:
        found = os.fstat(descriptor)
        if (kind := signature_from(found).kind) != "file":
            raise WrongKind(kind)
        data = os.read(descriptor, _HEADER)
    finally:
        os.close(descriptor)
    if found.st_size > LARGEST:
        raise Unreadable(*TOO_LARGE)
    if not data:
        return Header(empty=True)
    if not data.startswith(_MAGIC):
        raise Unreadable(*NOT_ONE)
    if len(data) < _HEADER:
        raise Unreadable(*CORRUPT)
    if max(data[18], data[19]) > _KNOWN_FORMAT or int.from_bytes(data[44:48], "big") > _KNOWN_SCHEMA:
        raise Unreadable(*NEWER)
    return Header(wal=data[19] == _KNOWN_FORMAT)


def _only_files(real: str) -> None:
    """Raises WrongKind where one of the files is none, before anything is opened: opening a device may act on it."""
    for suffix in ("", *_BESIDE):
        try:
            found = os.lstat(f"{real}{suffix}")
        except FileNotFoundError:
            if suffix:
                continue
            raise
        kind: Kind = "other" if stat.S_ISLNK(found.st_mode) else signature_from(found).kind
        if kind != "file":
            raise WrongKind(kind, suffix)
        if suffix and found.st_size > LARGEST:
            raise Unreadable(*TOO_LARGE)


@contextmanager
def reading(real: str, wait: float) -> Iterator[tuple[Connection, bool] | None]:
    """A connection that only reads; None for an empty database. Nothing is written, and no file is left beside it.

    The second value says whether it reads one state of the database whatever others write meanwhile; where it does not,
    the signatures before and after tell. Raises OSError, WrongKind and Unreadable.
    """
    turn = alone(real, max(wait, SECONDS))
    try:
        header = header_of(real)
        if header.empty:
            yield None
            return
        newest = _size(f"{real}-wal")
        if newest and not os.path.lexists(f"{real}-shm"):
            with _copied(real, newest) as copy, closing(_opened(copy, "mode=rw", 0)) as connection:
                yield connection, False
        else:
            still = header.wal and not newest
            if still and _is_hot(f"{real}-journal"):
                raise Unreadable(*UNFINISHED)
            with closing(_opened(real, "immutable=1" if still else "mode=ro", wait)) as connection:
                yield connection, not still
    except sqlite3.Error as error:
        raise Unreadable(*told(error)) from error
    except (UnicodeError, ValueError, OverflowError) as error:
        raise Unreadable(*UNREADABLE) from error
    finally:
        turn.end()


def told(error: sqlite3.Error) -> tuple[str, str, str]:
    """What an error means to who reads."""
    return _BY_CODE.get(code_of(error), UNREADABLE)


def code_of(error: sqlite3.Error) -> int:
    """The primary result code of SQLite; 1 where the error is one of the module's own."""
    return (getattr(error, "sqlite_errorcode", None) or sqlite3.SQLITE_ERROR) & 0xFF


def uri_of(real: str, options: str) -> str:
    """How SQLite is told to open a file."""
    return f"{Path(real).as_uri()}?{options}"


def guarded(connection: Connection, seconds: float | None = None) -> Connection:
    """Keeps what a database's own schema does within bounds: no unsafe functions, no endless ones."""
    connection.text_factory = _text
    ends = time.monotonic() + (SECONDS if seconds is None else seconds)
    connection.set_progress_handler(lambda: time.monotonic() > ends, STEPS)
    for setting in ("trusted_schema=OFF", "cell_size_check=ON", "mmap_size=0"):
        connection.execute(f"PRAGMA {setting}")
    return connection


def _opened(real: str, options: str, wait: float) -> Connection:
    connection = sqlite3.connect(uri_of(real, options), uri=True, timeout=wait, isolation_level=None,
                                 check_same_thread=False)  # fmt: skip
    try:
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST)
        guarded(connection).execute("PRAGMA query_only=ON")
    except BaseException:
        connection.close()
        raise
    return connection


@contextmanager
def _copied(real: str, newest: int) -> Iterator[str]:
    """A copy of a database whose newest changes lie beside it without the index that only SQLite could make, and leave
    behind. A copy of the files, a backup for example, looks like that."""
    if newest + _size(real) > _COPIED:
        raise Unreadable(*UNFINISHED)
    with TemporaryDirectory(prefix="cockpit-") as folder:
        copy = os.path.join(folder, "copy.db")  # noqa: PTH118 - paths are texts here
        shutil.copyfile(real, copy)
        shutil.copyfile(f"{real}-wal", f"{copy}-wal")
        yield copy


def _is_hot(journal: str) -> bool:
    """Whether a journal is one that SQLite would put back; one that was done with is empty, or begins with a NUL."""
    try:
        descriptor = os.open(journal, _FLAGS)
    except FileNotFoundError:
        return False
    try:
        return os.read(descriptor, 1) not in (b"", b"\0")
    finally:
        os.close(descriptor)


def _size(path: str) -> int:
    try:
        return os.stat(path).st_size  # noqa: PTH116 - paths are texts here
    except OSError as error:
        if kind_of_error(error) == "absent":
            return 0
        raise


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")
