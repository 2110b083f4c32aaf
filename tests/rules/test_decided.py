"""Each decision is told once where it is told in the same words."""

import pytest

from cockpit.model import Decision
from cockpit.rules.handoff.handoff_status import all_decisions, topic_of, with_why

CENTS = Decision(text="Amounts in cents", outcome="no rounding left", reason="Sums add up")


@pytest.mark.parametrize(
    "entry",
    [
        "Amounts in cents",
        "amounts in  cents.",
        "**Amounts** in `cents`",
        "D003: Amounts in cents",
        "[D-3] amounts in cents",
        "3. Amounts in cents",
        "Amounts in cents — no rounding left (why: sums add up)",
    ],
)
def test_what_the_handoff_has_in_the_same_words_is_not_repeated(entry: str) -> None:
    assert all_decisions((entry, entry), (CENTS,)) == (entry,)


@pytest.mark.parametrize(
    "entry", ["Amounts in cents and euros", "Amounts", "Amounts in cents — as told", "2 cents", ""]
)
def test_another_decision_is_listed_with_its_why(entry: str) -> None:
    assert all_decisions((entry,), (CENTS,)) == (entry, "Amounts in cents — no rounding left (why: Sums add up)")


def test_the_files_tell_each_thing_once_too() -> None:
    again = Decision(id="D003", text="amounts in cents", reason="Sums add up")
    plain = Decision(text="Dark ink")
    assert all_decisions((), (again, CENTS, plain)) == ("amounts in cents — Sums add up", "Dark ink")


@pytest.mark.parametrize(
    ("context", "topic"),
    [
        ("Token lifetime", "Token lifetime"),
        (" Token lifetime\n", "Token lifetime"),
        ("Which lifetime?", ""),
        ("Tokens live too long.", ""),
        ("7 DAYS", ""),
        ("Tokens\nlive", ""),
        ("x" * 60, "x" * 60),
        ("x" * 61, ""),
        (None, ""),
    ],
)
def test_a_context_of_a_few_words_is_the_topic(context: str | None, topic: str) -> None:
    decision = Decision(text="7 days", context=context, reason="UX")
    assert topic_of(decision) == topic
    assert with_why(decision) == f"{topic}{': ' if topic else ''}7 days — UX"


@pytest.mark.parametrize("entry", ["Token lifetime: 7 days — UX", "token lifetime: 7 days", "7 days"])
def test_a_decision_is_known_with_and_without_its_topic(entry: str) -> None:
    assert all_decisions([entry], [Decision(text="7 days", context="Token lifetime", reason="UX")]) == (entry,)
