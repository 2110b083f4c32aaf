"""Phases, decisions, blockers, tokens, documents, next actions and the words of a state file."""

import pytest

from cockpit.model import AgentTokens, Blocker, Counted, Decision, PhaseError, RuleAction, Status, Step, Todo, Tokens
from cockpit.systems.autopilot.description import command_in, is_vague, meaning_of, next_by_rule, status_of
from cockpit.systems.autopilot.steps import find_task, parse_step, same_step
from cockpit.systems.shared.stated_values import is_nothing, phase_prefix, plain
from tests.support.autopilot_states import TRANSPONDER, changed, read, read_case
from tests.support.messages import words as says

HEAD = "# Project State\n\n## Current Position\n\nPhase: 3 of 6\nStatus: In progress\n\n"


def state(section: str) -> dict[str, str]:
    return {TRANSPONDER: HEAD + section}


@pytest.mark.parametrize(
    ("cell", "step", "readable"),
    [
        ("3 of 6", Step(id="3", total=6), True),
        ("03 of 06", Step(id="03", total=6), True),
        ("Phase 3 of 6", Step(id="3", total=6), True),
        ("3/6", Step(id="3", total=6), True),
        ("3 of 6 - Dashboard", Step(id="3", name="Dashboard", total=6), True),
        ("3 of 6 (Dashboard)", Step(id="3", name="Dashboard", total=6), True),
        ("3 of 6: Dashboard — COMPLETE", Step(id="3", name="Dashboard", total=6), True),
        ("1 of 1 — done (5/5 pass)", Step(id="1", name="done (5/5 pass)", total=1), True),
        ("3 of 6 (Import (CSV)) — COMPLETE", Step(id="3", name="Import (CSV)", total=6), True),
        ("02.1 of 6", Step(id="02.1", total=6), True),
        ("3A of 6", Step(id="3A", total=6), True),
        ("CK-01 of 4", Step(id="CK-01", total=4), True),
        ("3 of ?", Step(id="3"), True),
        ("2 of TBD", Step(id="2"), True),
        ("3", Step(id="3"), False),
        ("03 (user-dashboard)", Step(id="03", name="user-dashboard"), False),
        ("Phase 5", Step(id="5"), False),
        ("Dashboard", Step(id="Dashboard"), False),
        ("3 of 6 of 9", Step(id="3", name=None, total=6), True),
        ("Phase 3 (of 6)", Step(id="3", total=6), True),
        ("3 (of 6) - Dashboard", Step(id="3", name="Dashboard", total=6), True),
        ("2 of 4 (50%)", Step(id="2", total=4), True),
        ("2 of 4 — 50 % done", Step(id="2", total=4), True),
        ("-1 of 4", Step(id="-1", total=4), True),
    ],
)
def test_phase_cells(cell: str, step: Step, readable: bool) -> None:
    assert parse_step(cell) == (step, readable)


@pytest.mark.parametrize(
    ("text", "task"),
    [
        ("Mid-plan 3.2, task 3 of 5", Step(id="3", total=5)),
        ("Task 3.2 done", Step(id="3.2")),
        ("task 3/5", Step(id="3", total=5)),
        ("After the tasks", None),
        ("", None),
    ],
)
def test_tasks_in_sentences(text: str, task: Step | None) -> None:
    assert find_task(text) == task


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("3", "03", True), ("003", "3", True), ("3", "4", False), (None, "4", True), ("3.10", "3.1", True),
        ("03-user-dashboard", "3", True), ("3A", "3a", True), ("3A", "3", False), ("x", "y", False),
    ],
)  # fmt: skip
def test_ids_of_the_same_step(one: str | None, other: str | None, same: bool) -> None:
    assert same_step(one, other) is same


