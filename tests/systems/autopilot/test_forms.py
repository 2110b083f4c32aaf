"""The same thing in many forms: lists as bullets, boxes, tables, label lines, fences; a file without headings."""

import pytest

from cockpit.model import Blocker, Decision, HandoffTask, LastActivity, Step, Todo
from cockpit.rules.unread import unread_findings
from cockpit.rules.work import finished
from tests.support.autopilot_states import ACKNOWLEDGMENTS, HANDOFF, TRANSPONDER, read, threshold, told

HEAD = (
    "# Project State\n\n## Current Position\n\n| Field | Value |\n|---|---|\n"
    "| Phase | 3 of 6 |\n| Status | Blocked |\n\n"
)


def state(section: str) -> dict[str, str]:
    return {TRANSPONDER: HEAD + section}


KEYS = Blocker(text="Phase 3: waiting for API keys", affects=("3",))


@pytest.mark.parametrize(
    ("section", "blockers"),
    [
        ("- Phase 3: waiting for API keys\n", (KEYS,)),
        ("Phase 3: waiting for API keys\n", (KEYS,)),
        ("**Phase 3:** waiting for API keys\n", (KEYS,)),
        ("- **Phase 3:** waiting for API keys\n", (KEYS,)),
        ("- **Phase 3**: waiting for API keys\n", (KEYS,)),
        ("• Phase 3: waiting for API keys\n", (Blocker(text="• Phase 3: waiting for API keys"),)),
        ("Phase 3: waiting for\nAPI keys\n", (
            Blocker(text="Phase 3: waiting for", affects=("3",)), Blocker(text="API keys"))),
        ("- Phase 3: keys\n  - asked on Monday\n", (
            Blocker(text="Phase 3: keys", affects=("3",)), Blocker(text="asked on Monday"))),
        ("Phase 3: keys\nPhase 4: quota\n", (
            Blocker(text="Phase 3: keys", affects=("3",)), Blocker(text="Phase 4: quota", affects=("4",)))),
        ("- TBD: pick a vendor\n", (Blocker(text="TBD: pick a vendor"),)),
        ("- Not available: staging DB\n", (Blocker(text="Not available: staging DB"),)),
        ("- Empty: repo has no CI\n", (Blocker(text="Empty: repo has no CI"),)),
        ("- None blocking — but staging is flaky\n", (Blocker(text="None blocking — but staging is flaky"),)),
        ("- Keys — resolved\n", (Blocker(text="Keys", status="resolved"),)),
        ("- ✅ Keys missing (resolved)\n", (Blocker(text="Keys missing", status="resolved"),)),
        ("- Keys — resolved: they came\n", (Blocker(text="Keys", status="resolved", resolution="they came"),)),
        ("- [resolved] Keys\n", (Blocker(text="Keys", status="resolved"),)),
        ("- Keys — resolved by Friday, we hope\n", (Blocker(text="Keys — resolved by Friday, we hope"),)),
        ("- To be resolved: keys\n", (Blocker(text="To be resolved: keys"),)),
        ("- None\n", ()),
        ("None yet.\n", ()),
        ("- None active.\n", ()),
        ("| Blocker | Since |\n|---|---|\n| — | — |\n", ()),
    ],
)  # fmt: skip
def test_blockers_in_any_form(section: str, blockers: tuple[Blocker, ...]) -> None:
    assert read(state(f"### Blockers\n{section}\n## Session Continuity\nNext action: x\n")).blockers == blockers


@pytest.mark.parametrize(
    "section",
    [
        "```\nPhase 3: waiting for API keys\n```\n",
        "```\n- Phase 3: waiting for API keys\n```\n",
        "| # | Blocker | Phase | Status |\n|---|---|---|---|\n| 1 | API keys | 3 | open |\n",
        "| Issue | Since |\n|---|---|\n| API keys | 2026-01-02 |\n",
    ],
)
def test_blockers_in_a_table_or_a_fence_are_unread_and_hold(section: str) -> None:
    track = read(state(f"### Blockers\n{section}\n## Session Continuity\nNext action: x\n"))
    assert track.blockers == ()
    assert "blockers-unread" in [each.code for each in track.findings]
    assert len([*unread_findings(track)]) == 1


