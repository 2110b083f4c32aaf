"""What the sessions of Maestro become, notation by notation."""

import time

import pytest

from cockpit.model import (
    AgentTokens,
    Counted,
    FileManifest,
    LastActivity,
    NextAction,
    PhaseError,
    Position,
    ResumeAt,
    Retries,
    RuleAction,
    Session,
    Step,
    Tokens,
    Waiting,
)
from cockpit.model.handoff_draft import DraftTask
from cockpit.rules.attention import needs
from cockpit.systems.interface import ReadContext
from cockpit.systems.maestro.system import Maestro
from tests.support.maestro_sessions import HEAD, MAIN, NOW, PHASES, SOUND, changed, codes, read, read_case, session
from tests.support.memory_files import MemoryFiles, fixture_bytes
from tests.support.messages import words


def test_a_session_in_yaml() -> None:
    track = read_case("healthy")
    assert (track.system, track.path, track.format) == ("maestro", MAIN, "yaml")
    assert (track.id, track.title) == ("2026-03-20-ferry-timetable", "Show the ferry timetable with live delays")
    assert track.updated == "2026-03-20T10:42:30.500000Z"
    assert track.position == Position(
        phase=Step(id="4", name="Departure board", total=6),
        status="in_progress",
        status_text="in_progress",
        status_means=words("the session is open; its phases show the progress"),
        counted=Counted(done=2, total=6, unit="phases"),
        last_activity=LastActivity(date="2026-03-20", text="Phase 3: Delay service ⭕"),
    )
    assert track.resume_at == ResumeAt(phase="3")
    assert track.next_by_rule == RuleAction(text=words("Resume the session"), command="/maestro:resume")
    assert track.next_action == NextAction(text=words("Resume the session"), command="/maestro:resume", source="rule")
    assert track.documents == {
        "design": "docs/maestro/plans/2026-03-20-ferry-timetable-design.md",
        "plan": "docs/maestro/plans/2026-03-20-ferry-timetable-impl-plan.md",
    }
    assert track.retries == Retries(count=1, max=2)
    assert track.waiting is None


def test_its_phases_errors_files_and_tokens() -> None:
    track = read_case("healthy")
    assert [(each.id, each.name, each.status) for each in track.phases] == [
        ("1", "Timetable model", "completed"),
        ("2", "Import of the published tables", "completed"),
        ("3", "Delay service", "in_progress"),
        ("4", "Departure board", "in_progress"),
        ("5", "Print view", "skipped"),
        ("6", "Quality gate", "pending"),
    ]
    third = track.phases[2]
    assert (third.agents, third.parallel, third.blocked_by) == (("coder", "api_designer"), True, ("2",))
    assert (third.started, third.completed, third.retry_count) == ("2026-03-20T09:30:00Z", None, 1)
    assert [(each.phase, each.type, each.resolved) for each in track.errors] == [
        ("2", "validation", True), ("3", "timeout", False),
    ]  # fmt: skip
    assert track.errors[1] == PhaseError(
        phase="3",
        agent="coder",
        type="timeout",
        message="The port authority's feed did not answer within 30 seconds",
        resolution="pending",
        resolved=False,
        at="2026-03-20T10:31:00Z",
    )
    assert track.files == FileManifest(
        created=(
            "src/timetable/model.py", "src/timetable/__init__.py", "src/timetable/importing.py", "src/board/view.py",
        ),
        modified=("pyproject.toml",),
        deleted=("scripts/old_import.sh",),
    )  # fmt: skip
    assert track.tokens == Tokens(
        input=41000,
        output=12500,
        cached=6000,
        by_agent={
            "architect": AgentTokens(input=9000, output=2500, cached=1000),
            "coder": AgentTokens(input=24000, output=8000, cached=4000),
            "tester": AgentTokens(input=8000, output=2000, cached=1000),
        },
    )


