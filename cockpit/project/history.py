"""What was done with cockpit: undo, do again, the ledger, and forgetting it all."""

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Literal, Self

from cockpit.model.errors import CommandError
from cockpit.model.intents import Withdraw, intent_of
from cockpit.project.actor import is_agent
from cockpit.project.change import Outcome, edit_diff, intent_filter
from cockpit.project.handing_off import is_altered, put_back
from cockpit.project.kept_answers import forget_all
from cockpit.project.taken_back import (
    TakenBack,
    apply_again,
    do_anew,
    refuse_turn,
    removed_by_others,
    take_turn,
    ways_back,
    why_none_again,
)
from cockpit.project.workspace import Workspace, find_track, refuse_agents, state_then, track_at
from cockpit.rules.opposites import opposite
from cockpit.storage.transactions import journal, undo
from cockpit.storage.transactions import purge as purging
from cockpit.storage.transactions.contents import inverse
from cockpit.storage.transactions.journal import Entry
from cockpit.storage.transactions.undo import History, dismissed
from cockpit.storage.user_files import ledger as ledger_file
from cockpit.storage.user_files.ledger import Record, Subject
from cockpit.values import dataclass
from cockpit.wording.messages import Message, Words, clause, command_line, of_track

__all__ = [
    "CommandError",
    "HistoryItem",
    "Record",
    "UndoStatus",
    "Undoable",
    "apply_again",
    "entry_diff",
    "history_items",
    "ledger",
    "purge",
    "recover",
    "redo_change",
    "redoable",
    "removed_by_others",
    "reversal_refusal",
    "undo_change",
    "undo_status",
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


def recover(workspace: Workspace) -> tuple[Words, ...]:
    """Complete what a crash left half done; what became of each."""
    from cockpit.storage.transactions import recovery

    return tuple(each.sentence for each in recovery.recover(workspace.root, store=workspace.store, now=workspace.now))


def undoable(workspace: Workspace) -> list[Undoable]:
    """What can be undone, newest first. Raises CommandError where the journal cannot be read."""
    return [Undoable.of(entry) for entry in History.read(workspace.store).undoable()]


def redoable(workspace: Workspace) -> list[Undoable]:
    """What was undone and can be done again, the last undone first. Raises CommandError."""
    return [Undoable.of(entry) for entry in History.read(workspace.store).redoable()]


def undo_change(workspace: Workspace, entry: int | None = None, *, track: str | None = None) -> Outcome:
    """Undo a change, by default the newest; with the key of a `track`, the newest of that track. What a crash left half
    done is completed first.

    Raises CommandError where its lines have changed since.
    """
    remarks_before = _recovery_remarks(workspace)
    if track is not None:
        entry = _of_track(workspace, track, History.read(workspace.store).undoable(), entry, "undo")
    try:
        outcome = take_turn(workspace, "undo", entry, guard=partial(_refuse_agents, workspace))
        return replace(outcome, remarks=(*remarks_before, *outcome.remarks))
    except undo.Conflict as refusal:
        instead = None
        with suppress(CommandError):  # nothing can be said about it
            instead = _instead(workspace, History.read(workspace.store).find("undo", entry), refusal.whole)
        raise CommandError(instead or refusal.message, unchanged=refusal.unchanged and instead is None) from None


def _recovery_remarks(workspace: Workspace) -> tuple[Words, ...]:
    """Complete what a crash left half done, which then is the newest change; a remark on each. Raises CommandError in a
    dry run, which would be about another change."""
    if workspace.dry_run and journal.pending(workspace.store):
        raise CommandError(
            "project.change-interrupted",
            "An earlier change was interrupted. The next command that changes a file completes it. Then run "
            "this command again.",
        )
    return () if workspace.dry_run else recover(workspace)


def _instead(workspace: Workspace, entry: Entry, why: Words) -> Words | None:
    """The refusal to undo a change whose lines were changed since, with what can be done: a later change of ours is
    undone first, or a command does the opposite. Raises CommandError."""
    first = undo.to_undo_first(workspace.root, entry.number, store=workspace.store)
    if first is not None:
        _refuse_agents(workspace, first)
        refuse_turn(workspace, "undo", first)
        return Message(
            "project.undo-first",
            f"{why} Undo “{clause(first.message)}” first ({command_line('undo', str(first.number))}).",
        )
    intent, found = intent_of(entry.intent), track_at(workspace, entry.track)
    if intent is None or found is None:
        return None
    loader, track = found
    back = opposite(intent, state_then(workspace, loader, track, map(inverse, journal.changes(workspace.store, entry))))
    if back is None or not intent_filter(workspace, track.key)(back.intent):
        return None
    said = Message("project.command-instead", f"{why} Do this instead: {command_line(*back.words)}.")
    if isinstance(back.intent, Withdraw):
        said = Message(
            "project.withdrawal-instead",
            f"{why} Withdraw the acknowledgment with {command_line('unack', back.intent.metric)}.",
        )
    loader.discover()
    return said if len(loader.load().tracks) < 2 else of_track(said, track.key)


def _refuse_agents(workspace: Workspace, entry: Entry) -> None:
    """Raise CommandError where an agent would undo what a person did, or what cockpit did by the person's settings."""
    if not is_agent(entry.actor):
        refuse_agents(workspace)


def redo_change(workspace: Workspace, entry: int | None = None, *, track: str | None = None) -> Outcome:
    """Redo an undone change, by default the one undone last; with the key of a `track`, the last of that track.

    A change that is named is also written again where another program took it back, or changed the handoff that it
    wrote. What a crash left half done is completed first. Raises CommandError.
    """
    remarks_before = _recovery_remarks(workspace)
    outcome = _redo(workspace, entry, track)
    return replace(outcome, remarks=(*remarks_before, *outcome.remarks)) if remarks_before else outcome


def _redo(workspace: Workspace, entry: int | None, track: str | None) -> Outcome:
    known = History.read(workspace.store).entries if entry is not None else ()
    named = next((each for each in known if each.number == entry), None)
    if named is not None and is_altered(workspace, named):
        return put_back(workspace, named)
    if entry is not None and any(each.entry == entry for each in removed_by_others(workspace)):
        return apply_again(workspace, entry)
    if entry is None and not redoable(workspace) and (lost := removed_by_others(workspace)):
        ways = ways_back(lost, why_none_again(lost, workspace))
        raise CommandError(
            "project.only-taken-back-to-redo",
            f"Nothing to redo, but another program took {'a change' if len(lost) == 1 else 'changes'} back. {ways}",
        )
    if track is not None:
        entry = _of_track(workspace, track, History.read(workspace.store).redoable(), entry, "redo")
    try:
        return take_turn(workspace, "redo", entry, guard=partial(_refuse_agents, workspace))
    except undo.Conflict as conflict:
        return do_anew(workspace, History.read(workspace.store).find("redo", entry), conflict)


def _of_track(
    workspace: Workspace, track: str, entries: Sequence[Entry], number: int | None, turn: Literal["undo", "redo"]
) -> int:
    """The number of the first entry about a track; with a `number`, that one. Raises CommandError where none is."""
    path = find_track(workspace, track)[1].path
    about = (each.number for each in entries if _is_about(each.subject, each.paths, path))
    found = next((each for each in about if number in (None, each)), None)
    if found is None and number is None:
        raise CommandError(Message(f"project.nothing-to-{turn}-in-track", f"Nothing to {turn} in {track}."))
    if found is None:
        what = f"change {number} to undo" if turn == "undo" else f"undone change {number}"
        raise CommandError(Message(f"project.no-such-{turn}-in-track", f"{track} has no {what}."))
    return found


def _is_about(subject: Subject | None, paths: Sequence[str], path: str) -> bool:
    """Whether something was about the track of that path, or made its file."""
    return path in paths or (subject is not None and subject.track == path)


def ledger(workspace: Workspace, track: str | None = None) -> tuple[Record, ...]:
    """Everything that was done, oldest first; with the key of a `track`, only what was about it."""
    records = ledger_file.read(workspace.store)
    if track is None:
        return records
    path = find_track(workspace, track)[1].path
    return tuple(record for record in records if _is_about(record.subject, record.paths, path))


def purge(workspace: Workspace) -> Outcome:
    """Delete what cockpit keeps about the project; the remarks say what it was, in a few words each.

    A person's verb: with the journal goes what an agent did, and with the ledger who did it. Raises CommandError.
    """
    refuse_agents(workspace)
    if workspace.dry_run:
        deleted = purging.stored_data(workspace.store)
    else:
        deleted = purging.purge(workspace.root, store=workspace.store, now=workspace.now)
        forget_all()
    if not deleted:
        return Outcome(done=Message("project.nothing-kept", "Cockpit has no data about this project."), changed=False)
    return Outcome(done=Message("project.purged", "Deleted cockpit's data about this project."), remarks=deleted)


# Looking back: what was done, what each change wrote, whether it still stands, and what could be undone next

State = Literal["stands", "undone", "taken", "dismissed", "repeated", "unknown"]
"""`taken`: another program took it back. `dismissed`: so, and a person does not miss it. `repeated`: so, and made again
by a later entry. `unknown`: the journal no longer holds it."""


_TURNS: Mapping[State, Callable[[Workspace, int], object]] = {
    "stands": undo_change,
    "undone": redo_change,
    "taken": apply_again,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryItem:
    """One change. `about` is the journal's entry that an undo or redo of it concerns, and `state` how that one stands.

    The undoing of a change is about that change, whose words are the `sentence`. `reverses` tells it from the change.
    `made_by` is who made the change, `taken_back` says how another program took it back.
    """

    record: Record
    about: int | None
    sentence: str
    state: State
    reverses: bool = False
    made_by: str = ""
    taken_back: TakenBack | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoStatus:
    """What the next undo would take back, and the next redo do again, by the history as it was read.

    `no_undo` and `no_redo` say why it would be refused as the files stand; `is_taken_back` that another program took
    back what would be undone.
    """

    history: History | None = None
    undo: Undoable | None = None
    redo: Undoable | None = None
    no_undo: Message | None = None
    no_redo: Message | None = None
    is_taken_back: bool = False

    def turned_by(self, key: Literal["undo", "redo"]) -> frozenset[int]:
        """The entries that the next undo takes back, or the next redo does again, if it can: the change, and each undo
        and redo of it."""
        change, refused = (
            (self.undo, self.no_undo or self.is_taken_back) if key == "undo" else (self.redo, self.no_redo)
        )
        if change is None or refused:
            return frozenset()
        found = {change.id}
        for each in self.history.entries if self.history is not None else ():
            if each.undoes in found:
                found.add(each.number)
        return frozenset(found)

    @property
    def just_undone(self) -> bool:
        """Whether the last thing that was done is an undo."""
        entries = self.history.entries if self.history is not None else ()
        return bool(entries) and entries[-1].undoes is not None and self.redo is not None

    def knows(self, entry: int) -> bool:
        """Whether an entry was there when this was found out."""
        return self.history is not None and any(each.number == entry for each in self.history.entries)


def history_items(workspace: Workspace) -> tuple[HistoryItem, ...]:
    """Everything that was done, the newest first. Raises CommandError where it cannot be read."""
    store = workspace.store
    history = History.read(store)
    entries = {entry.number: entry for entry in history.entries}
    states: dict[int, State] = {entry.repeats: "repeated" for entry in entries.values() if entry.repeats is not None}
    states |= {entry.number: "undone" for entry in history.redoable()}
    states |= {entry.number: "stands" for entry in history.undoable()}
    taken = {each.entry: each for each in removed_by_others(workspace)}
    states |= dict.fromkeys(dismissed(history.entries), "dismissed")
    states |= dict.fromkeys(taken, "taken")
    changes = (each for each in reversed(ledger_file.read(store)) if each.verb != ledger_file.NOTICED)
    return tuple(_item(record, entries, states, taken) for record in changes)


def undo_status(workspace: Workspace, known: UndoStatus | None = None, *, taken: Collection[int] = ()) -> UndoStatus:
    """What could be undone and done again now; `known` itself where that is no other. `taken` are the entries that
    another program took back. Raises CommandError."""
    store, before = workspace.store, known.history if known is not None else None
    history = before.now(store) if before is not None else History.read(store)
    if known is not None and history is before:
        back, again = known.undo, known.redo
    else:
        back = next((Undoable.of(entry) for entry in history.undoable()), None)
        again = next((Undoable.of(entry) for entry in history.redoable()), None)
    no_undo = _refused(undo_change, workspace, back.id, back.actor) if back is not None else None
    no_redo = _refused(redo_change, workspace, again.id, again.actor) if again is not None else None
    is_taken_back = back is not None and back.id in taken
    found = UndoStatus(
        history=history, undo=back, redo=again, no_undo=no_undo, no_redo=no_redo, is_taken_back=is_taken_back
    )
    return known if known is not None and history is before and found == known else found


def reversal_refusal(workspace: Workspace, item: HistoryItem) -> Words | None:
    """Why a change that stands cannot be undone, or one that was undone or taken back not be done again; None where it
    can."""
    if item.about is None or item.state not in _TURNS:
        return None
    return _refused(_TURNS[item.state], workspace, item.about, item.made_by)


def _refused(
    turn: Callable[[Workspace, int], object], workspace: Workspace, entry: int, made_by: str
) -> Message | None:
    """Why a change cannot be undone or done again as the files stand, or not by whoever it is; None where it can."""
    try:
        turn(replace(workspace, dry_run=True), entry)
        if not is_agent(made_by):
            refuse_agents(workspace)
    except CommandError as refusal:
        return refusal.whole
    return None


def entry_diff(workspace: Workspace, entry: int) -> tuple[str, ...]:
    """What an entry wrote, as the lines of a diff. Raises CommandError where the journal no longer holds it."""
    found = next((each for each in journal.read(workspace.store).entries if each.number == entry), None)
    if found is None:
        raise CommandError("project.written-forgotten", "The journal no longer contains this change.")
    return edit_diff(journal.changes(workspace.store, found))


def _item(
    record: Record, entries: Mapping[int, Entry], states: Mapping[int, State], taken: Mapping[int, TakenBack]
) -> HistoryItem:
    entry = entries.get(record.entry) if record.entry is not None else None
    about = entry
    while about is not None and about.undoes is not None:
        about = entries.get(about.undoes)
    number = about.number if about is not None else None
    state = states.get(number, "unknown") if number is not None else "unknown"
    sentence = about.sentence if about is not None else record.sentence
    return HistoryItem(record=record, about=number, sentence=sentence, state=state, reverses=record.verb == "undo",
                made_by=about.actor if about is not None else "",
                taken_back=taken.get(number) if number is not None else None)  # fmt: skip
