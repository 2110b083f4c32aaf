"""The folder scan: the step that the folders show where no state file can be used."""

import pytest

from cockpit.systems.autodev.folders import DOCS, Docs, detect
from cockpit.systems.shared.folder import Folder
from cockpit.systems.shared.report import Report
from tests.support.autodev_states import DECOMPOSED, PLANNED, PROBLEM, RESEARCHED
from tests.support.memory_files import MemoryFiles

SOURCE = {"src/locks.py": "LOCKS = 12\n"}
REPORT = {"_docs/02_document/FINAL_report.md": "Five modules\n"}
DRAFT = {"_docs/01_solution/solution_draft01.md": "Draft\n"}
WITHOUT = {path: text for path, text in PROBLEM.items() if "input_data" not in path}
IMPLEMENTED = {**DECOMPOSED, "_docs/03_implementation/FINAL_implementation_report.md": "Done\n"}

SCAN = {
    "source alone": (SOURCE, "existing-code 1 Document", False, "src/ exists, but _docs does not"),
    "a project file alone": ({"Cargo.toml": ""}, "existing-code 1 Document", False,
                             "Cargo.toml exists, but _docs does not"),
    "nothing at all": ({}, "greenfield 1 Problem", False,
                       "_docs/00_problem/problem.md is missing or empty"),
    "an empty problem": ({**PROBLEM, "_docs/00_problem/restrictions.md": " \n"}, "greenfield 1 Problem", False,
                         "_docs/00_problem/restrictions.md is missing or empty"),
    "no input data": (WITHOUT, "greenfield 1 Problem", False,
                      "_docs/00_problem/input_data/ is missing or empty"),
    "input data in a folder": ({**WITHOUT, "_docs/00_problem/input_data/2025/locks.csv": "7\n"},
                               "greenfield 2 Research", False,
                               "00_problem is complete, but the solution draft is missing"),
    "a solution without a draft": (
        {**PROBLEM, "_docs/01_solution/solution.md": "One\n"}, "greenfield 3 Plan", True,
        "_docs/01_solution/solution.md exists"),
    "an architecture without a solution": (
        {**PROBLEM, "_docs/02_document/architecture.md": "Parts\n"}, "greenfield 4 UI Design", True,
        "_docs/02_document/architecture.md exists"),
    "an architecture without a problem": (
        {"_docs/02_document/architecture.md": "Parts\n"}, "greenfield 4 UI Design", True,
        "_docs/02_document/architecture.md exists"),
    "documentation of source": ({**SOURCE, **REPORT}, "existing-code 2 Test Spec", True,
                                "_docs/02_document/FINAL_report.md exists, but no traceability matrix"),
    "a report that a plan left": ({**SOURCE, **REPORT, **PLANNED}, "greenfield 4 UI Design", True,
                                  "_docs/02_document/architecture.md exists"),
    "a matrix": ({**SOURCE, **REPORT, "_docs/02_document/tests/traceability-matrix.md": "x\n"},
                 "existing-code 3 Decompose Tests", True,
                 "_docs/02_document/tests/traceability-matrix.md exists"),
    "source in a folder": ({"backend/app.py": "x\n", "README.md": "x\n"}, "existing-code 1 Document", False,
                           "backend/app.py exists, but _docs does not"),
    "what was installed is no source": ({"node_modules/a.ts": "x\n"}, "greenfield 1 Problem", False,
                                        "_docs/00_problem/problem.md is missing or empty"),
    "a whole problem": (PROBLEM, "greenfield 2 Research", False,
                        "00_problem is complete, but the solution draft is missing"),
    "a draft": ({**PROBLEM, **DRAFT}, "greenfield 2 Research", False,
                "_docs/01_solution/solution_draft01.md exists, but no decision says that it is sufficient"),
    "a solution": (RESEARCHED, "greenfield 3 Plan", True,
                   "_docs/01_solution/solution.md exists"),
    "an architecture": (PLANNED, "greenfield 4 UI Design", True,
                        "_docs/02_document/architecture.md exists"),
    "tasks without a table": ({**PLANNED, "_docs/02_tasks/01_core.md": "x\n"}, "greenfield 5 Decompose", True,
                              "_docs/02_document/architecture.md and tasks exist, but no dependencies table"),
    "tasks": (DECOMPOSED, "greenfield 6 Implement", True,
              "_docs/02_tasks/_dependencies_table.md exists"),
    "a batch": ({**DECOMPOSED, "_docs/03_implementation/batch_01_report.md": "One\n"}, "greenfield 6 Implement", True,
                "_docs/03_implementation/batch_01_report.md exists, but no final report"),
    "an implementation": (IMPLEMENTED, "greenfield 7 Run Tests", True,
                          "_docs/03_implementation/FINAL_implementation_report.md exists"),
    "a security report": ({**IMPLEMENTED, "_docs/05_security/security_report.md": "Safe\n"},
                          "greenfield 9 Performance Test", True,
                          "_docs/05_security/security_report.md exists"),
}  # fmt: skip
"""Files; the step that is found, whether the rule is only inferred, and why. The first rule that matches and does not
contradict what a later step left counts.
"""


@pytest.mark.parametrize("case", SCAN)
def test_the_folder_scan(case: str) -> None:
    files, expected, inferred, why = SCAN[case]
    memory = MemoryFiles(files)
    found = detect(Docs(memory, "", Folder(memory, "", Report(), DOCS)))
    assert found is not None
    assert (f"{found.flow} {found.step.id} {found.step.name}", found.inferred, found.why) == (expected, inferred, why)
