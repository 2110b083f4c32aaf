"""A handoff that another program wrote over while it waited: whether it was, and bringing it back beside the other."""

from cockpit.actions.change import Outcome, Writer, did, planned, track_at, would
from cockpit.model import Track
from cockpit.model.intents import FinishHandoff
from cockpit.model.refused import Refused
from cockpit.storage import journal
from cockpit.storage.deed import Deed
from cockpit.storage.history import BROUGHT_BACK, plainly, standing_changes
from cockpit.storage.journal import Entry
from cockpit.storage.refusals import NOTHING_CHANGED
from cockpit.systems.interface import Change, Edit, Files
from cockpit.values import dataclass


@dataclass(frozen=True, slots=True)
class Replaced:
    """A change of ours that wrote the handoff, and the track in which another one stands in its place now."""

    track: Track
    ours: Change


def find(writer: Writer, entry: Entry) -> Replaced | None:
    """Which newer handoff stands in the place of the one that an entry wrote; None where none does, or where ours lies
    in the archive, so that somebody put it away. Raises Refused where the journal no longer holds it.
    """
    loader, track = track_at(writer, entry.track) or (None, None)
    if loader is None or track is None or track.handoff is None:
        return None
    waiting = track.handoff.path
    made = standing_changes(writer.store, entry, journal.read(writer.store).entries)
    ours = next((each for each in made if each.path == waiting), None)
    if ours is None or ours.after is None:
        return None
    system, _, files = loader.for_editing(track)
    present = data_of(files, waiting)
    if present is None or not system.is_older(waiting, present, ours.after):
        return None
    archived = any(data_of(files, each.path) == ours.after for each in track.archived_handoffs)
    return None if archived else Replaced(track, ours)


def bring_back(writer: Writer, entry: Entry) -> Outcome:
    """Put ours in the place of the other one, which goes to the archive. Raises Refused where neither can be."""
    from cockpit.storage.commit import commit

    def make() -> Edit:
        found = find(writer, entry)
        if found is None:
            raise Refused(f"No other handoff stands in its place any more; {NOTHING_CHANGED}.")
        return _beside(writer, found, entry)

    if writer.dry_run:
        return would(make())
    deed = Deed(verb="again", actor=writer.actor, now=writer.now, subject=entry.subject, repeats=entry.number)
    return did(commit(writer.root, make, store=writer.store, deed=deed))


def _beside(writer: Writer, found: Replaced, entry: Entry) -> Edit:
    waiting = found.track.handoff
    away = planned(writer, found.track.key, FinishHandoff(seen=waiting.created if waiting is not None else None))
    gone = next(each for each in away.changes if each.path == found.ours.path)
    kept = next(each for each in away.changes if each.before is None and each.after == gone.before)
    back = Change(path=gone.path, before=gone.before, after=found.ours.after)
    remark = f"The handoff that stood there is in {kept.path}."
    return Edit(changes=(kept, back), done=f"{BROUGHT_BACK}{plainly(entry.sentence)}", remarks=(remark,))


def data_of(files: Files, path: str) -> bytes | None:
    """What stands in a file now; None where there is none, or it cannot be read."""
    content = files.read(path)
    return content.data if content is not None else None