def test_its_history_log_and_what_only_it_has() -> None:
    track = read_case("healthy")
    assert [(each.id, each.status, each.notes) for each in track.sessions] == [
        ("2026-03-20-ferry-timetable", "in_progress", "2 of 6 phases done"),
        ("2026-03-11-ticket-prices", "completed", "1 of 3 phases done"),
        ("2026-03-02-harbour-map", "completed", "3 of 3 phases done"),
    ]
    assert track.sessions[1] == Session(
        id="2026-03-11-ticket-prices",
        started="2026-03-11T09:00:00Z",
        ended="2026-03-12T11:00:00Z",
        status="completed",
        working_on="Correct the ticket prices",
        notes="1 of 3 phases done",
        path="docs/maestro/state/archive/2026-03-11-ticket-prices.md",
    )
    extra = track.extra
    assert (extra["tier"], extra["tier_by_rule"], extra["workflow_mode"]) == ("T3", True, "standard")
    assert (extra["execution_mode"], extra["execution_backend"]) == ("parallel", "native")
    assert (extra["current_batch"], extra["task_complexity"]) == ("3,4", "medium")
    assert extra["design_gate"]["approved_at"] == "2026-03-20T07:58:00Z"
    assert extra["phases"]["1"] == {
        "files_created": ["src/timetable/model.py", "src/timetable/__init__.py"],
        "downstream_context": {
            "key_interfaces_introduced": ["Departure(pier, at, delay)"],
            "patterns_established": ["Times are aware datetimes in the harbour's zone"],
            "integration_points": [],
            "assumptions": ["A pier never changes its number"],
            "warnings": [],
        },
    }
    assert extra["phases"]["3"] == {"planned_files": ["src/delays/service.py"]}
    assert [*extra["sections"]] == [
        "Phase 1: Timetable model ✅", "Phase 2: Import of the published tables ✅", "Phase 3: Delay service ⭕",
    ]  # fmt: skip
    assert extra["sections"]["Phase 2: Import of the published tables ✅"] == (
        "### coder Output\nAll six published tables can be read.\n\n"
        "### Validation Result\nPass, after one retry"
    )  # fmt: skip
    assert "unread" not in extra


def test_the_first_release() -> None:
    track = read_case("gemini")
    assert (track.path, track.title) == (".gemini/state/active-session.md", "Night ferries")
    assert (track.extra["tier"], "tier_by_rule" in track.extra) == ("T2", False)
    assert track.documents == {"plan": ".gemini/plans/night-ferries-impl-plan.md"}
    assert track.resume_at == ResumeAt(phase="2")
    assert track.next_by_rule == RuleAction(
        text=words("Resume and decide about phase 2: retry, skip, abort or adjust"), command="/maestro.resume"
    )
    assert [each.id for each in track.sessions] == ["2026-02-10-night-ferries", "2026-02-09-gangway-sensor"]
    assert codes(track) == []


def test_line_ends_make_no_difference() -> None:
    unix, windows = read_case("gemini"), read_case("crlf")
    assert (windows.phases, windows.errors, windows.tokens) == (unix.phases, unix.errors, unix.tokens)
    assert windows.extra["sections"] == unix.extra["sections"]
    assert codes(windows) == ["crlf", "document-missing"]


def test_a_session_in_json() -> None:
    track = read_case("json")
    assert (track.format, track.id) == ("json", "2026-05-01-pier-cameras")
    assert [(each.id, each.status, each.blocked_by) for each in track.phases] == [
        ("prepare", "completed", ()), ("blur", "in_progress", ("prepare",)),
    ]  # fmt: skip
    assert track.position.phase == Step(id="blur", name="Blur the faces", total=2)
    assert track.extra["workflow_mode"] == "express"
    assert codes(track) == []


def test_a_finding_in_json_has_its_line() -> None:
    text = fixture_bytes("json", "maestro")[MAIN].replace(b'"total_phases": 2', b'"total_phases": 5')
    (finding,) = read(text).findings
    assert (finding.code, finding.line) == ("total-mismatch", text[: text.index(b'"total_phases"')].count(b"\n") + 1)


def test_a_quick_session() -> None:
    track = read_case("t1")
    assert (track.extra["tier"], track.phases, track.resume_at) == ("T1", (), None)
    assert track.extra["validation"] == {"command": "make test", "result": "fail"}
    assert track.files == FileManifest(modified=("src/board/piers.py",))
    assert [(each.phase, each.message, each.resolved) for each in track.errors] == [
        (None, "test_piers expects the old name", False)
    ]
    assert track.next_by_rule == RuleAction(
        text=words("Delegate the task again, or make it a session with phases"), command="/maestro:resume"
    )
    assert (track.position.status, track.position.counted) == ("failed", None)
    assert track.sessions[0].agent == "coder"
    assert track.lacks["phases"] == words("A quick session (T1) has no phases.")


