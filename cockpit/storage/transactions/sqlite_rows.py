"""Writing rows of a SQLite database: one transaction, each statement compared with the values that it replaces.

What a crash interrupts SQLite itself takes back; what was committed stands. Nothing of a database's schema is executed
but its constraints: where a table that is written has a trigger, the change is refused.
"""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from cockpit.model.errors import CommandError
from cockpit.storage import disk
from cockpit.storage.reading import sqlite
from cockpit.storage.reading.sqlite import Connection, Unreadable, bound, bounded, quoted, uri_of
from cockpit.storage.refusals import NotTaken
from cockpit.storage.refusals import refusing as refusing_disk
from cockpit.storage.transactions.atomic import StaleBase
from cockpit.text.rows import Row, RowChange, Table, holds, remaining
from cockpit.wording.messages import Message

# The calls to SQLite that writing takes, one function each: where a test makes a database fail, as in `disk`

LONGEST = 16 * 1024 * 1024
"""Bytes of one row that is written, or read before it is."""
SECONDS = 10.0
"""So long a processor may work for a change."""


def connect(real: str, wait: float) -> Connection:
    """A connection that writes to a database that is there, and waits so long for who holds it."""
    connection = sqlite3.connect(uri_of(real, "mode=rw"), uri=True, timeout=wait, isolation_level=None,
                                 check_same_thread=False)  # fmt: skip
    try:
        bounded(connection, LONGEST, SECONDS).execute("PRAGMA synchronous=FULL")
    except BaseException:
        connection.close()
        raise
    return connection


def execute(connection: Connection, statement: str, values: Sequence[object] = ()) -> int:
    """How many rows a statement changed."""
    return connection.execute(statement, values).rowcount


def commit(connection: Connection) -> None:
    """Makes a transaction stand; it is on the disk then."""
    connection.execute("COMMIT")


def close(connection: Connection) -> None:
    """Ends a connection, and what was not committed with it."""
    connection.close()


WAIT_SECONDS = 1.0
"""How long to wait for another program that holds the database."""
_TRIGGER = "SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = ? COLLATE NOCASE"
_SAID = {
    sqlite3.SQLITE_BUSY: ("storage.database-held", "Another program has locked {path}"),
    sqlite3.SQLITE_LOCKED: ("storage.database-held", "Another program has locked {path}"),
    sqlite3.SQLITE_READONLY: ("storage.database-not-writable", "{path} or its folder is not writable"),
    sqlite3.SQLITE_PERM: ("storage.no-permission", "You have no permission to write {path}"),
    sqlite3.SQLITE_CANTOPEN: ("storage.database-not-opened", "{path} cannot be opened for writing"),
    sqlite3.SQLITE_FULL: ("storage.disk-full", "The disk is full"),
    sqlite3.SQLITE_IOERR: ("storage.disk-error", "The disk reports an error at {path}"),
    sqlite3.SQLITE_CORRUPT: ("storage.database-damaged", "{path} is damaged"),
    sqlite3.SQLITE_NOTADB: ("storage.database-is-none", "{path} is not a SQLite database"),
    sqlite3.SQLITE_INTERRUPT: ("storage.database-slow", "Changing {path} takes too long"),
    sqlite3.SQLITE_TOOBIG: ("storage.database-row-too-long", "A row to change in {path} is larger than {most} MiB"),
}


class RowsTransaction:
    """One transaction that makes changes of rows: `begin`, then `commit`, and `close` in any case.

    Between `begin` and `close` nobody else can write to the database, and no other thread of ours can look at it.
    """

    def __init__(self, real: Path, path: str, rows: Sequence[RowChange]) -> None:
        self.real = real
        self.path = path
        self._rows = rows
        self._open = ExitStack()
        self._connection: Connection | None = None

    def begin(self) -> None:
        """Makes the changes, unseen by others. Raises CommandError, and StaleBase where a row is not what the change
        was made on."""
        with _refusing(self.path):
            connection = self._connected()
            write(connection, self.path, self._rows)

    def complete(self) -> None:
        """Makes what is not made yet of changes that a crash interrupted, and commits it. Raises CommandError, and
        StaleBase where the same columns were changed by others since."""
        with _refusing(self.path):
            connection = self._connected()
            left = remaining(self._rows, rows_now(connection, self._rows))
            if left is None:
                raise StaleBase(self.path)
            write(connection, self.path, left)
        self.commit()

    def commit(self) -> None:
        """Makes the changes stand. Raises CommandError; then they do not."""
        if self._connection is not None:
            with _refusing(self.path):
                commit(self._connection)

    def close(self) -> None:
        """Ends the transaction; what is not committed is taken back."""
        self._connection = None
        self._open.close()

    def _connected(self) -> Connection:
        real, shown = str(self.real), self.path
        if disk.status(self.real) is None:
            raise StaleBase(shown)
        try:
            self._open.enter_context(sqlite.alone(shown, WAIT_SECONDS))
            sqlite.only_files(real, shown)
            connection = connect(real, WAIT_SECONDS)
            self._open.callback(_closed, connection)
            execute(connection, "BEGIN IMMEDIATE")
        except BaseException:
            self._open.close()
            raise
        self._connection = connection
        return connection


