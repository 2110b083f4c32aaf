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
    Project,
    Retries,
    Session,
    Statement,
    Step,
    Threshold,
    Todo,
    Tokens,
    Track,
    Waiting,
)
from cockpit.model.state import Snapshot
from cockpit.widgets.pane import Density, Pane
from cockpit.widgets.panes.attention import AttentionPane
from cockpit.widgets.panes.blockers import BlockersPane
from cockpit.widgets.panes.decisions import DecisionsPane
from cockpit.widgets.panes.findings import FindingsPane
from cockpit.widgets.panes.phases import PhasesPane, kind
from cockpit.widgets.panes.position import PositionPane
from cockpit.widgets.panes.sessions import SessionsPane
from cockpit.widgets.panes.thresholds import ThresholdsPane
from cockpit.widgets.panes.todos import TodosPane
from cockpit.widgets.sheets import facts
from cockpit.widgets.view import View
from cockpit.wording.messages import clause, plain
from tests.support.messages import words as says
from tests.support.model_builders import NOW, about, acknowledgment, clock, full_track, threshold, track
from tests.support.pane_app import COMPACT, drawn, texts

# Pane 1


def test_attention() -> None:
    shown = track(
        thresholds=(threshold(value=26.5, level="alert", agent_will="pause"),),
        waiting=Waiting(question="Sidebar?"),
        handoff=Handoff(path="h.md", task="3"),
    )
    assert texts(AttentionPane, shown, 80) == [
        "▲ alert     " + "cost $26.50, alert at $25: the agent waits for your acknowledgment",
        "? question  Sidebar?",
        "↪ resume    " + "A handoff waits at task 3",
    ]


@pytest.mark.parametrize(
    ("shown", "sentence"),
    [
        (None, "No project state here yet."),
        (track(), "✓ " + "Nothing needs you."),
        (track(updated="2026-01-29T14:30:00Z", sessions=(Session(status="active"),)),
         "✓ " + "Nothing needs you." + "  " + "A session is active."),
    ],
)  # fmt: skip
def test_attention_says_why_it_is_empty(shown: Track | None, sentence: str) -> None:
    pane = AttentionPane(View(clock))
    pane.snapshot = about(shown)
    assert [line.plain for line in pane.empty_lines(80)] == [sentence]
    calm, _, aside = sentence.rpartition("  ")
    if calm:
        assert [line.plain for line in pane.empty_lines(len(sentence) - 1)] == [calm], f"no part of {aside}"


def test_a_long_sentence_about_nothing_goes_on_below_itself() -> None:
    snoozed = tuple(
        threshold(metric=metric, level="alert", agent_will="pause", snoozed_until="2026-01-29T18:00:00Z")
        for metric in ("cost", "context")
    )
    pane = made(AttentionPane, track(thresholds=snoozed))
    assert pane.wanted_height(80, Density.BRIEF) == 1
    assert pane.wanted_height(80, Density.WHOLE) == 2
    until = "the agent waits for your acknowledgment"
    cost = f"cost is snoozed until 18:00: {clause(until)}."
    assert pane.empty_lines(200)[0].plain.startswith(f"▲ {cost}")


def test_a_long_need_goes_on_below_itself_and_keeps_its_key() -> None:
    blocked = track(blockers=(Blocker(text="The payment provider's test account is not open, and nobody answers"),))
    view = View(clock, keys={"row.answer": "a"})
    assert texts(AttentionPane, blocked, 71, view, Density.WHOLE) == [
        "⊘ blocked   The payment provider's test account is not open,  a resolve",
        "            and nobody answers",
    ]
    assert texts(AttentionPane, blocked, 57, view, Density.WHOLE) == [
        "⊘ blocked   The payment provider's test         a resolve",
        "            account is not open, and nobody",
        "            answers",
    ]
    assert texts(AttentionPane, blocked, 93, view, Density.WHOLE) == [
        "⊘ blocked   The payment provider's test account is not open, and nobody answers     a resolve"
    ]


@pytest.mark.parametrize(
    ("width", "keys"),
    [(120, "a acknowledge  h hand off"), (95, "a acknowledge"), (70, "a acknowledge"), (40, "at 25 %…")],
)
def test_where_not_all_keys_fit_the_first_stands_alone(width: int, keys: str) -> None:
    value = threshold(metric="context", unit="percent", value=42, level="alert", agent_will="pause")
    view = View(clock, keys={"row.answer": "a", "handoff.write": "h"})
    (line,) = texts(AttentionPane, track(thresholds=(value,)), width, view)
    assert line.endswith(keys)


