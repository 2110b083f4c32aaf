"""What the detail view says about each kind of value: in words, nothing empty, nothing as Python would print it."""

from dataclasses import fields, is_dataclass
from typing import Any

import pytest

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
    Todo,
    Tokens,
    Trigger,
    Verify,
    Waiting,
)
from cockpit.rules.attention import needs, needs_everywhere
from cockpit.rules.thresholds.explain import explain, label_of
from cockpit.widgets.sheets import GAP, Fact, copied, facts
from cockpit.wording.messages import plain
from tests.support.model_builders import HOSTILE, NOW, acknowledgment, full_track, threshold, track

FINDING = Finding(
    code="bar-mismatch", severity="warning", path="TRANSPONDER.md", line=15, message=plain("4 of 10"), hint=plain("Fix")
)
UNTIL = "The acknowledgment holds until one of these happens"
AGO = "2026-01-29T14:31:00Z"


def said(value: object) -> list[str]:
    """The facts as they stand: the heading alone, labels before their texts."""
    return [f"{fact.label}: {fact.text}" if fact.label else fact.text for fact in facts(value, NOW)]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (FINDING, ["4 of 10", "", "What to do: Fix", "Where: TRANSPONDER.md, line 15", "Rule: bar-mismatch (warning)"]),
        (Finding(code="c", severity="note", path="p", message=plain("m")), ["m", "", "Where: p", "Rule: c (note)"]),
        (Todo(text="Write tests"), ["Write tests", "", "State: open"]),
        (Todo(text="Write tests", done=True), ["Write tests", "", "State: done"]),
        (Decision(text="Sidebar", outcome="works", date="2026-01-28", alternatives=("nav", "tabs"), reversible=False),
         ["Sidebar", "", "Outcome: works", "Rejected: · nav", " : · tabs", "Decided: 28 Jan (yesterday)",
          "Reversible: no"]),
        (Decision(text="Sidebar", alternatives=("nav", "")), ["Sidebar", "", "Rejected: nav"]),
        (Decision(text="Paging", reason="stable", consequences="no jump to page 7"),
         ["Paging", "", "Why: stable", "Consequences: no jump to page 7"]),
        (Decision(text="Sidebar"), ["Sidebar"]),
        (Blocker(id="B1", text="No key", since="at lunch"),
         ["No key", "", "State: active", "Since: at lunch", "Id: B1"]),
        (PhaseError(message="boom", at=AGO, type="timeout"),
         ["boom", "", "State: open", "Kind: timeout", "When: 29 Jan, 14:31 (2 h ago)"]),
        (Phase(id="3A", name="Auth", counted_done=0, counted_total=4), ["3A Auth", "", "Tasks: 0 of 4 done"]),
        (Phase(id="3A", status="done", agents=("a", "b"), parallel=True, started="2026-01-28"),
         ["3A", "", "Status: done", "Agents: · a", " : · b", "In parallel: yes", "Started: 28 Jan (yesterday)"]),
        (Tokens(input=10_000, by_agent={"coder": AgentTokens(input=1, output=0)}),
         ["Input: 10,000", "By agent: coder: input 1, output 0"]),
        (Handoff(path="h.md", next_action="Finish", phase="3", task="2", total_tasks="5", created=AGO,
                 status="in_progress",
                 completed=(HandoffTask(id="1", name="Model", commit="abc1234", status="done"), HandoffTask(id="2")),
                 remaining=("tests",), context="warm"),
         ["Finish", "", "Stopped at: phase 3, task 2 of 5", "Status: in progress", "Left: 29 Jan, 14:31 (2 h ago)", "",
          "Completed: · 1  Model, done, abc1234", " : · 2", "Remaining: tests", "", "Context: warm", "File: h.md"]),
        (ArchivedHandoff(path="archive/h.md"), ["Archived handoff", "", "File: archive/h.md"]),
        (Handoff(path="h.md"), ["A handoff waits", "", "File: h.md"]),
        (Position(phase=Step(id="3", name="Auth", total=6), task=Step(), status="blocked", percent=42.5,
                  counted=Counted(done=1, total=4, unit="plans"),
                  last_activity=LastActivity(date="2026-01-28", text="Wrote it")),
         ["Phase: 3 of 6  Auth", "Status: blocked", "Agent says: 42.5 %", "Plan files: 1 of 4 plans",
          "Last activity: Wrote it", " : 28 Jan (yesterday)"]),
        (Position(status="in_progress", status_text="On it!"), ["Status: On it! (in progress)"]),
        (LastActivity(date="2026-01-28", text="Wrote it"), ["Wrote it", "", "When: 28 Jan (yesterday)"]),
        (Step(id="3", name="Auth", total=6), ["3 of 6  Auth"]),
        (NextAction(text="Go on", command="/go"), ["Go on", "", "In the agent: /go",
         "When: the agent runs next; one that is at work needs no order", "From: the state file"]),
        (NextAction(text="Go on", source="rule"),
         ["Go on", "", "From: the rule for this status; the file names no next action"]),
        (Waiting(question="Sidebar?", options=("yes", "no"), recommendation="yes", since=AGO),
         ["Sidebar?", "", "Options: · yes", " : · no", "Recommended: yes", "Asked: 29 Jan, 14:31 (2 h ago)"]),
        (Continuity(last_session="2026-01-29", stopped_at="Mid-plan"),
         ["Mid-plan", "", "Last session: 29 Jan (today)"]),
        (Retries(count=1, max=3, log=(RetryAttempt(attempt="1", step="2", name="build", reason="flaky"),)),
         ["1 of 3 retries", "", "Attempt 1: 2 build, flaky"]),
        (Session(id="s1", working_on="auth", completed=("login",)), ["auth", "", "Completed: login", "Id: s1"]),
        (Session(id="s2"), ["s2"]),
        ((("Plans", "8"), ("Duration", "12 min")), ["Plans: 8", "Duration: 12 min"]),
        (("no pair", 3), []),
        ((), []),
        (None, []),
        ("a text", ["a text"]),
        (AgentTokens(input=1, cached=2), ["Input: 1", "Cached: 2"]),
    ],
)  # fmt: skip
def test_facts(value: object, expected: list[str]) -> None:
    assert said(value) == expected


