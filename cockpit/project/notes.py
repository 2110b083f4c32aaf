"""What is private to the person: snoozes, warnings they have seen, what they dismissed of what no rule reads, the
status they moved a track out of, forms that they were filling in.

Snoozes, seen marks and dismissals are laid over the project. No agent is told.
"""

import os
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from cockpit.model import LimitsThen, StatusLeft, Threshold, Track
from cockpit.model.errors import Changed, CommandError
from cockpit.model.intents import Acknowledge, Intent, Move, ResetAlerts, Withdraw
from cockpit.project.outcome import ChangeOutcome
from cockpit.project.workspace import Workspace, find_track, refuse_agents
from cockpit.rules.attention import dismissal_of
from cockpit.rules.preconditions import level_moved
from cockpit.rules.silence import SILENCE, is_under_way
from cockpit.rules.thresholds.alert_state import is_private
from cockpit.rules.thresholds.metrics import format_amount
from cockpit.rules.unread import Unread, unread
from cockpit.storage.reading.loader import Loader
from cockpit.storage.transactions.taken_back import record_dismissal
from cockpit.storage.transactions.undo import Turn
from cockpit.storage.user_files import drafts
from cockpit.storage.user_files.ledger import Entry, Subject
from cockpit.storage.user_files.notes import SeenAlert, Snooze, note, note_metric, read
from cockpit.storage.user_files.notes import dismiss as note_dismissed
from cockpit.storage.user_files.store import ProjectStore
from cockpit.wording.messages import Message, Words
from cockpit.wording.phrases import listed
from cockpit.wording.times import until_when, write_instant


def record_previous_status(store: ProjectStore, loader: Loader, before: Track, intent: Intent) -> None:
    """Record the status that a move has just replaced, if it did. Errors of writing are ignored."""
    if not (isinstance(intent, Move) and intent.part == "status"):
        return
    now, was = loader.load().track(before.key), before.position
    if now is None or was.status_text is None or now.position.status_text in (None, was.status_text):
        return
    previous = StatusLeft(status=was.status, text=was.status_text, became=now.position.status_text)
    with suppress(CommandError):
        note(store, before.path, left=previous)


def snooze(
    workspace: Workspace, track_key: str | None, metric: str, until: datetime | None, *, seen: Threshold | None = None
) -> ChangeOutcome:
    """Keep a metric quiet on the person's screen until an instant; None ends it. `seen` is what they looked at.

    The name SILENCE is for the row that tells how long nothing was heard of the work.

    Raises CommandError, also where the metric has reached another level since then.
    """
    refuse_agents(workspace)
    silence = metric == SILENCE
    _, track = find_track(
        workspace, track_key, lambda _, each: is_under_way(each) if silence else each.threshold(metric) is not None
    )
    threshold = track.threshold(metric)
    if silence and not is_under_way(track):
        raise CommandError("project.no-silence", "No work is in progress. Nothing to snooze.")
    if threshold is None and not silence:
        known = (*(each.metric for each in track.thresholds), *((SILENCE,) if is_under_way(track) else ()))
        raise CommandError(no_such_metric(metric, known))
    if until is not None and until <= workspace.now:
        raise CommandError("project.time-is-past", "The time is in the past. Choose a later time.")
    moved = level_moved(metric, seen.level, threshold.level, _amount(threshold)) if seen and threshold else None
    if moved is not None:
        raise Changed(moved)
    if not workspace.dry_run:
        level, limits = (threshold.level, threshold.limits) if threshold is not None else (None, None)
        snooze_note = Snooze(until=write_instant(until), level=level, limits=limits) if until else None
        note_metric(workspace.store, track.path, "snoozes", metric, snooze_note)
    if until is None:
        return ChangeOutcome(done=f"Ended the snooze of {metric}.")
    end = until_when(write_instant(until), workspace.now.astimezone())
    if silence:
        return ChangeOutcome(done=f"Snoozed {metric} until {end}.")
    return ChangeOutcome(done=f"Snoozed {metric} until {end}, unless its level rises.")


def dismiss(
    workspace: Workspace, track_key: str | None, place: str, seen: frozenset[str] = frozenset()
) -> ChangeOutcome:
    """Let the agent go on past what no rule reads at a place (`STATE.md:12`, or all of `STATE.md`, with its folders or
    without), as long as the same words stand there. `seen` are the keys of what the person looked at.

    Raises CommandError, also where nothing is unread there, or other words than were seen.
    """
    refuse_agents(workspace)
    _, track = find_track(workspace, track_key, lambda _, each: _unread_at(each, place) != [])
    found = _unread_at(track, place)
    keys = frozenset[str]().union(*(each.keys for each in found))
    if not found or not seen <= keys:
        places = listed(each.place for each in unread(track))
        known = f"What cannot be read stands at {places}." if places else "Everything that holds the agent can be read."
        raise CommandError("project.nothing-unread-there", f"Nothing at {place} is unread. {known}")
    keys = seen or keys
    done = Message("project.unread-dismissed", f"Dismissed {place}: it holds no agent until the words there change.")
    if workspace.dry_run:
        return ChangeOutcome(done=done)
    return ChangeOutcome(done=done, entry=_note_dismissal(workspace, track, keys, done))


def dismiss_hooks(workspace: Workspace, track_key: str | None, agents: Sequence[str]) -> ChangeOutcome:
    """Say no more that no hook holds these agents at the limits of a track. Raises CommandError."""
    refuse_agents(workspace)
    track = workspace.loader().load().track(track_key)
    done = Message("project.hooks-dismissed", f"Dismissed: no hook is to hold {listed(agents)} here.")
    keys = frozenset(map(dismissal_of, agents))
    if track is None or workspace.dry_run:
        return ChangeOutcome(done=done)
    return ChangeOutcome(done=done, entry=_note_dismissal(workspace, track, keys, done))


