"""What each pane says: the words, marks and columns a person reads."""

from dataclasses import replace
from typing import Any

import pytest

from cockpit.model import (
    Blocker,
    Continuity,
    Counted,
    Decision,
    Finding,
    Handoff,
    LastActivity,
    Limits,
    NextAction,
    Phase,
    PhaseError,
    Position,
    Retries,
    Session,
    Step,
    Threshold,
    Todo,
    Tokens,
    Track,
    Waiting,
)
from tests.builders import acknowledgment, clock, full_track, threshold, track
from tests.widgets.bench import COMPACT, ROOMY, texts
from widgets.pane import Pane, View
from widgets.panes.attention import AttentionPane
from widgets.panes.blockers import BlockersPane
from widgets.panes.decisions import DecisionsPane
from widgets.panes.findings import FindingsPane
from widgets.panes.phases import PhasesPane, kind
from widgets.panes.position import PositionPane
from widgets.panes.sessions import SessionsPane
from widgets.panes.thresholds import ThresholdsPane
from widgets.panes.todos import TodosPane

# Pane 1


def test_attention() -> None:
    shown = track(
        thresholds=(threshold(value=26.5, level="alert", agent_will="pause"),),
        waiting=Waiting(question="Sidebar?"),
        handoff=Handoff(path="h.md", task="3"),
    )
    assert texts(AttentionPane, shown, 80) == [
        "▲ alert     cost $26.50, alert at $25: the agent pauses until you acknowledge",
        "? question  Sidebar?",
        "↪ resume    A handoff waits at task 3",
    ]


@pytest.mark.parametrize(
    ("shown", "sentence"),
    [
        (None, "No project state here yet."),
        (track(), "Nothing needs you."),
        (track(position=Position(last_activity=LastActivity(text="Wrote tests"))),
         "Nothing needs you. Last: Wrote tests"),
    ],
)  # fmt: skip
def test_attention_says_why_it_is_empty(shown: Track | None, sentence: str) -> None:
    pane = AttentionPane(View(clock))
    pane.track = shown
    assert pane.empty_line() == sentence


def test_a_new_check_of_the_agent_is_no_change_of_a_need() -> None:
    def rows(read_at: str, value: float) -> list[Any]:
        one = threshold(value=value, level="alert", read_at=read_at)
        return [row.marked_by for row in AttentionPane(View(clock)).rows_of(track(thresholds=(one,)))]

    assert rows("2026-01-29T14:00:00Z", 26.5) == rows("2026-01-29T14:05:00Z", 26.5)
    assert rows("2026-01-29T14:00:00Z", 26.5) != rows("2026-01-29T14:00:00Z", 27.5)


# Pane 2

POSITION = Position(
    phase=Step(id="3", name="Dashboard", total=6), plan=Step(id="2", total=4), task=Step(id="3A", name="Cards"),
    status="in_progress", status_text="In progress", percent=42.0, counted=Counted(done=8, total=19, unit="plans"),
    last_activity=LastActivity(date="2026-01-28", text="Layout done"),
)  # fmt: skip


def test_position() -> None:
    shown = track(
        position=POSITION, waiting=Waiting(question="Sidebar?"), metrics={"Plans": "8", "Duration": "12 min"},
        next_action=NextAction(text="Go on", command="/cockpit", source="rule"),
    )  # fmt: skip
    lines = texts(PositionPane, shown, 60)
    assert lines[:4] == [
        "Phase    3 of 6  Dashboard",
        "Plan     2 of 4",
        "Task     3A  Cards",
        "Status   In progress",
    ]
    assert lines[4].endswith("  42 % claimed · 8 of 19 plans counted")
    assert lines[5:] == [
        "28 Jan   Layout done",
        "Asks     Sidebar?",
        "Next     /cockpit  — by rule, the file names none",
        "Metrics  Plans 8 · Duration 12 min",
    ]


def test_metrics_go_on_in_the_next_line_whole() -> None:
    shown = track(metrics={"Plans completed": "8", "Avg duration": "12 min", "Efficiency": "73%"})
    assert texts(PositionPane, shown, 52)[-2:] == [
        "Metrics  Plans completed 8 · Avg duration 12 min",
        "         Efficiency 73%",
    ]


