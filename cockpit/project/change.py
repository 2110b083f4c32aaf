"""Changing a track: the one way from an intent to the files, for commands and keys alike."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import count

from cockpit.actions import ACTIONS
from cockpit.model import Track
from cockpit.model.errors import CommandError, NeedsConfirmation
from cockpit.model.intents import (
    Acknowledge,
    HandOff,
    Intent,
    Move,
    ResetAlerts,
    SetLimit,
    SetValue,
    Several,
    Unblock,
    Withdraw,
    fields_of,
    parts_of,
)
from cockpit.model.location import track_name
from cockpit.project.load import long_rows
from cockpit.project.notes import forget_seen, held_by_none, note_limits, note_seen, record_previous_status
from cockpit.project.outcome import ChangeOutcome, write_edit
from cockpit.project.resolving import resolved
from cockpit.project.workspace import Workspace, find_track, refuse_agents, refuse_permitting_more, track_at, track_then
from cockpit.rules.attention import blocker_key
from cockpit.rules.preconditions import as_carried_out, whatever_was
from cockpit.rules.thresholds.alert_state import value_and_limit
from cockpit.rules.thresholds.metrics import COUNTED
from cockpit.storage.reading.loader import Loader
from cockpit.storage.user_files import holds
from cockpit.storage.user_files.ledger import Subject
from cockpit.storage.user_files.notes import limits_then, status_left
from cockpit.systems.interface import Edit, Files
from cockpit.systems.shared.working_copy import Draft
from cockpit.wording.messages import Message, Words, clause, of_track
from cockpit.wording.phrases import as_sentence

_MOST_TRIED = 20
_PERSONAL = frozenset(name for action in ACTIONS if action.person for name in action.intents)
"""The intents that only a person may carry out, unless the settings allow it."""


def change(workspace: Workspace, track_key: str | None, intent: Intent, *, typed: bool = False) -> ChangeOutcome:
    """Carry an intent out on a track; where it was `typed`, a part of a text is enough to name what is meant.

    Raises CommandError, in one sentence, where it must not or cannot be.
    """
    if is_personal(intent):
        refuse_agents(workspace)
    loader, track = find_track(
        workspace,
        track_key,
        lambda loader, track: _is_accepted(workspace, loader, track, intent, typed=typed),
        begins=_may_begin(intent),
    )
    if track_key is None and _limits_use(intent):
        system = loader.for_editing(track).system
        track = (None if system.keeps_limits or system.counts_use else loader.unwritten()) or track
    try:
        ready = _ready_to_edit(workspace, loader, track, intent, typed=typed)
        noted = held_by_none(track, ready)
        if noted is not None and isinstance(ready, Acknowledge):
            outcome = note_seen(workspace, track, noted, ready)
        else:
            outcome = _commit(workspace, loader, track, ready)
    except CommandError as refusal:
        for unread in long_rows(loader.project) if loader.project is not None else ():  # it may be about these
            whole = Message("project.refusal-beside-unread-rows", f"{refusal.whole} {unread}")
            refusal.message, refusal.unchanged = whole, False
        raise
    return outcome if track_key is not None else _with_track_named(loader, track, outcome)


def _may_begin(intent: Intent) -> bool:
    """Whether an intent is carried out also where no track is yet, in a repository."""
    return all(isinstance(each, SetLimit | HandOff) for each in parts_of(intent))


def _limits_use(intent: Intent) -> bool:
    """Whether an intent sets a limit of what sessions use: where a framework keeps none, it is the repository's."""
    used = {each.name for each in COUNTED}
    return any(isinstance(each, SetLimit) and each.metric in used for each in parts_of(intent))


def _ready_to_edit(workspace: Workspace, loader: Loader, track: Track, intent: Intent, *, typed: bool) -> Intent:
    """An intent in the words of a track. What would be refused all the same is not asked about."""
    try:
        return resolved(track, intent, typed=typed)
    except NeedsConfirmation as asks:
        _edit(workspace, loader, track, asks.instead)
        raise


def _is_accepted(
    workspace: Workspace, loader: Loader, track: Track, intent: Intent, *, typed: bool, without_asking: bool = False
) -> bool:
    """Whether a track can be the one an intent is about; `without_asking`, whether a move brings no new question."""
    try:
        ready = resolved(track, intent, typed=typed)
        if held_by_none(track, ready) is not None:
            return True
        edit = _edit(workspace, loader, track, ready)
    except CommandError:
        return False
    moves = without_asking and track.waiting is None and any(isinstance(each, Move) for each in parts_of(ready))
    if not edit.changes or not moves:
        return bool(edit.changes)
    then = track_then(workspace, loader, track, edit)
    return then is None or then.waiting is None


def _with_track_named(loader: Loader, track: Track, outcome: ChangeOutcome) -> ChangeOutcome:
    """An outcome that says in which track it was, where the project has several and none was named."""
    tracks = loader.project.tracks if loader.project is not None else ()
    if len(tracks) < 2:
        return outcome
    return outcome.with_remarks(f"In {track_name(track, tracks)}.")


def intent_filter(workspace: Workspace, track_key: str | None) -> Callable[[Intent], bool]:
    """A predicate: whether an intent would change a track now, a move without asking another question, so that it can
    be offered to a person. The first 20 intents are tried; to try more would take seconds, so they count as possible.

    Raises CommandError.
    """
    loader, track = find_track(workspace, track_key)
    person = replace(workspace, allow_agents=True)
    tries = count(1)
    return lambda intent: (
        next(tries) > _MOST_TRIED or _is_accepted(person, loader, track, intent, typed=True, without_asking=True)
    )


