"""What the specification's own agent makes of the files that the program wrote."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
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
    SetLimit,
    SetValue,
    StartSession,
    Withdraw,
)
from cockpit.wording.times import write_instant
from tests.support.autopilot_edits import ACKNOWLEDGMENTS, THRESHOLDS, TRIGGERS, applied, done, make, track
from tests.support.memory_files import fixture_bytes
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


def test_the_agent_goes_on_after_an_acknowledgment_and_pauses_after_its_withdrawal() -> None:
    files = done(fixture_bytes("seed-thresholds"), Withdraw(metric="cost"))
    assert SeedAgent(files, str).will("cost", 26.5) == "pause"
    files = done(files, Acknowledge(metric="cost", note="go on"))
    agent = SeedAgent(files, str)
    assert agent.will("cost", 26.5) == "continue"
    assert agent.load_session_state()["restored"][-1] == "Alert acknowledged (cost): 26.5 on 2026-01-30T09:05:07Z"


def test_a_stop_halts_whatever_is_acknowledged() -> None:
    files = done(fixture_bytes("seed-thresholds"), SetValue(metric="cost", value=50))
    assert SeedAgent(files, str).is_acknowledged("cost")
    assert SeedAgent(files, str).will("cost", 50) == "halt"
    files = done(files, SetLimit(metric="cost", level="stop", value=80))
    assert SeedAgent(files, str).will("cost", 50, (10, 25, 80)) == "continue"


@pytest.mark.parametrize("metrics", [(), ("cost",), ("cost", "context")])
def test_a_reset_says_what_the_agents_own_reset_says(metrics: tuple[str, ...]) -> None:
    files = fixture_bytes("seed-thresholds")
    theirs = SeedAgent(dict(files), lambda: "2026-01-30T09:05:07Z")
    theirs.reset_acknowledgments(metrics or None)
    ours = SeedAgent(done(files, ResetAlerts(metrics=metrics)), str)
    assert ours.load_acknowledgments() == theirs.load_acknowledgments()


def test_an_acknowledgment_says_what_the_agents_own_says() -> None:
    files = done(fixture_bytes("healthy"), SetValue(metric="cost", value=26.5))
    theirs = SeedAgent(dict(files), lambda: "2026-01-30T09:05:07Z")
    theirs.acknowledge("cost", 26.5, "session-1", "seen")
    ours = done(files, Acknowledge(metric="cost", session_id="session-1", note="seen"))
    assert SeedAgent(ours, str).load_acknowledgments() == theirs.load_acknowledgments()
    assert ours[ACKNOWLEDGMENTS] == theirs.files[ACKNOWLEDGMENTS]


def test_a_fired_trigger_says_what_the_agents_own_says() -> None:
    files = fixture_bytes("seed-thresholds")
    theirs = SeedAgent(dict(files), lambda: "2026-01-30T09:05:07Z")
    for name in ("cost_alert", "user_interrupt"):
        theirs.trigger_fired(name)
        files = done(files, FireTrigger(trigger=name))
    import json

    assert json.loads(files[TRIGGERS]) == json.loads(theirs.files[TRIGGERS])
    agent = SeedAgent(files, lambda: "2026-01-30T09:15:07Z")
    assert not agent.should_trigger("user_interrupt", "once_per_session")
    assert not agent.should_trigger("user_interrupt", cooldown=timedelta(minutes=30))
    assert agent.should_trigger("user_interrupt", cooldown=timedelta(minutes=10))
    assert agent.should_trigger("task_complete", "once_per_session")
