"""The agent of the specification: its pseudo-code, transcribed line by line, on the files and nothing else.

It shares no code with the program. Times are compared as the pseudo-code compares them: as the texts that they are.
"""

import json
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import Any

TRANSPONDER = ".autopilot/TRANSPONDER.md"
HOLDING_PATTERN = ".autopilot/holding-pattern.md"
THRESHOLDS = ".autopilot/state/thresholds.json"
ACKNOWLEDGMENTS = ".autopilot/state/acknowledgments.json"
TRIGGERS = ".autopilot/state/triggers.json"
LIMITS = {"cost": (10, 25, 50), "context": (30, 40, 50), "variance": (20, 30, 50), "errors": (2, 3, 5)}


class SeedAgent:
    """The functions of the specification, on a mapping from paths to bytes."""

    def __init__(self, files: dict[str, bytes], now: Callable[[], str]) -> None:
        self.files, self.now = files, now

    # "Threshold State Storage"

    def update_threshold_state(self, metric: str, value: float, level: str | None) -> None:
        state = self._load(THRESHOLDS, {"current_values": {}, "levels_triggered": {}, "last_check": None})
        state["current_values"][metric] = value
        state["levels_triggered"][metric] = level
        state["last_check"] = self.now()
        self._save(THRESHOLDS, state)

    # "Acknowledgment Functions"

    def is_acknowledged(self, metric: str) -> bool:
        acks = self.load_acknowledgments()
        if metric in acks["acknowledgments"]:
            ack = acks["acknowledgments"][metric]
            if acks["last_reset"] and ack["acknowledged_at"] < acks["last_reset"]:  # noqa: SIM103 -- as it is written
                return False
            return True
        return False

    def acknowledge(self, metric: str, value: float, session_id: str, note: str | None = None) -> None:
        acks = self.load_acknowledgments()
        acks["acknowledgments"][metric] = {
            "acknowledged_at": self.now(),
            "value_at_acknowledgment": value,
            "threshold_level": "alert",
            "session_id": session_id,
            "user_note": note,
        }
        self._save(ACKNOWLEDGMENTS, acks)

    def reset_acknowledgments(self, types: Iterable[str] | None = None) -> None:
        acks = self.load_acknowledgments()
        if types is None:
            for metric, ack in acks["acknowledgments"].items():
                acks["acknowledgment_history"].append(self._past(metric, ack))
            acks["acknowledgments"] = {}
            acks["last_reset"] = self.now()
        else:
            for metric in types:
                if metric in acks["acknowledgments"]:
                    acks["acknowledgment_history"].append(self._past(metric, acks["acknowledgments"][metric]))
                    del acks["acknowledgments"][metric]
        self._save(ACKNOWLEDGMENTS, acks)

    def load_acknowledgments(self) -> dict[str, Any]:
        return self._load(ACKNOWLEDGMENTS, {"acknowledgments": {}, "acknowledgment_history": [], "last_reset": None})

    def _past(self, metric: str, ack: dict[str, Any]) -> dict[str, Any]:
        return {
            "type": metric,
            "value": ack["value_at_acknowledgment"],
            "acknowledged_at": ack["acknowledged_at"],
            "reset_at": self.now(),
        }

    # "Acknowledgment Persistence Across Sessions"

    def load_session_state(self) -> dict[str, Any]:
        return {
            "position": self.load_rows("Current Position"),
            "metrics": self.load_rows("Performance Metrics"),
            "continuity": self.load_rows("Session Continuity"),
            "holding_pattern": HOLDING_PATTERN in self.files,
            "thresholds": self._load(THRESHOLDS, None),
            "acknowledgments": self.load_acknowledgments(),
            "restored": [
                f"Alert acknowledged ({metric}): {ack['value_at_acknowledgment']} on {ack['acknowledged_at']}"
                for metric, ack in self.load_acknowledgments()["acknowledgments"].items()
            ],
        }

    def load_rows(self, title: str) -> dict[str, str]:
        """A section's table of two columns, read as the template has it: from its heading to the next rule."""
        text = self.files.get(TRANSPONDER, b"").decode().replace("\r\n", "\n")
        body = text.partition(f"## {title}\n")[2].partition("\n## ")[0]
        rows = [line.strip("|").split("|") for line in body.splitlines() if line.startswith("|")]
        return {row[0].strip(): row[1].strip() for row in rows[2:] if len(row) == 2}

    def save_session_state(self, state: dict[str, Any]) -> None:
        self._save(THRESHOLDS, state["thresholds"])
        self._save(ACKNOWLEDGMENTS, state["acknowledgments"])

    # "Trigger Functions"

    def trigger_fired(self, trigger: str) -> None:
        state = self._load(TRIGGERS, {"triggers": {}})
        if trigger not in state["triggers"]:
            state["triggers"][trigger] = {"count": 0}
        state["triggers"][trigger]["last_triggered"] = self.now()
        state["triggers"][trigger]["count"] += 1
        self._save(TRIGGERS, state)

    def should_trigger(self, trigger: str, frequency: str | None = None, cooldown: timedelta | None = None) -> bool:
        state = self._load(TRIGGERS, {"triggers": {}})
        last = state["triggers"].get(trigger, {}).get("last_triggered")
        if frequency == "once_per_session" and last:
            return False
        if cooldown and last:
            return not datetime.fromisoformat(self.now()) - datetime.fromisoformat(last) < cooldown
        return True

    # What the agent does at a check ("value >= limit", the highest level first; an alert pauses, a stop halts)

    def level(self, metric: str, value: float, limits: tuple[float, float, float] | None = None) -> str | None:
        warning, alert, stop = limits or LIMITS[metric]
        return "stop" if value >= stop else "alert" if value >= alert else "warning" if value >= warning else None

    def will(self, metric: str, value: float, limits: tuple[float, float, float] | None = None) -> str:
        level = self.level(metric, value, limits)
        if level == "stop":
            return "halt"
        return "pause" if level == "alert" and not self.is_acknowledged(metric) else "continue"

    def _load(self, path: str, empty: Any) -> Any:
        return json.loads(self.files[path]) if path in self.files else empty

    def _save(self, path: str, state: Any) -> None:
        self.files[path] = (json.dumps(state, indent=2, ensure_ascii=False) + "\n").encode()
