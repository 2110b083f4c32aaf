"""One initiative in a database: changed value by value, and begun; what comes of it are changes of rows."""

import copy
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from cockpit.model.errors import CommandError
from cockpit.regex import regex
from cockpit.systems.codewalk.rows import (
    BY_KIND,
    CREATE,
    MORE,
    NEW_TABLES,
    STATE,
    TABLES,
    Tree,
    columns_of,
    progress_of,
    state_columns,
    state_rows,
    wrong_shape,
)
from cockpit.systems.shared.keyed_text import Path
from cockpit.systems.shared.working_copy import Draft, unsafe
from cockpit.text import yaml_text
from cockpit.text.rows import RowChange, Tables, Value, change_of
from cockpit.wording.messages import Message

# The id of a new entry: the number after the highest one of that kind

_NUMBERED = regex(r"(?P<stem>.*?)(?P<number>\d+)")


def next_id(known: Iterable[str | None], stem: str) -> str:
    """The id after the highest one of that kind, as many digits wide; the first is `stem-001`."""
    found = [match for each in known if (match := _NUMBERED.fullmatch(each or "")) is not None]
    own = [match for match in found if match["stem"] == f"{stem}-"] or found
    if not own:
        return f"{stem}-001"
    last = max(own, key=lambda match: int(match["number"][-9:]))
    number = str(int(last["number"][-9:]) + 1)
    return f"{last['stem']}{number.zfill(len(last['number']))}"


_STEMS = {"decisions": "decision", "blockers": "block", "sessions": "session"}
"""How the id of a new entry begins."""


class RowsEditor:
    """The state of an initiative. Raises CommandError where the database cannot be read, or has other tables."""

    newline = "\n"

    def __init__(self, draft: Draft, path: str, initiative: str, now: int) -> None:
        self.path = path
        self._draft, self._initiative, self._now = draft, initiative, now
        self._tables = _tables(draft, path)
        wrong = wrong_shape(self._tables)
        if wrong is not None:
            raise unsafe(path, Message("codewalk.table-not-ours", wrong=wrong))
        if initiative not in self._tables[STATE].rows:
            raise unsafe(path, Message("codewalk.no-such-initiative", initiative=initiative))
        self._before = state_rows(self._tables, initiative)
        self._tree = copy.deepcopy(self._before.tree)
        self._keys: dict[str, list[Value]] = {kind: [*keys] for kind, keys in self._before.keys.items()}
        self._touched: dict[tuple[str, int], None] = {}

    def at(self, *path: str | int) -> Any:  # noqa: ANN401 -- whatever the rows hold
        """What stands at a path; None where nothing does."""
        return yaml_text.at(self._tree, path)

    def has(self, *path: str | int) -> bool:
        """Whether a mapping has a key, whatever its value."""
        above = self.at(*path[:-1])
        return isinstance(above, dict) and path[-1] in above

    def is_block(self, *path: str | int) -> bool:
        """Whether a text stands there as a block of lines: a column holds lines as they are."""
        return False

    def put(self, path: Path, value: object) -> None:
        """Give a key this value, or add it; mappings that are missing on the way come with it."""
        holder: Any = self._tree
        for step in path[:-1]:
            if isinstance(holder, dict) and holder.get(step) is None:
                holder[step] = {}
            holder = holder[step]
        if not isinstance(holder, dict):
            raise unsafe(self.path, Message("codewalk.key-in-another-form", key=".".join(map(str, path))))
        holder[path[-1]] = copy.deepcopy(value)
        self._touch(path)

    def append(self, path: Path, value: object) -> None:
        """Add an element at the end of a list, which is added too where it is missing or empty."""
        there = self.at(*path)
        if not there:
            self.put(path, [copy.deepcopy(value)])
        elif isinstance(there, list):
            there.append(copy.deepcopy(value))
        else:
            raise unsafe(self.path, Message("codewalk.key-without-list", key=".".join(map(str, path))))
        kind = str(path[0])
        if len(path) == 1 and kind in BY_KIND:
            self._name(kind)
        else:
            self._touch(path)

    def drop(self, path: Path) -> None:
        """Take an element out of its list."""
        del self.at(*path[:-1])[path[-1]]
        self._touch(path)

    def flush(self) -> None:
        """Write what was touched into the draft."""
        if self._touched:
            self._draft.put_rows(self.path, self._changes())

    def _changes(self) -> Iterator[RowChange]:
        more = progress_of(self._before.state).get(MORE)
        beside = {kind: dict(old) if isinstance(old := (more or {}).get(kind), dict) else {} for kind in BY_KIND}
        for kind, number in self._touched:
            if kind in BY_KIND:
                key = self._keys[kind][number]
                rows = self._tables[BY_KIND[kind]].rows
                columns, rest = columns_of(kind, self._tree[kind][number], str(key), self._initiative, rows)
                beside[kind] |= {str(key): rest}
                yield from _changed(self.path, self._tables, BY_KIND[kind], key, columns)
        filled = {kind: {key: rest for key, rest in entries.items() if rest} for kind, entries in beside.items()}
        columns = {**state_columns(self._tree, filled, self._before.state), "updated_at": self._now}
        yield from _changed(self.path, self._tables, STATE, self._initiative, columns)

    def _name(self, kind: str) -> None:
        """Give the entry that was added last a key that no other row has; without an id it gets that as its id."""
        entry = self._tree[kind][-1]
        named = str(entry.get("id") or "")
        taken = {*map(str, self._tables[BY_KIND[kind]].rows), *map(str, self._keys[kind])}
        key = named if named and named not in taken else next_id(taken, _STEMS[kind])
        entry.setdefault("id", key)
        self._keys[kind].append(key)
        self._touched[kind, len(self._keys[kind]) - 1] = None

    def _touch(self, path: Sequence[str | int]) -> None:
        kind = str(path[0])
        number = path[1] if len(path) > 1 and kind in BY_KIND else -1
        self._touched[kind if number != -1 else STATE, int(number)] = None


