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
from tests.support.messages import words as says

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
        (limit("errors", "warning", 2.5), 'The warning limit of errors must be a whole number.'),
        (limit("tokens", "alert", 1_000_000.5),
         'The alert limit of tokens must be a whole number.'),
        (limit("context", "stop", 150),
         'The stop limit of context cannot be 150 %: the maximum is 100 %.'),
        (limit("context", "alert", 100.1),
         'The alert limit of context cannot be 100.1 %: the maximum is 100 %.'),
        (limit("errors", "warning", 4),
         'The warning limit of errors (4) would be above its alert limit (3). Change the alert limit first.'),
        (limit("errors", "warning", 6),
         'The warning limit of errors (6) would be above its alert limit (3). Change the alert limit first.'),
        (limit("errors", "stop", 2),
         'The stop limit of errors (2) would be below its alert limit (3). Change the alert limit first.'),
        (limit("variance", "alert", 19),
         'The alert limit of variance (19 %) would be below its warning limit (20 %). Change the warning limit first.'),
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
    assert (
        refusal(MUDDLED, limit("errors", "warning", 5))
        == "The warning limit of errors (5) would be above its alert limit (3). Change the alert limit first."
    )
    assert (
        refusal(DEEP, limit("errors", "warning", 6))
        == "The warning limit of errors (6) would be above its stop limit (5). Change the stop limit first."
    )


def raise_context(to: float) -> Message:
    return says(f"Raise the limit (`cockpit limit context.stop={to}`), or hand off and continue in a new session.")


@pytest.mark.parametrize(
    ("value", "amount", "way"),
    [
        (61, "61 %", raise_context(80)),
        (95, "95 %", raise_context(100)),
        (100, "100 %", says("Hand off and continue in a new session.")),
    ],
)
def test_the_way_out_of_a_stop_is_never_a_limit_that_would_be_refused(value: float, amount: str, way: Message) -> None:
    from cockpit.model.intents import Acknowledge

    files = done(SEED, SetValue(metric="context", value=value))
    assert (
        refusal(files, Acknowledge(metric="context"))
        == f"context is at stop ({amount}). A stop cannot be acknowledged. {way}"
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