def is_personal(intent: Intent) -> bool:
    """Whether only a person may do it."""
    return any(type(each).__name__ in _PERSONAL for each in parts_of(intent))


def repeat_intent(workspace: Workspace, path: str | None, intent: Intent, repeats: int) -> ChangeOutcome:
    """Carry out the intent of a journal entry again, on the track of that path. Raises CommandError."""
    found = track_at(workspace, path)
    if found is None:
        raise CommandError("project.file-gone", f"{path} no longer exists.", unchanged=True)
    loader, track = found
    try:
        return _commit(workspace, loader, track, intent, repeats)
    except CommandError as refusal:
        if loader.project is not None and len(loader.project.tracks) > 1:
            refusal.message = of_track(refusal.message, track.key)
        raise


def changes_nothing(workspace: Workspace, loader: Loader, track: Track, intents: Sequence[Intent]) -> bool:
    """Whether everything is so already that these intents come to, one after the other, whatever was there before."""
    together = Several(intents=tuple(map(whatever_was, intents)))
    try:
        return not _edit(replace(workspace, allow_agents=True), loader, track, together).changes
    except CommandError:  # what is refused is not there
        return False


def _commit(
    workspace: Workspace, loader: Loader, track: Track, intent: Intent, repeats: int | None = None
) -> ChangeOutcome:
    entry = workspace.entry(type(intent).__name__.lower(), _subject(track, intent))
    entry = replace(entry, intent=fields_of(as_carried_out(intent, track)), repeats=repeats)
    held = _held_at(track, intent)
    outcome = write_edit(workspace, lambda: _edit(workspace, loader, track, intent), entry)
    if outcome.entry is not None:
        for each in parts_of(intent):
            record_previous_status(workspace.store, loader, track, each)
        if isinstance(intent, Acknowledge):
            outcome = outcome.with_remarks(*held, *note_limits(workspace, loader, track, intent.metric))
    if isinstance(intent, Withdraw | ResetAlerts) and not workspace.dry_run:
        outcome = forget_seen(workspace, track, intent, outcome)
    return outcome


def _held_at(track: Track, intent: Intent) -> tuple[Words, ...]:
    """Of the agents that the hook holds at what is acknowledged, that they may ask all the same."""
    threshold = track.threshold(intent.metric) if isinstance(intent, Acknowledge) else None
    if threshold is None:
        return ()
    reached = str(value_and_limit(threshold))
    agents = dict.fromkeys(each.agent for each in holds.read() if reached in each.what)
    return tuple(Message("project.agent-may-ask", f"{each} may still ask for its own permission.") for each in agents)


def planned_edit(workspace: Workspace, track_key: str | None, intent: Intent) -> Edit:
    """The edit of an intent on the newest files, without writing it. Raises CommandError."""
    loader, track = find_track(workspace, track_key, begins=_may_begin(intent))
    return _edit(workspace, loader, track, intent)


def _edit(workspace: Workspace, loader: Loader, track: Track, intent: Intent) -> Edit:
    editing = loader.for_editing(track)
    system, candidate, files, *_ = editing
    limits, status = limits_then(workspace.store, track.path), status_left(workspace.store, track.path)
    context = replace(workspace.context_of(editing), limits_at_acknowledgment=limits, previous_status=status)
    if isinstance(intent, Several):
        edit = _edited_together(files, intent.intents, lambda draft, each: system.edit(draft, candidate, each, context))
    else:
        edit = system.edit(files, candidate, intent, editing.known_in(context))
    refuse_permitting_more(workspace, edit, loader)
    return edit


def _edited_together(files: Files, intents: Sequence[Intent], edit: Callable[[Files, Intent], Edit]) -> Edit:
    """One edit of several intents, each upon what those before it leave."""
    draft, edits = Draft(files), []
    for intent in intents:
        try:
            edits.append(edit(draft, intent))
        except CommandError as refusal:
            before = [each.done for each in edits if each.changes]
            if before and _refusal(partial(edit, files, intent)) != refusal.message:
                refusal.message = Message(
                    "project.refused-after-others",
                    f"Nothing changed. One of the changes was refused: {refusal.message} Those before it in "
                    f"the command ({clause(before[-1])}) are possible: make them in a separate command.",
                )
            raise
        draft.take(edits[-1].changes)
    first, *others = [each for each in edits if each.changes] or edits[:1]
    done, remarks = first.done, []
    for each in others:
        done = Message("project.and-then", f"{as_sentence(str(done))} {each.done}")
    for each in edits:
        remarks += [*(() if each is first or each in others else (each.done,)), *each.remarks]
    return Edit(changes=draft.changes(), done=done, remarks=tuple(remarks), then=[first, *others][-1].then)


def _refusal(make: Callable[[], Edit]) -> Words | None:
    try:
        make()
    except CommandError as refusal:
        return refusal.message
    return None


def _subject(track: Track, intent: Intent) -> Subject:
    metric = getattr(intent, "metric", None)
    threshold = track.threshold(metric) if metric else None
    value = intent.value if isinstance(intent, SetValue | SetLimit | Acknowledge) else None
    return Subject(
        track=track.path,
        metric=metric,
        value=value if value is not None else threshold.value if threshold else None,
        level=threshold.level if threshold else None,
        note=getattr(intent, "note", None),
        item=_blocker_text(track, intent.blocker) if isinstance(intent, Unblock) else None,
    )


def _blocker_text(track: Track, key: str) -> str:
    """The text of the blocker with that key."""
    return next((each.text for each in track.blockers if blocker_key(each) == key), key)