@pytest.mark.parametrize(
    ("section", "todos"),
    [
        ("- [ ] a\n  - [ ] b\n  - [x] c\n", (Todo(text="a"), Todo(text="b"), Todo(text="c", done=True))),
        ("- ☐ a\n- ☑ b\n", (Todo(text="☐ a"), Todo(text="☑ b", done=True))),
        ("- ✅ a\n- b\n", (Todo(text="✅ a", done=True), Todo(text="b"))),
        ("These are due:\n\n- [ ] a\n", (Todo(text="a"),)),
        ("| Task | Status |\n|---|---|\n| a | open |\n| b | Done |\n", ()),
        ("Fix: a\n", (Todo(text="Fix: a"),)),
        ("```\n- [ ] a\n```\n", ()),
    ],
)
def test_todos_in_any_form(section: str, todos: tuple[Todo, ...]) -> None:
    assert read(state(f"### Pending Todos\n{section}")).todos == todos


@pytest.mark.parametrize(
    ("section", "decisions"),
    [
        ("Choice: A\n", (Decision(text="Choice: A"),)),
        ("**Auth:** JWT — works\n", (Decision(text="Auth: JWT", outcome="works"),)),
        ("The log is in PROJECT.md.\n\n- **Phase 2**: JWT — works\nand keys\n",
         (Decision(text="JWT", outcome="works", phase="2"),)),
        ("| Choice |\n|---|\n| SQLite — works |\n", ()),
    ],
)  # fmt: skip
def test_decisions_in_any_form(section: str, decisions: tuple[Decision, ...]) -> None:
    track = read(state(f"### Recent Decisions\n{section}"))
    assert track.decisions == decisions


FIELDS = "**Project:** Ship\n**Phase:** 3 of 6\n**Status:** In progress\n**Next action:** /autopilot:takeoff\n"


@pytest.mark.parametrize(
    "text",
    [
        FIELDS,
        FIELDS.replace("**", ""),
        f"# Project State\n{FIELDS}",
        "| Field | Value |\n|---|---|\n| Project | Ship |\n| Phase | 3 of 6 |\n| Status | In progress |\n"
        "| Next action | /autopilot:takeoff |\n",
        "Project State\n=============\n\nProject: Ship\n\nCurrent Position\n----------------\n\nPhase: 3 of 6\n"
        "Status: In progress\n\nSession Continuity\n------------------\n\nNext action: /autopilot:takeoff\n",
        f"```markdown\n# Project State\n\n{FIELDS}```\n",
        f"```\n# Project State\n\n{FIELDS}```\n\n",
    ],
)
def test_a_position_without_headings(text: str) -> None:
    track = read({TRANSPONDER: text})
    assert (track.title, track.format) == ("Ship", "transponder")
    assert (track.position.phase, track.position.status) == (Step(id="3", total=6), "in_progress")
    assert track.next_action is not None
    assert (track.next_action.command, track.next_action.source) == ("/autopilot:takeoff", "file")
    assert {finding.code for finding in track.findings} <= {"fenced-whole"}


def test_a_label_line_begins_a_list() -> None:
    text = f"{FIELDS}\n**Blockers:**\n- Keys\n\n**Todos:**\n- [ ] Call\n"
    track = read({TRANSPONDER: text})
    assert track.blockers == (Blocker(text="Keys"),)
    assert track.todos == (Todo(text="Call"),)
    assert track.findings == ()
    assert "unread" not in track.extra


def test_a_thresholds_table_without_a_heading_is_unread_and_holds() -> None:
    text = f"{FIELDS}\n| Type | Current | Warning | Alert | Stop | Status |\n|---|---|---|---|---|---|\n"
    track = read({TRANSPONDER: f"{text}| Cost | $26 | $10 | $25 | $50 | Alert |\n"})
    assert [each.code for each in unread_findings(track)] == ["limits-unread"]


@pytest.mark.parametrize("text", ["# Project State\n", "Some words about a flight.\n", "# Radio\n\nA hobby.\n\n- x\n"])
def test_a_transponder_of_unknown_form_is_a_track_that_says_so(text: str) -> None:
    files = {TRANSPONDER: text, ".autopilot/state/thresholds.json": '{"current_values": {"cost": 1}}', HANDOFF: TAGGED}
    track = read(files)
    assert track.path == TRANSPONDER
    assert ("layout-unknown", "error", TRANSPONDER, None) in told(track.findings)
    assert "next-action-missing" not in [finding.code for finding in track.findings]
    shown = " ".join(f"{each['section']} {each['text']}" for each in track.extra.get("unread", ()))
    assert all(word in shown or word in ("Project", "State") for word in text.replace("#", "").split())


