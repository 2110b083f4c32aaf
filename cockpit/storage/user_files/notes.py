"""What cockpit notes for the person at this screen: snoozes, seen marks, waived claims, limits, what they dismissed of
what no rule reads. No agent reads them."""

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, field, replace
from datetime import datetime
from typing import Any, Literal

from cockpit.model import Level, Limits, LimitsThen, Project, StatusLeft, Threshold, Track
from cockpit.model.errors import CommandError
from cockpit.rules.silence import SILENCE
from cockpit.rules.thresholds.alert_state import is_private
from cockpit.rules.unread import key_of
from cockpit.storage import disk
from cockpit.storage.refusals import reading
from cockpit.storage.user_files.store import ProjectStore
from cockpit.values import dataclass
from cockpit.wording.times import parse_instant

Kind = Literal["snoozes", "seen", "given"]
"""What is noted of a metric."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Snooze:
    """A metric is quiet until an instant (ISO 8601, UTC), as long as it has this level and these limits; None where an
    earlier version did not note the limits."""

    until: str
    level: Level | None
    limits: Limits | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenAlert:
    """A person has seen this level at this value. `at` is ISO 8601 in UTC."""

    level: Level
    value: float | None
    at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Notes:
    """The notes on one track. `given` are the limits that held when the acknowledgment of a metric was given, `left` is
    the status it was last moved out of. `dismissed` are the keys of what no rule reads, and holds the agent no more.

    `waivers` maps the key of a check to why it was waived; they hold for the handoff of `waived_for`.
    """

    snoozes: dict[str, Snooze] = field(default_factory=dict)
    seen: dict[str, SeenAlert] = field(default_factory=dict)
    given: dict[str, LimitsThen] = field(default_factory=dict)
    waivers: dict[str, str] = field(default_factory=dict)
    waived_for: str | None = None
    left: StatusLeft | None = None
    dismissed: tuple[str, ...] = ()


def read(store: ProjectStore, track: str) -> Notes:
    """The notes on the track with this path; empty where there are none or they cannot be understood.

    Raises CommandError where the file cannot be read.
    """
    return read_all(store).get(track, Notes())


def limits_then(store: ProjectStore, track: str) -> Mapping[str, LimitsThen]:
    """What is known of the limits at which the acknowledgments of a track were given; never raises."""
    return _known(store, track).given


def status_left(store: ProjectStore, track: str) -> StatusLeft | None:
    """The status a track was last moved out of with cockpit; never raises."""
    return _known(store, track).left


def _known(store: ProjectStore, track: str) -> Notes:
    try:
        return read(store, track)
    except CommandError:
        return Notes()


def read_all(store: ProjectStore) -> dict[str, Notes]:
    """The notes on all tracks, by their paths. Raises CommandError where the file cannot be read."""
    with reading(store.description):
        data = disk.read(store.notes)
    if data is None:
        return {}
    try:
        return {str(track): _notes(fields) for track, fields in json.loads(data)["tracks"].items()}
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return {}


# The notes that are laid over the project that was read


def with_notes(project: Project, store: ProjectStore, now: datetime, over: set[Snooze]) -> Project:
    """The project with the person's snoozes and seen marks. Without them where the notes cannot be read.

    `over` are the snoozes that were seen to be over: those of another level or of other limits join them.
    """
    if not project.tracks:
        return project
    try:
        known = read_all(store)
    except CommandError:
        return project
    if not known:
        return project
    return replace(
        project, tracks=tuple(_track_with(each, known.get(each.path, Notes()), now, over) for each in project.tracks)
    )


def next_snooze_end(project: Project) -> datetime | None:
    """The next instant at which a snooze of the project ends; None where nothing is snoozed."""
    snoozed = [each.snoozed_until for track in project.tracks for each in track.thresholds]
    snoozed += [track.silence.snoozed_until for track in project.tracks if track.silence is not None]
    return min((end.at for end in map(parse_instant, snoozed) if end is not None), default=None)


def _track_with(track: Track, notes: Notes, now: datetime, over: set[Snooze]) -> Track:
    thresholds = tuple(_threshold_with(each, notes, now, over) for each in track.thresholds)
    silence, snooze = track.silence, notes.snoozes.get(SILENCE)
    until = parse_instant(snooze.until) if snooze is not None else None
    if silence is not None and snooze is not None and until is not None and until.at > now:
        silence = replace(silence, snoozed_until=snooze.until)
    unchanged = thresholds == track.thresholds and silence is track.silence and not notes.dismissed
    return track if unchanged else replace(track, thresholds=thresholds, silence=silence, dismissed=notes.dismissed)


def _threshold_with(threshold: Threshold, notes: Notes, now: datetime, over: set[Snooze]) -> Threshold:
    snooze, seen = notes.snoozes.get(threshold.metric), notes.seen.get(threshold.metric)
    until = parse_instant(snooze.until) if snooze is not None else None
    if snooze is not None and until is not None and until.at > now:
        if threshold.level != snooze.level or snooze.limits not in (None, threshold.limits):
            over.add(snooze)
        elif snooze not in over:
            threshold = replace(threshold, snoozed_until=snooze.until)
    if seen is not None and seen.level == threshold.level and is_private(threshold):
        threshold = replace(threshold, seen_at=seen.at)
    if notes.dismissed and threshold.unreadable:
        left = tuple(each for each in threshold.unreadable if key_of(each, threshold.metric) not in notes.dismissed)
        threshold = replace(threshold, unreadable=left)
    return threshold


# Writing notes


def note(store: ProjectStore, track: str, **fields: Any) -> None:  # noqa: ANN401 - as the field
    """Put fields of the notes on a track. Raises CommandError where notes cannot be written."""
    _change(store, track, lambda notes: replace(notes, **fields))


def note_metric(
    store: ProjectStore, track: str, kind: Kind, metric: str, value: Snooze | SeenAlert | LimitsThen | None
) -> None:
    """Put a note on a metric; None takes it away. Raises CommandError where notes cannot be written."""

    def change(notes: Notes) -> Notes:
        others = {key: each for key, each in getattr(notes, kind).items() if key != metric}
        changed: dict[str, Any] = {kind: others if value is None else {**others, metric: value}}
        return replace(notes, **changed)

    _change(store, track, change)


def dismiss(store: ProjectStore, track: str, keys: frozenset[str], *, again: bool = False) -> None:
    """Note what no rule reads and a person dismissed; `again` it holds. Raises CommandError where notes cannot be
    written."""

    def change(notes: Notes) -> Notes:
        others = [each for each in notes.dismissed if each not in keys]
        return replace(notes, dismissed=tuple(others if again else [*others, *sorted(keys)]))

    _change(store, track, change)


def waive(store: ProjectStore, track: str, handoff: str, check: str, reason: str | None) -> None:
    """Note why a claim of a handoff is waived; None takes that back. Those of another handoff are forgotten.

    `handoff` tells it from others, `check` the key of the line. Raises CommandError where notes cannot be written.
    """

    def change(notes: Notes) -> Notes:
        waivers_before = notes.waivers if notes.waived_for == handoff else {}
        waivers = {key: why for key, why in waivers_before.items() if key != check}
        if reason is not None:
            waivers[check] = reason
        return replace(notes, waivers=waivers, waived_for=handoff if waivers else None)

    _change(store, track, change)


def _change(store: ProjectStore, track: str, change: Callable[[Notes], Notes]) -> None:
    from cockpit.storage.user_files import private  # whoever only reads needs no locks
    from cockpit.storage.user_files.locks import project_lock

    store.refuse_read_only()
    with project_lock(store):
        tracks = read_all(store)
        tracks[track] = change(tracks.get(track, Notes()))
        written = {path: asdict(notes) for path, notes in tracks.items() if notes != Notes()}
        with private.keeping(store):
            private.sweep(store.folder)
            data = json.dumps({"format": 1, "tracks": written}, indent=1, default=str)
            private.write(store.notes, data.encode() + b"\n")


def _notes(fields: dict[str, Any]) -> Notes:
    status = fields.get("left")
    return Notes(
        snoozes={metric: _snooze(**stored) for metric, stored in fields["snoozes"].items()},
        seen={metric: SeenAlert(**stored) for metric, stored in fields["seen"].items()},
        given={
            metric: LimitsThen(at=stored["at"], limits=Limits(**stored["limits"]))
            for metric, stored in fields["given"].items()
        },
        waivers={  # earlier versions kept a mapping
            check: str(why["reason"] if isinstance(why, dict) else why)
            for check, why in fields.get("waivers", {}).items()
        },
        waived_for=fields.get("waived_for"),
        left=StatusLeft(**status) if status is not None else None,
        dismissed=tuple(map(str, fields.get("dismissed", ()))),
    )


def _snooze(*, until: str, level: Level | None, limits: dict[str, Any] | None = None) -> Snooze:
    return Snooze(until=until, level=level, limits=Limits(**limits) if limits is not None else None)
