"""Forgetting a project."""

from datetime import datetime
from pathlib import Path

from cockpit.storage import disk
from cockpit.storage.transactions import journal
from cockpit.storage.transactions.recovery import recover_locked
from cockpit.storage.user_files import confirmed, ledger, private, readings
from cockpit.storage.user_files.locks import project_lock
from cockpit.storage.user_files.store import ProjectStore
from cockpit.wording.messages import Message, plain
from cockpit.wording.phrases import counted

_OTHERS = {confirmed.NAME: "the limits that you confirmed", readings.NAME: "what agents said that they use"}
"""What is kept in a file of that name; others are told by their name."""


def purge(root: Path, *, store: ProjectStore, now: datetime) -> tuple[Message, ...]:
    """Deletes everything cockpit keeps about a project and says what, in a few words each; the project itself stays.

    A change that a crash left unfinished is completed first, which is said too. Raises CommandError.
    """
    store.refuse_read_only()
    if disk.status(store.folder) is None:
        return ()
    with project_lock(store):
        completed = recover_locked(root, store=store, now=now)
        deleted = (*completed, *stored_data(store))
        with private.keeping(store):
            disk.remove_tree(store.folder)
    return deleted


def stored_data(store: ProjectStore) -> tuple[Message, ...]:
    """What cockpit keeps about a project, in a few words each. Raises CommandError where it cannot be read."""
    changes = len(journal.read(store).entries)
    lines = len(ledger.read(store))
    known_names = {store.journal.name, store.ledger.name, store.older_ledger.name, store.lock.name}
    others = (_OTHERS.get(name, name) for name in sorted(set(disk.names(store.folder)) - known_names))
    bytes_kept = (
        "change in the journal, with its bytes before and after",
        "changes in the journal, with their bytes before and after",
    )
    of_changes = counted(changes, *bytes_kept)
    of_lines = counted(lines, "line of the log", "lines of the log")
    return (*((of_changes,) if changes else ()), *((of_lines,) if lines else ()), *map(plain, others))
