"""Limits, levels, acknowledgments and what the agent will do, from files."""

import json
from datetime import UTC, datetime
from time import thread_time
from typing import Any

import pytest

from cockpit.model import Acknowledgment, Limits, Track, Trigger
from tests.support.autopilot_states import (
    ACKNOWLEDGMENTS,
    THRESHOLDS,
    TRANSPONDER,
    TRIGGERS,
    read,
    read_case,
    threshold,
)
from tests.support.memory_files import fixture_bytes
from tests.support.messages import words as says

CONFIG = ".claude/autopilot/config.json"
LIMITS = ".cockpit/limits.toml"


def project(values: dict[str, Any], acks: dict[str, Any] | None = None, **more: Any) -> Track:
    """A project with only JSON state: values, acknowledgments, and `triggers`, `reset`, `limits` or `config`."""
    files = {THRESHOLDS: json.dumps({"current_values": values, "last_check": "2026-01-29T15:00:00Z"})}
    if acks is not None:
        files[ACKNOWLEDGMENTS] = json.dumps({"acknowledgments": acks, "last_reset": more.get("reset")})
    if "triggers" in more:
        files[TRIGGERS] = json.dumps({"triggers": more["triggers"]})
    if "limits" in more:
        files[LIMITS] = more["limits"]
    home = {CONFIG: json.dumps({"defaults": more["config"]})} if "config" in more else {}
    return read(files, home=home, **more.get("context", {}))


def ack(**changes: Any) -> dict[str, Any]:
    return {
        "acknowledged_at": "2026-01-29T14:30:00Z",
        "value_at_acknowledgment": 26.5,
        "threshold_level": "alert",
        "session_id": "session-abc123",
        "user_note": None,
        **changes,
    }


@pytest.mark.parametrize(
    ("value", "level", "will"),
    [(9, None, "continue"), (10, "warning", "continue"), (25, "alert", "pause"), (50, "stop", "halt")],
)
def test_without_an_acknowledgment(value: float, level: str | None, will: str) -> None:
    cost = threshold(project({"cost": value}), "cost")
    assert (cost.level, cost.agent_will, cost.acknowledgment) == (level, will, None)


@pytest.mark.parametrize(
    ("recorded", "reset", "will", "reason"),
    [
        (ack(), None, "continue", None),
        (ack(), "2026-01-29T08:00:00Z", "continue", None),
        (ack(), "2026-01-29T15:00:00Z", "pause", "reset"),
        (ack(), "01/29/2026", "pause", "reset"),
        (ack(acknowledged_at="2027-01-01T00:00:00Z"), "this morning", "pause", "reset"),
        ({}, "soon", "pause", "reset"),
        (ack(), {"at": "2026-01-29T08:00:00Z"}, "pause", "reset"),
        (ack(), True, "pause", "reset"),
        (ack(), "", "continue", None),
        (ack(threshold_level="warning"), None, "continue", "escalated"),
        (ack(expires_at="2026-01-29T15:00:00Z"), None, "continue", "expired"),
        ({"acknowledged_at": "2026-01-29T14:30:00Z", "value_at_ack": 26.5}, None, "continue", None),
        ({}, None, "continue", None),
        (True, None, "continue", None),
    ],
)
def test_an_alert_that_was_acknowledged(recorded: Any, reset: object, will: str, reason: str | None) -> None:
    cost = threshold(project({"cost": 26.5}, {"cost": recorded}, reset=reset), "cost")
    assert (cost.level, cost.agent_will) == ("alert", will)
    assert cost.acknowledgment is not None
    assert (cost.acknowledgment.effective, cost.acknowledgment.reason) == (reason is None, reason)


@pytest.mark.parametrize(
    ("value", "setting", "reason", "lapses_above"),
    [
        (38.25, True, None, 38.25),
        (38.26, True, "value", 38.25),
        (38.26, False, None, None),
        (52, True, "escalated", 38.25),
    ],
)
def test_half_way_to_the_next_limit_where_the_setting_says_so(
    value: float, setting: bool, reason: str | None, lapses_above: float | None
) -> None:
    cost = threshold(project({"cost": value}, {"cost": ack()}, context={"lapse_half_way": setting}), "cost")
    given = cost.acknowledgment
    assert given is not None
    assert (given.effective, given.reason, given.lapses_above) == (reason is None, reason, lapses_above)
    assert cost.agent_will == ("halt" if value > 50 else "continue")  # the agent does not know of it