@pytest.mark.parametrize(
    ("words", "status"),
    [
        ("Ready to discuss", "discussing"),
        ("Ready to plan", "planning"),
        ("Ready to execute", "ready"),
        ("In progress", "in_progress"),
        ("Blocked", "blocked"),
        ("Phase complete", "phase_complete"),
        ("Project complete", "completed"),
        ("planned", "ready"),
        ("executing", "in_progress"),
        ("complete", "completed"),
        ("in_progress", "in_progress"),
        ("IN-PROGRESS", "in_progress"),
        ("🔄 In Progress", "in_progress"),
        ("⏳ Pending", "not_started"),
        ("`Ready to plan`", "planning"),
        ("Blocked — waiting for API keys", "blocked"),
        ("In progress (wave 2)", "in_progress"),
        ("context_threshold", "paused"),
        ("Ready to execute phase 3", "ready"),
        ("Planning phase 4 of 6", "planning"),
        ("Executing plan 3.2", "in_progress"),
        ("Phase 3 of 6 complete", "phase_complete"),
        ("Completed phase 2", "unknown"),
        ("Ready to execute the plan", "unknown"),
        ("Gliding", "unknown"),
        ("", "unknown"),
        (None, "unknown"),
    ],
)
def test_status_words(words: str | None, status: Status) -> None:
    assert status_of(words) == status


@pytest.mark.parametrize(
    ("words", "means"),
    [
        ("Ready to discuss", "the phase exists, without BRIEFING.md"),
        ("Ready to plan", "BRIEFING.md exists, ROUTE.md does not"),
        ("Ready to execute", "ROUTE.md exists"),
        ("In progress", "the plan is being executed"),
        ("Blocked", "work waits for something external"),
        ("Phase complete", "all plans of the phase are done and verified"),
        ("Project complete", "all phases are done"),
        ("Gliding", ""),
    ],
)
def test_what_a_status_means(words: str, means: str) -> None:
    """Seed, "Status Values"."""
    assert str(meaning_of(status_of(words)) or "") == means


def test_a_bare_complete_means_the_phase_before_the_last() -> None:
    assert status_of("complete", last_phase=False) == "phase_complete"
    assert read({TRANSPONDER: HEAD.replace("In progress", "complete")}).position.status == "phase_complete"
    text = HEAD.replace("In progress", "complete").replace("3 of 6", "6 of 6")
    assert read({TRANSPONDER: text}).position.status == "completed"


@pytest.mark.parametrize(
    ("status", "handoff", "command"),
    [
        ("discussing", False, "/autopilot:preflight"),
        ("planning", False, "/autopilot:takeoff --plan-only"),
        ("ready", False, "/autopilot:takeoff"),
        ("in_progress", False, "/autopilot:takeoff"),
        ("in_progress", True, "/autopilot:cockpit"),
        ("blocked", True, None),
        ("phase_complete", False, None),
        ("completed", False, None),
    ],
)
def test_next_action_by_rule(status: Status, handoff: bool, command: str | None) -> None:
    action = next_by_rule(status, handoff=handoff)
    assert action is not None
    assert action.command == command


def test_no_rule_for_an_unknown_status() -> None:
    assert next_by_rule("unknown", handoff=False) is None


def test_the_rule_stands_in_for_the_file() -> None:
    track = read(state(""))
    text = says("Continue or checkpoint")
    assert track.next_by_rule == RuleAction(text=text, command="/autopilot:takeoff")
    assert track.next_action is not None
    assert (track.next_action.source, track.next_action.command) == ("rule", "/autopilot:takeoff")


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("/autopilot:cockpit", "/autopilot:cockpit"),
        ("Run `/autopilot:takeoff --phase=3 -y` next", "/autopilot:takeoff --phase=3 -y"),
        ("/autopilot:preflight 4 to discuss", "/autopilot:preflight 4"),
        ("/autopilot:cockpit to resume", "/autopilot:cockpit"),
        ("Write the tests", None),
        ("/maestro:resume", None),
    ],
)
def test_commands_in_text(text: str, command: str | None) -> None:
    assert command_in(text) == command


