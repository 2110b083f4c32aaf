"""What `cockpit status` says: every line, for every state of a threshold."""

from cockpit.rules.thresholds.explain import explain
from tests.support.model_builders import NOW, acknowledgment, threshold, track

LIMITS = "warning $10, alert $25, stop $50 (from TRANSPONDER.md)"


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
