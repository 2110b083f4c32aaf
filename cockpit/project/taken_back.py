"""Changes that another program took back: which they are, what is said of them, dismissing them."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from functools import cache, partial

from cockpit.model import Finding, Track
from cockpit.model.errors import CommandError
from cockpit.model.intents import Acknowledge, Intent, ResetAlerts, Withdraw, intent_of, parts_of
from cockpit.project.actor import is_agent
from cockpit.project.change import changes_nothing
from cockpit.project.outcome import ChangeOutcome
from cockpit.project.workspace import Workspace, refuse_agents, state_then, track_at
from cockpit.rules.attention import TAKEN_BACK
from cockpit.rules.handoff.handoff_status import gone_on
from cockpit.rules.preconditions import target_of
from cockpit.storage.reading.disk_files import DiskFiles
from cockpit.storage.reading.loader import Loader
from cockpit.storage.transactions import journal
from cockpit.storage.transactions.contents import CurrentContents
from cockpit.storage.transactions.taken_back import Gone, find, record_dismissal
from cockpit.storage.transactions.undo import History
from cockpit.storage.user_files.ledger import Entry, Subject
from cockpit.storage.user_files.places import home_dir
from cockpit.wording.messages import Message, Words, clause
from cockpit.wording.phrases import listed
from cockpit.wording.times import until_when, write_instant

OF_THE_PLACE = (
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


def removed_by_others(workspace: Workspace) -> tuple[Gone, ...]:
    """The changes that another program took back and nobody wrote again or dismissed, oldest first; but for what the
    work went past, what holds in other words, and alerts that were answered anew.

    Raises CommandError where the journal cannot be read, or other cockpits write without a pause.
    """
    files = DiskFiles(workspace.root, home_dir())
    lost = find(workspace.store, CurrentContents(workspace.root, home_dir()))
    at, standing = cache(partial(track_at, workspace)), History.read(workspace.store).undoable() if lost else []
    missed: list[Gone] = []
    for each in lost:
        track, meant = at(each.entry.track), _meant(each.entry)
        later = [part for entry in standing if entry.number > each.entry.number and entry.track == each.entry.track
                 for part in _meant(entry)]  # fmt: skip
        set_last = {target_of(part): part for part in reversed(later)}
        by_now = tuple(set_last.get(target, part) if (target := target_of(part)) else part for part in meant)
        holds = bool(meant) and track is not None and changes_nothing(workspace, *track, by_now)
        if not holds and not _is_answered_anew(meant, later) and not _went_on(workspace, each, track):
            missed.append(each if each.or_earlier else replace(each, at=_last_written(files, each.paths)))
    return tuple(missed)


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


def _went_on(workspace: Workspace, lost: Gone, at: tuple[Loader, Track] | None) -> bool:
    """Whether values of a change went back because the work went on past where it stood then: a step that begins as
    the one before did, a session that ended. What a change held up, such as a pause, is missed all the same.

    What a handoff wrote beside its file says where the work stood: whoever goes on from it has news in its place.
    """
    if lost.entry.verb == "handoff" and lost.replaced:
        return True
    if not lost.in_place or lost.entry.verb not in OF_THE_PLACE:
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


def _last_written(files: DiskFiles, paths: Sequence[str]) -> str | None:
    found = map(files.read, paths)
    last = max((each.changed for each in found if each is not None and each.changed is not None), default=None)
    return write_instant(last) if last is not None else None


def finding(found: Sequence[Gone], now: datetime, hint: Words) -> Finding:
    """What is said of all of them together. `now` is the person's time."""
    last = max(found, key=lambda each: each.at or "")
    lost = f"taken back{last.when(until_when(last.at, now))} by another program"
    message = Message("project.changes-lost-to-program", f"{len(found)} changes were {lost}.")
    if len(found) == 1:
        message = Message("project.change-lost-to-program", f"1 change was {lost}: {clause(last.entry.change)}.")
    return Finding(code=TAKEN_BACK, severity="warning", path=found[0].paths[0], message=message, hint=hint)


def dismiss(workspace: Workspace, entries: Sequence[int] = ()) -> ChangeOutcome:
    """Dismiss all changes that were taken back, or those that are named. Raises CommandError."""
    found = named(workspace, entries)
    if not all(is_agent(each.entry.actor) for each in found):
        refuse_agents(workspace)
    done = Message("storage.several-dismissed", f"Dismissed {len(found)} changes that another program took back.")
    if len(found) == 1:
        what = clause(found[0].entry.change)
        done = Message("storage.dismissed", f"Dismissed “{what}”, which another program took back.")
    if workspace.dry_run:
        return ChangeOutcome(done=done)
    tracks = {each.entry.track for each in found}
    entry = replace(
        workspace.entry("dismiss", Subject(track=tracks.pop() if len(tracks) == 1 else None)),
        kind="dismiss",
        message=done,
        dismisses=tuple(each.entry.number for each in found),
    )
    entry = record_dismissal(workspace.store, entry)
    return ChangeOutcome(done=done, entry=entry.number)


def named(workspace: Workspace, entries: Sequence[int]) -> Sequence[Gone]:
    """All changes that were taken back, or those of them that are named. Raises CommandError where there is none."""
    found = [each for each in removed_by_others(workspace) if not entries or each.entry.number in entries]
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
