"""Reading tables of a SQLite database without being harmed by it, without writing, and without waiting for long.

Its schema and its names are somebody else's: only real tables are read, nothing of the schema is executed that is not
known to be harmless, and for no longer than a second.

A process that opens and closes a database file by itself loses the locks that SQLite holds on it, whatever connection
they belong to. So one thread of ours has to do with databases at a time: see `alone`.
"""

import os
import sqlite3
import stat
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from cockpit.model import Finding
from cockpit.storage.reading.disk_files import LOCKED, LONG_ROWS, PASSING, UNFINISHED
from cockpit.storage.reading.safe_reading import MAX_BYTES, STEADY_ATTEMPTS, real_file, refusal
from cockpit.storage.signatures import DatabaseSignature, Kind, database_signature_of, kind_of_error, signature_from
from cockpit.systems.interface import FileContent
from cockpit.text.rows import Row, Table, Tables, Value
from cockpit.wording.messages import clause
from cockpit.wording.phrases import counted, listed

WHOLE_ROWS, NEWEST_ROWS = 2000, 250
"""A table of so many rows is read whole; of a longer one so many of the newest, so that it costs no more."""
LARGEST = 512 * 1024 * 1024
"""Bytes of a database that is opened, and of the file beside it that holds the newest changes."""
LONGEST, LOADED = 1024 * 1024, 64 * 1024 * 1024
"""Characters of a row that is read; those with longer values are left out. Bytes of one that is looked at."""
SECONDS = 1.0
"""So long a processor may work for an answer of a database: what its tables compute is somebody else's."""
STEPS = 1000
"""Steps of SQLite between two looks at the clock."""
WAIT_SECONDS = 0.25
"""How long a look waits for a database that is held: it is looked at again soon."""
UNREADABLE = "database-unreadable"
_MIB = 1024 * 1024
_FLAGS = os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NOCTTY
_BESIDE = ("-wal", "-shm", "-journal")
_HEADER, _WAL = slice(18, 20), b"\2\2"
_TABLE = """SELECT name FROM sqlite_master WHERE type = 'table' AND rootpage > 0 AND sql LIKE 'CREATE TABLE%'
  AND name NOT LIKE 'sqlite!_%' ESCAPE '!' AND name = ? COLLATE NOCASE"""
_COLUMNS = "SELECT name, pk FROM pragma_table_info(?) ORDER BY cid"

