"""A reset is told from an older copy of acknowledgments.json by what the file itself says."""

import json
from typing import Any

import pytest

from cockpit.systems.autopilot.system import Autopilot

AT = "2026-01-30T09:05:07Z"
OLDER = "2026-01-28T10:00:00Z"
GIVEN = {"acknowledged_at": AT, "value_at_acknowledgment": 26.5}
GONE = {"type": "cost", "value": 26.5, "acknowledged_at": AT, "reset_at": "2026-01-30T09:06:00Z"}
PATH = ".autopilot/state/acknowledgments.json"


def store(given: object, history: list[Any] | None = None, last_reset: object = OLDER) -> dict[str, Any]:
    return {"acknowledgments": given, "acknowledgment_history": history or [], "last_reset": last_reset}


@pytest.mark.parametrize(
    ("present", "reset"),
    [
        (store({"cost": GIVEN}), False),
        (store({}), False),  # an older copy
        (store({}, last_reset=None), False),
        (store({}, last_reset="2026-01-27T00:00:00Z"), False),
        (store({"cost": {**GIVEN, "acknowledged_at": OLDER}}), False),
        (store({}, last_reset="2026-01-30T09:06:00Z"), True),
        (store({"cost": GIVEN}, last_reset="2026-01-30T09:06:00Z"), False),  # void, but there: nothing is gone
        (store({}, last_reset="2026-01-30T09:00:00Z"), True),  # by a clock that is behind
        (store({}, [GONE]), True),
        (store({}, [{**GONE, "type": "Cost"}]), True),
        (store({"cost": {**GIVEN, "acknowledged_at": "2026-01-30T09:07:00Z"}}, [GONE]), True),
        (store({}, [{**GONE, "type": "errors"}]), False),
        (store({}, [{**GONE, "acknowledged_at": OLDER}]), False),
        ({}, False),
        ([], False),
        ({"acknowledgments": 3, "acknowledgment_history": {"type": 1}, "last_reset": 5}, True),
    ],
)
def test_what_is_a_reset(present: object, reset: bool) -> None:
    ours = json.dumps(store({"cost": GIVEN})).encode()
    assert Autopilot().took_back(PATH, ours, json.dumps(present).encode()) is reset


def test_a_file_that_is_another_tells_nothing() -> None:
    ours, present = (json.dumps(each).encode() for each in (store({"cost": GIVEN}), store({}, [GONE])))
    assert Autopilot().took_back(f"sub/{PATH}", ours, present)
    assert not Autopilot().took_back(".autopilot/state/thresholds.json", ours, present)
    assert not Autopilot().took_back(PATH, ours, b"{half")
    assert not Autopilot().took_back(PATH, b"\xff\x00", present)
