"""Moving the phase, plan or task by hand: everything that names the old place comes along."""

import pytest

from cockpit.model import Step
from cockpit.model.intents import Complete, Intent, Move
from tests.support.autopilot_edits import (
    EXAMPLE,
    HEALTHY,
    TRANSPONDER,
    Bytes,
    applied,
    done,
    make,
    refusal,
    replaced,
    track,
)
from tests.support.autopilot_small_states import undated
from tests.support.messages import words as says

HANDOFF = says(
    ".autopilot/holding-pattern.md was written for the previous position. Archive it if the work has moved on."
)
DASHBOARD = "-**Last Activity:** 2026-01-29 — Completed dashboard layout plan"
NUMBERS = "-**Last Activity:** 2026-03-04 — Completed the invoice number sequence"


def activity(text: str) -> str:
    return f"+**Last Activity:** 2026-01-30 — {text}"


def stopped(text: str, files: Bytes = EXAMPLE) -> Bytes:
    """The example, or the healthy project, stopped somewhere else."""
    old = "Mid-plan 3.2, task 3 of 5" if files is EXAMPLE else "Mid-plan 2.1, task 3 of 4"
    return replaced(files, TRANSPONDER, f"| Stopped at | {old} |", f"| Stopped at | {text} |")


def at(files: Bytes) -> tuple[str | None, str | None, str | None, str | None]:
    """Phase, plan and task as they are read, and where the session stopped."""
    position, continuity = track(files).position, track(files).continuity
    ids = [step.id if step else None for step in (position.phase, position.plan, position.task)]
    return (*ids, continuity.stopped_at)  # type: ignore[return-value]  # three ids


def test_another_phase_where_no_phase_file_tells_more() -> None:
    assert undated(EXAMPLE, Move(part="phase", value="4")) == [
        "-| Phase | 3 of 6 |", "+| Phase | 4 of 6 |", "-| Plan | 2 of 4 |", "+| Plan | 0 of ? |",
        DASHBOARD, activity("Moved to phase 4"),
        "-| Stopped at | Mid-plan 3.2, task 3 of 5 |", "+| Stopped at | Before phase 4 |",
    ]  # fmt: skip
    assert make(EXAMPLE, Move(part="phase", value="4")).remarks == (
        says("Reset the plan count: 0 of ?"),
        HANDOFF,
    )


def test_another_phase_that_the_phase_files_know() -> None:
    old, new = "| Next action | /autopilot:cockpit |", "| Next action | /autopilot:preflight 2 |"
    files = replaced(HEALTHY, TRANSPONDER, old, new)
    assert undated(files, Move(part="phase", value="3")) == [
        "-| Phase | 2 of 3 |", "+| Phase | 3 of 3 |", "-| Plan | 1 of 2 |", "+| Plan | 1 of 1 |",
        NUMBERS, activity("Moved to phase 3: Payments"),
        "-| Stopped at | Mid-plan 2.1, task 3 of 4 |", "+| Stopped at | Before plan 3.1, task 1 of 2 |",
        "-| Next action | /autopilot:preflight 2 |", "+| Next action | /autopilot:preflight 3 |",
        "-- Current phase: .autopilot/phases/002-invoices/", "+- Current phase: .autopilot/phases/003-payments/",
    ]  # fmt: skip
    assert make(files, Move(part="phase", value="3")).remarks == (
        says("Reset the plan count: 1 of 1"),
        HANDOFF,
    )
    task = Step(id="1", name="Test account", total=2)
    assert track(done(files, Move(part="phase", value="3"))).position.task == task


@pytest.mark.parametrize(
    ("files", "plan", "where", "task"),
    [
        (EXAMPLE, "3", "Before plan 3.3", None),
        (HEALTHY, "2", "Before plan 2.2", None),
        (done(HEALTHY, Move(part="plan", value="2")), "1", "Mid-plan 2.1, task 3 of 4",
         Step(id="3", name="Render the PDF", total=4)),
    ],
)  # fmt: skip
def test_another_plan(files: Bytes, plan: str, where: str, task: Step | None) -> None:
    after = done(files, Move(part="plan", value=plan))
    phase = track(files).position.phase
    assert phase is not None
    lines = undated(files, Move(part="plan", value=plan))
    assert activity(f"Moved to plan {phase.id}.{plan}") in lines
    assert at(after)[1:] == (plan, task.id if task else None, where)
    assert track(after).position.task == task or task is None


@pytest.mark.parametrize(
    ("where", "expected"),
    [
        ("Mid-plan 3.2, task 3 of 5", "Mid-plan 3.2, task 5 of 5"),
        ("Mid-plan 3.2, task 3 of 5: tests are red", "Mid-plan 3.2, task 5 of 5: tests are red"),
        ("Task 3 of 5, on the train", "Task 5 of 5, on the train"),
        ("Before plan 3.2, task 1 of 5", "Mid-plan 3.2, task 5 of 5"),
        ("Plan 3.1 complete, next is 3.2, task 1 of 5", "Mid-plan 3.2, task 5 of 5"),
        ("All tasks of the plan done", "Mid-plan 3.2, task 5"),
        ("Plan 3.2 complete, the last of its phase", "Mid-plan 3.2, task 5"),
        ("Phase 3", "Mid-plan 3.2, task 5"),
        ("Mid-plan 3.1, task 2 of 9", "Mid-plan 3.2, task 5"),
    ],
)
def test_another_task(where: str, expected: str) -> None:
    files = {path: data for path, data in stopped(where).items() if path == TRANSPONDER}
    after = done(files, Move(part="task", value="5"))
    assert at(after) == ("3", "2", "5", expected)
    assert b"| Task |" not in after[TRANSPONDER]
    assert activity("Moved to task 5 of plan 3.2") in undated(files, Move(part="task", value="5"))


