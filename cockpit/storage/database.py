"""Reading the rows of a SQLite database as a text (`documents.rows`), without writing and without waiting for long."""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from cockpit.documents.rows import Columns, Database, Row, Table, Value, assembled, row_text, write
from cockpit.model import Finding
from cockpit.model.finding import Severity
from cockpit.storage import database_connection as opening
from cockpit.storage.database_connection import Connection, Unreadable, WrongKind
from cockpit.storage.known_databases import PASSING
from cockpit.storage.safe_reading import MAX_BYTES, STEADY_ATTEMPTS, real_file, refusal
from cockpit.storage.signatures import DatabaseSignature, database_signature_of, kind_of_error
from cockpit.systems.interface import FileContent
from cockpit.values import dataclass

WHOLE_ROWS, NEWEST_ROWS = 2000, 250
"""A table of so many rows is read whole; of a longer one so many of the newest, so that it costs no more."""
WAIT_SECONDS = 0.1
"""How long a look waits for a database that is locked: it is looked at again soon."""
_ROWID = ("rowid", "_rowid_", "oid")
_COLUMNS = "SELECT name, type, pk FROM pragma_table_info(?) ORDER BY cid"
_TABLES = "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND rootpage > 0 ORDER BY rowid"


@dataclass(frozen=True, slots=True)
class Shape:
    """A real table: its name as the database has it, its columns, its key, and what orders its rows by their age.

    `by` is empty where the columns of the key (`keys`) order them.
    """

    name: str
    columns: Columns
    keys: tuple[str, ...]
    by: str

    @property
    def key(self) -> str | None:
        """The column that names a row; None where there is none, or several do together."""
        return self.keys[0] if len(self.keys) == 1 else None


def rows_of(path: Path, tables: Sequence[str]) -> FileContent | None:
    """The newest rows of these tables of a database, as far as it has them, as a text; None where there is no file.

    What cannot be read gives a FileContent without data and with a finding. Nothing is written.
    """
    return read_rows_steadily(str(path), None, path.name, tables)[0]


def read_rows_steadily(
    absolute: str, fence: str | None, shown: str, tables: Sequence[str]
) -> tuple[FileContent | None, DatabaseSignature]:
    """The rows at a path and the signature they belong to; `fence` and `shown` as in `read_steadily`.

    What could not be read for a while, and may be later without a change of the files, gets a signature that equals no
    other, so that the next look reads it anew.
    """
    before = database_signature_of(absolute)
    for _ in range(STEADY_ATTEMPTS):
        content, whole = _read_once(absolute, fence, shown, tables)
        after = database_signature_of(absolute)
        if whole or after == before:
            return content, before if _is_final(content) else before.unlike()
        before = after
    return content, before.unlike()


def _is_final(content: FileContent | None) -> bool:
    finding = content.finding if content is not None else None
    return finding is None or finding.code not in (*PASSING, opening.UNREADABLE[0])


def _read_once(absolute: str, fence: str | None, shown: str, tables: Sequence[str]) -> tuple[FileContent | None, bool]:
    """The content, and whether it is one state of the database whatever was written meanwhile."""
    found = real_file(absolute, fence, shown)
    if not isinstance(found, str):
        return found, False
    try:
        with opening.reading(found, WAIT_SECONDS) as given:
            if given is None:
                return FileContent(path=shown, data=write(Database(user_version=0)).encode()), False
            connection, whole = given
            return _content(connection, shown, tables), whole
    except (OSError, WrongKind, Unreadable) as error:
        return _refused(error, shown), False


def _refused(error: OSError | WrongKind | Unreadable, shown: str) -> FileContent | None:
    match error:
        case Unreadable():
            finding = _finding(shown, "error", error.code, error.why, error.hint)
            return FileContent(path=shown, data=None, finding=finding)
        case WrongKind():
            return refusal(error.kind, f"{shown}{error.beside}")
        case _:
            return refusal(kind_of_error(error), shown)


