"""What `cockpit status` says: every line, for every state of a threshold."""

from typing import get_args

import pytest

from cockpit.model import Condition, Limits, Threshold
from cockpit.rules.thresholds.acknowledgments import Reason
from cockpit.rules.thresholds.explain import REASONS, explain, explain_conditions
from cockpit.wording.messages import Message
from tests.support.model_builders import NOW, acknowledgment, threshold, track

LIMITS = Message(
    "rules.limits-from",
    limits=(
        Message("rules.limit-at", level="warning", limit="$10"),
        Message("rules.limit-at", level="alert", limit="$25"),
        Message("rules.limit-at", level="stop", limit="$50"),
    ),
    source="TRANSPONDER.md",
)


def said(given: Threshold) -> dict[str, str]:
    lines = explain(given, track(), NOW)
    assert len(dict(lines)) == len(lines), "no label stands twice"
    return dict(lines)


def test_a_quiet_metric() -> None:
    assert explain(threshold(), track(), NOW) == [
        ("value", "$5"),
        ("level", Message("rules.no-level")),
        ("limits", LIMITS),
        ("acknowledged", Message("rules.never-acknowledged")),
        ("the_agent", Message("rules.goes-on")),
    ]


def test_every_sentence() -> None:
    given = acknowledgment(
        session_id="s7", note="complex feature", effective=False, reason="expired", lapses_above=38.25
    )
    full = threshold(
        value=26.5, level="alert", agent_will="pause", read_at="2026-01-29T16:30:00Z", source="state/thresholds.json",
        stale=True, snoozed_until="2026-01-29T18:00:00Z", refire_at="$50", acknowledgment=given,
    )  # fmt: skip
    assert explain(full, track(), NOW) == [
        ("value", Message("rules.value-stale-checked", value="$26.50", age="1 min ago")),
        ("level", "alert"),
        ("limits", LIMITS),
        ("read_from", "state/thresholds.json"),
        (
            "acknowledged",
            Message(
                "rules.acknowledgment",
                parts=("2 h ago", Message("rules.at-value", value="$26.50"), Message("rules.at-level", level="alert")),
            ),
        ),
        ("note", "complex feature"),
        ("session", "s7"),
        ("not_effective", Message("rules.lapsed-as-expired")),
        ("lapses_above", Message("rules.lapses-half-way", value="$38.25")),
        ("snoozed", Message("rules.quiet-until", end="29 Jan, 18:00 (in 1 h)")),
        ("the_agent", Message("rules.pauses-until-acknowledged")),
        ("fires_again", "$50"),
    ]


def test_each_condition_has_a_name_and_an_answer() -> None:
    given = tuple(
        Condition(name=reason, holds=holds)
        for reason, holds in zip(get_args(Reason), (True, False, None) * 2, strict=True)
    )
    shown = explain_conditions(threshold(acknowledgment=acknowledgment(conditions=given)))
    assert [answer for _, answer in shown] == ["not so far", "yes", "unknown"] * 2
    assert len(dict(shown)) == 6
    assert explain_conditions(threshold()) == []


@pytest.mark.parametrize(
    ("values", "label", "sentence"),
    [
        ({"value": None}, "value", Message("rules.value-unrecorded")),
        ({"value": None, "level": "alert"}, "level", Message("rules.level-as-recorded", level="alert")),
        ({"value": None}, "level", Message("rules.level-unknown")),
        ({"value": None, "read_at": "2026-01-29T16:30:00Z"}, "value", Message("rules.value-unrecorded")),
        ({"read_at": "2026-01-29T16:30:00Z"}, "value", Message("rules.value-checked", value="$5", age="1 min ago")),
        ({"read_at": "whenever"}, "value", "$5"),
        ({"stale": True}, "value", Message("rules.value-stale", value="$5")),
        ({"metric": "tokens", "unit": "tokens", "value": 1_200_000.0}, "value", "1.2 M"),
        ({"limits": Limits()}, "limits", Message("rules.no-limits-from", source="built-in")),
        (
            {"limits": Limits(alert=25, source="limits.toml")},
            "limits",
            Message(
                "rules.limits-from",
                limits=(Message("rules.limit-at", level="alert", limit="$25"),),
                source="limits.toml",
            ),
        ),
        (
            {"acknowledgment": acknowledgment(at=None, value=None, level=None)},
            "acknowledged",
            Message("rules.acknowledgment", parts=[Message("rules.at-unknown-time")]),
        ),
        (
            {"acknowledgment": acknowledgment(at="at lunch", value=None)},
            "acknowledged",
            Message("rules.acknowledgment", parts=("at lunch", Message("rules.at-level", level="alert"))),
        ),
        (
            {"acknowledgment": acknowledgment(at="2026-01-28", level=None)},
            "acknowledged",
            Message("rules.acknowledgment", parts=("yesterday", Message("rules.at-value", value="$26.50"))),
        ),
    ],
)
def test_each_line(values: dict[str, object], label: str, sentence: str) -> None:
    assert said(threshold(**values))[label] == sentence


@pytest.mark.parametrize(
    ("reason", "sentence"),
    [
        ("escalated", Message("rules.lapsed-as-escalated")),
        ("expired", Message("rules.lapsed-as-expired")),
        ("reset", Message("rules.lapsed-as-reset")),
        ("limits", Message("rules.lapsed-as-limit-lowered")),
        ("new session", Message("rules.lapsed-as-new-session")),
        ("value", Message("rules.lapsed-as-half-way")),
        ("a reason of a later version", "a reason of a later version"),
        (None, Message("rules.has-lapsed")),
    ],
)
def test_each_reason_of_a_lapse(reason: str | None, sentence: str) -> None:
    lines = said(threshold(acknowledgment=acknowledgment(effective=False, reason=reason)))
    assert lines["not_effective"] == sentence


def test_an_effective_acknowledgment_gives_no_reason() -> None:
    assert "not_effective" not in said(threshold(acknowledgment=acknowledgment()))


def test_every_reason_has_words() -> None:
    assert set(REASONS) == set(get_args(Reason))
