"""Noticing that an agent's stale copy removed a change, and making it again."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path

from cockpit.model.refused import Refused
from cockpit.storage import journal
from cockpit.storage.commit import Committed, commit
from cockpit.storage.deed import Deed
from cockpit.storage.history import undone
from cockpit.storage.journal import Entry
from cockpit.storage.onto import Clashing, LinesChanged, inverse, no_clash, onto, refuse_clash
from cockpit.storage.refusals import NOTHING_CHANGED
from cockpit.storage.store import ProjectStore
from cockpit.storage.targets import target
from cockpit.systems.interface import Change, Edit
from cockpit.values import dataclass

WATCHED = timedelta(hours=1)
"""For how long a change is looked after: a copy that an agent still holds is no older."""

Read = Callable[[str], bytes | None]
TookBack = Callable[[str, bytes, bytes], bool]
"""Whether a file, as it is now, itself says that what we had written to it was taken back on purpose: see `System`."""


def nothing(path: str, ours: bytes, present: bytes) -> bool:
    """What a system says whose files do not tell."""
    return False


@dataclass(frozen=True, slots=True, kw_only=True)
class Removed:
    """A change of ours that is gone from the named files, where the old lines stand again."""

    entry_id: int
    sentence: str
    paths: tuple[str, ...]


def removed_by_others(
    store: ProjectStore, read: Read, *, now: datetime, took_back: TookBack = nothing
) -> list[Removed]:
    """The changes of the last hour that somebody else took back, oldest first. `read` gives a file's present bytes.

    Only what was put back as it was: lines that somebody went on to change, a file that is gone, and what the files
    themselves say was taken back (`took_back`) are theirs to decide. Raises Refused where the journal cannot be read.

    Nothing where something was written through the journal meanwhile, and nothing about files that are being written:
    they are ahead of what the journal says is done.
    """
    before = journal.listing(store)
    found = _removed(store, read, now, took_back)
    return found if journal.listing(store) == before else []


def _removed(store: ProjectStore, read: Read, now: datetime, took_back: TookBack) -> list[Removed]:
    known = journal.read(store, since=now - WATCHED).entries
    entries = [entry for entry in known if entry.state == "done"]
    busy = {path for entry in known if entry.state == "pending" for path in entry.paths}
    changes = {entry.number: _changes(store, entry) for entry in entries}
    last = {change.path: change.after for entry in entries for change in changes[entry.number]}
    moved = {
        path: current for path, ours in last.items() if path not in busy and (current := read(path)) not in (None, ours)
    }
    settled = undone(entries) | {entry.repeats for entry in entries}
    found: list[Removed] = []
    for entry in entries:
        if entry.undoes is not None or entry.number in settled:
            continue
        concerned = [change for change in changes[entry.number] if change.path in moved]
        if any(_is_withdrawn(each, moved[each.path], took_back) for each in concerned):
            continue
        paths = tuple(each.path for each in concerned if _is_gone(each, last[each.path], moved[each.path]))
        if paths:
            found.append(Removed(entry_id=entry.number, sentence=entry.sentence, paths=paths))
    return found


def applying_again(
    root: Path, entry_id: int, *, store: ProjectStore, took_back: TookBack = nothing, clashing: Clashing = no_clash
) -> Edit:
    """The edit that `apply_again` would write. Raises Refused as it does."""
    entry = _done(store, entry_id)
    changes = journal.changes(store, entry)
    if any(_is_withdrawn(each, target(root, each.path).read(), took_back) for each in changes):
        raise Refused(f"“{entry.sentence}” was withdrawn meanwhile; {NOTHING_CHANGED}.")
    again = tuple(_again(root, change, clashing) for change in changes)
    return Edit(changes=again, done=f"Applied again: {entry.sentence}")


def apply_again(
    root: Path,
    entry_id: int,
    *,
    store: ProjectStore,
    actor: str,
    now: datetime,
    took_back: TookBack = nothing,
    clashing: Clashing = no_clash,
) -> Committed:
    """Makes a change that was taken back once more, on the present content. Raises Refused where its lines are others,
    or the files say by now that it was taken back on purpose.

    Nothing is written, and there is no entry, where it is in the files already.
    """
    entry = _done(store, entry_id)
    deed = Deed(verb="again", actor=actor, now=now, subject=entry.subject, repeats=entry.number)
    make = partial(applying_again, root, entry_id, store=store, took_back=took_back, clashing=clashing)
    return commit(root, make, store=store, deed=deed)


def _done(store: ProjectStore, entry_id: int) -> Entry:
    entry = next((entry for entry in journal.read(store).entries if entry.number == entry_id), None)
    if entry is None or entry.state != "done":
        raise Refused(f"There is no change {entry_id} that could be made again.")
    return entry


def _changes(store: ProjectStore, entry: Entry) -> Sequence[Change]:
    try:
        return journal.changes(store, entry)
    except Refused:  # damaged, or gone for its age: nothing can be said about it
        return ()


def _is_gone(change: Change, last: bytes | None, current: bytes | None) -> bool:
    """Whether a change is in what we wrote last (a later one of ours may have replaced it) but not in the file."""
    return _lacks(change, current) and _holds(change, last)


def _holds(change: Change, content: bytes | None) -> bool:
    """Whether a change is in some content, such that it could be taken back."""
    return _lacks(inverse(change), content)


def _is_withdrawn(change: Change, current: bytes | None, took_back: TookBack) -> bool:
    return change.after is not None and current is not None and took_back(change.path, change.after, current)


def _lacks(change: Change, content: bytes | None) -> bool:
    """Whether a change could be made on some content and is not in it."""
    try:
        return onto(change, content) != content
    except LinesChanged:
        return False


def _again(root: Path, change: Change, clashing: Clashing) -> Change:
    current = target(root, change.path).read()
    try:
        made = Change(path=change.path, before=current, after=onto(change, current))
    except LinesChanged:
        raise Refused(f"The lines of {change.path} are others by now; {NOTHING_CHANGED}.") from None
    if current != change.before:
        refuse_clash(made, clashing)
    return made