@pytest.mark.parametrize(
    ("setting", "told"),
    [
        (False, {"reset": True, "escalated": True, "limits": None, "expired": False}),
        (True, {"reset": True, "escalated": True, "limits": None, "expired": False, "value": True}),
    ],
)
def test_each_condition_of_an_acknowledgment(setting: bool, told: dict[str, bool | None]) -> None:
    acks = {"cost": ack(expires_at="2026-01-29T15:00:00Z")}
    track = project({"cost": 26.5}, acks, reset="2026-01-29T08:00:00Z", context={"lapse_half_way": setting})
    given = track.thresholds[0].acknowledgment
    assert given is not None
    assert {each.name: each.holds for each in given.conditions} == told


@pytest.mark.parametrize("level", ["alert", "stop", None])
def test_no_acknowledgment_lifts_a_stop(level: str | None) -> None:
    cost = threshold(project({"cost": 50}, {"cost": ack(threshold_level=level)}), "cost")
    assert (cost.level, cost.agent_will) == ("stop", "halt")


def test_both_shapes_give_the_same_acknowledgment() -> None:
    track = read_case("both-shapes")
    assert threshold(track, "cost").acknowledgment == Acknowledgment(
        at="2026-01-29T14:30:00Z", value=26.5, session_id="session-abc123", effective=True
    )
    assert threshold(track, "cost").agent_will == "continue"
    assert threshold(track, "context").value == 38  # the higher one
    assert threshold(track, "variance").value == 18
    assert track.triggers == {"cost_alert": Trigger(last_triggered="2026-01-29T14:30:00Z", count=1, acknowledged=True)}
    assert [finding.message for finding in track.findings] == [
        says("context has several keys: context = 38 and context_percent = 35. The highest value is used."),
    ]


@pytest.mark.parametrize(
    ("start", "effective"), [("2026-01-29T14:00:00Z", True), ("2026-01-29T15:00:00Z", False), (None, True)]
)
def test_a_new_session_voids_the_context_only(start: str | None, effective: bool) -> None:
    triggers = {"time_elapsed": {"session_start": start}}
    track = project({"context": 45, "cost": 26.5}, {"context": ack(), "cost": ack()}, triggers=triggers)
    context, cost = threshold(track, "context").acknowledgment, threshold(track, "cost").acknowledgment
    assert context is not None
    assert cost is not None
    assert (context.effective, context.reason) == (effective, None if effective else "new session")
    assert cost.effective is True
    assert threshold(track, "context").agent_will == "continue"  # the agent does not know of sessions


def test_order_of_the_limit_sources() -> None:
    files = dict(fixture_bytes("seed-thresholds"))
    files[LIMITS] = b"[limits.cost]\nalert = 99\n[limits.errors]\nstop = 9\n[limits.tokens]\nalert = '700K'\n"
    home = {CONFIG: '{"defaults": {"maxCost": 88, "maxTokens": 3000000}}'}
    track = read(files, home=home, limits={"cost": {"stop": 75.0}})
    assert threshold(track, "cost").limits == Limits(
        warning=10, alert=25, stop=75, source="TRANSPONDER.md, command line"
    )
    assert threshold(track, "errors").limits == Limits(warning=2, alert=3, stop=5, source="TRANSPONDER.md")


def test_limits_without_a_table() -> None:
    track = project(
        {"cost": 26.5, "tokens": 750_000},
        config={"warnCost": 5, "maxCost": 88, "alertTokens": "900K"},
        limits="[limits.cost]\nalert = 30\n",
    )
    assert threshold(track, "cost").limits == Limits(warning=5, alert=30, stop=88, source="config.json, limits.toml")
    assert threshold(track, "tokens").limits == Limits(
        warning=500_000,
        alert=900_000,
        stop=2_000_000,
        source="built-in, config.json",
    )


