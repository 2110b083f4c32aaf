"""Trigger state: `state/triggers.json`, or a `triggers` key in thresholds.json (seed, "Checkpoint Trigger State").

The seed names no file for it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from cockpit.model import Trigger
from cockpit.systems.autopilot.folder import Folder
from cockpit.systems.autopilot.scalars import count_of, flag_of, object_of, text_of
from cockpit.systems.autopilot.thresholds_state import ThresholdState

NAME = "state/triggers.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class TriggerState:
    """The recorded triggers by name, and the file and key they stand in."""

    path: str | None = None
    triggers: Mapping[str, Trigger] = field(default_factory=dict)
    lines: Mapping[str, int | None] = field(default_factory=dict)

    @property
    def session_start(self) -> str | None:
        """When the present agent session began, as the time trigger records it."""
        return next((trigger.session_start for trigger in self.triggers.values() if trigger.session_start), None)

    def acknowledged(self, metric: str) -> bool | None:
        """Whether the metric's alert trigger is marked as acknowledged; None where nothing says so."""
        trigger = self.triggers.get(f"{metric}_alert")
        return trigger.acknowledged if trigger else None


def read_triggers(folder: Folder, thresholds: ThresholdState) -> TriggerState:
    """Read the trigger state from its own file, else from thresholds.json; an empty state where there is none."""
    page = folder.json(NAME)
    if page is None:
        return TriggerState(
            path=thresholds.path if thresholds.triggers else None, triggers=_triggers(thresholds.triggers)
        )
    raw = page.json_object
    key = ("triggers",) if isinstance(raw.get("triggers"), dict) else ()
    triggers = _triggers(object_of(raw["triggers"]) if key else raw)
    lines = {name: page.json.line_of((*key, name)) for name in triggers}
    return TriggerState(path=page.path, triggers=triggers, lines=lines)


def _triggers(raw: Mapping[str, Any]) -> dict[str, Trigger]:
    return {name: _trigger(value) for name, value in raw.items() if isinstance(value, dict)}


def _trigger(raw: Mapping[str, Any]) -> Trigger:
    return Trigger(
        last_triggered=text_of(raw.get("last_triggered")),
        count=count_of(raw.get("count")),
        acknowledged=flag_of(raw.get("acknowledged")),
        session_start=text_of(raw.get("session_start")),
        suggested_checkpoint=flag_of(raw.get("suggested_checkpoint")),
    )
