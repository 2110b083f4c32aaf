"""The words of a state file: steps, statuses, commands, activities, and amounts as the agent writes them."""

import pytest

from cockpit.model import Status, Unit
from cockpit.systems.autopilot.description import (
    status_of,
    write_amount,
)
from cockpit.systems.autopilot.stores import BUILT_IN
from cockpit.systems.autopilot.system import Autopilot
from cockpit.text.words import plain


@pytest.mark.parametrize(
    ("words", "status"),
    [
        ("Ready to discuss", "discussing"), ("Ready to plan", "planning"), ("Project complete", "completed"),
        ("planned", "ready"), ("executing", "in_progress"), ("IN-PROGRESS", "in_progress"),
        ("🔄 In Progress", "in_progress"), ("⏳ Pending", "not_started"), ("`Ready to plan`", "planning"),
        ("Blocked — waiting for API keys", "blocked"), ("In progress (wave 2)", "in_progress"),
        ("context_threshold", "paused"), ("Ready to execute phase 3", "ready"), ("Planning phase 4 of 6", "planning"),
        ("Executing plan 3.2", "in_progress"), ("Phase 3 of 6 complete", "phase_complete"),
        ("Completed phase 2", "unknown"), ("Ready to execute the plan", "unknown"), ("Gliding", "unknown"),
        ("", "unknown"), (None, "unknown"),
    ],
)  # fmt: skip
def test_status_words(words: str | None, status: Status) -> None:
    assert status_of(words) == status


@pytest.mark.parametrize(
    ("text", "shown"),
    [("**$0.32**", "$0.32"), ("`a` and `b`", "`a` and `b`"), ("**`x`**", "x"), ("_a_", "a"), ("a  b\tc", "a b c")],
)
def test_plain_text(text: str, shown: str) -> None:
    assert plain(text) == shown


@pytest.mark.parametrize(
    ("value", "unit", "written"),
    [
        (26.5, "usd", "$26.50"), (10, "usd", "$10"), (24.999, "usd", "$24.99"), (1234.5, "usd", "$1,234.50"),
        (-3.5, "usd", "-$3.50"), (42, "percent", "42%"), (39.97, "percent", "39.97%"), (1, "count", "1"),
        (999, "tokens", "999"), (1_000, "tokens", "1K"), (1_500, "tokens", "1,500"), (500_000, "tokens", "500K"),
        (999_999, "tokens", "999,999"), (1_200_000, "tokens", "1.2M"), (1_234_567, "tokens", "1,234,567"),
    ],
)  # fmt: skip
def test_amounts_are_written(value: float, unit: Unit, written: str) -> None:
    assert write_amount(value, unit) == written


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
