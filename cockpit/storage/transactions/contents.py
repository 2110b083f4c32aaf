"""What a change is about, by its kind: the whole of a file, or rows of a database. What stands there now, and what
writes it.
"""

import json
import os
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from cockpit.model.errors import CommandError
from cockpit.storage.reading.disk_files import DiskFiles
from cockpit.storage.refusals import refusing
from cockpit.storage.transactions.atomic import content, writable_place
from cockpit.systems.interface import Change
from cockpit.text import rows
from cockpit.text.line_merge import reapply
from cockpit.text.rows import Row, put_back, remaining
from cockpit.values import dataclass

if TYPE_CHECKING:
    from cockpit.storage.transactions.sqlite_rows import RowsTransaction


# One file's change made on what stands there now, where a file may also be new or gone


class LinesChanged(Exception):
    """The lines that a change is about are no longer as they were. Carries the path."""


def rebase(change: Change, current: bytes | None, *, beside: bool = True) -> bytes | None:
    """What the file becomes: `current` where it contains the change already. `beside` as in `reapply`.

    Raises LinesChanged.
    """
    if current == change.before:
        return change.after
    if current == change.after:
        return current
    if change.before is None or change.after is None or current is None:
        raise LinesChanged(change.path)
    result = reapply(change.before, change.after, current, beside=beside)
    if result is None or (change.path.endswith(".json") and _is_json(current) and not _is_json(result)):
        raise LinesChanged(change.path)
    return result


def _is_json(data: bytes) -> bool:
    """Whether it can be read, and names nothing twice."""
    try:
        json.loads(data, object_pairs_hook=_with_each_name_once)
    except (ValueError, RecursionError):
        return False
    return True


def _with_each_name_once(pairs: Sequence[tuple[str, object]]) -> None:
    if len({name for name, _ in pairs}) < len(pairs):
        raise ValueError


def inverse(change: Change) -> Change:
    """The change back."""
    return replace(change, before=change.after, after=change.before, rows=rows.inverse(change.rows))


LOOK_SECONDS = 0.1
"""How long who only looks waits for a database that is held."""


def rows_transaction(root: Path, change: Change) -> "RowsTransaction":
    """What writes a change of rows. Raises CommandError."""
    from cockpit.storage.transactions.sqlite_rows import RowsTransaction  # SQLite: most changes are about files

    return RowsTransaction(database_at(root, change.path), change.path, change.rows)


def present(root: Path, change: Change) -> bytes | None:
    """The present bytes of the file that a change is about. Raises CommandError."""
    with ExitStack() as stack:
        place = writable_place(root, change.path, stack)
        with refusing(change.path):
            return content(place)


def rows_now(root: Path, change: Change, wait: float | None = None) -> tuple[Row | None, ...]:
    """The rows that a change is about as they are now; None for each that is not there. `wait` is for how many seconds
    who holds the database is waited for, if not as long as for writing. Raises CommandError."""
    from cockpit.storage.transactions.sqlite_rows import rows_at

    return rows_at(database_at(root, change.path), change.path, change.rows, wait)


def refuse_unwritable(root: Path, changes: Sequence[Change]) -> None:
    """Raise CommandError where rows of a database would not be written, for whoever only says what would be."""
    for change in changes:
        if change.rows:
            from cockpit.storage.transactions.sqlite_rows import refuse_unwritable  # as above

            refuse_unwritable(database_at(root, change.path), change.path, change.rows)


def database_at(root: Path, path: str) -> Path:
    """The real path of a database, by which SQLite opens it. Raises CommandError."""
    with ExitStack() as stack:
        return Path(os.path.realpath(root)) / writable_place(root, path, stack).inside


def rows_remaining(root: Path, change: Change) -> Change:
    """A change of rows as it is still to be made on those that stand there now; empty where they have it. Raises
    LinesChanged where the same columns were changed since, and CommandError."""
    rows_left = remaining(change.rows, rows_now(root, change))
    if rows_left is None:
        raise LinesChanged(change.path)
    return replace(change, rows=rows_left)


@dataclass(frozen=True, slots=True)
class CurrentContents:
    """What stands in a project now of what a change is about, read anew each time. Raises CommandError where that
    cannot be said."""

    root: Path
    home: Path | None

    def __call__(self, path: str) -> bytes | None:
        """The bytes of a file; None where there is none. What is being written cannot be told."""
        found = DiskFiles(self.root, self.home).read(path)
        if found is not None and (found.stale or found.data is None):
            raise CommandError("storage.file-not-read", f"{path} cannot be read.")
        return found.data if found is not None else None

    def has_like(self, path: str, data: bytes) -> bool:
        """Whether a file with these bytes lies in the folder of a path, or in one of its folders."""
        files = DiskFiles(self.root, self.home)
        folder = path.rpartition("/")[0]
        names = files.names(folder)
        below = (
            f"{name}{each}"
            for name in names
            if name.endswith("/")
            for each in files.names(f"{folder}/{name}".strip("/"))
        )
        found = (files.read(f"{folder}/{name}".strip("/")) for name in (*names, *below) if not name.endswith("/"))
        return any(each is not None and each.data == data for each in found)

    def has_old_rows(self, change: Change) -> bool:
        """Whether rows stand again as before a change of them."""
        return put_back(change.rows, rows_now(self.root, change, LOOK_SECONDS))
