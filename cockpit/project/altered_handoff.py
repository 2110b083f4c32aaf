"""A handoff that cockpit wrote and somebody changed since, while it waits: what was changed, and putting it back."""

from dataclasses import replace

from cockpit.model import Track
from cockpit.model.checklist import Altered
from cockpit.model.errors import CommandError
from cockpit.project.outcome import ChangeOutcome, write_edit
from cockpit.project.workspace import Workspace, track_at
from cockpit.storage.transactions import journal
from cockpit.storage.transactions.undo import undone
from cockpit.storage.user_files.ledger import Entry
from cockpit.systems.interface import Change, Edit, Files
from cockpit.systems.shared.handoff_file import created_in
from cockpit.text.line_merge import diff
from cockpit.wording.messages import Message

_HEAD = 2
"""The lines of a diff that name its files."""


def altered(workspace: Workspace, track: Track, files: Files) -> Altered | None:
    """What was changed in the waiting handoff since cockpit wrote it; None where cockpit did not write that one.

    Nothing is said where the journal cannot be read.
    """
    if track.handoff is None:
        return None
    try:
        found = _newest(workspace, track.handoff.path)
    except CommandError:
        return None
    present = data_of(files, track.handoff.path)
    if found is None or present is None or not _is_same(found[1], present):
        return None
    entry, written = found
    lines = diff(written.path, written.after, present)[_HEAD:]
    return Altered(entry=entry.number, lines=tuple(line for line in lines if line[:1] in "-+" and line[1:].strip()))


def is_altered(workspace: Workspace, entry: Entry) -> bool:
    """Whether an entry wrote the handoff that waits, and somebody changed it since."""
    return _find(workspace, entry) is not None


def put_back(workspace: Workspace, entry: Entry) -> ChangeOutcome:
    """Write the handoff again as it was. Raises CommandError where it is so by now, or another one waits."""

    def make() -> Edit:
        found = _find(workspace, entry)
        if found is None:
            raise CommandError(
                "project.handoff-not-altered",
                "Nothing to restore: the handoff is unchanged, or another has replaced it.",
                unchanged=True,
            )
        return Edit(changes=(found,), done=Message("storage.brought-back", f"Restored: {entry.change}"))

    again = replace(workspace.entry("again", entry.subject), kind="restore", repeats=entry.number)
    return write_edit(workspace, make, again)


def _find(workspace: Workspace, entry: Entry) -> Change | None:
    """The change that puts the handoff back which an entry wrote."""
    loader, track = track_at(workspace, entry.track) or (None, None)
    if loader is None or track is None or track.handoff is None:
        return None
    files = loader.for_editing(track).files
    known = altered(workspace, track, files)
    if known is None or known.entry != entry.number or not known.lines:
        return None
    written = next(each for each in journal.changes(workspace.store, entry) if each.path == track.handoff.path)
    return Change(path=written.path, before=data_of(files, written.path), after=written.after)


def _newest(workspace: Workspace, path: str) -> tuple[Entry, Change] | None:
    """The last change of that file which stands. Raises CommandError."""
    entries = [entry for entry in journal.read(workspace.store).entries if entry.state == "done"]
    gone = undone(entries)
    for entry in reversed(entries):
        if path in entry.paths and entry.undoes is None and entry.number not in gone:
            change = next(each for each in journal.changes(workspace.store, entry) if each.path == path)
            return (entry, change) if change.after is not None else None
    return None


def _is_same(written: Change, present: bytes) -> bool:
    """Whether it is still the handoff that was written, by when it says it was, whatever was changed in it."""
    return written.after is not None and created_in(written.after) == created_in(present)


def data_of(files: Files, path: str) -> bytes | None:
    """What stands in a file now; None where there is none, or it cannot be read."""
    content = files.read(path)
    return content.data if content is not None else None
