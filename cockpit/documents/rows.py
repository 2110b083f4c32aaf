"""Rows of a database as a text: a line for each column of each row, so that an edit is a change of lines.

    user_version = 0

    [blockers]
    columns = [["id", "TEXT"], ["status", "TEXT"]]
    key = "id"
    total = 3

    [blockers "block-001"]
    id = "block-001"
    status = "active"

Values are JSON on one line: a REAL keeps its point, a BLOB is `{"blob": "<hex>"}`. Bytes of a text that are not UTF-8
are lone surrogates (PEP 383) and written as escapes, so that the whole is always UTF-8. `columns` and `total` are
information about a table; a table that is to be made says `create = "CREATE TABLE ..."` instead.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from functools import lru_cache
from itertools import pairwise
from typing import Any, TypeVar

from cockpit.documents.text import Problem
from cockpit.values import dataclass

Value = int | float | str | bytes | None
"""What a column holds. Numbers are the same by their value, other values by type and value: see `same`."""
Values = Mapping[str, Value]
Columns = tuple[tuple[str, str], ...]
"""The names of a table's columns, each with the type it was declared with."""

_NAME = r'[A-Za-z_][A-Za-z0-9_]*+|"(?:[^"\\]|\\.)*+"'
_HEADER = re.compile(rf"\[({_NAME})(?: (.+))?\]")
_MEMBER = re.compile(rf"({_NAME}) = (.*)")
_BARE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_SURROGATE = re.compile("[\ud800-\udfff]")
_INFINITE = "9e999"
_BIGGEST = 2**63
Member = TypeVar("Member")


