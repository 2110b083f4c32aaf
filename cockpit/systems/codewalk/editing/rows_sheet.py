"""One initiative in a database, changed value by value; what was touched is written as rows, in one change."""

import copy
from collections.abc import Sequence
from typing import Any

from cockpit.documents import rows_edits, yaml_changes
from cockpit.documents.rows import Value, parse
from cockpit.documents.splice import Splice, apply
from cockpit.model.refused import Refused
from cockpit.rules.listing import listed
from cockpit.systems.codewalk.editing.ids import next_id
from cockpit.systems.codewalk.editing.new_rows import STEMS
from cockpit.systems.codewalk.rows_tree import Tree, progress_of, row_of, state_of, tree_of
from cockpit.systems.codewalk.tables import BY_KIND, MORE, STATE, TABLES, wrong_shape
from cockpit.systems.editing.draft import Draft, unsafe
from cockpit.systems.reading.value_tree import Path


class RowsSheet:
    """The state of an initiative. Raises Refused where the database cannot be read, or has other tables."""

    newline = "\n"

    def __init__(self, draft: Draft, path: str, initiative: str, now: int) -> None:
        self.path = path
        self._draft, self._initiative, self._now = draft, initiative, now
        text = draft.rows_text(path, TABLES)
        if text is None:
            raise Refused(f"There is no {path} that could be changed.")
        database = parse(text)
        wrong = wrong_shape(database)
        if wrong is not None or database.row(STATE, initiative) is None:
            told = f"the table {wrong[0]} {wrong[1]}" if wrong is not None else f"it has no initiative {initiative}"
            raise unsafe(path, told)
        found = tree_of(database, initiative)
        self._tree = copy.deepcopy(found.tree)
        self._keys: dict[str, list[Value]] = {kind: [*keys] for kind, keys in found.keys.items()}
        self._taken = {kind: {*map(str, database.tables[table].rows)} for kind, table in BY_KIND.items()}
        self._left_out = [table.name for table in database.tables.values() if (table.total or 0) > len(table.rows)]
        self._touched: dict[tuple[str, int], None] = {}

    def at(self, *path: str | int) -> Any:  # noqa: ANN401 -- whatever the rows hold
        """What stands at a path; None where nothing does."""
        return yaml_changes.at(self._tree, path)

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
            raise unsafe(self.path, f"`{'.'.join(map(str, path))}` is not written as Codewalkers write it")
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
            raise unsafe(self.path, f"`{'.'.join(map(str, path))}` is no list")
        kind = str(path[0])
        if len(path) == 1 and kind in BY_KIND:
            self._name(kind)
        else:
            self._touch(path)

    def drop(self, path: Path) -> None:
        """Take an element out of its list."""
        del self.at(*path[:-1])[path[-1]]
        self._touch(path)

    def whole(self) -> Tree:
        """Everything that is kept of the initiative. Raises Refused where the database has more than was read."""
        self._refuse_part()
        tree = copy.deepcopy(self._tree)
        tree["position"] = {key: value for key, value in tree["position"].items() if value is not None}
        return {key: value for key, value in tree.items() if value not in (None, {})}

    def remove(self) -> None:
        """Take the initiative out of the database. Raises Refused where the database has more than was read."""
        self._refuse_part()
        text = before = self._draft.rows_text(self.path, TABLES) or ""
        own = [(STATE, self._initiative), *((BY_KIND[kind], key) for kind, keys in self._keys.items() for key in keys)]
        for table, key in own:
            text = apply(text, rows_edits.remove(parse(text), table, key))
        self._draft.splice_rows(self.path, TABLES, [Splice(0, len(before), text)])

    def flush(self) -> None:
        """Write what was touched into the draft."""
        if not self._touched:
            return
        text = self._draft.rows_text(self.path, TABLES) or ""
        row = parse(text).row(STATE, self._initiative)
        more = progress_of(row.values if row is not None else {}).get(MORE)
        beside = {kind: dict(kept) if isinstance(kept := (more or {}).get(kind), dict) else {} for kind in BY_KIND}
        for kind, number in self._touched:
            if kind in BY_KIND:
                text = self._write_row(text, kind, number, beside[kind])
        columns = state_of(self._tree, beside)
        columns["updated_at"] = self._now
        text = self._put(text, STATE, self._initiative, columns)
        before = self._draft.rows_text(self.path, TABLES) or ""
        self._draft.splice_rows(self.path, TABLES, [Splice(0, len(before), text)])
        self._touched.clear()

    def _name(self, kind: str) -> None:
        """Give the entry that was added last a key that no other row has; without an id it gets that as its id."""
        entry = self._tree[kind][-1]
        named = str(entry.get("id") or "")
        key = named if named and named not in self._taken[kind] else next_id(self._taken[kind], STEMS[kind])
        entry.setdefault("id", key)
        self._keys[kind].append(key)
        self._taken[kind].add(key)
        self._touched[kind, len(self._keys[kind]) - 1] = None

    def _refuse_part(self) -> None:
        if self._left_out:
            raise unsafe(self.path, f"{listed(self._left_out)} hold more rows than are read at once")

    def _write_row(self, text: str, kind: str, number: int, beside: dict[str, Any]) -> str:
        key = self._keys[kind][number]
        entry = self._tree[kind][number]
        columns, more = row_of(kind, entry, str(key), self._initiative)
        if more:
            beside[str(key)] = more
        else:
            beside.pop(str(key), None)
        return self._put(text, BY_KIND[kind], key, columns)

    def _put(self, text: str, table: str, key: Value, columns: dict[str, Value]) -> str:
        database = parse(text)
        try:
            if database.row(table, key) is None:
                return apply(text, rows_edits.add(database, table, key, columns))
            return apply(text, rows_edits.put(database, table, key, columns))
        except (KeyError, ValueError) as error:
            raise unsafe(self.path, f"{table} cannot hold that ({error})") from None

    def _touch(self, path: Sequence[str | int]) -> None:
        kind = str(path[0])
        number = path[1] if len(path) > 1 and kind in BY_KIND else -1
        self._touched[kind if number != -1 else STATE, int(number)] = None
