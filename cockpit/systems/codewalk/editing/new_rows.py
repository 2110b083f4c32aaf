"""A whole state as rows: of a database that is to be made, or beside what another one holds."""

from collections.abc import Collection, Mapping
from typing import Any

from cockpit.documents import rows_edits
from cockpit.documents.rows import Database, Row, Table, Value, parse, write
from cockpit.documents.splice import Splice, apply
from cockpit.model.refused import Refused
from cockpit.systems.codewalk.editing.ids import next_id
from cockpit.systems.codewalk.rows_tree import Tree, row_of, state_of
from cockpit.systems.codewalk.tables import BY_KIND, STATE, TABLES, new_tables, wrong_shape
from cockpit.systems.editing.draft import Draft, unsafe

STEMS = {"decisions": "decision", "blockers": "block", "sessions": "session"}
"""How the id of a new entry begins."""
Rows = Mapping[str, Mapping[Value, Row]]


def put_state(draft: Draft, path: str, state: Mapping[str, Any], now: int) -> str:
    """Put a state into a database, which is made where there is none; gives its initiative. `now` is in seconds since
    1970. Raises Refused where the tables have another shape, or hold that initiative already.
    """
    initiative = str(state.get("initiative") or "init-1")
    if draft.rows(path, ()) is None:
        draft.create_rows(path, _text(_rows(state, initiative, {}, now)))
        return initiative
    before = draft.rows_text(path, TABLES) or ""
    known = parse(before)
    missing = [name for name in TABLES if name not in known.tables]
    text = before
    for name in missing if len(missing) == len(TABLES) else ():
        text = apply(text, rows_edits.create(parse(text), new_tables()[name]))
    wrong = wrong_shape(known) if len(missing) < len(TABLES) else None
    if wrong is not None:
        raise Refused(f"{path} has other tables: {wrong[0]} {wrong[1]}. They are not touched.")
    if known.row(STATE, initiative) is not None:
        raise Refused(f"{path} holds the initiative {initiative} already.")
    taken = {kind: tuple(_keys(known, table)) for kind, table in BY_KIND.items()}
    for table, rows in _rows(state, initiative, taken, now).items():
        for key, row in rows.items():
            text = _with_row(path, text, table, key, row)
    draft.splice_rows(path, TABLES, [Splice(0, len(before), text)])
    return initiative


def _with_row(path: str, text: str, table: str, key: Value, row: Row) -> str:
    try:
        return apply(text, rows_edits.add(parse(text), table, key, row.values))
    except (KeyError, ValueError) as error:
        raise unsafe(path, f"{table} cannot hold that ({error})") from None


def _keys(database: Database, table: str) -> Collection[str]:
    found = database.tables.get(table)
    return [str(key) for key in found.rows] if found is not None else []


def _text(rows: Rows) -> str:
    tables = (
        Table(name=table.name, key=table.key, create=table.create, rows=rows[table.name])
        for table in new_tables().values()
    )
    return write(Database(tables={table.name: table for table in tables}))


def _rows(state: Mapping[str, Any], initiative: str, taken: Mapping[str, Collection[str]], now: int) -> Rows:
    """The rows of all tables. An entry without an id, or with one that is taken, gets a key of its own."""
    tables: dict[str, dict[Value, Row]] = {}
    beside: dict[str, dict[str, Tree]] = {}
    for kind, name in BY_KIND.items():
        rows = tables.setdefault(name, {})
        entries = state.get(kind) or []
        known = [*taken.get(kind, ()), *(str(each["id"]) for each in entries if each.get("id"))]
        for entry in entries:
            key = str(entry.get("id") or "")
            if not key or key in rows or key in taken.get(kind, ()):
                key = next_id(known, STEMS[kind])
                known.append(key)
            columns, more = row_of(kind, entry, key, initiative)
            rows[key] = Row(key, {"id": key, **columns})
            if more:
                beside.setdefault(kind, {})[key] = more
    columns = {"initiative_id": initiative, **state_of(state, beside), "updated_at": now}
    return {STATE: {initiative: Row(initiative, columns)}, **tables}
