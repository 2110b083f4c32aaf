"""A handoff that cockpit wrote and somebody changed since, while it waits: what was changed, and putting it back."""

from cockpit.actions.change import Outcome, Writer, did, track_at, would
from cockpit.documents.line_merge import diff
from cockpit.model import Track
from cockpit.model.checklist import Altered
from cockpit.model.errors import Refused
from cockpit.storage import journal
from cockpit.storage.commit import Deed
from cockpit.storage.journal import Entry
from cockpit.storage.refusals import NOTHING_CHANGED
from cockpit.storage.undo import BROUGHT_BACK, plainly, undone
from cockpit.systems.interface import Change, Edit, Files
from cockpit.systems.reading.handoff_file import created_in

_HEAD = 2
"""The lines of a diff that name its files."""


def altered(writer: Writer, track: Track, files: Files) -> Altered | None:
    """What was changed in the waiting handoff since cockpit wrote it; None where cockpit did not write that one.

    Nothing is said where the journal cannot be read.
    """
    if track.handoff is None:
        return None
    try:
        found = _newest(writer, track.handoff.path)
    except Refused:
        return None
    present = data_of(files, track.handoff.path)
    if found is None or present is None or not _is_same(found[1], present):
        return None
    entry, ours = found
    lines = diff(ours.path, ours.after, present)[_HEAD:]
    return Altered(entry=entry.number, lines=tuple(line for line in lines if line[:1] in "-+" and line[1:].strip()))


def is_altered(writer: Writer, entry: Entry) -> bool:
    """Whether an entry wrote the handoff that waits, and somebody changed it since."""
    return _find(writer, entry) is not None


def put_back(writer: Writer, entry: Entry) -> Outcome:
    """Write the handoff again as it was. Raises Refused where it is so by now, or another one waits."""
    from cockpit.storage.commit import commit

    def make() -> Edit:
        found = _find(writer, entry)
        if found is None:
            raise Refused(f"The handoff is as it was written, or another one waits; {NOTHING_CHANGED}.")
        return Edit(changes=(found,), done=f"{BROUGHT_BACK}{plainly(entry.sentence)}")

    if writer.dry_run:
        return would(make())
    deed = Deed(verb="again", actor=writer.actor, now=writer.now, subject=entry.subject, repeats=entry.number)
    return did(commit(writer.root, make, store=writer.store, deed=deed))


def _find(writer: Writer, entry: Entry) -> Change | None:
    """The change that puts the handoff back which an entry wrote."""
    loader, track = track_at(writer, entry.track) or (None, None)
    if loader is None or track is None or track.handoff is None:
        return None
    _, _, files = loader.for_editing(track)
    known = altered(writer, track, files)
    if known is None or known.entry != entry.number or not known.lines:
        return None
    ours = next(each for each in journal.changes(writer.store, entry) if each.path == track.handoff.path)
    return Change(path=ours.path, before=data_of(files, ours.path), after=ours.after)


def _newest(writer: Writer, path: str) -> tuple[Entry, Change] | None:
    """The last change of that file which stands. Raises Refused."""
    entries = [entry for entry in journal.read(writer.store).entries if entry.state == "done"]
    gone = undone(entries)
    for entry in reversed(entries):
        if path in entry.paths and entry.undoes is None and entry.number not in gone:
            change = next(each for each in journal.changes(writer.store, entry) if each.path == path)
            return (entry, change) if change.after is not None else None
    return None


def _is_same(ours: Change, present: bytes) -> bool:
    """Whether it is still the handoff that was written, by when it says it was, whatever was changed in it."""
    return ours.after is not None and created_in(ours.after) == created_in(present)


def data_of(files: Files, path: str) -> bytes | None:
    """What stands in a file now; None where there is none, or it cannot be read."""
    content = files.read(path)
    return content.data if content is not None else None
