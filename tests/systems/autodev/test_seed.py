"""The seed's format: both of its examples give their values, and its hints and placeholders none."""

import pytest

from cockpit.model import Track
from tests.support.autodev_states import MAIN, PROBLEM, read, read_case, step

EXAMPLES = {
    "under way": (
        step("greenfield", "3", "Plan", more="sub_step: 4 — Architecture Review & Risk Assessment\nretry_count: 0\n"),
        ("greenfield", "3", "Plan", 10, "in_progress", "4", "Architecture Review & Risk Assessment", 6, 0, None),
    ),
    "failed after 3 retries": (
        step("existing-code", "2", "Test Spec", "failed", "sub_step: 1b — Test Case Generation\nretry_count: 3\n"),
        ("existing-code", "2", "Test Spec", 12, "failed", "1b", "Test Case Generation", None, 3, "stop"),
    ),
}
"""The two of the seed: flow, step, name, steps of the flow, status, sub-step, its name, how many, retries, level."""


def values(track: Track) -> tuple[object, ...]:
    at = track.position
    assert at.phase is not None
    assert at.task is not None
    assert track.retries is not None
    (threshold,) = track.thresholds
    return (
        at.flow, at.phase.id, at.phase.name, at.phase.total, at.status, at.task.id, at.task.name, at.task.total,
        track.retries.count, threshold.level,
    )  # fmt: skip


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_examples_give_their_values(example: str) -> None:
    text, expected = EXAMPLES[example]
    track = read({MAIN: f"# Autopilot State\n\n{text}\n## Completed Steps\n"})
    assert values(track) == expected
    assert track.format == "seed"


def test_everything_the_format_has_is_read() -> None:
    track = read_case("healthy")
    assert [(each.id, each.status, each.completed, each.outcome) for each in track.phases[4:8]] == [
        ("5", "completed", "2026-04-02", "5 tasks in 3 batches"),
        ("6", "completed", "2026-04-04", "All 5 tasks, 61 tests"),
        ("7", "in_progress", None, None),
        ("8", "not_started", None, None),
    ]
    assert [each.text for each in track.decisions] == [
        "Tech stack: Python 3.12, SQLite — no server to look after",
        "One table for shifts and swaps",
        "Pages are rendered on the server",
    ]
    (session,) = track.sessions
    assert (session.ended, session.working_on, session.handoff_reason, session.notes) == (
        "2026-04-04", "Step 6 Implement — SubStep 3 Batch 3", "completed step",
        "The import is slow: 40 s for a year of shifts",
    )  # fmt: skip
    assert track.retries is not None
    assert (track.retries.count, track.retries.max) == (1, 3)
    (attempt,) = track.retries.log
    assert (attempt.attempt, attempt.step, attempt.name, attempt.task, attempt.reason, attempt.at) == (
        "1", "7", "Run Tests", "2 — Run and triage", "test_swap_at_midnight: the swap is a day late",
        "2026-04-05T08:12:00Z",
    )  # fmt: skip
    assert [(each.text, each.status) for each in track.blockers] == [
        ("The lock house has no test database yet", "active")
    ]
    assert track.title == "Canal lock roster"
    assert track.extra["tasks"] == {
        "count": 5, "batches": 3, "complexity_points": 16, "files": {"tasks": 3}
    }  # fmt: skip
    assert track.findings == ()


def test_hints_examples_and_placeholders_are_no_data() -> None:
    track = read_case("template")
    at = track.position
    assert (at.flow, at.phase and at.phase.id, at.task, at.status) == ("greenfield", "2", None, "in_progress")
    assert (track.decisions, track.blockers, track.sessions) == ((), (), ())
    assert track.retries is not None
    assert (track.retries.count, track.retries.log) == (0, ())
    assert {each.status for each in track.phases} == {None, "in_progress", "not_started"}
    assert "unread" not in track.extra


def test_a_whole_template_says_no_step() -> None:
    whole = "## Current Step\nflow: [greenfield | existing-code]\nstep: [1-10 for greenfield]\nname: [step name]\n"
    track = read({MAIN: f"# Autopilot State\n\n{whole}", **PROBLEM})
    assert track.format == "unusable"
    assert track.position.phase is not None
    assert (track.position.phase.name, track.position.status) == ("Research", "unknown")


