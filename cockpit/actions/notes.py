"""What is private to the person: snoozes, and warnings they have seen. No agent is told."""

from dataclasses import replace
from datetime import datetime

from cockpit.actions.change import Outcome, Writer, find_track, refuse_agents, threshold_of
from cockpit.model import Project, Threshold, Track
from cockpit.rules.instants import parse_instant, write_instant
from cockpit.rules.levels import rank
from cockpit.storage.notes import Notes, read
from cockpit.storage.store import ProjectStore
from cockpit.systems.interface import Refused


def snooze(writer: Writer, track_key: str | None, metric: str, until: datetime | None) -> Outcome:
    """Keep a metric quiet on the person's screen until an instant; None ends it. Raises Refused."""
    from cockpit.storage import notes

    refuse_agents(writer, "snooze")
    _, track = find_track(writer, track_key)
    threshold = threshold_of(track, metric)
    if threshold is None:
        known = ", ".join(each.metric for each in track.thresholds)
        raise Refused(f"There is no metric {metric!r} here; there are: {known or 'none'}.")
    if until is not None and until <= writer.now:
        raise Refused("That time is past.")
    seen = None
    if until is not None and threshold.level is not None:
        seen = notes.Seen(level=threshold.level, value=threshold.value, at=write_instant(writer.now))
    notes.mark_seen(writer.store, track.path, metric, seen)
    notes.snooze(writer.store, track.path, metric, until)
    if until is None:
        return Outcome(done=f"{metric} is no longer snoozed.")
    return Outcome(done=f"{metric} is quiet on your screen until {until.astimezone():%H:%M on %d %b}, unless it rises.")


def with_notes(project: Project, now: datetime) -> Project:
    """The project with the person's snoozes and seen marks laid over it."""
    if not project.tracks:
        return project
    from pathlib import Path

    store = ProjectStore.of(Path(project.root))
    if not store.notes.exists():
        return project
    try:
        return replace(project, tracks=tuple(_noted(track, read(store, track.path), now) for track in project.tracks))
    except Refused:  # what is private to the person cannot be read: then nothing is quiet
        return project


def _noted(track: Track, notes: Notes, now: datetime) -> Track:
    thresholds = tuple(_noted_threshold(each, notes, now) for each in track.thresholds)
    return track if thresholds == track.thresholds else replace(track, thresholds=thresholds)


def _noted_threshold(threshold: Threshold, notes: Notes, now: datetime) -> Threshold:
    until = parse_instant(notes.snoozes.get(threshold.metric))
    seen = notes.seen.get(threshold.metric)
    quiet_up_to = rank(seen.level) if seen is not None else 0
    if until is not None and until.at > now and rank(threshold.level) <= quiet_up_to:
        threshold = replace(threshold, snoozed_until=notes.snoozes[threshold.metric])
    if seen is not None and seen.level == threshold.level == "warning":
        threshold = replace(threshold, seen_at=seen.at)
    return threshold