@pytest.mark.parametrize(
    ("width", "line"),
    [
        (75, "Phase 3 of 6 Dashboard · Plan 2 of 4 · Task 3A Cards            In progress"),
        (66, "Phase 3 of 6 Dashboard · Plan 2 of 4 · Task 3A Cards   In progress"),
        (60, "Phase 3 of 6 · Plan 2 of 4 · Task 3A Cards       In progress"),
        (50, "Phase 3 of 6 · Plan 2 of 4 · Task 3A   In progress"),
        (40, "Phase 3 of 6 · Plan 2 of 4…  In progress"),
    ],
)
def test_steps_on_one_line_lose_the_least_telling_names_first(width: int, line: str) -> None:
    steps = track(position=replace(POSITION, percent=None, counted=None, last_activity=None))
    assert texts(PositionPane, steps, width, COMPACT) == [line]


@pytest.mark.parametrize(
    ("position", "words"),
    [
        (Position(), "Status   unknown"),
        (Position(status="not_started"), "Status   not started"),
        (Position(status="blocked", status_text="Stuck!"), "Status   Stuck!"),
    ],
)
def test_the_status_is_in_the_files_own_words(position: Position, words: str) -> None:
    assert texts(PositionPane, track(position=position), 40) == [words]


@pytest.mark.parametrize(
    ("position", "words", "filled"),
    [
        (Position(percent=50.0), "50 % claimed", 24),
        (Position(counted=Counted(done=1, total=2, unit="tasks")), "1 of 2 tasks counted", 19),
        (Position(counted=Counted(done=0, total=0, unit="tasks")), "0 of 0 tasks counted", 0),
        (
            Position(percent=0.0, counted=Counted(done=2, total=2, unit="tasks")),
            "0 % claimed · 2 of 2 tasks counted",
            0,
        ),
    ],
)
def test_progress_is_as_claimed_else_as_counted(position: Position, words: str, filled: int) -> None:
    line = texts(PositionPane, track(position=position), 60)[-1]
    assert line.endswith(f"  {words}")
    assert abs(line.count("━") - filled) <= 1


# Pane 3

PERCENT = Limits(warning=30, alert=40, stop=50)
THRESHOLDS = (
    threshold(value=26.5, level="alert", acknowledgment=acknowledgment(note="complex feature")),
    threshold(metric="context", unit="percent", value=42.0, level="alert", limits=PERCENT, agent_will="pause"),
    threshold(metric="errors", unit="count", value=None, limits=Limits()),
)


def test_thresholds() -> None:
    lines = texts(ThresholdsPane, track(thresholds=THRESHOLDS), 70)
    assert lines[0].split() == ["now", "warn", "alert", "stop"]
    assert [line.split()[:3] for line in lines[1:4]] == [
        ["✓", "cost", "$26.50"],
        ["▲", "context", "42"],
        ["·", "errors", "—"],
    ]
    assert lines[1].endswith("alert · seen 2 h")
    assert lines[2].endswith("alert")
    assert lines[4:] == ["", "The agent pauses at its next check (context)"]


def test_the_words_of_the_limits_stand_over_their_marks() -> None:
    heading, line = texts(ThresholdsPane, track(thresholds=(threshold(),)), 70)[:2]
    marks = [place for place, letter in enumerate(line) if letter == "┿"]
    assert [heading.index(word) + len(word) - 1 for word in ("warn", "alert", "stop")] == marks


@pytest.mark.parametrize("width", range(34, 121))
def test_numbers_line_up_whatever_the_width(width: int) -> None:
    lines = texts(ThresholdsPane, track(thresholds=(threshold(), threshold(metric="other", value=49.0))), width, ROOMY)
    rows = [line for line in lines if "┿" in line]
    places = [[at for at, letter in enumerate(row) if letter == "┿"] for row in rows]
    assert places[0][-1] == places[1][-1]
    limits = lines[lines.index(rows[0]) + 1]
    assert limits.index("$50") + 2 == places[0][-1]


