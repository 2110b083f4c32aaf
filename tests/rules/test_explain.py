"""What `cockpit status` says: every line, for every state of a threshold."""

import pytest

from cockpit.model import Condition, Limits, Threshold
from cockpit.rules.thresholds.acknowledgments import LAPSES
from cockpit.rules.thresholds.explain import explain, explain_conditions
from tests.support.model_builders import NOW, acknowledgment, threshold, track

LIMITS = "warning $10, alert $25, stop $50 (from TRANSPONDER.md)"


def said(given: Threshold) -> dict[str, str]:
    lines = explain(given, track(), NOW)
    assert len(dict(lines)) == len(lines), "no label stands twice"
    return dict(lines)


def test_a_quiet_metric() -> None:
    assert explain(threshold(), track(), NOW) == [
        ("value", "$5"),
        ("level", "ok"),
        ("limits", LIMITS),
        ("acknowledged", "no"),
        ("the_agent", "may continue"),
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
        ("value", "$26.50, the last readable value, checked 1 min ago"),
        ("level", "alert"),
        ("limits", LIMITS),
        ("read_from", "state/thresholds.json"),
        (
            "acknowledged",
            "2 h ago, at $26.50, at level alert",
        ),
        ("note", "complex feature"),
        ("session", "s7"),
        ("not_effective", "its time has expired"),
        ("lapses_above", "$38.25, halfway to the next limit"),
        ("snoozed", "for you only, until 29 Jan, 18:00 (in 1 h)"),
        ("the_agent", "waits; the acknowledgment has lapsed (expired)"),
        ("fires_again", "$50"),
    ]


def test_each_condition_has_a_name_and_an_answer() -> None:
    given = tuple(
        Condition(name=reason, holds=holds) for reason, holds in zip(LAPSES, (True, False, None) * 2, strict=True)
    )
    shown = explain_conditions(threshold(acknowledgment=acknowledgment(conditions=given)))
    assert [answer for _, answer in shown] == ["not so far", "yes", "unknown"] * 2
    assert len(dict(shown)) == 6
    assert explain_conditions(threshold()) == []


@pytest.mark.parametrize(
    ("values", "label", "sentence"),
    [
        ({"value": None}, "value", "not recorded"),
        ({"value": None, "level": "alert"}, "level", "alert, as recorded"),
        ({"value": None}, "level", "unknown"),
        ({"value": None, "read_at": "2026-01-29T16:30:00Z"}, "value", "not recorded"),
        ({"read_at": "2026-01-29T16:30:00Z"}, "value", "$5, checked 1 min ago"),
        ({"read_at": "whenever"}, "value", "$5"),
        ({"stale": True}, "value", "$5, the last readable value"),
        ({"metric": "tokens", "unit": "tokens", "value": 1_200_000.0}, "value", "1.2 M"),
        ({"limits": Limits()}, "limits", "none (from built-in)"),
        (
            {"limits": Limits(alert=25, source="limits.toml")},
            "limits",
            "alert $25 (from limits.toml)",
        ),
        (
            {"acknowledgment": acknowledgment(at=None, value=None, level=None)},
            "acknowledged",
            "at an unknown time",
        ),
        (
            {"acknowledgment": acknowledgment(at="at lunch", value=None)},
            "acknowledged",
            "at lunch, at level alert",
        ),
        (
            {"acknowledgment": acknowledgment(at="2026-01-28", level=None)},
            "acknowledged",
            "yesterday, at $26.50",
        ),
    ],
)
def test_each_line(values: dict[str, object], label: str, sentence: str) -> None:
    assert said(threshold(**values))[label] == sentence


@pytest.mark.parametrize(
    ("reason", "sentence"),
    [
        ("escalated", "the level rose above the acknowledged level"),
        ("expired", "its time has expired"),
        ("reset", "the alerts were reset afterwards"),
        ("limits", "a limit was lowered afterwards"),
        ("new session", "it belongs to an earlier session of the agent"),
        ("value", "the value rose above halfway to the next limit"),
    ],
)
def test_each_reason_of_a_lapse(reason: str | None, sentence: str) -> None:
    lines = said(threshold(acknowledgment=acknowledgment(effective=False, reason=reason)))
    assert lines["not_effective"] == sentence


def test_an_effective_acknowledgment_gives_no_reason() -> None:
    assert "not_effective" not in said(threshold(acknowledgment=acknowledgment()))
