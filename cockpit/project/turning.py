"""Undoing a change, doing it again, and writing it again where another program took it back."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from cockpit.model import Finding
from cockpit.model.errors import CommandError
from cockpit.model.intents import Withdraw, intent_of
from cockpit.project.actor import is_agent
from cockpit.project.altered_handoff import is_altered, put_back
from cockpit.project.change import intent_filter, is_personal, repeat_intent
from cockpit.project.notes import turn_dismissal
from cockpit.project.outcome import ChangeOutcome, outcome_of_commit, outcome_of_edit
from cockpit.project.taken_back import OF_THE_PLACE, finding, named, removed_by_others
from cockpit.project.workspace import Workspace, find_track, refuse_agents, refuse_permitting_more, state_then, track_at
from cockpit.rules.opposites import opposite
from cockpit.storage.transactions import journal, recovery, undo
from cockpit.storage.transactions.contents import inverse, present
from cockpit.storage.transactions.taken_back import Gone
from cockpit.storage.transactions.undo import History, Turn
from cockpit.storage.user_files.confirmed import is_behind_later_limits, written_by_others
from cockpit.storage.user_files.ledger import Entry
from cockpit.wording.messages import Message, Words, clause, command_line, of_track
from cockpit.wording.phrases import counted

_TRIED = 20
"""Changes of which is looked whether they could be written again."""


def recover(workspace: Workspace) -> tuple[Words, ...]:
    """Complete what a crash left half done; what became of each."""
    return recovery.recover(workspace.root, store=workspace.store, now=workspace.now)


def undo_change(workspace: Workspace, entry: int | None = None, *, track: str | None = None) -> ChangeOutcome:
    """Undo a change, by default the newest; with the key of a `track`, the newest of that track. What a crash left half
    done is completed first.

    Raises CommandError where its lines have changed since.
    """
    recovered = _recovered_first(workspace)
    outcome = _turned(workspace, "undo", _of_track(workspace, track, "undo", entry))
    return replace(outcome, remarks=(*recovered, *outcome.remarks))


def redo_change(workspace: Workspace, entry: int | None = None, *, track: str | None = None) -> ChangeOutcome:
    """Redo an undone change, by default the one undone last; with the key of a `track`, the last of that track.

    A change that is named is also written again where another program took it back, or changed the handoff that it
    wrote. What a crash left half done is completed first. Raises CommandError.
    """
    recovered = _recovered_first(workspace)
    outcome = _redone(workspace, entry, track)
    return replace(outcome, remarks=(*recovered, *outcome.remarks))


def apply_again(workspace: Workspace, entry: int) -> ChangeOutcome:
    """Make a change anew that was taken back; where its lines are others by now, do what was meant once more.

    Raises CommandError, also where an agent would so do what only a person may.
    """
    return _turned(workspace, "again", entry)


def _recovered_first(workspace: Workspace) -> tuple[Words, ...]:
    """Complete what a crash left half done, which then is the newest change; a remark on each. Raises CommandError in a
    dry run, which would be about another change."""
    if workspace.dry_run and journal.pending(workspace.store):
        raise CommandError(
            "project.change-interrupted",
            "An earlier change was interrupted. The next command that changes a file completes it. Then run "
            "this command again.",
        )
    return () if workspace.dry_run else recover(workspace)


def _redone(workspace: Workspace, entry: int | None, track: str | None) -> ChangeOutcome:
    known = History.read(workspace.store).entries if entry is not None else ()
    named = next((each for each in known if each.number == entry), None)
    if named is not None and is_altered(workspace, named):
        return put_back(workspace, named)
    if entry is not None and any(each.entry.number == entry for each in removed_by_others(workspace)):
        return apply_again(workspace, entry)
    if entry is None and not History.read(workspace.store).redoable() and (lost := removed_by_others(workspace)):
        ways = ways_back(lost, why_none_again(lost, workspace))
        raise CommandError(
            "project.only-taken-back-to-redo",
            f"Nothing to redo, but another program took {'a change' if len(lost) == 1 else 'changes'} back. {ways}",
        )
    return _turned(workspace, "redo", _of_track(workspace, track, "redo", entry))


def _of_track(workspace: Workspace, track: str | None, turn: Turn, number: int | None) -> int | None:
    """Of a track that is named the number of the first entry that has its turn, or of that one. Raises CommandError
    where there is none."""
    if track is None:
        return number
    path, history = find_track(workspace, track)[1].path, History.read(workspace.store)
    entries = history.undoable() if turn == "undo" else history.redoable()
    about = (each.number for each in entries if path in each.paths or each.track == path)
    found = next((each for each in about if number in (None, each)), None)
    if found is None and number is None:
        raise CommandError(f"project.nothing-to-{turn}-in-track", f"Nothing to {turn} in {track}.")
    if found is None:
        what = f"change {number} to undo" if turn == "undo" else f"undone change {number}"
        raise CommandError(f"project.no-such-{turn}-in-track", f"{track} has no {what}.")
    return found


def _turned(workspace: Workspace, turn: Turn, number: int | None) -> ChangeOutcome:
    """Turn a change, by default the one whose turn it is. Raises CommandError, also where an agent may not."""
    history = History.read(workspace.store)
    entry = history.find(turn, number)

    def guard(entry: Entry) -> None:
        _refuse_agents(workspace, turn, entry)
        _refuse_permitting_more(workspace, turn, entry)
        _refuse_unconfirmed(workspace, turn, entry)

    try:
        if workspace.dry_run:
            guard(entry)
            edit = undo.turn_edit(workspace.root, number, turn=turn, store=workspace.store, history=history)
            outcome = outcome_of_edit(edit, workspace.root)
        else:
            outcome = outcome_of_commit(
                undo.take(workspace.root, number, turn=turn, store=workspace.store, actor=workspace.actor,
                          now=workspace.now, confirms=workspace.confirms, guard=guard)
            )  # fmt: skip
    except undo.Conflict as conflict:
        if turn == "undo":
            raise _instead_of_undo(workspace, entry, conflict) from None
        return _done_anew(workspace, entry, conflict)
    if not workspace.dry_run:
        turn_dismissal(workspace, entry, turn)
    return replace(outcome, changed=outcome.changed or entry.kind == "dismiss")  # which changes no file


def _refuse_unconfirmed(workspace: Workspace, turn: Turn, entry: Entry) -> None:
    """Raise CommandError where limits would be confirmed that another program wrote."""
    made = journal.changes(workspace.store, entry)
    is_as_confirmed = turn == "redo" and all(present(workspace.root, each) == each.before for each in made)
    if not is_as_confirmed and (path := written_by_others(workspace.root, entry.paths)) is not None:
        raise CommandError(
            "project.limits-changed-outside",
            f"{path} was changed in another worktree of this repository, or outside of cockpit: what you set holds, "
            "and this would confirm more than that. Set a limit with `cockpit limit METRIC.LEVEL=VALUE`, which writes "
            "the file again.",
            unchanged=True,
        )
    if turn == "undo" and is_behind_later_limits(workspace.root, entry.number, made):
        raise CommandError(
            "project.limits-set-since",
            "It was set over a file that another program wrote, and other limits were set since. Undo those first.",
            unchanged=True,
        )


def _refuse_agents(workspace: Workspace, turn: Turn, entry: Entry) -> None:
    """Raise CommandError where an agent would undo what a person did, or what cockpit did by the person's settings; or
    write again what only a person may do, or what says where the work stands and is a person's."""
    is_refused = not is_agent(entry.actor)
    if turn == "again":
        intent = intent_of(entry.intent)
        decides = is_refused and entry.verb in OF_THE_PLACE
        is_refused = decides or (intent is not None and is_personal(intent))
    if is_refused:
        refuse_agents(workspace)


