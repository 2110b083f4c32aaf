"""What was done with cockpit: undo, do again, the ledger, and forgetting it all."""

from dataclasses import dataclass
from pathlib import Path

from cockpit.actions.actor import actor
from cockpit.actions.change import Outcome, Writer, outcome_of, refuse_agents
from cockpit.storage import ledger as ledger_file
from cockpit.storage import overwritten, undo
from cockpit.storage import purge as purging
from cockpit.storage.disk_files import DiskFiles
from cockpit.storage.ledger import Record
from cockpit.storage.undo import Undoable

__all__ = [
    "Record",
    "Removed",
    "Undoable",
    "apply_again",
    "last_change",
    "ledger",
    "purge",
    "recover",
    "redo_change",
    "removed_by_others",
    "undo_change",
]


@dataclass(frozen=True, slots=True)
class Removed:
    """A change that somebody else's stale copy took back: its journal entry, and what it was."""

    entry: int
    sentence: str


def recover(writer: Writer) -> tuple[str, ...]:
    """Complete what a crash left half done; a sentence for each that was, or could not be."""
    from cockpit.storage import recovery

    return tuple(each.sentence for each in recovery.recover(writer.root, store=writer.store, now=writer.now))


def last_change(writer: Writer) -> Undoable | None:
    """What an undo would take back."""
    return next(iter(undo.undoable(writer.store)), None)


def undo_change(writer: Writer, entry: int | None = None) -> Outcome:
    """Take a change back, the newest where none is named. Raises Refused where its lines have changed since."""
    if writer.dry_run:
        return outcome_of(undo.undoing(writer.root, entry, store=writer.store))
    _refuse_agents(writer, undo.undoable(writer.store), entry)
    done = undo.undo(writer.root, entry, store=writer.store, actor=actor(), now=writer.now)
    return outcome_of(done.edit, done.entry_id)


def _refuse_agents(writer: Writer, entries: list[Undoable], entry: int | None) -> None:
    """Raise Refused where an agent would take back what a person did."""
    concerned = next((each for each in entries if entry is None or each.id == entry), None)
    if concerned is not None and concerned.actor == "person":
        refuse_agents(writer, "undo")


def redo_change(writer: Writer, entry: int | None = None) -> Outcome:
    """Do an undone change again, the one undone last where none is named."""
    if writer.dry_run:
        return outcome_of(undo.redoing(writer.root, entry, store=writer.store))
    _refuse_agents(writer, undo.redoable(writer.store), entry)
    done = undo.redo(writer.root, entry, store=writer.store, actor=actor(), now=writer.now)
    return outcome_of(done.edit, done.entry_id)


def ledger(writer: Writer) -> tuple[Record, ...]:
    """Everything that was done, oldest first."""
    return ledger_file.read(writer.store)


def purge(writer: Writer) -> tuple[str, ...]:
    """Delete what cockpit keeps about the project; what it was, in a few words each."""
    return purging.purge(writer.root, store=writer.store, now=writer.now)


def removed_by_others(writer: Writer) -> list[Removed]:
    """The changes of the last hour that an agent's stale copy took back."""

    files = DiskFiles(writer.root, Path.home())

    def read(path: str) -> bytes | None:
        found = files.read(path)
        return found.data if found is not None and not found.stale else None

    found = overwritten.removed_by_others(writer.store, read, now=writer.now)
    return [Removed(each.entry_id, each.sentence) for each in found]


def apply_again(writer: Writer, entry: int) -> Outcome:
    """Make a change anew that was taken back by others. Raises Refused where its lines have changed since."""
    done = overwritten.apply_again(writer.root, entry, store=writer.store, actor=actor(), now=writer.now)
    return outcome_of(done.edit, done.entry_id)
