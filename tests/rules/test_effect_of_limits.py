"""What new limits of a metric mean for the agent, before they are written."""

from dataclasses import replace

import pytest

from cockpit.model import Level, Limits, Statement, Threshold
from cockpit.rules.thresholds.alert_state import effect_of_limits
from cockpit.rules.thresholds.metrics import level_of
from tests.support.model_builders import LIMITS, acknowledgment, threshold, track

WILL: dict[Level | None, str] = {"alert": "pause", "stop": "halt"}
FREE = "The agent may continue."


def cost(value: float, *, seen: bool = False) -> Threshold:
    level = level_of(value, LIMITS)
    will = "continue" if seen and level == "alert" else WILL.get(level, "continue")
    given = acknowledgment(value=value, level=level) if seen else None
    return threshold(value=value, level=level, agent_will=will, acknowledgment=given)


FULL = threshold(metric="context", unit="percent", value=44.0, level="alert", agent_will="pause",
                 limits=Limits(warning=30, alert=40, stop=50, source="TRANSPONDER.md"))  # fmt: skip


@pytest.mark.parametrize(
    ("metric", "limits", "told"),
    [
        (cost(26.5), {"alert": 30}, FREE),
        (cost(26.5), {"stop": 75}, "The agent still waits: cost $26.50, alert at $25."),
        (cost(26.5), {"alert": 26.5}, "The agent still waits: cost $26.50, alert at $26.50."),
        (cost(26.5), {"stop": 26}, "The agent will stop: cost $26.50, stop at $26."),
        (cost(26.5, seen=True), {"stop": 75}, None),
        (cost(26.5, seen=True), {"stop": 26}, "The agent will stop: cost $26.50, stop at $26."),
        (cost(26.5, seen=True), {"alert": 26}, None),
        (cost(52), {"stop": 75}, "The agent still waits: cost $52, alert at $25."),
        (cost(52), {"stop": 51}, "The agent still has to stop: cost $52, stop at $51."),
        (cost(52), {"alert": 60, "stop": 75}, FREE),
        (cost(52, seen=True), {"stop": 75}, FREE),
        (cost(12), {"warning": 11}, None),
        (cost(12), {"alert": 11}, "The agent will wait: cost $12, alert at $11."),
        # not known: the limits are in the wrong order, the value is in doubt, the agent does not read these limits
        (cost(26.5), {"alert": 60}, None),
        (replace(cost(26.5), unreadable=(Statement(what="value", text="lots", path="T.md"),)), {"alert": 30}, None),
        (replace(cost(26.5), limits=replace(LIMITS, source="limits.toml")), {"alert": 30}, None),
    ],
)
def test_what_is_said(metric: Threshold, limits: dict[Level, float], told: str | None) -> None:
    assert effect_of_limits(metric, track(thresholds=(metric,)), replace(metric.limits, **limits)) == told


def test_another_metric_that_holds_the_agent_is_named() -> None:
    shown = track(thresholds=(cost(26.5), FULL))
    told = effect_of_limits(shown.thresholds[0], shown, replace(LIMITS, alert=30))
    assert told == "The agent still waits: context 44 %, alert at 40 %."