def test_quotes_with_backslashes_are_not_part_of_a_value() -> None:
    track = read_case("backslashes")
    assert (track.id, track.position.status) == ("2026-02-10-night-ferries", "in_progress")
    assert [each.name for each in track.phases] == ["Night tariff", "Crew rota", "Tests"]
    assert track.phases[0].agents == ("coder",)
    assert track.extra["implementation_plan"] == "c:\\boats\\docs\\maestro\\plans\\night-ferries-impl-plan.md"
    assert codes(track) == ["backslash-quotes", "path-elsewhere"]


def test_of_a_cut_frontmatter_what_is_left() -> None:
    track = read_case("cut")
    assert [(each.id, each.status) for each in track.phases] == [("1", "completed"), ("4", "in_progress")]
    assert track.position.phase == Step(id="4", name="Comparison", total=4)
    assert track.position.counted is None, "nobody can count phases that were left out"


def test_a_log_without_frontmatter() -> None:
    track = read_case("log")
    assert (track.format, track.title, track.id) == ("log", "Paint the hulls", None)
    assert track.extra["sections"] == {"Phase 1: Primer ✅": "Two coats.", "Phase 2: Colour ⭕": ""}
    assert track.position.last_activity == LastActivity(date=None, text="Phase 2: Colour ⭕")
    assert "tier" not in track.extra


def test_of_a_damaged_session_what_can_be_read() -> None:
    track = read_case("damaged")
    assert (track.id, track.position.status) == ("2026-03-26-radio", "in_progress")
    assert track.title == "Announce delays: by radio, and on the board"
    first, second = track.phases
    assert (first.id, first.agents, second.blocked_by) == ("1", ("tester", "coder"), ("1",))
    assert [each.message for each in track.errors] == ["the speaker crackles", "The radio's key was refused"]
    unread_text = " ".join(passage["text"] for passage in track.extra["unread"])
    for each in ("the night watch", "since noon", "a lot", "cheerful", "ask the harbour master", "a note between"):
        assert each in unread_text
    assert "kept by hand" in track.extra["sections"]["Announce delays Orchestration Log"]


def test_ids_of_any_kind_are_text() -> None:
    for stated, identity in (("03", "03"), ("2.10", "2.10"), ("2.1.1", "2.1.1"), ('"3A"', "3A"), ("CK-01", "CK-01")):
        track = read(changed("  - id: 3", f"  - id: {stated}"))
        assert track.phases[2].id == identity
        assert codes(track) == []


def test_without_a_phase_that_can_be_named_the_position_is_where_the_work_goes_on() -> None:
    for head in (HEAD.replace("current_phase: 2\n", ""), HEAD.replace("current_phase: 2", "current_phase: .nan")):
        assert read(session(head + PHASES)).position.phase == Step(id="2", name="Two", total=3)


def test_what_comes_next() -> None:
    done = PHASES.replace("in_progress", "completed").replace("pending", "skipped")
    cases = (
        (HEAD + PHASES, "Resume the session", "/maestro:resume"),
        (HEAD + done, "Review the work and archive the session", "/maestro:archive"),
        (HEAD.replace("in_progress", "completed") + done, "Archive the session", "/maestro:archive"),
        (HEAD.replace("in_progress", "blocked") + PHASES,
         "Remove what blocks the session, then resume it", "/maestro:resume"),
        (HEAD + PHASES.replace("in_progress", "failed"),
         "Resume and decide about phase 2: retry, skip, abort or adjust", "/maestro:resume"),
        (HEAD + done.replace("    name: Two\n", "    name: Two\n    requires_reconciliation: true\n"),
         "Compare the plan with what was done, then archive the session", "/maestro:archive"),
    )  # fmt: skip
    for front, text, command in cases:
        action = read(session(front)).next_by_rule
        assert action is not None
        assert (str(action.text), action.command) == (text, command)


def test_where_the_work_goes_on() -> None:
    cases = (
        (PHASES, "2"),
        (PHASES.replace("in_progress", "failed"), "2"),
        (PHASES.replace("in_progress", "skipped"), "3"),
        (PHASES.replace("in_progress", "completed").replace("pending", "failed"), "3"),
        (PHASES.replace("in_progress", "completed").replace("pending", "completed"), None),
    )
    for phases, identity in cases:
        expected = None if identity is None else ResumeAt(phase=identity)
        assert read(session(HEAD + phases)).resume_at == expected


