"""What a change is about, by its kind: the whole of a file, or rows of a database. What stands there now, and what
writes it.
"""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from cockpit.documents.rows import Row, put_back, remaining
from cockpit.model.refused import Refused
from cockpit.storage.atomic import Keep, Replacement
from cockpit.storage.disk_files import DiskFiles
from cockpit.storage.onto import LinesChanged
from cockpit.storage.targets import Target, target
from cockpit.systems.interface import Change
from cockpit.values import dataclass

if TYPE_CHECKING:
    from cockpit.storage.database_writing import RowsTransaction

LOOK_SECONDS = 0.1
"""How long who only looks waits for a database that is held."""


class Step(Protocol):
    """One change in steps: `prepare`, `verify`, `switch`, `confirm`, `finish`; or, before `finish`, `withdraw`.

    `prepare` takes what room there is to take, `switch` makes it seen; all raise OSError, Refused and Moved. `folders`
    were made for it.
    """

    target: Target
    folders: list[Path]

    @property
    def after(self) -> bytes | None:
        """What there will be; None where a file goes."""

    def check(self) -> None:
        """Raises Moved where it is not what the edit was made on; looked at before anything is written down."""

    def prepare(self) -> None:
        """Does what is not seen yet."""

    def verify(self) -> None:
        """Looks again, when all are prepared."""

    def switch(self) -> None:
        """Puts it in place."""

    def confirm(self) -> None:
        """Looks at what was displaced, when all are in place."""

    def finish(self) -> None:
        """Removes what was there before."""

    def withdraw(self) -> None:
        """Puts everything back, except what somebody else wrote since."""


def step(change: Change, place: Target, token: str, keep: Keep) -> Step:
    """The steps of a change of a file. `token` and `keep` as in `Replacement`."""
    return Replacement(place, change.before, change.after, token, keep)


def rows_transaction(change: Change, place: Target) -> "RowsTransaction":
    """What writes a change of rows."""
    from cockpit.storage.database_writing import RowsTransaction  # SQLite: most changes are about files

    return RowsTransaction(place, change.rows)


def present(root: Path, change: Change) -> bytes | None:
    """The present bytes of the file that a change is about. Raises Refused."""
    return target(root, change.path).read()


def rows_now(root: Path, change: Change, wait: float | None = None) -> tuple[Row | None, ...]:
    """The rows that a change is about as they are now; None for each that is not there. `wait` is for how many seconds
    who holds the database is waited for, if not as long as for writing. Raises Refused."""
    from cockpit.storage.database_writing import rows_at

    return rows_at(target(root, change.path), change.rows, wait)


def rows_remaining(root: Path, change: Change) -> Change:
    """A change of rows as it is still to be made on those that stand there now; empty where they have it. Raises
    LinesChanged where the same columns were changed since, and Refused."""
    left = remaining(change.rows, rows_now(root, change))
    if left is None:
        raise LinesChanged(change.path)
    return replace(change, rows=left)


@dataclass(frozen=True, slots=True)
class Seen:
    """What stands now of what a change is about, for who only looks. Raises Refused where that cannot be said."""

    root: Path
    files: DiskFiles

    def __call__(self, change: Change) -> bytes | None:
        """The bytes of a file; None where there is none. What is being written cannot be told."""
        found = self.files.read(change.path)
        if found is not None and (found.stale or found.data is None):
            raise Refused(f"{change.path} cannot be read.")
        return found.data if found is not None else None

    def has_old_rows(self, change: Change) -> bool:
        """Whether rows stand again as before a change of them."""
        return put_back(change.rows, rows_now(self.root, change, LOOK_SECONDS))


def seen(root: Path, files: DiskFiles) -> Seen:
    """What stands now in a project, for who only looks."""
    return Seen(root, files)


def parts(change: Change) -> str:
    """What a change is made of, in a sentence."""
    return "rows" if change.rows else "lines"
