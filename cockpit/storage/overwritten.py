"""Noticing that a change is gone from the files because another program put back what was there before it."""

from collections.abc import Container, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Literal

from cockpit.documents.patch import share_there
from cockpit.documents.rows import RowChange, without
from cockpit.model.refused import Refused
from cockpit.storage import journal
from cockpit.storage.contents import Seen
from cockpit.storage.history import standing_changes, undone
from cockpit.storage.journal import Entry
from cockpit.storage.onto import LinesChanged, inverse, is_before, onto, share_put_back
from cockpit.storage.store import ProjectStore
from cockpit.storage.telling import SILENT, Telling
from cockpit.systems.interface import Change
from cockpit.values import dataclass

WATCHED = timedelta(hours=1)
"""For how long a change is looked after: a copy that an agent still holds is no older."""
MOST = 0.5
"""The share of a change's lines that must be put back; fewer are somebody's edit of them."""

How = Literal["lines", "older", "gone", "replaced"]
"""The old lines stand there again; an older document stands in its place; there is no such file; a newer one does."""


@dataclass(frozen=True, slots=True)
class Missing:
    """A file from which a change is gone."""

    path: str
    how: How


@dataclass(frozen=True, slots=True, kw_only=True)
class Removed:
    """A change of ours that is gone from some files, where older content stands again."""

    entry: Entry
    missing: tuple[Missing, ...]


def removed_by_others(store: ProjectStore, read: Seen, *, now: datetime, telling: Telling = SILENT) -> list[Removed]:
    """The changes of the last hour that somebody else took back, oldest first.

    Only what was put back as it was: lines of which somebody went on to change some, and what the files themselves say
    was taken back, are theirs to decide. A document counts where an older one stands in its place, or where it is gone
    and another file of the same change is an older one: put away by who worked on, it leaves the others as they are.
    Raises Refused where the journal cannot be read.

    Nothing where something was written through the journal meanwhile, and nothing about files that are being written:
    they are ahead of what the journal says is done.
    """
    before = journal.listing(store)
    found = _removed(store, read, now, telling)
    return found if journal.listing(store) == before else []


@dataclass(frozen=True, slots=True)
class _Files:
    """What we wrote last, by path, what of it is no longer so, as it is now, and what the systems say of it."""

    last: Mapping[str, bytes | None]
    moved: Mapping[str, bytes | None]
    telling: Telling


def _removed(store: ProjectStore, read: Seen, now: datetime, telling: Telling) -> list[Removed]:
    known = journal.read(store, since=now - WATCHED).entries
    entries = [entry for entry in known if entry.state == "done"]
    busy = {path for entry in known if entry.state == "pending" for path in entry.paths}
    changes = {entry.number: _changes(store, entry, entries) for entry in entries}
    last: dict[str, Change] = {}
    for entry in entries:
        for change in (each for each in changes[entry.number] if each.path in entry.paths and not each.rows):
            last[change.path] = change
    moved = _moved(read, [ours for path, ours in last.items() if path not in busy])
    files = _Files({path: ours.after for path, ours in last.items()}, moved, telling)
    settled = undone(entries) | {entry.repeats for entry in entries}
    ours = [entry for entry in entries if entry.undoes is None and entry.number not in settled]
    rows = _old_rows(read, [(entry, changes[entry.number]) for entry in ours], busy)
    found = ((entry, (*_missing(changes[entry.number], files), *rows[entry.number])) for entry in ours)
    return [Removed(entry=entry, missing=missing) for entry, missing in found if missing]