def test_the_agent_does_not_read_our_limits() -> None:
    track = project(
        {"cost": 26.5}, limits="[limits.cost]\nalert = 30\n", context={"limits": {"cost": {"warning": 28.0}}}
    )
    cost = threshold(track, "cost")
    assert cost.level is None
    assert cost.agent_will == "pause"


def test_an_expiring_acknowledgment_fires_again() -> None:
    track = project({"cost": 26.5}, {"cost": ack(expires_at="2026-01-29T18:00:00Z")})
    assert threshold(track, "cost").refire_at == "2026-01-29T18:00:00Z"
    track = project({"cost": 26.5}, {"cost": ack(expires_at="soon")})
    assert threshold(track, "cost").refire_at is None
    message = "expires_at is not a time: soon."
    assert message in [finding.message for finding in track.findings]


def test_the_table_alone_is_the_store_where_there_is_no_json() -> None:
    track = read({TRANSPONDER: fixture_bytes("seed-thresholds")[TRANSPONDER]})
    cost = threshold(track, "cost")
    assert (cost.value, cost.source, cost.read_at) == (26.5, "TRANSPONDER.md", "2026-01-29T14:30:00Z")
    assert cost.acknowledgment == Acknowledgment(at="2026-01-29T14:30", value=26.5, effective=True)
    assert cost.agent_will == "continue"
    assert [f.code for f in track.findings] == ["resume-file-missing"]


def test_the_json_is_the_truth_where_there_is_one() -> None:
    files = {path: data for path, data in fixture_bytes("seed-thresholds").items() if path != ACKNOWLEDGMENTS}
    cost = threshold(read(files), "cost")
    assert cost.acknowledgment is None
    assert cost.agent_will == "pause"


def test_only_known_metrics_are_shown() -> None:
    assert [t.metric for t in read_case("seed-example").thresholds] == []
    assert [t.metric for t in project({}).thresholds] == ["cost", "context", "variance", "errors"]
    assert [t.metric for t in project({"tokens": 1}).thresholds][-1] == "tokens"
    usage = (
        "# Token Usage Log\n\n## Session Totals\n| Metric | Value |\n|---|---|\n"
        "| Input Tokens | 400K |\n| Output Tokens | 150,000 |\n| Total Cost | $11.50 |\n"
    )
    track = read({**fixture_bytes("seed-example"), ".autopilot/token-usage.md": usage})
    assert [(t.metric, t.value, t.level, t.source) for t in track.thresholds] == [
        ("cost", 11.5, "warning", "token-usage.md"),
        ("tokens", 550_000, "warning", "token-usage.md"),
    ]


@pytest.mark.parametrize(
    ("values", "metric", "value"),
    [
        ({"cost": "$26.50"}, "cost", 26.5),
        ({"context_percent": "35%"}, "context", 35),
        ({"error_count": 2.0}, "errors", 2),
        ({"cost": None}, "cost", None),
        ({"cost": True}, "cost", None),
        ({"cost": [1]}, "cost", None),
        ({"cost": 1e300}, "cost", None),
    ],
)
def test_values_as_models_write_them(values: dict[str, Any], metric: str, value: float | None) -> None:
    assert threshold(project(values), metric).value == value


def test_the_present_instant_is_given() -> None:
    acks = {"cost": ack(expires_at="2026-01-29T18:00:00Z")}
    later = datetime(2026, 1, 29, 18, 0, tzinfo=UTC)
    assert threshold(project({"cost": 26.5}, acks, context={"now": later}), "cost").acknowledgment == Acknowledgment(
        at="2026-01-29T14:30:00Z",
        value=26.5,
        level="alert",
        session_id="session-abc123",
        effective=False,
        reason="expired",
    )


def test_a_line_of_blanks_holds_nothing_up() -> None:
    text = f"# Project State\n\n## Thresholds\n\n- {' ' * 50_000}x\n{'> ' * 20_000}\n| Cost | {' ' * 50_000}y |\n"
    before = thread_time()
    read({TRANSPONDER: text.encode()})
    assert thread_time() - before < 1
