"""Each decision is told once where it is told in the same words."""

import pytest

from cockpit.model import Decision
from cockpit.rules.handoff.handoff_status import all_decisions, newest, topic_of, with_why

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


def test_numbers_within_a_decision_tell_two_apart() -> None:
    assert all_decisions(("2 tabs",), (Decision(text="3 tabs"),)) == ("2 tabs", "3 tabs")


def test_a_handoff_proposes_the_newest_each_on_one_line_with_its_why() -> None:
    earlier = [Decision(text=f"Choice {number}") for number in range(3)]
    kinds = [
        Decision(text="Storage", outcome="SQLite", reason="one file,\n  no server"),
        Decision(text="Bought glass", reason="no crew"),
        Decision(text="Lamp", outcome="LED"),
    ]
    assert newest([*earlier, *kinds]) == (
        "Choice 1",
        "Choice 2",
        "Storage — SQLite (why: one file, no server)",
        "Bought glass — no crew",
        "Lamp — LED",
    )
    assert newest([]) == ()


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


def test_an_outcome_needs_no_topic() -> None:
    assert with_why(Decision(text="Lifetime", context="Tokens", outcome="7 days")) == "Lifetime — 7 days"


@pytest.mark.parametrize("entry", ["Token lifetime: 7 days — UX", "token lifetime: 7 days", "7 days"])
def test_a_decision_is_known_with_and_without_its_topic(entry: str) -> None:
    assert all_decisions([entry], [Decision(text="7 days", context="Token lifetime", reason="UX")]) == (entry,)


def test_another_decision_of_the_same_topic_is_listed() -> None:
    other = Decision(text="9 days", context="Token lifetime")
    assert all_decisions(["Token lifetime: 7 days"], [other]) == ("Token lifetime: 7 days", "Token lifetime: 9 days")
