"""Undoing a change, doing it again, writing it again where it was taken back: on the present content."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Self

from cockpit.model.errors import CommandError
from cockpit.model.intents import intent_of
from cockpit.storage.transactions import journal
from cockpit.storage.transactions.commit import Committed, TransactionInfo, commit
from cockpit.storage.transactions.contents import LinesChanged, inverse, present, rebase, rebased_change, rows_remaining
from cockpit.storage.transactions.journal import Entry, Listing
from cockpit.storage.user_files.store import ProjectStore
from cockpit.systems.interface import Change, Edit
from cockpit.text.rows import RowChange, without
from cockpit.values import dataclass
from cockpit.wording.messages import Message

# What was done to a project, read from the journal once: what of it can be undone, and what done again

_REPEATED = ("storage.applied-again", "storage.brought-back")
"""What is said of an entry that repeats another one."""


def without_repeats(message: Message) -> Message:
    """What was done, without that it was done again, however often it was."""
    while message.code in _REPEATED:
        message = message.values["change"]
    return message


@dataclass(frozen=True, slots=True)
class History:
    """The completed entries, oldest first. `listing` are the names of all entries at the time of reading."""

    entries: tuple[Entry, ...]
    listing: Listing

    @classmethod
    def read(cls, store: ProjectStore) -> Self:
        """The history of a project. Raises CommandError where it cannot be read."""
        found = journal.read(store)
        return cls(tuple(entry for entry in found.entries if entry.state == "done"), found.listing)

    def now(self, store: ProjectStore) -> "History":
        """The history as it is now: itself where nothing was done since it was read. Raises CommandError."""
        return self if journal.listing(store) == self.listing else History.read(store)

    def undoable(self) -> list[Entry]:
        """What can be undone, the last done first: what was undone and done again counts as done then. What was written
        again stands there once, as the newer entry."""
        superseded = undone(self.entries) | {entry.repeats for entry in self.entries}
        changed = {entry.number: entry.undoes for entry in self.entries}
        last: dict[int, int] = {}
        for entry in self.entries:
            number = entry.number
            while (earlier := changed.get(number)) is not None:
                number = earlier
            last[number] = entry.number
        standing = [entry for entry in self.entries if entry.undoes is None and entry.number not in superseded]
        return sorted(standing, key=lambda entry: last[entry.number], reverse=True)

    def redoable(self) -> list[tuple[Entry, Entry]]:
        """What was undone and not made anew since, each with the entry that undid it, the last undone first."""
        repeated = {entry.repeats for entry in self.entries}
        ordinary = {each.number: each for each in self.entries if each.undoes is None and each.number not in repeated}
        gone = undone(self.entries)
        return [
            (ordinary[entry.undoes], entry)
            for entry in reversed(self.entries)
            if entry.undoes in ordinary and entry.number not in gone
        ]

    def to_undo(self, number: int | None) -> Entry:
        """The entry of that number, the newest where none is named. Raises CommandError where it cannot be undone."""
        candidates = self.undoable()
        if number is None and not candidates:
            raise CommandError(Message("storage.nothing-to-undo"))
        found = next((entry for entry in candidates if number in (None, entry.number)), None)
        if found is None:
            raise CommandError(Message("storage.no-change-to-undo", number=number))
        return found

    def to_redo(self, number: int | None) -> tuple[Entry, Entry]:
        """The undone entry of that number, the last undone where none is named, and what undid it. Raises
        CommandError."""
        candidates = self.redoable()
        if number is None and not candidates:
            raise CommandError(Message("storage.nothing-to-redo"))
        found = next((pair for pair in candidates if number in (None, pair[0].number)), None)
        if found is None:
            raise CommandError(Message("storage.no-change-to-redo", number=number))
        return found


def standing_changes(store: ProjectStore, entry: Entry, entries: Sequence[Entry]) -> tuple[Change, ...]:
    """What an entry wrote, and what the one that it repeats had written to other files and rows, where it still stood.

    Raises CommandError where the journal no longer holds it.
    """
    made = journal.changes(store, entry)
    before = next((each for each in entries if each.number == entry.repeats), None)
    if before is None:
        return made
    earlier = {change.path: change for change in standing_changes(store, before, entries)}
    own = tuple(_joined(earlier.pop(change.path, None), change) for change in made)
    return (*own, *earlier.values())


def _joined(first: Change | None, second: Change) -> Change:
    """Two changes of one path, the second made later, as one: of rows all of both, of a file the second."""
    if first is None or not second.rows:
        return second
    return replace(second, rows=(*without(first.rows, second.rows), *second.rows))


def dismissed(entries: Sequence[Entry]) -> frozenset[int]:
    """The numbers of the entries that were dismissed, unless that was undone."""
    gone = undone(entries)
    return frozenset(number for entry in entries if entry.number not in gone for number in entry.dismisses)


def undone(entries: Sequence[Entry]) -> frozenset[int]:
    """The numbers of the entries that a later one undid, unless that was undone itself. `entries` are in order."""
    found: set[int] = set()
    for entry in reversed(entries):
        if entry.undoes is not None and entry.number not in found:
            found.add(entry.undoes)
    return frozenset(found)


Guard = Callable[[Entry], None]
"""Raises CommandError where a change may not be taken back, or not be done again."""


class Conflict(CommandError):
    """The very lines of a change were changed since, so that it can neither be undone nor made again as it was."""


def undo_edit(root: Path, number: int | None = None, *, store: ProjectStore, history: History | None = None) -> Edit:
    """The inverse of an entry on the present content; files are removed last. Raises CommandError as `undo` does.

    `history` is as it was read before: another cockpit may have undone the entry meanwhile.
    """
    known = _as_it_is(store, history)
    entry = known.to_undo(number)
    done = Message("storage.undone", change=entry.message)
    return Edit(changes=_rebased(root, _back(store, entry, known.entries), entry.message), done=done)


def _back(store: ProjectStore, entry: Entry, entries: Sequence[Entry]) -> list[Change]:
    """The changes that undo an entry where everything is as it wrote it. Raises CommandError."""
    again = entry.repeats is not None and entry.message.code != "storage.brought-back"
    made = standing_changes(store, entry, entries) if again else journal.changes(store, entry)
    return sorted(map(inverse, made), key=lambda change: change.after is None)


def to_undo_first(root: Path, number: int, *, store: ProjectStore) -> Entry | None:
    """The later change of ours that is to be undone first where a change cannot be undone: once it is, and others that
    are named then, it can be. None where there is none. Raises CommandError."""
    history = History.read(store)
    numbers = {number}
    while True:
        turn = [each for each in history.undoable() if each.number in numbers]
        held = _held_up(root, turn, history, store)
        if held is None:
            return turn[0] if len(turn) > 1 else None
        found = _changed_by(*held, history, store)
        if found is None or found in numbers:
            return None
        numbers.add(found)


def _held_up(root: Path, turn: Sequence[Entry], history: History, store: ProjectStore) -> tuple[Entry, Change] | None:
    """The first of the changes that could not be undone, one after the other, and where; None where all of them can."""
    files: dict[str, bytes | None] = {}
    rows: dict[str, list[RowChange]] = {}
    for entry in turn:
        for change in _back(store, entry, history.entries):
            try:
                if change.rows:
                    own = without(change.rows, rows.setdefault(change.path, []))
                    rows_remaining(root, replace(change, rows=own))
                    rows[change.path] += change.rows
                else:
                    now = files[change.path] if change.path in files else present(root, change)
                    files[change.path] = rebase(change, now)
            except LinesChanged:
                return entry, change
    return None


def _changed_by(entry: Entry, back: Change, history: History, store: ProjectStore) -> int | None:
    """The change of ours since which the lines or rows of an entry are others; None where another program wrote them.
    `back` is what would undo the entry there."""
    standing = {each.number for each in history.undoable()}
    undoes = {each.number: each.undoes for each in history.entries if each.undoes is not None}
    for later in reversed([each for each in history.entries if each.number > entry.number]):
        number = later.number
        while number in undoes:  # of what was undone and done again, the change itself
            number = undoes[number]
        for made in (each for each in journal.changes(store, later) if each.path == back.path):
            if not back.rows and _fits(back, made.after):
                return None
            was_right = without(back.rows, made.rows) != back.rows if back.rows else _fits(back, made.before)
            if was_right and number in standing:
                return number
    return None


def _fits(change: Change, content: bytes | None) -> bool:
    try:
        rebase(change, content)
    except LinesChanged:
        return False
    return True


def redo_edit(root: Path, number: int | None = None, *, store: ProjectStore, history: History | None = None) -> Edit:
    """An undone entry on the present content. Raises CommandError as `redo` does."""
    entry, _ = _as_it_is(store, history).to_redo(number)
    changes = journal.changes(store, entry)
    done = Message("storage.done-again", change=entry.message)
    return Edit(changes=_rebased(root, changes, entry.message, beside=False), done=done)


def reapply_edit(root: Path, number: int, *, store: ProjectStore) -> Edit:
    """A change that another program took back, on the present content. Raises CommandError as `write_again` does."""
    history = History.read(store)
    entry = _done(history, number)
    changes = standing_changes(store, entry, history.entries)
    remarks: tuple[Message, ...] = ()
    if any(not each.rows and each.before is None and present(root, each) is None for each in changes):
        changes, remarks = _without_conflicts(root, changes)
    made = _rebased(root, changes, entry.message, beside=False)
    return Edit(
        changes=made, done=Message("storage.applied-again", change=without_repeats(entry.message)), remarks=remarks
    )


def reapply_edits(root: Path, numbers: Sequence[int], *, store: ProjectStore) -> tuple[Edit, list[int]]:
    """What writing several changes again one after the other comes to, as one edit; and those that others' lines stand
    in the way of. Raises CommandError."""
    history = History.read(store)
    before: dict[str, bytes | None] = {}
    after: dict[str, bytes | None] = {}
    of_rows: list[Change] = []
    conflicting: list[int] = []

    def read(change: Change) -> bytes | None:
        if change.path not in after:
            before[change.path] = after[change.path] = present(root, change)
        return after[change.path]

    for number in numbers:
        entry = _done(history, number)
        try:
            made = _rebased(
                root, standing_changes(store, entry, history.entries), entry.message, beside=False, read=read
            )
        except Conflict:
            conflicting.append(number)
            continue
        of_rows += [change for change in made if change.rows]
        after.update({change.path: change.after for change in made if not change.rows})
    files = [Change(path=path, before=before[path], after=content) for path, content in after.items()]
    changes = (*(change for change in files if not change.is_empty), *of_rows)
    return Edit(changes=changes, done=Message("storage.changes-written-again", count=len(numbers))), conflicting


def undo(
    root: Path,
    number: int | None = None,
    *,
    store: ProjectStore,
    actor: str,
    now: datetime,
    guard: Guard = lambda _: None,
) -> Committed:
    """Undoes a change in all its files, the newest one where none is named.

    What else changed since stays. Raises CommandError, with nothing changed: Conflict where the very lines have changed
    since, a file made is no longer as it was made, or a file removed is there again.
    """
    history = History.read(store)
    entry = history.to_undo(number)
    guard(entry)
    info = TransactionInfo(verb="undo", actor=actor, now=now, subject=entry.subject, undoes=entry.number,
                empties=entry.folders)  # fmt: skip
    return commit(root, partial(undo_edit, root, entry.number, store=store, history=history), store=store, info=info)


def redo(
    root: Path,
    number: int | None = None,
    *,
    store: ProjectStore,
    actor: str,
    now: datetime,
    guard: Guard = lambda _: None,
) -> Committed:
    """Does an undone change again, on the present content; the one undone last where none is named.

    `number` is that of the change that was undone. Raises CommandError, with nothing changed: Conflict where its lines
    are others, or others were written in the same place."""
    history = History.read(store)
    entry, undoing_entry = history.to_redo(number)
    guard(entry)
    info = TransactionInfo(verb="redo", actor=actor, now=now, subject=entry.subject, undoes=undoing_entry.number)
    return commit(root, partial(redo_edit, root, entry.number, store=store, history=history), store=store, info=info)


def write_again(root: Path, number: int, *, store: ProjectStore, actor: str, now: datetime) -> Committed:
    """Makes a change that was taken back once more, on the present content. Raises CommandError, Conflict as `redo`.

    Where a file comes back that was removed, lines of the change in other files that do not fit any more are left, and
    that is said. Nothing is written, and there is no entry, where the change is in the files already.
    """
    entry = _done(History.read(store), number)
    info = TransactionInfo(verb="again", actor=actor, now=now, subject=entry.subject, repeats=entry.number,
                           intent=intent_of(entry.intent))  # fmt: skip
    return commit(root, partial(reapply_edit, root, number, store=store), store=store, info=info)


def _as_it_is(store: ProjectStore, history: History | None) -> History:
    return history.now(store) if history is not None else History.read(store)


def _done(history: History, number: int) -> Entry:
    entry = next((entry for entry in history.entries if entry.number == number), None)
    if entry is None:
        raise CommandError(Message("storage.no-change-to-make-again", number=number))
    return entry


def _without_conflicts(root: Path, changes: Sequence[Change]) -> tuple[tuple[Change, ...], tuple[Message, ...]]:
    """The changes that fit, and a remark on each that does not."""
    fitting: list[Change] = []
    remarks: list[Message] = []
    for change in changes:
        try:
            if change.rows:
                rows_remaining(root, change)
            else:
                rebase(change, present(root, change), beside=False)
            fitting.append(change)
        except LinesChanged:
            remarks.append(Message("storage.rows-left" if change.rows else "storage.lines-left", path=change.path))
    return tuple(fitting), tuple(remarks)


def _rebased(
    root: Path,
    changes: Sequence[Change],
    done: Message,
    *,
    beside: bool = True,
    read: Callable[[Change], bytes | None] | None = None,
) -> tuple[Change, ...]:
    """The changes of what was done, as they are to be made on the present content, or on what is `read`. Raises
    Conflict where one of them cannot be."""
    made: list[Change] = []
    for change in changes:
        current = None
        try:
            if change.rows:
                made.append(rows_remaining(root, change))
                continue
            current = read(change) if read is not None else present(root, change)
            made.append(rebased_change(change, current, rebase(change, current, beside=beside)))
        except LinesChanged:
            raise Conflict(Message(_code(change, current), path=change.path, change=done), unchanged=True) from None
    return tuple(change for change in made if not change.is_empty)


def _code(change: Change, current: bytes | None) -> str:
    """What is said of a change that cannot be made any more."""
    if change.rows:
        return "storage.rows-changed-since"
    if current is None:
        return "storage.file-removed-since"
    if change.before is None:
        return "storage.file-written-since"
    if change.after is None:
        return "storage.file-changed-since"
    return "storage.lines-changed-since"