def test_a_design_that_is_not_approved_is_asked_about() -> None:
    gate = '{"session_id": "s-1", "entered_at": "2026-03-20T07:00:00Z", "approved_at": null, '
    gate += '"design_document_path": "d.md"}'
    track = read(session(), **{"docs__maestro__state__s-1.design-gate.json": gate})
    assert track.waiting == Waiting(question=words("Is the design approved? (d.md)"), since="2026-03-20T07:00:00Z")


def test_what_a_handoff_would_say() -> None:
    files = MemoryFiles(fixture_bytes("gemini", "maestro"))
    (candidate,) = Maestro().detect(files)
    draft = Maestro().draft(files, candidate, ReadContext(now=NOW))
    assert (draft.reason, draft.phase) == ("error", "2")
    assert draft.completed == (DraftTask(id="1", name="Night tariff", state="done", origin="state"),)
    assert draft.remaining == ("Phase 2: Crew rota (failed)", "Phase 3: Tests (not started)")
    assert draft.blockers == ("Phase 2: The rota has no night shift: KeyError 'night'",)
    assert draft.next_action == "Resume and decide about phase 2: retry, skip, abort or adjust: /maestro.resume"
    assert draft.state == "Phase 2 (Crew rota)."


def test_a_log_of_thousands_of_like_headings_is_read_whole() -> None:
    texts = read(session(body="## Same\ntext\n" * 20_000)).extra["sections"]
    assert (len(texts), texts["Same"], texts["Same (20000)"]) == (20_000, "text", "text")


FAILED = """    status: failed
    errors:
      - message: No feed
        resolution: pending
        resolved: {resolved}
"""
RETRIED = """      - message: Retry 1
        type: retry
        resolution: With a longer wait
        resolved: true
"""


@pytest.mark.parametrize(
    ("resolved", "third", "text"),
    [
        ("false", "pending", "Resume and decide about phase 2: retry, skip, abort or adjust"),
        ("true", "pending", "Resume and decide about phase 2: retry, skip, abort or adjust"),
        ("true", "in_progress", "Resume the session"),  # a person left it as it is, and went on
        ("false", "in_progress", "Resume and decide about phase 2: retry, skip, abort or adjust"),
    ],
)
def test_what_comes_next_after_a_phase_failed(resolved: str, third: str, text: str) -> None:
    failed = SOUND.replace("    status: in_progress\n    blocked_by: [1]\n", FAILED.format(resolved=resolved))
    track = read(session(failed.replace("    status: pending\n", f"    status: {third}\n")))
    assert track.next_by_rule is not None
    assert str(track.next_by_rule.text) == text


def test_an_error_after_which_its_phase_was_tried_again_waits_for_nobody() -> None:
    tried = FAILED.format(resolved="false").replace("failed", "in_progress") + RETRIED + "    retry_count: 1\n"
    track = read(session(SOUND.replace("    status: in_progress\n    blocked_by: [1]\n", tried)))
    assert [(each.message, each.resolved, each.tried_again) for each in track.errors] == [
        ("No feed", False, True),
        ("Retry 1", True, True),
    ]
    assert [each.kind for each in needs(track)] == []


@pytest.mark.parametrize(
    ("status", "expected"),
    [
        ("failed", "Phase 2 failed (Two)"),
        ("completed", "Phase 2 completed (Two)"),
        ("in_progress", "Phase 2 started (Two)"),
    ],
)
def test_the_status_of_the_phase_says_what_happened_last(status: str, expected: str) -> None:
    times = "    started: 2026-03-20T09:10:00Z\n    completed: 2026-03-20T09:30:00Z\n"
    front = SOUND.replace("status: in_progress\n    blocked", f"status: {status}\n{times}    blocked")
    later = front.replace("updated: 2026-03-20", "updated: 2026-03-21")
    assert later != front
    last = read(session(later)).position.last_activity
    assert last is not None
    assert (last.date, str(last.text)) == ("2026-03-20", expected)


@pytest.mark.parametrize("heading", ["Phase 3: Three ⬜", "Phase 3: Three", "Phase 9: Nine (pending)"])
def test_a_heading_of_a_phase_that_nobody_began_is_no_activity(heading: str) -> None:
    body = f"# Of buoys Orchestration Log\n\n## Phase 2: Two ⭕\n\n## {heading}\n"
    last = read(session(body=body)).position.last_activity
    assert last is not None
    assert str(last.text) == "Phase 2: Two ⭕"


