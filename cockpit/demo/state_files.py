"""The JSON files below `.autopilot/state` when the story begins (seed, Structure sections)."""

import json
from datetime import timedelta

from cockpit.demo.levels import DEFAULTS, METRICS, VALUE_KEYS
from cockpit.demo.moment import Moment, stamp

Json = dict[str, object]


def thresholds(moment: Moment) -> Json:
    """The last check: values, and the levels they have reached."""
    values = {metric: getattr(moment, metric) for metric in METRICS}
    return {
        "current_values": {VALUE_KEYS[metric]: value for metric, value in values.items()},
        "levels_triggered": {metric: DEFAULTS[metric].level(value) for metric, value in values.items()},
        "last_check": stamp(moment.at),
    }


def acknowledgments(moment: Moment) -> Json:
    """Nothing is acknowledged; one acknowledgment of an earlier session was reset."""
    reset = stamp(moment.session_start - timedelta(hours=20))
    old = {
        "type": "context",
        "value": 41,
        "acknowledged_at": stamp(moment.session_start - timedelta(hours=23)),
        "reset_at": reset,
    }
    return {"acknowledgments": {}, "acknowledgment_history": [old], "last_reset": reset}


def triggers(moment: Moment) -> Json:
    """The triggers that have fired so far, and when the session began."""
    start = moment.session_start
    limit = DEFAULTS["cost"].warning
    crossed = next((number for number, cost in enumerate(moment.running_costs, 1) if cost >= limit), moment.done)
    return {
        "triggers": {
            "cost_warning": {"last_triggered": stamp(moment.finished_at(crossed)), "count": 1},
            "context_warning": {"last_triggered": stamp(moment.at - timedelta(minutes=3)), "count": 4},
            "task_complete": {"last_triggered": stamp(moment.finished_at(moment.done)), "count": moment.done},
            "time_elapsed": {"session_start": stamp(start), "suggested_checkpoint": False},
        }
    }


def state_files(moment: Moment) -> dict[str, str]:
    """The three files by path."""
    content = {"thresholds": thresholds, "acknowledgments": acknowledgments, "triggers": triggers}
    return {
        f".autopilot/state/{name}.json": json.dumps(build(moment), indent=2, ensure_ascii=False) + "\n"
        for name, build in content.items()
    }