GENERATIONS = {
    "letters": ("early", None, "2ea", "Blackbox Test Implementation", None, "3", "Run against the mock scanner", 3, ()),
    "light": ("pointer", "greenfield", "3", "Plan", 10, "4", "Architecture Review & Risk Assessment", 1,
              ("decisions", "blockers")),
    "seventeen": ("nested", "greenfield", "10", "Implement Tests", 17, None, None, 0, ("decisions", "blockers")),
    "early": ("early", None, "2b", "Blackbox Test Spec", None, "2", "Scenarios", None, ()),
    "boundary": ("seed", "greenfield", "6", "Implement", 10, None, None, 0, ()),
    "pointer": ("pointer", "existing-code", "9", "Implement", 14, None, None, 0, ("decisions", "blockers")),
    "nested": ("nested", "existing-code", "10", "Implement", 17, "6", "implement-tasks: batch 2 of 3: CAN-14", 2,
               ("decisions", "blockers")),
    "fraction": ("nested", "existing-code", "16.5", "Release", 17, None, None, 0, ("decisions", "blockers")),
    "plans": ("folders", "greenfield", "3", "Plan", 10, None, None, None, ()),
    "eleven": ("nested", "greenfield", "11", "Run Tests", 17, "2", "run-suite: integration tests are left", 1,
               ("decisions", "blockers")),
    "loops": ("nested", "existing-code", "10", "Implement", 17, "3", "compute-next-batch", 0,
              ("decisions", "blockers")),
    "meta": ("nested", "meta-repo", "2.5", "Contract Sync", None, "1", "collect-contracts: two services left", 0,
             ("decisions", "blockers")),
}  # fmt: skip
"""By fixture: generation, flow, step, name, steps, sub-step, its name, retries, what such a file does not keep."""


@pytest.mark.parametrize("case", GENERATIONS)
def test_each_generation_is_read(case: str) -> None:
    track = read_case(case)
    at, task = track.position, track.position.task
    assert at.phase is not None
    assert (
        track.format, at.flow, at.phase.id, at.phase.name, at.phase.total, task.id if task else None,
        task.name if task else None, track.retries.count if track.retries else None,
        tuple(each for each in ("decisions", "blockers") if each in track.lacks),
    ) == GENERATIONS[case]  # fmt: skip


def test_of_a_table_that_is_not_known_the_number_of_its_steps_is_shown() -> None:
    (finding, *_) = read_case("eleven").findings
    mismatch = "Run Tests is step 11 of the flow greenfield; step 8 is Code Testability Revision. The name is used."
    more = "There is another version of the table, with 11 steps; cockpit does not know it."
    assert str(finding.message) == f"{mismatch} {more}"


def test_the_files_of_the_latest_loop_are_documents() -> None:
    documents = read_case("loops").documents
    assert {name: path for name, path in documents.items() if name.startswith("loop ")} == {
        "loop plan": "_docs/loops/loop11/plan11.md",
        "loop record": "_docs/loops/loop11/record11.md",
        "loop handoff": "_docs/loops/loop11/handoff11.md",
    }


def test_the_cycle_and_the_tracker_are_shown() -> None:
    track = read_case("nested")
    assert (track.position.wave, track.extra["cycle"], track.extra["tracker"]) == ("cycle 2", "2", "local")
    assert track.next_action is not None
    assert track.next_action.command == "/autodev"


def test_the_batches_that_were_reported_are_counted() -> None:
    assert read_case("seventeen").extra["batch_reports"] == 2
    assert "batch_reports" not in read_case("nested").extra


def test_steps_with_letters_stand_in_their_order() -> None:
    track = read_case("letters")
    assert [(each.id, each.status) for each in track.phases] == [
        ("0", "completed"), ("2b", "completed"), ("2ea", "failed"), ("2hb", "completed"),
    ]  # fmt: skip
    assert [each.text for each in track.blockers] == ["The mock has no timing"]
    (threshold,) = track.thresholds
    assert (threshold.level, threshold.agent_will) == ("stop", "halt")


def test_all_steps_done_is_the_end() -> None:
    track = read_case("done")
    at = track.position
    assert (at.status, at.phase, at.counted and (at.counted.done, at.counted.total)) == ("completed", None, (8, 10))
    assert [each.status for each in track.phases[7:9]] == ["skipped", "skipped"]
    assert track.resume_at is None
