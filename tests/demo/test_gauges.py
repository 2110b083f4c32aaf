"""The agent's view of thresholds: levels, the literal isAcknowledged of the seed, and what a check writes."""

from pathlib import Path

import pytest

from cockpit.demo.files import Files
from cockpit.demo.gauges import Gauges, is_acknowledged
from cockpit.demo.levels import DEFAULTS, cells
from tests.demo.helpers import NOW, acknowledge, edit_transponder, state, transponder, write_state


@pytest.mark.parametrize(
    ("metric", "value", "level"),
    [
        ("cost", 9.99, None),
        ("cost", 10, "warning"),
        ("cost", 25, "alert"),
        ("cost", 50, "stop"),
        ("context", 39, "warning"),
        ("context", 40, "alert"),
        ("errors", 2, "warning"),
        ("variance", 19.9, None),
    ],
)
def test_levels_begin_at_their_limit(metric: str, value: float, level: str | None) -> None:
    assert DEFAULTS[metric].level(value) == level


@pytest.mark.parametrize(
    ("metric", "value", "acknowledged", "row"),
    [
        ("cost", 26.5, True, ["$26.50", "$10 ⚠️", "$25 🔶 ACK", "$50", "Alert (ack)"]),
        ("cost", 26.5, False, ["$26.50", "$10 ⚠️", "$25 🔶", "$50", "Alert"]),
        ("context", 35, True, ["35%", "30% ⚠️", "40%", "50%", "Warning"]),
        ("errors", 5, False, ["5", "2 ⚠️", "3 🔶", "5 🛑", "Stop"]),
        ("variance", 18, False, ["18%", "20%", "30%", "50%", "OK"]),
    ],
)
def test_cells_are_those_of_the_seed(metric: str, value: float, acknowledged: bool, row: list[str]) -> None:
    assert list(cells(metric, value, DEFAULTS[metric], acknowledged=acknowledged).values()) == row


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (None, False),
        ({}, False),
        ({"acknowledgments": {}}, False),
        ({"acknowledgments": []}, False),
        ({"acknowledgments": {"context": {"acknowledged_at": "2026-01-29T14:30:00Z"}}}, False),
        ({"acknowledgments": {"cost": {"acknowledged_at": "2026-01-29T14:30:00Z"}}}, True),
        ({"acknowledgments": {"cost": {}}, "last_reset": "2026-01-29T08:00:00Z"}, True),
        ({"acknowledgments": {"cost": {"acknowledged_at": "2026-01-29T14:30:00Z"}}, "last_reset": None}, True),
        (
            {
                "acknowledgments": {"cost": {"acknowledged_at": "2026-01-29T07:59:59Z"}},
                "last_reset": "2026-01-29T08:00:00Z",
            },
            False,
        ),
        (
            {
                "acknowledgments": {"cost": {"acknowledged_at": "2026-01-29T08:00:00Z"}},
                "last_reset": "2026-01-29T08:00:00Z",
            },
            True,
        ),
        (
            {
                "acknowledgments": {"cost": {"acknowledged_at": "2026-01-29T08:30:00+01:00"}},
                "last_reset": "2026-01-29T08:00:00Z",
            },
            False,
        ),
    ],
)
def test_is_acknowledged(content: dict | None, expected: bool) -> None:
    assert is_acknowledged(content, "cost") is expected


def test_a_check_records_values_levels_and_triggers(sample: Path) -> None:
    Gauges(Files(sample)).record({"cost": 26.499999}, NOW)
    thresholds = state(sample, "thresholds")
    assert thresholds["current_values"]["cost"] == 26.5
    assert thresholds["levels_triggered"]["cost"] == "alert"
    assert thresholds["last_check"] == "2026-01-29T14:30:00Z"
    assert state(sample, "triggers")["triggers"]["cost_alert"] == {
        "last_triggered": "2026-01-29T14:30:00Z",
        "count": 1,
        "acknowledged": False,
    }


def test_a_level_that_stays_fires_once(sample: Path) -> None:
    gauges = Gauges(Files(sample))
    gauges.record({"cost": 26}, NOW)
    gauges.record({"cost": 27}, NOW)
    assert state(sample, "triggers")["triggers"]["cost_alert"]["count"] == 1


def test_unknown_keys_and_the_other_spelling_survive(sample: Path) -> None:
    content = state(sample, "thresholds")
    content["current_values"]["context"] = content["current_values"].pop("context_percent")
    content["note"] = {"mine": [1, 2]}
    write_state(sample, "thresholds", content)
    Gauges(Files(sample)).record({"context": 33.0}, NOW)
    after = state(sample, "thresholds")
    assert after["current_values"] == {"cost": 23.88, "variance_percent": 12, "error_count": 1, "context": 33}
    assert after["note"] == {"mine": [1, 2]}


def test_a_broken_file_is_left_alone(sample: Path) -> None:
    path = sample / ".autopilot/state/thresholds.json"
    gauges = Gauges(Files(sample))
    path.write_text('{"current_values": {"cost": 1', "utf-8")
    gauges.record({"cost": 26}, NOW)
    assert path.read_text("utf-8") == '{"current_values": {"cost": 1'
    assert gauges.must_wait("cost")


def test_a_limit_raised_in_the_table_counts_and_stays_as_written(sample: Path) -> None:
    edit_transponder(sample, "| $25 | $50 |", "| $30.00 | $60 |")
    gauges = Gauges(Files(sample))
    gauges.record({"cost": 29.99}, NOW)
    assert not gauges.must_wait("cost")
    gauges.record({"cost": 30}, NOW)
    assert gauges.must_wait("cost")
    assert "| Cost | $30.00 | $10 ⚠️ | $30.00 🔶 | $60 | Alert |" in gauges.shown(transponder(sample))


def test_no_acknowledgment_lifts_a_stop(sample: Path) -> None:
    gauges = Gauges(Files(sample))
    gauges.record({"cost": 50}, NOW)
    acknowledge(sample)
    assert gauges.must_wait("cost")


def test_an_acknowledged_alert_is_shown_once(sample: Path) -> None:
    gauges = Gauges(Files(sample))
    gauges.record({"cost": 26.5}, NOW)
    acknowledge(sample)
    assert not gauges.must_wait("cost")
    shown = gauges.shown(gauges.shown(transponder(sample)))
    assert "| Cost | $26.50 | $10 ⚠️ | $25 🔶 ACK | $50 | Alert (ack) |" in shown
    assert shown.count("Cost @") == 1
    assert "**Acknowledged Alerts:**\n- Cost @ $26.50 — acknowledged 2026-01-29T14:30\n" in shown
