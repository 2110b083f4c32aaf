"""What was done to a project, read from the journal once: what of it can be undone, and what done again."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Self

from cockpit.documents.rows import without
from cockpit.model.errors import Refused
from cockpit.storage import journal
from cockpit.storage.journal import Entry, Listing
from cockpit.storage.store import ProjectStore
from cockpit.systems.interface import Change
from cockpit.values import dataclass

APPLIED_AGAIN, BROUGHT_BACK = "Applied again: ", "Brought back: "
"""How the sentences begin of what repeats another entry."""


def plainly(sentence: str) -> str:
    """What an entry is about, however often it was repeated."""
    while sentence.startswith((APPLIED_AGAIN, BROUGHT_BACK)):
        sentence = sentence.removeprefix(APPLIED_AGAIN).removeprefix(BROUGHT_BACK)
    return sentence


@dataclass(frozen=True, slots=True)
class History:
    """The completed entries, oldest first. `listing` are the names of all entries at the time of reading."""

    entries: tuple[Entry, ...]
    listing: Listing

    @classmethod
    def read(cls, store: ProjectStore) -> Self:
        """The history of a project. Raises Refused where it cannot be read."""
        found = journal.read(store)
        return cls(tuple(entry for entry in found.entries if entry.state == "done"), found.listing)

    def now(self, store: ProjectStore) -> "History":
        """The history as it is now: itself where nothing was done since it was read. Raises Refused."""
        return self if journal.listing(store) == self.listing else History.read(store)

    def undoable(self) -> list[Entry]:
        """What can be undone, the last done first: what was undone and done again counts as done then. What was written
        again stands there once, as the newer entry."""
        hidden = undone(self.entries) | {entry.repeats for entry in self.entries}
        changed = {entry.number: entry.undoes for entry in self.entries}
        last: dict[int, int] = {}
        for entry in self.entries:
            number = entry.number
            while (earlier := changed.get(number)) is not None:
                number = earlier
            last[number] = entry.number
        standing = [entry for entry in self.entries if entry.undoes is None and entry.number not in hidden]
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
        """The entry of that number, the newest where none is named. Raises Refused where it cannot be undone."""
        candidates = self.undoable()
        if number is None and not candidates:
            raise Refused("There is nothing to undo.")
        found = next((entry for entry in candidates if number in (None, entry.number)), None)
        if found is None:
            raise Refused(f"There is no change {number} that could be undone.")
        return found

    def to_redo(self, number: int | None) -> tuple[Entry, Entry]:
        """The undone entry of that number, the last undone where none is named, and what undid it. Raises Refused."""
        candidates = self.redoable()
        if number is None and not candidates:
            raise Refused("There is nothing to do again.")
        found = next((pair for pair in candidates if number in (None, pair[0].number)), None)
        if found is None:
            raise Refused(f"There is no undone change {number}.")
        return found


def standing_changes(store: ProjectStore, entry: Entry, entries: Sequence[Entry]) -> tuple[Change, ...]:
    """What an entry wrote, and what the one that it repeats had written to other files and rows, where it still stood.

    Raises Refused where the journal no longer holds it.
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
