"""A full context belongs to the session that handed off, until a fresh agent has read it anew."""

from typing import Any

import pytest

from cockpit.model import Handoff, Limits, Position, Step, Threshold
from cockpit.rules.attention import needs
from cockpit.rules.handoff.handoff_status import of_ended_session
from cockpit.wording.messages import clause
from tests.support.model_builders import threshold, track

PERCENT = Limits(warning=30, alert=40, stop=50)
ALERT = threshold(metric="context", unit="percent", value=42.0, level="alert", limits=PERCENT, agent_will="pause",
                  read_at="2026-01-29T14:00:00Z")  # fmt: skip
STOP = threshold(metric="context", unit="percent", value=55.0, level="stop", limits=PERCENT, agent_will="halt")
COST = threshold(value=26.5, level="alert", agent_will="pause")
LEFT = Handoff(path="holding-pattern.md", phase="3", plan="2", task="3", created="2026-01-29T14:01:00Z")


def at_task(number: str, **values: Any) -> dict[str, Any]:
    return {"position": Position(phase=Step(id="3"), plan=Step(id="2"), task=Step(id=number)), **values}


@pytest.mark.parametrize(
    ("values", "ended"),
    [
        (at_task("3", handoff=LEFT, thresholds=(ALERT, COST)), (ALERT,)),
        (at_task("3", handoff=LEFT, thresholds=(STOP,)), (STOP,)),
        (at_task("3", handoff=None, thresholds=(ALERT,)), ()),
        (at_task("4", handoff=LEFT, thresholds=(ALERT,)), ()),
        (at_task("3", handoff=Handoff(path="h.md", created="2026-01-29T13:00:00Z"), thresholds=(ALERT,)), ()),
        (at_task("3", handoff=Handoff(path="h.md", created="yesterday"), thresholds=(ALERT,)), (ALERT,)),
    ],
    ids=["alert", "stop", "no handoff", "it has served", "read since", "no one knows when"],
)
def test_which_metrics_tell_of_it(values: dict[str, Any], ended: tuple[object, ...]) -> None:
    assert of_ended_session(track(**values)) == ended


@pytest.mark.parametrize(("full", "value", "limit"), [(ALERT, "42 %", "40 %"), (STOP, "55 %", "50 %")])
def test_a_person_is_told_to_resume(full: Threshold, value: str, limit: str) -> None:
    first, handoff = needs(track(**at_task("3", handoff=LEFT, thresholds=(full,))))
    reached = f"context {value}, {full.level} at {limit}"
    until = "it is acknowledged or " if full is ALERT else ""
    over = f"the agent has handed off; the {full.level} remains until {until}a fresh agent records its own value"
    assert first.text == f"{clause(reached)}: {clause(over)}"
    assert (first.remedies, handoff.kind) == (("resume",), "handoff")