FORM_FEED = "\x0c"
"""A line separator for Python, for no editor."""


@pytest.mark.parametrize(
    ("section", "text", "unread"),
    [
        ("## Next Action\n/autopilot:takeoff\n", "/autopilot:takeoff", None),
        ("### Next step\n- /autopilot:takeoff --phase=3\n", "/autopilot:takeoff --phase=3", None),
        ("## Next Steps\n1. Call Ann\n2. Ship\n", "Call Ann", "Ship"),
        ("## Next Action\n```\n/autopilot:takeoff\n```\n", "/autopilot:takeoff", None),
        (f"## Next Action\n```\n#{FORM_FEED * 9}\n/autopilot:takeoff\n```\n", "/autopilot:takeoff", None),
    ],
)
def test_a_next_action_in_a_section_of_its_own(section: str, text: str, unread: str | None) -> None:
    track = read(state(section))
    assert track.next_action is not None
    assert (track.next_action.text, track.next_action.source) == (text, "file")
    assert [passage["text"] for passage in track.extra.get("unread", ())] == ([unread] if unread else [])
    assert "next-action-missing" not in [finding.code for finding in track.findings]


def test_times_are_instants_in_utc() -> None:
    given = '{"acknowledged_at": "2026-01-29T16:30:00+02:00", "expires_at": "2026-01-29T18:30:00+02:00"}'
    history = '[{"type": "cost", "acknowledged_at": "2026-01-29T10:00:00+02:00", "reset_at": "soon"}]'
    track = read({
        **state(""),
        HANDOFF: "---\nphase: 3\nplan: 2\ncreated: 2026-01-29T16:30:00+02:00\n---\n",
        ACKNOWLEDGMENTS: f'{{"acknowledgments": {{"cost": {given}}}, "acknowledgment_history": {history}}}',
        ".autopilot/phases/003/PHASE.md": "# Phase 3\n**Started:** 2026-01-29T16:30:00+02:00\n**Completed:** soon\n",
    })  # fmt: skip
    at = "2026-01-29T14:30:00Z"
    assert track.handoff is not None
    assert track.handoff.created == at
    assert (track.phases[0].started, track.phases[0].completed) == (at, "soon")
    assert threshold(track, "cost").refire_at == "2026-01-29T16:30:00Z"
    assert track.extra["acknowledgment_history"] == [
        {"type": "cost", "acknowledged_at": "2026-01-29T08:00:00Z", "reset_at": "soon"}
    ]


@pytest.mark.parametrize(("created", "line"), [("soon", 4), ("2026-01-29 14:30", None)])
def test_a_handoff_of_an_unreadable_time(created: str, line: int | None) -> None:
    track = read({**state(""), HANDOFF: f"---\nphase: 3\nplan: 2\ncreated: {created}\n---\n## Next Action\nx\n"})
    assert track.handoff is not None
    assert track.handoff.created == (None if line else created)
    (finding,) = (each for each in track.findings if each.path == HANDOFF)
    assert finding.code == ("time-unreadable" if line else "zoneless-time")
    assert created in str(finding.message)


TAGGED = (
    "<objective>\nContinue phase 03-slug, plan 3.2 from task 3 of 5\n</objective>\n"
    "<completed_tasks>\n- [x] Task 1: Create model\n- Task 2: Create API\n</completed_tasks>\n"
    "<next_action>Write the page</next_action>\n"
)


def test_a_tagged_handoff_in_other_forms() -> None:
    track = read({HANDOFF: TAGGED})
    assert track.handoff is not None
    assert (track.handoff.phase, track.handoff.plan, track.handoff.task) == ("03-slug", "3.2", "3")
    assert track.handoff.completed == (
        HandoffTask(id="1", name="Create model", status="✅"),
        HandoffTask(id="2", name="Create API"),
    )
    assert track.handoff.next_action == "Write the page"
    assert "unread" not in track.extra


