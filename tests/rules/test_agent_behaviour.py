"""What the agent does about a metric is said alike everywhere: beside each other, for every state of a metric."""

from dataclasses import replace
from typing import Any

import pytest

from cockpit.model import Handoff, Limits, Position, Statement, Step, Threshold, Track
from cockpit.rules.attention import needs
from cockpit.rules.thresholds.alert_state import agent_behaviour, idle_status
from cockpit.rules.thresholds.explain import explain
from cockpit.rules.thresholds.verdict import verdict
from cockpit.wording.messages import Message
from tests.support.model_builders import NOW, acknowledgment, project, threshold, track

PERCENT = Limits(warning=30, alert=40, stop=50)
LEFT = Handoff(path="holding-pattern.md", phase="3", created="2026-01-29T14:01:00Z")
UNREAD = ".autopilot/state/acknowledgments.json"
TOLD = "`/autopilot:config --set max-cost=80`"


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
    ("metric", "handed_off", "needed", "said", "asked"),
    [
        (spent(None, "continue", None), False, "",
         "goes on when it runs; nothing here holds it", ""),
        (spent("warning", "continue", "warning"), False, "",
         "goes on when it runs; nothing here holds it", ""),
        (spent("alert", "pause", "alert"), False, "the agent pauses until you acknowledge",
         "pauses at its next check, until the alert is acknowledged", "not acknowledged"),
        (spent("alert", "continue", "alert", acknowledgment=acknowledgment()), False, "",
         "goes on when it runs; nothing here holds it", ""),
        (spent("alert", "continue", "alert", acknowledgment=acknowledgment(effective=False, reason="expired")), False,
         "your acknowledgment no longer holds (expired), but the agent still honours it",
         "goes on when it runs; it still honours the acknowledgment",
         "the acknowledgment no longer holds (expired), but the agent still honours it"),
        (spent("alert", "pause", "alert", acknowledgment_unread=UNREAD), False,
         "the agent pauses, because acknowledgments.json cannot be read",
         "pauses at its next check, because it cannot be read whether the alert is acknowledged",
         "the agent pauses, because acknowledgments.json cannot be read"),
        (spent("stop", "halt", "stop"), False, "the agent halts until the limit is raised",
         "halts; only a raised limit or a removed cause lifts a stop", "the agent must halt"),
        # limits that the agent does not read
        (spent("alert", "continue", "warning"), False, "the agent does not read this limit and is not held by it",
         "goes on when it runs; it does not read this limit and is not held by it",
         "not acknowledged; the agent does not read this limit"),
        (spent("stop", "continue", "warning"), False, "the agent does not read this limit and is not held by it",
         "goes on when it runs; it does not read this limit and is not held by it",
         "the agent must halt; it does not read this limit"),
        (spent("stop", "pause", "alert"), False, "the agent only pauses; it does not read this limit",
         "only pauses; it does not read this limit", "the agent must halt; it does not read this limit"),
        # limits of the agent's own, lower than the present ones
        (spent("warning", "pause", "alert"), False, "the agent pauses by its own limit until you acknowledge",
         "pauses at its next check by its own limit, until the alert is acknowledged",
         "not acknowledged; the agent pauses by its own limit"),
        (spent("alert", "halt", "stop", tell_agent=TOLD.strip("`")), False,
         f"the agent halts by its own limit; {TOLD} tells it this one",
         f"halts by its own limit; {TOLD} tells it this one",
         f"the agent halts by its own limit; {TOLD} tells it this one"),
        (spent("warning", "halt", "stop"), False, "the agent halts by its own limit; no command tells it another",
         "halts by its own limit; no command tells it another",
         "the agent halts by its own limit; no command tells it another"),
        # a handoff waits: how full the context was is no matter of a fresh agent
        (full("alert", "pause"), True, "that session handed off",
         "that session handed off; a fresh agent begins with an empty context",
         "that session handed off; this stands until it is acknowledged or a fresh agent records its own"),
        (full("stop", "halt"), True, "that session handed off",
         "that session handed off; a fresh agent begins with an empty context",
         "that session handed off; this stands until a fresh agent records its own"),
        (full("alert", "pause", read_at="2026-01-29T14:02:00Z"), True, "the agent pauses until you acknowledge",
         "pauses at its next check, until the alert is acknowledged", "not acknowledged"),
        (spent("alert", "pause", "alert"), True, "the agent pauses until you acknowledge",
         "pauses at its next check, until the alert is acknowledged", "not acknowledged"),
    ],
)  # fmt: skip
def test_all_places_say_the_same(metric: Threshold, handed_off: bool, needed: str, said: str, asked: str) -> None:
    shown = track(thresholds=(metric,), handoff=LEFT if handed_off else None, position=Position(phase=Step(id="3")))
    behind = [str(need.text.values["behaviour"]) for need in needs(shown) if need.pane == "thresholds"]
    answer = [str(reason.values["behaviour"]) for reason in verdict(project(shown)).reasons]
    assert (behind, answer) == ([needed] if needed else [], [asked] if asked else [])
    assert str(dict(explain(metric, shown, NOW))["the agent"]) == said


def test_a_handoff_that_has_served_ends_no_session() -> None:
    gone_on = track(thresholds=(full("alert", "pause"),), handoff=LEFT, position=Position(phase=Step(id="4")))
    assert agent_behaviour(gone_on.thresholds[0], gone_on).kind == "pauses"


def test_the_agents_own_limit_ends_with_its_session() -> None:
    own = full("alert", "halt", agent_level="stop")
    shown: Track = track(thresholds=(threshold(metric="context", value=42.0, agent_will="halt"), own), handoff=LEFT)
    assert [agent_behaviour(each, shown).brief for each in shown.thresholds] == [Message("rules.session-over")] * 2


@pytest.mark.parametrize(
    ("metric", "sentence"),
    [
        (spent("alert", "pause", "alert"), "the agent pauses until you acknowledge"),
        (spent("stop", "continue", None), "the agent does not read this limit and is not held by it"),
    ],
)
def test_what_is_snoozed_is_put_off_and_said_alike(metric: Threshold, sentence: str) -> None:
    shown = track(thresholds=(replace(metric, snoozed_until="2026-01-29T18:00:00Z"),))
    assert idle_status(shown, NOW).sentence == f"You snoozed cost until 18:00: {sentence}."
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
    whole = Message("rules.quoted-at", stated="about sixty", place=".autopilot/TRANSPONDER.md:12")
    assert ("value unread", whole) in explain(metric, stands, NOW)
