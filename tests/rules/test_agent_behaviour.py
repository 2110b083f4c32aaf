"""What the agent does about a metric is said alike everywhere: beside each other, for every state of a metric."""

from dataclasses import replace
from typing import Any

import pytest

from cockpit.model import Handoff, Limits, Position, Statement, Step, Threshold, Track
from cockpit.rules.attention import needs
from cockpit.rules.thresholds.alert_state import agent_behaviour, idle_status
from cockpit.rules.thresholds.explain import explain
from cockpit.rules.thresholds.verdict import verdict
from cockpit.wording.messages import Message, clause
from tests.support.model_builders import NOW, acknowledgment, project, threshold, track

PERCENT = Limits(warning=30, alert=40, stop=50)
LEFT = Handoff(path="holding-pattern.md", phase="3", created="2026-01-29T14:01:00Z")
UNREAD = ".autopilot/state/acknowledgments.json"
TOLD = "/autopilot:config --set max-cost=80"


def full(level: str, will: str, **values: Any) -> Threshold:
    """A context at its alert or stop."""
    value = {"alert": 42.0, "stop": 55.0}[level]
    state = {"metric": "context", "unit": "percent", "value": value, "limits": PERCENT, "level": level}
    return threshold(**state, agent_will=will, **values)


def spent(level: str | None, will: str, agent: str | None, **values: Any) -> Threshold:
    """A cost at a level by the present limits, another by those of the agent."""
    value = {None: 5.0, "warning": 12.0, "alert": 26.5, "stop": 55.0}[level]
    return threshold(value=value, level=level, agent_will=will, agent_level=agent, **values)


@pytest.mark.parametrize(
    ("metric", "handed_off", "does"),
    [
        (spent("alert", "pause", "alert"), False, "waits until it is acknowledged"),
        (spent("alert", "pause", "alert", acknowledgment=acknowledgment(effective=False, reason="expired")), False,
         "waits; the acknowledgment has lapsed (expired)"),
        (spent("alert", "continue", "alert", acknowledgment=acknowledgment(effective=False, reason="expired")), False,
         "still accepts the acknowledgment that has lapsed (expired)"),
        (spent("alert", "pause", "alert", acknowledgment_unread=UNREAD), False,
         "waits, because acknowledgments.json cannot be read"),
        (spent("stop", "halt", "stop"), False, "ends; raise the limit or fix the cause"),
        # limits that the agent does not read
        (spent("alert", "continue", "warning"), False, "does not read this limit"),
        (spent("stop", "continue", "warning"), False,
         "does not read this limit; end it yourself"),
        (spent("stop", "pause", "alert"), False, "waits; it does not read this limit; end it yourself"),
        # limits of the agent's own, lower than the present ones
        (spent("warning", "pause", "alert"), False,
         "waits at its own limit until it is acknowledged"),
        (spent("alert", "halt", "stop", tell_agent=TOLD), False,
         f"ends at its own limit; give it this limit with `{TOLD}`"),
        (spent("warning", "halt", "stop"), False, "ends at its own limit; no command changes that limit"),
        # a handoff waits: how full the context was is no matter of a fresh agent
        (full("alert", "pause"), True,
         "has handed off; the alert remains until it is acknowledged or a fresh agent records its own value"),
        (full("stop", "halt"), True, "has handed off; the stop remains until a fresh agent records its own value"),
        (full("alert", "pause", read_at="2026-01-29T14:02:00Z"), True, "waits until it is acknowledged"),
        (spent("alert", "pause", "alert"), True, "waits until it is acknowledged"),
    ],
)  # fmt: skip
def test_all_places_say_the_same(metric: Threshold, handed_off: bool, does: str) -> None:
    shown = track(thresholds=(metric,), handoff=LEFT if handed_off else None, position=Position(phase=Step(id="3")))
    behind = [str(need.text).partition(": ")[2] for need in needs(shown) if need.pane == "thresholds"]
    answer = [str(reason).partition(": ")[2] for reason in verdict(project(shown)).reasons]
    assert (behind, answer) == ([f"the agent {does}"], [f"the agent {does}."])
    assert str(dict(explain(metric, shown, NOW))["the_agent"]) == does


@pytest.mark.parametrize(
    "metric",
    [
        spent(None, "continue", None),
        spent("warning", "continue", "warning"),
        spent("alert", "continue", "alert", acknowledgment=acknowledgment()),
    ],
)
def test_of_what_holds_nothing_no_reason_is_said(metric: Threshold) -> None:
    shown = track(thresholds=(metric,))
    assert (needs(shown), verdict(project(shown)).reasons) == ((), ())
    assert str(dict(explain(metric, shown, NOW))["the_agent"]) == "may continue"


def test_a_handoff_that_has_served_ends_no_session() -> None:
    gone_on = track(thresholds=(full("alert", "pause"),), handoff=LEFT, position=Position(phase=Step(id="4")))
    assert agent_behaviour(gone_on.thresholds[0], gone_on).kind == "pauses"


def test_the_agents_own_limit_ends_with_its_session() -> None:
    own = full("alert", "halt", agent_level="stop")
    shown: Track = track(thresholds=(threshold(metric="context", value=42.0, agent_will="halt"), own), handoff=LEFT)
    assert [agent_behaviour(each, shown).brief for each in shown.thresholds] == ["the agent has handed off"] * 2


@pytest.mark.parametrize(
    ("metric", "behaviour"),
    [
        (spent("alert", "pause", "alert"), "the agent waits until it is acknowledged"),
        (spent("stop", "continue", None), "the agent does not read this limit; end it yourself"),
    ],
)
def test_what_is_snoozed_is_put_off_and_described_alike(metric: Threshold, behaviour: Message) -> None:
    shown = track(thresholds=(replace(metric, snoozed_until="2026-01-29T18:00:00Z"),))
    snoozed = f"cost is snoozed until 18:00: {clause(behaviour)}."
    assert idle_status(shown, NOW).sentence == snoozed
    assert not idle_status(shown, NOW).calm


VALUE = Statement(what="value", text="about sixty", path=".autopilot/TRANSPONDER.md", line=12)


@pytest.mark.parametrize(
    ("metric", "code"),
    [
        (spent(None, "continue", None, unreadable=(VALUE,)), 20),
        (threshold(value=None, unreadable=(VALUE,)), 20),
        (threshold(metric="retries", unit="count", value=None, unreadable=(VALUE,)), 20),
        (spent("warning", "continue", "warning", unreadable=(VALUE,)), 20),
        (spent("alert", "continue", "alert", acknowledgment=acknowledgment(), unreadable=(VALUE,)), 20),
        (spent("stop", "halt", "stop", unreadable=(VALUE,)), 30),
    ],
)
def test_what_is_stated_and_cannot_be_read_holds_the_agent_and_is_named_with_its_place(
    metric: Threshold, code: int
) -> None:
    stands = track(thresholds=(metric,))
    found = verdict(project(stands))
    assert found.code == code
    [need] = needs(stands)
    assert (need.kind, need.row) == ("stop" if code == 30 else "alert", metric.metric)
    assert (need.word == "unknown") == (code == 20)
    for told in (*found.reasons, need.text) if code == 20 else ():
        assert "“about sixty” (TRANSPONDER.md:12)" in str(told)
    whole = "“about sixty” (.autopilot/TRANSPONDER.md:12)"
    assert ("value_unread", whole) in explain(metric, stands, NOW)