Connection = sqlite3.Connection
_MESSAGES = {
    "database-corrupt": ("{path} is damaged and was not read.", "Restore it from a backup or from git."),
    LOCKED: ("{path} is locked by another program and could not be read.", "Cockpit tries again every second."),
    UNREADABLE: ("{path} cannot be read.", "Open it with the program that wrote it."),
    "not-a-database": (
        "{path} is not a SQLite database, or has a newer format.",
        "Remove or replace the file.",
    ),
    "too-large": ("{path} is larger than {most} MiB and was not opened.", "Archive part of its content."),
    "database-slow": ("Reading {path} takes more than a second.", "Look for slow views or indexes."),
    "row-too-long": (
        "{path} has a row larger than {most} MiB and was not read.",
        "Remove the long value with the program that wrote it.",
    ),
    UNFINISHED: (
        "{path} has an unfinished change of another program.",
        "Open it with that program, which completes the change.",
    ),
}
"""By the code of the finding, what it says, and its hint."""
_MOST = {"too-large": LARGEST // _MIB, "row-too-long": LOADED // _MIB}
_BY_CODE = {
    sqlite3.SQLITE_BUSY: LOCKED,
    sqlite3.SQLITE_LOCKED: LOCKED,
    sqlite3.SQLITE_PROTOCOL: LOCKED,
    sqlite3.SQLITE_CORRUPT: "database-corrupt",
    sqlite3.SQLITE_TOOBIG: "row-too-long",
    sqlite3.SQLITE_NOTADB: "not-a-database",
    sqlite3.SQLITE_INTERRUPT: "database-slow",
    sqlite3.SQLITE_READONLY: UNFINISHED,
}
_turn = threading.Lock()


class Unreadable(Exception):
    """A database cannot be read. `content` says why, with a finding; it is None where there is no file."""

    def __init__(self, content: FileContent | None) -> None:
        super().__init__(content)
        self.content = content


def read_rows_steadily(
    absolute: str, boundary: str | None, display_path: str, tables: Sequence[str]
) -> tuple[FileContent | None, DatabaseSignature]:
    """The newest rows at a path, as far as it has these tables, and the signature they belong to; `boundary` and
    `display_path` as in `read_steadily`. None where there is no file. Nothing is written.

    What could not be read for a while, and may be later without a change of the files, gets a signature that equals no
    other, so that the next look reads it anew.
    """
    before = database_signature_of(absolute)
    for _ in range(STEADY_ATTEMPTS):
        content, whole = _read_once(absolute, boundary, display_path, tables)
        after = database_signature_of(absolute)
        if whole or after == before:
            finding = content.finding if content is not None else None
            passing = finding is not None and finding.code in (*PASSING, UNREADABLE)
            return content, before.unlike() if passing else before
        before = after
    return content, before.unlike()


def _read_once(
    absolute: str, boundary: str | None, display_path: str, tables: Sequence[str]
) -> tuple[FileContent | None, bool]:
    """The content, and whether it is one state of the database whatever was written meanwhile."""
    found = real_file(boundary, absolute if boundary is None else display_path, display_path)
    if not isinstance(found, str):
        return found, False
    try:
        with reading(found, display_path) as (connection, whole):
            return _content(connection, display_path, tables), whole
    except Unreadable as unreadable:
        return unreadable.content, False


def _content(connection: Connection, display_path: str, names: Sequence[str]) -> FileContent:
    tables = read_tables(connection, names)
    read = [each for each in tables.values() if each.key is not None]
    long = [f"{counted(each.long, 'row')} of {each.name}" for each in read if each.long]
    truncated = [
        f"{len(each.rows):,} of {each.total:,} rows of {each.name}"
        for each in read
        if each.total > len(each.rows) + each.long  # for their number or for all they hold together
    ]
    finding = None
    if long:
        finding = Finding(
            code=LONG_ROWS, severity="warning", path=display_path,
            message=(f"{display_path} was read without rows larger than {LONGEST // _MIB} MiB: "
                f"{listed(map(clause, long))}."),
            hint="Remove the long value with the program that wrote it.",
        )  # fmt: skip
    elif truncated:
        finding = Finding(
            code="database-in-part", severity="note", path=display_path,
            message=f"{display_path} was read in part: the newest {listed(map(clause, truncated))}.",
            hint="Older rows are not shown.",
        )  # fmt: skip
    return FileContent(path=display_path, data=None, tables=tables, finding=finding)


def read_tables(connection: Connection, names: Sequence[str]) -> Tables:
    """The newest rows of the real tables of these names, all as they are at one moment. Raises sqlite3.Error."""
    connection.execute("BEGIN")
    tables: dict[str, Table] = {}
    room = MAX_BYTES
    for number, name in enumerate(names):
        table = real_table(connection, name)
        if table is not None:
            own = room // (len(names) - number)
            tables[name] = table if table.key is None else _filled(connection, table, own)
            room -= sum(map(_size_of_row, tables[name].rows.values()))
    connection.execute("COMMIT")
    return tables


def real_table(connection: Connection, name: str) -> Table | None:
    """A table with its columns, without its rows; None where there is none, or a view or a virtual table.

    Raises sqlite3.Error.
    """
    found = connection.execute(_TABLE, (name,)).fetchone()
    if found is None:
        return None
    columns = connection.execute(_COLUMNS, found).fetchall()
    keys = [column for column, place in columns if place]
    return Table(name=name, key=keys[0] if len(keys) == 1 else None, columns=tuple(column for column, _ in columns))


def present_row(connection: Connection, table: Table, key: Value) -> Row | None:
    """A row by its key; None where there is none. Raises sqlite3.Error."""
    place, value = bound(key)
    where = f"WHERE {quoted(table.key or '')} = {place} COLLATE BINARY"
    found = connection.execute(f"SELECT {_listed(table)} FROM {quoted(table.name)} {where}", (value,))  # noqa: S608
    row = found.fetchone()
    return None if row is None else dict(zip(table.columns, row, strict=True))


def quoted(name: str) -> str:
    """A name as SQL takes it for nothing else."""
    return '"' + name.replace('"', '""') + '"'


def bound(value: Value) -> tuple[str, object]:
    """What stands for a value in SQL, and what is bound there. Raises UnicodeEncodeError where no database can hold
    it."""
    if isinstance(value, str):
        try:
            value.encode()
        except UnicodeEncodeError:
            return "CAST(? AS TEXT)", value.encode("utf-8", "surrogateescape")
    return "?", value


@contextmanager
def alone(display_path: str, wait: float) -> Iterator[None]:
    """Until no other thread of this process has to do with a database. Raises Unreadable after `wait` seconds."""
    if not _turn.acquire(timeout=wait):
        raise Unreadable(_unread(LOCKED, display_path))
    try:
        yield
    finally:
        _turn.release()


@contextmanager
def reading(real: str, display_path: str, wait: float | None = None) -> Iterator[tuple[Connection, bool]]:
    """A connection that only reads. Nothing is written, and no file is left beside the database.

    The second value says whether it reads one state of the database whatever others write meanwhile; where it does not,
    the signatures before and after tell. `wait` is for who holds it, in seconds. Raises Unreadable.
    """
    wait = WAIT_SECONDS if wait is None else wait
    with alone(display_path, max(wait, SECONDS)), translating_errors(display_path):
        only_files(real, display_path)
        log_size = _size(f"{real}-wal")
        is_unchanging = not log_size and _first_bytes(real, 20)[_HEADER] == _WAL
        if (log_size and not os.path.lexists(f"{real}-shm")) or (is_unchanging and _is_hot(f"{real}-journal")):
            raise Unreadable(_unread(UNFINISHED, display_path))  # only who writes can look at it
        with closing(_opened(real, "immutable=1" if is_unchanging else "mode=ro", wait)) as connection:
            yield connection, not is_unchanging


@contextmanager
def translating_errors(display_path: str) -> Iterator[None]:
    """Turns what SQLite and the disk report while reading into Unreadable."""
    try:
        yield
    except sqlite3.Error as error:
        raise Unreadable(_unread(_BY_CODE.get(code_of(error), UNREADABLE), display_path)) from error
    except (UnicodeError, ValueError, OverflowError) as error:
        raise Unreadable(_unread(UNREADABLE, display_path)) from error
    except OSError as error:
        raise Unreadable(refusal(kind_of_error(error), display_path)) from error


def only_files(real: str, display_path: str) -> None:
    """Refuses what is no regular file before anything is opened: opening a device may act on it. Raises OSError and
    Unreadable."""
    for suffix in ("", *_BESIDE):
        try:
            found = os.lstat(f"{real}{suffix}")
        except FileNotFoundError:
            if suffix:
                continue
            raise
        kind: Kind = "other" if stat.S_ISLNK(found.st_mode) else signature_from(found).kind
        if kind != "file":
            raise Unreadable(refusal(kind, f"{display_path}{suffix}"))
        if found.st_size > LARGEST:
            raise Unreadable(_unread("too-large", display_path))


def code_of(error: sqlite3.Error) -> int:
    """The primary result code of SQLite; 1 where the error is one of the module's own."""
    return (getattr(error, "sqlite_errorcode", None) or sqlite3.SQLITE_ERROR) & 0xFF


def uri_of(real: str, options: str) -> str:
    """How SQLite is told to open a file."""
    return f"{Path(real).as_uri()}?{options}"


def bounded(connection: Connection, longest: int, seconds: float) -> Connection:
    """Keeps what a database's own schema does within bounds: no unsafe functions, no endless ones, no long values."""
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, longest)
    connection.text_factory = lambda data: data.decode("utf-8", "surrogateescape")
    ends = time.process_time() + seconds
    connection.set_progress_handler(lambda: time.process_time() > ends, STEPS)
    for setting in ("trusted_schema=OFF", "cell_size_check=ON", "mmap_size=0"):
        connection.execute(f"PRAGMA {setting}")
    return connection


