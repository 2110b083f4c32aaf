"""What holds an agent: thresholds and retries always, blockers and questions where they are asked for."""

from dataclasses import replace
from typing import Any

import pytest

from cockpit.model import Blocker, Finding, Statement, Threshold, Waiting
from cockpit.rules.attention import needs
from cockpit.rules.thresholds.verdict import Holding, Verdict, holding, verdict
from cockpit.rules.unread import damage_at, key_of, unread_findings
from cockpit.wording.messages import clause
from tests.support.model_builders import project, threshold, track


def retried(value: float | None, level: str | None, will: str = "continue", **values: Any) -> Threshold:
    return threshold(metric="retries", unit="count", value=value, level=level, agent_will=will, **values)


SOME = Statement(what="value", text="some", path="state.md", line=3)


@pytest.mark.parametrize(
    ("metric", "code"),
    [
        (retried(1, "warning"), 0),
        (retried(2, "alert"), 0),
        (retried(3, "stop", "halt"), 30),
        (retried(3, "alert", "pause"), 20),
        (retried(None, None, unreadable=(SOME,)), 20),
        (retried(3, None), 0),
    ],
)
def test_retries_hold_once_none_may_follow(metric: Threshold, code: int) -> None:
    stands = track(thresholds=(metric,))
    assert verdict(project(stands)).code == code
    assert [need.remedies for need in needs(stands)] == ([("reset-retries",)] if code else [])


def unread(section: str) -> dict[str, Any]:
    return {"extra": {"unread": [{"path": "a/state.md", "section": section, "line": 7, "text": "| what | now"}]}}


@pytest.mark.parametrize(
    ("values", "blockers", "questions"),
    [
        ({}, 0, 0),
        ({"blockers": (Blocker(text="No map"),)}, 20, 0),
        ({"blockers": (Blocker(text="No map", status="new"),)}, 20, 0),
        ({"blockers": (Blocker(text="No map", status="bypassed"), Blocker(text="x", status="resolved"))}, 0, 0),
        ({"waiting": Waiting(question="One or two?")}, 0, 20),
        ({"open_questions": ("One or two?",)}, 0, 20),
        (unread("blockers.1"), 0, 0),
        (unread("Notes"), 0, 0),
    ],
)
def test_what_is_open_holds_where_it_is_asked_for(values: dict[str, Any], blockers: int, questions: int) -> None:
    stands = project(track(**values))
    assert verdict(stands).code == 0
    assert verdict(stands, blockers=True).code == blockers
    assert verdict(stands, questions=True).code == questions
    both = verdict(stands, blockers=True, questions=True)
    assert both.code == max(blockers, questions)
    assert bool(both.reasons) == (both.code > 0)


@pytest.mark.parametrize(
    "section", ["Blockers/Concerns", "blockers", "Open Questions", "resume_context.open_questions"]
)
def test_what_no_rule_reads_holds_until_it_is_dismissed(section: str) -> None:
    values = unread(section)
    held = track(**values)
    (told,) = unread_findings(held)
    assert verdict(project(held)) == Verdict(20, (damage_at(told),))
    assert verdict(project(replace(held, dismissed=(key_of(told),)))).code == 0
    elsewhere = track(extra={"unread": [{**values["extra"]["unread"][0], "line": 70}]}, dismissed=(key_of(told),))
    assert verdict(project(elsewhere)).code == 0
    others = track(extra={"unread": [{**values["extra"]["unread"][0], "text": "| else"}]}, dismissed=(key_of(told),))
    assert verdict(project(others)).code == 20
    assert not holding(project(held))
    assert [each.what for each in holding(project(held), blockers=True)] == [clause(damage_at(told))]


@pytest.mark.parametrize(
    ("section", "text", "code"),
    [
        ("Current Step (updated)", "## Current Step (updated)\nflow: greenfield", 20),
        ("New Current Step", "## New Current Step\n- third try lost", 20),
        ("Current Status", "## Current Status\nAll tests fail", 20),
        ("Current Step", "owner: Ada", 0),
        ("Current Position", "| Status | In progress |", 0),
        ("Previous Current Step", "## Previous Current Step\nowner: Ada", 0),
        ("Notes", "- harbour lights\n- **Status:** failed", 20),
        ("Notes", "Retry count = 3", 20),
        ("Notes", "> `state: blocked`", 20),
        ("Notes", "| Field | Value |\n|---|---|\n| Status | blocked |", 20),
        ("Notes", "| Status | Meaning |\n|---|---|\n| red | late |", 0),
        ("Notes", "status: none", 0),
        ("Notes", "The state of play: calm", 0),
        ("Notes", "Status: all tests green", 0),
        ("Log", "- **Status:** done with 3.1", 0),
        ("Deploy", "| Status | Live |", 0),
        ("Current state of the database", "## Current state of the database\nTwo tables", 0),
        ("Previous Current Step", "## Previous Current Step\nstatus: completed", 0),
        ("", "```yaml\nposition:\n  status: blocked\n```", 20),
        ("phases.0", "retry_count: one", 0),
        ("", "status: in_progress # since noon", 0),
        ("", "## Blockers\n\nNo API key", 20),
        ("", "## Blockers\n\n- None of ours\n- No API key", 20),
        ("", "## Blockers\n\nNone", 0),
        ("", "# Notes\n\nAll fine", 0),
    ],
)
def test_what_states_the_position_where_no_rule_looks_holds(section: str, text: str, code: int) -> None:
    passage = {"path": "a/state.md", "section": section, "line": 7, "text": text}
    held = track(path="a/state.md", extra={"unread": [passage]})
    assert verdict(project(held)).code == code


