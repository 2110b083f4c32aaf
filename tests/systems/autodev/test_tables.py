"""The step tables of each flow and generation, the session boundaries, and how a step is found."""

import pytest

from cockpit.systems.autodev.description import Form
from cockpit.systems.autodev.flow import TABLES, boundary_before, is_number, order_of
from tests.support.autodev_states import LATER, MAIN, read, step

STEPS: dict[tuple[Form, str], str] = {
    ("seed", "greenfield"): "1 Problem, 2 Research, 3 Plan, 4 UI Design, 5 Decompose, 6 Implement, 7 Run Tests, "
    "8 Security Audit, 9 Performance Test, 10 Deploy",
    (
        "seed",
        "existing-code",
    ): "1 Document, 2 Test Spec, 3 Decompose Tests, 4 Implement Tests, 5 Run Tests, 6 Refactor, "
    "7 New Task, 8 Implement, 9 Run Tests, 10 Security Audit, 11 Performance Test, 12 Deploy",
    ("pointer", "greenfield"): "1 Problem, 2 Research, 3 Plan, 4 UI Design, 5 Decompose, 6 Implement, 7 Run Tests, "
    "8 Security Audit, 9 Performance Test, 10 Deploy",
    ("pointer", "existing-code"): "1 Document, 2 Test Spec, 3 Code Testability Revision, 4 Decompose Tests, "
    "5 Implement Tests, 6 Run Tests, 7 Refactor, 8 New Task, 9 Implement, 10 Run Tests, 11 Update Docs, 12 Security, "
    "13 Performance, 14 Deploy",
    ("nested", "greenfield"): "1 Problem, 2 Research, 3 Plan, 4 UI Design, 5 Test Spec, 6 Decompose, 7 Implement, "
    "8 Code Testability Revision, 9 Decompose Tests, 10 Implement Tests, 11 Run Tests, 12 Test-Spec Sync, "
    "13 Update Docs, 14 Security Audit, 15 Performance Test, 16 Deploy, 17 Retrospective",
    ("nested", "existing-code"): "1 Document, 2 Architecture Baseline Scan, 3 Test Spec, 4 Code Testability Revision, "
    "5 Decompose Tests, 6 Implement Tests, 7 Run Tests, 8 Refactor, 9 New Task, 10 Implement, 11 Run Tests, "
    "12 Test-Spec Sync, 13 Update Docs, 14 Security, 15 Performance, 16 Deploy, 16.5 Release, 17 Retrospective",
}


def test_the_tables_are_those_of_the_documents() -> None:
    found = {key: ", ".join(f"{each.id} {each.name}" for each in table.steps) for key, table in TABLES.items()}
    assert found == STEPS


BOUNDARIES = {
    ("greenfield", "Implement"): ("Decompose", "Implement"),
    ("greenfield", "Implement Tests"): ("Decompose Tests", "Implement Tests"),
    ("existing-code", "Implement Tests"): ("Decompose Tests", "Implement Tests"),
    ("existing-code", "Implement"): ("New Task", "Implement"),
    ("existing-code", "Run Tests"): None,
    ("greenfield", "Plan"): None,
    ("meta-repo", "Implement"): None,
    (None, "Implement"): None,
}


@pytest.mark.parametrize("case", BOUNDARIES, ids=str)
def test_the_session_boundaries(case: tuple[str | None, str]) -> None:
    assert boundary_before(*case) == BOUNDARIES[case]


@pytest.mark.parametrize(
    ("generation", "flow", "numbers"),
    [("seed", "greenfield", ["5 to 6"]), ("seed", "existing-code", ["3 to 4", "7 to 8"]),
     ("pointer", "existing-code", ["4 to 5", "8 to 9"]), ("nested", "existing-code", ["5 to 6", "9 to 10"]),
     ("nested", "greenfield", ["6 to 7", "9 to 10"])],
)  # fmt: skip
def test_the_boundaries_by_number(generation: Form, flow: str, numbers: list[str]) -> None:
    table = TABLES[generation, flow]
    found = [(one, other) for one, other in zip(table.steps, table.steps[1:], strict=False)
             if boundary_before(flow, other.name) == (one.name, other.name)]  # fmt: skip
    assert [f"{one.id} to {other.id}" for one, other in found] == numbers


FOUND = {
    "number and name agree": ("greenfield", "3", "Plan", "3", ()),
    "a number alone": ("greenfield", "3", "", "3", ()),
    "the name wins": ("greenfield", "4", "Research", "2", ("step-name-mismatch",)),
    "case and hyphens": ("existing-code", "2", "test-spec", "2", ()),
    "a remark behind the name": ("greenfield", "6", "Implement (batch 2)", "6", ()),
    "of two of a name, the nearer": ("existing-code", "9", "Run Tests", "9", ()),
    "the first of them": ("existing-code", "5", "Run Tests", "5", ()),
    "zeros in front": ("greenfield", "03", "Plan", "3", ()),
    "of a later table": ("existing-code", "13", "Update Docs", "13", ("step-of-other-version",)),
    "of no table": ("greenfield", "3", "Gardening", "3", ("step-unknown",)),
    "beyond the table": ("greenfield", "99", "", "99", ("step-beyond-table",)),
}
"""Flow, number, name; the id of the step that is meant, and what is found."""


@pytest.mark.parametrize("case", FOUND)
def test_which_step_is_meant(case: str) -> None:
    flow, number, name, expected, codes = FOUND[case]
    text = step(flow, number, name).replace("name: \n", "")
    track = read({MAIN: f"# Autopilot State\n\n{text}retry_count: 0\n\n## Completed Steps\n"})
    assert track.position.phase is not None
    assert track.position.phase.id == expected
    found = {each.code for each in track.findings if each.code.startswith("step-")}
    assert found == set(codes)


def test_numbers_stand_in_order() -> None:
    stated = ["17", "2.5", "2b", "2", "16.5", "10", "2ea", "3", "2a"]
    assert sorted(stated, key=order_of) == [
        "2", "2a", "2b", "2ea", "2.5", "3", "10", "16.5", "17"
    ]  # fmt: skip
    assert not is_number("done")


@pytest.mark.parametrize(
    ("flow", "number", "behind"), [("greenfield", "10.5", 10), ("existing-code", "16.7", 16), ("greenfield", "0.5", 0)]
)
def test_a_fraction_that_no_table_has_stands_behind_the_steps_below_it(flow: str, number: str, behind: int) -> None:
    track = read({LATER: step(flow, number, "Something of its own", more="retry_count: 0\n").encode()})
    done = [each.id for each in track.phases if each.status == "completed" or each.status is None]
    assert [each.id for each in track.phases][: len(done)] == done
    assert all(float(each or 0) < float(number) for each in done)
    assert len([each for each in done if each and "." not in each]) == behind


def test_an_early_nested_step_is_not_taken_from_an_older_table() -> None:
    track = read({LATER: step("greenfield", "10", "Deploy", more="sub_step:\n  phase: 0\n").encode()})
    assert track.position.phase is not None
    assert track.position.phase.total == 17


@pytest.mark.parametrize("stated", ["3 — Plan", "Step 3: Plan", "3 Plan"])
def test_the_name_may_stand_behind_the_number(stated: str) -> None:
    phase = read({MAIN: f"# Autopilot State\n\n## Current Step\nflow: greenfield\nstep: {stated}\n"}).position.phase
    assert phase is not None
    assert (phase.id, phase.name) == ("3", "Plan")
