"""The words of a state file: steps, statuses, commands, activities, and amounts as the agent writes them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cockpit.model import Status, Step, Unit
from cockpit.rules.thresholds.metrics import METRICS, metric_named, parse_amount
from cockpit.systems.autopilot.description import (
    command_in,
    is_vague,
    meaning_of,
    next_by_rule,
    status_of,
    write_amount,
)
from cockpit.systems.autopilot.steps import find_task, parse_step, same_step
from cockpit.systems.autopilot.stores import BUILT_IN
from cockpit.systems.autopilot.system import Autopilot
from cockpit.systems.shared.stated_values import phase_prefix
from cockpit.text.words import plain, says_nothing


@pytest.mark.parametrize(
    ("cell", "step", "readable"),
    [
        ("3 of 6", Step(id="3", total=6), True),
        ("03 of 06", Step(id="03", total=6), True),
        ("Phase 3 of 6", Step(id="3", total=6), True),
        ("3/6", Step(id="3", total=6), True),
        ("3 of 6 - Dashboard", Step(id="3", name="Dashboard", total=6), True),
        ("3 of 6 (Dashboard)", Step(id="3", name="Dashboard", total=6), True),
        ("3 of 6: Dashboard — COMPLETE", Step(id="3", name="Dashboard", total=6), True),
        ("1 of 1 — done (5/5 pass)", Step(id="1", name="done (5/5 pass)", total=1), True),
        ("3 of 6 (Import (CSV)) — COMPLETE", Step(id="3", name="Import (CSV)", total=6), True),
        ("02.1 of 6", Step(id="02.1", total=6), True),
        ("3A of 6", Step(id="3A", total=6), True),
        ("CK-01 of 4", Step(id="CK-01", total=4), True),
        ("3 of ?", Step(id="3"), True),
        ("2 of TBD", Step(id="2"), True),
        ("3", Step(id="3"), False),
        ("03 (user-dashboard)", Step(id="03", name="user-dashboard"), False),
        ("Phase 5", Step(id="5"), False),
        ("Dashboard", Step(id="Dashboard"), False),
        ("3 of 6 of 9", Step(id="3", name=None, total=6), True),
        ("Phase 3 (of 6)", Step(id="3", total=6), True),
        ("3 (of 6) - Dashboard", Step(id="3", name="Dashboard", total=6), True),
        ("2 of 4 (50%)", Step(id="2", total=4), True),
        ("2 of 4 — 50 % done", Step(id="2", total=4), True),
        ("-1 of 4", Step(id="-1", total=4), True),
    ],
)
def test_phase_cells(cell: str, step: Step, readable: bool) -> None:
    assert parse_step(cell) == (step, readable)


@pytest.mark.parametrize(
    ("text", "task"),
    [
        ("Mid-plan 3.2, task 3 of 5", Step(id="3", total=5)),
        ("Task 3.2 done", Step(id="3.2")),
        ("task 3/5", Step(id="3", total=5)),
        ("After the tasks", None),
        ("", None),
    ],
)
def test_tasks_in_sentences(text: str, task: Step | None) -> None:
    assert find_task(text) == task


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("3", "03", True), ("003", "3", True), ("3", "4", False), (None, "4", True), ("3.10", "3.1", True),
        ("03-user-dashboard", "3", True), ("3A", "3a", True), ("3A", "3", False), ("x", "y", False),
    ],
)  # fmt: skip
def test_ids_of_the_same_step(one: str | None, other: str | None, same: bool) -> None:
    assert same_step(one, other) is same


@pytest.mark.parametrize(
    ("words", "status"),
    [
        ("Ready to discuss", "discussing"),
        ("Ready to plan", "planning"),
        ("Ready to execute", "ready"),
        ("In progress", "in_progress"),
        ("Blocked", "blocked"),
        ("Phase complete", "phase_complete"),
        ("Project complete", "completed"),
        ("planned", "ready"),
        ("executing", "in_progress"),
        ("complete", "completed"),
        ("in_progress", "in_progress"),
        ("IN-PROGRESS", "in_progress"),
        ("🔄 In Progress", "in_progress"),
        ("⏳ Pending", "not_started"),
        ("`Ready to plan`", "planning"),
        ("Blocked — waiting for API keys", "blocked"),
        ("In progress (wave 2)", "in_progress"),
        ("context_threshold", "paused"),
        ("Ready to execute phase 3", "ready"),
        ("Planning phase 4 of 6", "planning"),
        ("Executing plan 3.2", "in_progress"),
        ("Phase 3 of 6 complete", "phase_complete"),
        ("Completed phase 2", "unknown"),
        ("Ready to execute the plan", "unknown"),
        ("Gliding", "unknown"),
        ("", "unknown"),
        (None, "unknown"),
    ],
)
def test_status_words(words: str | None, status: Status) -> None:
    assert status_of(words) == status


@pytest.mark.parametrize(
    ("words", "means"),
    [
        ("Ready to discuss", "the phase exists, without BRIEFING.md"),
        ("Ready to plan", "BRIEFING.md exists, ROUTE.md does not"),
        ("Ready to execute", "ROUTE.md exists"),
        ("In progress", "the plan is being executed"),
        ("Blocked", "work waits for something external"),
        ("Phase complete", "all plans of the phase are done and verified"),
        ("Project complete", "all phases are done"),
        ("Gliding", ""),
    ],
)
def test_what_a_status_means(words: str, means: str) -> None:
    """Seed, "Status Values"."""
    assert str(meaning_of(status_of(words)) or "") == means


@pytest.mark.parametrize(
    ("status", "handoff", "command"),
    [
        ("discussing", False, "/autopilot:preflight"),
        ("planning", False, "/autopilot:takeoff --plan-only"),
        ("ready", False, "/autopilot:takeoff"),
        ("in_progress", False, "/autopilot:takeoff"),
        ("in_progress", True, "/autopilot:cockpit"),
        ("blocked", True, None),
        ("phase_complete", False, None),
        ("completed", False, None),
    ],
)
def test_next_action_by_rule(status: Status, handoff: bool, command: str | None) -> None:
    action = next_by_rule(status, handoff=handoff)
    assert action is not None
    assert action.command == command


def test_no_rule_for_an_unknown_status() -> None:
    assert next_by_rule("unknown", handoff=False) is None


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("/autopilot:cockpit", "/autopilot:cockpit"),
        ("Run `/autopilot:takeoff --phase=3 -y` next", "/autopilot:takeoff --phase=3 -y"),
        ("/autopilot:preflight 4 to discuss", "/autopilot:preflight 4"),
        ("/autopilot:cockpit to resume", "/autopilot:cockpit"),
        ("Write the tests", None),
        ("/maestro:resume", None),
    ],
)
def test_commands_in_text(text: str, command: str | None) -> None:
    assert command_in(text) == command


@pytest.mark.parametrize(
    ("activity", "vague"),
    [
        ("Made progress", True),
        ("Worked on stuff", True),
        ("Continued work.", True),
        ("Various fixes", True),
        ("WIP", True),
        ("29 Jan 2026 — Made progress", True),
        ("2026-01-29 (evening) — Made progress", True),
        ("2026/01/29: worked on stuff", True),
        ("29 Jan 2026 — Completed auth API", False),
        ("Task 3 — Made progress", False),
        ("Completed auth API", False),
        ("Made progress bar accessible", False),
        ("Fixes for the login redirect", False),
        ("Worked on the invoice mail", False),
    ],
)
def test_vague_activities(activity: str, vague: bool) -> None:
    assert is_vague(activity) is vague


@pytest.mark.parametrize(
    "text",
    ["", "None", "none.", "None yet.", "- None", "(None)", "*(none)*", "`None`", "N/A", "—", "--", "No blockers",
     "None active.", "None open", "null", "?"],
)  # fmt: skip
def test_ways_to_write_nothing(text: str) -> None:
    assert says_nothing(text)


@pytest.mark.parametrize(
    "text",
    ["Nonesuch API is down", "No tests for auth", "0", "Nothing works on Safari", "Not ready", "--output=x", "-x"],
)
def test_what_is_something(text: str) -> None:
    assert not says_nothing(text)


@pytest.mark.parametrize(
    ("text", "shown"),
    [("**$0.32**", "$0.32"), ("`a` and `b`", "`a` and `b`"), ("**`x`**", "x"), ("_a_", "a"), ("a  b\tc", "a b c")],
)
def test_plain_text(text: str, shown: str) -> None:
    assert plain(text) == shown


@pytest.mark.parametrize(
    ("text", "phase", "rest"),
    [
        ("Phase 3: keys missing", "3", "keys missing"),
        ("[Phase 02.1] keys", "02.1", "keys"),
        ("[03] keys", "03", "keys"),
        ("3: keys", "3", "keys"),
        ("P4 - keys", "4", "keys"),
        ("Phase out the old API", None, "Phase out the old API"),
        ("2FA codes arrive late", None, "2FA codes arrive late"),
        ("12:30 meeting", None, "12:30 meeting"),
    ],
)
def test_phase_prefixes(text: str, phase: str | None, rest: str) -> None:
    assert phase_prefix(text) == (phase, rest)


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
