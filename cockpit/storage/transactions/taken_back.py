"""Changes that another program took back: which they are, and dismissing them.

A change was taken back where the lines that it wrote are gone and what stood before stands again (`is_taken_back`).
Every change that the journal holds is looked after, whatever was written since: a later write does not hide it.
"""

import time
from collections.abc import Mapping, Sequence
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
from cockpit.text.line_merge import Since, differing, is_taken_back, lines_of
from cockpit.text.rows import without
from cockpit.values import dataclass
from cockpit.wording.times import write_instant

Edits = tuple[tuple[tuple[bytes, ...], tuple[bytes, ...]], ...]
_KNOWN: dict[str, Mapping[str, Edits]] = {}
"""The edits of entries by their token: an entry never changes, and most are needed at every look."""
_MOST_KNOWN = 5_000
_ANSWERS = ("acknowledge", "withdraw", "again")
"""The verbs that give and take back the answer to an alert; what was written again may be one."""
BUSY_SECONDS, BUSY_PAUSE_SECONDS = 1.0, 0.02
DEAD_SECONDS = 0.2
"""An entry that is not completed for so long, while no other one changes, is of a process that was killed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenBack:
    """A change that is gone from the files in `paths`. `by` is the instant of the first later change of ours that found
    it gone, None where it was there when we wrote last; `found` is what that change found, by path."""

    entry: Entry
    paths: tuple[str, ...]
    by: str | None = None
    found: Mapping[str, bytes] = field(default_factory=dict)


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
            raise CommandError(
                "The project is being written by other cockpits; what was taken back cannot be told now."
            )
        listing = known.listing
        time.sleep(BUSY_PAUSE_SECONDS)


class _Looking:
    """One look at the files, from the newest change to the oldest."""

    def __init__(self, store: ProjectStore, read: CurrentContents, known: Sequence[Entry]) -> None:
        self._store = store
        self._read = read
        self._entries = [entry for entry in known if entry.state == "done"]
        self._busy = {path for entry in known if entry.state == "pending" for path in entry.paths}
        gone = undone(self._entries) | {entry.repeats for entry in self._entries}
        self._standing = [each for each in self._entries if each.undoes is None and each.number not in gone]
        self._present: dict[str, tuple[bytes | None, frozenset[bytes]] | None] = {}
        self._later: dict[str, list[Entry]] = {}
        self._went: dict[str, set[bytes]] = {}
        self._came: dict[str, set[bytes]] = {}
        self._since: set[tuple[str | None, str | None, str]] = set()

    def _is_superseded(self, entry: Entry) -> bool:
        """Whether a later change of ours answers the same alert: an acknowledgment that was withdrawn or given again is
        not missed, whatever others made of its lines meanwhile."""
        track, metric, verb = _about(entry)
        later = ((track, None, "resetalerts"), *((track, metric, each) for each in _ANSWERS))
        return metric is not None and verb in _ANSWERS and not self._since.isdisjoint(later)

    def find(self) -> list[TakenBack]:
        settled = dismissed(self._entries)
        replaced = self._replaced()
        found: list[TakenBack] = []
        for entry in reversed(self._standing):
            edits = self._edits(entry)
            if entry.number not in settled and not self._is_superseded(entry):
                suspects = [path for path in edits if self._may_be_gone(path, edits[path])]
                lost = self._lost(entry, suspects, replaced) if suspects else None
                found += [lost] if lost is not None else []
            self._since.add(_about(entry))
            for path, of_file in edits.items():
                self._later.setdefault(path, []).append(entry)
                for old, new in of_file:
                    self._went.setdefault(path, set()).update(old)
                    self._came.setdefault(path, set()).update(new)
        return found[::-1]

    def _edits(self, entry: Entry) -> Mapping[str, Edits]:
        """By path what an entry did to lines; no edits of files that came or went, and of rows."""
        known = _KNOWN.get(entry.token)
        if known is None:
            changes = self._changes(entry)
            known = {change.path: _edits_of(change) for change in changes}
            if len(_KNOWN) > _MOST_KNOWN:
                _KNOWN.clear()
            if entry.token:
                _KNOWN[entry.token] = known
        return known

    def _changes(self, entry: Entry) -> Sequence[Change]:
        try:
            return standing_changes(self._store, entry, self._entries)
        except CommandError:  # damaged, or gone for its age: nothing can be said about it
            return ()

    def _replaced(self) -> Mapping[str, Mapping[bytes, set[bytes]]]:
        """By path and line of ours which lines of before it took the place of, one after the other."""
        found: dict[str, dict[bytes, set[bytes]]] = {}
        for entry in self._standing:
            for path, edits in self._edits(entry).items():
                of_file = found.setdefault(path, {})
                for old, new in edits:
                    of_file.update((line, set()) for line in new if line not in of_file)
                    if len(old) == len(new) == 1:
                        of_file.setdefault(new[0], set()).update((old[0], *of_file.get(old[0], ())))
        return found

    def _may_be_gone(self, path: str, edits: Edits) -> bool:
        """Whether a look at the bytes is needed: not where every line that came is there, as it is with most."""
        if path in self._busy:
            return False
        if not edits:
            return True
        went, came = self._went.get(path, ()), self._came.get(path, ())
        lines = self._there(path)
        for old, new in edits:
            missing = [line for line in new if line not in went and line not in lines]
            if missing or (not new and any(line in lines and line not in came for line in old)):
                return True
        return False

    def _there(self, path: str) -> frozenset[bytes]:
        """The lines of a file as it is now."""
        found = self._content(Change(path=path, before=None, after=b""))
        return found[1] if found is not None else frozenset()

    def _content(self, change: Change) -> tuple[bytes | None, frozenset[bytes]] | None:
        """What stands there now, and its lines; None where that cannot be said."""
        if change.path not in self._present:
            try:
                data = self._read(change)
                self._present[change.path] = data, frozenset(lines_of(data) if data is not None else ())
            except CommandError:
                self._present[change.path] = None
        return self._present[change.path]

    def _lost(
        self, entry: Entry, suspects: Sequence[str], replaced: Mapping[str, Mapping[bytes, set[bytes]]]
    ) -> TakenBack | None:
        """What is gone of an entry. A file that was removed counts where something else of the entry is gone too: who
        removed it alone meant to."""
        lost: list[str] = []
        removed: list[str] = []
        seen: dict[str, tuple[str, bytes]] = {}
        for change in (each for each in self._changes(entry) if each.path in suspects):
            if change.rows:
                lost += [change.path] if self._are_rows_back(change) else []
                continue
            content = self._content(change)
            later = self._later.get(change.path, [])[::-1]
            if content is None:
                continue
            current = content[0]
            if current is None and change.after is not None:
                removed += [] if later else [change.path]
            elif change.before is None or change.after is None:
                lost += [change.path] if current is not None and current == change.before and not later else []
            elif current is not None:
                since = Since(
                    went=self._went.get(change.path, ()),
                    came=self._came.get(change.path, ()),
                    replaced=replaced.get(change.path, {}),
                    ours=replaced.get(change.path, {}).keys(),
                )
                if is_taken_back(change.before, change.after, current, since):
                    finds = self._finds(change, since, later)
                    lost += [change.path] if finds is not None else []
                    seen |= {change.path: finds[0]} if finds else {}
        if not lost:
            return None
        by = min((at for at, _ in seen.values()), default=None)
        found = {path: content for path, (_, content) in seen.items()}
        return TakenBack(entry=entry, paths=(*lost, *removed), by=by, found=found)

    def _finds(self, change: Change, since: Since, later: Sequence[Entry]) -> list[tuple[str, bytes]] | None:
        """When our later changes found it gone, and in which content, the first one first; None where something else
        stood there meanwhile: then it is over."""
        finds: list[tuple[str, bytes]] = []
        own = {line for _, new in _edits_of(change) for line in new} - set(since.went)
        for entry in later:
            found = next((each for each in self._changes(entry) if each.path == change.path), None)
            if found is None or found.before is None or found.rows or not own.isdisjoint(lines_of(found.before)):
                continue
            if not is_taken_back(change.before or b"", change.after or b"", found.before, since):
                return None
            finds.append((entry.at, found.before))
        return finds

    def _are_rows_back(self, change: Change) -> bool:
        """Whether a row has the values from before a change, but for what a later change of ours is about."""
        later = (each for entry in self._later.get(change.path, ()) for each in self._changes(entry))
        own = without(change.rows, [row for each in later if each.path == change.path for row in each.rows])
        try:
            return bool(own) and self._read.has_old_rows(replace(change, rows=own))
        except CommandError:  # nothing can be said about it
            return False


def _about(entry: Entry) -> tuple[str | None, str | None, str]:
    """The track and the metric that an entry is about, and its verb."""
    subject = entry.subject
    return (subject.track, subject.metric, entry.verb) if subject is not None else (None, None, entry.verb)


def _edits_of(change: Change) -> Edits:
    if change.rows or change.before is None or change.after is None:
        return ()
    return tuple(differing(change.before, change.after))


def dismiss(store: ProjectStore, found: Sequence[TakenBack], *, actor: str, now: datetime) -> Entry:
    """Notes that changes which were taken back are not missed; undoing that tells them again. Raises CommandError."""
    store.refuse_read_only()
    tracks = {each.entry.track for each in found}
    subject = Subject(track=tracks.pop() if len(tracks) == 1 else None)
    what = f"“{found[0].entry.sentence}”" if len(found) == 1 else f"{len(found)} changes"
    entry = Entry(
        at=write_instant(now),
        verb="dismiss",
        actor=actor,
        sentence=f"Dismissed {what} that another program took back",
        paths=(),
        subject=subject,
        dismisses=tuple(each.entry.number for each in found),
    )
    with project_lock(store):
        entry = journal.begin(store, entry, ())
        ledger.append(store, entry_record(entry, subject))
        journal.mark(store, entry.number, "done")
    return entry
