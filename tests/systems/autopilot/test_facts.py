"""What is Project Autopilot's own: the names of metrics, amounts as it writes them, its config, its triggers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cockpit.model import Unit
from cockpit.rules.thresholds.metrics import METRICS, metric_named, parse_amount
from cockpit.systems.autopilot.description import write_amount
from cockpit.systems.autopilot.stores import BUILT_IN
from cockpit.systems.autopilot.system import Autopilot


@pytest.mark.parametrize(
    ("label", "name"),
    [
        ("Cost", "cost"),
        ("context_percent", "context"),
        ("Context %", "context"),
        ("variance-percent", "variance"),
        ("Error Count", "errors"),
        (" ERRORS ", "errors"),
        ("tokens", "tokens"),
        ("velocity", None),
        ("", None),
    ],
)
def test_names_of_metrics(label: str, name: str | None) -> None:
    metric = metric_named(label)
    assert (metric.name if metric else None) == name


def test_every_metric_has_its_name() -> None:
    assert [metric_named(metric.name) for metric in METRICS] == list(METRICS)


@pytest.mark.parametrize(
    ("value", "unit", "written"),
    [
        (26.5, "usd", "$26.50"),
        (10, "usd", "$10"),
        (0.29, "usd", "$0.29"),
        (24.999, "usd", "$24.99"),
        (1234.5, "usd", "$1,234.50"),
        (-3.5, "usd", "-$3.50"),
        (42, "percent", "42%"),
        (39.97, "percent", "39.97%"),
        (-5, "percent", "-5%"),
        (1, "count", "1"),
        (0, "count", "0"),
        (999, "tokens", "999"),
        (1_000, "tokens", "1K"),
        (1_050, "tokens", "1,050"),
        (1_500, "tokens", "1,500"),
        (99_999, "tokens", "99,999"),
        (310_412, "tokens", "310,412"),
        (500_000, "tokens", "500K"),
        (999_999, "tokens", "999,999"),
        (1_000_000, "tokens", "1M"),
        (1_234_567, "tokens", "1,234,567"),
        (1_200_000, "tokens", "1.2M"),
        (1_500_000, "tokens", "1.5M"),
        (0, "tokens", "0"),
    ],
)
def test_amounts_are_written(value: float, unit: Unit, written: str) -> None:
    assert write_amount(value, unit) == written


@given(st.integers(0, 10**9), st.sampled_from(["usd", "percent", "count", "tokens"]))
def test_what_is_written_for_the_agent_is_read_back(value: int, unit: Unit) -> None:
    assert parse_amount(write_amount(value, unit)) == value or unit == "percent"


def test_built_in_triggers() -> None:
    assert {name: config.limit for name, config in BUILT_IN.items() if config.limit is not None} == {
        "context_warning": 30,
        "context_alert": 40,
        "context_stop": 50,
        "cost_warning": 10,
        "cost_alert": 25,
        "cost_stop": 50,
        "error_threshold": 3,
        "time_elapsed": 30,
    }
    assert {name for name, config in BUILT_IN.items() if config.frequency == "every"} == {
        "task_complete", "phase_complete", "context_stop", "cost_stop", "error_threshold", "time_elapsed",
        "user_interrupt",
    }  # fmt: skip
    assert Autopilot.triggers == tuple(BUILT_IN)
