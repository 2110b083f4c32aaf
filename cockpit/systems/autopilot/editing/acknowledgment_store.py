"""`state/acknowledgments.json`, changed as the seed's `acknowledge` and `resetAcknowledgments` do, in the shape found.

Shape 1 is the seed's. Shape 2 has neither level, note nor history.
"""

from collections.abc import Mapping
from typing import Any, Literal

from cockpit.documents.json_text import write_new
from cockpit.rules.metrics import METRICS
from cockpit.systems.autopilot.acknowledgments_state import NAME, find_map, is_empty, no_map
from cockpit.systems.autopilot.editing.desk import Desk
from cockpit.systems.autopilot.editing.json_sheet import JsonSheet
from cockpit.systems.autopilot.metric_names import metric_named
from cockpit.systems.editing.draft import unsafe
from cockpit.systems.reading.scalars import number_of, object_of

Shape = Literal[1, 2]

_HISTORY = "acknowledgment_history"
_RESET = "last_reset"
EMPTY: dict[str, object] = {"acknowledgments": {}, _HISTORY: [], _RESET: None}
"""What a new file holds (seed, "Acknowledgment Storage")."""


class AcknowledgmentStore:
    """The acknowledgments of a track, in their file."""

    def __init__(self, sheet: JsonSheet, now: str) -> None:
        """Raises Refused where something else stands in the place of the acknowledgments."""
        self.sheet, self._now = sheet, now
        misplaced = no_map(sheet.content)
        if misplaced is not None:
            raise unsafe(sheet.path, f"{misplaced} is no object")
        where, given = find_map(sheet.content)
        self.shape: Shape = _shape(given)
        self._where: tuple[str, ...] = where if self.shape == 2 or where else ("acknowledgments",)

    @classmethod
    def open(cls, desk: Desk) -> "AcknowledgmentStore | None":
        """The store, None where there is no file. Raises Refused where it is damaged."""
        path = desk.path(NAME)
        if desk.draft.read(path) is not None and is_empty(desk.draft.text(path) or ""):
            desk.draft.overwrite(path, write_new(EMPTY, "\n"))
        sheet = JsonSheet.open(desk.draft, path)
        return cls(sheet, desk.now) if sheet else None

    @classmethod
    def create(cls, desk: Desk) -> "AcknowledgmentStore":
        """A new store. What the state file alone recorded until now is taken over, so that the agent keeps to it."""
        given: dict[str, object] = {}
        for metric in METRICS if not desk.gauges.has_store else ():
            recorded = desk.gauges.recorded(metric.name)
            if recorded is not None:
                given[metric.name] = _entry(recorded.at, recorded.value, None, None)
        sheet = JsonSheet.create(desk.draft, desk.path(NAME), {**EMPTY, "acknowledgments": given})
        return cls(sheet, desk.now)

    def keys(self, metric: str) -> tuple[str, ...]:
        """The keys under which a metric is acknowledged; the first one is read."""
        return tuple(key for key in self._given() if (found := metric_named(key)) and found.name == metric)

    def give(self, metric: str, *, at: str, value: float, session_id: str | None, note: str | None) -> None:
        """Record an acknowledgment. An earlier one of the metric goes to the history."""
        keys = self.keys(metric)
        for key in keys:
            self._remember(key)
        for key in keys[1:]:
            self.sheet.drop((*self._where, key))
        entry = _entry(at, value, session_id, note) if self.shape == 1 else _short_entry(at, value, session_id)
        self.sheet.put((*self._where, keys[0] if keys else metric), entry)

    def withdraw(self, metric: str) -> bool:
        """Take a metric's acknowledgment back; it goes to the history, `last_reset` stays. False where none is."""
        keys = self.keys(metric)
        for key in keys:
            self._take(key)
        return bool(keys)

    def reset(self) -> None:
        """Take all acknowledgments back and void older ones: `last_reset` becomes now."""
        for key, given in self._given().items():
            if self.shape == 1 or metric_named(key) or (isinstance(given, dict) and "acknowledged_at" in given):
                self._take(key)
        if self.sheet.content and (self.shape == 1 or _RESET in self.sheet.content):
            self.sheet.put((_RESET,), self._now)

    def _given(self) -> dict[str, Any]:
        content: Any = self.sheet.content
        for key in self._where:
            content = content.get(key) or {}
        return {key: given for key, given in content.items() if key not in EMPTY} if not self._where else content

    def _take(self, key: str) -> None:
        self._remember(key)
        self.sheet.drop((*self._where, key))

    def _remember(self, key: str) -> None:
        if self.shape == 2:
            return
        found = self._given()[key]
        given = found if isinstance(found, dict) else {}
        names = ("value_at_acknowledgment", "value_at_ack", "value")
        entry = {
            "type": key,
            "value": next((given[name] for name in names if name in given), None),
            "acknowledged_at": given.get("acknowledged_at"),
            "reset_at": self._now,
        }
        self.sheet.append(_HISTORY, entry)


def _shape(given: Mapping[str, Any]) -> Shape:
    """The shape of a file: the seed's, unless its entries are those of shape 2."""
    return 2 if any("value_at_ack" in object_of(entry) for key, entry in given.items() if metric_named(key)) else 1


def _entry(at: str | None, value: float | None, session_id: str | None, note: str | None) -> dict[str, object]:
    return {
        "acknowledged_at": at,
        "value_at_acknowledgment": number_of(value),
        "threshold_level": "alert",
        "session_id": session_id,
        "user_note": note,
    }


def _short_entry(at: str, value: float, session_id: str | None) -> dict[str, object]:
    return {"acknowledged_at": at, "value_at_ack": value, "session_id": session_id}
