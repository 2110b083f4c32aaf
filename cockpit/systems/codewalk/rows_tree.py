"""The rows of one initiative as a tree of keys and values, as STATE.md has them; and a tree as rows.

What the tables have no column for, or could not give back as it is written, stands under one key of `progress_json`.
"""

import json
from collections.abc import Mapping
from typing import Any

from cockpit.documents.rows import Database, Row, Value, Values
from cockpit.systems.codewalk.row_values import to_column, to_entry, told
from cockpit.systems.codewalk.tables import BY_KIND, COLUMNS, MORE, POSITION, STATE
from cockpit.values import dataclass

Tree = dict[str, Any]
_PLACES = ("phase", "phase_name", "plan", "plan_name", "task", "wave", "status")


@dataclass(frozen=True, slots=True)
class RowsTree:
    """One initiative: its tree, and the keys of the rows by kind, in the order of the entries."""

    initiative: str
    tree: Tree
    keys: Mapping[str, tuple[Value, ...]]
    database: Database

    @property
    def updated(self) -> str | None:
        """When the state says that it was written (ISO 8601, UTC)."""
        row = self.database.row(STATE, self.initiative)
        told = to_entry("time", row.values.get("updated_at")) if row is not None else None
        return told if isinstance(told, str) else None

    @property
    def counted(self) -> bool:
        """Whether `progress_json` is empty, or holds what can be read."""
        row = self.database.row(STATE, self.initiative)
        stated = row.values.get("progress_json") if row is not None else None
        return not stated or bool(progress_of(row.values if row is not None else {})) or str(stated).split() == ["{}"]


def initiatives_of(database: Database) -> tuple[str, ...]:
    """The initiatives that the database has a state of, the one that was updated last first."""
    table = database.tables.get(STATE)
    rows = list(table.rows.values()) if table is not None else []
    named = [row for row in rows if isinstance(row.key, str)]
    named.sort(key=_updated, reverse=True)
    return tuple(str(row.key) for row in named)


def _updated(row: Row) -> float:
    at = row.values.get("updated_at")
    return float(at) if isinstance(at, int | float) else float("-inf")


def tree_of(database: Database, initiative: str) -> RowsTree:
    """The tree of an initiative. What cannot be read of `progress_json` is as if it were not there."""
    row = database.row(STATE, initiative)
    values = row.values if row is not None else {}
    progress = progress_of(values)
    more = progress.pop(MORE, None)
    more = more if isinstance(more, dict) else {}
    tree: Tree = {"initiative": initiative}
    _take(tree, more, "title")
    tree["position"] = _position(values, more.get("position"))
    tree["progress"] = progress
    keys: dict[str, tuple[Value, ...]] = {}
    for kind, table in BY_KIND.items():
        found = database.tables.get(table)
        own = [each for each in (found.rows.values() if found else ()) if _is_of(each, initiative)]
        beside = more.get(kind)
        beside = beside if isinstance(beside, dict) else {}
        tree[kind] = [entry_of(kind, each, beside.get(str(each.key))) for each in own]
        keys[kind] = tuple(each.key for each in own)
    for key, value in more.items():
        if key not in ("position", *BY_KIND):
            tree.setdefault(key, value)
    return RowsTree(initiative, tree, keys, database)


def _position(values: Values, beside: object) -> Tree:
    """The position in the order in which the seed writes it."""
    stated = {part: to_entry("text", values.get(column)) for part, column in POSITION.items()}
    stated |= beside if isinstance(beside, dict) else {}
    return {**{part: stated[part] for part in _PLACES if part in stated}, **stated}


def _is_of(row: Row, initiative: str) -> bool:
    stated = row.values.get("initiative_id")
    return stated == initiative or stated is None


def progress_of(values: Values) -> Tree:
    """The map in `progress_json`; empty where it holds none."""
    stated = values.get("progress_json")
    try:
        found = json.loads(stated) if isinstance(stated, str) and stated else {}
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def entry_of(kind: str, row: Row, beside: object) -> Tree:
    """A row as an entry; what stands beside it counts before its columns, and may say that there is nothing."""
    found = {column.key: to_entry(column.kind, row.values.get(name)) for name, column in COLUMNS[kind].items()}
    if kind == "sessions":  # which have no column for it
        found["status"] = "active" if found["ended"] is None else "ended"
    entry = {**found, **(beside if isinstance(beside, dict) else {})}
    return {key: value for key, value in entry.items() if value is not None}


def row_of(kind: str, entry: Mapping[str, Any], key: str, initiative: str) -> tuple[dict[str, Value], Tree]:
    """An entry as the columns of a row with that key, and what is to stand beside it so that it is given back."""
    filled = {**entry, "id": key}
    if kind == "blockers":
        filled.setdefault("identified_at", entry.get("blocked_since"))
        if filled.get("status") not in ("active", "bypassed", "resolved"):
            filled["status"] = "active"
    columns: dict[str, Value] = {"initiative_id": initiative}
    columns |= {name: to_column(column.kind, filled.get(column.key)) for name, column in COLUMNS[kind].items()}
    back = entry_of(kind, Row(key, columns), None)
    beside = {name: value for name, value in entry.items() if value is not None and told(back.get(name)) != told(value)}
    beside |= {name: None for name in back if entry.get(name) is None}
    return columns, beside


def state_of(tree: Mapping[str, Any], beside: Mapping[str, Mapping[str, Tree]]) -> dict[str, Value]:
    """The columns of the state: the position, and in JSON the counters and what the tables cannot hold."""
    position = tree.get("position")
    position = position if isinstance(position, dict) else {}
    columns: dict[str, Value] = {}
    left: Tree = {}
    for part, value in position.items():
        column = POSITION.get(part)
        if column is not None and not isinstance(value, dict | list) and _is_whole(part, value):
            columns[column] = _as_number(part, value)
        elif value is not None:
            left[part] = value
    for column in POSITION.values():
        columns.setdefault(column, None)
    more: Tree = {
        key: value for key, value in tree.items() if key not in ("initiative", "position", "progress", *BY_KIND)
    }
    more |= {"position": left} if left else {}
    more |= {kind: dict(entries) for kind, entries in beside.items() if entries}
    progress = tree.get("progress")
    progress = dict(progress) if isinstance(progress, dict) else {}
    counters = {key: _plain(value) for key, value in progress.items() if key != MORE}
    columns["progress_json"] = json.dumps({**counters, **({MORE: more} if more else {})}, ensure_ascii=False)
    return columns


def _is_whole(part: str, value: object) -> bool:
    """Whether a column of whole numbers gives an id back as it is: `3A` and `03` are texts."""
    return part in ("task", "status") or value is None or str(value) == str(_as_number(part, value))


def _as_number(part: str, value: Any) -> Value:  # noqa: ANN401
    if value is None or part in ("task", "status"):
        return None if value is None else str(value)
    text = str(value)
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 16 else text


def _plain(value: Any) -> Any:  # noqa: ANN401
    """A counter as a number where it is one: YAML gives every scalar as a text."""
    if (
        isinstance(value, str)
        and value.isascii()
        and value.isdecimal()
        and len(value) < 16
        and str(int(value)) == value
    ):
        return int(value)
    return value


def _take(tree: Tree, more: Mapping[str, Any], key: str) -> None:
    if key in more:
        tree[key] = more[key]
