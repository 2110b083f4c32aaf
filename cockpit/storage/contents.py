"""What a change is about, by its kind: the whole of a file, or rows of a database.

The one place that knows what is behind a `Change`: what stands there now, and the steps that write it.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from cockpit.model.refused import Refused
from cockpit.storage.atomic import Keep, Replacement
from cockpit.storage.disk_files import DiskFiles
from cockpit.storage.targets import Target, target
from cockpit.systems.interface import Change

LOOK_SECONDS = 0.1
"""How long who only looks waits for a database that is held."""
Seen = Callable[[Change], bytes | None]
"""What stands now of what a change is about; None where there is no such file. Raises Refused where that cannot be
said."""


class Step(Protocol):
    """One change in steps: `prepare`, `verify`, `switch`, `confirm`, `finish`; or, before `finish`, `withdraw`.

    `prepare` takes what room there is to take, `switch` makes it seen; all raise OSError, Refused and Moved. `folders`
    were made for it. What is `last` is switched when all others are in place, for to put it back takes room.
    """

    target: Target
    folders: list[Path]

    @property
    def last(self) -> bool:
        """Whether it is switched last."""

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
    """The steps of a change. `token` and `keep` as in `Replacement`. Raises Refused."""
    if not change.rows:
        return Replacement(place, change.before, change.after, token, keep)
    from cockpit.storage import database_writing as writing  # SQLite: most changes are about files

    if change.before is not None and change.after is not None:
        return writing.RowsReplacement(place, change.before, change.after)
    if change.after is not None:
        return writing.new_database(place, change.after, token, keep)
    return writing.GoneDatabase(place, change.before or b"", token)


def present(root: Path, change: Change, wait: float | None = None) -> bytes | None:
    """What stands now of what a change is about; of rows those that it names, whole. `wait` is for how many seconds who
    holds a database is waited for, if not as long as for writing. Raises Refused."""
    return present_at(target(root, change.path), change, wait)


def present_at(place: Target, change: Change, wait: float | None = None) -> bytes | None:
    """The same where the target is known."""
    if not change.rows:
        return place.read()
    from cockpit.storage import database_writing as writing

    return writing.present(place, change.before, change.after, wait)


def mend(place: Target, change: Change) -> None:
    """Takes back what a process began that died; of files `recovery` knows what to do. Raises Refused."""
    if change.rows:
        from cockpit.storage import database_writing as writing

        writing.mend(place)


def seen(root: Path, files: DiskFiles) -> Seen:
    """The same for who only looks: what is being written cannot be told."""

    def look(change: Change) -> bytes | None:
        if change.rows:
            return present(root, change, LOOK_SECONDS)
        found = files.read(change.path)
        if found is not None and (found.stale or found.data is None):
            raise Refused(f"{change.path} cannot be read.")
        return found.data if found is not None else None

    return look


def parts(change: Change) -> str:
    """What a change is made of, in a sentence."""
    return "rows" if change.rows else "lines"
