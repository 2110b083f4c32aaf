"""Every finding about autodev's state: what makes it, at which line, and what it says."""

import pytest

from cockpit.rules.attention import needs
from cockpit.rules.thresholds.verdict import verdict
from cockpit.systems.autodev.findings import Report
from cockpit.systems.shared.report import DOCUMENTS, HANDOFFS
from cockpit.wording.messages import Message
from tests.support.autodev_states import LATER, MAIN, PLANNED, PROBLEM, SOUND, changed, read, step
from tests.support.model_builders import project

_RULE = "|---------|------|------|---------|----------------|-----------|"
_SCANNED = "greenfield step 2 Research (by the folder scan): 00_problem is complete, but the solution draft is missing."
_FAILED = "status: failed\nsub_step: 3 — Compare\nretry_count: 3"
CASES = {
    "state-file-missing": (
        PROBLEM, None,
        f"The state file is missing. The folders show {_SCANNED}",
    ),
    "two-state-files": (
        {MAIN: SOUND, LATER: step("greenfield", "2", "Research"), **PROBLEM}, None,
        f"Two state files: {LATER} is read, _autopilot_state.md is not.",
    ),
    "layout-unknown": (
        "# Notes\n\n## Where we are\nStep three\n", None,
        f"The file names no current step. Sections found: “Notes”, “Where we are”. The folders show {_SCANNED}",
    ),
    "template-left": (
        changed("retry_count: 0\n", "retry_count: 0\n\nExample:\n  flow: greenfield\n  step: 3\n"), 11,
        "From line 11 on there are hints and examples of the template.",
    ),
    "duplicate-label": (
        changed("name: Research", "name: Research\nname: Plan"), 7,
        'name is on line 6 and again on line 7, as "Plan".',
    ),
    "blockers-unread": (
        changed("## Blockers\n- None", "## Blockers of phase 2\n- No keys"), 30,
        str(Message("systems.blockers-unread", 'The section "Blockers of phase 2" is not read as a list of blockers.')),
    ),
    "flow-unknown": (
        changed("flow: greenfield", "flow: brownfield"), 4, "Unknown flow: brownfield.",
    ),
    "flow-missing": (changed("flow: greenfield\n", ""), 3, "No flow is named, so its steps are unknown."),
    "step-unknown": (
        changed("name: Research", "name: Gardening"), 5,
        "The flow greenfield has no step Gardening.",
    ),
    "step-unknown: no number": (
        changed("step: 2\n", "step: two\n"), 5, "Not a step number: two.",
    ),
    "step-beyond-table": (
        changed("step: 2\nname: Research\n", "step: 40\n"), 5,
        "The flow greenfield has no step 40.",
    ),
    "step-name-mismatch": (
        changed("step: 2\n", "step: 4\n"), 5,
        "Research is step 2 of the flow greenfield; step 4 is UI Design. The name is used.",
    ),
    "step-of-other-version": (
        changed("step: 2\nname: Research", "step: 5\nname: Test Spec"), 5,
        "Step 5 Test Spec is from a table of 17 steps; the table of this format has 10.",
    ),
    "sub-step-unreadable": (
        {LATER: step("greenfield", "2", "Research", more="sub_step: half way\n"), **PROBLEM}, 6,
        "The sub-step has no phase number; in this format the agent then scans the folders. The folders show "
        f"{_SCANNED}",
    ),
    "status-missing": (changed("status: in_progress\n", ""), 3, "Current Step has no status."),
    "unknown-status": (
        changed("status: in_progress", "status: dancing"), 7, "Unknown status: dancing.",
    ),
    "retry-count-unreadable": (
        changed("retry_count: 0", "retry_count: often"), 9, "retry_count is not a number: often.",
    ),
    "retry-count-high": (
        changed("retry_count: 0", "retry_count: 7"), 9, "retry_count is 7, the limit is 3.",
    ),
    "retries-not-failed": (
        changed("retry_count: 0", "retry_count: 3"), 9, "retry_count is 3, but the status is not failed.",
    ),
    "failed-without-blocker": (
        changed("status: in_progress\nsub_step: 3 — Compare\nretry_count: 0", _FAILED), 3,
        "The step failed, but no blocker says why.",
    ),
    "retry-log-mismatch": (
        changed(f"{_RULE}\n", f"{_RULE}\n| 1 | 2 | Research | 3 | No net | |\n"),
        9, "retry_count is 0, but the log has 1 row.",
    ),
    "completed-present": (
        changed("| 1 | Problem | 2026-03-28 | Four files |\n",
                "| 1 | Problem | 2026-03-28 | Four files |\n| 2 | Research | 2026-03-29 | One |\n"), 16,
        "Step 2 Research is in_progress, but Completed Steps lists it.",
    ),
    "completed-missing": (
        changed("| 1 | Problem | 2026-03-28 | Four files |\n", ""), 5,
        "The current step is 2 Research, but Completed Steps has no row for 1 Problem.",
    ),
    "folders-disagree": (
        {MAIN: SOUND, **PLANNED}, 5,
        "The file says step 2 Research, but the folders show step 4 UI Design: _docs/02_document/architecture.md "
        "shows that Plan is done. In this format the folders take precedence; update the file (state.md, rule 4).",
    ),
    "tasks-mismatch": (
        {MAIN: SOUND, **PROBLEM, "_docs/02_tasks/_dependencies_table.md":
         "Total Tasks: 3\n\n| Task | Name | Complexity |\n|---|---|---|\n| A-1 | One | 3 |\n"}, None,
        "The table states 3 tasks, but has 1 row.",
    ),
}  # fmt: skip


