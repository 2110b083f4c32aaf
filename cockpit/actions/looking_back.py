"""Looking back: what was done, what each deed wrote, whether it still stands, and what could be undone next."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import Literal

from cockpit.actions.actor import is_agent
from cockpit.actions.change import Writer, refuse_agents
from cockpit.actions.edit_diff import edit_diff
from cockpit.actions.history import Undoable, redo_change, undo_change
from cockpit.actions.taken_back import TakenBack, apply_again, removed_by_others
from cockpit.model.errors import Refused
from cockpit.storage import journal
from cockpit.storage import ledger as ledger_file
from cockpit.storage.journal import Entry
from cockpit.storage.ledger import Record
from cockpit.storage.undo import History, dismissed
from cockpit.values import dataclass

__all__ = ["Ahead", "Past", "Refused", "ahead", "past", "turning_refused", "written"]

State = Literal["stands", "undone", "taken", "dismissed", "repeated", "unknown"]
"""`taken`: another program took it back. `dismissed`: so, and a person does not miss it. `repeated`: so, and made again
by a later entry. `unknown`: the journal no longer holds it."""


_TURNS: Mapping[State, Callable[[Writer, int], object]] = {
    "stands": undo_change,
    "undone": redo_change,
    "taken": apply_again,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Past:
    """One deed. `about` is the journal's entry that an undo or redo of it concerns, and `state` how that one stands.

    The undoing of a change is about that change, whose words are the `sentence`. `reverses` tells it from the change.
    `made_by` is who made the change, `taken` says how another program took it back.
    """

    record: Record
    about: int | None
    sentence: str
    state: State
    reverses: bool = False
    made_by: str = ""
    taken: TakenBack | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ahead:
    """What the next undo would take back, and the next redo do again, by the history as it was read.

    `no_undo` and `no_redo` say why it would be refused as the files stand; `taken` that another program took back what
    would be undone.
    """

    history: History | None = None
    undo: Undoable | None = None
    redo: Undoable | None = None
    no_undo: str | None = None
    no_redo: str | None = None
    taken: bool = False

    def turned_by(self, key: Literal["undo", "redo"]) -> frozenset[int]:
        """The entries that the next undo takes back, or the next redo does again, if it can: the change, and each undo
        and redo of it."""
        change, refused = (self.undo, self.no_undo or self.taken) if key == "undo" else (self.redo, self.no_redo)
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


def past(writer: Writer) -> tuple[Past, ...]:
    """Everything that was done, the newest first. Raises Refused where it cannot be read."""
    store = writer.store
    history = History.read(store)
    entries = {entry.number: entry for entry in history.entries}
    states: dict[int, State] = {entry.repeats: "repeated" for entry in entries.values() if entry.repeats is not None}
    states |= {entry.number: "undone" for entry, _ in history.redoable()}
    states |= {entry.number: "stands" for entry in history.undoable()}
    taken = {each.entry: each for each in removed_by_others(writer)}
    states |= dict.fromkeys(dismissed(history.entries), "dismissed")
    states |= dict.fromkeys(taken, "taken")
    deeds = (each for each in reversed(ledger_file.read(store)) if each.verb != ledger_file.NOTICED)
    return tuple(_told(record, entries, states, taken) for record in deeds)


def ahead(writer: Writer, known: Ahead | None = None, *, taken: Collection[int] = ()) -> Ahead:
    """What could be undone and done again now; `known` itself where that is no other. `taken` are the entries that
    another program took back. Raises Refused."""
    store, before = writer.store, known.history if known is not None else None
    history = before.now(store) if before is not None else History.read(store)
    if known is not None and history is before:
        back, again = known.undo, known.redo
    else:
        back = next((Undoable.of(entry) for entry in history.undoable()), None)
        again = next((Undoable.of(entry) for entry, _ in history.redoable()), None)
    no_undo = _refused(undo_change, writer, back.id, back.actor) if back is not None else None
    no_redo = _refused(redo_change, writer, again.id, again.actor) if again is not None else None
    lost = back is not None and back.id in taken
    found = Ahead(history=history, undo=back, redo=again, no_undo=no_undo, no_redo=no_redo, taken=lost)
    return known if known is not None and history is before and found == known else found


def turning_refused(writer: Writer, deed: Past) -> str | None:
    """Why a deed that stands cannot be undone, or one that was undone or taken back not be done again; None where it
    can."""
    if deed.about is None or deed.state not in _TURNS:
        return None
    return _refused(_TURNS[deed.state], writer, deed.about, deed.made_by)


def _refused(turn: Callable[[Writer, int], object], writer: Writer, entry: int, made_by: str) -> str | None:
    """Why a change cannot be undone or done again as the files stand, or not by whoever it is; None where it can."""
    try:
        turn(replace(writer, dry_run=True), entry)
        if not is_agent(made_by):
            refuse_agents(writer)
    except Refused as refusal:
        return str(refusal)
    return None


def written(writer: Writer, entry: int) -> tuple[str, ...]:
    """What an entry wrote, as the lines of a diff. Raises Refused where the journal no longer holds it."""
    found = next((each for each in journal.read(writer.store).entries if each.number == entry), None)
    if found is None:
        raise Refused("The journal no longer holds what this wrote.")
    return edit_diff(journal.changes(writer.store, found))


def _told(
    record: Record, entries: Mapping[int, Entry], states: Mapping[int, State], taken: Mapping[int, TakenBack]
) -> Past:
    entry = entries.get(record.entry) if record.entry is not None else None
    about = entry
    while about is not None and about.undoes is not None:
        about = entries.get(about.undoes)
    number = about.number if about is not None else None
    state = states.get(number, "unknown") if number is not None else "unknown"
    sentence = about.sentence if about is not None else record.sentence
    return Past(record=record, about=number, sentence=sentence, state=state, reverses=record.verb == "undo",
                made_by=about.actor if about is not None else "",
                taken=taken.get(number) if number is not None else None)  # fmt: skip
