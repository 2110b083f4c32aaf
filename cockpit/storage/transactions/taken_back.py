"""Changes that another program took back: which they are, and dismissing them.

A change was taken back where none of its lines stands any longer and others brought back what stood before, or removed
what it had added (`text.line_owners`). Every change that the journal holds is looked after, whatever was written
since: a later write does not hide it."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace

from cockpit.model.errors import CommandError
from cockpit.storage.transactions import journal
from cockpit.storage.transactions.contents import CurrentContents
from cockpit.storage.transactions.undo import dismissed, standing_changes, undone
from cockpit.storage.user_files import ledger
from cockpit.storage.user_files.ledger import Entry
from cockpit.storage.user_files.locks import project_lock
from cockpit.storage.user_files.store import ProjectStore
from cockpit.systems.interface import Change
from cockpit.text.line_owners import Loss, OwnedLines, Piece
from cockpit.text.rows import without
from cockpit.values import dataclass

_TAKEN_UP = ("handoff", "init")
"""The verbs whose files an agent or a person removes once they are used, or no longer wanted."""
BUSY_SECONDS, BUSY_PAUSE_SECONDS = 1.0, 0.02
DEAD_SECONDS = 0.2
"""An entry that is not completed for so long, while no other one changes, is of a process that was killed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Gone:
    """A change that is gone from the files in `paths` since the instant `at`, or, with `or_earlier`, some time before:
    it is that of the first later change of ours that found it gone. None where it was there when we wrote last.
    `in_place`: only lines are missed that stood there before; none that it had added, and no file. `replaced`: in place
    of each of them stands something new."""

    entry: Entry
    paths: tuple[str, ...]
    at: str | None = None
    or_earlier: bool = False
    in_place: bool = False
    replaced: bool = False

    def when(self, time: str | None) -> str:
        """The end of a sentence that says `at`, which is `time` as a person reads it; empty without a time."""
        return f" {'before' if self.or_earlier else 'at'} {time}" if time else ""


def find(store: ProjectStore, read: CurrentContents) -> list[Gone]:
    """What another program took back and nobody wrote again or dismissed, oldest first.

    Where something is being written through the journal meanwhile, it is looked at again: the files are ahead of what
    the journal said. Raises CommandError where that goes on for a second, and where the journal cannot be read. Nothing
    is said about files in which a process that was killed left something to be completed."""
    begun = changed = time.monotonic()
    listing: journal.Listing = ()
    while True:
        known = journal.read(store)
        found = _Looking(store, read, known.entries).find()
        now = time.monotonic()
        if journal.listing(store) == known.listing:
            changed = changed if known.listing == listing else now
            is_busy = any(entry.state == "pending" for entry in known.entries)
            if not is_busy or now - changed > DEAD_SECONDS:
                return found
        if now - begun > BUSY_SECONDS:
            raise CommandError(
                "storage.others-write-without-pause",
                "Other cockpits keep writing to this project. Whether changes were taken back is unknown for now.",
            )
        listing = known.listing
        time.sleep(BUSY_PAUSE_SECONDS)


def _lines(store: ProjectStore, entries: Sequence[Entry]) -> dict[str, OwnedLines]:
    """The files that changes of ours wrote, up to the last of these."""
    files: dict[str, OwnedLines] = {}
    by_number = {entry.number: entry for entry in entries}
    for entry in entries:
        meant, undoes = entry, False  # what was undone and done again is the change itself
        while meant.undoes is not None and meant.undoes in by_number:
            meant, undoes = by_number[meant.undoes], not undoes
        for change in _changes(store, entry):
            lines = files.setdefault(change.path, OwnedLines()) if not change.rows else None
            if lines is not None and change.before is not None and change.after is not None:
                lines.ours(meant.number, change.before, change.after, at=entry.number, undoes=undoes)
            elif lines is not None:
                lines.restart(change.after or b"")
    return files


def _changes(store: ProjectStore, entry: Entry) -> Sequence[Change]:
    try:
        return journal.changes(store, entry)
    except CommandError:  # damaged, or gone for its age: nothing can be said about it
        return ()