def _filled(connection: Connection, table: Table, room: int) -> Table:
    """The table with its newest rows for which there is room, in ascending order."""
    name = quoted(table.name)
    total = int(connection.execute(f"SELECT count(*) FROM {name}").fetchone()[0])  # noqa: S608 - quoted
    most = WHOLE_ROWS if total <= WHOLE_ROWS else NEWEST_ROWS
    length = " + ".join(f"ifnull(length({quoted(column)}), 0)" for column in table.columns)
    select = f"SELECT {_listed(table)} FROM {name} WHERE {length} <= {LONGEST}"  # noqa: S608 - quoted
    try:
        found = connection.execute(f"{select} ORDER BY rowid DESC LIMIT {most}")
    except sqlite3.OperationalError as error:
        if code_of(error) != sqlite3.SQLITE_ERROR:
            raise
        found = connection.execute(f"{select} ORDER BY {quoted(table.key or '')} DESC LIMIT {most}")  # WITHOUT ROWID
    rows: list[Row] = []
    for values in found:
        row = dict(zip(table.columns, values, strict=True))
        room -= _size_of_row(row)
        if room < 0:
            break
        rows.append(row)
    by_key = {row[table.key or ""]: row for row in reversed(rows)}
    long = 0
    if len(rows) < total <= WHOLE_ROWS:
        counting = f"SELECT count(*) FROM {name} WHERE {length} > {LONGEST}"  # noqa: S608 - quoted
        long = int(connection.execute(counting).fetchone()[0])
    return Table(name=table.name, key=table.key, columns=table.columns, rows=by_key, total=total, long=long)


