"""The other layouts: waypoints, the files before the rename, the third body, templates, damage."""

from cockpit.model import (
    Acknowledgment,
    Counted,
    Finding,
    Handoff,
    HandoffTask,
    LastActivity,
    Limits,
    Position,
    Session,
    Step,
    Threshold,
)
from cockpit.systems.interface import FileContent
from cockpit.wording.messages import plain
from tests.support.autopilot_states import (
    ACKNOWLEDGMENTS,
    HANDOFF,
    THRESHOLDS,
    TRANSPONDER,
    read,
    read_case,
    threshold,
    told,
)
from tests.support.memory_files import fixture_bytes
from tests.support.messages import words as says


def test_layout_2() -> None:
    track = read_case("layout-2")
    assert track.format == "flight-waypoint"
    assert track.updated == "2026-02-11T18:05:00Z"
    assert track.position == Position(
        phase=Step(id="4", name="Search", total=11),
        task=Step(id="004.3"),
        status="paused",
        status_text="context_threshold",
        status_means=says("work is paused; where it stopped is saved"),
        last_activity=LastActivity(text="Completed task 004.2"),
    )
    assert track.next_action is not None
    assert (track.next_action.command, track.next_action.source) == ("/autopilot:cockpit", "file")
    assert track.sessions == (
        Session(ended="2026-02-11T18:05:00Z", working_on="004.3", handoff_reason="context_threshold"),
    )
    assert track.findings == ()


def test_layout_2_fuel() -> None:
    track = read_case("layout-2")
    assert threshold(track, "cost") == Threshold(
        metric="cost",
        unit="usd",
        value=26.1,
        level="alert",
        limits=Limits(warning=12, alert=24, stop=60, source="TRANSPONDER.md"),
        agent_will="continue",
        agent_level="alert",
        read_at="2026-02-11T18:05:00Z",
        source="TRANSPONDER.md",
        acknowledgment=Acknowledgment(at=None, effective=True),
    )
    context = threshold(track, "context")
    assert (context.value, context.level, context.agent_will) == (43, "alert", "pause")
    assert track.extra["fuel"] == {"Input Tokens": "348,067", "Output Tokens": "142,891", "Total Cost": "$26.10"}
    assert track.extra["validation_state"]["Tests"] == "✅ Pass (coverage: 85%)"
    assert track.extra["git_state"]["Last commit"] == "9ab41c2"
    assert [(each["section"], each["line"]) for each in track.extra["unread"]] == [
        ("Alert Acknowledgments", 27), ("Notes for the Crew", 40), ("Resume Instructions", 45),
        ("Resume Instructions", 48), ("Resume Instructions", 49),
    ]  # fmt: skip
    assert threshold(track, "tokens").value == 348_067 + 142_891


def test_before_the_rename() -> None:
    track = read_case("v1")
    assert (track.path, track.format) == (".autopilot/STATE.md", "state-v1")
    assert track.position.phase == Step(id="2", name="Data Layer", total=5)
    assert track.position.counted == Counted(done=1, total=2, unit="phases")
    assert track.extra["rollback"]["Backup branch"] == "autopilot-backup-20251230-2014"
    assert track.documents == {"clearance": ".autopilot/scope.md", "roadmap": ".autopilot/roadmap.md"}
    assert threshold(track, "context").source == "STATE.md"
    assert told(track.findings) == [
        ("total-mismatch", "warning", ".autopilot/STATE.md", 6),
        ("older-state-file", "note", ".autopilot/checkpoint.md", 2),
    ]


def test_tagged_handoff() -> None:
    assert read_case("v1").handoff == Handoff(
        path=".autopilot/continue-here.md",
        phase="2",
        plan="1",
        task="7",
        total_tasks="9",
        completed=(
            HandoffTask(id="5", name="Create model", commit="0aa31f2", files=("src/model.py", "src/types.py")),
            HandoffTask(id="6", name="Create migration", commit="5be0d11", files=("migrations/0006.py",)),
        ),
        context="Current task: Task 7 - Seed data",
        next_action="Write the seed script for the test database",
    )


def test_third_body() -> None:
    text = (
        "# Checkpoint: Phase 5, Task 3\n\n## Completed\n- Login form\n- Session cookie\n\n## In Progress\n- Logout\n\n"
        "## Next Steps\n- Expiry\n\n## Resume Command\n`/autopilot:cockpit --task=5.3`\n"
    )
    track = read({TRANSPONDER: text})
    assert track.format == "checkpoint"
    assert (track.position.phase, track.position.task) == (Step(id="5"), Step(id="3"))
    assert track.position.status == "in_progress"
    assert track.position.last_activity == LastActivity(text="Session cookie")
    assert [todo.text for todo in track.todos] == ["Expiry"]
    assert track.next_action is not None
    assert track.next_action.command == "/autopilot:cockpit --task=5.3"
    assert track.findings == ()


def test_older_files_beside_the_transponder() -> None:
    track = read_case("mixed")
    assert (track.path, track.updated) == (TRANSPONDER, "2026-01-29T14:30:00Z")
    assert told(track.findings) == [
        ("older-state-file", "warning", ".autopilot/checkpoint.md", 2),
        ("older-state-file", "note", ".autopilot/STATE.md", 4),
    ]
    main, other = (
        says(f"{file} ({time})")
        for file, time in (("TRANSPONDER.md", "2026-01-29T14:30:00Z"), ("checkpoint.md", "2026-01-30T08:00:00Z"))
    )
    assert track.findings[0].message == says(f"{main} is read; the newer {other} is not.")


