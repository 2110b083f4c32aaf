"""Keeping a metric quiet on the person's screen. No agent is told."""

from datetime import datetime

from cockpit.actions.change import Outcome, Writer, find_track, refuse_agents
from cockpit.model import Threshold
from cockpit.model.refused import Changed, Refused
from cockpit.rules.ages import until_when
from cockpit.rules.instants import write_instant
from cockpit.rules.levels import format_amount
from cockpit.rules.seen import level_moved


def snooze(
    writer: Writer, track_key: str | None, metric: str, until: datetime | None, *, seen: Threshold | None = None
) -> Outcome:
    """Keep a metric quiet on the person's screen until an instant; None ends it. `seen` is what they looked at.

    Raises Refused, also where the metric has reached another level since then.
    """
    from cockpit.storage import noting

    refuse_agents(writer)
    _, track = find_track(writer, track_key)
    threshold = track.threshold(metric)
    if threshold is None:
        known = ", ".join(each.metric for each in track.thresholds)
        raise Refused(f"There is no metric {metric!r} here; there are: {known or 'none'}.")
    if until is not None and until <= writer.now:
        raise Refused("That time is past.")
    moved = level_moved(metric, seen.level, threshold.level, _amount(threshold)) if seen is not None else None
    if moved is not None:
        raise Changed(moved)
    if not writer.dry_run:
        noting.snooze(writer.store, track.path, metric, until, threshold.level)
    if until is None:
        return Outcome(done=f"{metric} is no longer snoozed.")
    end = until_when(write_instant(until), writer.now.astimezone())
    return Outcome(done=f"{metric} is quiet on your screen until {end}, unless it rises.")


def _amount(threshold: Threshold) -> str:
    return format_amount(threshold.value, threshold.unit) if threshold.value is not None else "unknown"
