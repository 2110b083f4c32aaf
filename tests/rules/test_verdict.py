"""What holds an agent: thresholds and retries always, blockers and questions where they are asked for."""

from typing import Any

import pytest

from cockpit.model import Blocker, Finding, Statement, Threshold, Waiting
from cockpit.rules.thresholds.verdict import Holding, holding, verdict
from tests.support.model_builders import project, threshold, track


def retried(value: float | None, level: str | None, will: str = "continue", **values: Any) -> Threshold:
    return threshold(metric="retries", unit="count", value=value, level=level, agent_will=will, **values)


SOME = Statement(what="value", text="some", path="state.md", line=3)


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


def test_what_may_state_limits_holds_at_the_hook_too() -> None:
    told = Finding(code="limits-unread", severity="warning", path="a/state.md", line=9, message="Kosten, $60, $50.")
    held = project(track(findings=(told,)))
    dismissing = "`e`, or `m` and `d`, on its row in cockpit, or `cockpit dismiss state.md:9`"
    assert holding(held) == (Holding("state.md:9: Kosten, $60, $50", dismissing),)


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


def test_blockers_hold_where_they_are_asked_for() -> None:
    stands = project(track(blockers=(Blocker(text="No map"),)))
    assert holding(stands, blockers=True) == (Holding("a blocker is open: No map", ON_SCREEN),)


def test_of_several_tracks_each_is_named() -> None:
    web, api = (track(id=name, title=name, path=f"{name}/a.md", thresholds=(AT_ALERT,)) for name in ("web", "api"))
    found = holding(project(web, api))
    assert [each.what for each in found] == ["web: cost $26.50, alert at $25", "api: cost $26.50, alert at $25"]
    assert found[1].answer == f"`a` in cockpit, or `cockpit --track {api.key} ack cost`"
