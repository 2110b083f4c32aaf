"""One initiative in the four tables as a tree of keys and values, as STATE.md has it; and its parts as columns.

What the tables have no column for, or could not give back as it is written, stands under one key of `progress_json`.
"""

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from cockpit.regex import regex
from cockpit.systems.codewalk.description import POSITION_PARTS
from cockpit.text.rows import Row, Table, Tables, Value
from cockpit.values import dataclass
from cockpit.wording.times import parse_instant, write_instant

# The four tables of the seed ("SQLite"), and what each of their columns is in the state as it is written in YAML

STATE, DECISIONS, BLOCKERS, SESSIONS = (
    "initiative_state",
    "initiative_decisions",
    "initiative_blockers",
    "session_history",
)
TABLES = (STATE, DECISIONS, BLOCKERS, SESSIONS)
OWNERS = "initiatives"
"""The table of another program that they refer to by its `id`; it has the `name` of each."""
BY_KIND = {"decisions": DECISIONS, "blockers": BLOCKERS, "sessions": SESSIONS}
"""The table of each kind of entry."""
MORE = "cockpit"
"""The key in `progress_json` under which stands what the tables have no column for."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column: the key of the entry it holds, and how: as it is, as seconds since 1970, as a list in JSON, as 0 or 1,
    or as a share of 1.
    """

    key: str
    kind: str = "text"


COLUMNS: Mapping[str, Mapping[str, Column]] = {
    "decisions": {
        "id": Column("id"),
        "date": Column("date", "time"),
        "context": Column("context"),
        "decision": Column("decision"),
        "reason": Column("reason"),
        "alternatives_json": Column("alternatives_considered", "list"),
        "reversible": Column("reversible", "flag"),
    },
    "blockers": {
        "id": Column("id"),
        "status": Column("status"),
        "description": Column("description"),
        "identified_at": Column("identified_at", "time"),
        "affects_json": Column("affects", "list"),
        "workaround": Column("workaround"),
        "resolution": Column("resolution"),
        "resolved_at": Column("resolved_at", "time"),
    },
    "sessions": {
        "id": Column("id"),
        "agent_id": Column("agent"),
        "started_at": Column("started", "time"),
        "ended_at": Column("ended", "time"),
        "context_usage": Column("context_usage", "share"),
        "completed_json": Column("completed", "list"),
        "issues_json": Column("issues", "list"),
        "handoff_reason": Column("handoff_reason"),
    },
}
"""By kind of entry, what each column holds."""
POSITION = {
    "phase": "current_phase",
    "plan": "current_plan",
    "task": "current_task",
    "wave": "current_wave",
    "status": "status",
}
"""The columns of the position by its parts."""
_OF_STATE = {
    "initiative_id": "TEXT",
    "current_phase": "INTEGER",
    "current_plan": "INTEGER",
    "current_task": "TEXT",
    "current_wave": "INTEGER",
    "status": "TEXT",
    "progress_json": "TEXT",
    "updated_at": "INTEGER",
}
_TYPES = {"text": "TEXT", "time": "INTEGER", "list": "TEXT", "flag": "BOOLEAN", "share": "REAL"}


def types_of(table: str) -> dict[str, str]:
    """The columns that a table has by the seed, the key first, each with its type."""
    if table == STATE:
        return _OF_STATE
    kind = next(kind for kind, name in BY_KIND.items() if name == table)
    types = {name: _TYPES[column.kind] for name, column in COLUMNS[kind].items()}
    return {"id": types.pop("id"), "initiative_id": "TEXT", **types}


def creation_of(table: str) -> str:
    """The statement that makes a table, as the seed has it without its references to a table of another program."""
    (key, kind), *others = types_of(table).items()
    checked = {"status": " CHECK (status IN ('active', 'bypassed', 'resolved'))"} if table == BLOCKERS else {}
    columns = "".join(f",\n  {name} {kind}{checked.get(name, '')}" for name, kind in others)
    return f"CREATE TABLE {table} (\n  {key} {kind} PRIMARY KEY{columns}\n)"


NEW_TABLES: Tables = {
    name: Table(name=name, key=next(iter(types_of(name))), columns=tuple(types_of(name))) for name in TABLES
}
"""The four tables of a new database."""


def wrong_shape(tables: Tables) -> str | None:
    """Which table is not there or has another shape, and in what; None where all four are the seed's."""
    for name in TABLES:
        table = tables.get(name)
        if table is None:
            return f"{name} is missing"
        key, *others = types_of(name)
        if table.key != key:
            return f"{name} has no primary key {key}"
        missing = next((column for column in others if column not in table.columns), None)
        if missing is not None:
            return f"{name} has no column {missing}"
    return None


Tree = dict[str, Any]
_WORDS = ("task", "status")
"""The parts of a position that are texts in their columns; the others are numbers."""
_DAY_SECONDS = 24 * 60 * 60
_SHARE = regex(r"(\d{1,3}(?:\.\d+)?)\s*%?")
_NUMBER = regex(r"0|[1-9][0-9]{0,14}")
_EARLIEST, _LATEST = -62_135_596_800, 253_402_300_799
"""The first and the last second of the calendar."""
_FLAGS = {"true": 1, "false": 0, "1": 1, "0": 0}