def _old_rows(
    read: Seen, entries: Sequence[tuple[Entry, Sequence[Change]]], busy: Container[str]
) -> dict[int, tuple[Missing, ...]]:
    """By entry the databases in which rows stand again as before it, but for what a later change of ours is about."""
    found: dict[int, tuple[Missing, ...]] = {}
    later: dict[str, tuple[RowChange, ...]] = {}
    for entry, changes in reversed(entries):
        missing: list[Missing] = []
        for change in (each for each in changes if each.rows):
            own = replace(change, rows=without(change.rows, later.get(change.path, ())))
            later[change.path] = (*change.rows, *later.get(change.path, ()))
            with suppress(Refused):  # nothing can be said about it
                if own.rows and change.path not in busy and read.has_old_rows(own):
                    missing.append(Missing(change.path, "lines"))
        found[entry.number] = tuple(missing)
    return found


def _moved(read: Seen, last: Sequence[Change]) -> dict[str, bytes | None]:
    moved: dict[str, bytes | None] = {}
    for ours in last:
        try:
            present = read(ours)
        except Refused:  # nothing can be said about it
            continue
        if not is_before(inverse(ours), present):
            moved[ours.path] = present
    return moved


def _changes(store: ProjectStore, entry: Entry, entries: Sequence[Entry]) -> Sequence[Change]:
    try:
        return standing_changes(store, entry, entries)
    except Refused:  # damaged, or gone for its age: nothing can be said about it
        return ()


def _missing(changes: Sequence[Change], files: _Files) -> tuple[Missing, ...]:
    concerned = [change for change in changes if change.path in files.moved]
    if any(is_withdrawn(each, files.moved[each.path], files.telling) for each in concerned):
        return ()
    fell_back = any(_is_older(each, files) for each in concerned)
    found = ((change.path, _how(change, files, fell_back)) for change in concerned)
    return tuple(Missing(path, how) for path, how in found if how is not None)


def is_withdrawn(change: Change, current: bytes | None, telling: Telling) -> bool:
    """Whether a file says itself that what a change wrote to it was taken back on purpose."""
    return change.after is not None and current is not None and telling.took_back(change.path, change.after, current)


def _is_older(change: Change, files: _Files) -> bool:
    """Whether a file is one from before a change."""
    current = files.moved[change.path]
    if current is None or change.after is None:
        return False
    return current == change.before or files.telling.is_older(change.path, change.after, current)


def _how(change: Change, files: _Files, fell_back: bool) -> How | None:
    """How a change is gone from a file that held it when we wrote it last; None where it is not, or not surely."""
    current, last = files.moved[change.path], files.last[change.path]
    if change.after is not None and files.telling.replaces(change):
        if last is None or not files.telling.same_document(change.path, change.after, last):
            return None
        if current is None:
            return "gone" if fell_back else None
        if files.telling.is_older(change.path, change.after, current):
            return "older"
        if files.telling.is_older(change.path, current, change.after):
            return "replaced"
    if not _lacks(inverse(change), last):
        return None
    return "lines" if _is_put_back(change, current) else "older" if _is_fallen_back(change, current, files) else None


def _is_fallen_back(change: Change, current: bytes | None, files: _Files) -> bool:
    """Whether a file is one from before a change, in other lines too, and most of the change is not in it.

    Who goes on with the work writes a later time than that of the file they found.
    """
    if current is None or change.before is None or change.after is None:
        return False
    from_before = is_from_before(change, current, files.telling)
    return from_before and share_there(change.before, change.after, current) < MOST


def is_from_before(change: Change, current: bytes, telling: Telling) -> bool:
    """Whether a file itself says that it was written before a change, and no later than what that was made on."""
    if change.before is None or change.after is None:
        return False
    older = telling.is_older(change.path, change.after, current)
    return older and not telling.is_older(change.path, current, change.before)


def _is_put_back(change: Change, current: bytes | None) -> bool:
    """Whether most of what a change is about stands as before it, and nothing of that is somebody else's."""
    if current is None or not _lacks(change, current):  # who removed a file meant to
        return False
    return share_put_back(change, current) > MOST


def _lacks(change: Change, content: bytes | None) -> bool:
    """Whether a change could be made on some content and is not in it."""
    try:
        return onto(change, content) != content
    except LinesChanged:
        return False