def test_an_archived_handoff_is_no_more_than_that_and_names_the_keys_that_open_it() -> None:
    shown = facts(ArchivedHandoff(path="archive/h.md"), NOW, keys={"row.edit": "o", "row.details": "Enter"})
    told = [f"{fact.label}: {fact.text}" if fact.label else fact.text for fact in shown]
    assert told == [
        "Archived handoff",
        "",
        "File: archive/h.md",
        "On its row: Enter shows it, o opens it in your editor",
    ]


def test_a_trigger_says_how_often_it_fired_and_that_it_suggests_a_checkpoint() -> None:
    fired = Trigger(last_triggered=AGO, suggested_checkpoint=True, count=2)
    triggers = {"time_elapsed": fired, "cost_alert": Trigger(), "cost_stop": Trigger(count=1)}
    assert said(track(triggers=triggers))[-3:] == [
        "Triggers: · time elapsed, 2 times, 29 Jan, 14:31 (2 h ago), suggests a checkpoint", " : · cost alert, never",
        " : · cost stop, 1 time",
    ]  # fmt: skip


def test_a_threshold_is_explained_and_what_the_agent_does_stands_out() -> None:
    value = threshold(value=26.5, level="alert", agent_will="pause")
    heading, gap, *rows = facts(value, NOW)
    assert (heading, gap) == (Fact("", "cost $26.50, alert at $25", "strong"), GAP)
    assert [(row.label, row.text) for row in rows] == [
        (label_of(key).capitalize(), str(text)) for key, text in explain(value, track(), NOW)
    ]
    assert [row.label for row in rows if row.style == "strong"] == ["The agent"]


def test_a_need_is_named_once_and_followed_by_what_is_known_of_it() -> None:
    (need,) = needs(track(blockers=(Blocker(text="No key"),)))
    assert said(need) == ["No key", "", "State: active"]


def test_a_need_elsewhere_tells_all_that_the_track_needs() -> None:
    other = track(title="Mobile", thresholds=(threshold(value=26.5, level="alert", agent_will="pause"),),
                  blockers=(Blocker(text="No key"),))  # fmt: skip
    need, _ = needs_everywhere(track(), (other,))
    assert said(need)[:2] == ["Mobile", ""]
    assert [line.split(":")[0] for line in said(need)[2:]] == ["Alert", "Blocked", "File"]


def test_the_track_says_what_no_pane_shows() -> None:
    shown = track(
        title="TaskFlow", updated=AGO, verify=Verify(files=("a.ts",), claims=("tests pass",)),
        open_questions=("Which colour?",), documents={"roadmap": "ROADMAP.md"},
        extra={
            "sections": {"Notes": "first\nsecond"}, "last_reset": AGO, "spent": {"agents": 3, "nothing": None},
            "history": [{"type": "cost", "acknowledged_at": AGO}],
            "unread": [{"path": "S.md", "line": 7, "section": "Log", "text": "| Plan | x |"}],
        },
    )  # fmt: skip
    assert said(shown) == [
        "TaskFlow", "", "System: autopilot", "File: .autopilot/TRANSPONDER.md",
        "Updated: 29 Jan, 14:31 (2 h ago)", "", "To verify: · tests pass", " : · a.ts", "Open questions: Which colour?",
        "", "Roadmap: ROADMAP.md", "", "Last reset: 29 Jan, 14:31 (2 h ago)", "", "Spent", "· agents: 3", "", "History",
        "· type cost, acknowledged at 29 Jan, 14:31 (2 h ago)", "", "Notes", "first\nsecond",
    ]  # fmt: skip


def parts(value: Any) -> list[Any]:
    """A value and everything in it that a row could stand for."""
    inner = [getattr(value, each.name) for each in fields(value)] if is_dataclass(value) else []
    inner = list(value) if isinstance(value, tuple) else list(value.values()) if isinstance(value, dict) else inner
    return [value, *(part for each in inner for part in parts(each))]


@pytest.mark.parametrize("text", [str, *(lambda _, text=text: text for text in HOSTILE)])
def test_no_value_is_shown_as_python_would_print_it_nor_empty(text: Any) -> None:
    every = [full_track(text), *needs(full_track(text))]
    for value in [part for each in every for part in parts(each)]:
        shown = facts(value, NOW)
        for before, fact in zip([GAP, *shown], shown, strict=False):
            assert fact is GAP or fact.text.strip(), value
            assert fact is not GAP or before is not GAP, value
            assert not {"None", "()", "{}", "('", "True", "False"} & {fact.text}, value


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


def test_a_threshold_says_what_ends_its_acknowledgment() -> None:
    given = acknowledgment(
        conditions=(Condition(name="escalated", holds=True), Condition(name="new session", holds=None))
    )
    told = said(threshold(value=26.5, level="alert", acknowledgment=given))
    assert told[-3:] == [
        UNTIL,
        "· the level rises above the acknowledged level: not so far",
        "· the agent starts a new session: unknown",
    ]
    assert UNTIL not in said(threshold(value=26.5, level="alert"))
