"""What the detail view says about a value, and what is copied."""

from typing import Any

import pytest

from cockpit.model import (
    AgentTokens,
    Blocker,
    Continuity,
    Decision,
    Finding,
    Handoff,
    HandoffTask,
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
from cockpit.rules.explain import explain
from tests.builders import NOW, full_track, threshold, track
from widgets.facts import Fact, copied, facts

FINDING = Finding(
    code="bar-mismatch", severity="warning", path="TRANSPONDER.md", line=15, message="4 of 10", hint="Fix"
)


def said(value: object) -> list[tuple[str, str]]:
    return [(fact.label, fact.text) for fact in facts(value, NOW)]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (FINDING, [("finding", "4 of 10"), ("where", "TRANSPONDER.md, line 15"), ("rule", "bar-mismatch"),
                   ("what to do", "Fix")]),
        (Finding(code="c", severity="note", path="p", message="m"),
         [("finding", "m"), ("where", "p"), ("rule", "c")]),
        (Todo(text="Write tests"), [("text", "Write tests"), ("done", "no")]),
        (Todo(text="Write tests", done=True), [("text", "Write tests"), ("done", "yes")]),
        (Decision(text="Sidebar", date="2026-01-28", alternatives=("nav", "tabs"), reversible=False),
         [("text", "Sidebar"), ("date", "2026-01-28 (yesterday)"), ("alternatives", "nav; tabs"),
          ("reversible", "no")]),
        (Decision(text="Sidebar"), [("text", "Sidebar")]),
        (Blocker(id="B1", text="No key", since="at lunch"),
         [("id", "B1"), ("text", "No key"), ("status", "active"), ("since", "at lunch")]),
        (PhaseError(message="boom", at="2026-01-29T14:31:00Z"),
         [("message", "boom"), ("resolved", "no"), ("at", "2026-01-29T14:31:00Z (2 h ago)")]),
        (Phase(id="3A", counted_done=0, counted_total=4),
         [("id", "3A"), ("counted done", "0"), ("counted total", "4")]),
        (Tokens(input=10, by_agent={"coder": AgentTokens(input=1, output=0)}),
         [("input", "10"), ("by agent", "coder input 1, output 0")]),
        (Handoff(path="h.md", completed=(HandoffTask(id="1", name="Model"), HandoffTask(id="2"))),
         [("path", "h.md"), ("completed", "id 1, name Model; id 2")]),
        (Position(phase=Step(id="3", total=6), status="blocked"),
         [("phase", "id 3, total 6"), ("status", "blocked")]),
        ((("Plans", "8"), ("Duration", "12 min")), [("Plans", "8"), ("Duration", "12 min")]),
        (("no pair", 3), []),
        ((), []),
        (None, []),
        ("a text", [("", "a text")]),
        (Todo, [("", str(Todo))]),
    ],
)  # fmt: skip
def test_facts(value: object, expected: list[tuple[str, str]]) -> None:
    assert said(value) == expected


def test_a_threshold_is_explained_and_what_the_agent_does_stands_out() -> None:
    value = threshold(value=26.5, level="alert", agent_will="pause")
    assert said(value) == explain(value, NOW)
    assert [fact.label for fact in facts(value, NOW) if fact.style == "strong"] == ["the agent"]


def test_a_need_stands_before_the_value_it_is_about() -> None:
    (need,) = needs(track(blockers=(Blocker(text="No key"),)))
    assert facts(need, NOW)[0] == Fact("blocked", "No key", "strong")
    assert facts(need, NOW)[1:] == facts(need.value, NOW)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (NextAction(text="Go on", command="/autopilot:cockpit"), "/autopilot:cockpit"),
        (NextAction(text="Go on"), "Go on"),
        (FINDING, "TRANSPONDER.md:15: 4 of 10"),
        (Finding(code="c", severity="note", path="p", message="m"), "p: m"),
        (threshold(metric="tokens", unit="tokens", value=1_234_567.0), "tokens 1.2 M"),
        (threshold(value=26.5, level="alert"), "cost $26.50, alert at $25"),
        (threshold(value=None), "cost no value"),
        (Todo(text="Write tests"), "Write tests"),
        (PhaseError(message="boom"), "boom"),
        (Waiting(question="Sidebar?"), "Sidebar?"),
        (Handoff(path="h.md", next_action="Finish"), "Finish"),
        (Continuity(stopped_at="Mid-plan"), "Mid-plan"),
        (Position(status_text="In progress"), "In progress"),
        (Step(id="3", name="Dashboard"), "Dashboard"),
        (Step(id="3"), "3"),
        (Phase(id="3", name=""), "3"),
        (Retries(count=1, max=3), "count 1, max 3"),
        (Tokens(input=10, output=2), "input 10, output 2"),
        ((("Plans", "8"), ("Duration", "12 min")), "Plans 8; Duration 12 min"),
        (None, ""),
    ],
)
def test_copied(value: object, text: str) -> None:
    assert copied(value) == text


def values_of(value: Any) -> list[Any]:
    return list(value) if isinstance(value, tuple) else [value]


@pytest.mark.parametrize(
    "name", ["position", "next_action", "waiting", "thresholds", "decisions", "todos", "blockers", "phases", "errors",
             "tokens", "sessions", "retries", "continuity", "handoff", "findings"]
)  # fmt: skip
def test_every_value_a_row_can_stand_for_can_be_shown_and_copied(name: str) -> None:
    for value in values_of(getattr(full_track(), name)):
        assert facts(value, NOW)
        assert copied(value)
