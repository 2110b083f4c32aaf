"""What a verb works with: the state as it is, and its documents, in which edits are made: STATE.md, the files of
entries, or the rows of a database, which are one document more.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from cockpit.model.errors import CommandError
from cockpit.regex import regex
from cockpit.systems.codewalk.description import Entry, state_text
from cockpit.systems.codewalk.phases import Phases
from cockpit.systems.codewalk.places import Sources, entry_name, in_order, is_database, read_sources
from cockpit.systems.codewalk.rows import (
    BY_KIND,
    MORE,
    NEW_TABLES,
    OWNERS,
    STATE,
    TABLES,
    StateRows,
    columns_of,
    comparable,
    creation_of,
    progress_of,
    state_columns,
    state_rows,
    wrong_shape,
)
from cockpit.systems.codewalk.track import phases_of, state_missing
from cockpit.systems.shared import edit_session
from cockpit.systems.shared.outcome import Meant, Voice
from cockpit.systems.shared.report import Report
from cockpit.systems.shared.working_copy import Draft, unsafe
from cockpit.text.edits import Add, Place, Remove, Set, Unsafe, meant
from cockpit.text.edits import Edit as TextEdit
from cockpit.text.frontmatter_writer import write_keyed
from cockpit.text.keyed import KeyedText, read_keyed
from cockpit.text.keyed_edits import is_said
from cockpit.text.rows import RowChange, Tables, Value, change_of
from cockpit.values import dataclass
from cockpit.wording.phrases import listed

_NUMBERED = regex(r"(?P<stem>.*?)(?P<number>\d+)")
_STEMS = {"decisions": "decision", "blockers": "block", "sessions": "session"}
"""How the id of a new entry begins."""
_CODEWALK = Voice("codewalk")
said, refusal = _CODEWALK.said, _CODEWALK.refusal


@dataclass(frozen=True, slots=True)
class New:
    """A new entry of a kind; it stands in the list of the state, or has a file, as others have."""

    kind: str
    fields: Mapping[str, object]


Change = TextEdit | New | tuple[Entry, TextEdit]
"""An edit of the keys at the margin, a new entry, or an edit of an entry, whose place begins there."""
Outcome = Meant[Change]


def put(entry: Entry, key: str, value: object) -> Change:
    """Give a key of an entry this value."""
    return entry, Set((key,), value)


def add(entry: Entry, key: str, values: Iterable[object]) -> list[Change]:
    """Put values at the end of a list of an entry."""
    return [(entry, Add((key,), each)) for each in values]


def next_id(known: Iterable[str | None], stem: str) -> str:
    """The id after the highest one of that kind, as many digits wide; the first is `stem-001`."""
    found = [match for each in known if (match := _NUMBERED.fullmatch(each or "")) is not None]
    own = [match for match in found if match["stem"] == f"{stem}-"] or found
    if not own:
        return f"{stem}-001"
    last = max(own, key=lambda match: int(match["number"][-9:]))
    number = str(int(last["number"][-9:]) + 1)
    return f"{last['stem']}{number.zfill(len(last['number']))}"


class Present(edit_session.EditSession):
    """The state of an initiative as it is now, and the draft of all files."""

    @cached_property
    def sources(self) -> Sources:
        """What was read."""
        return read_sources(self.files, self.candidate, Report())

    @cached_property
    def phases(self) -> Phases:
        """The phases, and what is held up."""
        return phases_of(self.sources)

    @cached_property
    def document(self) -> "KeyedText | Rows":
        """The keys at the margin. Raises CommandError where there are none, or they must not be edited."""
        path = self.candidate.path
        if is_database(path):
            return rows_of(self.draft, path, self.candidate.part)
        if self.draft.read(path) is None:
            raise CommandError(state_missing(path))
        return self.draft.keys(path, state_text, "Codewalkers")

    @property
    def newline(self) -> str:
        """The line end of new files."""
        decoded = None if is_database(self.candidate.path) else self.draft.decoded(self.candidate.path)
        return decoded.newline if decoded is not None else "\n"

    def is_block(self, key: str) -> bool:
        """Whether a text stands there as a block of lines."""
        node = self.document.root.child(key) if isinstance(self.document, KeyedText) else None
        return node is not None and node.style == "|"

    def make(self, outcome: Outcome) -> None:
        """Make the changes in the draft."""
        by_file: dict[str, list[TextEdit]] = {}
        edit: TextEdit
        for each in outcome.edits:
            path = self.candidate.path
            if isinstance(each, New):
                if self.sources.form == "folders":
                    self.draft.create(self._new_path(each), write_keyed(each.fields, self.newline))
                    continue
                edit = Add((each.kind,), {**each.fields})
            elif isinstance(each, tuple):
                entry, inner = each
                path = entry.path or path
                edit = _at(inner, (*entry.at, *inner.at))
            else:
                edit = each
            by_file.setdefault(path, []).append(edit)
        for path, edits in by_file.items():
            if path == self.candidate.path and isinstance(self.document, Rows):
                made = self.document.edited(edits, int(self.context.now.timestamp()))
                if made:
                    self.draft.put_rows(path, made)
            else:
                is_state = path == self.candidate.path
                file = self.document if is_state else self.draft.keys(path, read_keyed, "Codewalkers")
                assert isinstance(file, KeyedText)  # noqa: S101 -- rows were made above
                if changing := [each for each in edits if not is_said(file, each)]:
                    self.draft.edit_keys(path, file, changing, "Codewalkers")

    def _new_path(self, new: New) -> str:
        """The path of a new file. It has a number where that name is taken, or would stand before another decision of
        its day and context."""
        name, above = entry_name(new.kind, new.fields), self.candidate.path.rpartition("/")[0]
        day, context = name[:10] if new.kind == "decisions" else name, new.fields.get("context")
        others = (
            each.path.rpartition("/")[2] for each in self.sources.decisions if each.path and each.context == context
        )
        earlier = max((in_order(each.removesuffix(".md")) for each in others if each.startswith(day)), default=())
        names = [name, *(f"{day}.{number}{name.removeprefix(day)}" for number in range(2, 1000))]
        behind = [each for each in names if in_order(each) > earlier] or names
        paths = (f"{above}/{new.kind}/{each}.md".removeprefix("/") for each in behind)
        return next(path for path in paths if self.draft.read(path) is None)


def _at(edit: TextEdit, place: Place) -> TextEdit:
    return Remove(place) if isinstance(edit, Remove) else type(edit)(place, edit.value)


# Rows


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows of an initiative as they are."""

    path: str
    tables: Tables
    initiative: str
    before: StateRows

    def edited(self, edits: Sequence[TextEdit], now: int) -> tuple[RowChange, ...]:
        """What makes edits; nothing where the rows say so already. `now` is in seconds since 1970."""
        try:
            tree = meant(self.before.tree, edits)
        except Unsafe as refused:
            told = f"`{refused}` is not written as Codewalkers writes it"
            raise unsafe(self.path, said("key-written-otherwise", told)) from None
        return () if comparable(tree) == comparable(self.before.tree) else tuple(self.saying(tree, now))

    def saying(self, tree: Mapping[str, Any], now: int) -> Iterator[RowChange]:
        """What makes the rows say what a tree does."""
        before, more = self.before, progress_of(self.before.state).get(MORE)
        beside = {kind: dict(old) if isinstance(old := (more or {}).get(kind), dict) else {} for kind in BY_KIND}
        for kind, table in BY_KIND.items():
            known, rows = before.keys.get(kind, ()), self.tables[table].rows
            taken = [*map(str, rows)]
            for number, entry in enumerate(tree.get(kind) or ()):
                if number < len(known) and entry == before.tree[kind][number]:
                    continue
                key = known[number] if number < len(known) else _key(kind, entry, taken)
                taken.append(str(key))
                columns, rest = columns_of(kind, {"id": key, **entry}, str(key), self.initiative, rows)
                beside[kind] |= {str(key): rest}
                yield from self._changed(table, key, columns)
        filled = {kind: {key: rest for key, rest in entries.items() if rest} for kind, entries in beside.items()}
        yield from self._changed(
            STATE, self.initiative, {**state_columns(tree, filled, before.state), "updated_at": now}
        )

    def _changed(self, table: str, key: Value, columns: dict[str, Value]) -> Iterator[RowChange]:
        try:
            change = change_of(self.tables[table], key, columns)
        except KeyError as error:
            raise unsafe(self.path, said("table-cannot-hold", f"{table} cannot store the change ({error})")) from None
        if change is not None:
            yield change


