"""What a crash left half done: completed, by the bytes that the journal has of it.

A file that is as before the change gets what it was to become, one that is so already is done. One that is something
else stays as it is, and that is told; where nothing of the change was written yet, all of it is forgotten then.
"""

import os
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from datetime import datetime, timedelta
from pathlib import Path

from cockpit.model.errors import CommandError
from cockpit.storage import disk
from cockpit.storage.refusals import NoPlace, NotTaken, refusing
from cockpit.storage.root_boundary import Outside, walked
from cockpit.storage.transactions import journal
from cockpit.storage.transactions.atomic import (
    Keep,
    Replacement,
    StaleBase,
    beside,
    content,
    with_tokens,
    writable_place,
)
from cockpit.storage.transactions.contents import rows_transaction
from cockpit.storage.user_files import ledger, private
from cockpit.storage.user_files.ledger import Entry
from cockpit.storage.user_files.locks import project_lock
from cockpit.storage.user_files.store import ProjectStore
from cockpit.systems.interface import Change
from cockpit.wording.messages import Message, clause
from cockpit.wording.phrases import listed
from cockpit.wording.times import parse_instant, write_instant

PLACE_WAITS = timedelta(hours=1)
"""So long after a change was begun its files may come back to their places: a folder may be exchanged for a moment."""


def recover(root: Path, *, store: ProjectStore, now: datetime) -> tuple[Message, ...]:
    """Completes every unfinished change; what became of each. To be called at the start; `commit` does it too. Nothing
    where the store is read-only. Raises CommandError where another cockpit keeps the project locked."""
    if store.read_only:
        return ()
    private.sweep_all(store)
    if not journal.pending(store):
        return ()
    with project_lock(store):
        return recover_locked(root, store=store, now=now)


def recover_locked(root: Path, *, store: ProjectStore, now: datetime) -> tuple[Message, ...]:
    """The same for those who hold the project's lock: a pending entry then belongs to nobody alive."""
    pending = journal.pending(store)
    if not pending:
        return ()
    readable = {entry.number: entry for entry in journal.read(store).entries}
    return tuple(_recovered(root, store, readable.get(number), number, now) for number in pending)


def _recovered(root: Path, store: ProjectStore, entry: Entry | None, number: int, now: datetime) -> Message:
    try:
        changes = journal.changes(store, entry) if entry else None
    except CommandError:
        changes = None
    with private.keeping(store):
        if entry is None or changes is None:
            journal.mark(store, number, "damaged")
            why = "An interrupted change could not be read and was abandoned."
            return Message("storage.interrupted-unreadable", why)
        return _completed(root, store, entry, changes, now)


def _completed(root: Path, store: ProjectStore, entry: Entry, changes: tuple[Change, ...], now: datetime) -> Message:
    """Completes each file of an entry, in its order."""
    kept: list[str] = []

    def keep(path: str, content: bytes) -> None:
        journal.keep(store, path, content, write_instant(now))
        kept.append(path)

    try:
        with ExitStack() as held:
            files, lost = _places(root, changes, entry.token, keep, held, final=_is_stale(entry, now))
            for each in files:
                with refusing(each.place.path):
                    _clear(each)
            now_there = [content(each.place) for each in files]
            pairs = list(zip(files, now_there, strict=True))
            others = [each.place.path for each, found in pairs if found not in (each.before, each.after)] + lost
            begun = any(found == each.after for each, found in pairs)
            if begun or not others:
                for each, found in pairs:
                    if found == each.before:
                        _write(each)
                rows = [change for change in changes if change.rows]
                others += [change.path for change in rows if not _takes_rows(root, change, final=_is_stale(entry, now))]
    except (StaleBase, CommandError) as problem:
        return Message(
            "storage.interrupted-waits",
            f"“{clause(entry.message)}” was interrupted and is not complete yet. Reason: {clause(problem.message)}.",
        )
    return _concluded(root, store, entry, others, kept, begun=begun)


