"""What the detail view says about each kind of value: in words, nothing empty, nothing as Python would print it."""

from dataclasses import replace

from syrupy.assertion import SnapshotAssertion

from cockpit.model import (
    AgentTokens,
    ArchivedHandoff,
    Blocker,
    Condition,
    Continuity,
    Counted,
    Decision,
    Finding,
    Handoff,
    HandoffTask,
    LastActivity,
    NextAction,
    Phase,
    PhaseError,
    Position,
    Retries,
    RetryAttempt,
    Session,
    Step,
    Tokens,
    Trigger,
    Verify,
    Waiting,
)
from cockpit.model.agents import AgentContext, AgentRateLimit
from cockpit.rules.attention import needs_everywhere
from cockpit.widgets.panes.thresholds import ThresholdsPane
from cockpit.widgets.sheets import copied, facts
from cockpit.wording.messages import plain
from tests.screens.conftest import FrameExtension
from tests.support.agent_sessions import ASKS, FAILED, SILENT, WAITS, WORKS, observed
from tests.support.model_builders import NOW, acknowledgment, threshold, track
from tests.support.pane_app import filled

FINDING = Finding(
    code="bar-mismatch", severity="warning", path="TRANSPONDER.md", line=15, message=plain("4 of 10"), hint=plain("Fix")
)
AGO = "2026-01-29T14:31:00Z"


def said(value: object) -> list[str]:
    """The facts as they stand: the heading alone, labels before their texts."""
    return [f"{fact.label}: {fact.text}" if fact.label else fact.text for fact in facts(value, NOW)]


VALUES = (
    FINDING, Finding(code="c", severity="note", path="p", message=plain("m")),
    Decision(text="Sidebar", outcome="works", date="2026-01-28", alternatives=("nav", "tabs"), reversible=False),
    Decision(text="Sidebar", alternatives=("nav", "")),
    Blocker(id="B1", text="No key", since="at lunch"), PhaseError(message="boom", at=AGO, type="timeout"),
    Phase(id="3", name=""), Phase(id="3A", name="Auth", counted_done=0, counted_total=4),
    Phase(id="3A", status="done", agents=("a", "b"), parallel=True, started="2026-01-28"),
    Tokens(input=10_000, output=2, by_agent={"coder": AgentTokens(input=1, output=0)}),
    Handoff(path="h.md", next_action="Finish", phase="3", task="2", total_tasks="5", created=AGO, status="in_progress",
            completed=(HandoffTask(id="1", name="Model", commit="abc1234", status="done"), HandoffTask(id="2")),
            remaining=("tests",), context="warm"),
    ArchivedHandoff(path="archive/h.md"),
    Position(phase=Step(id="3", name="Auth", total=6), task=Step(), status="blocked", percent=42.5,
             counted=Counted(done=1, total=4, unit="plans"),
             last_activity=LastActivity(date="2026-01-28", text="Wrote it")),
    NextAction(text="Go on", command="/go"), NextAction(text="Go on", source="rule"),
    Waiting(question="Sidebar?", options=("yes", "no"), recommendation="yes", since=AGO),
    Continuity(last_session="2026-01-29", stopped_at="Mid-plan"),
    Retries(count=1, max=3, log=(RetryAttempt(attempt="1", step="2", name="build", reason="flaky"),)),
    Session(id="s1", working_on="auth", completed=("login",)), Session(id="s2"),
    threshold(metric="tokens", unit="tokens", value=1_234_567.0), threshold(value=26.5, level="alert"),
    threshold(value=None), threshold(value=26.5, level="alert", acknowledgment=acknowledgment(conditions=(
        Condition(name="escalated", holds=True), Condition(name="new session", holds=None)))),
    (("Plans", "8"), ("Duration", "12 min")), (), "a text",
    *needs_everywhere(track(), (track(
        title="Mobile", thresholds=(threshold(value=26.5, level="alert", agent_will="pause"),),
        blockers=(Blocker(text="No key"),)),)),
    track(triggers={"time_elapsed": Trigger(last_triggered=AGO, suggested_checkpoint=True, count=2),
                    "cost_alert": Trigger(), "cost_stop": Trigger(count=1)}),
    track(
        title="TaskFlow", updated=AGO, verify=Verify(files=("a.ts",), claims=("tests pass",)),
        open_questions=("Which colour?",), documents={"roadmap": "ROADMAP.md"},
        extra={
            "sections": {"Notes": "first\nsecond"}, "last_reset": AGO, "spent": {"agents": 3, "nothing": None},
            "history": [{"type": "cost", "acknowledged_at": AGO}],
            "unread": [
                {"path": "S.md", "line": 7, "section": "Log", "text": "| Plan | x |"},
                {"path": "D.md", "line": 9, "section": "D-001", "text": "**Owner:** Ada"},
                {"path": "D.md", "line": 14, "section": "D-002", "text": "**Owner:** Grace"},
                {"path": "D.md", "line": 19, "section": "D-003", "text": "**Owner:** Ada"},
                {"path": "S.md", "line": 21, "section": "Log", "text": "**Owner:** Ada"},
            ],
        },
    ),
    *observed(WAITS, ASKS, FAILED, WORKS, SILENT).tracks[0].agents,
    *observed(replace(WAITS, cost=4.1, context=AgentContext(tokens=122_000, window=200_000, percent=61), rate_limits=(
        AgentRateLimit(window="five_hour", used=24.5, resets_at="2026-01-29T18:30:00Z"),))).tracks[0].agents,
    *(row.value for row in filled(ThresholdsPane, observed(WAITS, WORKS).tracks[0]).rows.all),
)  # fmt: skip
"""What rows stand for."""


def test_what_is_said_and_copied_of_each_value(snapshot: SnapshotAssertion) -> None:
    """As it stands in `__snapshots__/test_sheets`; `--snapshot-update` renews it."""
    lines = [line for value in VALUES for line in (f"# {type(value).__name__}: {copied(value)}", *said(value))]
    assert snapshot.use_extension(FrameExtension)(name="said") == "\n".join(lines) + "\n"