@pytest.mark.parametrize(
    ("given", "mark", "state"),
    [
        (threshold(), "·", ""),
        (threshold(value=12.0, level="warning"), "◆", "warning"),
        (threshold(value=26.0, level="alert"), "▲", "alert"),
        (threshold(value=55.0, level="stop"), "■", "stop"),
        (threshold(value=26.0, level="alert", acknowledgment=acknowledgment()), "✓", "alert · seen 2 h"),
        (threshold(value=26.0, level="alert", acknowledgment=acknowledgment(effective=False, reason="limits")), "▲",
         "alert · limits"),
        (threshold(value=26.0, level="alert", acknowledgment=acknowledgment(effective=False)), "▲", "alert · lapsed"),
        (threshold(value=55.0, level="stop", acknowledgment=acknowledgment()), "■", "stop"),
        (threshold(value=26.0, level="alert", stale=True), "▲", "alert stale"),
        (threshold(stale=True), "·", "stale"),
    ],
)  # fmt: skip
def test_the_state_of_a_metric(given: Threshold, mark: str, state: str) -> None:
    (line,) = texts(ThresholdsPane, track(thresholds=(given,)), 80, COMPACT)
    assert line[0] == mark
    assert line.split("┿")[-1].lstrip("●━─").strip() == state


def test_a_roomy_pane_shows_limits_and_notes() -> None:
    lines = texts(ThresholdsPane, track(thresholds=THRESHOLDS[:1]), 120, ROOMY)
    assert lines[1].endswith("alert · seen 2 h ago · complex feature")
    assert lines[2].split() == ["$10", "$25", "$50"]


@pytest.mark.parametrize(
    ("wills", "sentence"),
    [
        (("continue", "continue"), "The agent goes on"),
        (("pause", "continue"), "The agent pauses at its next check (m0)"),
        (("pause", "pause"), "The agent pauses at its next check (m0, m1)"),
        (("pause", "halt"), "The agent halts (m1)"),
    ],
)
def test_what_the_agent_will_do(wills: tuple[Any, ...], sentence: str) -> None:
    shown = tuple(threshold(metric=f"m{number}", agent_will=will) for number, will in enumerate(wills))
    assert texts(ThresholdsPane, track(thresholds=shown), 80)[-1] == sentence


# Panes 4 to 9


def test_blockers() -> None:
    shown = track(
        blockers=(
            Blocker(id="B1", text="No key", since="2026-01-27", affects=("phase 4",)),
            Blocker(text="Slow CI", status="bypassed"),
            Blocker(text="Old Node", status="resolved"),
        )
    )
    assert texts(BlockersPane, shown, 40) == ["■ No key", "↷ Slow CI", "✓ Old Node"]
    assert texts(BlockersPane, shown, 40, ROOMY)[:2] == ["■ No key", "  active · since 2 d ago · phase 4"]


def test_decisions() -> None:
    shown = track(decisions=(Decision(text="Sidebar", outcome="works", date="2026-01-28", reason="tested"),
                             Decision(text="WebSocket")))  # fmt: skip
    assert texts(DecisionsPane, shown, 30) == ["Sidebar                  works", "WebSocket"]
    assert texts(DecisionsPane, shown, 30, ROOMY) == [
        "Sidebar                  works",
        "  28 Jan · tested",
        "WebSocket",
    ]


def test_an_outcome_of_wide_letters_is_whole_where_there_is_room() -> None:
    shown = track(decisions=(Decision(text="決定", outcome="よい結果"),))
    assert texts(DecisionsPane, shown, 40) == ["決定" + " " * 28 + "よい結果"]


def test_todos() -> None:
    shown = track(todos=(Todo(text="Write tests"), Todo(text="Plan", done=True)))
    assert texts(TodosPane, shown, 30) == ["○ Write tests", "✓ Plan"]


