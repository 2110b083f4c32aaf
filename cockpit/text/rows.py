"""Rows of a database as plain values, and changes of them: each names a row and its columns before and after.

Bytes of a text that are not UTF-8 are lone surrogates (PEP 383).
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from typing import Any

from cockpit.values import dataclass

Value = int | float | str | bytes | None
Row = Mapping[str, Value]
"""The columns of a row by their names."""
TIME = "_at"
"""How the name of a column ends that says when something was: whoever writes a row changes it."""
_BLOB = "blob"


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Rows of one table by their keys. `key` is the column that names a row; of a table without one no rows are read.

    `total` is how many rows the table has, of which the newest may stand here only; `long` is how many of a short table
    hold too much to be read.
    """

    name: str
    key: str | None
    columns: tuple[str, ...] = ()
    rows: Mapping[Value, Row] = field(default_factory=dict)
    total: int = 0
    long: int = 0


Tables = Mapping[str, Table]


@dataclass(frozen=True, slots=True, kw_only=True)
class RowChange:
    """What becomes of one row: the columns that change, before and after; None where there is no such row.

    `column` is the one that names the row, `key` its value there.
    """

    table: str
    column: str
    key: Value
    before: Row | None
    after: Row | None


def same(one: Value, other: Value) -> bool:
    """Whether two values are one: numbers whether they have a point or not, others only within one type."""
    if isinstance(one, int | float) and isinstance(other, int | float):
        return one == other
    return type(one) is type(other) and one == other


def holds(row: Row | None, values: Row | None) -> bool:
    """Whether a row has these values, whatever else is in it; for None, whether there is no such row."""
    if row is None or values is None:
        return row is None and values is None
    return all(name in row and same(row[name], value) for name, value in values.items())


def change_of(table: Table, key: Value, after: Row) -> RowChange | None:
    """The change that gives columns of a row these values, or adds the row; None where it has them.

    Raises KeyError for a column that the table has not, or a table whose rows have no name.
    """
    if table.key is None:
        raise KeyError(table.name)
    unknown = next((name for name in after if name not in table.columns), None)
    if unknown is not None:
        raise KeyError(unknown)
    now = table.rows.get(key)
    if now is None:
        return RowChange(table=table.name, column=table.key, key=key, before=None, after={table.key: key, **after})
    new = {name: value for name, value in after.items() if not same(now[name], value)}
    old = {name: now[name] for name in new}
    return RowChange(table=table.name, column=table.key, key=key, before=old, after=new) if new else None


def applied(tables: Tables, changes: Iterable[RowChange]) -> Tables:
    """The tables, as far as they are there, with what is to become of their rows."""
    result = dict(tables)
    for change in changes:
        if change.table in result:
            table = result[change.table]
            rows = {key: row for key, row in table.rows.items() if key != change.key or change.after is not None}
            if change.after is not None:
                rows[change.key] = {**dict.fromkeys(table.columns), **rows.get(change.key, {}), **change.after}
            result[change.table] = replace(table, rows=rows, total=table.total + len(rows) - len(table.rows))
    return result


def together(first: Iterable[RowChange], then: Iterable[RowChange]) -> tuple[RowChange, ...]:
    """Changes, and others made upon them, as one change of each row."""
    made: dict[tuple[str, Value], RowChange] = {}
    for change in (*first, *then):
        name = change.table, change.key
        old = made.get(name)
        if old is None:
            made[name] = change
        elif old.after is None or change.after is None:
            made[name] = replace(change, before=old.before)
        else:
            before = None if old.before is None else {**(change.before or {}), **old.before}
            made[name] = replace(change, before=before, after={**old.after, **change.after})
    return tuple(made.values())


def inverse(changes: Sequence[RowChange]) -> tuple[RowChange, ...]:
    """The changes back."""
    return tuple(replace(each, before=each.after, after=each.before) for each in reversed(changes))


