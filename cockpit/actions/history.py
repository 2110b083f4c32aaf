"""What was done with cockpit: undo, do again, the ledger, and forgetting it all."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Self

from cockpit.actions.actor import is_agent
from cockpit.actions.altered import is_altered, put_back
from cockpit.actions.change import Outcome, Writer, did, find_track, refuse_agents, would
from cockpit.actions.taken_back import apply_again, do_anew, made_entry, removed_by_others
from cockpit.model.errors import Refused
from cockpit.storage import ledger as ledger_file
from cockpit.storage import purge as purging
from cockpit.storage import undo
from cockpit.storage.journal import Entry
from cockpit.storage.ledger import Record, Subject
from cockpit.storage.undo import History
from cockpit.values import dataclass

__all__ = [
    "Record",
    "Undoable",
    "apply_again",
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
        history = History.read(writer.store)
        dismissal = bool(history.to_undo(entry).dismisses)  # it changes no file
        if writer.dry_run:
            _refuse_to_undo(writer, history.to_undo(entry))
            outcome = would(undo.undo_edit(writer.root, entry, store=writer.store, history=history))
        else:
            undone = partial(undo.undo, guard=partial(_refuse_to_undo, writer))
            outcome = did(undone(writer.root, entry, store=writer.store, actor=writer.actor, now=writer.now))
        return replace(outcome, changed=outcome.changed or dismissal)
    except undo.Conflict as refusal:
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


def _refuse_to_undo(writer: Writer, entry: Entry) -> None:
    """As `_refuse_agents`; nor does an agent take a failure back that was recorded: it would try again."""
    _refuse_agents(writer, entry)
    if entry.verb == "fail":
        refuse_agents(writer)


def redo_change(writer: Writer, entry: int | None = None, *, track: str | None = None) -> Outcome:
    """Do an undone change again, the one undone last where none is named; with a `track`, only one about it. One that
    another program took back is written again where it is named, and a handoff that was changed since."""
    if entry is not None and (made := made_entry(writer, entry)) is not None and is_altered(writer, made):
        return put_back(writer, made)
    if entry is not None and any(each.entry == entry for each in removed_by_others(writer)):
        return apply_again(writer, entry)
    if entry is None and not redoable(writer) and removed_by_others(writer):
        raise Refused(
            "There is nothing to do again; `cockpit redo --taken-back` writes again what another program took back."
        )
    if track is not None:
        undone = [each for each, _ in History.read(writer.store).redoable()]
        entry = _of_track(writer, track, undone, entry, "done again")
    try:
        again, _ = History.read(writer.store).to_redo(entry)
        dismissal = bool(again.dismisses)
        if writer.dry_run:
            _refuse_agents(writer, again)
            outcome = would(undo.redo_edit(writer.root, entry, store=writer.store))
        else:
            redone = partial(undo.redo, guard=partial(_refuse_agents, writer))
            outcome = did(redone(writer.root, entry, store=writer.store, actor=writer.actor, now=writer.now))
        return replace(outcome, changed=outcome.changed or dismissal)
    except undo.Conflict as conflict:
        return do_anew(writer, History.read(writer.store).to_redo(entry)[0], conflict)


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
