"""What is private to the person at this screen: snoozes and seen marks. No agent reads them."""

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import Any, TypeVar

from cockpit.model import Level
from cockpit.rules.instants import write_instant
from cockpit.storage import disk, private
from cockpit.storage.locks import project_lock
from cockpit.storage.store import ProjectStore

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """A person has seen this level at this value. `at` is ISO 8601 in UTC."""

    level: Level
    value: float | None
    at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Notes:
    """The notes on one track: metric -> the instant until which it is quiet, and metric -> what was seen."""

    snoozes: dict[str, str] = field(default_factory=dict)
    seen: dict[str, Seen] = field(default_factory=dict)


def read(store: ProjectStore, track: str) -> Notes:
    """The notes on the track with this path; empty where there are none or they cannot be understood.

    Raises Refused where the file cannot be read.
    """
    return _read(store).get(track, Notes())


def snooze(store: ProjectStore, track: str, metric: str, until: datetime | None) -> None:
    """Keeps a metric quiet until an instant; None ends it. Raises Refused where notes cannot be written."""

    def change(notes: Notes) -> None:
        _put(notes.snoozes, metric, write_instant(until) if until else None)

    _change(store, track, change)


def mark_seen(store: ProjectStore, track: str, metric: str, seen: Seen | None) -> None:
    """Notes that a level was seen; None forgets it. Raises Refused where notes cannot be written."""

    def change(notes: Notes) -> None:
        _put(notes.seen, metric, seen)

    _change(store, track, change)


def _put(notes: dict[str, Value], metric: str, value: Value | None) -> None:
    if value is None:
        notes.pop(metric, None)
    else:
        notes[metric] = value


def _change(store: ProjectStore, track: str, change: Callable[[Notes], None]) -> None:
    with project_lock(store):
        tracks = _read(store)
        change(tracks.setdefault(track, Notes()))
        kept = {path: asdict(notes) for path, notes in tracks.items() if notes != Notes()}
        with private.keeping(store):
            private.sweep(store.folder)
            private.write(store.notes, json.dumps({"format": 1, "tracks": kept}, indent=1).encode() + b"\n")


def _read(store: ProjectStore) -> dict[str, Notes]:
    with private.keeping(store):
        data = disk.read(store.notes)
    if data is None:
        return {}
    try:
        return {str(track): _notes(fields) for track, fields in json.loads(data)["tracks"].items()}
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return {}


def _notes(fields: dict[str, Any]) -> Notes:
    return Notes(
        snoozes={str(metric): str(until) for metric, until in fields["snoozes"].items()},
        seen={str(metric): _seen(mark) for metric, mark in fields["seen"].items()},
    )


def _seen(mark: dict[str, Any]) -> Seen:
    value = mark["value"]
    return Seen(level=mark["level"], value=None if value is None else float(value), at=str(mark["at"]))
