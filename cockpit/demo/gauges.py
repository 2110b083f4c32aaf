"""The agent's side of thresholds: spending, levels, triggers, and whether a person has acknowledged an alert."""

import re
from datetime import datetime
from typing import Any

from cockpit.demo import fields
from cockpit.demo.files import Files, Json
from cockpit.demo.levels import DEFAULTS, METRICS, VALUE_KEYS, Limits, amount, cells, limit_texts
from cockpit.demo.moment import stamp

TRANSPONDER = ".autopilot/TRANSPONDER.md"
THRESHOLDS = ".autopilot/state/thresholds.json"
ACKNOWLEDGMENTS = ".autopilot/state/acknowledgments.json"
TRIGGERS = ".autopilot/state/triggers.json"
FIRING = ("cost", "context")
"""The metrics whose levels are checkpoint triggers."""


def acknowledgment(state: Json | None, metric: str) -> Json | None:
    """What acknowledgments.json holds for a metric; empty where that is no object, None where there is nothing."""
    given = (state or {}).get("acknowledgments")
    if not isinstance(given, dict) or metric not in given:
        return None
    entry = given[metric]
    return entry if isinstance(entry, dict) else {}


def is_acknowledged(state: Json | None, metric: str) -> bool:
    """Whether the agent may go on after an alert: the seed's `isAcknowledged`, to the letter."""
    given = acknowledgment(state, metric)
    return given is not None and not _older(given.get("acknowledged_at"), (state or {}).get("last_reset"))


def _older(at: object, reset: object) -> bool:
    if not isinstance(at, str) or not isinstance(reset, str):
        return False
    try:
        return datetime.fromisoformat(at) < datetime.fromisoformat(reset)
    except (ValueError, TypeError):
        return at < reset


def number(value: object, otherwise: float) -> float:
    """A JSON value as a number, or the one last known."""
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else otherwise


class Gauges:
    """Values and limits as the files have them now; what cannot be read stays as it was last known."""

    def __init__(self, files: Files) -> None:
        self.files = files
        self.values = dict.fromkeys(METRICS, 0.0)
        self.read()

    def read(self) -> None:
        """Take the values from the newest thresholds.json; either spelling of a key counts."""
        stored = (self.files.json(THRESHOLDS) or {}).get("current_values")
        if isinstance(stored, dict):
            for metric in METRICS:
                self.values[metric] = number(stored.get(_key(stored, metric)), self.values[metric])

    def limits(self, metric: str) -> Limits:
        """The limits in force: those of the Thresholds table, where a person may have raised them."""
        row = fields.row(self.files.text(TRANSPONDER) or "", "Thresholds", metric)
        usual = DEFAULTS[metric]
        return Limits(
            *(_amount(row.get(name.title(), ""), getattr(usual, name)) for name in ("warning", "alert", "stop"))
        )

    def level(self, metric: str) -> str | None:
        """The level that a metric has reached."""
        return self.limits(metric).level(self.values[metric])

    def acknowledged(self, metric: str) -> bool:
        """Whether acknowledgments.json lets the agent go on."""
        return is_acknowledged(self.files.json(ACKNOWLEDGMENTS), metric)

    def must_wait(self, metric: str) -> bool:
        """Whether the agent pauses (an alert that nobody acknowledged) or halts (a stop)."""
        self.read()
        level = self.level(metric)
        return level == "stop" or (level == "alert" and not self.acknowledged(metric))

    def record(self, values: dict[str, float], at: datetime) -> None:
        """Write new values, the levels they reach and the triggers that fire."""
        self.values |= values
        fired: list[str] = []

        def edit(state: Json) -> None:
            stored, levels = _table(state, "current_values"), _table(state, "levels_triggered")
            for metric, value in self.values.items():
                level = self.level(metric)
                if level and level != levels.get(metric) and metric in FIRING:
                    fired.append(f"{metric}_{level}")
                stored[_key(stored, metric)] = round(value, 2) if metric == "cost" else int(value)
                levels[metric] = level
            state["last_check"] = stamp(at)

        self.files.change_json(THRESHOLDS, edit)
        self.fire(fired, at)

    def fire(self, names: list[str], at: datetime) -> None:
        """Record that triggers fired (seed, Trigger Functions)."""

        def edit(state: Json) -> None:
            for name in names:
                trigger = _table(_table(state, "triggers"), name)
                trigger["last_triggered"] = stamp(at)
                trigger["count"] = int(number(trigger.get("count"), 0)) + 1
                metric, _, level = name.partition("_")
                if level == "alert":
                    trigger["acknowledged"] = self.acknowledged(metric)

        self.files.change_json(TRIGGERS, edit)

    def begin_session(self, at: datetime) -> None:
        """Record that a new session began."""

        def edit(state: Json) -> None:
            _table(_table(state, "triggers"), "time_elapsed")["session_start"] = stamp(at)

        self.files.change_json(TRIGGERS, edit)

    def honour(self, metric: str) -> None:
        """Note an acknowledgment in the trigger state; `shown` notes it in the transponder."""

        def edit(state: Json) -> None:
            trigger = _table(state, "triggers").get(f"{metric}_alert")
            if isinstance(trigger, dict):
                trigger["acknowledged"] = True

        self.files.change_json(TRIGGERS, edit)

    def shown(self, text: str) -> str:
        """Bring the transponder's Thresholds section up to date: the table, and the acknowledged alerts below it."""
        state = self.files.json(ACKNOWLEDGMENTS)
        text = self._rows(text)
        for metric in METRICS:
            if self.level(metric) == "alert" and is_acknowledged(state, metric):
                text = _listed(text, metric, acknowledgment(state, metric) or {})
        return text

    def _rows(self, text: str) -> str:
        for metric in METRICS:
            row = fields.row(text, "Thresholds", metric)
            texts = {
                name: row.get(name, "").split(" ")[0] or usual
                for name, usual in limit_texts(metric, DEFAULTS[metric]).items()
            }
            limits, seen = self.limits(metric), self.acknowledged(metric)
            values = cells(metric, self.values[metric], limits, acknowledged=seen, texts=texts)
            text = fields.with_row(text, "Thresholds", metric, values)
        return text


def _key(stored: Json, metric: str) -> str:
    usual = VALUE_KEYS[metric]
    return metric if usual not in stored and metric in stored else usual


def _table(state: Json, key: str) -> dict[str, Any]:
    if not isinstance(state.get(key), dict):
        state[key] = {}
    table: dict[str, Any] = state[key]
    return table


def _amount(cell: str, otherwise: float) -> float:
    found = re.search(r"\d+(?:\.\d+)?", cell.replace(",", ""))
    return float(found[0]) if found else otherwise


def _listed(text: str, metric: str, given: Json) -> str:
    start = f"- {metric.title()} @ "
    if not given or any(line.startswith(start) for line in text.split("\n")):
        return text
    value = amount(metric, number(given.get("value_at_acknowledgment"), 0.0))
    at = str(given.get("acknowledged_at"))[:16]
    return fields.with_bullet_below(text, "Acknowledged Alerts", f"{metric.title()} @ {value} — acknowledged {at}")