@pytest.mark.parametrize(
    ("activity", "vague"),
    [
        ("Made progress", True),
        ("Worked on stuff", True),
        ("Continued work.", True),
        ("Various fixes", True),
        ("WIP", True),
        ("29 Jan 2026 — Made progress", True),
        ("2026-01-29 (evening) — Made progress", True),
        ("2026/01/29: worked on stuff", True),
        ("29 Jan 2026 — Completed auth API", False),
        ("Task 3 — Made progress", False),
        ("Completed auth API", False),
        ("Made progress bar accessible", False),
        ("Fixes for the login redirect", False),
        ("Worked on the invoice mail", False),
    ],
)
def test_vague_activities(activity: str, vague: bool) -> None:
    assert is_vague(activity) is vague


@pytest.mark.parametrize(
    "text",
    ["", "None", "none.", "None yet.", "- None", "(None)", "*(none)*", "`None`", "N/A", "n/a — between phases", "—",
     "--", "No blockers", "No pending todos.", "None blocking; the API is slow", "None active.", "None open",
     "None — all done.", "null", "?"],
)  # fmt: skip
def test_ways_to_write_nothing(text: str) -> None:
    assert is_nothing(text)


@pytest.mark.parametrize(
    "text",
    ["Nonesuch API is down", "No tests for auth", "0", "Nothing works on Safari", "Not ready", "--output=x", "-x"],
)
def test_what_is_something(text: str) -> None:
    assert not is_nothing(text)


@pytest.mark.parametrize(
    ("text", "shown"),
    [("**$0.32**", "$0.32"), ("`a` and `b`", "`a` and `b`"), ("**`x`**", "x"), ("_a_", "a"), ("a  b\tc", "a b c")],
)
def test_plain_text(text: str, shown: str) -> None:
    assert plain(text) == shown


@pytest.mark.parametrize(
    ("text", "phase", "rest"),
    [
        ("Phase 3: keys missing", "3", "keys missing"),
        ("[Phase 02.1] keys", "02.1", "keys"),
        ("[03] keys", "03", "keys"),
        ("3: keys", "3", "keys"),
        ("P4 - keys", "4", "keys"),
        ("Phase out the old API", None, "Phase out the old API"),
        ("2FA codes arrive late", None, "2FA codes arrive late"),
        ("12:30 meeting", None, "12:30 meeting"),
    ],
)
def test_phase_prefixes(text: str, phase: str | None, rest: str) -> None:
    assert phase_prefix(text) == (phase, rest)


def test_blockers() -> None:
    text = "## Blockers\n- Phase 3: API keys missing\n- ~~Design review~~ done\n- [x] Phase 2: CI quota\n- None\n"
    assert read(state(text)).blockers == (
        Blocker(text="Phase 3: API keys missing", affects=("3",)),
        Blocker(text="Design review done", status="resolved"),
        Blocker(text="Phase 2: CI quota", status="resolved", affects=("2",)),
    )
    assert read(state("### Blockers/Concerns\nNone yet.\n")).blockers == ()
    assert read(state("## Blockers\nThe staging server is down.\n")).blockers == (
        Blocker(text="The staging server is down."),
    )


def test_decisions() -> None:
    text = (
        "### Decisions\n- Phase 2: Use X — because of Y — works\n- SQLite -> for now\n- Plain words\n"
        "- Long one\n  over two lines — fine\n- Retry - three times\n"
    )
    assert read(state(text)).decisions == (
        Decision(text="Use X — because of Y", outcome="works", phase="2"),
        Decision(text="SQLite", outcome="for now"),
        Decision(text="Plain words"),
        Decision(text="Long one over two lines", outcome="fine"),
        Decision(text="Retry", outcome="three times"),
    )


def test_todos() -> None:
    text = "### Pending Todos\n- [ ] One\n- [x] Two\n- Three\n- None\n"
    assert read(state(text)).todos == (Todo(text="One"), Todo(text="Two", done=True), Todo(text="Three"))


