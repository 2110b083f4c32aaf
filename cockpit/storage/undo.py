"""Undoing and redoing: the inverse of a whole change, made on the present content."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path

from cockpit.storage import disk, journal
from cockpit.storage.commit import Committed, Locks, carry_out
from cockpit.storage.deed import Deed
from cockpit.storage.journal import Entry
from cockpit.storage.onto import LinesChanged, inverse, onto
from cockpit.storage.refusals import NOTHING_CHANGED
from cockpit.storage.store import ProjectStore
from cockpit.storage.targets import target
from cockpit.systems.interface import Change, Edit, Refused


@dataclass(frozen=True, slots=True, kw_only=True)
class Undoable:
    """A change that can be undone, or done again: its entry in the journal, the instant, and what it was in words."""

    id: int
    at: str
    verb: str
    actor: str
    sentence: str
    paths: tuple[str, ...]


def undoable(store: ProjectStore) -> list[Undoable]:
    """What can be undone, newest first. What was done again stands there once, as the newer entry. Raises Refused."""
    entries = _done(store)
    hidden = undone(entries) | {entry.repeats for entry in entries}
    return [_shown(entry) for entry in reversed(entries) if entry.undoes is None and entry.number not in hidden]


def redoable(store: ProjectStore) -> list[Undoable]:
    """What was undone and can be done again, the last undone first. Raises Refused."""
    return [_shown(entry) for entry, _ in _redoable(_done(store))]


def undoing(root: Path, entry_id: int | None = None, *, store: ProjectStore) -> Edit:
    """The edit that `undo` would write. Raises Refused as it does."""
    return _undo_edit(root, store, _to_undo(store, entry_id).id)


def redoing(root: Path, entry_id: int | None = None, *, store: ProjectStore) -> Edit:
    """The edit that `redo` would write. Raises Refused as it does."""
    return _redo_edit(root, store, _to_redo(store, entry_id)[0].number)


def undo(
    root: Path,
    entry_id: int | None = None,
    *,
    store: ProjectStore,
    actor: str,
    now: datetime,
    locks: Locks = (),
) -> Committed:
    """Undoes a change in all its files, the newest one where none is named.

    What else changed since stays. Raises Refused, with nothing changed, where the very lines have changed since, a
    file made is no longer as it was made, or a file removed is there again.
    """
    entry = _entry(store, _to_undo(store, entry_id).id)
    deed = _deed("undo", entry, actor, now, undoes=entry.number)
    committed = carry_out(root, partial(_undo_edit, root, store, entry.number), store=store, deed=deed, locks=locks)
    _tidy(root, entry.folders)
    return committed


def redo(
    root: Path,
    entry_id: int | None = None,
    *,
    store: ProjectStore,
    actor: str,
    now: datetime,
    locks: Locks = (),
) -> Committed:
    """Does an undone change again, on the present content; the one undone last where none is named.

    `entry_id` is that of the change that was undone. Raises Refused, with nothing changed, where its lines are others.
    """
    entry, undoing_entry = _to_redo(store, entry_id)
    deed = _deed("redo", entry, actor, now, undoes=undoing_entry.number)
    return carry_out(root, partial(_redo_edit, root, store, entry.number), store=store, deed=deed, locks=locks)


def undone(entries: Sequence[Entry]) -> frozenset[int]:
    """The numbers of the entries that a later one undid, unless that was undone itself. `entries` are in order."""
    found: set[int] = set()
    for entry in reversed(entries):
        if entry.undoes is not None and entry.number not in found:
            found.add(entry.undoes)
    return frozenset(found)


def _done(store: ProjectStore) -> list[Entry]:
    return [entry for entry in journal.read(store).entries if entry.state == "done"]


def _redoable(entries: Sequence[Entry]) -> list[tuple[Entry, Entry]]:
    """The undone changes, each with the entry that undid it, newest first."""
    ordinary = {entry.number: entry for entry in entries if entry.undoes is None}
    gone = undone(entries)
    return [
        (ordinary[entry.undoes], entry)
        for entry in reversed(entries)
        if entry.undoes in ordinary and entry.number not in gone
    ]


def _to_undo(store: ProjectStore, entry_id: int | None) -> Undoable:
    candidates = undoable(store)
    if entry_id is None and not candidates:
        raise Refused("There is nothing to undo.")
    for candidate in candidates:
        if entry_id in (None, candidate.id):
            return candidate
    raise Refused(f"There is no change {entry_id} that could be undone.")


def _to_redo(store: ProjectStore, entry_id: int | None) -> tuple[Entry, Entry]:
    candidates = _redoable(_done(store))
    if entry_id is None and not candidates:
        raise Refused("There is nothing to do again.")
    for entry, undoing_entry in candidates:
        if entry_id in (None, entry.number):
            return entry, undoing_entry
    raise Refused(f"There is no undone change {entry_id}.")


def _entry(store: ProjectStore, number: int) -> Entry:
    return next(entry for entry in _done(store) if entry.number == number)


def _undo_edit(root: Path, store: ProjectStore, number: int) -> Edit:
    """The inverse of an entry on the present content; files are removed last. Raises Refused."""
    _to_undo(store, number)  # another cockpit may have undone it meanwhile
    entry = _entry(store, number)
    changes = [inverse(change) for change in journal.changes(store, entry)]
    changes.sort(key=lambda change: change.after is None)
    return Edit(changes=_made_on(root, changes, entry.sentence), done=f"Undone: {entry.sentence}")


def _redo_edit(root: Path, store: ProjectStore, number: int) -> Edit:
    entry, _ = _to_redo(store, number)
    changes = journal.changes(store, entry)
    return Edit(changes=_made_on(root, changes, entry.sentence), done=f"Done again: {entry.sentence}")


def _made_on(root: Path, changes: Sequence[Change], sentence: str) -> tuple[Change, ...]:
    """The changes as they are to be made on the present content. Raises Refused where one of them cannot be."""
    made: list[Change] = []
    for change in changes:
        current = target(root, change.path).read()
        try:
            made.append(Change(path=change.path, before=current, after=onto(change, current)))
        except LinesChanged:
            raise Refused(f"{_why(change, current)} since “{sentence}”; {NOTHING_CHANGED}.") from None
    return tuple(change for change in made if change.before != change.after)


def _why(change: Change, current: bytes | None) -> str:
    if current is None:
        return f"{change.path} was removed"
    if change.before is None:
        return f"Another {change.path} was written"
    if change.after is None:
        return f"{change.path} was changed"
    return f"The same lines of {change.path} were changed"


def _deed(verb: str, entry: Entry, actor: str, now: datetime, *, undoes: int) -> Deed:
    subject = entry.subject
    return Deed(verb=verb, actor=actor, now=now, subject=(lambda: subject) if subject else None, undoes=undoes)


def _tidy(root: Path, folders: Sequence[str]) -> None:
    """Removes the folders that the undone change had made, as far as they are empty."""
    for folder in reversed(folders):
        with suppress(OSError):
            disk.remove_folder(root / folder)


def _shown(entry: Entry) -> Undoable:
    return Undoable(
        id=entry.number,
        at=entry.at,
        verb=entry.verb,
        actor=entry.actor,
        sentence=entry.sentence,
        paths=entry.paths,
    )