def _refuse_permitting_more(workspace: Workspace, turn: Turn, entry: Entry) -> None:
    """Raise CommandError where an agent would be permitted more by it."""
    if is_agent(workspace.actor):
        refuse_permitting_more(
            workspace, undo.turn_edit(workspace.root, entry.number, turn=turn, store=workspace.store)
        )


def _instead_of_undo(workspace: Workspace, entry: Entry, conflict: undo.Conflict) -> CommandError:
    """The refusal to undo a change whose lines were changed since, with what can be done, where that is known."""
    instead = None
    with suppress(CommandError):  # nothing can be said about it
        instead = _instead(workspace, entry, conflict.whole)
    return CommandError(instead or conflict.message, unchanged=conflict.unchanged and instead is None)


def _instead(workspace: Workspace, entry: Entry, why: Words) -> Words | None:
    """What can be done: a later change of ours is undone first, or a command does the opposite. Raises CommandError."""
    first = undo.to_undo_first(workspace.root, entry.number, store=workspace.store)
    if first is not None:
        _refuse_agents(workspace, "undo", first)
        _refuse_permitting_more(workspace, "undo", first)
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


def _done_anew(workspace: Workspace, entry: Entry, conflict: undo.Conflict) -> ChangeOutcome:
    """Do once more what an entry meant. Raises the conflict where the journal does not tell that; CommandError."""
    intent = intent_of(entry.intent)
    if intent is None:
        raise conflict
    outcome = repeat_intent(workspace, entry.subject.track, intent, entry.number)
    why = "The same lines or rows had changed meanwhile; the change was applied again to their new text."
    return replace(outcome, remarks=(Message("project.done-anew", why), *outcome.remarks))


