"""What was done with cockpit: undo, do again, the ledger, and forgetting it all."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Self

from cockpit.actions import replaced
from cockpit.actions.actor import is_agent
from cockpit.actions.altered import is_altered, put_back
from cockpit.actions.change import Outcome, Writer, did, find_track, make_anew, refuse_agents, would
from cockpit.model.kept_intents import intent_of
from cockpit.model.refused import Refused
from cockpit.rules.instants import write_instant
from cockpit.storage import ledger as ledger_file
from cockpit.storage import overwritten, undo, written_again
from cockpit.storage import purge as purging
from cockpit.storage.contents import seen
from cockpit.storage.disk_files import DiskFiles
from cockpit.storage.history import History, plainly
from cockpit.storage.journal import Entry
from cockpit.storage.ledger import Record, Subject
from cockpit.storage.onto import Clash
from cockpit.storage.overwritten import Missing
from cockpit.storage.places import home_dir
from cockpit.storage.refusals import NOTHING_CHANGED
from cockpit.storage.telling import Telling
from cockpit.values import dataclass

__all__ = [
    "Record",
    "Removed",
    "Undoable",
    "apply_again",
    "is_written_over",
    "ledger",
    "purge",
    "recover",
    "redo_change",
    "redoable",
    "removed_by_others",
    "undo_change",
    "undoable",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Undoable:
    """A change that can be undone, or done again: its entry in the journal, the instant, and what it was in words."""

    id: int
    at: str
    verb: str
    actor: str
    sentence: str
    paths: tuple[str, ...]

    @classmethod
    def of(cls, entry: Entry) -> Self:
        """What there is to say about an entry."""
        return cls(id=entry.number, at=entry.at, verb=entry.verb, actor=entry.actor, sentence=entry.sentence,
                   paths=entry.paths)  # fmt: skip


_WRITTEN_OVER = "Written over"
_HOW = {
    "lines": "its lines are again as they were before",
    "older": "an older one stands there",
    "gone": "it is gone",
    "replaced": "another one stands there",
}
"""How a change is gone from a file, in words."""


@dataclass(frozen=True, slots=True)
class Removed:
    """A change that another program took back: its journal entry, what it was, from which files it is gone, when it was
    done, and the path of the track it was about.

    A handoff that was written over is `replaced`; `since` is when the one that stands there was left.
    """

    entry: int
    sentence: str
    missing: tuple[Missing, ...]
    at: str
    track: str | None = None
    since: str | None = None

    @property
    def replaced(self) -> bool:
        """Whether a newer document stands in the place of ours, which loses nothing when ours comes back."""
        return any(each.how == "replaced" for each in self.missing)

    def how(self) -> list[str]:
        """What is so in each file now, as the beginning of a sentence."""
        since = f", of {self.since}" if self.replaced and self.since else ""
        return [f"{each.path}: {_HOW[each.how]}{since if each.how == 'replaced' else ''}" for each in self.missing]


def recover(writer: Writer) -> tuple[str, ...]:
    """Complete what a crash left half done; a sentence for each that was, or could not be."""
    from cockpit.storage import recovery

    return tuple(each.sentence for each in recovery.recover(writer.root, store=writer.store, now=writer.now))


def undoable(writer: Writer) -> list[Undoable]:
    """What can be undone, newest first. Raises Refused where the journal cannot be read."""
    return [Undoable.of(entry) for entry in History.read(writer.store).undoable()]


def redoable(writer: Writer) -> list[Undoable]:
    """What was undone and can be done again, the last undone first. Raises Refused."""
    return [Undoable.of(entry) for entry, _ in History.read(writer.store).redoable()]


def undo_change(writer: Writer, entry: int | None = None, *, track: str | None = None) -> Outcome:
    """Take a change back, the newest where none is named; with the key of a `track`, only one that was about it.

    Raises Refused where its lines have changed since.
    """
    if track is not None:
        entry = _of_track(writer, track, History.read(writer.store).undoable(), entry, "undone")
    try:
        if writer.dry_run:
            return would(undo.undoing(writer.root, entry, store=writer.store, clashing=_clash))
        guard = partial(_refuse_agents, writer)
        undone = partial(undo.undo, guard=guard, clashing=_clash)
        return did(undone(writer.root, entry, store=writer.store, actor=writer.actor, now=writer.now))
    except Refused as refusal:
        if not str(refusal).endswith(f"{NOTHING_CHANGED}."):
            raise
        raise Refused(f"{refusal}{_way_back(History.read(writer.store).to_undo(entry))}") from None


def _way_back(entry: Entry) -> str:
    """The verb that takes back what undo cannot any more."""
    metric = entry.subject.metric if entry.subject is not None else None
    given = entry.verb == "acknowledge" and metric is not None
    return f" `cockpit unack {metric}` withdraws the acknowledgment." if given else ""


def _refuse_agents(writer: Writer, entry: Entry) -> None:
    """Raise Refused where an agent would take back what a person did, or cockpit by their setting."""
    if not is_agent(entry.actor):
        refuse_agents(writer)


def redo_change(writer: Writer, entry: int | None = None, *, track: str | None = None) -> Outcome:
    """Do an undone change again, the one undone last where none is named; with a `track`, only one about it. One that
    another program took back is written again where it is named, and a handoff that was changed since."""
    if entry is not None and any(each.entry == entry for each in removed_by_others(writer)):
        return apply_again(writer, entry)
    if entry is not None and (made := _entry(writer, entry)) is not None and is_altered(writer, made):
        return put_back(writer, made)
    if track is not None:
        again = [each for each, _ in History.read(writer.store).redoable()]
        entry = _of_track(writer, track, again, entry, "done again")
    try:
        if writer.dry_run:
            return would(undo.redoing(writer.root, entry, store=writer.store, clashing=_clash))
        guard = partial(_refuse_agents, writer)
        redone = partial(undo.redo, guard=guard, clashing=_clash)
        return did(redone(writer.root, entry, store=writer.store, actor=writer.actor, now=writer.now))
    except Clash as clash:
        return _anew(writer, History.read(writer.store).to_redo(entry)[0], clash)


def _anew(writer: Writer, entry: Entry, clash: Clash) -> Outcome:
    """Do once more what an entry meant, where its bytes would contradict what others wrote since. Raises Refused."""
    intent = intent_of(entry.intent)
    if intent is None or entry.subject is None:
        raise clash
    outcome = make_anew(writer, entry.subject.track, intent, entry.number)
    return replace(outcome, remarks=(f"Done anew: {clash.why}.", *outcome.remarks))


def _of_track(writer: Writer, track: str, entries: Sequence[Entry], number: int | None, turned: str) -> int:
    """The first of the entries that is about a track, and is the one named. Raises Refused where there is none."""
    path = find_track(writer, track)[1].path
    about = (each.number for each in entries if _is_about(each.subject, each.paths, path))
    found = next((each for each in about if number in (None, each)), None)
    if found is None:
        which = "no change" if number is None else f"no change {number}"
        raise Refused(f"There is {which} in {track} that could be {turned}.")
    return found


def _is_about(subject: Subject | None, paths: Sequence[str], path: str) -> bool:
    """Whether something was about the track of that path, or made its file."""
    return path in paths or (subject is not None and subject.track == path)


def ledger(writer: Writer, track: str | None = None) -> tuple[Record, ...]:
    """Everything that was done, oldest first; with the key of a `track`, only what was about it."""
    records = ledger_file.read(writer.store)
    if track is None:
        return records
    path = find_track(writer, track)[1].path
    return tuple(record for record in records if _is_about(record.subject, record.paths, path))


def purge(writer: Writer) -> Outcome:
    """Delete what cockpit keeps about the project; the remarks say what it was, in a few words each.

    A person's verb: with the journal goes what an agent did, and with the ledger who did it. Raises Refused.
    """
    refuse_agents(writer)
    if writer.dry_run:
        gone = purging.kept(writer.store)
    else:
        gone = purging.purge(writer.root, store=writer.store, now=writer.now)
    if not gone:
        return Outcome(done="Cockpit keeps nothing about this project.", changed=False)
    return Outcome(done="Deleted what cockpit kept about this project.", remarks=gone)


def removed_by_others(writer: Writer) -> list[Removed]:
    """The changes of the last hour that another program took back. The ledger says so from then on. Raises Refused."""
    read = seen(writer.root, DiskFiles(writer.root, home_dir()))
    found = overwritten.removed_by_others(writer.store, read, now=writer.now, telling=_telling())
    told = [(each.entry, removed) for each in found if (removed := _removed(writer, each)) is not None]
    _note(writer, told)
    return [removed for _, removed in told]


def _removed(writer: Writer, found: overwritten.Removed) -> Removed | None:
    """What there is to say; None where the document that is no longer there was put into the archive by somebody."""
    entry = found.entry
    removed = Removed(entry.number, plainly(entry.sentence), found.missing, entry.at, entry.track)
    if not removed.replaced:
        return removed
    other = replaced.find(writer, entry)
    return None if other is None or other.track.handoff is None else replace(removed, since=other.track.handoff.created)


def is_written_over(record: Record) -> bool:
    """Whether a line that notices says that a handoff was written over."""
    return record.sentence.startswith(_WRITTEN_OVER)


def _note(writer: Writer, found: Sequence[tuple[Entry, Removed]]) -> None:
    """Write down that changes were taken back, once for each. Raises Refused."""
    if not found or writer.read_only:
        return
    known = {record.entry for record in ledger_file.read(writer.store) if record.verb == ledger_file.NOTICED}
    for entry, removed in found:
        if entry.number not in known:
            how = _WRITTEN_OVER if removed.replaced else "Taken back"
            record = Record(
                at=write_instant(writer.now),
                actor="another program",
                verb=ledger_file.NOTICED,
                sentence=f"{how} by another program: {removed.sentence}",
                paths=tuple(missing.path for missing in removed.missing),
                subject=Subject(track=entry.track),
                entry=entry.number,
            )
            ledger_file.append(writer.store, record)


def apply_again(writer: Writer, entry: int) -> Outcome:
    """Make a change anew that was taken back by others; a handoff that was written over comes back beside the other.

    Raises Refused where its lines have changed since.
    """
    made = _entry(writer, entry)
    if made is not None and replaced.find(writer, made) is not None:
        return replaced.bring_back(writer, made)
    try:
        if writer.dry_run:
            would_be = partial(written_again.applying_again, telling=_telling(), clashing=_clash)
            return would(would_be(writer.root, entry, store=writer.store))
        again = partial(written_again.apply_again, telling=_telling(), clashing=_clash)
        return did(again(writer.root, entry, store=writer.store, actor=writer.actor, now=writer.now))
    except Clash as clash:
        if made is None:
            raise
        return _anew(writer, made, clash)


def _entry(writer: Writer, number: int) -> Entry | None:
    """A completed entry of the journal."""
    return next((each for each in History.read(writer.store).entries if each.number == number), None)


def _clash(path: str, present: bytes, result: bytes) -> str | None:
    from cockpit.storage.loader import known_systems

    return next((why for system in known_systems() if (why := system.clash(path, present, result))), None)


def _telling() -> Telling:
    from cockpit.storage.loader import known_systems

    systems = known_systems()
    return Telling(
        took_back=lambda path, ours, present: any(each.took_back(path, ours, present) for each in systems),
        is_document=lambda path: any(each.is_document(path) for each in systems),
        is_older=lambda path, ours, present: any(each.is_older(path, ours, present) for each in systems),
    )
