"""What new limits of a metric mean for the agent, before they are written: as it is read once they are."""

from dataclasses import replace
from pathlib import Path

import pytest

from cockpit.model import Track
from cockpit.model.intents import SetLimit, SetValue, Several
from cockpit.project.change import change
from cockpit.project.workspace import Workspace
from cockpit.rules.thresholds.alert_state import agent_behaviour, effect_of_limits
from cockpit.rules.thresholds.metrics import format_amount
from cockpit.wording.messages import Words
from tests.support.keyboard import alerted, copy, rewrite, transponder, write_acknowledgments, write_values
from tests.support.static_app import NOW

HOLD = ("pauses", "halts")


def at_work(folder: Path, cost: float = 12, context: float = 12, *, acknowledged: bool = False) -> Workspace:
    """An agent at work, with a cost and a context that holds nothing."""
    writer = Workspace(root=alerted(folder), now=NOW)
    for metric, value in (("cost", cost), ("context", context)):
        change(writer, None, SetValue(metric=metric, value=value))
    if not acknowledged:
        write_acknowledgments(writer.root, cost=None)
    return writer


def track_of(writer: Workspace) -> Track:
    return writer.loader().load().tracks[0]


def effect(track: Track, metric: str, limits: dict[str, float]) -> Words | None:
    threshold = track.threshold(metric)
    assert threshold is not None
    new = replace(threshold.limits, **limits)  # type: ignore[arg-type]
    return effect_of_limits(threshold, track, new)


def kind_of(track: Track, metric: str) -> str:
    threshold = track.threshold(metric)
    assert threshold is not None
    return agent_behaviour(threshold, track).kind


def reached(what: str, value: float, level: str, limit: float) -> str:
    return f"The agent {what}: cost {format_amount(value, 'usd')}, {level} at {format_amount(limit, 'usd')}."


FREE = "The agent may continue."


@pytest.mark.parametrize(
    ("cost", "acknowledged", "limits", "told"),
    [
        (26.5, False, {"alert": 30}, FREE),
        (26.5, False, {"alert": 30, "stop": 75}, FREE),
        (26.5, False, {"stop": 75}, reached("still waits", 26.5, "alert", 25)),
        (26.5, False, {"alert": 26}, reached("still waits", 26.5, "alert", 26)),
        (26.5, False, {"alert": 26.5}, reached("still waits", 26.5, "alert", 26.5)),
        (26.5, False, {"stop": 26}, reached("will stop", 26.5, "stop", 26)),
        (26.5, True, {"stop": 75}, None),
        (26.5, True, {"stop": 26}, reached("will stop", 26.5, "stop", 26)),
        (26.5, True, {"alert": 26}, None),
        (52, False, {"stop": 75}, reached("still waits", 52, "alert", 25)),
        (52, False, {"stop": 51}, reached("still has to stop", 52, "stop", 51)),
        (52, False, {"alert": 60, "stop": 75}, FREE),
        (52, True, {"stop": 75}, FREE),
        (12, False, {"stop": 75}, None),
        (12, False, {"warning": 11}, None),
        (12, False, {"alert": 11}, reached("will wait", 12, "alert", 11)),
        (12, False, {"warning": 3, "alert": 4, "stop": 5}, reached("will stop", 12, "stop", 5)),
    ],
)
def test_what_is_said_is_what_the_agent_does_once_they_are_written(
    tmp_path: Path, cost: float, acknowledged: bool, limits: dict[str, float], told: str | None
) -> None:
    writer = at_work(tmp_path / "p", cost, acknowledged=acknowledged)
    before = track_of(writer)
    assert effect(before, "cost", limits) == told
    rising = sorted(limits.items(), key=lambda each: each[1], reverse=limits.get("stop", 60) > 50)
    intents = tuple(SetLimit(metric="cost", level=level, value=value) for level, value in rising)  # type: ignore[arg-type]
    change(writer, None, Several(intents=intents))
    kinds = kind_of(before, "cost"), kind_of(track_of(writer), "cost")
    assert (told is None) == (kinds[0] not in HOLD and kinds[1] not in HOLD)
    assert (kinds[1] == "pauses") == bool(told and " wait" in told)
    assert (kinds[1] == "halts") == bool(told and " stop: " in told)


def test_another_metric_that_holds_the_agent_is_named(tmp_path: Path) -> None:
    track = track_of(at_work(tmp_path / "p", cost=26.5, context=44))
    assert effect(track, "cost", {"alert": 30}) == "The agent still waits: context 44 %, alert at 40 %."


def test_nothing_is_said_of_an_agent_that_has_gone(tmp_path: Path) -> None:
    root = copy(tmp_path / "p")
    write_values(root, context_percent=44)
    track = track_of(Workspace(root=root, now=NOW))
    assert kind_of(track, "context") == "ended"
    assert effect(track, "context", {"alert": 45}) is None


@pytest.mark.parametrize(
    ("old", "new"),
    [("| Cost | $26.50 |", "| Cost | lots |"), ("| Cost |", "| Cargo |")],
    ids=["a value nobody can read", "limits that the agent does not read"],
)
def test_nothing_is_said_where_it_is_not_known(tmp_path: Path, old: str, new: str) -> None:
    writer = at_work(tmp_path / "p", cost=26.5)
    rewrite(transponder(writer.root), old, new)
    assert effect(track_of(writer), "cost", {"alert": 30}) is None


def test_nothing_is_said_of_limits_in_the_wrong_order(tmp_path: Path) -> None:
    track = track_of(at_work(tmp_path / "p", cost=26.5))
    assert effect(track, "cost", {"alert": 60}) is None