def _listed(table: Table) -> str:
    return ", ".join(map(quoted, table.columns))


def _size_of_row(row: Mapping[str, Value]) -> int:
    """About how many bytes a row takes."""
    return sum(len(value) if isinstance(value, str | bytes) else 8 for value in row.values())


def _unread(code: str, display_path: str) -> FileContent:
    text, hint = _MESSAGES[code]
    message = text.format(path=display_path, most=_MOST.get(code))
    finding = Finding(code=code, severity="error", path=display_path, message=message, hint=hint)
    return FileContent(path=display_path, data=None, finding=finding)


def _opened(real: str, options: str, wait: float) -> Connection:
    connection = sqlite3.connect(uri_of(real, options), uri=True, timeout=wait, isolation_level=None,
                                 check_same_thread=False)  # fmt: skip
    try:
        bounded(connection, LOADED, SECONDS).execute("PRAGMA query_only=ON")
    except BaseException:
        connection.close()
        raise
    return connection


def _is_hot(journal: str) -> bool:
    """Whether a journal is one that SQLite would put back; one that was done with is empty, or begins with a NUL."""
    try:
        return _first_bytes(journal, 1) not in (b"", b"\0")
    except FileNotFoundError:
        return False


def _first_bytes(path: str, number: int) -> bytes:
    descriptor = os.open(path, _FLAGS)
    try:
        return os.read(descriptor, number)
    finally:
        os.close(descriptor)


def _size(path: str) -> int:
    try:
        return os.stat(path).st_size  # noqa: PTH116 - paths are texts here
    except FileNotFoundError:
        return 0
