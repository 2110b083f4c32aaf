"""Changes that another program took back: which they are, and dismissing them.

A change was taken back where none of its lines stands any longer and others brought back what stood before, or removed
what it had added (`text.line_history`). Every change that the journal holds is looked after, whatever was written
since: a later write does not hide it."""

import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import field, replace
from datetime import datetime

from cockpit.model.errors import CommandError
from cockpit.storage.transactions import journal
from cockpit.storage.transactions.contents import CurrentContents
from cockpit.storage.transactions.journal import Entry
from cockpit.storage.transactions.recovery import entry_record
from cockpit.storage.transactions.undo import dismissed, standing_changes, undone
from cockpit.storage.user_files import ledger
from cockpit.storage.user_files.ledger import Subject
from cockpit.storage.user_files.locks import project_lock
from cockpit.storage.user_files.store import ProjectStore
from cockpit.systems.interface import Change
from cockpit.text.line_history import FileHistory, Loss
from cockpit.text.rows import without
from cockpit.values import dataclass
from cockpit.wording.messages import Message
from cockpit.wording.times import write_instant

_ANSWERS = ("acknowledge", "withdraw")
"""The verbs that give and take back the answer to an alert."""
_TAKEN_UP = ("handoff", "init")
"""The verbs whose files an agent or a person removes once they are used, or no longer wanted."""
BUSY_SECONDS, BUSY_PAUSE_SECONDS = 1.0, 0.02
DEAD_SECONDS = 0.2
"""An entry that is not completed for so long, while no other one changes, is of a process that was killed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenBack:
    """A change that is gone from the files in `paths`. `by` is the instant of the first later change of ours that found
    it gone, None where it was there when we wrote last; `found` is what that change found, by path. `in_place`: only
    lines are missed that stood there before; none that it had added, and no file. `replaced`: in place of each of them
    stands something new."""

    entry: Entry
    paths: tuple[str, ...]
    by: str | None = None
    found: Mapping[str, bytes] = field(default_factory=dict)
    in_place: bool = False
    replaced: bool = False


def find(store: ProjectStore, read: CurrentContents) -> list[TakenBack]:
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
            raise CommandError(Message("storage.others-write-without-pause"))
        listing = known.listing
        time.sleep(BUSY_PAUSE_SECONDS)


class _Histories:
    """The histories of a project's files by the entries of its journal, read on where the last look ended."""

    def __init__(self) -> None:
        self._read: list[tuple[int, str]] = []
        self.files: dict[str, FileHistory] = {}

    def read_on(self, store: ProjectStore, entries: Sequence[Entry]) -> None:
        """Takes up the entries that are new; all of them where others came between."""
        keys = [(entry.number, entry.token) for entry in entries]
        first = self._read.index(keys[0]) if keys and keys[0] in self._read else 0  # the oldest go for their age
        known = self._read[first:]
        if keys[: len(known)] != known:
            known, self.files = [], {}
        for entry in entries[len(known) :]:
            self._take(store, entry, entries)
        self._read = keys

    def _take(self, store: ProjectStore, entry: Entry, entries: Sequence[Entry]) -> None:
        number, odd = _meant(entry, entries)
        for change in _changes(store, entry):
            if change.rows:
                continue
            known = self.files.get(change.path, FileHistory())
            if change.before is None or change.after is None:
                made = replace(known, text=b"", lines=()).found(change.after or b"", at=entry.number)
            else:
                again = _repeated(entry, entries)
                made = known.written(number, change.before, change.after, at=entry.number, undoes=odd, again=again)
            self.files[change.path] = made


_HISTORIES: dict[str, _Histories] = {}
_MOST_HISTORIES = 4
"""Projects of which histories are kept from one look to the next."""


def _meant(entry: Entry, entries: Sequence[Entry]) -> tuple[int, bool]:
    """The change that an entry makes, itself or one that it does again after an undo; and whether it undoes it."""
    by_number = {each.number: each for each in entries}
    odd = False
    while entry.undoes is not None and entry.undoes in by_number:
        entry, odd = by_number[entry.undoes], not odd
    return entry.number, odd


