"""Undoing and redoing: the inverse of a whole change, made on the present content."""

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from pathlib import Path

from cockpit.model.refused import Refused
from cockpit.storage import journal
from cockpit.storage.commit import Committed, commit
from cockpit.storage.contents import present, rows_remaining
from cockpit.storage.deed import Deed
from cockpit.storage.history import History
from cockpit.storage.journal import Entry
from cockpit.storage.onto import Clashing, LinesChanged, inverse, is_before, made_on, no_clash, onto, refuse_clash
from cockpit.storage.refusals import NOTHING_CHANGED
from cockpit.storage.store import ProjectStore
from cockpit.systems.interface import Change, Edit

Guard = Callable[[Entry], None]
"""Raises Refused where a change may not be taken back, or not be done again."""


def undoing(root: Path, number: int | None = None, *, store: ProjectStore, clashing: Clashing = no_clash) -> Edit:
    """The edit that `undo` would write. Raises Refused as it does."""
    return _undo_edit(root, store, clashing, History.read(store), number)


def redoing(root: Path, number: int | None = None, *, store: ProjectStore, clashing: Clashing = no_clash) -> Edit:
    """The edit that `redo` would write. Raises Refused as it does."""
    return _redo_edit(root, store, clashing, History.read(store), number)


def undo(
    root: Path,
    number: int | None = None,
    *,
    store: ProjectStore,
    actor: str,
    now: datetime,
    guard: Guard = lambda _: None,
    clashing: Clashing = no_clash,
) -> Committed:
    """Undoes a change in all its files, the newest one where none is named.

    What else changed since stays. Raises Refused, with nothing changed, where the very lines have changed since, a
    file made is no longer as it was made, or a file removed is there again.
    """
    history = History.read(store)
    entry = history.to_undo(number)
    guard(entry)
    deed = Deed(verb="undo", actor=actor, now=now, subject=entry.subject, undoes=entry.number,
                empties=entry.folders)  # fmt: skip
    return commit(root, partial(_undo_edit, root, store, clashing, history, entry.number), store=store, deed=deed)


def redo(
    root: Path,
    number: int | None = None,
    *,
    store: ProjectStore,
    actor: str,
    now: datetime,
    guard: Guard = lambda _: None,
    clashing: Clashing = no_clash,
) -> Committed:
    """Does an undone change again, on the present content; the one undone last where none is named.

    `number` is that of the change that was undone. Raises Refused, with nothing changed, where its lines are others;
    Clash where they fit and must not be written again.
    """
    history = History.read(store)
    entry, undoing_entry = history.to_redo(number)
    guard(entry)
    deed = Deed(verb="redo", actor=actor, now=now, subject=entry.subject, undoes=undoing_entry.number)
    return commit(root, partial(_redo_edit, root, store, clashing, history, entry.number), store=store, deed=deed)


def _undo_edit(root: Path, store: ProjectStore, clashing: Clashing, history: History, number: int | None) -> Edit:
    """The inverse of an entry on the present content; files are removed last. Raises Refused."""
    entry = history.now(store).to_undo(number)  # another cockpit may have undone it meanwhile
    changes = [inverse(change) for change in journal.changes(store, entry)]
    changes.sort(key=lambda change: change.after is None)
    return Edit(changes=_made_on(root, changes, entry.sentence, clashing), done=f"Undone: {entry.sentence}")


def _redo_edit(root: Path, store: ProjectStore, clashing: Clashing, history: History, number: int | None) -> Edit:
    entry, _ = history.now(store).to_redo(number)
    changes = journal.changes(store, entry)
    return Edit(changes=_made_on(root, changes, entry.sentence, clashing), done=f"Done again: {entry.sentence}")


def _made_on(root: Path, changes: Sequence[Change], sentence: str, clashing: Clashing) -> tuple[Change, ...]:
    """The changes as they are to be made on the present content. Raises Refused where one of them cannot be."""
    made: list[Change] = []
    for change in changes:
        current = None
        try:
            if change.rows:
                made.append(rows_remaining(root, change))
                continue
            current = present(root, change)
            made.append(made_on(change, current, onto(change, current, words=True)))
        except LinesChanged:
            raise Refused(f"{_why(change, current)} since “{sentence}”; {NOTHING_CHANGED}.") from None
        if not is_before(change, current):
            refuse_clash(made[-1], clashing)
    return tuple(change for change in made if not change.is_empty)


def _why(change: Change, current: bytes | None) -> str:
    if change.rows:
        return f"The same rows of {change.path} were changed"
    if current is None:
        return f"{change.path} was removed"
    if change.before is None:
        return f"Another {change.path} was written"
    if change.after is None:
        return f"{change.path} was changed"
    return f"The same lines of {change.path} were changed"
