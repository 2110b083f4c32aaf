"""What is copied of a row: a sentence that can be pasted elsewhere."""

import pytest

from cockpit.model import (
    Blocker,
    Continuity,
    Finding,
    Handoff,
    NextAction,
    Phase,
    PhaseError,
    Position,
    Retries,
    Step,
    Todo,
    Tokens,
    Waiting,
)
from cockpit.rules.attention import needs
from cockpit.widgets.sheets import copied
from cockpit.wording.messages import plain
from tests.support.model_builders import threshold, track

FINDING = Finding(
    code="bar-mismatch", severity="warning", path="TRANSPONDER.md", line=15, message=plain("4 of 10"), hint=plain("Fix")
)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (NextAction(text="Go on", command="/autopilot:cockpit"), "/autopilot:cockpit"),
        (NextAction(text="Go on"), "Go on"),
        (FINDING, "TRANSPONDER.md:15: 4 of 10"),
        (Finding(code="c", severity="note", path="p", message=plain("m")), "p: m"),
        (threshold(metric="tokens", unit="tokens", value=1_234_567.0), "tokens 1.2 M"),
        (threshold(value=26.5, level="alert"), "cost $26.50, alert at $25"),
        (threshold(value=None), "cost has no value"),
        (Todo(text="Write tests"), "Write tests"),
        (PhaseError(message="boom"), "boom"),
        (Waiting(question="Sidebar?"), "Sidebar?"),
        (Handoff(path="h.md", next_action="Finish"), "Finish"),
        (Continuity(stopped_at="Mid-plan"), "Mid-plan"),
        (Position(status_text="In progress"), "In progress"),
        (Position(phase=Step(id="3", name="Dashboard", total=6), plan=Step(id="2"), task=Step(), status="blocked"),
         "phase 3 of 6 Dashboard, plan 2, task ?: blocked"),
        (Step(id="3", name="Dashboard"), "Dashboard"),
        (Step(id="3"), "3"),
        (Phase(id="3", name=""), "3"),
        (Retries(count=1, max=3), "1 of 3 retries"),
        (Tokens(input=10, output=2), "input 10, output 2"),
        ((("Plans", "8"), ("Duration", "12 min")), "Plans 8; Duration 12 min"),
        (needs(track(blockers=(Blocker(text="No key"),)))[0], "No key"),
        (None, ""),
    ],
)  # fmt: skip
def test_copied(value: object, text: str) -> None:
    assert copied(value) == text
