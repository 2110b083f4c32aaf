"""Every finding about autodev's state: what makes it, at which line, and what it says."""

import pytest

from cockpit.systems.autodev.report import RULES
from cockpit.systems.shared.report import DOCUMENTS, HANDOFFS
from tests.support.autodev_states import LATER, MAIN, PLANNED, PROBLEM, SOUND, changed, read, step

_RULE = "|---------|------|------|---------|----------------|-----------|"
_FAILED = "status: failed\nsub_step: 3 — Compare\nretry_count: 3"
CASES = {
    "state-file-missing": (
        PROBLEM, None,
        "There is no state file. The folders show greenfield step 2 Research (by the folder scan): 00_problem is "
        "complete, and there is no solution draft.",
    ),
    "two-state-files": (
        {MAIN: SOUND, LATER: step("greenfield", "2", "Research"), **PROBLEM}, None,
        "_docs/_autodev_state.md is read, and _autopilot_state.md beside it is not.",
    ),
    "layout-unknown": (
        "# Notes\n\n## Where we are\nStep three\n", None,
        "The file does not say which step is under way. It has “Notes” and “Where we are”. The folders show greenfield "
        "step 2 Research (by the folder scan): 00_problem is complete, and there is no solution draft.",
    ),
    "template-left": (
        changed("retry_count: 0\n", "retry_count: 0\n\nExample:\n  flow: greenfield\n  step: 3\n"), 11,
        "Lines 11 to 13 are the template's hints and examples.",
    ),
    "duplicate-label": (
        changed("name: Research", "name: Research\nname: Plan"), 7,
        'name stands on line 6 and, as "Plan", on line 7.',
    ),
    "flow-unknown": (changed("flow: greenfield", "flow: brownfield"), 4, "There is no flow brownfield."),
    "flow-missing": (
        changed("flow: greenfield\n", ""), 3, "No flow is named, so no table tells which steps there are.",
    ),
    "step-missing": ("# Autopilot State\n\n## Current Step\nflow: greenfield\nstatus: in_progress\n", None, None),
    "step-unknown": (changed("name: Research", "name: Gardening"), 5, "The flow greenfield has no step Gardening."),
    "step-unknown: no number": (
        changed("step: 2\n", "step: two\n"), 5, "two is no number of a step.",
    ),
    "step-beyond-table": (
        changed("step: 2\nname: Research\n", "step: 40\n"), 5, "The flow greenfield has no step 40.",
    ),
    "step-name-mismatch": (
        changed("step: 2\n", "step: 4\n"), 5,
        "Research is step 2 of the flow greenfield, and step 4 is UI Design: the name counts.",
    ),
    "step-of-other-version": (
        changed("step: 2\nname: Research", "step: 5\nname: Test Spec"), 5,
        "Step 5 Test Spec stands so in a table of 17 steps, not in the one of 10 that this form of the file has.",
    ),
    "sub-step-unreadable": (
        {LATER: step("greenfield", "2", "Research", more="sub_step: half way\n"), **PROBLEM}, 6,
        "The sub-step has no number of a phase: in this form of the file, the agent then scans the folders. The "
        "folders show greenfield step 2 Research (by the folder scan): 00_problem is complete, and there is no "
        "solution draft.",
    ),
    "status-missing": (changed("status: in_progress\n", ""), 3, "Current Step states no status."),
    "unknown-status": (changed("status: in_progress", "status: dancing"), 7, "There is no status dancing."),
    "retry-count-unreadable": (
        changed("retry_count: 0", "retry_count: often"), 9, "retry_count is no number: often.",
    ),
    "retry-count-high": (changed("retry_count: 0", "retry_count: 7"), 9, "retry_count is 7; after 3, none follows."),
    "retries-not-failed": (
        changed("retry_count: 0", "retry_count: 3"), 9, "retry_count is 3, and the status is not failed.",
    ),
    "failed-without-blocker": (
        changed("status: in_progress\nsub_step: 3 — Compare\nretry_count: 0", _FAILED), 3,
        "The step failed, and no blocker says why.",
    ),
    "retry-log-mismatch": (
        changed(f"{_RULE}\n", f"{_RULE}\n| 1 | 2 | Research | 3 | No net | |\n"),
        9, "retry_count is 0, and the log has 1 row.",
    ),
    "completed-present": (
        changed("| 1 | Problem | 2026-03-28 | Four files |\n",
                "| 1 | Problem | 2026-03-28 | Four files |\n| 2 | Research | 2026-03-29 | One |\n"), 16,
        "Step 2 Research is in_progress, and Completed Steps has it.",
    ),
    "completed-missing": (
        changed("| 1 | Problem | 2026-03-28 | Four files |\n", ""), 5,
        "Step 2 Research is under way, and Completed Steps has no row for 1 Problem.",
    ),
    "folders-disagree": (
        {MAIN: SOUND, **PLANNED}, 5,
        "The file says step 2 Research; _docs/02_document/architecture.md shows that Plan is done: the folders show "
        "step 4 UI Design. In this form of the file the folders count, and it is to be updated to match (state.md, "
        "rule 4).",
    ),
    "tasks-mismatch": (
        {MAIN: SOUND, **PROBLEM, "_docs/02_tasks/_dependencies_table.md":
         "Total Tasks: 3\n\n| Task | Name | Complexity |\n|---|---|---|\n| A-1 | One | 3 |\n"}, None,
        "It states 3 tasks, and has 1 rows.",
    ),
}  # fmt: skip
_TOLD_BY_ANOTHER = {"step-missing": "layout-unknown"}


def test_a_sound_state_has_none() -> None:
    assert read(SOUND).findings == ()


@pytest.mark.parametrize("case", CASES)
def test_it_is_said_with_its_line(case: str) -> None:
    files, line, message = CASES[case]
    code = case.partition(":")[0]
    found = [each for each in read(files).findings if each.code == _TOLD_BY_ANOTHER.get(code, code)]
    assert len(found) == 1
    assert found[0].line == line
    assert message is None or found[0].message == message


def test_each_rule_has_a_case() -> None:
    own = RULES.keys() - DOCUMENTS.keys() - HANDOFFS.keys()
    assert own == {case.partition(":")[0] for case in CASES}


def test_a_file_that_is_a_later_form_is_not_held_against_its_folders() -> None:
    later = {LATER: step("greenfield", "2", "Research", more="cycle: 1\n"), **PLANNED}
    (finding,) = read(later).findings
    assert (finding.code, finding.severity) == ("folders-disagree", "note")
    assert finding.message.endswith("In this form of the file it counts, and the folders are not consulted.")