def rows_of(draft: Draft, path: str, initiative: str) -> Rows:
    """The rows of an initiative. Raises CommandError where the database cannot be read, or has other tables."""
    tables = _tables(draft, path)
    wrong = wrong_shape(tables)
    if wrong is not None:
        raise unsafe(path, said("table-not-ours", f"the table {wrong}"))
    if initiative not in tables[STATE].rows:
        raise unsafe(path, said("no-such-initiative", f"it has no initiative {initiative}"))
    return Rows(path, tables, initiative, state_rows(tables, initiative))


def _key(kind: str, entry: Mapping[str, Any], taken: Sequence[str]) -> str:
    """The key of a new row: the entry's id, unless another row has it."""
    named = str(entry.get("id") or "")
    return named if named and named not in taken else next_id(taken, _STEMS[kind])


def begin_rows(draft: Draft, path: str, state: Mapping[str, Any], now: int) -> None:
    """Put a new state into a database whose four tables are empty, or make one where there is none. `now` is in seconds
    since 1970. Raises CommandError where the tables have another shape.
    """
    there = draft.rows(path, ()) is not None
    tables = _tables(draft, path) if there else NEW_TABLES
    wrong = wrong_shape(tables)
    if wrong is not None:
        way_out = "Create them with the program that made the database, or name another file with --db."
        raise refusal("other-tables", f"{path} does not have Codewalkers' four tables: {wrong}. {way_out}")
    owner = _initiative(draft, path, tables, str(state.get("title"))) if there else None
    changes = Rows(path, tables, owner or str(state["initiative"]), StateRows({}, {}, {})).saying(state, now)
    if there:
        draft.put_rows(path, changes)
    else:
        draft.create_bytes(path, _new_database(changes))