@pytest.mark.parametrize(
    ("title", "names"),
    [
        *((each, True) for each in ("Blocked", "Blocking issues", "Blocked by", "🚧 Blocked on", "What blocks us",
                                    "Impediments", "Open impediment")),
        *((each, False) for each in ("Building blocks", "Non-blocking issues", "Previously blocked", "Not blocked",
                                     "Nothing blocks us")),
    ],
)  # fmt: skip
def test_titles_that_name_open_blockers(title: str, names: bool) -> None:
    passage = {"path": "a/state.md", "section": title, "line": 7, "text": "CI is away"}
    assert verdict(project(track(extra={"unread": [passage]}))).code == (20 if names else 0)


def test_what_may_state_limits_holds_at_the_hook_too() -> None:
    told = Finding(code="limits-unread", severity="warning", path="a/state.md", line=9, message="Kosten, $60, $50.")
    held = project(track(findings=(told,)))
    dismissing = "`e`, or `m` and `d`, on its row in cockpit, or `cockpit dismiss state.md:9`"
    assert holding(held) == (Holding("state.md:9: Kosten, $60, $50", dismissing),)


def test_a_stop_is_worse_than_what_is_open() -> None:
    stands = track(thresholds=(threshold(value=60, level="stop", agent_will="halt"),), blockers=(Blocker(text="x"),))
    found = verdict(project(stands), blockers=True)
    assert (found.code, len(found.reasons)) == (30, 2)


ON_SCREEN = "`a` on its row in cockpit"
BY_HAND = "`a` in cockpit, or `cockpit ack cost`"
AT_ALERT = threshold(value=26.5, level="alert", agent_will="pause")


@pytest.mark.parametrize(
    ("values", "what", "answer"),
    [
        ({"thresholds": (AT_ALERT,)}, "cost $26.50, alert at $25", BY_HAND),
        ({"thresholds": (threshold(value=60, level="stop", agent_will="halt"),)}, "cost $60, stop at $50",
         "`l` in cockpit, or `cockpit limit cost.stop=VALUE`"),
        ({"thresholds": (threshold(unreadable=(SOME,)),)}, "cost value “some” (state.md:3)",
         "`e`, or `m` and `d`, on its row in cockpit, or `cockpit dismiss state.md:3`"),
        ({"thresholds": (retried(3, "stop", "halt"),)}, "retries 3, stop at 50",
         "`a` in cockpit, or `cockpit phase reset`"),
        ({"waiting": Waiting(question="One or\ntwo?")}, "the question “One or two?”", ON_SCREEN),
    ],
)  # fmt: skip
def test_what_the_hook_of_an_agent_holds_it_at(values: dict[str, Any], what: str, answer: str) -> None:
    [found] = holding(project(track(**values)))
    assert (found.what, found.answer) == (what, answer)


@pytest.mark.parametrize(
    "values",
    [
        {"thresholds": (threshold(value=12, level="warning"),)},
        {"open_questions": ("One or two?",)},
        {"blockers": (Blocker(text="No map"),)},
    ],
)
def test_what_holds_no_agent(values: dict[str, Any]) -> None:
    assert holding(project(track(**values))) == ()


def test_blockers_hold_where_they_are_asked_for() -> None:
    stands = project(track(blockers=(Blocker(text="No map"),)))
    assert holding(stands, blockers=True) == (Holding("a blocker is open: No map", ON_SCREEN),)


def test_of_several_tracks_each_is_named() -> None:
    web, api = (track(id=name, title=name, path=f"{name}/a.md", thresholds=(AT_ALERT,)) for name in ("web", "api"))
    found = holding(project(web, api))
    assert [each.what for each in found] == ["web: cost $26.50, alert at $25", "api: cost $26.50, alert at $25"]
    assert found[1].answer == f"`a` in cockpit, or `cockpit --track {api.key} ack cost`"
