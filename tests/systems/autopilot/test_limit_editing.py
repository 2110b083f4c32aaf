"""Changing a limit: amounts that cannot be one, and the order warning, alert, stop."""

import pytest

from cockpit.model import Level
from cockpit.model.intents import SetLimit, SetValue
from cockpit.wording.messages import Message
from tests.support.autopilot_edits import (
    EXAMPLE,
    LAYOUT_2,
    SEED,
    TRANSPONDER,
    Bytes,
    done,
    make,
    refusal,
    replaced,
    threshold_in,
)
from tests.support.messages import wording

LIMITS = ".cockpit/limits.toml"
MUDDLED = replaced(SEED, TRANSPONDER, "| Errors | 1 | 2 | 3 | 5 | OK |", "| Errors | 1 | 4 | 3 | 5 | OK |")
"""The warning of errors lies above its alert."""
DEEP = {**EXAMPLE, LIMITS: b"[limits.errors]\nwarning = 2\nalert = 9\nstop = 5\n"}
"""The alert of errors lies above its stop, where only cockpit reads it."""


def limit(metric: str, level: Level, value: float) -> SetLimit:
    return SetLimit(metric=metric, level=level, value=value)


@pytest.mark.parametrize("files", [SEED, EXAMPLE, LAYOUT_2], ids=["table", "limits.toml", "layout 2"])
@pytest.mark.parametrize(
    ("intent", "sentence"),
    [
        (limit("errors", "warning", 2.5), wording("autopilot.amount-not-whole", what="The warning limit of errors")),
        (limit("tokens", "alert", 1_000_000.5),
         wording("autopilot.amount-not-whole", what="The alert limit of tokens")),
        (limit("context", "stop", 150),
         wording("autopilot.limit-beyond-most", level="stop", metric="context", limit="150 %", most="100 %")),
        (limit("context", "alert", 100.1),
         wording("autopilot.limit-beyond-most", level="alert", metric="context", limit="100.1 %", most="100 %")),
        (limit("errors", "warning", 4),
         wording("autopilot.limit-above-other", level="warning", metric="errors", limit="4", other="alert",
                 other_limit="3")),
        (limit("errors", "warning", 6),
         wording("autopilot.limit-above-other", level="warning", metric="errors", limit="6", other="alert",
                 other_limit="3")),
        (limit("errors", "stop", 2),
         wording("autopilot.limit-below-other", level="stop", metric="errors", limit="2", other="alert",
                 other_limit="3")),
        (limit("variance", "alert", 19),
         wording("autopilot.limit-below-other", level="alert", metric="variance", limit="19 %", other="warning",
                 other_limit="20 %")),
    ],
)  # fmt: skip
def test_an_amount_that_cannot_be_a_limit_is_refused(files: Bytes, intent: SetLimit, sentence: str) -> None:
    assert refusal(files, intent) == sentence


@pytest.mark.parametrize(
    "intent",
    [limit("context", "stop", 100), limit("variance", "stop", 150), limit("cost", "warning", 2.5),
     limit("errors", "warning", 3), limit("errors", "alert", 5)],
)  # fmt: skip
def test_an_amount_at_the_edge_is_taken(intent: SetLimit) -> None:
    assert getattr(threshold_in(done(SEED, intent), intent.metric).limits, intent.level) == intent.value


def test_limits_in_a_muddle_are_put_in_order_one_by_one() -> None:
    """Only pairs the new limit belongs to are judged; what was wrong before does not forbid what is right."""
    assert threshold_in(done(MUDDLED, limit("errors", "stop", 6)), "errors").limits.stop == 6
    assert threshold_in(done(MUDDLED, limit("errors", "warning", 3)), "errors").limits.warning == 3
    assert refusal(MUDDLED, limit("errors", "warning", 5)) == wording(
        "autopilot.limit-above-other", level="warning", metric="errors", limit="5", other="alert", other_limit="3"
    )
    assert refusal(DEEP, limit("errors", "warning", 6)) == wording(
        "autopilot.limit-above-other", level="warning", metric="errors", limit="6", other="stop", other_limit="5"
    )


def raise_context(to: float) -> Message:
    return Message(
        "autopilot.raise-limit",
        ours=Message("autopilot.command-for-limit", metric="context", limit=to),
        otherwise=Message("autopilot.otherwise-hand-off"),
    )


@pytest.mark.parametrize(
    ("value", "amount", "way"),
    [
        (61, "61 %", raise_context(80)),
        (95, "95 %", raise_context(100)),
        (100, "100 %", Message("autopilot.most-is-reached")),
    ],
)
def test_the_way_out_of_a_stop_is_never_a_limit_that_would_be_refused(value: float, amount: str, way: Message) -> None:
    from cockpit.model.intents import Acknowledge

    files = done(SEED, SetValue(metric="context", value=value))
    assert refusal(files, Acknowledge(metric="context")) == wording(
        "autopilot.stop-not-acknowledged", metric="context", amount=amount, way=way
    )


@pytest.mark.parametrize("metric", ["cost", "variance", "errors", "context", "tokens"])
@pytest.mark.parametrize("share", [1, 1.2, 1.9, 7])
def test_the_limit_that_is_offered_lifts_the_stop(metric: str, share: float) -> None:
    import re

    from cockpit.model.intents import Acknowledge
    from cockpit.rules.thresholds.metrics import METRICS

    stop = next(each.limits[2] for each in METRICS if each.name == metric)
    files = done(SEED, SetValue(metric=metric, value=min(round(stop * share), 99 if metric == "context" else 10**9)))
    offered = re.search(r"`cockpit limit (\w+)\.stop=(\S+?)(?: --force)?`", refusal(files, Acknowledge(metric=metric)))
    assert offered is not None
    assert make(files, limit(offered[1], "stop", float(offered[2])))
    assert threshold_in(done(files, limit(metric, "stop", float(offered[2]))), metric).level != "stop"
