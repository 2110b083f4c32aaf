"""Changes of rows: what differs between two texts, making it again on other rows, and joining two changes.

A change is a text before and one after. What stands in one of them only is a row (or table) that came or went; of a row
that stands in both, the columns that differ count. Lines that say something about a table are no part of a change.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from re import compile as pattern

from cockpit.documents import rows_edits
from cockpit.documents.rows import Database, Row, Table, Value, Values, parse, same, without_rows, write
from cockpit.documents.splice import Splice, apply
from cockpit.values import dataclass

_INSTANT = pattern(r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?")
_SECONDS, _MILLISECONDS = range(10**9, 10**10), range(10**12, 10**13)
"""Numbers that are instants since the epoch, from 2001 on."""


_State = tuple[Values | None, Values | None]
"""The columns of a row before and after a change; None where there is no such row."""


@dataclass(frozen=True, slots=True)
class Turn:
    """What becomes of one row: the columns that change, before and after; None where there is no such row."""

    table: str
    key: Value
    before: Values | None
    after: Values | None


def turns(before: Database, after: Database) -> Iterator[Turn]:
    """What becomes of each row that is not the same in both."""
    for name in dict.fromkeys((*before.tables, *after.tables)):
        old, new = _rows(before, name), _rows(after, name)
        for key in dict.fromkeys((*old, *new)):
            if key not in old or key not in new:
                yield Turn(name, key, _values(old, key), _values(new, key))
            elif differing := _differing(old[key].values, new[key].values):
                was, now = ({n: row[key].values[n] for n in differing if n in row[key].values} for row in (old, new))
                yield Turn(name, key, was, now)


def narrowed(before: str, after: str) -> tuple[str, str]:
    """Both texts with nothing but the rows that differ, and of those in both only the columns that differ; a table that
    comes or goes stays as it is. Twice the same text where nothing differs."""
    old, new = parse(before), parse(after)
    sides: tuple[dict[str, dict[Value, Row]], ...] = ({}, {})
    for turn in turns(old, new):
        for side, values in zip(sides, (turn.before, turn.after), strict=True):
            rows = side.setdefault(turn.table, {})
            if values is not None:
                rows[turn.key] = Row(turn.key, values)
    for name in old.tables.keys() ^ new.tables.keys():
        for side in sides:
            side.setdefault(name, {})
    return _side(old, new, sides[0]), _side(new, old, sides[1])


def reapply(before: str, after: str, current: str) -> str | None:
    """The change from `before` to `after`, made on `current`; None where the very columns are others there, a row to be
    added stands there with other values, or one to be changed is gone. `current` itself where it has the change.

    A table goes only where nothing is left in it.
    """
    old, new, now = parse(before), parse(after), parse(current)
    edits = [_edit(turn, now) for turn in turns(old, new) if not _comes(new, now, turn.table)]
    made = [edit for edit in edits if edit is not None]
    if len(made) < len(edits):
        return None
    splices = tuple(chain.from_iterable(made))
    return _with_tables(old, new, now, apply(current, splices) if splices else current)


def stands(before: str, after: str, current: str) -> bool:
    """Whether everything that a change is about is in `current` as it is said to be before the change."""
    old, new, now = parse(before), parse(after), parse(current)
    for name, keys in keys_of(old, new).items():
        rows = _rows(old, name)
        if not all(_is(now, name, key, _values(rows, key)) for key in keys):
            return False
    return all((name in now.tables) == (name in old.tables) for name in old.tables.keys() ^ new.tables.keys())


def is_all(text: str, current: str) -> bool:
    """Whether a database (`current` names all of its tables, with their totals) holds nothing but what `text` says."""
    ours, now = parse(text), parse(current)
    rows = ((table, row) for table in ours.tables.values() for row in table.rows.values())
    return all(
        name in ours.tables and table.total == len(ours.tables[name].rows) for name, table in now.tables.items()
    ) and all(_is(now, table.name, row.key, row.values) for table, row in rows)


def without_times(before: str, after: str) -> str | None:
    """`after` with the columns as in `before` that say when something was: whoever writes changes those. None where
    there are none, or where nothing else is changed."""
    old, new = parse(before), parse(after)
    tables: dict[str, dict[Value, Row]] = {name: dict(table.rows) for name, table in new.tables.items()}
    for turn in turns(old, new):
        if turn.before is None or turn.after is None:
            continue
        kept = {n: v for n, v in turn.after.items() if not _are_times(v, turn.before.get(n))}
        whole = {n: v for n, v in new.tables[turn.table].rows[turn.key].values.items() if n not in turn.after}
        times = {n: v for n, v in turn.before.items() if n not in kept and n in turn.after}
        tables[turn.table][turn.key] = Row(turn.key, {**whole, **kept, **times})
    made = {name: without_rows(new.tables[name], rows) for name, rows in tables.items()}
    result = Database(tables=made, user_version=new.user_version)
    left, all_of_it = list(turns(old, result)), list(turns(old, new))
    return write(result) if left and left != all_of_it else None


def share_put_back(before: str, after: str, current: str) -> float:
    """How much of a change stands in `current` as before it: 1 all of its columns, 0 none. Times are not counted, where
    something else changed."""
    old, new, now = parse(before), parse(without_times(before, after) or after), parse(current)
    all_of_it = back = 0
    for turn in turns(old, new):
        size = len(turn.before or turn.after or {}) or 1
        all_of_it += size
        row = now.row(turn.table, turn.key)
        if turn.before is None or turn.after is None:
            back += size * _is(now, turn.table, turn.key, turn.before)
        elif row is not None:
            back += sum(same(row.values.get(name), value) for name, value in turn.before.items())
    return back / max(1, all_of_it)


def joined(first: tuple[str, str], second: tuple[str, str]) -> tuple[str, str]:
    """Two changes, the second made after the first, as one: what either is about, as it was before the first of them
    and is after the last."""
    changes = [(parse(before), parse(after)) for before, after in (first, second)]
    states: dict[str, dict[Value, _State]] = {}
    for old, new in changes:
        for name, keys in keys_of(old, new).items():
            rows = states.setdefault(name, {})
            for key in keys:
                state = _values(_rows(old, name), key), _values(_rows(new, name), key)
                rows[key] = _followed(rows[key], state) if key in rows else state
    before: dict[str, Table] = {}
    after: dict[str, Table] = {}
    for name, rows in states.items():
        was, now = _tables(changes, name)
        if was is not None:
            before[name] = without_rows(was, {key: Row(key, old) for key, (old, _) in rows.items() if old is not None})
        if now is not None:
            after[name] = without_rows(now, {key: Row(key, new) for key, (_, new) in rows.items() if new is not None})
    return write(Database(tables=before)), write(Database(tables=after))


def keys_of(before: Database, after: Database) -> Mapping[str, tuple[Value, ...]]:
    """The rows that a change is about, by table."""
    names = dict.fromkeys((*before.tables, *after.tables))
    return {name: tuple(dict.fromkeys((*_rows(before, name), *_rows(after, name)))) for name in names}


def _followed(first: _State, second: _State) -> _State:
    (before, between), (was, after) = first, second
    untouched = {name: value for name, value in (was or {}).items() if name not in (between or {})}
    return (
        {**untouched, **before} if before is not None else None,
        {**(between or {}), **after} if after is not None else None,
    )


def _tables(changes: Sequence[tuple[Database, Database]], name: str) -> tuple[Table | None, Table | None]:
    """A table before the first change that is about it, and after the last; how it is made, where that came between."""
    about = [(old.tables.get(name), new.tables.get(name)) for old, new in changes]
    about = [pair for pair in about if pair != (None, None)]
    was, now = about[0][0], about[-1][1]
    if was is None and now is not None:
        made = next((new.create for _, new in about if new is not None and new.create is not None), None)
        now = replace(now, create=made)
    return was, now


def _side(own: Database, other: Database, rows: Mapping[str, Mapping[Value, Row]]) -> str:
    named = {name: own.tables[name] for name in (*own.tables, *other.tables) if name in rows and name in own.tables}
    return write(Database(tables={name: without_rows(table, rows[name]) for name, table in named.items()}))


def _rows(database: Database, table: str) -> Mapping[Value, Row]:
    found = database.tables.get(table)
    return found.rows if found is not None else {}


def _values(rows: Mapping[Value, Row], key: Value) -> Values | None:
    return rows[key].values if key in rows else None


def _differing(old: Values, new: Values) -> list[str]:
    names = dict.fromkeys((*old, *new))
    return [name for name in names if (name in old) != (name in new) or not same(old[name], new[name])]


def _is(database: Database, table: str, key: Value, values: Values | None) -> bool:
    """Whether a row has these values, whatever else is in it; for None, whether there is no such row."""
    row = database.row(table, key)
    if row is None or values is None:
        return row is None and values is None
    return all(name in row.values and same(row.values[name], value) for name, value in values.items())


def _edit(turn: Turn, now: Database) -> tuple[Splice, ...] | None:
    """What is to be changed for one row; None where that cannot be."""
    if _is(now, turn.table, turn.key, turn.after):
        return ()
    if not _may_be(now, turn):
        return None
    try:
        if turn.after is None:
            return rows_edits.remove(now, turn.table, turn.key)
        if turn.before is None:
            return rows_edits.add(now, turn.table, turn.key, turn.after)
        return rows_edits.put(now, turn.table, turn.key, turn.after)
    except (KeyError, ValueError):  # the table has other columns by now, or another key
        return None


def _may_be(now: Database, turn: Turn) -> bool:
    """Whether what a turn is about is as it was before, or partly as it is to become."""
    if turn.before is None or turn.after is None:
        return _is(now, turn.table, turn.key, turn.before)
    row = now.row(turn.table, turn.key)
    if row is None:
        return False
    for name in dict.fromkeys((*turn.before, *turn.after)):
        if name not in row.values:
            if name in turn.before:
                return False
        elif not any(same(row.values[name], side.get(name)) for side in (turn.before, turn.after)):
            return False
    return True


def _comes(new: Database, now: Database, table: str) -> bool:
    """Whether a table is made with the change, and its rows with it."""
    return table not in now.tables and table in new.tables and new.tables[table].create is not None


def _with_tables(old: Database, new: Database, now: Database, text: str) -> str | None:
    """The text with the tables that come, without those that go."""
    for name, table in new.tables.items():
        if name not in old.tables and name not in now.tables:
            if table.create is None:
                return None
            text = apply(text, rows_edits.create(parse(text), table))
    for name in (each for each in old.tables if each not in new.tables and each in now.tables):
        if now.tables[name].total != len(now.tables[name].rows) or parse(text).tables[name].rows:
            return None
        text = write(_without(parse(text), name))
    return text


def _without(database: Database, name: str) -> Database:
    rest = {each: table for each, table in database.tables.items() if each != name}
    return Database(tables=rest, user_version=database.user_version)


def _are_times(one: Value, other: Value) -> bool:
    """Whether a column says when something was, which may also be not yet."""
    return all(value is None or _is_time(value) for value in (one, other))


def _is_time(value: Value) -> bool:
    if isinstance(value, str):
        return _INSTANT.fullmatch(value) is not None
    if isinstance(value, float):
        return value.is_integer() and _is_time(int(value))
    return isinstance(value, int) and (value in _SECONDS or value in _MILLISECONDS)