def test_a_need_elsewhere_says_how_to_get_there() -> None:
    pane = AttentionPane(View(clock, keys={"row.details": "Enter"}))
    here, there = track(), track(title="Mobile", path="m/T.md", waiting=Waiting(question="Sidebar?"))
    pane.snapshot = Snapshot(project=Project(root="/p", tracks=(here, there)), track=here)
    pane.rows.replace(pane.rows_of(here), mark=False)
    (line,) = pane.draw(pane.rows.shown[0], 80, Density.BRIEF)
    assert line.plain.split("  ")[:2] == ["? question", "track Mobile: Sidebar?"]
    assert line.plain.endswith("Enter go there")
    assert line.action_at(79) == "row.details"


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
        "Phase      3 of 6  Dashboard",
        "Plan       2 of 4",
        "Task       3A  Cards",
        "Status     In progress",
    ]
    assert lines[4] == "Agent says " + "━" * 14 + "─" * 20 + "  42 %"
    assert lines[5] == "Plan files " + "━" * 14 + "─" * 20 + "  8 of 19 plans"
    assert lines[6:] == [
        "28 Jan     Layout done",
        "Asks       Sidebar?",
        "Next run   in the agent: /cockpit",
        "Metrics    Plans 8 · Duration 12 min",
    ]


def test_what_comes_next_by_rule_says_so_where_there_is_room() -> None:
    shown = track(next_action=NextAction(text="Go on", command="/cockpit", source="rule"))
    assert texts(PositionPane, shown, 80)[-1] == "Next run   in the agent: /cockpit  — by rule, the file names none"


def test_while_a_handoff_waits_its_key_is_the_way_on() -> None:
    following = NextAction(text="Go on", command="/cockpit")
    waiting = track(next_action=following, handoff=Handoff(path="h.md", phase="3"))
    gone_on = track(next_action=following, handoff=Handoff(path="h.md", phase="2"), position=POSITION)
    keys = View(clock, keys={"resume.check": "r"})
    assert texts(PositionPane, waiting, 60, view=keys)[-1] == "Next run   r, or in the agent: /cockpit"
    assert texts(PositionPane, waiting, 60)[-1] == "Next run   in the agent: /cockpit"
    assert texts(PositionPane, gone_on, 60, view=keys)[-1] == "Next run   in the agent: /cockpit"


def test_metrics_go_on_in_the_next_line_whole() -> None:
    shown = track(metrics={"Plans completed": "8", "Avg duration": "12 min", "Efficiency": "73%"})
    assert texts(PositionPane, shown, 52)[-2:] == [
        "Metrics    Plans completed 8 · Avg duration 12 min",
        "           Efficiency 73%",
    ]


@pytest.mark.parametrize(
    ("width", "line"),
    [
        (75, "Phase 3 of 6 Dashboard · Plan 2 of 4 · Task 3A Cards            In progress"),
        (66, "Phase 3 of 6 Dashboard · Plan 2 of 4 · Task 3A Cards   In progress"),
        (60, "Phase 3 of 6 Dashboard · Plan 2 of 4 · Task 3A   In progress"),
        (58, "Phase 3 of 6 Dashboa… · Plan 2 of 4 · Task 3A  In progress"),
        (50, "Phase 3 of 6 · Plan 2 of 4 · Task 3A   In progress"),
        (40, "Phase 3/6 · Plan 2/4 · Task 3A"),
        (20, "Phase 3/6 · Plan 2/…"),
    ],
)
def test_steps_on_one_line_keep_the_name_of_the_phase_longest(width: int, line: str) -> None:
    steps = track(position=replace(POSITION, percent=None, counted=None, last_activity=None))
    assert texts(PositionPane, steps, width, COMPACT) == [line]


@pytest.mark.parametrize(
    ("width", "line"),
    [
        (78, "Phase 3 of 6 Dashboard · Plan 2 of 4 · Task 3A Drag cards betwee…  In progress"),
        (68, "Phase 3 of 6 Dashboard · Plan 2 of 4 · Task 3A Drag ca…  In progress"),
        (66, "Phase 3 of 6 Dashboa… · Plan 2 of 4 · Task 3A Drag c…  In progress"),
        (62, "Phase 3 of 6 Dashboard · Plan 2 of 4 · Task 3A     In progress"),
    ],
)
def test_names_are_cut_before_they_are_left_out(width: int, line: str) -> None:
    task = Step(id="3A", name="Drag cards between columns")
    steps = track(position=replace(POSITION, task=task, percent=None, counted=None, last_activity=None))
    assert texts(PositionPane, steps, width, COMPACT) == [line]


@pytest.mark.parametrize(
    ("width", "words"),
    [
        (60, "agent says 42 % · plan files 8 of 19 plans"),
        (50, "42 % · 8 of 19 plans"),
        (48, "42 % · 8 of 19 plans"),
        (40, "In progress  ━━━━━━━━╸────────────  42 %"),
    ],
)
def test_progress_in_few_words_takes_the_status_in_where_the_steps_leave_no_room(width: int, words: str) -> None:
    line = texts(PositionPane, track(position=replace(POSITION, last_activity=None)), width, COMPACT)[1]
    assert line.endswith(words)
    assert len(line) == width