def test_a_sound_state_has_none() -> None:
    assert read(SOUND).findings == ()


@pytest.mark.parametrize("case", CASES)
def test_it_is_reported_with_its_line(case: str) -> None:
    files, line, message = CASES[case]
    code = case.partition(":")[0]
    found = [each for each in read(files).findings if each.code == code]
    assert len(found) == 1
    assert found[0].line == line
    assert message is None or str(found[0].message) == message


def test_each_rule_has_a_case() -> None:
    own = Report.RULES.keys() - DOCUMENTS.keys() - HANDOFFS.keys()
    assert own == {case.partition(":")[0] for case in CASES}


def test_a_file_that_is_a_later_form_is_not_held_against_its_folders() -> None:
    later = {LATER: step("greenfield", "2", "Research", more="cycle: 1\n"), **PLANNED}
    (finding,) = read(later).findings
    assert (finding.code, finding.severity) == ("folders-disagree", "note")
    assert "the file takes precedence" in str(finding.message)


@pytest.mark.parametrize(
    ("text", "severity"),
    [
        ("## Current Step\nstep: 2\nstatus: failed\n", "error"),
        ("## Current Step\nstep: 2\nstatus: in_progress\n", "warning"),
        ("## Blockers\n- No keys\n", "warning"),
        ("## Blockers\n- None\n", "warning"),
    ],
)
def test_a_section_that_comes_again_is_read_and_damage_where_it_states_another_status(text: str, severity: str) -> None:
    track = read({**PROBLEM, MAIN: f"{SOUND}\n{text}"})
    (finding,) = (each for each in track.findings if each.code == "duplicate-section")
    assert finding.severity == severity
    assert [each.text for each in track.blockers] == ["No keys"] * ("No keys" in text)
    assert track.position.status == ("failed" if "failed" in text else "in_progress")


@pytest.mark.parametrize(
    ("written", "read_as", "unread"),
    [
        ("## Blockers (2)\n- No keys", ["No keys"], None),
        ("## 3. Blockers\n- No keys", ["No keys"], None),
        ("## Blockers of phase 2\n- No keys", [], 30),
        ("## Blockers\nThe lab is closed.\n- No keys", ["The lab is closed.", "No keys"], None),
        ("## Blockers\n- No keys\n> The lab is closed.", ["No keys", "> The lab is closed."], None),
        ("## Blockers (see below)\n- No keys", [], 30),
        ("## Blockers of phase 2\n- None", [], None),
        ("## Blockers\n| 1 | No keys |", [], 31),
        ("## Blockers (resolved)\n- No keys", [], None),
        ("## Former blockers\n- No keys", [], None),
        ("## Notes\n- No keys", [], None),
    ],
)
def test_what_stands_where_blockers_do_and_is_not_read_may_be_one(
    written: str, read_as: list[str], unread: int | None
) -> None:
    track = read({**PROBLEM, MAIN: changed("## Blockers\n- None", written)})
    assert [each.text for each in track.blockers] == read_as
    assert [each.line for each in track.findings if each.code == "blockers-unread"] == [unread] * (unread is not None)
    assert [each.word for each in needs(track)] == ["blocked"] * len(read_as) + ["unread"] * (unread is not None)
    held = verdict(project(track), blockers=True)
    assert (held.code, verdict(project(track)).code) == (20 if read_as or unread else 0, 20 if unread else 0)


@pytest.mark.parametrize(
    ("flow", "words"),
    [
        ("greenfield", []),
        ("greenfield (since May)", []),
        ("Existing code - the old one", []),
        ("brownfield", ["unread"]),
        ("greenfields", ["unread"]),
    ],
)
def test_a_flow_that_nobody_knows_is_a_row_for_nobody_knows_what_it_waits_for(flow: str, words: list[str]) -> None:
    track = read({**PROBLEM, MAIN: changed("flow: greenfield", f"flow: {flow}")})
    assert [each.word for each in needs(track) if each.kind == "damaged"] == words
    assert verdict(project(track)).code == (20 if words else 0)


@pytest.mark.parametrize(
    "title",
    ["Blockers", "Blockers / Concerns", "Blockers and Concerns", "🚧 Known Risks / Blockers:", "Open Blockers",
     "Current blockers", "ACTIVE BLOCKERS", "Blocker"],
)  # fmt: skip
def test_blockers_are_read_under_the_titles_that_agents_give_them(title: str) -> None:
    for heading in (f"## {title}", f"**{title}**"):
        state = changed("## Blockers\n- None\n", f"{heading}\n- No keys\n")
        assert [each.text for each in read({**PROBLEM, MAIN: state}).blockers] == ["No keys"]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("status:failed", ["failed"]),
        ("retry_count = 3", ["alert"]),
        ("Retry count:many", ["unknown"]),
        ("retry_count:0", []),
    ],
)
def test_a_key_is_read_without_a_space_behind_its_colon(line: str, words: list[str]) -> None:
    key = "status: in_progress" if line.startswith("status") else "retry_count: 0"
    track = read({**PROBLEM, MAIN: changed(key, line)})
    assert [each.word for each in needs(track)] == words
