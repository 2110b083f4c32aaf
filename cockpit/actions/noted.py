"""What is private to the person, laid over the project: snoozes, and warnings they have seen. No agent is told."""

from dataclasses import replace
from datetime import datetime
from pathlib import Path

from cockpit.model import Project, Threshold, Track
from cockpit.model.refused import Refused
from cockpit.rules.firing import is_private
from cockpit.rules.instants import parse_instant
from cockpit.rules.levels import rank
from cockpit.storage.notes import Notes, read_all
from cockpit.storage.store import ProjectStore


def with_notes(project: Project, now: datetime) -> Project:
    """The project with the person's snoozes and seen marks laid over it."""
    if not project.tracks:
        return project
    try:
        known = read_all(ProjectStore.of(Path(project.root)))
    except Refused:  # what is private to the person cannot be read: then nothing is quiet
        return project
    if not known:
        return project
    return replace(project, tracks=tuple(_noted(each, known.get(each.path, Notes()), now) for each in project.tracks))


def next_change(project: Project) -> datetime | None:
    """The next instant at which a snooze of the project ends; None where nothing is snoozed."""
    ends = [parse_instant(each.snoozed_until) for track in project.tracks for each in track.thresholds]
    return min((end.at for end in ends if end is not None), default=None)


def _noted(track: Track, notes: Notes, now: datetime) -> Track:
    thresholds = tuple(_noted_threshold(each, notes, now) for each in track.thresholds)
    return track if thresholds == track.thresholds else replace(track, thresholds=thresholds)


def _noted_threshold(threshold: Threshold, notes: Notes, now: datetime) -> Threshold:
    snooze, seen = notes.snoozes.get(threshold.metric), notes.seen.get(threshold.metric)
    until = parse_instant(snooze.until) if snooze is not None else None
    if snooze is not None and until is not None and until.at > now and rank(threshold.level) <= rank(snooze.level):
        threshold = replace(threshold, snoozed_until=snooze.until)
    if seen is not None and seen.level == threshold.level and is_private(threshold):
        threshold = replace(threshold, seen_at=seen.at)
    return threshold