@dataclass(frozen=True, slots=True)
class StateRows:
    """One initiative: its tree, the keys of its rows by kind, in the order of the entries, and the row of its state."""

    tree: Tree
    keys: Mapping[str, tuple[Value, ...]]
    state: Row

    @property
    def updated(self) -> str | None:
        """When the state says that it was written (ISO 8601, UTC)."""
        instant = to_entry("time", self.state.get("updated_at"))
        return instant if isinstance(instant, str) else None

    @property
    def counted(self) -> bool:
        """Whether `progress_json` is empty, or holds what can be read."""
        stated = self.state.get("progress_json")
        return not stated or bool(progress_of(self.state)) or str(stated).split() == ["{}"]


def initiatives_of(tables: Tables) -> tuple[str, ...]:
    """The initiatives that the database has a state of, the one that was updated last first."""
    rows = tables[STATE].rows if STATE in tables else {}
    named = [key for key in rows if isinstance(key, str)]
    return tuple(sorted(named, key=lambda key: _updated(rows[key]), reverse=True))


def state_rows(tables: Tables, initiative: str) -> StateRows:
    """One initiative that is there; without a title it has the name in its own table. What cannot be read of
    `progress_json` is as if it were not there.
    """
    state = tables[STATE].rows[initiative]
    progress = progress_of(state)
    more = _mapping(progress.pop(MORE, None))
    owner = tables[OWNERS].rows.get(initiative, {}) if OWNERS in tables and tables[OWNERS].key == "id" else {}
    title = more.get("title") or to_entry("text", owner.get("name"))
    tree: Tree = {"initiative": initiative, **({"title": title} if title else {})}
    tree["position"] = _position(state, _mapping(more.get("position")))
    tree["progress"] = progress
    keys: dict[str, tuple[Value, ...]] = {}
    for kind, table in BY_KIND.items():
        rows = tables[table].rows if table in tables else {}
        own = {key: row for key, row in rows.items() if row.get("initiative_id") in (initiative, None)}
        beside = _mapping(more.get(kind))
        tree[kind] = [_entry(kind, row, _mapping(beside.get(str(key)))) for key, row in own.items()]
        keys[kind] = tuple(own)
    for key, value in more.items():
        if key not in ("position", *BY_KIND):
            tree.setdefault(key, value)
    return StateRows(tree, keys, state)


def progress_of(state: Row) -> Tree:
    """The map in `progress_json`; empty where it holds none."""
    stated = state.get("progress_json")
    try:
        found = json.loads(stated) if isinstance(stated, str) and stated else {}
    except (ValueError, RecursionError):
        return {}
    return _mapping(found)


def columns_of(
    kind: str, entry: Mapping[str, Any], key: str, initiative: str, rows: Mapping[Value, Row]
) -> tuple[dict[str, Value], Tree]:
    """An entry as the columns of a row with that key, and what is to stand beside it so that it is given back. `rows`
    are those of its table: what one says already stays as it is written, and a share is written as theirs are.
    """
    filled = {**entry, "id": key}
    if kind == "blockers":
        filled.setdefault("identified_at", entry.get("blocked_since"))
        if filled.get("status") not in ("active", "bypassed", "resolved"):
            filled["status"] = "active"
    columns: dict[str, Value] = {"initiative_id": initiative}
    before, percent = rows.get(key, {}), any(map(_in_percent, rows.values()))
    for name, column in COLUMNS[kind].items():
        value, there = filled.get(column.key), before.get(name)
        same = there is not None and comparable(to_entry(column.kind, there)) == comparable(value)
        columns[name] = there if same else _to_column(column.kind, value, percent=percent)
    back = _entry(kind, columns, {})
    stated = {name: value for name, value in entry.items() if value is not None}
    beside = {name: value for name, value in stated.items() if comparable(back.get(name)) != comparable(value)}
    beside |= {name: None for name in back if entry.get(name) is None}
    return columns, beside


def state_columns(tree: Mapping[str, Any], beside: Mapping[str, Tree], before: Row) -> dict[str, Value]:
    """The columns of the state: the position, and in JSON the counters and what the tables cannot hold; as it is
    written in `before` where it says the same."""
    columns: dict[str, Value] = dict.fromkeys(POSITION.values())
    without_column: Tree = {}
    for part, value in _mapping(tree.get("position")).items():
        if part in POSITION and not isinstance(value, dict | list):
            columns[POSITION[part]] = str(value) if part in _WORDS and value is not None else _number(value)
        elif value is not None:
            without_column[part] = value
    own = ("initiative", "position", "progress", *BY_KIND)
    more: Tree = {key: value for key, value in tree.items() if key not in own}
    more |= {"position": without_column} if without_column else {}
    more |= {kind: entries for kind, entries in beside.items() if entries}
    progress = {key: _number(value) for key, value in _mapping(tree.get("progress")).items() if key != MORE}
    progress |= {MORE: more} if more else {}
    same = before.get("progress_json") is not None and progress_of(before) == progress
    columns["progress_json"] = before["progress_json"] if same else json.dumps(progress, ensure_ascii=False)
    return columns


