"""Undoing a change, doing it again, writing it again where it was taken back: one merge with the present content."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Literal, Self

from cockpit.model.errors import CommandError
from cockpit.storage.transactions import journal
from cockpit.storage.transactions.commit import Committed, commit
from cockpit.storage.transactions.contents import LinesChanged, inverse, present, rebase, rows_remaining
from cockpit.storage.transactions.journal import Listing
from cockpit.storage.user_files.ledger import Entry
from cockpit.storage.user_files.store import ProjectStore
from cockpit.systems.interface import Change, Edit
from cockpit.text.rows import RowChange, without
from cockpit.values import dataclass
from cockpit.wording.messages import Message, clause
from cockpit.wording.times import write_instant

# What was done to a project, read from the journal once: what of it can be undone, and what done again

Turn = Literal["undo", "redo", "again"]
"""Undoing a change, doing an undone one again, writing one again that another program took back."""
_NO_SUCH = {
    "undo": ("storage.no-change-to-undo", "No change {number} to undo."),
    "redo": ("storage.no-change-to-redo", "No undone change {number}."),
    "again": ("storage.no-change-to-make-again", "No change {number} to write again."),
}
_DONE = {
    "undo": ("storage.undone", "Undone"),
    "redo": ("storage.done-again", "Redone"),
    "again": ("storage.applied-again", "Wrote again"),
}


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

    def redoable(self) -> list[Entry]:
        """What was undone and not made anew since, the last undone first."""
        repeated = {entry.repeats for entry in self.entries}
        ordinary = {each.number: each for each in self.entries if each.undoes is None and each.number not in repeated}
        gone = undone(self.entries)
        return [
            ordinary[entry.undoes]
            for entry in reversed(self.entries)
            if entry.undoes in ordinary and entry.number not in gone
        ]

    def find(self, turn: Turn, number: int | None = None) -> Entry:
        """The entry of that number, where none is named the one whose turn it is. Raises CommandError where there is
        none, or none that this can be done with."""
        candidates: Sequence[Entry] = self.entries
        if turn != "again":
            candidates = self.undoable() if turn == "undo" else self.redoable()
        found = next((entry for entry in candidates if number in (None, entry.number)), None)
        if found is None:
            code, text = (f"storage.nothing-to-{turn}", f"Nothing to {turn}.") if number is None else _NO_SUCH[turn]
            raise CommandError(code, text.format(number=number))
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


def turn_edit(
    root: Path,
    number: int | None = None,
    *,
    turn: Turn,
    store: ProjectStore,
    history: History | None = None,
    read: Callable[[Change], bytes | None] | None = None,
) -> Edit:
    """A change, or its inverse, on the present content, or on what is `read`. Raises CommandError as `take` does.

    `history` is as it was read before: another cockpit may have done the same meanwhile.
    """
    known = history.now(store) if history is not None else History.read(store)
    entry = known.find(turn, number)
    done, remarks = entry.message, tuple[Message, ...]()
    match turn:
        case "undo":
            changes: Sequence[Change] = _back(store, entry, known.entries)
        case "redo":
            changes = journal.changes(store, entry)
        case "again":
            done = entry.change
            changes = standing_changes(store, entry, known.entries)
            if any(not each.rows and each.before is None and present(root, each) is None for each in changes):
                changes, remarks = _without_conflicts(root, changes)
    made = _rebased(root, changes, entry.message, beside=turn == "undo", read=read)
    code, text = _DONE[turn]
    return Edit(changes=made, done=Message(code, f"{text}: {done}"), remarks=remarks)


def _back(store: ProjectStore, entry: Entry, entries: Sequence[Entry]) -> list[Change]:
    """The changes that undo an entry where everything is as it wrote it. Raises CommandError."""
    again = entry.repeats is not None and entry.kind != "restore"
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


def again_edit(root: Path, numbers: Sequence[int], *, store: ProjectStore) -> tuple[Edit, list[int]]:
    """What writing several changes again one after the other comes to, as one edit; and those that others' lines stand
    in the way of. Raises CommandError."""
    history = History.read(store)
    files: dict[str, Change] = {}
    of_rows: list[Change] = []
    conflicting: list[int] = []

    def read(change: Change) -> bytes | None:
        return files[change.path].after if change.path in files else present(root, change)

    for number in numbers:
        try:
            made = turn_edit(root, number, turn="again", store=store, history=history, read=read).changes
        except Conflict:
            conflicting.append(number)
            continue
        of_rows += [change for change in made if change.rows]
        for change in made:
            if not change.rows:
                files[change.path] = replace(change, before=files.get(change.path, change).before)
    changes = (*(change for change in files.values() if not change.is_empty), *of_rows)
    return Edit(
        changes=changes, done=Message("storage.changes-written-again", f"Wrote {len(numbers)} changes again.")
    ), conflicting


def take(
    root: Path,
    number: int | None = None,
    *,
    turn: Turn,
    store: ProjectStore,
    actor: str,
    now: datetime,
    confirms: bool = False,
    guard: Guard = lambda _: None,
) -> Committed:
    """Takes a turn with a change in all its files, where none is named the newest one, or the one undone last. What a
    person does `confirms` what it writes.

    What else changed since stays. Nothing is written, and there is no entry, where a change is to be written again that
    is in the files; of one that made a file which is gone, only what fits is written again, and the rest is told.
    Raises CommandError, with nothing changed: Conflict where the very lines have changed since, others were written
    where a change is to be done again, a file made is no longer as it was made, or a file removed is there again.
    """
    history = History.read(store)
    entry = history.find(turn, number)
    guard(entry)
    undoes = {each.undoes: each.number for each in history.entries}
    turned = Entry(
        kind=turn,
        verb=turn,
        actor=actor,
        at=write_instant(now),
        subject=entry.subject,
        undoes={"undo": entry.number, "redo": undoes.get(entry.number)}.get(turn),
        repeats=entry.number if turn == "again" else None,
        empties=entry.folders if turn == "undo" else (),
        intent=entry.intent if turn == "again" else None,
    )
    make = partial(turn_edit, root, entry.number, turn=turn, store=store, history=history)
    return commit(root, make, store=store, entry=turned, now=now, confirms=confirms)


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
            what = "rows" if change.rows else "lines"
            text = f"{change.path} was not changed, because its {what} are different now."
            remarks.append(Message(f"storage.{what}-left", text))
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
            made.append(replace(change, before=current, after=rebase(change, current, beside=beside)))
        except LinesChanged:
            raise Conflict(_conflict(change, current, done), unchanged=True) from None
    return tuple(change for change in made if not change.is_empty)


def _conflict(change: Change, current: bytes | None, done: Message) -> Message:
    """What is said of a change that cannot be made any more."""
    path, since = change.path, f"since “{clause(done)}”"
    if change.rows:
        return Message("storage.rows-changed-since", f"The same rows of {path} were changed {since}")
    if current is None:
        return Message("storage.file-removed-since", f"{path} was removed {since}")
    if change.before is None:
        return Message("storage.file-written-since", f"Another version of {path} was written {since}")
    if change.after is None:
        return Message("storage.file-changed-since", f"{path} was changed {since}")
    return Message("storage.lines-changed-since", f"The same lines of {path} were changed {since}")