@pytest.mark.parametrize(
    ("cell", "activity"),
    [
        ("2026-01-29 — Completed it", LastActivity(date="2026-01-29", text="Completed it")),
        ("2026-01-29 14:30 — Completed it", LastActivity(date="2026-01-29", text="Completed it")),
        ("2026-01-29 —", LastActivity(date="2026-01-29")),
        ("2026-01-29", LastActivity(date="2026-01-29")),
        ("Completed it", LastActivity(text="Completed it")),
    ],
)
def test_last_activities(cell: str, activity: LastActivity) -> None:
    assert read(state(f"**Last Activity:** {cell}\n")).position.last_activity == activity


HEADED = "| Task | Name | Commit | Status |\n|--|--|--|--|\n"


@pytest.mark.parametrize(
    ("work", "tasks"),
    [
        ("- [x] Task 1: Model (dead123)", [("1", "Model", "dead123", True)]),
        ("- [x] Task 1: Model — `dead123`", [("1", "Model", "dead123", True)]),
        ("- [x] Task 1: Model [dead123](https://e.x/commit/dead123)", [("1", "Model", "dead123", True)]),
        ("- [x] T1: Model, commit dead123", [("1", "Model,", "dead123", True)]),
        ("- [x] Task 1: Model (1234567)", [("1", "Model", "1234567", True)]),
        ("- [x] Task 1: Model `1234567`", [("1", "Model", "1234567", True)]),
        ("- [x] Task 1: Model, commit 1234567", [("1", "Model,", "1234567", True)]),
        ("- [x] Task 1: Read 1234567 rows", [("1", "Read 1234567 rows", None, True)]),
        ("- [x] Task 1: Model (20260129)", [("1", "Model (20260129)", None, True)]),
        ("- [x] Task 1: Model\n- [ ] Task 2: API", [("1", "Model", None, True), ("2", "API", None, False)]),
        ("- [ ] Task 1: Model", [("1", "Model", None, False)]),
        (f"{HEADED}| 1 | Model | `b74a9b6` | ✅ |", [("1", "Model", "b74a9b6", True)]),
        (f"{HEADED}| 1 | Model | `b74a9b6` feat: model | ✅ |", [("1", "Model", "b74a9b6", True)]),
        (f"{HEADED}| 1 | Model | [b74a9b6](https://e.x/c/b74a9b6) | ✅ |", [("1", "Model", "b74a9b6", True)]),
        (f"{HEADED}| Task 1 | Model | b74a9b6 (squashed) | Done |", [("1", "Model", "b74a9b6", True)]),
        (f"{HEADED}| 1 | Model | — | to be done |", [("1", "Model", None, False)]),
    ],
)
def test_the_completed_work_of_a_handoff(work: str, tasks: list[tuple[str | None, str, str | None, bool]]) -> None:
    text = f"---\nphase: 3\nplan: 2\ntask: 3\n---\n\n## Completed Work\n{work}\n\n## Next Action\ngo\n"
    track = read({HANDOFF: text})
    assert track.handoff is not None
    done = finished(track.handoff)
    assert [(each.id, each.name, each.commit, each in done) for each in track.handoff.completed] == tasks
    assert [each.code for each in track.findings] == ["state-file-missing"]
    assert "unread" not in track.extra


def test_a_table_without_a_head_is_unread() -> None:
    work = "| 1 | Model | b74a9b6 | ✅ |\n| 2 | API | dead123 | Incomplete |"
    track = read({HANDOFF: f"---\nphase: 3\nplan: 2\n---\n\n## Completed Work\n{work}\n\n## Next Action\ngo\n"})
    assert track.handoff is not None
    assert track.handoff.completed == ()
    assert [each["text"] for each in track.extra["unread"]] == [work]


@pytest.mark.parametrize("commit", ["HEAD~1", "abc1234, dead123", "not yet"])
def test_what_is_no_one_commit_is_reported(commit: str) -> None:
    work = f"{HEADED}| 1 | Model | {commit} | ✅ |"
    track = read({HANDOFF: f"---\nphase: 3\nplan: 2\n---\n\n## Completed Work\n{work}\n\n## Next Action\ngo\n"})
    assert [each.code for each in track.findings] == ["state-file-missing", "commit-unreadable"]
