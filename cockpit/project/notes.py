"""What is private to the person: snoozes, warnings they have seen, the status they moved a track out of, forms that
they were filling in.

Snoozes and seen marks are laid over the project. No agent is told.
"""

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from cockpit.model import StatusLeft, Threshold, Track
from cockpit.model.errors import Changed, CommandError
from cockpit.model.intents import Intent, Move
from cockpit.rules.preconditions import level_moved
from cockpit.rules.silence import SILENCE, is_under_way
from cockpit.rules.thresholds.metrics import format_amount
from cockpit.storage.reading.loader import Loader
from cockpit.storage.user_files import drafts
from cockpit.storage.user_files.notes import Snooze, note, note_metric
from cockpit.storage.user_files.store import ProjectStore
from cockpit.wording.messages import Message, Words
from cockpit.wording.times import until_when, write_instant

if TYPE_CHECKING:
    from cockpit.project.change import Outcome
    from cockpit.project.workspace import Workspace


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
    workspace: "Workspace", track_key: str | None, metric: str, until: datetime | None, *, seen: Threshold | None = None
) -> "Outcome":
    """Keep a metric quiet on the person's screen until an instant; None ends it. `seen` is what they looked at.

    The name SILENCE is for the row that tells how long nothing was heard of the work.

    Raises CommandError, also where the metric has reached another level since then.
    """
    from cockpit.project.change import Outcome
    from cockpit.project.workspace import find_track, refuse_agents

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
        level = threshold.level if threshold is not None else None
        snooze_note = Snooze(until=write_instant(until), level=level) if until else None
        note_metric(workspace.store, track.path, "snoozes", metric, snooze_note)
    if until is None:
        return Outcome(done=Message("project.no-longer-snoozed", f"Ended the snooze of {metric}."))
    end = until_when(write_instant(until), workspace.now.astimezone())
    if silence:
        return Outcome(done=Message("project.silence-snoozed", f"Snoozed {metric} until {end}."))
    return Outcome(done=Message("project.snoozed", f"Snoozed {metric} until {end}, unless its level rises."))


def no_such_metric(metric: str, known: Sequence[str]) -> Words:
    """The message that a metric does not exist, with those that do."""
    if not known:
        return Message("project.no-metrics", f"No metric {metric!r}. The track has no metrics.")
    return Message("project.no-such-metric", f"No metric {metric!r}. Metrics: {', '.join(known)}.")


def _amount(threshold: Threshold) -> str:
    return format_amount(threshold.value, threshold.unit) if threshold.value is not None else "unknown"


def keep_typed(root: Path, track_key: str, title: str, item: str, typed: dict[str, str]) -> None:
    """Keep what was typed into the form of that title about that item; nothing is forgotten. Raises CommandError."""
    drafts.keep_form(ProjectStore.of(root), (track_key, title, item), typed)


def typed_before(root: Path, track_key: str, title: str, item: str) -> dict[str, str]:
    """What was kept of what was typed into a form. Raises CommandError where it cannot be read."""
    return drafts.read_form(ProjectStore.of(root), (track_key, title, item))
