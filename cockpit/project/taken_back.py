"""Changes that another program took back: which they are, what is said of them, writing them again, dismissing them."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from functools import cache, partial
from pathlib import Path

from cockpit.model import Finding, Project, Track
from cockpit.model.errors import CommandError
from cockpit.model.intents import Acknowledge, Intent, ResetAlerts, Withdraw, intent_of, parts_of
from cockpit.project.actor import is_agent
from cockpit.project.change import (
    Outcome,
    changes_nothing,
    is_personal,
    outcome_of_commit,
    outcome_of_edit,
    repeat_intent,
)
from cockpit.project.workspace import Workspace, refuse_agents, refuse_more, state_then, track_at
from cockpit.rules.attention import TAKEN_BACK
from cockpit.rules.handoff.handoff_status import gone_on
from cockpit.rules.preconditions import target_of
from cockpit.storage.reading.disk_files import DiskFiles
from cockpit.storage.reading.git_history import checked_in
from cockpit.storage.reading.loader import Loader
from cockpit.storage.transactions import journal, taken_back, undo
from cockpit.storage.transactions.contents import CurrentContents
from cockpit.storage.transactions.journal import Entry
from cockpit.storage.transactions.undo import History, Turn
from cockpit.storage.user_files.confirmed import written_by_others
from cockpit.storage.user_files.places import home_dir
from cockpit.values import dataclass
from cockpit.wording.messages import Message, Words, clause, command_line
from cockpit.wording.phrases import counted, listed
from cockpit.wording.times import until_when, write_instant

_OF_THE_PLACE = (
    "answer",
    "handoff",
    "move",
    "setposition",
    "complete",
    "retry",
    "skip",
    "resetretries",
    "startsession",
)
"""The verbs whose values say where the work stands; who goes on with it writes others in their place. A person's may
have answered a question."""
_TRIED = 20
"""Changes of which is looked whether they could be written again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenBack:
    """A change that another program took back: its entry in the journal, what it was, when and by whom it was made.

    It is gone from the files in `paths` since `taken_at`, an instant, or, with `or_earlier`, some time before it.
    `by_git`: when that was seen, the files were as git has them.
    """

    entry: int
    sentence: str
    at: str
    actor: str
    track: str | None
    paths: tuple[str, ...]
    taken_at: str | None
    by_git: bool
    or_earlier: bool = False

    def when(self, time: str | None) -> str:
        """The end of a sentence that says `taken_at`, which is `time` as a person reads it; empty without a time."""
        return f" {'before' if self.or_earlier else 'at'} {time}" if time else ""


def removed_by_others(workspace: Workspace) -> tuple[TakenBack, ...]:
    """The changes that another program took back and nobody wrote again or dismissed, oldest first.

    Raises CommandError where the journal cannot be read, or other cockpits write without a pause.
    """
    found = _found(workspace)
    files = DiskFiles(workspace.root, home_dir())
    now = {path: files.read(path) for each in found for path in each.paths if path not in each.found}
    data = {path: each.data for path, each in now.items() if each is not None and each.data is not None}
    times = {path: each.changed for path, each in now.items() if each is not None and each.changed is not None}
    seen = [{path: each.found.get(path, data.get(path)) for path in each.paths} for each in found]
    asked = {(path, content) for contents in seen for path, content in contents.items() if content is not None}
    gits = checked_in(workspace.root, asked) if asked else frozenset()
    return tuple(
        TakenBack(
            entry=each.entry.number,
            sentence=str(each.entry.change),
            at=each.entry.at,
            actor=each.entry.actor,
            track=each.entry.track,
            paths=each.paths,
            taken_at=each.by or _newest(times[path] for path in each.paths if path in times),
            by_git=all((path, content) in gits for path, content in contents.items() if content is not None),
            or_earlier=each.by is not None,
        )
        for each, contents in zip(found, seen, strict=True)
    )


