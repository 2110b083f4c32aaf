"""Rolling forward what a crash left half done."""

from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Literal

from cockpit.model.refused import Refused
from cockpit.rules.instants import write_instant
from cockpit.rules.listing import listed
from cockpit.storage import disk, journal, ledger, private
from cockpit.storage.atomic import Keep, Moved, place, settled, swap
from cockpit.storage.contents import Step, rows_transaction, step
from cockpit.storage.journal import Entry
from cockpit.storage.ledger import Record, Subject
from cockpit.storage.locks import project_lock
from cockpit.storage.onto import LinesChanged, made_on, onto
from cockpit.storage.refusals import NotTaken, refusing
from cockpit.storage.store import ProjectStore
from cockpit.storage.targets import Target, target
from cockpit.systems.interface import Change
from cockpit.values import dataclass

ATTEMPTS = 5

Outcome = Literal["completed", "conflict", "waiting"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Recovered:
    """What became of a change that a crash left unfinished, as one sentence.

    `conflict`: its lines stand no longer in `paths`, which were left as they are. `waiting`: it could not be completed
    now, and is tried again later.
    """

    entry_id: int
    outcome: Outcome
    sentence: str
    paths: tuple[str, ...] = ()


def recover(root: Path, *, store: ProjectStore, now: datetime) -> tuple[Recovered, ...]:
    """Completes every unfinished change. To be called at the start; `commit` does it too. Nothing where the store is
    read-only. Raises Refused where another cockpit keeps the project locked."""
    if store.read_only:
        return ()
    private.sweep_all(store)
    if not journal.pending(store):
        return ()
    with project_lock(store):
        return recover_locked(root, store=store, now=now)


def recover_locked(root: Path, *, store: ProjectStore, now: datetime) -> tuple[Recovered, ...]:
    """The same for those who hold the project's lock: a pending entry then belongs to nobody alive."""
    pending = journal.pending(store)
    if not pending:
        return ()
    readable = {entry.number: entry for entry in journal.read(store).entries}
    return tuple(_recovered(root, store, readable.get(number), number, now) for number in pending)


def _recovered(root: Path, store: ProjectStore, entry: Entry | None, number: int, now: datetime) -> Recovered:
    try:
        changes = journal.changes(store, entry) if entry else None
    except Refused:
        changes = None
    with private.keeping(store):
        if entry is None or changes is None:
            journal.mark(store, number, "damaged")
            return _told(number, "conflict", "An unfinished change could not be read and was given up", ())
        return _rolled_forward(root, store, entry, changes, now)


def _rolled_forward(
    root: Path, store: ProjectStore, entry: Entry, changes: tuple[Change, ...], now: datetime
) -> Recovered:
    """Completes each file of an entry, in its order; a file in which that cannot be done does not stop the others."""
    conflicts: list[str] = []
    for index, change in enumerate(changes):
        try:
            _complete(root, store, change, f"{entry.token}{index}", now)
        except (LinesChanged, Moved, NotTaken):
            conflicts.append(change.path)
        except Refused as refused:
            sentence = f"“{entry.sentence}” is not completed yet: {refused}"
            return Recovered(entry_id=entry.number, outcome="waiting", sentence=sentence, paths=(change.path,))
    if conflicts:
        journal.mark(store, entry.number, "conflict")
        what = f"“{entry.sentence}” was interrupted and could not be completed in {listed(conflicts)}"
        return _told(entry.number, "conflict", what, tuple(conflicts))
    record_once(store, entry)
    remove_empty(root, entry)
    journal.mark(store, entry.number, "done")
    return _told(entry.number, "completed", f"“{entry.sentence}” was interrupted and is now complete", entry.paths)


def record_once(store: ProjectStore, entry: Entry) -> None:
    """Adds an entry's line to the ledger, if it is to have one and has none yet. Raises Refused."""
    if entry.subject is None:
        return
    if any((record.entry, record.at) == (entry.number, entry.at) for record in ledger.read(store)):
        return
    ledger.append(store, entry_record(entry, entry.subject))


def remove_empty(root: Path, entry: Entry) -> None:
    """Removes the folders that an entry leaves with nothing in them."""
    for folder in reversed(entry.empties):
        with suppress(OSError):
            disk.remove_folder(root / folder)


def entry_record(entry: Entry, subject: Subject) -> Record:
    """The ledger's line about an entry."""
    return Record(
        at=entry.at,
        actor=entry.actor,
        verb=entry.verb,
        sentence=entry.sentence,
        paths=entry.paths,
        subject=subject,
        entry=entry.number,
    )


def _complete(root: Path, store: ProjectStore, change: Change, token: str, now: datetime) -> None:
    """Brings one file to where the change leads. Raises LinesChanged, Moved (it keeps changing) and Refused."""
    place = target(root, change.path)
    if change.rows:
        _complete_rows(place, change)
        return

    def keep(path: str, content: bytes) -> None:
        journal.keep(store, path, content, write_instant(now))

    with refusing(change.path):
        _clear(place, change, token, keep)
        for attempt in range(ATTEMPTS):
            current = place.read()
            made = made_on(change, current, onto(change, current))
            if made.before == made.after:
                return
            try:
                _write(step(made, place, token, keep))
                return
            except Moved:
                if attempt == ATTEMPTS - 1:
                    raise


def _complete_rows(place: Target, change: Change) -> None:
    """The same for rows. SQLite puts right first what a process left that died while it wrote."""
    rows = rows_transaction(change, place)
    try:
        rows.complete()
    finally:
        rows.close()


def _write(replacement: Step) -> None:
    try:
        replacement.prepare()
        replacement.switch()
    except BaseException:
        replacement.withdraw()
        raise
    replacement.finish()
    disk.sync_folder(replacement.target.real.parent)


def _clear(place: Target, change: Change, token: str, keep: Keep) -> None:
    """Removes the temporary files of a change. One that holds what another program wrote, displaced at the very moment
    of the crash, goes to the journal, and back to its place if nothing was written there since."""
    for name in disk.names(place.real.parent):
        beside = place.real.with_name(name)
        if name.startswith(".") and f"cockpit-{token}.tmp" in name:
            _clear_one(place, beside, change, keep)


def _clear_one(place: Target, beside: Path, change: Change, keep: Keep) -> None:
    content, _busy = settled(beside)
    current = disk.read(place.real)
    begun = change.after is not None and content is not None and change.after.startswith(content)
    if content in (change.before, change.after) or (begun and current != change.after):
        disk.remove(beside)
        return
    if content is not None:
        keep(place.path, content)
    if current == change.after:
        _return(place, beside, current, keep)
    with suppress(FileNotFoundError):
        disk.remove(beside)


def _return(target: Target, beside: Path, current: bytes | None, keep: Keep) -> None:
    """Puts another program's version back in place of ours."""
    if current is None:
        place(beside, target.real)
        return
    swap(beside, target.real)
    content, _busy = settled(beside)
    if content is not None and content != current:
        keep(target.path, content)


def _told(number: int, outcome: Outcome, sentence: str, paths: tuple[str, ...]) -> Recovered:
    return Recovered(entry_id=number, outcome=outcome, sentence=f"{sentence}.", paths=paths)
