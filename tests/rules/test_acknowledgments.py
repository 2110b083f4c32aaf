from datetime import UTC, datetime
from typing import Any

import pytest

from cockpit.model import Limits
from cockpit.rules.thresholds.acknowledgments import (
    Given,
    Present,
    judged,
)

NOW = datetime(2026, 1, 29, 15, 30, tzinfo=UTC)
LIMITS = Limits(warning=10, alert=25, stop=50)


def given_(**changes: Any) -> Given:
    return Given(**{"at": "2026-01-29T14:30:00Z", "value": 26.5, "level": "alert", **changes})


def present(**changes: Any) -> Present:
    values = {"metric": "cost", "value": 26.5, "level": "alert", "limits": LIMITS, "now": NOW, **changes}
    return Present(**values)


HOLDS = {"reset": True, "escalated": True, "limits": None, "expired": True}


@pytest.mark.parametrize(
    ("given_at", "now", "differing"),
    [
        (given_(), present(), {}),
        (given_(), present(last_reset="2026-01-29T14:30:00Z"), {}),
        (given_(), present(last_reset="2026-01-29T14:30:01Z"), {"reset": False}),
        (given_(at="2026-01-29T16:00:00+02:00"), present(last_reset="2026-01-29T14:30:00Z"), {"reset": False}),
        (given_(at=None), present(last_reset="2026-01-29T14:30:00Z"), {"reset": None}),
        (given_(at="2026-01-29"), present(last_reset="2026-01-29T14:30:00Z"), {"reset": False}),
        (given_(at="2026-01-30"), present(last_reset="2026-01-29T14:30:00Z"), {}),
        (given_(), present(level="stop", last_reset="2026-01-29T15:00:00Z"), {"reset": False, "escalated": False}),
        (given_(), present(level="stop"), {"escalated": False}),
        (given_(level="warning"), present(), {"escalated": False}),
        (given_(level="warning"), present(level="warning"), {}),
        (given_(), present(level=None), {}),
        (given_(level=None), present(level="stop"), {"escalated": False}),  # no acknowledgment lifts a stop
        (given_(level=None), present(level="alert"), {"escalated": None}),
        (given_(limits=Limits(alert=30)), present(), {"limits": False}),
        (given_(limits=Limits(alert=25)), present(), {"limits": True}),
        (given_(expires="2026-01-29T15:30:00Z"), present(), {"expired": False}),
        (given_(expires="2026-01-29T15:30:01Z"), present(), {}),
        (given_(expires="2026-01-28"), present(), {"expired": False}),
        (given_(expires="2026-01-29"), present(), {}),
        (given_(expires="soon"), present(), {"expired": None}),
        (given_(), present(session_start="2026-01-29T15:00:00Z"), {}),
        (given_(), present(metric="context"), {"new session": None}),
        (given_(), present(metric="context", session_start="2026-01-29T15:00:00Z"), {"new session": False}),
        (given_(), present(metric="context", session_start="2026-01-29T14:00:00Z"), {"new session": True}),
        (given_(session_id="a"), present(metric="context", session_id="b"), {"new session": False}),
        (given_(session_id="a"), present(metric="context", session_id="a", session_start="2026-01-29T15:00Z"),
         {"new session": True}),
        (given_(), present(value=38.25, half_way=True), {"value": True}),
        (given_(), present(value=38.26, half_way=True), {"value": False}),
        (given_(), present(value=38.26), {}),
        (given_(level="warning", value=12), present(level="warning", value=18.6, half_way=True), {"value": False}),
        (given_(value=None), present(value=49, half_way=True), {"value": None}),
        (given_(level="stop"), present(value=400, level="stop", half_way=True), {"value": True}),
    ],
)  # fmt: skip
def test_when_an_acknowledgment_lapses_and_by_which_condition(
    given_at: Given, now: Present, differing: dict[str, bool | None]
) -> None:
    found = judged(given_at, now, at=None, note=None)
    assert {each.name: each.holds for each in found.conditions} == HOLDS | differing
    assert found.reason == next((name for name, holds in differing.items() if holds is False), None)