class _Looking:
    """One look at the files, from the newest change to the oldest."""

    def __init__(self, store: ProjectStore, read: CurrentContents, known: Sequence[Entry]) -> None:
        self._store = store
        self._read = read
        self._entries = [entry for entry in known if entry.state == "done"]
        self._by_number = {entry.number: entry for entry in self._entries}
        self._busy = {path for entry in known if entry.state == "pending" for path in entry.paths}
        self._lines = _lines(store, self._entries)
        self._now: dict[str, OwnedLines | None] = {}
        self._later: list[Entry] = []

    def find(self) -> list[Gone]:
        """What was taken back, oldest first."""
        gone = undone(self._entries) | {entry.repeats for entry in self._entries}
        settled = dismissed(self._entries)
        found: list[Gone] = []
        for entry in reversed(self._entries):
            if entry.undoes is not None or entry.number in gone:
                continue
            if entry.number not in settled:
                lost = self._lost(entry)
                found += [lost] if lost is not None else []
            self._later.append(entry)
        return found[::-1]

    def _chain(self, entry: Entry) -> list[Entry]:
        """An entry and those that it does once more, the latest first."""
        found = [entry]
        while (entry.repeats or 0) in self._by_number:
            entry = self._by_number[entry.repeats or 0]
            found.append(entry)
        return found

    def _lost(self, entry: Entry) -> Gone | None:
        """What is gone of an entry. A file that was removed counts where nothing else of the entry is left."""
        owners = {path: each.number for each in reversed(self._chain(entry)) for path in each.paths}
        paths = sorted(owners.keys() - self._busy)
        times = all(self._lines[path].writes_only_times(owners[path]) for path in paths if path in self._lines)
        lost: list[str] = []
        removed: list[str] = []
        losses: dict[str, list[tuple[Piece, Loss]]] = {}
        for path in paths:
            now = self._at(path)
            losses[path] = now.losses(owners[path], times=times) if now is not None else []
            if losses[path] or self._is_whole_again(entry, path):
                lost.append(path)
            elif now is None and self._is_removed(path):
                removed.append(path)
        if not lost and (len(removed) < len(paths) or not removed or entry.verb in _TAKEN_UP):
            return None
        return _told(entry, (*lost, *removed), losses, self._by_number)

    def _is_whole_again(self, entry: Entry, path: str) -> bool:
        """Whether a file that an entry removed is there again, or rows are as before it."""
        if path in self._lines and self._lines[path].text:
            return False
        change = next((each for each in self._standing(entry) if each.path == path), None)
        if change is not None and change.rows:
            return self._are_rows_back(change)
        later = any(path in each.paths for each in self._later)
        return change is not None and change.after is None and not later and self._bytes(path) == change.before

    def _is_removed(self, path: str) -> bool:
        """Whether a file that changes of ours left in place is not there, nor another one like it beside or below."""
        text = self._lines[path].text if path in self._lines else b""
        try:
            return bool(text) and self._read(path) is None and not self._read.has_like(path, text)
        except CommandError:
            return False

    def _standing(self, entry: Entry) -> Sequence[Change]:
        try:
            return standing_changes(self._store, entry, self._entries)
        except CommandError:  # damaged, or gone for its age: nothing can be said about it
            return ()

    def _at(self, path: str) -> OwnedLines | None:
        """A file as it stands there now; None where there is none, or it cannot be read."""
        if path not in self._now:
            known, data = self._lines.get(path), self._bytes(path)
            self._now[path] = known.found(data) if known is not None and data is not None else None
        return self._now[path]

    def _bytes(self, path: str) -> bytes | None:
        try:
            return self._read(path)
        except CommandError:
            return None

    def _are_rows_back(self, change: Change) -> bool:
        """Whether a row has the values from before a change, but for what a later change of ours is about."""
        later = (made for each in self._later if change.path in each.paths for made in self._standing(each))
        own = without(change.rows, [row for made in later if made.path == change.path for row in made.rows])
        try:
            return bool(own) and self._read.has_old_rows(replace(change, rows=own))
        except CommandError:  # nothing can be said about it
            return False


def _told(
    entry: Entry,
    paths: tuple[str, ...],
    by_path: Mapping[str, Sequence[tuple[Piece, Loss]]],
    entries: Mapping[int, Entry],
) -> Gone:
    """What is said of an entry that is gone from these files."""
    seen = (loss.at for losses in by_path.values() for _, loss in losses if loss.at is not None)
    first = min(seen, default=None)
    losses = [each for path in paths for each in by_path.get(path, ())]
    in_place = all(map(by_path.get, paths)) and all(piece.in_place for piece, _ in losses)
    return Gone(
        entry=entry,
        paths=paths,
        at=entries[first].at if first is not None else None,
        or_earlier=first is not None,
        in_place=in_place,
        replaced=in_place and all(loss.replaced for _, loss in losses),
    )


def record_dismissal(store: ProjectStore, entry: Entry) -> Entry:
    """Records an entry that changes no file, to be undone like any other. Raises CommandError."""
    store.refuse_read_only()
    with project_lock(store):
        entry = journal.begin(store, entry, ())
        ledger.append(store, entry)
        journal.mark(store, entry.number, "done")
    return entry