def test_lone_handoff() -> None:
    files = fixture_bytes("seed-example")
    track = read({HANDOFF: files[HANDOFF]})
    assert (track.path, track.format, track.updated) == (HANDOFF, "holding-pattern", "2026-01-29T14:30:00Z")
    assert track.position == Position(
        phase=Step(id="3"),
        plan=Step(id="2"),
        task=Step(id="3", name="Create UI component", total=5),
        status="in_progress",
        status_text="in_progress",
        status_means=says("the plan is being executed"),
    )
    assert track.next_action is not None
    assert track.next_action.text == "Create Dashboard.tsx component using the API from task 2"
    assert told(track.findings) == [("state-file-missing", "error", TRANSPONDER, None)]


def test_lone_thresholds() -> None:
    track = read({THRESHOLDS: fixture_bytes("seed-thresholds")[THRESHOLDS]})
    assert (track.format, track.updated) == ("thresholds", "2026-01-29T14:30:00Z")
    assert threshold(track, "cost").agent_will == "pause"
    assert threshold(track, "cost").limits.source == "built-in"
    assert track.position == Position()


def test_an_unfilled_template_has_no_values() -> None:
    track = read_case("template")
    assert track.title is None
    assert track.updated is None
    assert track.position == Position()
    assert (track.decisions, track.todos, track.blockers, track.metrics) == ((), (), (), {})
    assert track.handoff is not None
    assert (track.handoff.phase, track.handoff.created, track.handoff.state) == (None, None, None)
    codes = {finding.code for finding in track.findings}
    assert codes == {"template-placeholder", "next-action-missing", "handoff-incomplete"}


def test_damaged_files_yield_what_can_be_read() -> None:
    track = read_case("damaged")
    assert track.title == "TaskFlow App"
    assert track.position.phase == Step(id="3", total=6)
    assert track.continuity.resume_file == HANDOFF
    assert (threshold(track, "cost").value, threshold(track, "context").value) == (26.5, 35)
    assert threshold(track, "variance").source == "TRANSPONDER.md"
    assert track.handoff is not None
    assert (track.handoff.phase, track.handoff.state, track.handoff.next_action) == ("3", "Half a file", "Go on")
    assert told(track.findings) == [
        ("conflict-marker", "error", TRANSPONDER, 13),
        ("json-invalid", "error", ACKNOWLEDGMENTS, 5),
        ("json-invalid", "error", THRESHOLDS, 5),
        ("next-action-missing", "warning", TRANSPONDER, 37),
        ("ends-in-the-middle", "warning", TRANSPONDER, 44),
        ("utf8-invalid", "warning", TRANSPONDER, 44),
        ("frontmatter-unclosed", "warning", HANDOFF, 1),
    ]


def test_unreadable_transponder_is_a_track_that_says_so() -> None:
    finding = Finding(
        code="no-permission", severity="error", path=TRANSPONDER, message=plain("No permission to read it.")
    )
    track = read({TRANSPONDER: FileContent(path=TRANSPONDER, data=None, finding=finding)})
    assert track.findings == (finding,)
    assert track.position == Position()


def test_empty_transponder_is_a_track_that_says_so() -> None:
    assert told(read({TRANSPONDER: b""}).findings) == [("empty-file", "error", TRANSPONDER, None)]


def test_stale_content_marks_its_thresholds() -> None:
    files = fixture_bytes("seed-thresholds")
    stale = FileContent(path=THRESHOLDS, data=files[THRESHOLDS], stale=True)
    assert threshold(read({**files, THRESHOLDS: stale}), "cost").stale is True
    assert threshold(read(files), "cost").stale is False


def test_sub_packages_have_their_own_paths() -> None:
    files = {f"packages/web/{path}": data for path, data in fixture_bytes("healthy").items()}
    track = read(files, base="packages/web")
    assert track.path == "packages/web/.autopilot/TRANSPONDER.md"
    assert track.documents["flightplan"] == "packages/web/.autopilot/flightplan.md"
    assert track.documents["Current phase"] == "packages/web/.autopilot/phases/002-invoices"
    assert track.findings == ()


def test_sections_no_rule_reads_are_kept() -> None:
    text = "# Project State\n\n## Current Position\n\nPhase: 1 of 2\n\n## Weather\n\nWind from the west.\n"
    assert read({TRANSPONDER: text}).extra["unread"] == [
        {"path": TRANSPONDER, "section": "Weather", "line": 7, "text": "Wind from the west."}
    ]


def test_position_in_a_code_fence() -> None:
    text = "# Project State\n\n## Current Position\n\n```\nPhase: 2 of 5 (Billing)\nStatus: Blocked\n```\n"
    position = read({TRANSPONDER: text}).position
    assert (position.phase, position.status) == (Step(id="2", name="Billing", total=5), "blocked")


def test_frontmatter_is_read_as_the_head_and_what_is_left_is_kept() -> None:
    text = "---\nmood: calm\nstatus: blocked\n---\n# Project State\n\n## Current Position\n\nPhase: 1 of 2\n"
    track = read({TRANSPONDER: text})
    assert (track.position.status, [each["text"] for each in track.extra["unread"]]) == ("blocked", ["mood: calm"])
