"""Every finding about autodev's state: what makes it, at which line, and what it says."""

import pytest

from cockpit.rules.attention import needs
from cockpit.rules.thresholds.verdict import verdict
from cockpit.systems.autodev.report import RULES
from cockpit.systems.shared.report import DOCUMENTS, HANDOFFS
from cockpit.wording.messages import Message
from tests.support.autodev_states import LATER, MAIN, PLANNED, PROBLEM, SOUND, changed, read, step
from tests.support.model_builders import project

_RULE = "|---------|------|------|---------|----------------|-----------|"
_SCANNED = Message(
    "autodev.step-by-scan",
    flow="greenfield",
    step="2 Research",
    why=Message("autodev.no-solution-draft", folder="00_problem"),
)
_FAILED = "status: failed\nsub_step: 3 — Compare\nretry_count: 3"
CASES = {
    "state-file-missing": (
        PROBLEM, None,
        Message("autodev.problem-and-folders", problem=Message("autodev.no-state-file"), found=_SCANNED),
    ),
    "two-state-files": (
        {MAIN: SOUND, LATER: step("greenfield", "2", "Research"), **PROBLEM}, None,
        Message("autodev.two-state-files", path=LATER, other="_autopilot_state.md"),
    ),
    "layout-unknown": (
        "# Notes\n\n## Where we are\nStep three\n", None,
        Message("autodev.problem-and-folders", found=_SCANNED,
                problem=Message("autodev.no-step-named-in", sections=("“Notes”", "“Where we are”"))),
    ),
    "template-left": (
        changed("retry_count: 0\n", "retry_count: 0\n\nExample:\n  flow: greenfield\n  step: 3\n"), 11,
        Message("autodev.template-left", first=11, last=13),
    ),
    "duplicate-label": (
        changed("name: Research", "name: Research\nname: Plan"), 7,
        Message("autodev.two-values", label="name", line=6, value="Plan", other=7),
    ),
    "blockers-unread": (
        changed("## Blockers\n- None", "## Blockers of phase 2\n- No keys"), 30,
        Message("systems.blockers-unread", title="Blockers of phase 2"),
    ),
    "flow-unknown": (
        changed("flow: greenfield", "flow: brownfield"), 4, Message("autodev.flow-unknown", flow="brownfield"),
    ),
    "flow-missing": (changed("flow: greenfield\n", ""), 3, Message("autodev.flow-missing")),
    "step-missing": ("# Autopilot State\n\n## Current Step\nflow: greenfield\nstatus: in_progress\n", None, None),
    "step-unknown": (
        changed("name: Research", "name: Gardening"), 5,
        Message("autodev.flow-has-no-step", flow="greenfield", step="Gardening"),
    ),
    "step-unknown: no number": (
        changed("step: 2\n", "step: two\n"), 5, Message("autodev.step-is-no-number", step="two"),
    ),
    "step-beyond-table": (
        changed("step: 2\nname: Research\n", "step: 40\n"), 5,
        Message("autodev.flow-has-no-step", flow="greenfield", step="40"),
    ),
    "step-name-mismatch": (
        changed("step: 2\n", "step: 4\n"), 5,
        Message("autodev.number-of-another-step", name="Research", id="2", flow="greenfield", number="4",
                other="UI Design"),
    ),
    "step-of-other-version": (
        changed("step: 2\nname: Research", "step: 5\nname: Test Spec"), 5,
        Message("autodev.step-of-other-table", step="5 Test Spec", size=17, own=10),
    ),
    "sub-step-unreadable": (
        {LATER: step("greenfield", "2", "Research", more="sub_step: half way\n"), **PROBLEM}, 6,
        Message("autodev.problem-and-folders", problem=Message("autodev.sub-step-unreadable"), found=_SCANNED),
    ),
    "status-missing": (changed("status: in_progress\n", ""), 3, Message("autodev.status-missing")),
    "unknown-status": (
        changed("status: in_progress", "status: dancing"), 7, Message("autodev.status-unknown", status="dancing"),
    ),
    "retry-count-unreadable": (
        changed("retry_count: 0", "retry_count: often"), 9, Message("autodev.retry-count-unreadable", stated="often"),
    ),
    "retry-count-high": (
        changed("retry_count: 0", "retry_count: 7"), 9, Message("autodev.retry-count-high", count=7, most=3),
    ),
    "retries-not-failed": (
        changed("retry_count: 0", "retry_count: 3"), 9, Message("autodev.retries-not-failed", count=3),
    ),
    "failed-without-blocker": (
        changed("status: in_progress\nsub_step: 3 — Compare\nretry_count: 0", _FAILED), 3,
        Message("autodev.failed-without-blocker"),
    ),
    "retry-log-mismatch": (
        changed(f"{_RULE}\n", f"{_RULE}\n| 1 | 2 | Research | 3 | No net | |\n"),
        9, Message("autodev.retry-log-mismatch", count=0, rows=1),
    ),
    "completed-present": (
        changed("| 1 | Problem | 2026-03-28 | Four files |\n",
                "| 1 | Problem | 2026-03-28 | Four files |\n| 2 | Research | 2026-03-29 | One |\n"), 16,
        Message("autodev.step-already-completed", step="2 Research", status="in_progress"),
    ),
    "completed-missing": (
        changed("| 1 | Problem | 2026-03-28 | Four files |\n", ""), 5,
        Message("autodev.rows-missing", step="2 Research", missing=("1 Problem",)),
    ),
    "folders-disagree": (
        {MAIN: SOUND, **PLANNED}, 5,
        Message("autodev.folders-count", step="2 Research", shown="4 UI Design", why=Message(
            "autodev.artefact-shows-done", path="_docs/02_document/architecture.md", step="Plan")),
    ),
    "tasks-mismatch": (
        {MAIN: SOUND, **PROBLEM, "_docs/02_tasks/_dependencies_table.md":
         "Total Tasks: 3\n\n| Task | Name | Complexity |\n|---|---|---|\n| A-1 | One | 3 |\n"}, None,
        Message("autodev.task-total-wrong", stated=3, rows=1),
    ),
}  # fmt: skip
_TOLD_BY_ANOTHER = {"step-missing": "layout-unknown"}