def _initiative(draft: Draft, path: str, tables: Tables, title: str) -> str | None:
    """The initiative that the tables refer to (seed, `REFERENCES initiatives(id)`), where they stand beside it: the one
    without a state, of several the one with that id or name. Raises CommandError where there is no such one."""
    content = draft.rows(path, (OWNERS,))
    owners = content.tables.get(OWNERS) if content is not None and content.tables else None
    if owners is None or owners.key != "id":
        return None
    free = {str(key): row for key, row in owners.rows.items() if key not in tables[STATE].rows}
    found = [key for key, row in free.items() if title in (key, *row.values())] or [*free]
    if not found:
        told = f"{path} has no initiative without a state. Add one with the program that made the database."
        raise refusal("no-initiative-left", told)
    if len(found) > 1:
        told = f"Several initiatives in {path} have no state: {listed(found[:5])}. Name one with --title."
        raise refusal("several-initiatives", told)
    return found[0]


def _tables(draft: Draft, path: str) -> Tables:
    content = draft.rows(path, TABLES)
    if content is None:
        raise refusal("file-missing", f"{path} does not exist.")
    if content.tables is None or content.stale:
        raise unsafe(path, said("database-not-read", "it cannot be read now"))
    return content.tables


def _new_database(changes: Iterable[RowChange]) -> bytes:
    """The bytes of a database with the four tables that holds what the changes add; nothing of it touches the disk."""
    import sqlite3  # most states are files
    from contextlib import closing

    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        for table in TABLES:
            connection.execute(creation_of(table))
        for change in changes:
            row = change.after or {}
            places = ", ".join("?" * len(row))
            statement = f"INSERT INTO {change.table} ({', '.join(row)}) VALUES ({places})"  # noqa: S608 - names of ours
            connection.execute(statement, [*row.values()])
        return connection.serialize()