def _found(workspace: Workspace) -> list[taken_back.Gone]:
    """What is gone from the files, but for what the work went past, what holds in other words, and alerts that were
    answered anew."""
    lost = taken_back.find(workspace.store, CurrentContents(workspace.root, home_dir()))
    at, standing = cache(partial(track_at, workspace)), History.read(workspace.store).undoable() if lost else []
    missed: list[taken_back.Gone] = []
    for each in lost:
        track, meant = at(each.entry.track), _meant(each.entry)
        later = [part for entry in standing if entry.number > each.entry.number and entry.track == each.entry.track
                 for part in _meant(entry)]  # fmt: skip
        set_last = {target_of(part): part for part in reversed(later)}
        by_now = tuple(set_last.get(target, part) if (target := target_of(part)) else part for part in meant)
        holds = bool(meant) and track is not None and changes_nothing(workspace, *track, by_now)
        if not holds and not _is_answered_anew(meant, later) and not _went_on(workspace, each, track):
            missed.append(each)
    return missed


def _is_answered_anew(meant: Sequence[Intent], later: Sequence[Intent]) -> bool:
    """Whether each alert that was answered got another answer from later changes of ours."""
    metrics = {part.metric for part in later if isinstance(part, Acknowledge | Withdraw)}
    has_reset = any(isinstance(part, ResetAlerts) for part in later)
    return bool(meant) and all(
        isinstance(part, Acknowledge | Withdraw) and (has_reset or part.metric in metrics) for part in meant
    )


def _meant(entry: Entry) -> tuple[Intent, ...]:
    intent = intent_of(entry.intent)
    return parts_of(intent) if intent is not None else ()


def _went_on(workspace: Workspace, lost: taken_back.Gone, at: tuple[Loader, Track] | None) -> bool:
    """Whether values of a change went back because the work went on past where it stood then: a step that begins as
    the one before did, a session that ended. What a change held up, such as a pause, is missed all the same.

    What a handoff wrote beside its file says where the work stood: whoever goes on from it has news in its place.
    """
    if lost.entry.verb == "handoff" and lost.replaced:
        return True
    if not lost.in_place or lost.entry.verb not in _OF_THE_PLACE:
        return False
    if at is None:
        return False
    loader, now = at
    try:
        then = state_then(workspace, loader, now, journal.changes(workspace.store, lost.entry)).position
    except CommandError:  # nothing can be said about it
        return False
    held_up = lost.entry.verb != "handoff" and then.status not in ("in_progress", "not_started")
    return not held_up and gone_on(then, now.position, now.phases)


def _newest(times: Iterable[datetime]) -> str | None:
    last = max(times, default=None)
    return write_instant(last) if last is not None else None


def finding(found: Sequence[TakenBack], now: datetime, hint: Words) -> Finding:
    """What is said of all of them together. `now` is the person's time."""
    last = max(found, key=lambda each: each.taken_at or "")
    when = last.when(until_when(last.taken_at, now))
    by = "git" if (is_git := all(each.by_git for each in found)) else "program"
    lost = f"{when}, perhaps by git checkout" if is_git else f"{when} by another program"
    message = Message(f"project.changes-lost-to-{by}", f"{len(found)} changes were taken back{lost}.")
    if len(found) == 1:
        message = Message(f"project.change-lost-to-{by}", f"1 change was taken back{lost}: {clause(last.sentence)}.")
    return Finding(code=TAKEN_BACK, severity="warning", path=found[0].paths[0], message=message, hint=hint)


def with_taken_back(project: Project, now: datetime) -> Project:
    """The project with a finding about changes that were taken back; without one where the journal cannot be read."""
    found = taken_back_finding(Path(project.root), now)
    return replace(project, findings=(*project.findings, found)) if found is not None else project


def taken_back_finding(root: Path, now: datetime) -> Finding | None:
    """What another program took back, with the commands that answer it; None where nothing was, or the journal cannot
    be read. `now` is the person's time."""
    workspace = Workspace(root=root, now=now, read_only=True)
    try:
        lost = removed_by_others(workspace)
    except CommandError:
        return None
    return finding(lost, now, ways_back(lost, why_none_again(lost, workspace))) if lost else None


