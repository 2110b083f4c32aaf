"""The rows of a database that a change is about, found by their keys: what stands there now, and what is to be done."""

import re
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from cockpit.documents.rows import Database, Row, Table, Value, Values, parse, same, write
from cockpit.documents.rows_changes import Turn, is_all, keys_of, stands, turns
from cockpit.model.refused import Refused
from cockpit.storage import database_calls as calls
from cockpit.storage import database_connection as opening
from cockpit.storage.database import Shape, bound, quoted, shapes_of
from cockpit.storage.database_connection import Connection, Unreadable, WrongKind
from cockpit.storage.refusals import NOTHING_CHANGED, NotTaken
from cockpit.storage.safe_reading import refusal

Statement = tuple[str, Sequence[object]]
_CREATE = re.compile(r"\s*CREATE\s+TABLE\s", re.IGNORECASE)
_OTHERS = "SELECT count(*) FROM sqlite_master WHERE type IN ('view', 'trigger') OR rootpage = 0"
_LONG = 300


def present_text(connection: Connection, before: str, after: str, *, whole: bool) -> str:
    """The rows that a change is about as they are now, with all their columns. `whole` names all tables there are, with
    their totals; so are those named that the change makes or removes. Raises sqlite3.Error."""
    old, new = parse(before), parse(after)
    keys = keys_of(old, new)
    names = {name.lower(): name for name in keys}
    tables: dict[str, Table] = {}
    for lower, shape in shapes_of(connection, None if whole else keys).items():
        name = names.get(lower, shape.name)
        known = old.tables.get(name) or new.tables.get(name)
        if known is not None and known.key is not None and known.key != shape.key:
            continue  # another table by now
        rows = {row.key: row for key in keys.get(name, ()) if (row := _row(connection, shape, key)) is not None}
        counted = whole or name not in old.tables or name not in new.tables
        tables[name] = Table(name=name, columns=shape.columns, key=shape.key, rows=rows,
                             total=_total(connection, shape) if counted else None)  # fmt: skip
    return write(Database(tables=tables))


def holds_others(connection: Connection) -> bool:
    """Whether a database has views, triggers or the like. Raises sqlite3.Error."""
    return bool(calls.execute(connection, _OTHERS)[0][0])


def make(connection: Connection, before: str, after: str) -> bool:
    """Makes a change inside a transaction; False where it was made on other rows, and nothing is to be committed.

    Raises sqlite3.Error, and NotTaken where what stands there afterwards is not what was to be written.
    """
    if not stands(before, after, present_text(connection, before, after, whole=False)):
        return False
    old, new = parse(before), parse(after)
    for statement, values in statements(old, new):
        calls.execute(connection, statement, values)
    for name in (each for each in old.tables if each not in new.tables):
        if calls.execute(connection, f"SELECT count(*) FROM {quoted(name)}") != [(0,)]:  # noqa: S608 - quoted
            return False
        calls.execute(connection, f"DROP TABLE {quoted(name)}")
    if not stands(after, before, present_text(connection, before, after, whole=False)):
        raise NotTaken(f"A type or a trigger of the table would change what is written; {NOTHING_CHANGED}.")
    return True


def fill(connection: Connection, text: str) -> None:
    """Makes the tables and rows of a new database. Raises as `make` does."""
    wanted = parse(text)
    for statement, values in statements(Database(), wanted):
        connection.execute(statement, values)
    if wanted.user_version:
        connection.execute(f"PRAGMA user_version={wanted.user_version:d}")
    if not is_all(text, present_text(connection, "", text, whole=True)):
        raise NotTaken(f"A type of a table would change what is written; {NOTHING_CHANGED}.")


def statements(old: Database, new: Database) -> Iterator[Statement]:
    """What leads from one to the other, but for the tables that go. Rows are removed first and added last, so that none
    stands twice in between."""
    yield from ((_creation(table), ()) for name, table in new.tables.items() if name not in old.tables)
    every = list(turns(old, new))
    keys = {name: table.key for side in (old, new) for name, table in side.tables.items()}
    yield from (_delete(turn, keys[turn.table]) for turn in every if turn.after is None)
    yield from (_update(turn, turn.after, keys[turn.table]) for turn in every if turn.after and turn.before is not None)
    yield from (_insert(turn, turn.after) for turn in every if turn.before is None and turn.after is not None)


