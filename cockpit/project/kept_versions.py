"""Versions of files that other programs wrote at the very moment cockpit did: the journal keeps their bytes."""

from pathlib import Path

from cockpit.model.errors import CommandError
from cockpit.project.outcome import ChangeOutcome
from cockpit.project.workspace import Workspace
from cockpit.storage.reading.disk_files import DiskFiles
from cockpit.storage.transactions import journal
from cockpit.storage.transactions.atomic import write_new
from cockpit.storage.user_files.ledger import Entry
from cockpit.storage.user_files.places import home_dir
from cockpit.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptVersion:
    """A kept version: its entry in the journal, the instant (ISO 8601, UTC), and the path of its file."""

    entry: int
    at: str
    path: str


def kept_versions(workspace: Workspace) -> tuple[KeptVersion, ...]:
    """All kept versions, oldest first. Raises CommandError where the journal cannot be read."""
    return tuple(KeptVersion(entry=each.number, at=each.at, path=each.paths[0]) for each in _entries(workspace))


def difference(workspace: Workspace, entry: int) -> tuple[str, list[str]]:
    """The file's path, and the diff from what it holds now to that version. Raises CommandError."""
    from cockpit.text.line_merge import diff

    path, content = _version(workspace, entry)
    found = DiskFiles(workspace.root, home_dir()).read(path)
    return path, diff(path, found.data if found is not None else None, content)


def save(workspace: Workspace, entry: int, target: Path) -> ChangeOutcome:
    """Write that version into a new file. Raises CommandError, also where there is a file."""
    path, content = _version(workspace, entry)
    if not workspace.dry_run:
        write_new(target, content)
    return ChangeOutcome(done=f"Saved the version of {path} to {target}.")


def _entries(workspace: Workspace) -> tuple[Entry, ...]:
    return tuple(each for each in journal.read(workspace.store).entries if each.state == "kept" and each.paths)


def _version(workspace: Workspace, number: int) -> tuple[str, bytes]:
    entry = next((each for each in _entries(workspace) if each.number == number), None)
    if entry is None:
        raise CommandError(
            "project.no-kept-version",
            f"Entry {number} has no saved file version from another program. `cockpit log --conflicts` lists "
            "those that exist.",
        )
    (change, *_) = journal.changes(workspace.store, entry)
    return change.path, change.after or b""