def why_none_again(found: Sequence[TakenBack], workspace: Workspace) -> Words | None:
    """Why none of these changes can be written again; None where one of them can, or may."""
    refused = [_why_not_again(workspace, each.entry) for each in found[:_TRIED]]
    return next(iter(refused), None) if len(refused) == len(found) and all(refused) else None


def ways_back(found: Sequence[TakenBack], why_not: Words | None) -> Words:
    """The commands that write the changes again and dismiss them; `why_not` says why none can be written again."""
    entry = [str(each.entry) for each in found] if len(found) == 1 else []
    what, it = ("change", "it") if entry else ("changes", "them")
    dismiss = f"{command_line('redo', 'dismiss', *entry)} dismisses {it}."
    of = "" if entry else "-all"
    if why_not is not None:
        return Message(f"project.only-dismiss{of}", f"The {what} cannot be written again: {clause(why_not)}. {dismiss}")
    again = command_line("redo", *(entry or ["taken-back"]))
    return Message(f"project.redo-or-dismiss{of}", f"{again} writes the {what} again; {dismiss}")


def _why_not_again(workspace: Workspace, entry: int) -> Words | None:
    try:
        apply_again(replace(workspace, dry_run=True, read_only=False), entry)
    except CommandError as refusal:
        return refusal.message
    return None


def apply_again(workspace: Workspace, entry: int) -> Outcome:
    """Make a change anew that was taken back; where its lines are others by now, do what was meant once more.

    Raises CommandError, also where an agent would so do what only a person may.
    """
    try:
        return take_turn(workspace, "again", entry, guard=partial(_refuse_personal, workspace))
    except undo.Conflict as conflict:
        return do_anew(workspace, History.read(workspace.store).find("again", entry), conflict)


def take_turn(workspace: Workspace, turn: Turn, entry: int | None, *, guard: Callable[[Entry], None]) -> Outcome:
    """Undo a change, do an undone one again, or write one again that was taken back. Raises CommandError, also where
    an agent would be permitted more by it."""
    history = History.read(workspace.store)

    def refuse(found: Entry) -> None:
        guard(found)
        refuse_turn(workspace, turn, found)
        if (path := written_by_others(workspace.root, found.paths)) is not None:
            raise CommandError(
                "project.limits-changed-outside",
                f"{path} was changed outside of cockpit: what you set holds, and this would confirm more than that. "
                "Set a limit with `cockpit limit`, which writes the file again.",
                unchanged=True,
            )

    dismissal = bool(history.find(turn, entry).dismisses)  # it changes no file
    if workspace.dry_run:
        refuse(history.find(turn, entry))
        edit = undo.turn_edit(workspace.root, entry, turn=turn, store=workspace.store, history=history)
        outcome = outcome_of_edit(edit, workspace.root)
    else:
        outcome = outcome_of_commit(
            undo.take(workspace.root, entry, turn=turn, store=workspace.store, actor=workspace.actor, now=workspace.now,
                      confirms=workspace.confirms, guard=refuse)
        )  # fmt: skip
    return replace(outcome, changed=outcome.changed or dismissal)


def refuse_turn(workspace: Workspace, turn: Turn, entry: Entry) -> None:
    """Raise CommandError where an agent would be permitted more by undoing, redoing or writing this again."""
    if is_agent(workspace.actor):
        refuse_more(workspace, undo.turn_edit(workspace.root, entry.number, turn=turn, store=workspace.store).changes)


def _refuse_personal(workspace: Workspace, made: Entry) -> None:
    """Raise CommandError for an agent where an entry is what only a person may do, or where it is a person's and says
    where the work stands."""
    intent = intent_of(made.intent)
    decides = made.verb in _OF_THE_PLACE and not is_agent(made.actor)
    if decides or (intent is not None and is_personal(intent)):
        refuse_agents(workspace)


def do_anew(workspace: Workspace, entry: Entry, conflict: undo.Conflict) -> Outcome:
    """Do once more what an entry meant. Raises the conflict where the journal does not tell that; CommandError."""
    intent = intent_of(entry.intent)
    if entry.subject is None or intent is None:
        raise conflict
    outcome = repeat_intent(workspace, entry.subject.track, intent, entry.number)
    return replace(
        outcome,
        remarks=(
            Message(
                "project.done-anew",
                "The same lines or rows had changed meanwhile; the change was applied again to their new text.",
            ),
            *outcome.remarks,
        ),
    )