def to_entry(kind: str, value: Value) -> Any:  # noqa: ANN401 -- a text, a list of texts, a number, or nothing
    """What a column's value is in the state; what is of another kind stays as it is."""
    if value is None or isinstance(value, bytes):
        return None
    match kind:
        case "time":
            return _instant(value)
        case "list":
            return _list(value)
        case "flag":
            return bool(value) if value in (0, 1) else str(value)
        case "share":
            return _percent(value) if isinstance(value, int | float) else value
    return value if isinstance(value, str) else _digits(value)


def _percent(share: float) -> str:
    """A share as the state writes it; a fraction with a point is one of 1, as in YAML: `0.62` is `62%`."""
    return f"{share * 100 if isinstance(share, float) and share <= 1 else share:.10g}%"


def _share(stated: str, *, percent: bool) -> float | None:
    """What `_percent` writes as a number; None for any other text."""
    found = _SHARE.fullmatch(stated)
    if found is None:
        return None
    fraction = "." in found[1] and float(found[1]) <= 1 and "%" not in stated
    used = float(found[1]) * (100 if fraction else 1)
    return used if percent else used / 100


def _in_percent(session: Row) -> bool:
    """Whether a session's share of the context is written as `62`, not as `0.62`."""
    used = session.get("context_usage")
    return isinstance(used, int | float) and used > 1


def _to_column(kind: str, value: Any, *, percent: bool) -> Value:  # noqa: ANN401 -- whatever the state holds
    """What a value of the state is in a column; None for what the column cannot hold. A share is a fraction of 1, or
    `percent`.
    """
    if value is None:
        return None
    match kind:
        case "time":
            instant = parse_instant(str(value))
            return None if instant is None or instant.at.microsecond else int(instant.at.timestamp())
        case "list":
            texts = isinstance(value, list) and all(isinstance(each, str) for each in value)
            return json.dumps(value, ensure_ascii=False) if texts else None
        case "flag":
            return _FLAGS.get(str(value).casefold())
        case "share":
            return _share(str(value), percent=percent)
    return None if isinstance(value, dict | list) else str(value)


def _entry(kind: str, row: Row, beside: Tree) -> Tree:
    """A row as an entry; what stands beside it counts before its columns, and may say that there is nothing."""
    found = {column.key: to_entry(column.kind, row.get(name)) for name, column in COLUMNS[kind].items()}
    if kind == "sessions":  # which have no column for it
        found["status"] = "active" if found["ended"] is None else "ended"
    return {key: value for key, value in {**found, **beside}.items() if value is not None}


def _position(state: Row, beside: Tree) -> Tree:
    """The position in the order in which the seed writes it."""
    stated = {part: to_entry("text", state.get(column)) for part, column in POSITION.items()} | beside
    return {**{part: stated[part] for part in POSITION_PARTS if part in stated}, **stated}


def _updated(row: Row) -> float:
    at = row.get("updated_at")
    return float(at) if isinstance(at, int | float) else float("-inf")


def _instant(value: Value) -> str:
    """Seconds (or milliseconds) as an instant; those of midnight as a day."""
    if not isinstance(value, int | float):
        return str(value)
    seconds = value / 1000 if abs(value) > 10**11 else value
    if not _EARLIEST <= seconds <= _LATEST:
        return _digits(value)
    at = datetime.fromtimestamp(seconds, UTC)
    return f"{at:%Y-%m-%d}" if seconds % _DAY_SECONDS == 0 else write_instant(at)


def _list(value: Value) -> Any:  # noqa: ANN401
    """The texts of a list in JSON; the text itself where it is none."""
    try:
        found = json.loads(value) if isinstance(value, str) else value
    except (ValueError, RecursionError):
        return value
    if not isinstance(found, list):
        return value
    return [each if isinstance(each, str) else json.dumps(each, ensure_ascii=False) for each in found]


def _digits(value: float) -> str:
    return str(int(value)) if isinstance(value, int) or value.is_integer() else str(value)


def _number(value: Any) -> Any:  # noqa: ANN401
    """A text of digits as the number it is; anything else as it is."""
    return int(value) if isinstance(value, str) and _NUMBER.fullmatch(value) else value


def comparable(value: Any) -> Any:  # noqa: ANN401
    """A value in the form in which two are equal: YAML gives every scalar as a text."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return [comparable(each) for each in value]
    if isinstance(value, dict):
        return {key: comparable(each) for key, each in value.items()}
    return None if value is None else str(value)


def _mapping(value: Any) -> Tree:  # noqa: ANN401
    return value if isinstance(value, dict) else {}
