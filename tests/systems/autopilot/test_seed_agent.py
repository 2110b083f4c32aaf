"""What the specification's own agent makes of the files that the program wrote."""

import json
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cockpit.model.errors import CommandError
from cockpit.model.intents import (
    Acknowledge,
    FireTrigger,
    Intent,
    ResetAlerts,
    SetValue,
    StartSession,
    Withdraw,
)
from cockpit.wording.times import write_instant
from tests.support.autopilot_edits import THRESHOLDS, TRIGGERS, applied, make, track
from tests.support.seed_agent import LIMITS, SeedAgent

START = datetime(2026, 1, 30, 9, 0, 0, tzinfo=UTC)
METRICS = ("cost", "context", "variance", "errors")
EMPTY = {
    THRESHOLDS: b'{"current_values": {"cost": 0, "context": 0, "variance": 0, "errors": 0},\n "levels_triggered": {}, '
    b'"last_check": null}\n',
}


@dataclass
class World:
    """The files, the time, and what a person has released since the last reset, kept apart from the files."""

    files: dict[str, bytes]
    now: datetime = START

    def __post_init__(self) -> None:
        self.released: set[str] = set()
        self.limits = dict(LIMITS)

    @property
    def agent(self) -> SeedAgent:
        return SeedAgent(self.files, lambda: write_instant(self.now))

    def person(self, intent: Intent) -> None:
        """A person's verb; what it releases and what it takes back is booked here."""
        try:
            self.files = applied(self.files, make(self.files, intent, now=self.now))
        except CommandError:
            return
        if isinstance(intent, Acknowledge):
            self.released.add(intent.metric)
        elif isinstance(intent, Withdraw):
            self.released.discard(intent.metric)
        elif isinstance(intent, ResetAlerts):
            self.released -= set(intent.metrics or METRICS)

    def spend(self, metric: str, value: float) -> None:
        """The agent measures and records, with its own routine."""
        self.agent.update_threshold_state(metric, value, self.agent.level(metric, value))

    def check(self) -> None:
        """The invariants: no pause is skipped that nobody released, and the reader tells what the agent will do."""
        values = self.agent.load_session_state()["thresholds"]["current_values"]
        will = {threshold.metric: threshold.agent_will for threshold in track(self.files, now=self.now).thresholds}
        for metric in METRICS:
            if self.agent.is_acknowledged(metric):
                assert metric in self.released, f"nobody released {metric}"
            assert will[metric] == self.agent.will(metric, values[metric]), metric


edges = st.sampled_from([0, 1, 2, 3, 5, 9.99, 10, 24.99, 25, 26.5, 30, 40, 49.5, 50, 80])
numbers = st.one_of(edges, st.integers(0, 60))
metrics = st.sampled_from(METRICS)
persons: st.SearchStrategy[Intent] = st.one_of(
    st.builds(Acknowledge, metric=metrics, note=st.sampled_from([None, "seen", 'with "quotes" and — dashes'])),
    st.builds(Withdraw, metric=metrics),
    st.builds(ResetAlerts, metrics=st.one_of(st.just(()), st.lists(metrics, min_size=1, max_size=2).map(tuple))),
    st.builds(SetValue, metric=metrics, value=numbers),
    st.builds(FireTrigger, trigger=st.sampled_from(["cost_alert", "user_interrupt"])),
    st.just(StartSession()),
)
steps = st.one_of(
    st.tuples(st.just("person"), persons),
    st.tuples(st.just("spends"), st.tuples(metrics, numbers)),
    st.tuples(st.just("fires"), st.sampled_from(["cost_alert", "context_warning"])),
    st.tuples(st.just("saves"), st.none()),
    st.tuples(st.just("waits"), st.sampled_from([0, 0.4, 1, 59, 4000])),
)


@settings(max_examples=60, deadline=None)
@given(st.lists(steps, max_size=14))
def test_no_pause_is_skipped_that_nobody_released(story: list[tuple[str, Any]]) -> None:
    world = World(dict(EMPTY))
    for kind, what in story:
        if kind == "person":
            world.person(what)
        elif kind == "spends":
            world.spend(*what)
        elif kind == "fires":
            world.agent.trigger_fired(what)
        elif kind == "saves":
            world.agent.save_session_state(world.agent.load_session_state())
        else:
            world.now += timedelta(seconds=what)
        world.check()


def test_140_operations_leave_what_the_agents_own_leave() -> None:
    """Keys, their order, history and levels, whoever wrote: a person by verbs, or the agent by its own routines."""
    chance, now = Random(58), START
    ours, theirs = dict(EMPTY), dict(EMPTY)
    agent = SeedAgent(theirs, lambda: write_instant(now))
    acknowledged = refused = 0
    for _ in range(140):
        now += timedelta(seconds=chance.choice((1, 59, 4000)))
        metric = chance.choice(METRICS)
        values = agent.load_session_state()["thresholds"]["current_values"]
        match chance.choice(("set", "set", "acknowledge", "acknowledge", "withdraw", "reset", "fire")):
            case "set":
                value = chance.choice((0, 3, 4, 5, 24, 25, 30, 40, 49, 50))
                intent: Intent = SetValue(metric=metric, value=value)
                agent.update_threshold_state(metric, value, agent.level(metric, value))
            case "acknowledge":
                intent = Acknowledge(metric=metric, session_id="s1", note=chance.choice((None, "seen")))
                if agent.level(metric, values[metric]) != "alert":
                    with pytest.raises(CommandError):
                        make(ours, intent, now=now)
                    refused += 1
                    continue
                if agent.is_acknowledged(metric):
                    continue  # theirs forgets the one before, which ours keeps in the history
                agent.acknowledge(metric, values[metric], "s1", intent.note)
                acknowledged += 1
            case "withdraw":
                intent = Withdraw(metric=metric)
                if metric not in agent.load_acknowledgments()["acknowledgments"]:
                    continue
                agent.reset_acknowledgments([metric])
            case "reset":
                named = chance.choice(((), (metric,), METRICS[:2]))
                intent = ResetAlerts(metrics=named)
                if not agent.load_acknowledgments()["acknowledgments"]:
                    assert applied(ours, make(ours, intent, now=now)) == ours  # theirs moves the time of the last one
                    continue
                agent.reset_acknowledgments(named or None)
            case _:
                intent = FireTrigger(trigger="user_interrupt")
                agent.trigger_fired("user_interrupt")
        ours = applied(ours, make(ours, intent, now=now))
        assert as_said(ours) == as_said(theirs)
    assert min(acknowledged, refused) > 5


def as_said(files: dict[str, bytes]) -> list[str]:
    """The files of the state as one text each, the keys in their order; without the triggers that a value fires, and of
    the one that is compared in the order of the specification's example, which its routine has not."""
    fired = json.loads(files.get(TRIGGERS, b'{"triggers": {}}'))["triggers"].get("user_interrupt")
    acknowledgments = SeedAgent(files, str).load_acknowledgments()
    return [json.dumps(json.loads(files[THRESHOLDS])), json.dumps(acknowledgments), json.dumps(fired, sort_keys=True)]