def test_of_events_at_one_instant_the_last_one_counts() -> None:
    times = "    started: 2026-03-20T09:00:00Z\n    completed: 2026-03-20T09:00:00Z\n"
    front = SOUND.replace("    completed: 2026-03-20T09:00:00Z\n", times)
    for begun, expected in (
        (front, "completed (One)"),
        (front.replace("    blocked_by: [1]\n", times), "started (Two)"),
    ):
        last = read(session(begun)).position.last_activity
        assert last is not None
        assert str(last.text).endswith(expected)


def test_a_completed_session_unfinished_is_not_simply_archived() -> None:
    unfinished = read(session(SOUND.replace("status: in_progress\ncurrent", "status: completed\ncurrent"))).next_by_rule
    done = SOUND.replace("status: in_progress", "status: completed").replace("status: pending", "status: skipped")
    completed = read(session(done)).next_by_rule
    assert unfinished is not None
    assert completed is not None
    assert (unfinished.command, completed.command) == ("/maestro:resume", "/maestro:archive")


@pytest.mark.parametrize(
    ("status", "more"),
    [
        ("completed", ""),
        ("in_progress", ""),
        ("completed", "    requires_reconciliation: true\n"),
    ],
)
def test_a_session_is_not_to_be_archived_while_a_part_of_it_cannot_be_read(status: str, more: str) -> None:
    """Work may be open in what is missing, and `track archive` asks about such a session."""
    done = SOUND.replace("status: pending", "status: completed").replace("status: in_progress", "status: completed")
    begun = done.replace("  - id: 3\n", f"{more}UNREAD  - id: 4\n").replace("completed", status, 1)
    for line in ("...\n", "  ... (phase 3)\n", "    name: Two\n"):
        unread = read(session(begun.replace("UNREAD", line)))
        assert unread.next_by_rule == RuleAction(
            text=words("Fix what cannot be read in the session file: work may be open in it")
        ), line
    whole = read(session(begun.replace("UNREAD", ""))).next_by_rule
    assert whole is not None
    assert whole.command == "/maestro:archive"


def test_ten_thousand_doubled_keys_are_read_in_a_second() -> None:
    doubled = "".join(f"key{number}: a\n" for number in range(5_000)) * 2
    text = f"---\nsession_id: s-1\nstatus: in_progress\n{doubled}---\n"
    begun = time.process_time()
    track = read(text)
    assert time.process_time() - begun < 1
    assert track.id == "s-1"


@pytest.mark.parametrize("first_is_worse", [True, False])
@pytest.mark.parametrize(
    ("place", "indent", "worse", "better"),
    [("session", "", "failed", "completed"), ("phase 2", "    ", "blocked", "completed"),
     ("phase 2", "    ", "in_progress", "skipped")],
)  # fmt: skip
def test_of_two_statuses_under_one_key_the_worse_counts(
    place: str, indent: str, worse: str, better: str, first_is_worse: bool
) -> None:
    first, second = (worse, better) if first_is_worse else (better, worse)
    head, middle, rest = SOUND.partition("  - id: 2\n")
    old, new = f"{indent}status: in_progress\n", f"{indent}status: {first}\n{indent}status: {second}\n"
    track = read(
        session(
            head.replace(old, new) + middle + rest if place == "session" else head + middle + rest.replace(old, new)
        )
    )
    stated = track.position.status_text if place == "session" else track.phases[1].status
    assert stated == worse
    (found,) = [each for each in track.findings if each.code == "yaml-duplicate-key"]
    assert found.message == words("Duplicate key status; the worst of its values is used.")


@pytest.mark.parametrize(
    ("stated", "status", "needed"),
    [
        ("Blocked - waiting for keys", "blocked", "blocked"),
        ("blocked_by_keys", "blocked", "blocked"),
        ("failed_after_retry", "failed", "failed"),
        ("waiting", "unknown", "unread"),
        ("complete (with two open issues)", "unknown", "unread"),
    ],
)
def test_a_status_that_holds_the_work_does_so_whatever_explains_it(stated: str, status: str, needed: str) -> None:
    track = read(session(SOUND.replace("status: in_progress", f"status: {stated}", 1)))
    assert (track.position.status, needs(track)[0].word) == (status, needed)


def test_of_two_statuses_under_one_key_in_json_the_worse_counts() -> None:
    text = b'---\n{"session_id": "s-1", "status": "blocked", "status": "completed", "phases": []}\n---\n'
    assert read(text).position.status == "blocked"
