"""Session Continuity against the position: a finding where it clearly names another place, and only there."""

import pytest

from cockpit.wording.messages import Words
from tests.support.autopilot_states import TRANSPONDER, read
from tests.support.memory_files import fixture_bytes
from tests.support.messages import words as says

FILES = {TRANSPONDER: fixture_bytes("healthy")[TRANSPONDER]}
"""Phase 2, plan 1, stopped mid-plan 2.1 at task 3 of 4, on the day of the last update."""


def found(stopped: str, *changes: tuple[str, str]) -> list[tuple[str, str, int | None, Words]]:
    """The findings about where the session stopped."""
    text = FILES[TRANSPONDER].decode()
    for old, new in (("| Stopped at | Mid-plan 2.1, task 3 of 4 |", f"| Stopped at | {stopped} |"), *changes):
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    findings = read({TRANSPONDER: text}).findings
    return [(f.code, f.severity, f.line, f.message) for f in findings if f.code == "continuity-position"]


@pytest.mark.parametrize(
    ("stopped", "severity", "part", "there", "here"),
    [
        ("Mid-plan 3.1, task 1 of 2", "warning", "phase", "3", "2"),
        ("Mid-plan 1.1, task 1 of 2", "note", "phase", "1", "2"),
        ("Mid-plan 2.2, task 3 of 4", "warning", "plan", "2", "1"),
        ("mid-plan 02.02", "warning", "plan", "2", "1"),
        ("Mid-plan 2.2: tests are red", "warning", "plan", "2", "1"),
        ("Before plan 2.2, task 1 of 2", "warning", "plan", "2", "1"),
        ("Plan 2.2, task 1 of 2", "warning", "plan", "2", "1"),
        ("Phase 3", "warning", "phase", "3", "2"),
        ("Before phase 1", "note", "phase", "1", "2"),
        ("Phase 3, plan 1, task 2 of 4", "warning", "phase", "3", "2"),
        ("Phase 2 complete, next is 3.1, task 1 of 2", "warning", "phase", "3", "2"),
    ],
)  # fmt: skip
def test_another_place_is_reported(stopped: str, severity: str, part: str, there: str, here: str) -> None:
    message = says(f"The session stopped at {part} {there}, but the position is {part} {here}.")
    assert found(stopped) == [("continuity-position", severity, 63, message)]


def test_another_task_is_reported_where_the_position_has_one() -> None:
    row = ("| Status | In progress |", "| Task | 2 of 4 |\n| Status | In progress |")
    message = says("The session stopped at task 3, but the position is task 2.")
    assert found("Mid-plan 2.1, task 3 of 4", row) == [("continuity-position", "warning", 64, message)]
    assert found("Mid-plan 2.1, task 2 of 4", row) == []


@pytest.mark.parametrize(
    "stopped",
    [
        "Mid-plan 2.1, task 3 of 4", "Mid-plan 002.1", "Phase 2", "Before plan 2.1", "None", "Somewhere",
        "Phase 1 complete, next is 2.1, task 1 of 4", "Plan 2.2 complete, the last of its phase",
        # what was finished is not where the work stands
        "Completed plan 1.2", "Phase 1 complete", "Completed 03-02-PLAN.md", "Phase 3 context gathered, ready to plan",
        "Completed Phase 9 plan 02 (README)", "Roadmap created, ready to plan phase 7", "Phase 24 complete, verified",
        "All 22 plans complete. Phase 8 verified", "Waiting for phase 3", "See plan 3.4 for what is left",
        "v3.2 milestone complete", "Task 7 of 9", "2026-03-01",
    ],
)  # fmt: skip
def test_what_is_not_clear_is_no_finding(stopped: str) -> None:
    assert found(stopped) == []


@pytest.mark.parametrize(
    ("phase", "plan", "stopped"),
    [
        ("2.1 of 3", "1 of 2", "Mid-plan 2.1, task 3 of 4"),
        ("02.1 (hotfix)", "3 of 4", "Mid-plan 02.1.3, task 1 of 4"),
        ("2 of 3", "2.1 of 2", "Mid-plan 2.1"),
        ("2 of 3", "0 of ?", "Mid-plan 2.1"),
        ("2 of 3", "None", "Mid-plan 2.4"),
        ("Invoices", "1 of 2", "Mid-plan 3.1"),
        ("002-invoices", "01", "Mid-plan 2.1"),
    ],
)
def test_ids_of_every_form_are_compared_by_what_they_mean(phase: str, plan: str, stopped: str) -> None:
    rows = (("| Phase | 2 of 3 |", f"| Phase | {phase} |"), ("| Plan | 1 of 2 |", f"| Plan | {plan} |"))
    assert found(stopped, *rows) == []


def test_no_real_state_file_gives_one(corpus: object) -> None:
    """Another system's files, but written by the same kinds of agents: what they write there must not alarm."""
    from pathlib import Path

    from cockpit.systems.autopilot.places import place_in

    assert isinstance(corpus, Path)
    lines = [
        line.partition(":")[2].strip("* \t")
        for path in sorted(corpus.rglob("*.md"))
        for line in path.read_text("utf-8", "replace").splitlines()
        if line.lstrip("*-_ \t").casefold().startswith(("stopped at", "stopped_at"))
    ]
    assert len(lines) > 40
    assert [line for line in lines if place_in(line) is not None] == []
