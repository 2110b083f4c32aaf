"""Where nothing needs a person, what is said is true."""

from datetime import timedelta, timezone

import pytest

from cockpit.model import Acknowledgment, LastActivity, NextAction, Position, Threshold, Track
from cockpit.rules.thresholds.alert_state import IdleStatus, idle_status, unseen
from cockpit.wording.messages import Message, clause
from tests.support.model_builders import NOW, threshold, track

PAUSED = Position(last_activity=LastActivity(date="2026-01-29", text="Cost reached the alert: paused"))


NOTHING = "Nothing needs you."


def put_off(behaviour: Message) -> IdleStatus:
    sentence = f"cost is snoozed until 18:00: {clause(behaviour)}."
    return IdleStatus((sentence,), calm=False)


def seen(metric: str = "cost", at: str | None = "2026-01-29T16:30:55Z", **values: object) -> Threshold:
    """An alert acknowledged five seconds before now."""
    given = Acknowledgment(at=at, value=26.5, level="alert")
    return threshold(metric=metric, value=26.5, level="alert", acknowledgment=given, **values)


def paused(*thresholds: Threshold, updated: str | None = "2026-01-29T16:20:00Z") -> Track:
    return track(position=PAUSED, thresholds=thresholds, updated=updated)


@pytest.mark.parametrize(
    ("shown", "said"),
    [
        (track(), IdleStatus((NOTHING,))),
        (track(position=PAUSED),
         IdleStatus((NOTHING,), "Last: Cost reached the alert: paused")),
        (track(position=Position(status="phase_complete"),
               next_action=NextAction(text="Go on", command="/x 4")),
         IdleStatus(("Nothing needs you. Run in the agent: /x 4 (phase complete).",))),
        (track(position=Position(status="paused"), next_action=NextAction(text="Ask Ada")),
         IdleStatus(("Nothing needs you. Next: Ask Ada (paused).",))),
        (track(position=Position(status="in_progress"), next_action=NextAction(text="Go on", command="/x")),
         IdleStatus((NOTHING,))),
        (track(position=Position(status="phase_complete")), IdleStatus((NOTHING,))),
        (paused(seen(read_at="2026-01-29T16:20:00Z")),
         IdleStatus(("You acknowledged cost just now. The agent continues at its next check.",))),
        (paused(seen(read_at="2026-01-29T16:20:00Z"), seen("context")),
         IdleStatus(("You acknowledged cost and context just now. The agent continues at its next check.",))),
        (paused(seen(at="2026-01-29T16:21:00Z")),
         IdleStatus(("You acknowledged cost 10 min ago. The agent continues at its next check.",))),
        (track(thresholds=(threshold(level="alert", agent_will="pause", snoozed_until="2026-01-29T18:00:00Z"),)),
         put_off("the agent waits until it is acknowledged")),
        (track(thresholds=(threshold(level="stop", agent_will="halt", snoozed_until="2026-01-29T18:00:00Z"),)),
         put_off("the agent ends; raise the limit or fix the cause")),
        (track(thresholds=(threshold(level="warning", snoozed_until="2026-01-29T18:00:00Z"),)),
         IdleStatus((NOTHING,))),
    ],
)  # fmt: skip
def test_quiet(shown: Track, said: IdleStatus) -> None:
    assert idle_status(shown, NOW) == said


def test_times_are_those_of_the_persons_zone() -> None:
    snoozed = threshold(level="alert", agent_will="pause", snoozed_until="2026-01-29T18:00:00Z")
    there = NOW.astimezone(timezone(timedelta(hours=9)))
    assert "until 03:00:" in idle_status(track(thresholds=(snoozed,)), there).sentence


@pytest.mark.parametrize(
    ("shown", "metrics"),
    [
        (paused(seen()), ["cost"]),
        (paused(seen(read_at="2026-01-29T16:30:54Z")), ["cost"]),
        (paused(seen(read_at="2026-01-29T16:30:56Z")), []),
        (paused(seen(), updated="2026-01-29T16:30:55Z"), []),
        (paused(seen(), updated="2026-01-29"), []),
        (paused(seen(), updated=None), []),
        (paused(seen(at=None)), []),
        (paused(threshold(level="alert")), []),
    ],
    ids=["nothing written since", "not looked since", "looked since", "moved on", "only the day is known",
         "nothing is known", "an acknowledgment without a time", "not acknowledged"],
)  # fmt: skip
def test_an_acknowledgment_is_unseen_until_the_agent_writes_anything(shown: Track, metrics: list[str]) -> None:
    assert [each.metric for each in unseen(shown)] == metrics