def _repeated(entry: Entry, entries: Sequence[Entry]) -> Sequence[int]:
    """The changes that an entry does once more."""
    repeats = {each.number: each.repeats for each in entries}
    found: list[int] = []
    at = entry.repeats
    while at is not None and at not in found:
        found.append(at)
        at = repeats.get(at)
    return found


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
        self._busy = {path for entry in known if entry.state == "pending" for path in entry.paths}
        self._at = {entry.number: entry.at for entry in self._entries}
        gone = undone(self._entries) | {entry.repeats for entry in self._entries}
        self._standing = [each for each in self._entries if each.undoes is None and each.number not in gone]
        if len(_HISTORIES) >= _MOST_HISTORIES and str(store.journal) not in _HISTORIES:
            _HISTORIES.clear()
        histories = _HISTORIES.setdefault(str(store.journal), _Histories())
        histories.read_on(store, self._entries)
        self._histories = histories.files
        self._present: dict[str, FileHistory | None] = {}
        self._later: dict[str, list[Entry]] = {}
        self._since: set[tuple[str | None, str | None, str]] = set()

    def _is_superseded(self, entry: Entry) -> bool:
        """Whether a later change of ours answers the same alert: an acknowledgment that was withdrawn or given again is
        not missed, whatever others made of its lines meanwhile."""
        track, metric, verb = self._about(entry)
        later = ((track, None, "resetalerts"), *((track, metric, each) for each in _ANSWERS))
        return metric is not None and verb in _ANSWERS and not self._since.isdisjoint(later)

    def _about(self, entry: Entry) -> tuple[str | None, str | None, str]:
        """The track and the metric that an entry is about, and its verb, or that of the change which it does once
        more."""
        verbs = {each.number: each.verb for each in self._entries}
        verb = next(
            (verbs[number] for number in reversed(_repeated(entry, self._entries)) if number in verbs), entry.verb
        )
        subject = entry.subject
        return (subject.track, subject.metric, verb) if subject is not None else (None, None, verb)

    def find(self) -> list[TakenBack]:
        """What was taken back, oldest first."""
        settled = dismissed(self._entries)
        found: list[TakenBack] = []
        for entry in reversed(self._standing):
            if entry.number not in settled and not self._is_superseded(entry):
                lost = self._lost(entry)
                found += [lost] if lost is not None else []
            self._since.add(self._about(entry))
            for path in entry.paths:
                self._later.setdefault(path, []).append(entry)
        return found[::-1]

    def _lost(self, entry: Entry) -> TakenBack | None:
        """What is gone of an entry. A file that was removed counts where nothing else of the entry is left."""
        owners = {entry.number, *_repeated(entry, self._entries)}
        paths = sorted({path for each in self._entries if each.number in owners for path in each.paths} - self._busy)
        times = all(self._histories[path].wrote.isdisjoint(owners) for path in paths if path in self._histories)
        lost: list[str] = []
        removed: list[str] = []
        seen: dict[str, tuple[int, bytes]] = {}
        losses: list[Loss] = []
        for path in paths:
            history = self._now(path)
            if history is None:
                removed += [path] if self._is_removed(path) else []
            elif not history.standing(owners, times=times):
                missed = [loss for form, loss in history.missed(owners) if times or not form.is_time]
                lost += [path] if missed else []
                losses += missed
                first = min(
                    (loss for loss in missed if loss.at is not None), key=lambda loss: loss.at or 0, default=None
                )
                seen |= {path: (first.at or 0, first.found or b"")} if first is not None else {}
        whole = [path for path in self._whole(entry, paths) if path not in lost]
        lost += whole
        if not lost and len(removed) == len(paths) and entry.verb not in _TAKEN_UP:
            lost, removed = removed, []
        if not lost:
            return None
        in_place = bool(losses) and not whole and not removed and all(loss.in_place for loss in losses)
        replaced = in_place and all(loss.replaced for loss in losses)
        by = min((at for at, _ in seen.values()), default=None)
        found = {path: content for path, (_, content) in seen.items()}
        at = self._at.get(by) if by is not None else None
        return TakenBack(entry=entry, paths=(*lost, *removed), by=at, found=found, in_place=in_place, replaced=replaced)

    def _whole(self, entry: Entry, paths: Collection[str]) -> list[str]:
        """The files that an entry removed and that are there again, and those of which rows are as before it."""
        asked = {path for path in paths if not (known := self._histories.get(path)) or not known.lines}
        found: list[str] = []
        for change in self._changes(entry) if asked else ():
            later = self._later.get(change.path, [])
            if change.path not in asked:
                continue
            if change.rows:
                found += [change.path] if self._are_rows_back(change) else []
            elif change.after is None and not later:
                found += [change.path] if self._bytes(change.path) == change.before is not None else []
        return found

    def _is_removed(self, path: str) -> bool:
        """Whether a file that changes of ours left in place is not there, nor another one like it beside or below."""
        known = self._histories.get(path)
        return (
            known is not None and bool(known.lines) and self._is_absent(path) and not self._has_moved(path, known.text)
        )

    def _has_moved(self, path: str, text: bytes) -> bool:
        return isinstance(self._read, CurrentContents) and self._read.has_like(path, text)

    def _changes(self, entry: Entry) -> Sequence[Change]:
        try:
            return standing_changes(self._store, entry, self._entries)
        except CommandError:  # damaged, or gone for its age: nothing can be said about it
            return ()

    def _now(self, path: str) -> FileHistory | None:
        """The history of a file up to what stands there now; None where there is none, or it cannot be read."""
        if path not in self._present:
            known, data = self._histories.get(path), self._bytes(path)
            self._present[path] = known.found(data) if known is not None and data is not None else None
        return self._present[path]

    def _bytes(self, path: str) -> bytes | None:
        try:
            return self._read(Change(path=path, before=None, after=b""))
        except CommandError:
            return None

    def _is_absent(self, path: str) -> bool:
        try:
            return self._read(Change(path=path, before=None, after=b"")) is None
        except CommandError:
            return False

    def _are_rows_back(self, change: Change) -> bool:
        """Whether a row has the values from before a change, but for what a later change of ours is about."""
        later = (each for entry in self._later.get(change.path, ()) for each in self._changes(entry))
        own = without(change.rows, [row for each in later if each.path == change.path for row in each.rows])
        try:
            return bool(own) and self._read.has_old_rows(replace(change, rows=own))
        except CommandError:  # nothing can be said about it
            return False


def dismiss(store: ProjectStore, found: Sequence[TakenBack], *, actor: str, now: datetime) -> Entry:
    """Notes that changes which were taken back are not missed; undoing that tells them again. Raises CommandError."""
    store.refuse_read_only()
    tracks = {each.entry.track for each in found}
    subject = Subject(track=tracks.pop() if len(tracks) == 1 else None)
    message = Message("storage.several-dismissed", count=len(found))
    if len(found) == 1:
        message = Message("storage.dismissed", change=found[0].entry.message)
    entry = Entry(
        at=write_instant(now),
        verb="dismiss",
        actor=actor,
        message=message,
        paths=(),
        subject=subject,
        dismisses=tuple(each.entry.number for each in found),
    )
    with project_lock(store):
        entry = journal.begin(store, entry, ())
        ledger.append(store, entry_record(entry, subject))
        journal.mark(store, entry.number, "done")
    return entry