def write_again(workspace: Workspace, entries: Sequence[int] = ()) -> Outcome:
    """Write the changes again that were taken back, or those of them that are named, each as an entry of its own: where
    there are several, the outcome names none of them.

    One that cannot be written is named and does not hold up the others; it is tried again behind them, since it may
    build on them. Raises CommandError where none can.
    """
    found = _named(workspace, entries)
    if workspace.dry_run and len(found) > 1:
        return _would_write_again(workspace, found)
    done: list[Outcome] = []
    refused: list[Message] = []
    waiting, goes_on = list(found), True
    while waiting and goes_on:
        behind, refused, goes_on = [], [], False
        for each in waiting:
            try:
                done.append(apply_again(workspace, each.entry))
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
    return Outcome(done=written, remarks=(*refused, *remarks), diff=diff, changed=changed)


def _would_write_again(workspace: Workspace, found: Sequence[TakenBack]) -> Outcome:
    able, refused, entries = [], [], History.read(workspace.store)
    for each in found:
        try:
            _refuse_personal(workspace, entries.find("again", each.entry))
            able.append(each)
        except CommandError as refusal:
            refused.append(_not_written_again(each, refusal))
    if not able:
        raise CommandError(refused[0])
    edit, conflicts = undo.again_edit(workspace.root, [each.entry for each in able], store=workspace.store)
    if len(conflicts) == len(able):
        _refuse_all(workspace, able)
    if conflicts:
        refused.append(
            Message(
                "project.changes-not-shown",
                f"Not shown here: {counted(len(conflicts), 'change')}. The same lines or rows have changed since, "
                f"so {'it' if len(conflicts) == 1 else 'they'} will be applied to the new text.",
            )
        )
    return replace(outcome_of_edit(replace(edit, remarks=tuple(refused)), workspace.root), changed=True)


def _refuse_all(workspace: Workspace, found: Sequence[TakenBack]) -> None:
    """Raise CommandError where none of these can be written again, not even anew."""
    refusals = []
    for each in found:
        try:
            apply_again(workspace, each.entry)
        except CommandError as refusal:
            refusals.append(_not_written_again(each, refusal))
        else:
            return
    raise CommandError(refusals[0])


def _not_written_again(change: TakenBack, refusal: CommandError) -> Message:
    return Message(
        "project.change-not-written-again", f"“{clause(change.sentence)}” cannot be written again: {refusal.whole}"
    )


def dismiss(workspace: Workspace, entries: Sequence[int] = ()) -> Outcome:
    """Dismiss all changes that were taken back, or those that are named. Raises CommandError."""
    found = _named(workspace, entries)
    if not all(is_agent(each.actor) for each in found):
        refuse_agents(workspace)
    done = Message("storage.several-dismissed", f"Dismissed {len(found)} changes that another program took back.")
    if len(found) == 1:
        done = Message(
            "storage.dismissed", f"Dismissed “{clause(found[0].sentence)}”, which another program took back."
        )
    if workspace.dry_run:
        return Outcome(done=done)
    numbers = {each.entry for each in found}
    gone = [each for each in _found(workspace) if each.entry.number in numbers]
    if not gone:
        raise CommandError("project.changes-stand-again", "The changes are in the files again.")
    return Outcome(
        done=done, entry=taken_back.dismiss(workspace.store, gone, actor=workspace.actor, now=workspace.now).number
    )


def _named(workspace: Workspace, entries: Sequence[int]) -> Sequence[TakenBack]:
    found = [each for each in removed_by_others(workspace) if not entries or each.entry in entries]
    if not found and entries:
        raise CommandError(
            "project.change-not-taken-back",
            f"These changes were not taken back, or are already dismissed: {listed(map(str, entries))}.",
        )
    if not found:
        raise CommandError(
            "project.no-change-taken-back", "No change was taken back by another program, or all were dismissed."
        )
    return found