@pytest.mark.parametrize(
    ("position", "words"),
    [
        (Position(), "Status     unknown"),
        (Position(status="not_started"), "Status     not started"),
        (Position(status="blocked", status_text="Stuck!"), "Status     Stuck!"),
    ],
)
def test_the_status_is_in_the_files_own_words(position: Position, words: str) -> None:
    assert texts(PositionPane, track(position=position), 40) == [words]


HALTS = threshold(level="stop", agent_will="halt")
LEFT = Handoff(path="h.md", phase="3")


@pytest.mark.parametrize(
    ("values", "words", "brief"),
    [
        ({}, "In progress", "In progress"),
        ({"handoff": LEFT}, "In progress, " + "session handed off", "In progress, handed off"),
        ({"thresholds": (HALTS,)}, "In progress, agent ends", "In progress, agent ends"),
        (
            {"handoff": LEFT, "thresholds": (HALTS,)},
            "In progress, " + "session handed off",
            "In progress, handed off",
        ),
        ({"handoff": replace(LEFT, phase="2")}, "In progress", "In progress"),
        ({"phases": (Phase(id="3", status="failed"),)}, "In progress, phase failed", "In progress, phase failed"),
        ({"phases": (Phase(id="3", status="in_progress"),)}, "In progress", "In progress"),
    ],
)
def test_what_is_known_stands_beside_the_files_own_word(values: dict[str, Any], words: str, brief: str) -> None:
    shown = track(position=POSITION, **values)
    assert f"Status     {words}" in texts(PositionPane, shown, 60)
    assert texts(PositionPane, shown, 78, COMPACT)[0].endswith(f"  {brief}")


@pytest.mark.parametrize(
    ("position", "words", "filled"),
    [
        (Position(percent=50.0), "agent says 50 %", 21),
        (Position(counted=Counted(done=1, total=2, unit="tasks")), "plan files 1 of 2 tasks", 17),
        (Position(counted=Counted(done=0, total=0, unit="tasks")), "plan files 0 of 0 tasks", 0),
        (
            Position(percent=0.0, counted=Counted(done=2, total=2, unit="tasks")),
            "agent says 0 % · plan files 2 of 2 tasks",
            0,
        ),
    ],
)
def test_the_one_bar_of_a_compact_pane_is_as_claimed_else_as_counted(
    position: Position, words: str, filled: int
) -> None:
    line = texts(PositionPane, track(position=position), 60, COMPACT)[-1]
    assert line.endswith(f"  {words}")
    assert line.count("━") == filled


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
    assert lines[1].endswith("acknowledged 2 h ago")
    assert lines[2].endswith("alert 40 %")
    assert len(lines) == 4


def test_a_value_that_may_be_more_says_so() -> None:
    _, row = texts(ThresholdsPane, track(thresholds=(threshold(at_least=True),)), 60)
    assert "$5+" in row


def test_the_words_of_the_limits_stand_over_their_marks() -> None:
    heading, line = texts(ThresholdsPane, track(thresholds=(threshold(),)), 70)[:2]
    marks = [place for place, letter in enumerate(line) if letter == "┿"]
    assert [heading.index(word) + len(word) - 1 for word in ("warn", "alert", "stop")] == marks


@pytest.mark.parametrize("width", range(34, 121))
def test_numbers_line_up_whatever_the_width(width: int) -> None:
    lines = texts(ThresholdsPane, track(thresholds=(threshold(), threshold(metric="other", value=49.0))), width,
                  density=Density.FULL)  # fmt: skip
    rows = [line for line in lines if "┿" in line]
    places = [[at for at, letter in enumerate(row) if letter == "┿"] for row in rows]
    assert places[0][-1] == places[1][-1]
    limits = lines[lines.index(rows[0]) + 1]
    assert limits.index("$50") + 2 == places[0][-1]


@pytest.mark.parametrize(
    ("given", "mark", "state"),
    [
        (threshold(), "✓", ""),
        (threshold(value=12.0, level="warning"), "◆", "warning"),
        (threshold(value=26.0, level="alert"), "▲", "alert $25"),
        (threshold(value=55.0, level="stop"), "■", "stop $50"),
        (threshold(value=26.0, level="alert", acknowledgment=acknowledgment()), "✓", "acknowledged 2 h ago"),
        (threshold(value=26.0, level="alert", acknowledgment=acknowledgment(effective=False, reason="limits")), "▲",
         "alert $25 · limits"),
        (threshold(value=26.0, level="alert", acknowledgment=acknowledgment(effective=False)), "▲",
         "alert $25 · lapsed"),
        (threshold(value=55.0, level="stop", acknowledgment=acknowledgment()), "■", "stop $50"),
        (threshold(value=26.0, level="alert", stale=True), "▲", "alert $25 stale"),
        (threshold(stale=True), "✓", "stale"),
        (threshold(value=None), "·", ""),
    ],
)  # fmt: skip
def test_the_state_of_a_metric(given: Threshold, mark: str, state: str) -> None:
    (line,) = texts(ThresholdsPane, track(thresholds=(given,)), 80, COMPACT)
    assert line[0] == mark
    assert line.split("┿")[-1].lstrip("●━─").strip() == state