def test_a_sound_state_has_none() -> None:
    assert read(SOUND).findings == ()


@pytest.mark.parametrize("case", CASES)
def test_it_is_reported_with_its_line(case: str) -> None:
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
    assert isinstance(finding.message, Message)
    assert finding.message.code == "autodev.file-counts"


@pytest.mark.parametrize(
    ("text", "severity"),
    [
        ("## Current Step\nstep: 2\nstatus: failed\n", "error"),
        ("## Current Step\nstep: 2\nstatus: in_progress\n", "warning"),
        ("## Blockers\n- No keys\n", "error"),
        ("## Blockers\n- None\n", "warning"),
    ],
)
def test_a_section_that_comes_again_is_damage_where_it_may_hold_the_agent(text: str, severity: str) -> None:
    (finding,) = (
        each for each in read({**PROBLEM, MAIN: f"{SOUND}\n{text}"}).findings if each.code == "duplicate-section"
    )
    assert finding.severity == severity


@pytest.mark.parametrize(
    ("written", "read_as", "unread"),
    [
        ("## Blockers (2)\n- No keys", ["No keys"], None),
        ("## 3. Blockers\n- No keys", ["No keys"], None),
        ("## Blockers of phase 2\n- No keys", [], 30),
        ("## Blockers\nThe lab is closed.\n- No keys", ["No keys"], 31),
        ("## Blockers\n- No keys\n> The lab is closed.", ["No keys"], 32),
        ("## Blockers (see below)\n- No keys", [], 30),
        ("## Blockers of phase 2\n- None", [], None),
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
    assert (held.code, verdict(project(track)).code) == (20 if read_as or unread else 0, 0)


@pytest.mark.parametrize(
    ("flow", "words"),
    [
        ("greenfield", []),
        ("greenfield (since May)", []),
        ("Existing code - the old one", []),
        ("brownfield", ["unknown"]),
        ("greenfields", ["unknown"]),
    ],
)
def test_a_flow_that_nobody_knows_is_a_row_for_nobody_knows_what_it_waits_for(flow: str, words: list[str]) -> None:
    track = read({**PROBLEM, MAIN: changed("flow: greenfield", f"flow: {flow}")})
    assert [each.word for each in needs(track) if each.kind == "damaged"] == words
    assert (verdict(project(track)).code, verdict(project(track), blockers=True).code) == (0, 20 if words else 0)


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