def rows_at(real: Path, path: str, rows: Sequence[RowChange], wait: float | None = None) -> tuple[Row | None, ...]:
    """The rows that changes are about as they are now, whole; None for each that is not there. Raises CommandError.

    `real` and `path` are the real path of the database, and the one that is shown. `wait` is for how many seconds who
    holds the database is waited for, if not as long as for writing.
    """
    if disk.status(real) is None:
        return (None,) * len(rows)
    seconds = WAIT_SECONDS if wait is None else wait
    with _refusing(path), sqlite.reading(str(real), path, seconds) as (connection, _):
        return rows_now(connection, rows)


def refuse_unwritable(real: Path, path: str, rows: Sequence[RowChange]) -> None:
    """Raise CommandError where a table of these changes is not to be written, as writing does. Writes nothing."""
    if disk.status(real) is not None:
        with _refusing(path), sqlite.reading(str(real), path, WAIT_SECONDS) as (connection, _):
            for name in dict.fromkeys(each.table for each in rows):
                _writable(connection, path, name)


def rows_now(connection: Connection, rows: Sequence[RowChange]) -> tuple[Row | None, ...]:
    """The same of a database that is open. A table that is another one by now has none of the rows. Raises
    sqlite3.Error."""
    tables = {name: sqlite.real_table(connection, name) for name in dict.fromkeys(each.table for each in rows)}
    return tuple(
        sqlite.present_row(connection, table, each.key)
        if (table := tables[each.table]) is not None and table.key == each.column
        else None
        for each in rows
    )


def write(connection: Connection, path: str, rows: Sequence[RowChange]) -> None:
    """Makes changes inside a transaction. Raises sqlite3.Error, and NotTaken where the table does not take them;
    StaleBase where a row is not what its change was made on, and nothing must be committed."""
    tables = {name: _writable(connection, path, name) for name in dict.fromkeys(each.table for each in rows)}
    for change in rows:
        if tables[change.table].key != change.column or execute(connection, *_statement(change)) != 1:
            raise StaleBase(path)
    for change in rows:
        now = sqlite.present_row(connection, tables[change.table], change.key)
        if not holds(now, change.after):
            raise NotTaken(
                "storage.type-would-change",
                f"The type of a column of {change.table} in {path} would change the value being written",
                unchanged=True,
            )


def _writable(connection: Connection, path: str, name: str) -> Table:
    """A table that may be written. Raises NotTaken."""
    table = sqlite.real_table(connection, name)
    if table is None:
        raise NotTaken("storage.no-such-table", f"{path} has no writable table {name}", unchanged=True)
    trigger = connection.execute(_TRIGGER, (name,)).fetchone()
    if trigger is not None:
        message = Message(
            "storage.table-has-trigger",
            f"{path} has a trigger on {name} ({trigger[0]}) that the change would run; drop the trigger, or "
            "make the change with the program that owns the database",
        )
        raise NotTaken(message, unchanged=True)
    return table


def _statement(change: RowChange) -> tuple[str, list[object]]:
    """The statement that makes a change where its row is as before. What a constraint of the schema says of other rows
    in its way does not count: the statement fails then."""
    table = quoted(change.table)
    before = {change.column: change.key, **(change.before or {})}
    if change.after is None:
        where, values = _where(before)
        return f"DELETE FROM {table} WHERE {where}", values  # noqa: S608 - names are quoted
    columns = [(quoted(name), *bound(value)) for name, value in change.after.items()]
    new = [value for _, _, value in columns]
    where, values = _where(before)
    if change.before is None:
        names, places = ", ".join(name for name, _, _ in columns), ", ".join(place for _, place, _ in columns)
        absent = f"NOT EXISTS (SELECT 1 FROM {table} WHERE {where})"  # noqa: S608 - names are quoted
        return f"INSERT OR ABORT INTO {table} ({names}) SELECT {places} WHERE {absent}", [*new, *values]
    settings = ", ".join(f"{name} = {place}" for name, place, _ in columns)
    return f"UPDATE OR ABORT {table} SET {settings} WHERE {where}", [*new, *values]  # noqa: S608 - names are quoted


def _where(row: Row) -> tuple[str, list[object]]:
    """What is true of a row that has these values."""
    pairs = [(quoted(name), *bound(value)) for name, value in row.items()]
    terms = (f"{name} IS {place} COLLATE BINARY" for name, place, _ in pairs)
    return " AND ".join(terms), [value for *_, value in pairs]


@contextmanager
def _refusing(path: str) -> Iterator[None]:
    """Turns what SQLite and the disk report into CommandError, one sentence that names `path`."""
    try:
        with refusing_disk(path):
            yield
    except sqlite3.Error as error:
        code = sqlite.code_of(error)
        if code in _SAID:
            said, text = _SAID[code]
            message = Message(said, text.format(path=path, most=LONGEST // 1024 // 1024))
            raise CommandError(message, unchanged=True) from error
        message = Message("storage.database-refuses", f"{path} rejects the change ({error!s:.300})")
        raise NotTaken(message, unchanged=True) from error
    except Unreadable as unreadable:
        finding = unreadable.content.finding if unreadable.content is not None else None
        why = finding.message if finding is not None else f"{path} no longer exists"
        raise CommandError(why, unchanged=True) from unreadable
    except (UnicodeError, OverflowError) as error:
        raise NotTaken(
            "storage.database-cannot-hold", f"{path} cannot store one of the texts or numbers", unchanged=True
        ) from error


def _closed(connection: Connection) -> None:
    """Closes a connection; an error while closing is nobody's concern, the file is whole."""
    with suppress(sqlite3.Error, OSError):
        close(connection)
