"""What was done with cockpit: looking back, the ledger, and forgetting it all."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from heapq import merge
from typing import Literal

from cockpit.model.errors import CommandError
from cockpit.project.actor import is_agent
from cockpit.project.edit_diff import edit_diff
from cockpit.project.kept_answers import forget_all
from cockpit.project.outcome import ChangeOutcome
from cockpit.project.seen_changes import only_seen
from cockpit.project.taken_back import removed_by_others
from cockpit.project.turning import apply_again, redo_change, undo_change
from cockpit.project.workspace import Workspace, find_track, refuse_agents
from cockpit.storage.reading.git_history import newest_commits
from cockpit.storage.transactions import journal
from cockpit.storage.transactions import purge as purging
from cockpit.storage.transactions.taken_back import Gone
from cockpit.storage.transactions.undo import History, dismissed
from cockpit.storage.user_files import ledger as ledger_file
from cockpit.values import dataclass
from cockpit.wording.messages import Message, Words, plain

Entry = ledger_file.Entry


def undoable(workspace: Workspace) -> list[Entry]:
    """What can be undone, newest first. Raises CommandError where the journal cannot be read."""
    return History.read(workspace.store).undoable()


def redoable(workspace: Workspace) -> list[Entry]:
    """What was undone and can be done again, the last undone first. Raises CommandError."""
    return History.read(workspace.store).redoable()


def ledger(workspace: Workspace, track: str | None = None) -> tuple[Entry, ...]:
    """Everything that was done, oldest first; with the key of a `track`, only what was about it."""
    records = ledger_file.read(workspace.store)
    if track is None:
        return records
    path = find_track(workspace, track)[1].path
    return tuple(record for record in records if path in record.paths or record.track == path)


# The commits beside the changes

COMMIT = "commit"
"""The verb of such a line; its subject's `item` is the commit's id."""
MOST_COMMITS = 200
_FIRST_COMMITS = 20
"""Commits that are told at least, however little was done with cockpit."""


def commits_beside(workspace: Workspace, oldest: Entry | None) -> list[Entry]:
    """The commits since that line of the ledger, and the newest few in any case; the newest first."""
    found = list(newest_commits(workspace.root, oldest.at, MOST_COMMITS)) if oldest is not None else []
    if len(found) < _FIRST_COMMITS:
        found = list(newest_commits(workspace.root, None, _FIRST_COMMITS))
    return [
        Entry(
            at=each.at, actor=each.author.rpartition(" <")[0], verb=COMMIT,
            message=plain(f"Commit {each.id[:7]}: {each.subject}"), paths=(*each.files, *each.deleted),
            subject=ledger_file.Subject(item=each.id),
        )
        for each in found
    ]  # fmt: skip


def newest_first(*logs: Iterable[Entry]) -> Iterator[Entry]:
    """All as one log; each comes newest first, and in its own order."""
    return merge(*logs, key=lambda each: each.at, reverse=True)


def purge(workspace: Workspace) -> ChangeOutcome:
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
        return ChangeOutcome(done="Cockpit has no data about this project.", changed=False)
    return ChangeOutcome(
        done="Deleted cockpit's data about this project.",
        intention="Would delete cockpit's data about this project.",
        remarks=deleted,
    )


# Looking back: what was done, what each change wrote, whether it still stands, and what could be undone next

Standing = Literal["stands", "undone", "taken", "dismissed", "repeated", "unknown"]
"""`taken`: another program took it back. `dismissed`: so, and a person does not miss it. `repeated`: so, and made again
by a later entry. `unknown`: the journal no longer holds it."""


_TURNS: Mapping[Standing, Callable[[Workspace, int], object]] = {
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

    record: Entry
    about: int | None
    sentence: str
    state: Standing
    reverses: bool = False
    made_by: str = ""
    taken_back: Gone | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoStatus:
    """What the next undo would take back, and the next redo do again, by the history as it was read.

    `no_undo` and `no_redo` say why it would be refused as the files stand; `is_taken_back` that another program took
    back what would be undone.
    """

    history: History | None = None
    undo: Entry | None = None
    redo: Entry | None = None
    no_undo: Message | None = None
    no_redo: Message | None = None
    is_taken_back: bool = False

    @property
    def just_undone(self) -> bool:
        """Whether the last thing that was done is an undo."""
        entries = self.history.entries if self.history is not None else ()
        return bool(entries) and entries[-1].undoes is not None and self.redo is not None


def history_items(workspace: Workspace) -> tuple[HistoryItem, ...]:
    """Everything that was done, the newest first. Raises CommandError where it cannot be read."""
    store = workspace.store
    history = History.read(store)
    entries = {entry.number: entry for entry in history.entries}
    states: dict[int, Standing] = {entry.repeats: "repeated" for entry in entries.values() if entry.repeats is not None}
    states |= {entry.number: "undone" for entry in history.redoable()}
    states |= {entry.number: "stands" for entry in history.undoable()}
    taken = {each.entry.number: each for each in removed_by_others(workspace)}
    states |= dict.fromkeys(dismissed(history.entries), "dismissed")
    states |= dict.fromkeys(taken, "taken")
    changes = (each for each in reversed(ledger_file.read(store)) if each.verb != ledger_file.NOTICED)
    return tuple(_item(record, entries, states, taken) for record in changes)


def log_items(workspace: Workspace, seen: Iterable[Entry]) -> tuple[HistoryItem, ...]:
    """The same with the commits since the oldest of them, and what was `seen`, newest first. Raises CommandError."""
    items = {id(each.record): each for each in history_items(workspace)}
    done = [each.record for each in items.values()]
    commits = commits_beside(workspace, done[-1] if done else None)
    return tuple(
        items.get(id(each)) or HistoryItem(record=each, about=None, sentence=each.sentence, state="unknown")
        for each in newest_first(done, commits, only_seen(seen, done))
    )


def undo_status(workspace: Workspace, known: UndoStatus | None = None, *, taken: Collection[int] = ()) -> UndoStatus:
    """What could be undone and done again now; `known` itself where that is no other. `taken` are the entries that
    another program took back. Raises CommandError."""
    store, before = workspace.store, known.history if known is not None else None
    history = before.now(store) if before is not None else History.read(store)
    if known is not None and history is before:
        back, again = known.undo, known.redo
    else:
        back = next(iter(history.undoable()), None)
        again = next(iter(history.redoable()), None)
    no_undo = _refused(undo_change, workspace, back.number, back.actor) if back is not None else None
    no_redo = _refused(redo_change, workspace, again.number, again.actor) if again is not None else None
    is_taken_back = back is not None and back.number in taken
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
    record: Entry, entries: Mapping[int, Entry], states: Mapping[int, Standing], taken: Mapping[int, Gone]
) -> HistoryItem:
    entry = entries.get(record.number)
    about = entry
    while about is not None and about.undoes is not None:
        about = entries.get(about.undoes)
    number = about.number if about is not None else None
    state = states.get(number, "unknown") if number is not None else "unknown"
    sentence = about.sentence if about is not None else record.sentence
    return HistoryItem(record=record, about=number, sentence=sentence, state=state, reverses=record.verb == "undo",
                made_by=about.actor if about is not None else "",
                taken_back=taken.get(number) if number is not None else None)  # fmt: skip
