"""What holds an agent: thresholds and retries always, blockers and questions where they are asked for."""

from typing import Any

import pytest

from cockpit.model import Blocker, Statement, Threshold, Waiting
from cockpit.rules.attention import needs
from cockpit.rules.thresholds.verdict import verdict
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
        (unread("Blockers/Concerns"), 20, 0),
        (unread("blockers"), 20, 0),
        (unread("Open Questions"), 0, 20),
        (unread("resume_context.open_questions"), 0, 20),
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


def test_a_stop_is_worse_than_what_is_open() -> None:
    stands = track(thresholds=(threshold(value=60, level="stop", agent_will="halt"),), blockers=(Blocker(text="x"),))
    found = verdict(project(stands), blockers=True)
    assert (found.code, len(found.reasons)) == (30, 2)