def _note_dismissal(workspace: Workspace, track: Track, keys: frozenset[str], done: Message) -> int:
    """Note what is dismissed; the number of the entry by which it can be undone."""
    store, subject = workspace.store, Subject(track=track.path, item=" ".join(sorted(keys)))
    note_dismissed(store, track.path, keys)
    entry = replace(workspace.entry("dismiss", subject), kind="dismiss", message=done)
    return record_dismissal(store, entry).number


def _unread_at(track: Track, place: str) -> list[Unread]:
    """What is unread at a place, whose path may lack folders or have more before it."""
    given = f"/{os.path.normpath(place)}"
    stated = ((each, f"/{each.told.path}") for each in unread(track))
    return [
        each
        for each, path in stated
        if any(
            full.endswith(given) or (place.startswith("/") and given.endswith(full))
            for full in (path, f"{path}:{each.told.line}")
        )
    ]


def turn_dismissal(workspace: Workspace, entry: Entry, turn: Turn) -> None:
    """With the entry of a dismissal the note turns. Raises CommandError."""
    if entry.kind == "dismiss" and entry.subject is not None and entry.subject.item is not None:
        keys = frozenset(entry.subject.item.split())
        note_dismissed(workspace.store, entry.subject.track or "", keys, again=turn == "undo")


def no_such_metric(metric: str, known: Sequence[str]) -> Words:
    """The message that a metric does not exist, with those that do."""
    if not known:
        return Message("project.no-metrics", f"No metric {metric!r}. The track has no metrics.")
    return Message("project.no-such-metric", f"No metric {metric!r}. Metrics: {', '.join(known)}.")


def _amount(threshold: Threshold) -> str:
    return format_amount(threshold.value, threshold.unit) if threshold.value is not None else "unknown"


# What was seen: of an alert that holds no agent the person's note alone says so, of another the files


def held_by_none(track: Track, intent: Intent) -> Threshold | None:
    """What an acknowledgment concerns that only the person needs to have seen."""
    if not isinstance(intent, Acknowledge):
        return None
    threshold = track.threshold(intent.metric)
    is_noted = threshold is not None and is_private(threshold) and intent.is_about(threshold.level)
    return threshold if is_noted else None


def note_seen(workspace: Workspace, track: Track, threshold: Threshold, intent: Acknowledge) -> ChangeOutcome:
    """Nothing is written where the agent would read it: it does not wait, and would skip its own alert."""
    level = threshold.level or "warning"
    if not workspace.dry_run:
        value = intent.value if intent.value is not None else threshold.value
        seen = SeenAlert(level=level, value=value, at=write_instant(workspace.now))
        note_metric(workspace.store, track.path, "seen", threshold.metric, seen)
    unkept = Message("project.note-of-seen-not-kept", "The note was not saved: an alert marked as seen has no note.")
    code, why = "project.unread-limit-seen", "The agent does not read this limit."
    if level == "warning":
        code, why = "project.warning-seen", "A warning does not stop the agent."
    done = Message(code, f"Marked the {threshold.metric} {level} as seen, for you only. {why}")
    return ChangeOutcome(done=done, remarks=(unkept,) if intent.note else ())


def forget_seen(
    workspace: Workspace, track: Track, intent: Withdraw | ResetAlerts, outcome: ChangeOutcome
) -> ChangeOutcome:
    """With the acknowledgments goes what was only marked as seen."""
    metrics = (intent.metric,) if isinstance(intent, Withdraw) else intent.metrics
    marked = [metric for metric, seen in read(workspace.store, track.path).seen.items() if seen.level != "warning"]
    forgotten = [metric for metric in marked if not metrics or metric in metrics]
    for metric in forgotten:
        note_metric(workspace.store, track.path, "seen", metric, None)
    if not forgotten:
        return outcome
    message = Message("project.seen-forgotten", f"Removed the “seen” mark from {listed(forgotten)}.")
    if not outcome.changed:
        return replace(outcome, done=message)
    return outcome.with_remarks(message)


def note_limits(workspace: Workspace, loader: Loader, track: Track, metric: str) -> tuple[Words, ...]:
    """Note the limits that hold now, so that lowering one voids the acknowledgment; a remark where that failed."""
    if workspace.options.limits:  # those of the command line are not what held
        loader = replace(workspace, options=replace(workspace.options, limits={}), reading=None).loader()
    now = loader.load().track(track.key)
    threshold = now.threshold(metric) if now is not None else None
    at = threshold.acknowledgment.at if threshold is not None and threshold.acknowledgment is not None else None
    if threshold is None or at is None:
        return ()
    try:
        note_metric(workspace.store, track.path, "given", metric, LimitsThen(at=at, limits=threshold.limits))
    except CommandError:
        why = "The current limits could not be saved. Lowering a limit later will not make the alert fire again."
        return (Message("project.limits-not-noted", why),)
    return ()


def keep_typed(root: Path, track_key: str, title: str, item: str, typed: dict[str, str]) -> None:
    """Keep what was typed into the form of that title about that item; nothing is forgotten. Raises CommandError."""
    drafts.keep_form(ProjectStore.of(root), (track_key, title, item), typed)


def typed_before(root: Path, track_key: str, title: str, item: str) -> dict[str, str]:
    """What was kept of what was typed into a form. Raises CommandError where it cannot be read."""
    return drafts.read_form(ProjectStore.of(root), (track_key, title, item))
