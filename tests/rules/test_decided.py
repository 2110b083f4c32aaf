"""Each decision is told once, in whichever words the handoff has for it."""

import pytest

from cockpit.model import Decision
from cockpit.rules import decided as rule
from cockpit.rules.decided import both_decided, decided, newest, topic_of, with_why

CENTS = Decision(text="Amounts in cents", outcome="no rounding left", reason="Sums add up")


@pytest.mark.parametrize(
    "entry",
    [
        "Amounts in cents",
        "amounts in  cents.",
        "Amounts in cents — Sums add up",
        "Amounts in cents: a sum of floats was off by one",
        "Amounts in cents, not floats",
        "Amounts in cents (D003)",
        "**Amounts in cents** - sums",
        "D003: Amounts in cents",
    ],
)
def test_what_the_handoff_tells_is_not_told_again(entry: str) -> None:
    assert decided((entry, entry), (CENTS,)) == (entry,)


@pytest.mark.parametrize("entry", ["Amounts in cents and euros", "Amounts", "No amounts in cents", ""])
def test_another_decision_is_told_with_its_why(entry: str) -> None:
    assert decided((entry,), (CENTS,)) == (entry, "Amounts in cents — no rounding left (why: Sums add up)")


def test_the_files_tell_each_thing_once_too() -> None:
    again = Decision(id="D003", text="Amounts in cents, not floats", reason="Sums add up")
    plain = Decision(text="Dark ink")
    assert decided((), (again, CENTS, plain)) == ("Amounts in cents, not floats — Sums add up", "Dark ink")


@pytest.mark.parametrize(
    ("new", "old", "both"),
    [
        (["Tabs — fewer clicks"], ["Tabs — fewer clicks"], ("Tabs — fewer clicks",)),
        (["Tabs — fewer clicks"], ["Tabs — as before"], ("Tabs — fewer clicks; before: as before",)),
        (["Tabs — fewer clicks"], ["D3: tabs"], ("Tabs — fewer clicks",)),
        (["Tabs"], ["Tabs — as before"], ("Tabs — as before",)),
        (["Tabs — fewer clicks"], ["Cards"], ("Tabs — fewer clicks", "Cards")),
        (["Tabs — fewer clicks"], ["Tabs: fewer clicks."], ("Tabs — fewer clicks",)),
        (["Tabs: fewer clicks"], ["Tabs – fewer, clicks"], ("Tabs: fewer clicks",)),
        (["Tabs — fewer clicks"], ["**Tabs**: as before"], ("Tabs — fewer clicks; before: as before",)),
        (["Cents, not floats — sums"], ["Cents; not floats - sums"], ("Cents, not floats — sums",)),
        (["Sizes: in cents"], ["Sizes: half up"], ("Sizes: in cents", "Sizes: half up")),
        (["Use v1.2"], ["Use v1 — old"], ("Use v1.2", "Use v1 — old")),
        (["Tabs & cards"], ["Tabs"], ("Tabs & cards", "Tabs")),
        (["—"], ["-"], ("—", "-")),
        (["Tabs — enough."], ["Tabs — Reachable by key."], ("Tabs — enough. Before: Reachable by key.",)),
        (["Tabs — enough?"], ["Tabs — as before"], ("Tabs — enough? Before: as before",)),
        (["Tabs."], ["Tabs — as before"], ("Tabs — as before",)),
        (["Tabs"], ["[D-012] TABS!"], ("Tabs",)),
        (["Tabs"], ["3. tabs (D003)"], ("Tabs",)),
        (["DEC-3: Tabs — enough"], ["(D3) tabs"], ("DEC-3: Tabs — enough",)),
        (["2 tabs"], ["3 tabs"], ("2 tabs", "3 tabs")),
    ],
)
def test_two_handoffs_tell_a_decision_once(new: list[str], old: list[str], both: tuple[str, ...]) -> None:
    assert both_decided(new, old) == both


def test_thousands_of_decisions_are_taken_apart_once_each(monkeypatch: pytest.MonkeyPatch) -> None:
    parts, asked = rule._parts, 0

    def counted(text: str) -> list[str]:
        nonlocal asked
        asked += 1
        return parts(text)

    monkeypatch.setattr(rule, "_parts", counted)
    told = tuple(f"Choice {number}: as before" for number in range(500))
    decisions = tuple(Decision(text=f"Choice {number}") for number in range(250, 750))
    assert decided(told, decisions) == (*told, *(f"Choice {number}" for number in range(500, 750)))
    assert both_decided(told, tuple(each.text for each in decisions))[-1] == "Choice 749"
    assert asked < 10_000, "of 500 and 500, a comparison of each with each takes 250,000"


def test_a_text_of_a_megabyte_is_told_apart_by_its_beginning(monkeypatch: pytest.MonkeyPatch) -> None:
    """All its words were compared, which took a second."""
    long, words = "Steel, " * 150_000, 0
    real = rule._is_light

    def counted(part: str) -> bool:
        nonlocal words
        words += 1
        return real(part)

    monkeypatch.setattr(rule, "_is_light", counted)
    told = decided((f"{long}: it lasts",), (Decision(text=long), Decision(text="Zinc")))
    assert told == (f"{long}: it lasts", "Zinc")
    assert words < 60_000


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


@pytest.mark.parametrize("entry", ["Token lifetime: 7 days — UX", "token lifetime — 7 days", "7 days", "7 days: UX"])
def test_a_decision_is_known_with_and_without_its_topic(entry: str) -> None:
    assert decided([entry], [Decision(text="7 days", context="Token lifetime", reason="UX")]) == (entry,)


def test_another_decision_of_the_same_topic_is_told() -> None:
    other = Decision(text="9 days", context="Token lifetime")
    assert decided(["Token lifetime: 7 days"], [other]) == ("Token lifetime: 7 days", "Token lifetime: 9 days")