@pytest.mark.parametrize(("density", "below"), [(Density.WHOLE, []), (Density.FULL, ["$10 $25 $50"]),
                                                (Density.ALL, ["$10 $25 $50", "complex feature"])])  # fmt: skip
def test_limits_and_notes_where_there_is_room(density: Density, below: list[str]) -> None:
    lines = texts(ThresholdsPane, track(thresholds=THRESHOLDS[:1]), 60, density=density)
    assert [" ".join(line.split()) for line in lines[2:]] == below


def test_an_acknowledgment_of_this_minute_has_no_seconds() -> None:
    now = threshold(value=26.5, level="alert", acknowledgment=acknowledgment(at="2026-01-29T16:30:55Z"))
    assert texts(ThresholdsPane, track(thresholds=(now,)), 100)[1].endswith("acknowledged just now")
    assert texts(ThresholdsPane, track(thresholds=(now,)), 60)[1].endswith("acknowledged now")


def test_an_age_is_shortened_before_it_is_cut() -> None:
    line = texts(ThresholdsPane, track(thresholds=THRESHOLDS[:1]), 60)[1]
    assert line.endswith("acknowledged 2 h ago")
    assert texts(ThresholdsPane, track(thresholds=THRESHOLDS[:1]), 52)[1].endswith("acknowledged 2 h")


@pytest.mark.parametrize("width", [38, 44, 52, 59, 60, 72, 120])
def test_what_fires_keeps_its_gauge_limit_and_level_and_names_its_key_where_there_is_room(width: int) -> None:
    firing = track(thresholds=(threshold(value=35.0, level="alert"),))
    view = View(clock, keys={"row.answer": "a"})
    (line,) = drawn(ThresholdsPane, firing, width, replace(view, compact=True))
    assert (line.plain.count("┿"), line.plain.count("●")) == (3, 1)
    assert line.plain.rstrip().endswith(
        "alert $25" if width < 56 else "alert $25  [a ack.]" if width < 68 else "alert $25  [a acknowledge]"
    )
    assert line.width <= width
    assert ({line.action_at(line.width - cells) for cells in (1, 8)} == {"row.answer"}) == (width >= 56)


def test_a_value_of_many_digits_is_whole() -> None:
    (line,) = texts(ThresholdsPane, track(thresholds=(threshold(value=12_345.67, level="stop"),)), 60, COMPACT)
    assert " $12,345.67  " in line


@pytest.mark.parametrize(
    ("wills", "sentence"),
    [
        (("continue", "continue"), ("nothing holds the agent", "muted")),
        (("pause", "continue"), ("the agent waits" + ": m0", "alert")),
        (("pause", "pause"), ("the agent waits" + ": m0, m1", "alert")),
        (("pause", "halt"), ("the agent ends" + ": m1", "stop")),
    ],
)
def test_what_the_agent_will_do(wills: tuple[Any, ...], sentence: tuple[str, str]) -> None:
    shown = tuple(threshold(metric=f"m{number}", agent_will=will) for number, will in enumerate(wills))
    assert summary(ThresholdsPane, track(thresholds=shown)) == sentence


def test_what_the_agent_will_do_is_qualified_where_files_are_damaged() -> None:
    damaged = Finding(code="json-invalid", severity="error", path="t.json", message=plain("No JSON"))
    shown = track(thresholds=(threshold(),), findings=(damaged,))
    assert summary(ThresholdsPane, shown) == ("nothing holds the agent, as far as can be read", "warning")


# Panes 4 to 9


@pytest.mark.parametrize(("resolved_at", "when"), [("2026-01-28", " · yesterday"), (None, "")])
def test_a_resolved_blocker_says_when_it_was_resolved(resolved_at: str | None, when: str) -> None:
    """Not for how long it is known."""
    one = Blocker(text="Old Node", status="resolved", since="2026-01-20", resolved_at=resolved_at)
    shown = texts(BlockersPane, track(blockers=(one,)), 40, density=Density.FULL)
    assert shown == ["✓ Old Node", f"  resolved{when}"]


def test_blockers() -> None:
    shown = track(
        blockers=(
            Blocker(id="B1", text="No key", since="2026-01-27", affects=("5",)),
            Blocker(text="Slow CI", status="bypassed"),
            Blocker(text="Old Node", status="resolved"),
        )
    )
    assert texts(BlockersPane, shown, 40) == ["⊘ No key", "↷ Slow CI", "✓ Old Node"]
    assert texts(BlockersPane, shown, 40, density=Density.FULL)[:2] == [
        "⊘ No key",
        "  active · 2 d ago · affects phase 5",
    ]