def test_errors() -> None:
    text = "## Errors\n- Lint fails\n- Flaky test\n"
    assert read(state(text)).errors == (PhaseError(message="Lint fails"), PhaseError(message="Flaky test"))


def test_decision_log() -> None:
    log = (
        "# Decisions\n\n| ID | Title | Date | Status | Phase |\n|---|---|---|---|---|\n"
        "| D001 | Hybrid sidebar layout | 2026-01-20 | Final | 002 |\n"
        "| D002 | Queue | 2026-01-21 | Under Review | 003 |\n\n"
        "## D001: Hybrid sidebar layout\n\n**Date:** 2026-01-20\n**Status:** Final\n**Phase:** 002\n\n"
        "### Context\nTwo menus want the left edge.\n\n"
        "### Options\n| Option | Pros |\n|---|---|\n| Folding bar | wide |\n| Two menus | easy |\n\n"
        "**Selected:** Folding bar\n\n### Rationale\nTen columns fit.\n"
    )
    files = state("### Recent Decisions\n- Hybrid sidebar layout — working well\n- Other — fine\n")
    assert read({**files, ".autopilot/DECISIONS.md": log}).decisions == (
        Decision(
            id="D001",
            text="Hybrid sidebar layout",
            outcome="working well",
            reason="Ten columns fit.",
            context="Two menus want the left edge.",
            date="2026-01-20",
            phase="002",
            alternatives=("Two menus",),
        ),
        Decision(text="Other", outcome="fine"),
        Decision(id="D002", text="Queue", outcome="Under Review", date="2026-01-21", phase="003"),
    )


def test_a_log_of_thousands_is_read_whole_and_each_entry_finds_its_own() -> None:
    rows = "".join(f"| D{number} | Rule {number} | 2026-01-20 | Final | 2 |\n" for number in range(1, 2_001))
    log = f"# Decisions\n\n| ID | Title | Date | Status | Phase |\n|---|---|---|---|---|\n{rows}"
    recent = "".join(f"- Rule {number} — kept\n" for number in range(2_000, 0, -2))
    decisions = read({**state(f"### Recent Decisions\n{recent}"), ".autopilot/DECISIONS.md": log}).decisions
    assert [each.id for each in decisions] == [
        *(f"D{number}" for number in range(2_000, 0, -2)), *(f"D{number}" for number in range(1, 2_000, 2))
    ]  # fmt: skip
    assert {each.outcome for each in decisions[:1_000]} == {"kept"}


def test_namings_of_phases() -> None:
    phases = read_case("phases-namings").phases
    assert [(p.id, p.name, p.status, p.counted_done, p.counted_total) for p in phases] == [
        ("001", "Setup", "✅ Complete", 2, 2),
        ("02", "data layer", "In progress", 1, 2),
        ("02.1", "hotfix", "In progress", 1, 2),
        ("3", None, "Ready to plan", None, None),
        ("04", "empty", "Ready to discuss", None, None),
        ("005", "Search", "In progress", 1, 2),
        ("6", "Export", "❌ Blocked", None, None),
        ("7", "Polish", "Ready to execute", None, None),
    ]
    assert phases[1].path == ".autopilot/phases/02-data-layer"
    assert phases[5].path == ".autopilot/phases/phase-005.md"


def test_progress_is_counted_from_tasks() -> None:
    assert read_case("phases-namings").position.counted == Counted(done=5, total=8, unit="tasks")
    assert read_case("healthy").position.counted == Counted(done=4, total=8, unit="tasks")
    assert read_case("seed-example").position.counted is None


def test_progress_is_counted_from_plans_where_no_tasks_are_listed() -> None:
    phase = "# Phase 1: A\n\n## Plans\n| Plan | Status |\n|---|---|\n| 1 | ✅ Done |\n| 2 | ⏳ Pending |\n"
    files = {**state(""), ".autopilot/phases/001/PHASE.md": phase}
    assert read(files).position.counted == Counted(done=1, total=2, unit="plans")