def begin(draft: Draft, path: str, state: Mapping[str, Any], now: int) -> None:
    """Put a new state into a database whose four tables are empty, or make one where there is none. `now` is in seconds
    since 1970. Raises CommandError where the tables have another shape.
    """
    initiative = str(state["initiative"])
    there = draft.rows(path, ()) is not None
    tables = _tables(draft, path) if there else NEW_TABLES
    wrong = wrong_shape(tables)
    if wrong is not None:
        raise CommandError(Message("codewalk.other-tables", path=path, wrong=wrong))
    changes = [*_new_rows(path, tables, state, initiative, now)]
    if there:
        draft.put_rows(path, changes)
    else:
        draft.create_bytes(path, _new_database(changes))


def _new_rows(path: str, tables: Tables, state: Mapping[str, Any], initiative: str, now: int) -> Iterator[RowChange]:
    beside: dict[str, Tree] = {}
    for kind, table in BY_KIND.items():
        taken: Collection[str] = [*map(str, tables[table].rows)]
        for entry in state.get(kind) or ():
            key = str(entry.get("id") or next_id(taken, _STEMS[kind]))
            taken = [*taken, key]
            columns, rest = columns_of(kind, {**entry, "id": key}, key, initiative, tables[table].rows)
            beside.setdefault(kind, {})[key] = rest
            yield from _changed(path, tables, table, key, columns)
    filled = {kind: {key: rest for key, rest in entries.items() if rest} for kind, entries in beside.items()}
    columns = {**state_columns(state, filled, {}), "updated_at": now}
    yield from _changed(path, tables, STATE, initiative, columns)


def _tables(draft: Draft, path: str) -> Tables:
    content = draft.rows(path, TABLES)
    if content is None:
        raise CommandError(Message("systems.file-missing", path=path))
    if content.tables is None or content.stale:
        raise unsafe(path, Message("codewalk.database-not-read"))
    return content.tables


def _changed(path: str, tables: Tables, table: str, key: Value, columns: dict[str, Value]) -> Iterator[RowChange]:
    try:
        change = change_of(tables[table], key, columns)
    except KeyError as error:
        raise unsafe(path, Message("codewalk.table-cannot-hold", table=table, error=error)) from None
    if change is not None:
        yield change


def _new_database(changes: Iterable[RowChange]) -> bytes:
    """The bytes of a database with the four tables that holds what the changes add; nothing of it touches the disk."""
    import sqlite3  # most states are files
    from contextlib import closing

    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        for statement in CREATE.values():
            connection.execute(statement)
        for change in changes:
            row = change.after or {}
            places = ", ".join("?" * len(row))
            statement = f"INSERT INTO {change.table} ({', '.join(row)}) VALUES ({places})"  # noqa: S608 - names of ours
            connection.execute(statement, [*row.values()])
        return connection.serialize()