def test_decisions() -> None:
    shown = track(decisions=(Decision(text="Sidebar", outcome="works", date="2026-01-28", reason="tested"),
                             Decision(text="WebSocket")))  # fmt: skip
    assert texts(DecisionsPane, shown, 30) == ["Sidebar                  works", "WebSocket"]
    assert texts(DecisionsPane, shown, 30, density=Density.FULL) == [
        "Sidebar                  works",
        "  28 Jan · tested",
        "WebSocket",
    ]


@pytest.mark.parametrize(
    ("width", "density", "lines"),
    [
        (46, Density.BRIEF, ["Cursor paging for task lists  no rows skipped…"]),
        (40, Density.BRIEF, ["Cursor paging for task li…  no rows ski…"]),
        (46, Density.WHOLE, ["Cursor paging for task lists", "  no rows skipped while tasks move"]),
        (64, Density.WHOLE, ["Cursor paging for task lists    no rows skipped while tasks move"]),
    ],
)
def test_a_decision_and_its_outcome_share_the_line_while_they_can(
    width: int, density: Density, lines: list[str]
) -> None:
    shown = track(
        decisions=(Decision(text="Cursor paging for task lists", outcome="no rows skipped while tasks move"),)
    )
    assert texts(DecisionsPane, shown, width, density=density) == lines


def test_an_outcome_of_wide_letters_is_whole_where_there_is_room() -> None:
    shown = track(decisions=(Decision(text="決定", outcome="よい結果"),))
    assert texts(DecisionsPane, shown, 40) == ["決定" + " " * 28 + "よい結果"]


def test_todos() -> None:
    shown = track(todos=(Todo(text="Write tests"), Todo(text="Plan", done=True)))
    assert texts(TodosPane, shown, 30) == ["○ Write tests", "✓ Plan"]


def test_sessions() -> None:
    shown = track(
        handoff=Handoff(path="h.md", task="3", total_tasks="5", created="2026-01-29T15:31:00Z", next_action="Finish"),
        continuity=Continuity(last_session="2026-01-28", stopped_at="Mid-plan", resume_file="h.md"),
        retries=Retries(count=1, max=3),
        tokens=Tokens(input=10_000, output=2_000_000),
        sessions=(Session(id="s1", started="2026-01-27", status="done", working_on="auth", notes="went well"),
                  Session(id="s2", status="in_progress")),
    )  # fmt: skip
    assert texts(SessionsPane, shown, 70) == [
        "↪ Handoff left 1 h ago · task 3 of 5",
        "28 Jan    Mid-plan",
        "Retries   1 of 3",
        "Tokens    10 k input · 2 M output",
        "27 Jan    s1 · done · auth",
        "          s2 · in progress",
    ]
    full = texts(SessionsPane, shown, 70, density=Density.FULL)
    assert full[1] == "          Finish"
    assert full[3] == "          ↪ h.md"
    assert "          went well" in full


LAST = Session(id="s1", started="2026-01-27", status="ended", handoff_reason="Paused by the person")


@pytest.mark.parametrize(
    ("continuity", "sessions", "lines"),
    [
        (
            Continuity(last_session="2024-01-15", stopped_at="Phase 2"),
            (LAST, LAST),
            ["15 Jan 2024 Phase 2", *["27 Jan    s1 · ended · Paused by the person"] * 2],
        ),
        (Continuity(), (replace(LAST, started="2024-01-15"),), ["15 Jan 2024 s1 · ended · Paused by the person"]),
        (Continuity(last_session="2026-01-28"), (LAST,), ["27 Jan    s1 · ended · Paused by the person"]),
        (Continuity(last_session="2026-01-28", stopped_at="Mid-plan"), (LAST,), ["28 Jan    Mid-plan"]),
        (Continuity(last_session="2026-01-28"), (Session(notes="Odd"),), ["28 Jan    no stopping point recorded"]),
        (Continuity(last_session="2026-01-28"), (), ["28 Jan    no stopping point recorded"]),
    ],
)
def test_one_session_is_shown_once_by_the_fuller_line(
    continuity: Continuity, sessions: tuple[Session, ...], lines: list[str]
) -> None:
    assert texts(SessionsPane, track(continuity=continuity, sessions=sessions), 70) == lines


@pytest.mark.parametrize(
    ("width", "line"),
    [
        (28, "7 days        Token lifetime"),
        (21, "7 days"),
    ],
)
def test_a_decision_stands_beside_what_it_is_about(width: int, line: str) -> None:
    shown = track(decisions=(Decision(text="7 days", context="Token lifetime"),))
    assert [each.rstrip() for each in texts(DecisionsPane, shown, width)] == [line]