def _content(connection: Connection, shown: str, tables: Sequence[str]) -> FileContent:
    connection.execute("BEGIN")  # all tables as they are at one moment
    shapes = shapes_of(connection, tables)
    there = [(name, shapes[name.lower()]) for name in tables if name.lower() in shapes]
    found: list[tuple[Table, list[str]]] = []
    left_out: list[str] = []
    room = MAX_BYTES
    for number, (name, shape) in enumerate(there):
        table, rows = _newest(connection, name, shape, room // (len(there) - number))
        found.append((table, rows))
        room = max(0, room - sum(map(len, rows)))
        if table.total is not None and table.total > len(rows):
            left_out.append(f"{len(rows):,} of {table.total:,} rows of {name}")
    data = assembled(user_version(connection), found).encode()
    return FileContent(path=shown, data=data, finding=_in_part(shown, left_out) if left_out else None)


def user_version(connection: Connection) -> int:
    """The version that the programs give the database."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def shapes_of(connection: Connection, tables: Iterable[str] | None = None) -> dict[str, Shape]:
    """The real tables by name in lower case, or some of them: no views, no virtual tables, none of SQLite's own."""
    wanted = None if tables is None else {name.lower() for name in tables}
    found: dict[str, Shape] = {}
    for name, sql in connection.execute(_TABLES).fetchall():
        own = _is_usable(name) and not name.lower().startswith("sqlite_") and _is_plain(sql)
        if own and (wanted is None or name.lower() in wanted):
            shape = _shape(connection, name)
            if all(_is_usable(column) for column, _ in shape.columns):
                found[name.lower()] = shape
    return found


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


def _is_usable(name: object) -> bool:
    """Whether a name can be written in SQL."""
    return isinstance(name, str) and "\0" not in name and not any("\ud800" <= letter <= "\udfff" for letter in name)


def _is_plain(sql: object) -> bool:
    return isinstance(sql, str) and [word.upper() for word in sql.split(None, 2)[:2]] == ["CREATE", "TABLE"]


def _shape(connection: Connection, name: str) -> Shape:
    columns = connection.execute(_COLUMNS, (name,)).fetchall()
    keys = tuple(column for _, column in sorted((pk, column) for column, _, pk in columns if pk))
    names = {column.lower() for column, _, _ in columns}
    by = next((each for each in _ROWID if each not in names), "")
    try:
        connection.execute(f"SELECT {by or 'NULL'} FROM {quoted(name)} LIMIT 0")  # noqa: S608 - names are quoted
    except sqlite3.OperationalError as error:
        if opening.code_of(error) != sqlite3.SQLITE_ERROR:
            raise
        by = ""
    return Shape(name, tuple((column, kind or "") for column, kind, _ in columns), keys, by)


def _newest(connection: Connection, name: str, shape: Shape, room: int) -> tuple[Table, list[str]]:
    """The newest rows of a table for which there is room, as they are written, in ascending order."""
    names = [column for column, _ in shape.columns]
    rows: list[str] = []
    took = 0
    total = int(connection.execute(f"SELECT count(*) FROM {quoted(shape.name)}").fetchone()[0])  # noqa: S608 - quoted
    most = WHOLE_ROWS if total <= WHOLE_ROWS else NEWEST_ROWS
    for number, (label, values) in enumerate(_descending(connection, shape, most)):
        key = _key(shape, label, values, number)
        text = row_text(name, Row(key, dict(zip(names, values, strict=True))))
        took += len(text.encode())
        if took > room:
            break
        rows.append(text)
    return Table(name=name, columns=shape.columns, key=shape.key, total=total), rows[::-1]


def _key(shape: Shape, label: Value, values: Sequence[Value], number: int) -> Value:
    if shape.key is None:
        return label if shape.by else number
    return values[[column for column, _ in shape.columns].index(shape.key)]


def _descending(connection: Connection, shape: Shape, most: int) -> Iterator[tuple[Value, Sequence[Value]]]:
    """The newest rows, each with its number; of those with one, a row with a value that is too long is left out."""
    columns, table = ", ".join(quoted(column) for column, _ in shape.columns), quoted(shape.name)
    if not shape.by:
        order = ", ".join(f"{quoted(key)} DESC" for key in shape.keys)
        query = f"SELECT {columns} FROM {table} ORDER BY {order} LIMIT {most}"  # noqa: S608 - names are quoted
        yield from ((None, row) for row in connection.execute(query))
        return
    below, looked, singly = "", 0, False
    while looked < most:
        select = f"SELECT {shape.by}, {columns} FROM {table} {below} ORDER BY {shape.by} DESC"  # noqa: S608 - quoted
        try:
            for label, *values in connection.execute(f"{select} LIMIT {1 if singly else most - looked}"):
                below, looked = f"WHERE {shape.by} < {int(label)}", looked + 1
                yield label, values
            if not singly:
                return
        except sqlite3.DataError:  # a value is too long: in this row, or in one of those behind it
            if singly:
                skipped = connection.execute(f"SELECT max({shape.by}) FROM {table} {below}").fetchone()[0]  # noqa: S608
                below, looked = f"WHERE {shape.by} < {int(skipped)}", looked + 1
        singly = not singly


def _in_part(shown: str, left_out: Sequence[str]) -> Finding:
    why = f"was read in part: the newest {' and '.join(left_out)}."
    return _finding(shown, "note", "database-in-part", why, "Older rows and very long values are left out.")


def _finding(shown: str, severity: Severity, code: str, why: str, hint: str) -> Finding:
    return Finding(code=code, severity=severity, path=shown, message=f"{shown} {why}", hint=hint)