@contextmanager
def refusing(path: str) -> Iterator[None]:
    """Turns what SQLite reports into Refused, one sentence that names `path`."""
    try:
        yield
    except sqlite3.Error as error:
        raise _refused(error, path) from error
    except Unreadable as error:
        raise Refused(f"{path} {error.why.rstrip('.')}; {NOTHING_CHANGED}.") from error
    except WrongKind as wrong:
        content = refusal(wrong.kind, f"{path}{wrong.beside}")
        why = content.finding.message if content is not None and content.finding is not None else f"{path} is gone."
        raise Refused(f"{why.rstrip('.')}; {NOTHING_CHANGED}.") from wrong
    except (UnicodeError, OverflowError) as error:
        raise NotTaken(f"{path} cannot hold such a text or number; {NOTHING_CHANGED}.") from error


_SENTENCES = {
    sqlite3.SQLITE_BUSY: "Another program holds {path}",
    sqlite3.SQLITE_LOCKED: "Another program holds {path}",
    sqlite3.SQLITE_READONLY: "{path} or its folder cannot be written",
    sqlite3.SQLITE_PERM: "You have no permission to write {path}",
    sqlite3.SQLITE_CANTOPEN: "{path} cannot be opened for writing",
    sqlite3.SQLITE_FULL: "The disk is full",
    sqlite3.SQLITE_IOERR: "The disk reports an error at {path}",
    sqlite3.SQLITE_CORRUPT: "{path} is damaged",
    sqlite3.SQLITE_NOTADB: "{path} is no SQLite database",
    sqlite3.SQLITE_INTERRUPT: "{path} takes too long to be changed",
}


def _refused(error: sqlite3.Error, path: str) -> Refused:
    code = opening.code_of(error)
    if code in _SENTENCES:
        return Refused(f"{_SENTENCES[code].format(path=path)}; {NOTHING_CHANGED}.")
    reason = str(error)[:_LONG]
    return NotTaken(f"{path} does not allow this ({reason}); {NOTHING_CHANGED}.")


def _row(connection: Connection, shape: Shape, key: Value) -> Row | None:
    if shape.key is None or key is None:
        return None
    names = [name for name, _ in shape.columns]
    place, value = bound(key)
    select = f"SELECT {', '.join(map(quoted, names))} FROM {quoted(shape.name)}"  # noqa: S608 - names are quoted
    for found in connection.execute(
        f"{select} WHERE {quoted(shape.key)} = {place} COLLATE BINARY", (value,)
    ).fetchall():
        row = Row(key, dict(zip(names, found, strict=True)))
        if same(row.values[shape.key], key):
            return row
    return None


def _total(connection: Connection, shape: Shape) -> int:
    return int(connection.execute(f"SELECT count(*) FROM {quoted(shape.name)}").fetchone()[0])  # noqa: S608 - quoted


def _creation(table: Table) -> str:
    if table.create is None or not _CREATE.match(table.create):
        raise NotTaken(f"There is no table {table.name}; {NOTHING_CHANGED}.")
    return table.create


def _delete(turn: Turn, key: str | None) -> Statement:
    where, value = _where(turn, key)
    return f"DELETE FROM {quoted(turn.table)} {where}", (value,)  # noqa: S608 - names are quoted


def _update(turn: Turn, values: Values, key: str | None) -> Statement:
    where, value = _where(turn, key)
    pairs = [(name, *bound(each)) for name, each in values.items()]
    settings = ", ".join(f"{quoted(name)} = {place}" for name, place, _ in pairs)
    return f"UPDATE {quoted(turn.table)} SET {settings} {where}", (*(each for *_, each in pairs), value)  # noqa: S608


def _insert(turn: Turn, values: Values) -> Statement:
    pairs = [(name, *bound(each)) for name, each in values.items()]
    names = ", ".join(quoted(name) for name, _, _ in pairs)
    places = ", ".join(place for _, place, _ in pairs)
    return f"INSERT INTO {quoted(turn.table)} ({names}) VALUES ({places})", [each for *_, each in pairs]  # noqa: S608


def _where(turn: Turn, key: str | None) -> tuple[str, object]:
    if key is None:
        raise NotTaken(f"The rows of {turn.table} have no key; {NOTHING_CHANGED}.")
    place, value = bound(turn.key)
    return f"WHERE {quoted(key)} = {place} COLLATE BINARY", value