def test_findings_the_gravest_first() -> None:
    shown = full_track()
    lines = texts(FindingsPane, shown, 60)
    assert [line[0] for line in lines] == ["✗", "◆", "·"]
    assert lines[1].split("  ")[0] == "◆ The bar shows 4 of 10"
    assert lines[1].endswith("TRANSPONDER.md:15")
    assert "  Redraw the bar" in texts(FindingsPane, shown, 60, density=Density.FULL)


def test_a_finding_about_the_project_has_no_place() -> None:
    told = Finding(code="state-elsewhere", severity="note", path=".", message=plain("The state is kept in /srv/main."))
    for density in Density:
        lines = texts(FindingsPane, track(findings=(told,)), 30, density=density)
        assert not any(line.strip() == "." or line.endswith(" .") for line in lines)


@pytest.mark.parametrize(
    ("width", "density", "lines"),
    [
        (70, Density.BRIEF, ["◆ thresholds.json has cost at $31.40, the Threshol…  TRANSPONDER.md:25"]),
        (40, Density.BRIEF, ["◆ thresholds.json has cost at $31.40, t…"]),
        (60, Density.WHOLE, ["◆ thresholds.json has cost at $31.40, the Thresholds table",
                             "  shows $23.88.", "  TRANSPONDER.md:25"]),
        (60, Density.FULL, ["◆ thresholds.json has cost at $31.40, the Thresholds table",
                            "  shows $23.88.", "  TRANSPONDER.md:25 · The JSON is the truth."]),
        (100, Density.FULL, ["◆ thresholds.json has cost at $31.40, the Thresholds table shows $23.88."
                             "           TRANSPONDER.md:25", "  The JSON is the truth."]),
    ],
)  # fmt: skip
def test_a_finding_goes_on_below_itself_where_there_is_room(width: int, density: Density, lines: list[str]) -> None:
    finding = Finding(
        code="threshold-drift", severity="warning", path=".autopilot/TRANSPONDER.md", line=25,
        message=plain("thresholds.json has cost at $31.40, the Thresholds table shows $23.88."),
        hint=plain("The JSON is the truth."),
    )  # fmt: skip
    assert texts(FindingsPane, track(findings=(finding,)), width, density=density) == lines


def test_what_holds_the_agent_unread_has_the_colour_of_an_alert() -> None:
    unread = (Statement(what="value", text="many", path="S.md", line=10),)
    pane = made(ThresholdsPane, track(thresholds=(threshold(level=None, value=None, unreadable=unread),)))
    row = next(row for row in pane.rows.all if row.value is not None)
    assert pane.draw(row, 80, Density.BRIEF)[0].spans[0].style == "alert"


@pytest.mark.parametrize(
    ("message", "line"),
    [
        ("Unknown status.", "◆ Unknown status.                      a_long_state_file.md:104"),
        (
            "Unknown status of a step that goes on and on.",
            "◆ Unknown status of a step that goes on…  …ng_state_file.md:104",
        ),
    ],
)
def test_the_place_of_a_finding_keeps_its_line(message: str, line: str) -> None:
    finding = Finding(code="x", severity="warning", path="a_long_state_file.md", line=104, message=plain(message))
    assert texts(FindingsPane, track(findings=(finding,)), 63) == [line]


def test_a_hint_names_the_key_where_there_is_one() -> None:
    hint = says("Restore the file from git or with `cockpit undo`, or start a new one: `cockpit init autopilot`.")
    found = Finding(code="state-file-missing", severity="error", path="T.md", message=plain("It is gone"), hint=hint)
    keys = View(clock, keys={"change.undo": "u"})
    told = "Restore the file from git or with u, or start a new one: `cockpit init autopilot`."
    assert texts(FindingsPane, track(findings=(found,)), 90, view=keys, density=Density.FULL)[1].strip() == told
    assert [row.text for row in facts(found, NOW, keys=keys.keys) if row.label == "What to do"] == [told]
    assert [row.text for row in facts(found, NOW) if row.label == "What to do"] == [str(hint)]


def test_findings_of_the_project_stand_with_those_of_the_track() -> None:
    pane = FindingsPane(View(clock))
    limited = Finding(code="discovery-limited", severity="warning", path=".", message=plain("Only the nearest"))
    pane.snapshot = Snapshot(project=Project(root="/p", findings=(limited,)))
    rows = list(pane.rows_of(full_track()))
    assert [row.value.code for row in rows] == ["json-invalid", "discovery-limited", "bar-mismatch", "no-zone"]


def test_phases() -> None:
    lines = texts(PhasesPane, full_track(), 60)
    assert lines[0] == "✓ 001  Foundation      " + "━" * 30 + "    8/8"
    assert lines[1] == "● 002  Auth            " + "━" * 7 + "╸" + "─" * 22 + "   3/12"
    assert lines[2] == "✗ —    Launch" + " " * 37 + "❌ Blocked"


