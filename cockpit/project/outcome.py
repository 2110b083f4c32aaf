"""What came of a change: what is told of it, and its writing, so that it can be undone."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from cockpit.project.edit_diff import edit_diff
from cockpit.project.workspace import Workspace
from cockpit.storage.transactions.commit import Committed, commit
from cockpit.storage.transactions.contents import refuse_unwritable
from cockpit.storage.user_files.ledger import Entry
from cockpit.systems.interface import Edit
from cockpit.values import dataclass
from cockpit.wording.messages import Message, Words, plain
from cockpit.wording.phrases import listed
from cockpit.wording.printable import printable


def after_that(done: Words) -> Words:
    """What is said of something done, before it is."""
    return Message("project.after-that", f"After that: {done}")


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeOutcome:
    """What came of a change: what was done, further sentences, the diff, the journal's entry, the files.

    `intention` is said before it is done, with the same further sentences, where no file of the project is meant.
    """

    done: Words
    remarks: tuple[Words, ...] = ()
    diff: tuple[str, ...] = ()
    entry: int | None = None
    changed: bool = True
    paths: tuple[str, ...] = ()
    intention: Words | None = None

    @property
    def intended(self) -> "ChangeOutcome":
        """The same before anything is done: what would be written, then what would be said."""
        if not self.changed:
            return self
        if self.intention is not None:
            return replace(self, done=self.intention)
        written = listed(map(printable, self.paths))
        done = plain(f"Would write: {written}." if written else "Would write no file of the project.")
        return replace(self, done=done, remarks=tuple(map(after_that, (self.done, *self.remarks))))

    def with_remarks(self, *remarks: Words) -> "ChangeOutcome":
        """The same, and more to be said."""
        return replace(self, remarks=(*self.remarks, *remarks))


def write_edit(workspace: Workspace, make: Callable[[], Edit], entry: Entry) -> ChangeOutcome:
    """Write what `make` gives, in a dry run only look at it. Raises CommandError."""
    if workspace.dry_run:
        return outcome_of_edit(make(), workspace.root)
    return outcome_of_commit(
        commit(workspace.root, make, store=workspace.store, entry=entry, now=workspace.now, confirms=workspace.confirms)
    )


def outcome_of_edit(edit: Edit, root: Path | None = None) -> ChangeOutcome:
    """What an edit would do. Raises CommandError where a database below `root` would not take it."""
    if root is not None:
        refuse_unwritable(root, edit.changes)
    paths = tuple(each.path for each in edit.changes)
    return ChangeOutcome(
        done=edit.done, remarks=edit.remarks, diff=edit_diff(edit.changes), changed=bool(edit.changes), paths=paths
    )


def outcome_of_commit(committed: Committed) -> ChangeOutcome:
    """The outcome of a commit, with remarks on changes that a crash had left unfinished: they were completed first."""
    outcome = outcome_of_edit(committed.edit)
    return replace(outcome.with_remarks(*committed.recovered), entry=committed.entry_id)