def _concluded(
    root: Path, store: ProjectStore, entry: Entry, others: list[str], kept: list[str], *, begun: bool
) -> Message:
    was = f"“{clause(entry.message)}” was interrupted and"
    if others and not begun:
        remove_empty(root, entry.folders)
        sentence = Message("storage.interrupted-not-done", f"{was} not made: {listed(others)} changed meanwhile.")
    elif others:
        sentence = Message("storage.interrupted-in-conflict", f"{was} could not be completed in {listed(others)}.")
    else:
        record_once(store, entry)
        remove_empty(root, entry.empties)
        sentence = Message("storage.interrupted-completed", f"{was} is now complete.")
    journal.mark(store, entry.number, "conflict" if others else "done")
    if kept:
        text = f"Another program's version of {listed(kept)} is kept; `cockpit log --conflicts` shows it."
        return Message("storage.interrupted-with-kept", f"{sentence} {text}")
    return sentence


def record_once(store: ProjectStore, entry: Entry) -> None:
    """Adds an entry's line to the ledger, if it has none yet. Raises CommandError."""
    if all((each.number, each.at) != (entry.number, entry.at) for each in ledger.read(store)):
        ledger.append(store, entry)


def remove_empty(root: Path, folders: Sequence[str]) -> None:
    """Removes those folders of the project that hold nothing, the last one first."""
    for folder in reversed(folders):
        with suppress(OSError, Outside), walked(root, folder) as place:
            disk.remove_folder(place.name, place.folder)


def _is_stale(entry: Entry, now: datetime) -> bool:
    """Whether a change is too old to wait for the return of a place that is none now: a link, or a folder."""
    begun = parse_instant(entry.at)
    return begun is None or now - begun.at > PLACE_WAITS


def _places(
    root: Path, changes: Sequence[Change], token: str, keep: Keep, held: ExitStack, *, final: bool
) -> tuple[list[Replacement], list[str]]:
    """What completes the files of a change, and the paths that are no places for a file any more: those only where
    that is `final`. Raises CommandError."""
    files: list[Replacement] = []
    lost: list[str] = []
    for change, own in with_tokens(changes, token):
        try:
            place = writable_place(root, change.path, held)
        except NoPlace:
            if not final:
                raise
            lost.append(change.path)
            _tidy(root, change, own, keep)
        else:
            files.append(Replacement(root, place, change.before, change.after, own, keep))
    return files, lost


def _takes_rows(root: Path, change: Change, *, final: bool) -> bool:
    """Completes a change of rows; False where others changed them since, or the table does not take them. SQLite puts
    right first what a process left that died while it wrote. Raises CommandError."""
    try:
        rows = rows_transaction(root, change)
    except NoPlace:
        if not final:
            raise
        return False
    try:
        rows.complete()
    except (StaleBase, NotTaken):
        return False
    finally:
        rows.close()
    return True


def _write(replacement: Replacement) -> None:
    steps = Replacement.prepare, Replacement.switch, Replacement.sync, Replacement.confirm, Replacement.finish
    with refusing(replacement.place.path):
        try:
            for step in steps:
                step(replacement)
        except BaseException:
            replacement.withdraw()
            raise


def _clear(replacement: Replacement) -> None:
    """Removes what a crash left beside a file. What another program wrote, displaced at the very moment of the crash,
    goes to the journal."""
    place, after = replacement.place, replacement.after
    found = None if place.missing else disk.read(replacement.beside, None, place.folder)
    if found is None:
        return
    begun = after is not None and after.startswith(found) and disk.read(place.name, None, place.folder) != after
    if found not in (replacement.before, after) and not begun:
        replacement.keep(place.path, found)
    replacement.finish()


def _tidy(root: Path, change: Change, token: str, keep: Keep) -> None:
    """The same beside a path where there is no place for a file any more; where its folder leads elsewhere, nothing."""
    above, _, name = change.path.rpartition("/")
    with suppress(OSError, Outside), ExitStack() as held:
        place = held.enter_context(walked(root, above))
        folder = disk.open_folder(place.name, place.folder)
        held.callback(os.close, folder)
        found = disk.read(beside(name, token), None, folder)
        if found is not None:
            if found != change.before and not (change.after or b"").startswith(found):
                keep(change.path, found)
            disk.remove(beside(name, token), folder)