def test_the_errors_of_a_phase_stand_below_it_and_the_others_last() -> None:
    phases = (Phase(id="1", name="Auth", status="failed"), Phase(id="2", name="Feed"))
    errors = (
        PhaseError(message="lint"),
        PhaseError(phase="1", type="timeout", message="The server did not answer within a minute", resolution="Retry"),
        PhaseError(phase="1", message="build", resolved=True),
        PhaseError(phase="1", message="types", tried_again=True),
    )
    assert texts(PhasesPane, track(phases=phases, errors=errors), 50, density=Density.FULL) == [
        "✗ 1    Auth                                 failed",
        "       ✗ timeout  The server did not answer within",
        "                  a minute",
        "         Retry",
        "       ✓ error  build",
        "       ↷ error  types",
        "○ 2    Feed",
        "       ✗ error  lint",
    ]
    assert summary(PhasesPane, track(phases=phases, errors=errors)) == ("0 of 2 done", "muted")


def test_lists_are_called_as_the_system_calls_them() -> None:
    steps = Position(counted=Counted(done=1, total=2, unit="steps"))
    assert made(PhasesPane, track(position=steps, phases=(Phase(id="1"),))).heading() == "Steps"
    assert made(PhasesPane, track(phases=(Phase(id="1"),))).heading() == "Phases"
    asked = made(TodosPane, track(open_questions=("Which colour?",), lacks={"todos": plain("")}))
    assert (asked.heading(), asked.count()) == ("Open questions", 1)
    assert made(TodosPane, track(todos=(Todo(text="x"),))).heading() == "Todos"


def test_an_active_session_stands_once() -> None:
    continuity = Continuity(last_session="2026-01-29", stopped_at="White sector")
    active = Session(id="s2", started="2026-01-29", status="active", working_on="White sector")
    shown = track(continuity=continuity, sessions=(active,))
    assert texts(SessionsPane, shown, 70) == ["29 Jan    s2 · active · White sector"]
    ended = track(continuity=continuity, sessions=(replace(active, status="ended"),))
    assert texts(SessionsPane, ended, 70) == ["29 Jan    White sector"]


def test_retries_stand_once() -> None:
    retries = Retries(count=1, max=3)
    assert texts(SessionsPane, track(retries=retries), 70) == ["Retries   1 of 3"]
    counted = track(retries=retries, thresholds=(threshold(metric="retries", unit="count", value=1),))
    assert texts(SessionsPane, counted, 70) == []


def test_what_cannot_be_read_names_the_editor() -> None:
    damaged = Finding(code="json-invalid", severity="error", path="t.json", line=3, message=plain("No JSON"))
    view = View(clock, keys={"row.edit": "e", "row.details": "Enter"})
    (line,) = drawn(AttentionPane, track(findings=(damaged,)), 60, view)
    assert line.plain.endswith("e editor")
    assert line.action_at(line.width - 1) == "row.edit"


def test_what_was_counted_in_the_phase_alone_stands_beside_it() -> None:
    at = replace(POSITION, percent=33.0, counted=Counted(done=0, total=4, unit="tasks"), last_activity=None)
    phases = (Phase(id="2", counted_done=2, counted_total=2), Phase(id="3", counted_total=4))
    lines = texts(PositionPane, track(position=at, phases=phases), 60)
    assert lines[0] == "Phase      3 of 6  Dashboard · 0 of 4 tasks"
    assert [line.split()[0] for line in lines[3:]] == ["Status", "Agent"]
    assert texts(PositionPane, track(position=replace(at, percent=None), phases=phases), 60)[-1].endswith(
        "0 of 4 tasks of the phase"
    )
    whole = (phases[1],)
    assert texts(PositionPane, track(position=at, phases=whole), 60)[-1].startswith("Plan files")


def test_a_phase_that_says_it_is_done_while_tasks_are_open_bears_no_tick() -> None:
    phases = (
        Phase(id="1", name="Auth", status="Complete", counted_done=14, counted_total=16),
        Phase(id="2", status="done"),
    )
    line, _ = texts(PhasesPane, track(phases=phases), 60)
    assert line.startswith("? 1    Auth")
    assert line.endswith("14/16")
    assert summary(PhasesPane, track(phases=phases)) == ("1 of 2 done, 1 contradicted", "warning")


def test_a_phase_of_which_nothing_was_counted_as_done() -> None:
    (line,) = texts(PhasesPane, track(phases=(Phase(id="1", name="Auth", counted_total=12),)), 60)
    assert line.endswith("──────────   0/12")


def test_the_bars_of_phases_are_as_long_as_the_longest_name_allows() -> None:
    names = ("Auth", "A name that is so long that little room is left for bars")
    phases = tuple(Phase(id="1", name=name, counted_total=12) for name in names)
    short, long = texts(PhasesPane, track(phases=phases), 60)
    assert short.index("─") == long.index("─")
    assert "…  ──" in long