def test_progress_is_counted_from_phases_last() -> None:
    plan = "# Flight plan\n\n| Phase | Status |\n|---|---|\n| 1 | complete |\n| 2 | pending |\n| 3 | pending |\n"
    assert read({**state(""), ".autopilot/flightplan.md": plan}).position.counted == Counted(
        done=1, total=3, unit="phases"
    )


def test_a_logbook_knows_what_an_unmarked_list_does_not() -> None:
    files = {
        **state(""),
        ".autopilot/phases/001/ROUTE.md": "# Route\n\n### Task 1: A\n\n### Task 2: B\n",
        ".autopilot/phases/001/LOGBOOK.md": "# Log\n\n### Task 1: A\nDone.\n",
    }
    (phase,) = read(files).phases
    assert (phase.counted_done, phase.counted_total, phase.status) == (1, 2, "In progress")


def test_names_of_the_position() -> None:
    position = read_case("healthy").position
    assert position.phase == Step(id="2", name="Invoices", total=3)
    assert position.plan == Step(id="1", name="Documents", total=2)
    assert position.task == Step(id="3", name="Render the PDF", total=4)
    files = changed("healthy", TRANSPONDER, "task 3 of 4", "task 4 of 4")
    assert read(files).position.task == Step(id="4", name="Mail the PDF", total=4)


TASKS = ("model", "api", "page", "tests", "docs")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("# Plan\n\n" + "".join(f"- [ ] {number}. {each}\n" for number, each in enumerate(TASKS, 1)), None),
        ("# Plan 3.2\n\n" + "".join(f"- [ ] Task {number}: {each}\n" for number, each in enumerate(TASKS, 1)), None),
        ("# Route\n\n## Plan\n" + "".join(f"- [ ] T{number} {each}\n" for number, each in enumerate(TASKS, 1)), None),
        ("# Route\n\n## Plan of work\n" + "".join(f"{number}. [ ] {each}\n" for number, each in enumerate(TASKS, 1)),
         None),
        ("# Route\n\n| Task | Plan | Name | Status |\n|--|--|--|--|\n"
         + "".join(f"| {number} | 2 | {each} | open |\n" for number, each in enumerate(TASKS, 1)), None),
        ("# Phase 3\n\n## Plans\n- [ ] 1. Storage\n- [ ] 2. Screens\n", "Screens"),
        ("# Phase 3\n\n## Work\n- [ ] Plan 1: Storage\n- [ ] Plan 2: Screens\n", "Screens"),
    ],
)  # fmt: skip
def test_a_plan_is_never_named_after_one_of_its_tasks(text: str, name: str | None) -> None:
    head = HEAD.replace("Phase: 3 of 6\n", "Phase: 3 of 6\nPlan: 2 of 4\nTask: 2 of 5\n")
    plan = read({TRANSPONDER: head, ".autopilot/phases/003/ROUTE.md": text}).position.plan
    assert plan == Step(id="2", name=name, total=4)


def test_documents_that_exist() -> None:
    assert read_case("healthy").documents == {
        "clearance": ".autopilot/clearance.md",
        "flightplan": ".autopilot/flightplan.md",
        "project": ".autopilot/PROJECT.md",
        "plan": ".autopilot/phases/002-invoices/ROUTE.md",
        "Current phase": ".autopilot/phases/002-invoices",
    }


@pytest.mark.parametrize(
    ("files", "plans"),
    [
        (["003/PLAN.md"], {"plan": "003/PLAN.md"}),
        (["003/03-01-PLAN.md", "003/03-02-PLAN.md"], {"plan 1": "003/03-01-PLAN.md", "plan 2": "003/03-02-PLAN.md"}),
        (["phase-003.md"], {"plan": "phase-003.md"}),
        (["001/PLAN.md"], {}),
    ],
)
def test_the_plan_that_is_under_way_is_a_document(files: list[str], plans: dict[str, str]) -> None:
    phases = {f".autopilot/phases/{name}": "# Phase 3: Sync\n\n## Tasks\n- [ ] 1 Queue\n" for name in files}
    found = read({**state(""), **phases}).documents
    told = {name: path for name, path in found.items() if name.startswith("plan")}
    assert told == {name: f".autopilot/phases/{path}" for name, path in plans.items()}


