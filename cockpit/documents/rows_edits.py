"""Editing a text of rows: splices that touch the lines of the row they are about and no others."""

from functools import lru_cache
from itertools import accumulate

from cockpit.documents.rows import Database, Row, Table, Value, Values, member, row_lines, same, table_lines
from cockpit.documents.splice import Splice

_WHOLE = ("INT",)
_TEXT = ("CHAR", "CLOB", "TEXT")
_POINT = ("REAL", "FLOA", "DOUB")


def put(database: Database, table: str, key: Value, values: Values) -> tuple[Splice, ...]:
    """The change that gives columns of a row these values; nothing where they have them.

    Raises KeyError for a row or column that is not there, ValueError for a BLOB: those are not edited.
    """
    row = _row(database, table, key)
    starts = _starts(database.text)
    made: list[Splice] = []
    for name, value in fitting(database.tables[table], values).items():
        now = row.values.get(name)
        if isinstance(value, bytes) or isinstance(now, bytes):
            raise ValueError(f"{name} holds bytes")
        if name not in row.lines:
            made.append(_inserted(database.text, row.end, member(name, value)))
        elif not same(now, value):
            at = row.lines[name]
            made.append(Splice(starts[at - 1], starts[at] - 1, member(name, value)))
    return tuple(made)


def add(database: Database, table: str, key: Value, values: Values) -> tuple[Splice, ...]:
    """The change that adds a row behind the others of its table; columns that are not given get the table's defaults.

    Raises KeyError for a table or column that is not there, ValueError where there is a row of that key.
    """
    found = _editable(database, table)
    if key in found.rows:
        raise ValueError(f"there is a row {key!r} in {table}")
    whole = fitting(found, {**({found.key: key} if found.key else {}), **values})
    end = max((found.end, *(row.end for row in found.rows.values())))
    return (_inserted(database.text, end, "\n".join(["", *row_lines(table, key, whole)])),)


def remove(database: Database, table: str, key: Value) -> tuple[Splice, ...]:
    """The change that takes a row away. Raises KeyError where there is none."""
    row = _row(database, table, key)
    return (_gone(database.text, row.line, row.end),)


def create(database: Database, table: Table) -> tuple[Splice, ...]:
    """The change that adds a table, made by its `create`. Raises ValueError where there is one, or no statement."""
    if table.name in database.tables or table.create is None:
        raise ValueError(table.name)
    lines = [*table_lines(table)]
    for row in table.rows.values():
        lines += ["", *row_lines(table.name, row.key, row.values)]
    text = database.text
    before = "" if not text or text.endswith("\n\n") else "\n" if text.endswith("\n") else "\n\n"
    return (Splice(len(text), len(text), "\n".join([before + lines[0], *lines[1:], ""])),)


def fitting(table: Table, values: Values) -> dict[str, Value]:
    """The values as a table keeps them: a REAL with a point, a whole number without one. Raises KeyError for a column
    that it has not, where its columns are known."""
    kinds = dict(table.columns)
    if kinds and (unknown := [name for name in values if name not in kinds]):
        raise KeyError(unknown[0])
    return {name: _fitting(kinds.get(name, "").upper(), value) for name, value in values.items()}


def _fitting(kind: str, value: Value) -> Value:
    if isinstance(value, bool):
        return int(value)
    whole = any(part in kind for part in _WHOLE)
    if isinstance(value, int) and not whole and any(part in kind for part in _POINT):
        return float(value)
    if isinstance(value, float) and (whole or (kind and not any(part in kind for part in (*_TEXT, *_POINT, "BLOB")))):
        return int(value) if value.is_integer() else value
    return value


def _editable(database: Database, table: str) -> Table:
    found = database.tables[table]
    if found.key is None:
        raise KeyError(f"{table} has no key")
    return found


def _row(database: Database, table: str, key: Value) -> Row:
    return _editable(database, table).rows[key]


@lru_cache(maxsize=2)
def _starts(text: str) -> tuple[int, ...]:
    """The offset of each line, and of one behind the last, as if that ended too."""
    return tuple(accumulate((len(line) + 1 for line in text.split("\n")), initial=0))


def _inserted(text: str, line: int, lines: str) -> Splice:
    """Lines that are to stand before a line."""
    at = min(_starts(text)[line - 1], len(text))
    before = "" if not at or text[at - 1] == "\n" else "\n"
    return Splice(at, at, f"{before}{lines}\n")


def _gone(text: str, line: int, end: int) -> Splice:
    """Takes the lines away from `line` up to `end`, with the empty one before them."""
    starts = _starts(text)
    start, stop = starts[line - 1], min(starts[end - 1], len(text))
    return Splice(start - 1 if text[max(0, start - 2) : start] == "\n\n" else start, stop, "")
