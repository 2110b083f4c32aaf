from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cockpit.model import AgentWill, Level, Limits
from cockpit.rules.thresholds.acknowledgments import (
    Given,
    Present,
    agent_honours,
    agent_will,
    half_way,
    judged,
)

NOW = datetime(2026, 1, 29, 15, 30, tzinfo=UTC)
LIMITS = Limits(warning=10, alert=25, stop=50)


def is_acknowledged(metric: str, acks: dict[str, Any]) -> bool:
    """The seed's `isAcknowledged`, word for word; its texts are all of one form, so comparing texts is enough."""
    if metric in acks["acknowledgments"]:
        ack = acks["acknowledgments"][metric]
        return not (acks["last_reset"] and ack["acknowledged_at"] < acks["last_reset"])
    return False


def given_(**changes: Any) -> Given:
    return Given(**{"at": "2026-01-29T14:30:00Z", "value": 26.5, "level": "alert", **changes})


def present(**changes: Any) -> Present:
    values = {"metric": "cost", "value": 26.5, "level": "alert", "limits": LIMITS, "now": NOW, **changes}
    return Present(**values)


@pytest.mark.parametrize(
    ("given_at", "now", "reason"),
    [
        (given_(), present(), None),
        (given_(), present(last_reset="2026-01-29T08:00:00Z"), None),
        (given_(), present(last_reset="2026-01-29T14:30:00Z"), None),
        (given_(), present(last_reset="2026-01-29T14:30:01Z"), "reset"),
        (given_(at="2026-01-29T16:00:00+02:00"), present(last_reset="2026-01-29T14:30:00Z"), "reset"),
        (given_(at=None), present(last_reset="2026-01-29T14:30:00Z"), None),
        (given_(at="2026-01-29"), present(last_reset="2026-01-29T14:30:00Z"), "reset"),
        (given_(at="2026-01-30"), present(last_reset="2026-01-29T14:30:00Z"), None),
        (given_(), present(level="stop"), "escalated"),
        (given_(level="warning"), present(), "escalated"),
        (given_(level="warning"), present(level="warning"), None),
        (given_(), present(level=None), None),
        (given_(level=None), present(level="stop"), "escalated"),  # no acknowledgment lifts a stop
        (given_(level=None), present(level="alert"), None),
        (given_(limits=Limits(alert=30)), present(), "limits"),
        (given_(limits=Limits(alert=20)), present(), None),
        (given_(limits=None), present(), None),
        (given_(expires="2026-01-29T15:30:00Z"), present(), "expired"),
        (given_(expires="2026-01-29T15:30:01Z"), present(), None),
        (given_(expires="2026-01-28"), present(), "expired"),
        (given_(expires="2026-01-29"), present(), None),
        (given_(), present(session_start="2026-01-29T15:00:00Z"), None),
        (given_(), present(metric="context", session_start="2026-01-29T15:00:00Z"), "new session"),
        (given_(), present(metric="context", session_start="2026-01-29T14:00:00Z"), None),
        (given_(), present(metric="context"), None),
        (given_(session_id="a"), present(metric="context", session_id="b"), "new session"),
        (given_(session_id="a"), present(metric="context", session_id="a", session_start="2026-01-29T15:00Z"), None),
        (given_(), present(value=38.25, half_way=True), None),
        (given_(), present(value=38.26, half_way=True), "value"),
        (given_(), present(value=38.26), None),
        (given_(level="warning", value=12), present(level="warning", value=18.6, half_way=True), "value"),
        (given_(value=None), present(value=49, half_way=True), None),
        (given_(level="stop"), present(value=400, level="stop", half_way=True), None),
    ],
)
def test_when_an_acknowledgment_lapses(given_at: Given, now: Present, reason: str | None) -> None:
    assert judged(given_at, now, at=None, note=None).reason == reason


HOLDS = {"reset": True, "escalated": True, "limits": None, "expired": True}


@pytest.mark.parametrize(
    ("given_at", "now", "differing"),
    [
        (given_(), present(), {}),
        (given_(), present(last_reset="2026-01-29T08:00:00Z"), {}),
        (given_(), present(last_reset="2026-01-29T15:00:00Z"), {"reset": False}),
        (given_(at=None), present(last_reset="2026-01-29T15:00:00Z"), {"reset": None}),
        (given_(at=None), present(), {}),
        (given_(), present(level="stop", last_reset="2026-01-29T15:00:00Z"), {"reset": False, "escalated": False}),
        (given_(level=None), present(level="stop"), {"escalated": False}),
        (given_(limits=Limits(alert=25)), present(), {"limits": True}),
        (given_(limits=Limits(alert=30)), present(), {"limits": False}),
        (given_(expires="2026-01-29T15:00:00Z"), present(), {"expired": False}),
        (given_(expires="soon"), present(), {"expired": None}),
        (given_(), present(metric="context"), {"new session": None}),
        (given_(), present(metric="context", session_start="2026-01-29T15:00:00Z"), {"new session": False}),
        (given_(session_id="a"), present(metric="context", session_id="a"), {"new session": True}),
        (given_(), present(half_way=True), {"value": True}),
        (given_(), present(half_way=True, value=39), {"value": False}),
        (given_(value=None), present(half_way=True), {"value": None}),
        (given_(level="stop"), present(level="stop", half_way=True), {"value": True}),
    ],
)
def test_each_condition(given_at: Given, now: Present, differing: dict[str, bool | None]) -> None:
    found = judged(given_at, now, at=None, note=None).conditions
    assert {each.name: each.holds for each in found} == HOLDS | differing
    lapsed = [each.name for each in found if each.holds is False]
    assert judged(given_at, now, at=None, note=None).reason == (lapsed[0] if lapsed else None)


@pytest.mark.parametrize(
    ("value", "level", "limits", "lapses_above"),
    [
        (26.5, "alert", LIMITS, 38.25),
        (26.5, None, LIMITS, 38.25),
        (12, "warning", LIMITS, 18.5),
        (26.5, "alert", Limits(alert=25), None),
        (52, "stop", LIMITS, None),
        (None, "alert", LIMITS, None),
        (60, "alert", LIMITS, None),
    ],
)
def test_half_way_to_the_next_limit(
    value: float | None, level: Level | None, limits: Limits, lapses_above: float | None
) -> None:
    assert half_way(value, level, limits) == lapses_above


def test_a_reset_is_named_before_an_escalation() -> None:
    assert (
        judged(given_(), present(level="stop", last_reset="2026-01-29T15:00:00Z"), at=None, note=None).reason == "reset"
    )


@pytest.mark.parametrize(
    ("level", "honoured", "does"),
    [
        (None, False, "continue"),
        ("warning", False, "continue"),
        ("alert", False, "pause"),
        ("alert", True, "continue"),
        ("stop", False, "halt"),
        ("stop", True, "halt"),
    ],
)
def test_what_the_agent_does(level: Level | None, honoured: bool, does: AgentWill) -> None:
    assert agent_will(level, honoured) == does


times = st.datetimes(datetime(2026, 1, 1), datetime(2026, 2, 1)).map(lambda at: at.strftime("%Y-%m-%dT%H:%M:%SZ"))


@given(times, st.none() | times)
def test_the_agent_honours_what_the_seed_does(at: str, last_reset: str | None) -> None:
    acks = {"acknowledgments": {"cost": {"acknowledged_at": at}}, "last_reset": last_reset}
    assert agent_honours(at, last_reset) is is_acknowledged("cost", acks)


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