def test_archived_handoffs_are_listed_newest_first() -> None:
    names = ("holding-pattern-20260128-090000", "holding-pattern-20260129-090000", "decisions")
    found = read({**state(""), **{f".autopilot/archive/{name}.md": "# x\n" for name in names}})
    assert [each.path for each in found.archived_handoffs] == [
        f".autopilot/archive/{name}.md" for name in (names[1], names[0])
    ]
    assert found.documents["last handoff"] == found.archived_handoffs[0].path


def test_tokens() -> None:
    usage = (
        "# Token Usage Log\n\n## Session Summary\n**Started:** 2026-01-29T10:00:00Z\n\n### Totals\n| Metric | Value |\n"
        "|---|---|\n| Input Tokens | 245,382 |\n| Output Tokens | 89,421 |\n| Estimated Cost | $4.23 |\n\n"
        "## Usage by Agent\n\n| Agent | Model | Input | Output | Cost |\n|---|---|---|---|---|\n"
        "| planner | Sonnet | 12,345 | 5,678 | $0.12 |\n| **Total** | | 12,345 | 5,678 | $0.12 |\n"
    )
    track = read({**state(""), ".autopilot/token-usage.md": usage})
    assert track.tokens == Tokens(
        input=245_382, output=89_421, by_agent={"planner": AgentTokens(input=12_345, output=5_678)}
    )
    assert track.extra["token_usage"]["Total Cost"] == "$4.23"


def test_consequences_are_no_outcome() -> None:
    entry = (
        "# Decisions\n\n## D001: Paging\n\n**Date:** 2026-01-20\n**Status:** Final\n\n### Context\nLong lists.\n\n"
        "**Selected:** {}\n\n### Rationale\nNo rows skipped.\n\n### Consequences\nNo jump to page 7.\n"
    )
    for selected, outcome in (("Cursors", "Cursors"), ("Paging", None)):
        (decision,) = read({**state(""), ".autopilot/DECISIONS.md": entry.format(selected)}).decisions
        assert (decision.outcome, decision.reason, decision.consequences) == (
            outcome, "No rows skipped.", "No jump to page 7.",
        )  # fmt: skip


CHECKPOINT = b"""---
phase: 1
plan: 1
checkpoint:
  type: decision
  after_task: 2
  what: "Which of the two?"
  options: [this, that]
---
# Route
"""
TASKS = "- [x] Task 001.1: One\n- [{second}] Task 001.2: Two\n- [{third}] Task 001.3: Three\n"


@pytest.mark.parametrize("name", ["ROUTE.md", "PHASE.md"])
@pytest.mark.parametrize(("second", "third", "asks"), [("x", " ", True), (" ", " ", False), ("x", "x", False)])
def test_a_checkpoint_asks_once_its_task_is_done_whichever_file_lists_it(
    name: str, second: str, third: str, asks: bool
) -> None:
    head = "# Project State\n\n## Current Position\n\nPhase: 1 of 2\nPlan: 1 of 1\nStatus: Blocked\n"
    folder = ".autopilot/phases/01-begin"
    files = {
        ".autopilot/TRANSPONDER.md": head.encode(),
        f"{folder}/ROUTE.md": CHECKPOINT,
        f"{folder}/PHASE.md": b"# Phase 1: Begin\n\n",
    }
    files[f"{folder}/{name}"] += TASKS.format(second=second, third=third).encode()
    waiting = read(files).waiting
    assert (waiting is not None) == asks
    assert waiting is None or waiting.options == ("this", "that")