def test_sessions() -> None:
    shown = track(
        errors=(PhaseError(type="timeout", message="build"), PhaseError(message="lint", resolved=True)),
        handoff=Handoff(path="h.md", task="3", total_tasks="5", created="2026-01-29T15:31:00Z", next_action="Finish"),
        continuity=Continuity(last_session="2026-01-28", stopped_at="Mid-plan", resume_file="h.md"),
        retries=Retries(count=1, max=3),
        tokens=Tokens(input=10_000, output=2_000_000),
        sessions=(Session(id="s1", started="2026-01-27", status="done", working_on="auth", notes="went well"),
                  Session(id="s2")),
    )  # fmt: skip
    assert texts(SessionsPane, shown, 70) == [
        "✗ timeout build",
        "↪ Handoff waiting, left 1 h ago · task 3 of 5",
        "28 Jan    Mid-plan  ↪ h.md",
        "Retries   1 of 3",
        "Tokens    10 k input · 2 M output",
        "27 Jan    s1 · done · auth",
        "          s2",
        "✓ error   lint",
    ]
    roomy = texts(SessionsPane, shown, 70, ROOMY)
    assert roomy[2] == "          Finish"
    assert "          went well" in roomy


def test_findings_the_gravest_first() -> None:
    shown = full_track()
    lines = texts(FindingsPane, shown, 60)
    assert [line[0] for line in lines] == ["✗", "!", "·"]
    assert lines[1].split("  ")[0] == "! The bar shows 4 of 10"
    assert lines[1].endswith("TRANSPONDER.md:15")
    assert "  Redraw the bar" in texts(FindingsPane, shown, 60, ROOMY)


def test_findings_of_the_project_stand_with_those_of_the_track() -> None:
    pane = FindingsPane(View(clock))
    pane.of_project = (Finding(code="discovery-limited", severity="warning", path=".", message="Only the nearest"),)
    rows = list(pane.rows_of(full_track()))
    assert [row.value.code for row in rows] == ["json-invalid", "discovery-limited", "bar-mismatch", "no-zone"]


def test_phases() -> None:
    lines = texts(PhasesPane, full_track(), 60)
    assert lines[0].startswith("✓ 001  Foundation")
    assert lines[0].endswith("━━━━━━━━    8/8")
    assert lines[1].startswith("● 002  Auth")
    assert lines[1].endswith("━━──────   3/12")
    assert lines[2] == "✗ —    Launch" + " " * 37 + "❌ Blocked"


def test_a_phase_of_which_nothing_was_counted_as_done() -> None:
    (line,) = texts(PhasesPane, track(phases=(Phase(id="1", name="Auth", counted_total=12),)), 60)
    assert line.endswith("────────   0/12")


@pytest.mark.parametrize(
    ("phase", "meaning"),
    [
        (Phase(id="1", status="✅ Complete"), "done"),
        (Phase(id="1", status="Completed"), "done"),
        (Phase(id="1", status="verified"), "done"),
        (Phase(id="1", status="🔄 In Progress"), "active"),
        (Phase(id="1", status="executing"), "active"),
        (Phase(id="1", status="❌ Blocked"), "failed"),
        (Phase(id="1", status="FAILED"), "failed"),
        (Phase(id="1", status="⏳ Pending"), "pending"),
        (Phase(id="1"), "pending"),
        (Phase(id="1", counted_done=4, counted_total=4), "done"),
        (Phase(id="1", counted_done=1, counted_total=4), "active"),
        (Phase(id="1", counted_done=0, counted_total=4), "pending"),
        (Phase(id="1", counted_done=0, counted_total=0), "pending"),
        (Phase(id="1", status="Incomplete"), "pending"),
        (Phase(id="1", status="Not complete"), "pending"),
        (Phase(id="1", status="Inactive"), "pending"),
        (Phase(id="1", status="unblocked", counted_done=1, counted_total=2), "active"),
    ],
)
def test_what_a_phases_own_word_means(phase: Phase, meaning: str) -> None:
    assert kind(phase) == meaning


@pytest.mark.parametrize(
    ("pane", "words"),
    [
        (AttentionPane, "8"),
        (PositionPane, "autopilot · transponder"),
        (ThresholdsPane, "3 firing"),
        (BlockersPane, "1"),
        (DecisionsPane, "2"),
        (TodosPane, "1"),
        (SessionsPane, "2 1 errors"),
        (FindingsPane, "3"),
        (PhasesPane, "1 of 3 done"),
    ],
)
def test_what_stands_beside_the_heading(pane: type[Pane], words: str) -> None:
    made = pane(View(clock))
    made.track = full_track()
    made.rows.replace(made.rows_of(made.track), mark_at=None)
    assert made.summary() == words