@dataclass(frozen=True, slots=True)
class Row:
    """One row. `line` is that of its header, `end` the line behind its last one; `lines` are those of its columns."""

    key: Value
    values: Values
    line: int = field(default=0, compare=False)
    end: int = field(default=0, compare=False)
    lines: Mapping[str, int] = field(default_factory=dict, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """One table. `key` is the column that names its rows; without one they are numbered, and are not edited.

    `total` is how many rows the table has, of which the newest may stand here only. `create` is the statement of a
    table that is to be made.
    """

    name: str
    columns: Columns = ()
    key: str | None = None
    total: int | None = None
    create: str | None = None
    rows: Mapping[Value, Row] = field(default_factory=dict)
    line: int = field(default=0, compare=False)
    end: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Database:
    """What a text of rows says. `problems` have the codes `rows-line` (a line that is not understood), `rows-value`
    (what is no value) and `rows-twice` (a table, row or column that stands there already: the first one counts)."""

    tables: Mapping[str, Table] = field(default_factory=dict)
    user_version: int | None = None
    problems: tuple[Problem, ...] = ()
    text: str = field(default="", compare=False, repr=False)

    def row(self, table: str, key: Value) -> Row | None:
        """A row by its key; None where there is no such table or row here."""
        found = self.tables.get(table)
        return found.rows.get(key) if found is not None else None


def same(one: Value, other: Value) -> bool:
    """Whether two values are one: numbers whether they have a point or not, others only within one type."""
    if isinstance(one, int | float) and isinstance(other, int | float):
        return one == other
    return type(one) is type(other) and one == other


@lru_cache(maxsize=4)
def parse(text: str) -> Database:
    """What a text of rows says. Never raises: what is not understood is left out, and is one of the `problems`.

    An edit looks at the same text many times; what is read from it is never changed.
    """
    return _Reader(text).database()


def write(database: Database) -> str:
    """The text of a database. `parse` reads the same from it."""
    rows = ((table, (row_text(table.name, row) for row in table.rows.values())) for table in database.tables.values())
    return assembled(database.user_version, rows)


def literal(value: Value) -> str:
    """A value as it stands behind `=`."""
    if isinstance(value, bytes):
        return f'{{"blob": "{value.hex()}"}}'
    if isinstance(value, float) and value in (float("inf"), float("-inf")):
        return _INFINITE if value > 0 else f"-{_INFINITE}"
    return _escaped(json.dumps(value, ensure_ascii=False))


def name_of(name: str) -> str:
    """The name of a table or column as it stands in the text: in quotation marks where it needs them."""
    return name if _BARE.fullmatch(name) else literal(name)


def header(table: str, key: Value) -> str:
    """The first line of a row."""
    return f"[{name_of(table)} {literal(key)}]"


def member(name: str, value: Value) -> str:
    """The line of a column, without its end."""
    return f"{name_of(name)} = {literal(value)}"


def table_lines(table: Table) -> Iterator[str]:
    """The lines of a table without its rows."""
    yield f"[{name_of(table.name)}]"
    if table.create is not None:
        yield member("create", table.create)
    if table.columns:
        yield f"columns = {_escaped(json.dumps(table.columns, ensure_ascii=False))}"
    if table.key is not None:
        yield member("key", table.key)
    if table.total is not None:
        yield member("total", table.total)


def row_lines(table: str, key: Value, values: Values) -> Iterator[str]:
    """The lines of a row."""
    yield header(table, key)
    for name, value in values.items():
        yield member(name, value)


def without_rows(table: Table, rows: Mapping[Value, Row]) -> Table:
    """What a table is called and named by, with other rows."""
    return Table(name=table.name, key=table.key, create=table.create, rows=rows)


def only(database: Database, tables: Iterable[str]) -> Database:
    """A database with some of its tables, as far as it has them; its lines are not those of a text."""
    wanted = dict.fromkeys(tables)
    kept = {name: database.tables[name] for name in wanted if name in database.tables}
    return Database(tables=kept, user_version=database.user_version)


def assembled(user_version: int | None, tables: Iterable[tuple[Table, Iterable[str]]]) -> str:
    """The text of a database whose rows are written already, each without an empty line behind it."""
    lines = [] if user_version is None else [member("user_version", user_version), ""]
    for table, rows in tables:
        lines += [*table_lines(table), ""]
        for row in rows:
            lines += [row, ""]
    return "\n".join(lines)


def row_text(table: str, row: Row) -> str:
    """The lines of a row."""
    return "\n".join(row_lines(table, row.key, row.values))


def _escaped(text: str) -> str:
    return _SURROGATE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


class _Reader:
    """Reads a text line by line."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._problems: list[Problem] = []
        self._tables: dict[str, Table] = {}
        self._rows: dict[str, dict[Value, Row]] = {}
        self._about: dict[str, object] = {}
        self._version: int | None = None

    def database(self) -> Database:
        lines = self._text.split("\n")
        starts = [number for number, line in enumerate(lines) if line.startswith("[")]
        self._begin(lines[: starts[0] if starts else len(lines)])
        for start, end in pairwise((*starts, len(lines))):
            self._section(lines, start, end)
        tables = {name: _with_rows(table, self._rows[name]) for name, table in self._tables.items()}
        problems = tuple(self._problems)
        return Database(tables=tables, user_version=self._version, problems=problems, text=self._text)

    def _begin(self, lines: Sequence[str]) -> None:
        found, _ = self._members(lines, 0, _information)
        version = found.pop("user_version", None)
        self._version = version if isinstance(version, int) else None
        if found:
            self._note("rows-line", 1, "the text begins with something else than `user_version`")

    def _section(self, lines: Sequence[str], start: int, end: int) -> None:
        found = _HEADER.fullmatch(lines[start].rstrip())
        name = _unquoted(found[1]) if found else None
        if found is None or name is None:
            self._note("rows-line", start + 1, "a table or row has no readable name")
            return
        while end > start + 1 and not lines[end - 1].strip():
            end -= 1
        if found[2] is None:
            self._table(name, lines, start, end)
        else:
            self._row(name, found[2], lines, start, end)

    def _table(self, name: str, lines: Sequence[str], start: int, end: int) -> None:
        if name in self._tables and self._tables[name].line:
            self._note("rows-twice", start + 1, f"the table {name} stands there twice")
            return
        about, _ = self._members(lines[start + 1 : end], start + 1, _information)
        key, total, create = about.get("key"), about.get("total"), about.get("create")
        self._rows.setdefault(name, {})
        self._tables[name] = Table(
            name=name,
            columns=_columns(about.get("columns")),
            key=key if isinstance(key, str) else None,
            total=total if isinstance(total, int) else None,
            create=create if isinstance(create, str) else None,
            line=start + 1,
            end=end + 1,
        )

    def _row(self, name: str, written: str, lines: Sequence[str], start: int, end: int) -> None:
        key = _read(written)
        if isinstance(key, _Unreadable):
            self._note("rows-value", start + 1, f"a row of {name} has no readable key")
            return
        rows = self._rows.setdefault(name, {})
        self._tables.setdefault(name, Table(name=name))
        if key in rows:
            self._note("rows-twice", start + 1, f"a row of {name} stands there twice")
            return
        values, places = self._members(lines[start + 1 : end], start + 1, _read)
        rows[key] = Row(key, values, start + 1, end + 1, places)

    def _members(
        self, lines: Sequence[str], before: int, read: Callable[[str], Member | "_Unreadable"]
    ) -> tuple[dict[str, Member], dict[str, int]]:
        """The values of some lines by name, and the line of each."""
        values: dict[str, Member] = {}
        places: dict[str, int] = {}
        for number, line in enumerate(lines, before + 1):
            found = _MEMBER.fullmatch(line.rstrip("\r"))
            name = _unquoted(found[1]) if found else None
            if found is None or name is None:
                if line.strip():
                    self._note("rows-line", number, "a line is not understood")
                continue
            value = read(found[2])
            if isinstance(value, _Unreadable):
                self._note("rows-value", number, f"what stands behind {name_of(name)} is no value")
            elif name in places:
                self._note("rows-twice", number, f"the column {name_of(name)} stands there twice")
            else:
                values[name], places[name] = value, number
        return values, places

    def _note(self, code: str, line: int, message: str) -> None:
        self._problems.append(Problem(code, line, message))


class _Unreadable:
    """What is no value."""


_NOTHING = _Unreadable()


def _read(written: str) -> Value | _Unreadable:
    """A value as it stands in the text."""
    found = _information(written)
    match found:
        case bool():
            return _NOTHING
        case int():
            return found if -_BIGGEST <= found < _BIGGEST else _NOTHING
        case float() | str() | None:
            return found
        case {"blob": str(digits)} if len(found) == 1:
            return _bytes(digits)
        case _:
            return _NOTHING


def _bytes(digits: str) -> bytes | _Unreadable:
    try:
        return bytes.fromhex(digits)
    except ValueError:
        return _NOTHING


def _information(written: str) -> Any:  # noqa: ANN401 - whatever JSON may be
    try:
        return _DECODER.decode(written)
    except (ValueError, RecursionError):
        return _NOTHING


def _refused(constant: str) -> object:
    raise ValueError(constant)


_DECODER = json.JSONDecoder(parse_constant=_refused)


def _unquoted(name: str) -> str | None:
    if not name.startswith('"'):
        return name
    found = _information(name)
    return found if isinstance(found, str) else None


def _columns(found: object) -> Columns:
    if not isinstance(found, list):
        return ()
    pairs = (each for each in found if isinstance(each, list) and len(each) == 2)
    return tuple((name, kind) for name, kind in pairs if isinstance(name, str) and isinstance(kind, str))


def _with_rows(table: Table, rows: Mapping[Value, Row]) -> Table:
    return Table(name=table.name, columns=table.columns, key=table.key, total=table.total, create=table.create,
                 rows=rows, line=table.line, end=table.end)  # fmt: skip