# What another program took back


def taken_back_finding(root: Path, now: datetime) -> Finding | None:
    """What another program took back, with the commands that answer it; None where nothing was, or the journal cannot
    be read. `now` is the person's time."""
    workspace = Workspace(root=root, now=now, read_only=True)
    try:
        lost = removed_by_others(workspace)
    except CommandError:
        return None
    return finding(lost, now, ways_back(lost, why_none_again(lost, workspace))) if lost else None


def why_none_again(found: Sequence[Gone], workspace: Workspace) -> Words | None:
    """Why none of these changes can be written again; None where one of them can, or may."""
    refused = [_why_not_again(workspace, each.entry.number) for each in found[:_TRIED]]
    first = refused[0] if len(refused) == len(found) and all(refused) else None
    return first.message if first is not None else None


def ways_back(found: Sequence[Gone], why_not: Words | None) -> Words:
    """The commands that write the changes again and dismiss them; `why_not` says why none can be written again."""
    entry = [str(each.entry.number) for each in found] if len(found) == 1 else []
    what, it = ("change", "it") if entry else ("changes", "them")
    dismiss = f"{command_line('redo', 'dismiss', *entry)} dismisses {it}."
    of = "" if entry else "-all"
    if why_not is not None:
        return Message(f"project.only-dismiss{of}", f"The {what} cannot be written again: {clause(why_not)}. {dismiss}")
    again = command_line("redo", *(entry or ["taken-back"]))
    return Message(f"project.redo-or-dismiss{of}", f"{again} writes the {what} again; {dismiss}")


def _why_not_again(workspace: Workspace, entry: int) -> CommandError | None:
    try:
        apply_again(replace(workspace, dry_run=True, read_only=False), entry)
    except CommandError as refusal:
        return refusal
    return None


def write_again(workspace: Workspace, entries: Sequence[int] = ()) -> ChangeOutcome:
    """Write the changes again that were taken back, or those of them that are named, each as an entry of its own: where
    there are several, the outcome names none of them.

    One that cannot be written is named and does not hold up the others; it is tried again behind them, since it may
    build on them. Raises CommandError where none can.
    """
    found = named(workspace, entries)
    if workspace.dry_run and len(found) > 1:
        return _would_write_again(workspace, found)
    done: list[ChangeOutcome] = []
    refused: list[Message] = []
    waiting, goes_on = list(found), True
    while waiting and goes_on:
        behind, refused, goes_on = [], [], False
        for each in waiting:
            try:
                done.append(apply_again(workspace, each.entry.number))
                goes_on = True
            except CommandError as refusal:
                behind.append(each)
                refused.append(_not_written_again(each, refusal))
        waiting = behind
    if not done:
        raise CommandError(refused[0])
    if len(found) == 1:
        return done[0]
    remarks = tuple(dict.fromkeys(remark for outcome in done for remark in outcome.remarks))
    diff = tuple(line for outcome in done for line in outcome.diff)
    changed = any(outcome.changed for outcome in done)
    written = Message("storage.changes-written-again", f"Wrote {len(done)} changes again.")
    return ChangeOutcome(done=written, remarks=(*refused, *remarks), diff=diff, changed=changed)


def _would_write_again(workspace: Workspace, found: Sequence[Gone]) -> ChangeOutcome:
    able, entries = list[Gone](), History.read(workspace.store)
    refused: list[Words] = []
    for each in found:
        try:
            _refuse_agents(workspace, "again", entries.find("again", each.entry.number))
            _refuse_unconfirmed(workspace, "again", entries.find("again", each.entry.number))
            able.append(each)
        except CommandError as refusal:
            refused.append(_not_written_again(each, refusal))
    if not able:
        raise CommandError(refused[0])
    edit, conflicts = undo.again_edit(workspace.root, [each.entry.number for each in able], store=workspace.store)
    if len(conflicts) == len(able):
        why = [_why_not_again(workspace, each.entry.number) for each in able]
        if why[0] is not None and all(why):
            raise CommandError(_not_written_again(able[0], why[0]))
    if conflicts:
        refused.append(
            f"Not shown here: {counted(len(conflicts), 'change')}. The same lines or rows have changed since, "
            f"so {'it' if len(conflicts) == 1 else 'they'} will be applied to the new text."
        )
    return replace(outcome_of_edit(edit, workspace.root).with_remarks(*refused), changed=True)


def _not_written_again(change: Gone, refusal: CommandError) -> Message:
    return Message(
        "project.change-not-written-again", f"“{clause(change.entry.change)}” cannot be written again: {refusal.whole}"
    )
