"""Whether what a person acts on is still what they saw."""

import pytest

from cockpit.model import Acknowledgment, Continuity, Limits, Position, Step, Track
from cockpit.model.intents import AddTodo, Complete, Intent, Move, SetLimit, Withdraw
from cockpit.rules.preconditions import conflict, level_moved, part_of
from cockpit.wording.messages import Message
from tests.support.model_builders import threshold, track
from tests.support.said import Said

AT = "2026-01-29T14:30:00Z"
TRACK = track(
    position=Position(phase=Step(id="3"), plan=Step(id="02"), task=Step(id="3A"), status="in_progress"),
    continuity=Continuity(next_action="/autopilot:cockpit"),
    thresholds=(
        threshold(metric="cost", unit="usd", limits=Limits(stop=50), acknowledgment=Acknowledgment(at=AT)),
        threshold(metric="errors", unit="count", limits=Limits()),
    ),
)


@pytest.mark.parametrize(
    ("intent", "sentence"),
    [
        (Move(part="status", value="blocked", seen="in_progress"), None),
        (Move(part="status", value="blocked"), None),
        (Move(part="status", value="blocked", seen="ready"),
         Said("", "has changed", "status", "ready", "in progress")),
        (Move(part="plan", value="3", seen="02"), None),
        (Move(part="plan", value="3", seen="2"), Said("", "has changed", "plan", "2", "02")),
        (Move(part="next", value="x", seen="y"),
         Said("", "has changed", "next action", "y", "/autopilot:cockpit")),
        (Complete(whole="task", seen="3A"), None),
        (Complete(whole="task", seen="3"), Said("", "has changed", "task", "3", "3A")),
        (Complete(whole="phase"), None),
        (Withdraw(metric="cost", seen=AT), None),
        (Withdraw(metric="cost", seen="2026-01-29T14:00:00Z"),
         Said("", "has changed", "cost", "2026-01-29T14:00:00Z", AT)),
        (Withdraw(metric="errors", seen=AT), None),
        (Withdraw(metric="tokens", seen=AT), None),
        (SetLimit(metric="cost", level="stop", value=80, seen=50.0), None),
        (SetLimit(metric="cost", level="stop", value=80), None),
        (SetLimit(metric="cost", level="stop", value=80, seen=40),
         Said("", "has changed", "stop", "cost", "$40", "$50")),
        (SetLimit(metric="errors", level="stop", value=8, seen=5),
         Said("", "unknown", "stop", "errors", "5")),
        (SetLimit(metric="tokens", level="stop", value=8, seen=5), None),
        (SetLimit(metric="cost", level="halt", value=8), None),  # the system refuses it
        (AddTodo(text="Call Ada"), None),
    ],
)  # fmt: skip
def test_what_is_there_now_instead(intent: Intent, sentence: Message | None) -> None:
    assert conflict(intent, TRACK) == sentence


def test_a_step_that_is_not_known_is_another_one() -> None:
    intent = Complete(whole="task", seen="3")
    assert conflict(intent, track()) == Said("", "unknown", "task", "3")


@pytest.mark.parametrize(
    ("shown", "part", "text"),
    [(TRACK, "status", "in_progress"), (TRACK, "phase", "3"), (TRACK, "plan", "02"), (TRACK, "task", "3A"),
     (TRACK, "next", "/autopilot:cockpit"), (TRACK, "session", None), (track(), "task", None), (track(), "next", None)],
)  # fmt: skip
def test_the_parts_as_they_are_compared(shown: Track, part: str, text: str | None) -> None:
    assert part_of(shown, part) == text


def test_another_level() -> None:
    assert level_moved("cost", "alert", "alert", "$26") is None
    assert level_moved("cost", None, None, "$2") is None
    left, reached = level_moved("cost", "alert", None, "$2"), level_moved("cost", None, "stop", "$60")
    assert left == Said("", "no level", "cost", "alert", "$2")
    assert reached == Said("", "no level", "cost", "stop", "$60")
