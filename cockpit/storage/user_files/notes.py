"""What cockpit notes for the person at this screen: snoozes, seen marks, waived claims, limits. No agent reads them."""

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, field, replace
from typing import Any, Literal

from cockpit.model import Level, Limits, LimitsThen, StatusLeft
from cockpit.model.errors import CommandError
from cockpit.storage import disk
from cockpit.storage.refusals import reading
from cockpit.storage.user_files.store import ProjectStore
from cockpit.values import dataclass

Kind = Literal["snoozes", "seen", "given"]
"""What is noted of a metric."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Snooze:
    """A metric is quiet until an instant (ISO 8601, UTC), unless it rises above the level it had."""

    until: str
    level: Level | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenAlert:
    """A person has seen this level at this value. `at` is ISO 8601 in UTC."""

    level: Level
    value: float | None
    at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Notes:
    """The notes on one track. `given` are the limits that held when the acknowledgment of a metric was given, `left` is
    the status it was last moved out of.

    `waivers` maps the key of a check to why it was waived; they hold for the handoff of `waived_for`.
    """

    snoozes: dict[str, Snooze] = field(default_factory=dict)
    seen: dict[str, SeenAlert] = field(default_factory=dict)
    given: dict[str, LimitsThen] = field(default_factory=dict)
    waivers: dict[str, str] = field(default_factory=dict)
    waived_for: str | None = None
    left: StatusLeft | None = None


def read(store: ProjectStore, track: str) -> Notes:
    """The notes on the track with this path; empty where there are none or they cannot be understood.

    Raises CommandError where the file cannot be read.
    """
    return read_all(store).get(track, Notes())


def limits_then(store: ProjectStore, track: str) -> Mapping[str, LimitsThen]:
    """What is known of the limits at which the acknowledgments of a track were given; never raises."""
    try:
        return read(store, track).given
    except CommandError:
        return {}


def status_left(store: ProjectStore, track: str) -> StatusLeft | None:
    """The status a track was last moved out of with cockpit; never raises."""
    try:
        return read(store, track).left
    except CommandError:
        return None


def read_all(store: ProjectStore) -> dict[str, Notes]:
    """The notes on all tracks, by their paths. Raises CommandError where the file cannot be read."""
    with reading(store.named):
        data = disk.read(store.notes)
    if data is None:
        return {}
    try:
        return {str(track): _notes(fields) for track, fields in json.loads(data)["tracks"].items()}
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return {}


def note(store: ProjectStore, track: str, **fields: Any) -> None:  # noqa: ANN401 - as the field
    """Put fields of the notes on a track. Raises CommandError where notes cannot be written."""
    _change(store, track, lambda notes: replace(notes, **fields))


def note_metric(
    store: ProjectStore, track: str, kind: Kind, metric: str, noted: Snooze | SeenAlert | LimitsThen | None
) -> None:
    """Put a note on a metric; None takes it away. Raises CommandError where notes cannot be written."""

    def change(notes: Notes) -> Notes:
        kept = {key: each for key, each in getattr(notes, kind).items() if key != metric}
        changed: dict[str, Any] = {kind: kept if noted is None else {**kept, metric: noted}}
        return replace(notes, **changed)

    _change(store, track, change)


def waive(store: ProjectStore, track: str, handoff: str, check: str, reason: str | None) -> None:
    """Note why a claim of a handoff is waived; None takes that back. Those of another handoff are forgotten.

    `handoff` tells it from others, `check` the key of the line. Raises CommandError where notes cannot be written.
    """

    def change(notes: Notes) -> Notes:
        kept = notes.waivers if notes.waived_for == handoff else {}
        waivers = {key: why for key, why in kept.items() if key != check}
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
        kept = {path: asdict(notes) for path, notes in tracks.items() if notes != Notes()}
        with private.keeping(store):
            private.sweep(store.folder)
            private.write(
                store.notes, json.dumps({"format": 1, "tracks": kept}, indent=1, default=str).encode() + b"\n"
            )


def _notes(fields: dict[str, Any]) -> Notes:
    left = fields.get("left")
    return Notes(
        snoozes={metric: Snooze(**put) for metric, put in fields["snoozes"].items()},
        seen={metric: SeenAlert(**mark) for metric, mark in fields["seen"].items()},
        given={metric: _limits(noted) for metric, noted in fields["given"].items()},
        waivers={check: _reason(why) for check, why in fields.get("waivers", {}).items()},
        waived_for=fields.get("waived_for"),
        left=StatusLeft(**left) if left is not None else None,
    )


def _reason(noted: Any) -> str:  # noqa: ANN401 - a text; earlier versions kept a mapping
    return str(noted["reason"] if isinstance(noted, dict) else noted)


def _limits(noted: dict[str, Any]) -> LimitsThen:
    return LimitsThen(at=noted["at"], limits=Limits(**noted["limits"]))