def remaining(changes: Iterable[RowChange], present: Iterable[Row | None]) -> tuple[RowChange, ...] | None:
    """What is still to be done where the rows are as in `present`; None where somebody changed the same columns since.

    A time that somebody wrote since stays: see `TIME`.
    """
    made: list[RowChange] = []
    for change, now in zip(changes, present, strict=True):
        if holds(now, change.after):
            continue
        if change.before is None or change.after is None:
            if not holds(now, change.before):
                return None
            made.append(change)
            continue
        before, after = dict(change.before), dict(change.after)
        for name in change.after:
            if now is None or name not in now:
                return None
            if same(now[name], after[name]) or (name.endswith(TIME) and not same(now[name], before[name])):
                del before[name], after[name]
            elif not same(now[name], before[name]):
                return None
        if after:
            made.append(replace(change, before=before, after=after))
    return tuple(made)


def put_back(changes: Iterable[RowChange], present: Iterable[Row | None]) -> bool:
    """Whether a row stands again as before its change, whatever its times say: see `TIME`."""
    return any(
        not holds(now, change.after) and holds(now, _lasting(change.before))
        for change, now in zip(changes, present, strict=True)
        if _lasting(change.before) != {}
    )


def without(changes: Iterable[RowChange], later: Iterable[RowChange]) -> tuple[RowChange, ...]:
    """The changes without the rows and columns that later ones are about."""
    keys_gone = {(each.table, each.key, name) for each in later for name in (each.before or each.after or {})}
    whole = {(each.table, each.key) for each in later if each.before is None or each.after is None}
    remaining: list[RowChange] = []
    for change in changes:
        row = change.table, change.key
        if change.before is None or change.after is None:
            if not any(each[:2] == row for each in keys_gone):
                remaining.append(change)
        elif row not in whole:
            names = [name for name in change.after if (*row, name) not in keys_gone]
            before, after = ({name: side[name] for name in names} for side in (change.before, change.after))
            remaining += [replace(change, before=before, after=after)] if names else []
    return tuple(remaining)


def diff(path: str, changes: Iterable[RowChange]) -> Iterator[str]:
    """The lines of a diff of rows, without line feeds: of each row the columns that differ."""
    yield from (f"--- a/{path}", f"+++ b/{path}")
    for change in changes:
        yield f"@@ {change.table} {_shown(change.key)} @@"
        names = dict.fromkeys((*(change.before or {}), *(change.after or {})))
        for sign, side in (("-", change.before), ("+", change.after)):
            yield from (f"{sign}{name} = {_shown(side[name])}" for name in names if side is not None and name in side)


def packed(changes: Iterable[RowChange]) -> list[dict[str, object]]:
    """The changes as JSON holds them; a BLOB is `{"blob": "<hex>"}`."""
    return [
        {
            "table": each.table,
            "column": each.column,
            "key": _written(each.key),
            "before": _packed_row(each.before),
            "after": _packed_row(each.after),
        }
        for each in changes
    ]


def unpacked(found: Iterable[Mapping[str, Any]]) -> tuple[RowChange, ...]:
    """The changes that JSON holds. Raises ValueError, TypeError or KeyError where it holds none."""
    return tuple(
        RowChange(
            table=str(each["table"]),
            column=str(each["column"]),
            key=_read(each["key"]),
            before=_unpacked_row(each["before"]),
            after=_unpacked_row(each["after"]),
        )
        for each in found
    )


def _lasting(row: Row | None) -> Row | None:
    return None if row is None else {name: value for name, value in row.items() if not name.endswith(TIME)}


def _shown(value: Value) -> str:
    return f"x'{value.hex()}'" if isinstance(value, bytes) else json.dumps(value, ensure_ascii=False)


def _packed_row(row: Row | None) -> dict[str, object] | None:
    return None if row is None else {name: _written(value) for name, value in row.items()}


def _unpacked_row(found: Mapping[str, Any] | None) -> Row | None:
    return None if found is None else {str(name): _read(value) for name, value in found.items()}


def _written(value: Value) -> object:
    return {_BLOB: value.hex()} if isinstance(value, bytes) else value


def _read(value: Any) -> Value:  # noqa: ANN401 - whatever JSON may be
    if isinstance(value, dict):
        return bytes.fromhex(value[_BLOB])
    if isinstance(value, list | bool):
        raise TypeError(value)
    found: Value = value
    return found
