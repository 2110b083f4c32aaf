"""The seed's own examples, value by value."""

import pytest

from cockpit.model import (
    Acknowledgment,
    Continuity,
    Decision,
    Handoff,
    HandoffTask,
    LastActivity,
    Limits,
    NextAction,
    Position,
    Project,
    RuleAction,
    Session,
    Step,
    Threshold,
    Todo,
    Trigger,
)
from tests.support.autopilot_states import HANDOFF, NOW, TRANSPONDER, read_case, threshold
from tests.support.contract import from_json, to_json
from tests.support.messages import words as says

CASES = ("seed-thresholds", "crlf", "mojibake")


def test_example_transponder() -> None:
    track = read_case("seed-example")
    assert (track.system, track.path, track.format) == ("autopilot", TRANSPONDER, "transponder")
    assert track.title == "TaskFlow App"
    assert track.updated == "2026-01-29T14:30:00Z"
    assert track.position == Position(
        phase=Step(id="3", total=6),
        plan=Step(id="2", total=4),
        task=Step(id="3", name="Create UI component", total=5),
        status="in_progress",
        status_text="In progress",
        status_means=says("the plan is being executed"),
        percent=42,
        last_activity=LastActivity(date="2026-01-29", text="Completed dashboard layout plan"),
    )
    assert track.metrics == {"Plans completed": "8", "Avg duration": "12 min", "Token efficiency": "73%"}
    assert track.decisions == (
        Decision(text="Hybrid sidebar layout", outcome="working well"),
        Decision(text="WebSocket for real-time", outcome="implemented"),
        Decision(text="Bottom nav on mobile", outcome="user approved"),
    )
    assert track.todos == (Todo(text="Add error boundary to dashboard"), Todo(text="Write tests for auth flow"))
    assert track.blockers == ()
    assert track.findings == ()


def test_example_continuity_and_next_action() -> None:
    track = read_case("seed-example")
    assert track.continuity == Continuity(
        last_session="2026-01-29",
        stopped_at="Mid-plan 3.2, task 3 of 5",
        resume_file=HANDOFF,
        next_action="/autopilot:cockpit",
    )
    assert track.sessions == (Session(ended="2026-01-29", working_on="Mid-plan 3.2, task 3 of 5"),)
    assert track.next_action == NextAction(text="/autopilot:cockpit", command="/autopilot:cockpit", source="file")
    assert track.next_by_rule == RuleAction(text=says("Resume from the holding pattern"), command="/autopilot:cockpit")


def test_example_handoff() -> None:
    assert read_case("seed-example").handoff == Handoff(
        path=HANDOFF,
        phase="3",
        plan="2",
        task="3",
        total_tasks="5",
        status="in_progress",
        created="2026-01-29T14:30:00Z",
        completed=(
            HandoffTask(id="1", name="Create model", commit="abc123", status="✅"),
            HandoffTask(id="2", name="Create API", commit="def456", status="✅"),
            HandoffTask(id="3", name="Create UI component", status="🔄 In progress"),
        ),
        remaining=("Task 3: write Dashboard.tsx", "Task 4: loading and empty states", "Task 5: tests"),
        decisions=("React Query for data fetching, because the cache is shared with the sidebar.",),
        context="The types of the API answer are settled; do not change them again.",
        next_action="Create Dashboard.tsx component using the API from task 2",
        state="The API answers; the dashboard component is not yet written.",
    )


@pytest.mark.parametrize("case", CASES)
def test_thresholds(case: str) -> None:
    track = read_case(case)
    assert [(t.metric, t.value, t.unit, t.level, t.agent_will) for t in track.thresholds] == [
        ("cost", 26.5, "usd", "alert", "continue"),
        ("context", 35, "percent", "warning", "continue"),
        ("variance", 18, "percent", None, "continue"),
        ("errors", 1, "count", None, "continue"),
    ]
    assert threshold(track, "cost") == Threshold(
        metric="cost",
        unit="usd",
        value=26.5,
        level="alert",
        limits=Limits(warning=10, alert=25, stop=50, source="TRANSPONDER.md"),
        agent_will="continue",
        agent_level="alert",
        read_at="2026-01-29T14:30:00Z",
        source="thresholds.json",
        acknowledgment=Acknowledgment(
            at="2026-01-29T14:30:00Z",
            value=26.5,
            level="alert",
            session_id="session-abc123",
            note="Acknowledged cost increase due to complex feature",
            effective=True,
        ),
    )
    assert threshold(track, "context").acknowledgment == Acknowledgment(
        at="2026-01-29T15:00:00Z", value=42, level="alert", session_id="session-def456", effective=True
    )


@pytest.mark.parametrize("case", CASES)
def test_triggers_and_history(case: str) -> None:
    track = read_case(case)
    assert track.triggers == {
        "context_warning": Trigger(last_triggered="2026-01-29T14:00:00Z", count=2),
        "cost_alert": Trigger(last_triggered="2026-01-29T14:30:00Z", count=1, acknowledged=True),
        "time_elapsed": Trigger(session_start="2026-01-29T14:00:00Z", suggested_checkpoint=False),
    }
    assert track.extra["last_reset"] == "2026-01-29T08:00:00Z"
    assert track.extra["acknowledgment_history"] == [
        {
            "type": "cost",
            "value": 12.0,
            "acknowledged_at": "2026-01-28T10:00:00Z",
            "reset_at": "2026-01-29T08:00:00Z",
        }
    ]


@pytest.mark.parametrize("case", CASES)
def test_line_ends_and_mojibake_change_no_value(case: str) -> None:
    plain, other = read_case("seed-thresholds"), read_case(case)
    for part in ("title", "position", "thresholds", "triggers", "continuity", "sessions", "handoff", "next_action"):
        assert getattr(other, part) == getattr(plain, part), part


def test_the_seeds_context_acknowledgment_lies_above_the_value() -> None:
    (finding,) = read_case("seed-thresholds").findings
    assert (finding.code, finding.severity, finding.line) == ("acknowledgment-above-value", "note", 10)
    assert finding.message == says("context was acknowledged at 42 %, but its value is 35 %.")


@pytest.mark.parametrize("case", ["seed-example", "seed-thresholds", "healthy", "layout-2", "v1", "damaged"])
def test_the_track_keeps_the_contract(case: str) -> None:
    project = Project(root="/somewhere", tracks=(read_case(case, now=NOW),))
    told = to_json(project)
    assert from_json(told) == from_json(to_json(from_json(told)))
