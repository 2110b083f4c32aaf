"""What cockpit notes for the person at this screen: snoozes, seen marks, waived claims, limits. No agent reads them."""

import json
from collections.abc import Mapping
from dataclasses import field
from typing import Any, get_args

from cockpit.model import LEVELS, Level, Limits, LimitsThen, Status, StatusLeft
from cockpit.model.preflight import Waived
from cockpit.model.refused import Refused
from cockpit.storage import disk
from cockpit.storage.refusals import reading
from cockpit.storage.store import ProjectStore
from cockpit.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Snooze:
    """A metric is quiet until an instant (ISO 8601, UTC), unless it rises above the level it had."""

    until: str
    level: Level | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """A person has seen this level at this value. `at` is ISO 8601 in UTC."""

    level: Level
    value: float | None
    at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Notes:
    """The notes on one track. `given` are the limits that held when the acknowledgment of a metric was given, `left` is
    the status it was last moved out of.

    `waivers` maps the key of a check to why it was waived, and what it said then; they hold for the handoff of
    `waived_for`. `plans` has the text of the plan files when the handoff of `plans_for` was written, by their paths.
    """

    snoozes: dict[str, Snooze] = field(default_factory=dict)
    seen: dict[str, Seen] = field(default_factory=dict)
    given: dict[str, LimitsThen] = field(default_factory=dict)
    waivers: dict[str, Waived] = field(default_factory=dict)
    waived_for: str | None = None
    left: StatusLeft | None = None
    plans: dict[str, str] = field(default_factory=dict)
    plans_for: str | None = None


def read(store: ProjectStore, track: str) -> Notes:
    """The notes on the track with this path; empty where there are none or they cannot be understood.

    Raises Refused where the file cannot be read.
    """
    return read_all(store).get(track, Notes())


def limits_then(store: ProjectStore, track: str) -> Mapping[str, LimitsThen]:
    """What is known of the limits at which the acknowledgments of a track were given; never raises."""
    try:
        return read(store, track).given
    except Refused:
        return {}


def status_left(store: ProjectStore, track: str) -> StatusLeft | None:
    """The status a track was last moved out of with cockpit; never raises."""
    try:
        return read(store, track).left
    except Refused:
        return None


def read_all(store: ProjectStore) -> dict[str, Notes]:
    """The notes on all tracks, by their paths. Raises Refused where the file cannot be read."""
    with reading(store.named):
        data = disk.read(store.notes)
    if data is None:
        return {}
    try:
        return {str(track): _notes(fields) for track, fields in json.loads(data)["tracks"].items()}
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return {}


def _notes(fields: dict[str, Any]) -> Notes:
    return Notes(
        snoozes={str(metric): _snooze(put) for metric, put in fields["snoozes"].items()},
        seen={str(metric): _seen(mark) for metric, mark in fields["seen"].items()},
        given={str(metric): _given(noted) for metric, noted in fields["given"].items()},
        waivers={str(check): _waived(given) for check, given in fields.get("waivers", {}).items()},
        waived_for=str(fields["waived_for"]) if fields.get("waived_for") is not None else None,
        left=_left(fields["left"]) if fields.get("left") is not None else None,
        plans={str(path): str(text) for path, text in fields.get("plans", {}).items()},
        plans_for=str(fields["plans_for"]) if fields.get("plans_for") is not None else None,
    )


def _waived(given: dict[str, Any]) -> Waived:
    return Waived(str(given["reason"]), tuple(str(each) for each in given["said"]))


def _level(name: object) -> Level:
    return LEVELS[LEVELS.index(name)]  # ValueError for what is no level


def _snooze(put: dict[str, Any]) -> Snooze:
    return Snooze(until=str(put["until"]), level=None if put["level"] is None else _level(put["level"]))


def _given(noted: dict[str, Any]) -> LimitsThen:
    known = {level: None if noted["limits"][level] is None else float(noted["limits"][level]) for level in LEVELS}
    return LimitsThen(at=str(noted["at"]), limits=Limits(**known, source=str(noted["limits"]["source"])))


def _left(noted: dict[str, Any]) -> StatusLeft:
    known: tuple[Status, ...] = get_args(Status)
    status = known[known.index(noted["status"])]  # ValueError for what is no status
    return StatusLeft(status=status, text=str(noted["text"]), became=str(noted["became"]))


def _seen(mark: dict[str, Any]) -> Seen:
    value = mark["value"]
    return Seen(level=_level(mark["level"]), value=None if value is None else float(value), at=str(mark["at"]))