def test_what_else_is_known_of_a_phase_stands_below_it() -> None:
    (_, below, *_) = texts(PhasesPane, full_track(), 60, density=Density.FULL)
    assert below == "       released · coder · retried once · 1 Jan to 5 Jan"


def test_where_rows_are_free_a_phase_has_its_dates_files_and_open_tasks_below_it() -> None:
    phases = (
        Phase(id="1", status="completed", started="2026-01-29T08:05:00Z", completed="2026-01-29T08:40:00Z"),
        Phase(id="2", status="completed", completed="2026-01-28"),
        Phase(id="3", status="in_progress", agents=("coder",), started="2026-01-29T08:40:00Z", counted_done=1,
              counted_total=4, open_tasks=("3.1.2", "3.2.1", "3.2.2", "3.2.3", "3.2.4")),
        Phase(id="4", status="pending", counted_total=1, open_tasks=("4.1.1",)),
    )  # fmt: skip
    files = {"1": {"files_created": ["a.ts", "b.ts"], "files_deleted": ["c.ts"], "downstream_context": {"x": ["y"]}}}
    shown = track(phases=phases, extra={"phases": files})
    assert [line for line in texts(PhasesPane, shown, 60, density=Density.FULL) if line.startswith(" ")] == [
        "       29 Jan, 08:05 to 08:40",
        "       created a.ts, b.ts",
        "       deleted c.ts",
        "       28 Jan",
        "       coder · since 29 Jan, 08:40",
        "       not done: 3.1.2, 3.2.1, 3.2.2, 2 more",
    ]
    assert len(texts(PhasesPane, shown, 60)) == 4
    told = {fact.label: fact.text for fact in facts(phases[2], NOW)}
    assert told["Not done"] == "3.1.2, 3.2.1, 3.2.2, 3.2.3, 3.2.4"


@pytest.mark.parametrize(
    ("phase", "meaning"),
    [
        (Phase(id="1", status="✅ Complete"), "done"),
        (Phase(id="1", status="Completed"), "done"),
        (Phase(id="1", status="Completed", counted_done=4, counted_total=4), "done"),
        (Phase(id="1", status="Completed", counted_done=3, counted_total=4), "doubtful"),
        (Phase(id="1", status="done", counted_total=4), "doubtful"),
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


def made(pane: type[Pane], shown: Track) -> Pane:
    pane_ = pane(View(clock))
    pane_.show(about(shown))
    return pane_


def summary(pane: type[Pane], shown: Track) -> tuple[str, str]:
    return made(pane, shown).summary()


@pytest.mark.parametrize(
    ("pane", "words", "count"),
    [
        (AttentionPane, ("10", "muted"), 10),
        (PositionPane, ("autopilot", "muted"), 9),
        (ThresholdsPane, ("the agent ends" + ": variance", "stop"), 5),
        (BlockersPane, ("1 open", "warning"), 1),
        (DecisionsPane, ("2", "muted"), 2),
        (TodosPane, ("2 open", "muted"), 2),
        (SessionsPane, ("4  ·  at least 2.1 M tokens, $1.25", "muted"), 4),
        (PhasesPane, ("1 of 3 done", "muted"), 3),
        (FindingsPane, ("3", "stop"), 3),
    ],
)
def test_what_stands_beside_the_heading(pane: type[Pane], words: tuple[str, str], count: int) -> None:
    assert summary(pane, full_track()) == words
    assert made(pane, full_track()).count() == count


@pytest.mark.parametrize(
    ("pane", "words"),
    [
        (BlockersPane, "No blockers.  n records one"),
        (DecisionsPane, "No decisions recorded.  n records one"),
        (TodosPane, "No pending todos.  n adds one"),
        (PhasesPane, "No phase files found."),
    ],
)
def test_an_empty_pane_names_the_key_that_fills_it(pane: type[Pane], words: str) -> None:
    shown = pane(View(clock, keys={"row.new": "n"}))
    (line,) = shown.empty_lines(80)
    assert line.plain == words
    assert line.action_at(line.width - 1) == (pane.ADDING or (None,))[0]
    assert [each.plain for each in pane(View(clock)).empty_lines(80)] == [words.split("  ", maxsplit=1)[0]]


@pytest.mark.parametrize(
    ("width", "state"),
    [
        (78, "acknowledged 2 h · snoozed"),
        (60, "acknowledged · snoozed"),
        (50, "ack. · snoozed"),
    ],
)
def test_what_is_acknowledged_and_snoozed_says_both(width: int, state: str) -> None:
    both = threshold(
        level="alert", snoozed_until="2026-01-29T18:00:00Z", acknowledgment=acknowledgment(at="2026-01-29T14:30:00Z")
    )
    row = texts(ThresholdsPane, track(thresholds=(both,)), width, COMPACT)[0]
    assert row.startswith("✓ cost")  # acknowledged, also where there is no room for the word
    assert row.endswith(state)
