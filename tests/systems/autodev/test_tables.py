"""The step tables of each flow and generation, and the session boundaries."""

import pytest

from cockpit.systems.autodev.description import Form
from cockpit.systems.autodev.flow import TABLES, boundary_before, is_number, order_of

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


def test_numbers_stand_in_order() -> None:
    stated = ["17", "2.5", "2b", "2", "16.5", "10", "2ea", "3", "2a"]
    assert sorted(stated, key=order_of) == [
        "2", "2a", "2b", "2ea", "2.5", "3", "10", "16.5", "17"
    ]  # fmt: skip
    assert not is_number("done")
