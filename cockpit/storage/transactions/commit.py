"""Committing an edit: all of its files or none, on the newest bytes, recorded so that it can be undone."""

import os
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from cockpit.model.errors import CommandError
from cockpit.storage.refusals import refusing
from cockpit.storage.root_boundary import Place
from cockpit.storage.transactions import journal
from cockpit.storage.transactions.atomic import Replacement, StaleBase, replacements_of
from cockpit.storage.transactions.contents import rows_transaction
from cockpit.storage.transactions.recovery import recover_locked, remove_empty
from cockpit.storage.user_files import ledger, private
from cockpit.storage.user_files.confirmed import confirm
from cockpit.storage.user_files.ledger import Entry
from cockpit.storage.user_files.locks import project_lock
from cockpit.storage.user_files.store import ProjectStore
from cockpit.systems.interface import Change, Edit
from cockpit.values import dataclass
from cockpit.wording.messages import Message, clause, plain
from cockpit.wording.phrases import listed

if TYPE_CHECKING:
    from cockpit.storage.transactions.sqlite_rows import RowsTransaction


ATTEMPTS = 5
PAUSE_SECONDS = 0.02
"""The wait before the second attempt; it doubles with each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Committed:
    """What was done: the edit as it was written, and its entry in the journal (None where nothing was to change).

    `recovered` says what became of earlier changes that a crash had left unfinished.
    """

    entry_id: int | None
    edit: Edit
    recovered: tuple[Message, ...] = ()


def commit(
    root: Path, make: Callable[[], Edit], *, store: ProjectStore, entry: Entry, now: datetime, confirms: bool = False
) -> Committed:
    """Writes the edit that `make` gives, all its files or none. `entry` says who does it, when and by which verb; a
    person `confirms` it, so that the limits it writes hold.

    `make` reads the newest bytes; it is called again where a file changed meanwhile. Raises CommandError, with nothing
    changed: read-only, locked, a file that keeps changing, no room, no permission; and whatever `make` refuses.
    """
    store.refuse_read_only()
    with project_lock(store):
        recovered = recover_locked(root, store=store, now=now)
        why = plain("")
        for attempt in range(ATTEMPTS):
            if attempt:
                time.sleep(PAUSE_SECONDS * 2 ** (attempt - 1))
            edit = make()
            changes = tuple(change for change in edit.changes if not change.is_empty)
            if not changes and entry.undoes is None:
                return Committed(entry_id=None, edit=edit, recovered=recovered)
            try:
                made = replace(entry, message=edit.done, paths=tuple(change.path for change in changes))
                number = _write(root, changes, store, made, confirms=confirms)
            except StaleBase as moved:
                why = moved.message
            else:
                return Committed(entry_id=number, edit=edit, recovered=recovered)
        raise CommandError(why, unchanged=True)


def _write(root: Path, changes: Sequence[Change], store: ProjectStore, entry: Entry, *, confirms: bool) -> int:
    """Writes down the intent, then the files. Returns the number of the entry. Raises StaleBase and CommandError."""
    token = os.urandom(6).hex()

    def keep(path: str, content: bytes) -> None:
        journal.keep(store, path, content, entry.at)

    with ExitStack() as stack:
        replacements = replacements_of(root, changes, token, keep, stack)
        rows = [rows_transaction(root, change) for change in changes if change.rows]
        _refuse_twins([each.place for each in replacements])
        for each in replacements:  # before anything is written down
            with refusing(each.place.path):
                each.check()
        missing = (folder for each in replacements if each.after is not None for folder in each.place.missing_paths)
        entry = replace(entry, token=token, folders=tuple(dict.fromkeys(missing)))
        entry = journal.begin(store, entry, changes)
        confirming = partial(confirm, root, changes, entry.number, entry.undoes) if confirms else None
        _all_or_none(replacements, rows, entry, store, confirming)
        _conclude(root, replacements, entry, store)
    return entry.number


def _refuse_twins(places: Iterable[Place]) -> None:
    """Raises CommandError where two paths lead to one file."""
    by_file: dict[str, str] = {}
    for place in places:
        other = by_file.setdefault(place.inside, place.path)
        if other != place.path:
            raise CommandError("storage.same-file", f"{other} and {place.path} are the same file", unchanged=True)


def _all_or_none(
    replacements: Sequence[Replacement],
    rows: Sequence["RowsTransaction"],
    entry: Entry,
    store: ProjectStore,
    confirms: Callable[[], None] | None,
) -> None:
    """Switches every file, `confirms` what a person wrote, commits the rows and adds the ledger's line; where one
    fails, whatever for, puts the files back. Once rows are committed the change stands, and what is left of it is done
    at the next start."""
    succeeded = False
    try:
        _in_all(replacements, Replacement.prepare)
        for transaction in rows:  # made, and not seen yet
            transaction.begin()
        _in_all(replacements, Replacement.check, Replacement.switch, Replacement.sync, Replacement.confirm)
        if confirms is not None:
            confirms()
        for transaction in rows:
            before, succeeded = succeeded, True  # an interruption cannot tell whether they are: the next start looks
            try:
                transaction.commit()
            except CommandError:
                succeeded = before
                raise
        _add_to_ledger(entry, store, succeeded)
        succeeded = True
    finally:
        for transaction in rows:
            transaction.close()
        if not succeeded:
            _withdraw(replacements, entry, store)


def _in_all(replacements: Sequence[Replacement], *steps: Callable[[Replacement], None]) -> None:
    """Takes one step after the other, each in all files before the next."""
    for step in steps:
        for each in replacements:
            with refusing(each.place.path):
                step(each)


def _add_to_ledger(entry: Entry, store: ProjectStore, rows_changed: bool) -> None:
    """Adds the ledger's line about an entry. Raises CommandError; `rows_changed` where rows are changed."""
    try:
        ledger.append(store, entry)
    except CommandError as refusal:
        if not rows_changed:
            raise
        raise CommandError(
            "storage.rows-changed-rest-at-next-start",
            f"{clause(refusal.message)}; the rows are changed, and cockpit will complete the rest at its next start.",
        ) from refusal


def _withdraw(replacements: Sequence[Replacement], entry: Entry, store: ProjectStore) -> None:
    """Puts the files back, the last one first. Where that fails the entry stays pending, to be completed later."""
    failed: list[str] = []
    for each in reversed(replacements):
        try:
            each.withdraw()
        except (OSError, CommandError):
            failed.append(each.place.path)
    if not failed:
        try:
            journal.drop(store, entry.number)
        except OSError:
            failed = list(entry.paths)
    if failed:
        raise CommandError(
            "storage.put-back-at-next-start",
            f"{listed(failed)} could not be restored; cockpit will complete the change at its next start.",
        )


def _conclude(root: Path, replacements: Sequence[Replacement], entry: Entry, store: ProjectStore) -> None:
    """Removes the old contents and marks the entry. What fails here is done by the next recovery: the change stands."""
    with suppress(OSError, CommandError):
        for each in replacements:
            each.finish()
        remove_empty(root, entry.empties)
        journal.mark(store, entry.number, "done")
    journal.prune(store)
    ledger.prune(store)
    private.sweep_all(store)