def test_a_task_row_and_the_stopping_place_agree() -> None:
    files = replaced(EXAMPLE, TRANSPONDER, "| Status | In progress |", "| Task | 3 of 5 |\n| Status | In progress |")
    assert undated(files, Move(part="task", value="4"))[-2:] == [
        "-| Stopped at | Mid-plan 3.2, task 3 of 5 |", "+| Stopped at | Mid-plan 3.2, task 4 of 5 |",
    ]  # fmt: skip
    assert "+| Task | 4 of 5 |" in undated(files, Move(part="task", value="4"))
    assert "+| Stopped at | Mid-plan 3.2, task 4 of 5 |" in undated(files, Complete(whole="task"))


@pytest.mark.parametrize("where", ["Waiting for Ann's review", "Somewhere", "Completed the auth API"])
@pytest.mark.parametrize(
    "intent",
    [Move(part="phase", value="4"), Move(part="plan", value="3"), Move(part="task", value="4"), Complete(whole="task")],
)
def test_words_that_name_no_place_stay_and_that_is_reported(where: str, intent: Intent) -> None:
    files = replaced(
        stopped(where), TRANSPONDER, "| Status | In progress |", "| Task | 3 of 5 |\n| Status | In progress |"
    )
    assert track(done(files, intent)).continuity.stopped_at == where
    assert says(f'"Stopped at" still says: {where}') in make(files, intent).remarks


@pytest.mark.parametrize(
    ("action", "expected"),
    [
        ("/autopilot:preflight 3", "/autopilot:preflight 4"),
        ("/autopilot:preflight 3 --skip", "/autopilot:preflight 4 --skip"),
        ("/autopilot:takeoff --phase=3 -y", "/autopilot:takeoff --phase=4 -y"),
        ("/autopilot:takeoff --phase=03", "/autopilot:takeoff --phase=4"),
        ("/autopilot:preflight 30", "/autopilot:preflight 30"),
        ("/autopilot:takeoff --task=3.2", "/autopilot:takeoff --task=3.2"),
        ("Ask Ann about phase 3", "Ask Ann about phase 3"),
    ],
)
def test_a_command_for_the_old_phase_comes_along(action: str, expected: str) -> None:
    files = replaced(EXAMPLE, TRANSPONDER, "| Next action | /autopilot:cockpit |", f"| Next action | {action} |")
    assert track(done(files, Move(part="phase", value="4"))).continuity.next_action == expected


def test_a_plan_that_was_finished_can_be_finished_again_after_moving_back() -> None:
    """The stopping place is what says that all is done; a move takes it back."""
    files = done({TRANSPONDER: EXAMPLE[TRANSPONDER]}, *[Complete(whole="plan")] * 3)
    assert refusal(files, Complete(whole="plan")) == "All plans of the phase are complete. Use `cockpit done phase`."
    edit = make(done(files, Move(part="plan", value="3")), Complete(whole="plan"))
    assert edit.done == says("Completed plan 3.3.")


def test_a_session_that_ends_elsewhere_says_so() -> None:
    files = replaced(EXAMPLE, TRANSPONDER, "| Plan | 2 of 4 |", "| Plan | 3 of 4 |")
    assert track(done(files, Complete(whole="session"))).continuity.stopped_at == "Mid-plan 3.3"
    same = track(done(stopped("Mid-plan 3.2, task 3 of 5: tests are red"), Complete(whole="session")))
    assert same.continuity.stopped_at == "Mid-plan 3.2, task 3 of 5: tests are red"


@pytest.mark.parametrize("value", ["3", "03"])
def test_staying_changes_nothing_even_where_the_stopping_place_is_another(value: str) -> None:
    assert make(stopped("Mid-plan 1.1, task 1 of 2"), Move(part="phase", value=value)).changes == ()


@pytest.mark.parametrize("files", [EXAMPLE, HEALTHY], ids=["example", "healthy"])
@pytest.mark.parametrize(
    "intents",
    [
        (Move(part="phase", value="1"),), (Move(part="plan", value="2"), Move(part="phase", value="3")),
        (Move(part="task", value="1"), Move(part="plan", value="2"), Move(part="task", value="2")),
        (Move(part="phase", value="1"), Complete(whole="phase"), Move(part="phase", value="1")),
        (Complete(whole="plan"), Move(part="plan", value="1"), Complete(whole="plan")),
        (Move(part="phase", value="1"), Complete(whole="session")),
    ],
)  # fmt: skip
def test_no_move_leaves_a_place_that_contradicts_the_position(files: Bytes, intents: tuple[Intent, ...]) -> None:
    for intent in intents:
        files = applied(files, make(files, intent))
        assert "continuity-position" not in {finding.code for finding in track(files).findings}


@pytest.mark.parametrize(
    ("stands", "handed_off", "intent", "told_so"),
    [
        ("3", "3", Complete(whole="task"), True),
        ("3", "4", Complete(whole="task"), False),
        ("1", "4", Move(part="task", value="3"), False),
        ("3", "3", Move(part="task", value="2"), False),
        ("3", "3", Move(part="phase", value="1"), False),
        ("3", "4", Move(part="plan", value="2"), True),
    ],
)
def test_a_handoff_is_left_behind_only_by_a_position_past_it(
    stands: str, handed_off: str, intent: Intent, told_so: bool
) -> None:
    files = stopped(f"Mid-plan 2.1, task {stands} of 4", HEALTHY)
    files = replaced(files, ".autopilot/holding-pattern.md", "\ntask: 3\n", f"\ntask: {handed_off}\n")
    assert (HANDOFF in make(files, intent).remarks) is told_so
