"""The step tables of each flow and generation, and the session boundaries."""

from cockpit.systems.autodev.description import Form
from cockpit.systems.autodev.flow import TABLES

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
