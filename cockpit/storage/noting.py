"""Noting something for the person: snoozes, seen marks, waived claims, limits and statuses that held."""

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from datetime import datetime
from typing import TypeVar

from cockpit.model import Level, LimitsThen, StatusLeft
from cockpit.model.preflight import Waived
from cockpit.rules.instants import write_instant
from cockpit.storage import private
from cockpit.storage.locks import project_lock
from cockpit.storage.notes import Notes, Seen, Snooze, read_all
from cockpit.storage.store import ProjectStore

Value = TypeVar("Value")


def snooze(store: ProjectStore, track: str, metric: str, until: datetime | None, level: Level | None) -> None:
    """Keeps a metric that is at a level quiet until an instant; None ends it. Raises Refused where that cannot be."""
    put = Snooze(until=write_instant(until), level=level) if until else None

    def change(notes: Notes) -> Notes:
        return replace(notes, snoozes=_put(notes.snoozes, metric, put))

    _change(store, track, change)


def mark_seen(store: ProjectStore, track: str, metric: str, seen: Seen | None) -> None:
    """Notes that a level was seen; None forgets it. Raises Refused where notes cannot be written."""

    def change(notes: Notes) -> Notes:
        return replace(notes, seen=_put(notes.seen, metric, seen))

    _change(store, track, change)


def note_limits(store: ProjectStore, track: str, metric: str, given: LimitsThen) -> None:
    """Notes the limits at which an acknowledgment was given. Raises Refused where notes cannot be written."""

    def change(notes: Notes) -> Notes:
        return replace(notes, given=_put(notes.given, metric, given))

    _change(store, track, change)


def note_status(store: ProjectStore, track: str, left: StatusLeft) -> None:
    """Notes the status a track was moved out of. Raises Refused where notes cannot be written."""
    _change(store, track, lambda notes: replace(notes, left=left))


def waive(store: ProjectStore, track: str, handoff: str, check: str, given: Waived | None) -> None:
    """Notes why a claim of a handoff is waived; None takes that back. Those of another handoff are forgotten.

    `handoff` tells it from others, `check` the key of the line. Raises Refused where notes cannot be written.
    """

    def change(notes: Notes) -> Notes:
        kept = notes.waivers if notes.waived_for == handoff else {}
        waivers = {key: why for key, why in kept.items() if key != check}
        if given is not None:
            waivers[check] = given
        return replace(notes, waivers=waivers, waived_for=handoff if waivers else None)

    _change(store, track, change)


def note_plans(store: ProjectStore, track: str, handoff: str, plans: Mapping[str, str]) -> None:
    """Notes what the plan files said when a handoff was written, in place of those of another one.

    Raises Refused where notes cannot be written.
    """
    _change(store, track, lambda notes: replace(notes, plans=dict(plans), plans_for=handoff if plans else None))


def _put(notes: dict[str, Value], metric: str, value: Value | None) -> dict[str, Value]:
    kept = {key: each for key, each in notes.items() if key != metric}
    return kept if value is None else {**kept, metric: value}


def _change(store: ProjectStore, track: str, change: Callable[[Notes], Notes]) -> None:
    store.refuse_read_only()
    with project_lock(store):
        tracks = read_all(store)
        tracks[track] = change(tracks.get(track, Notes()))
        kept = {path: asdict(notes) for path, notes in tracks.items() if notes != Notes()}
        with private.keeping(store):
            private.sweep(store.folder)
            private.write(store.notes, json.dumps({"format": 1, "tracks": kept}, indent=1).encode() + b"\n")
