"""What was decided is read back with the same text and outcome, once, in every place that holds it."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cockpit.model import Decision
from cockpit.model.errors import CommandError
from cockpit.model.intents import Decide, Migrate, Reword
from cockpit.systems.shared.entry_lists import read_decision
from cockpit.text.words import plain, says_nothing
from tests.support.autopilot_edits import (
    ARCHIVED_DECISIONS,
    DECISIONS,
    EXAMPLE,
    LAYOUT_2,
    TRANSPONDER,
    Bytes,
    applied,
    crlf,
    done,
    make,
    refusal,
    track,
)
from tests.support.autopilot_small_states import LOGGED, WITH_LOG

BARE_LOG = b"# Decisions\n\n## D001: First\n\n**Date:** 2026-01-20\n**Consequences:** none yet\n"
PLACES: dict[str, Bytes] = {
    "layout 1": EXAMPLE,
    "layout 1, CRLF": crlf(EXAMPLE),
    "layout 1 and a log": WITH_LOG,
    "layout 1 and a log, CRLF": crlf(WITH_LOG),
    "layout 1 and a log of label lines": {**EXAMPLE, DECISIONS: BARE_LOG},
    "layout 2": LAYOUT_2,
    "layout 2 and a log, CRLF": crlf({**LAYOUT_2, DECISIONS: LOGGED.encode()}),
}
LATER = [Decide(text=f"Later {name}", outcome="good") for name in ("one", "two", "three", "four", "five")]


def found(files: Bytes, text: str) -> list[tuple[str, str | None]]:
    """The decisions of that text, and any that holds a part of it, as the reader has them."""
    word = max(re.findall(r"\w+", text), key=len)
    return [(one.text, one.outcome) for one in track(files).decisions if word in f"{one.text} {one.outcome or ''}"]


def without(files: Bytes, path: str) -> Bytes:
    return {name: data for name, data in files.items() if name != path}


def archived(files: Bytes) -> list[Decision]:
    """The entries of the archive."""
    text = files.get(ARCHIVED_DECISIONS, b"").decode()
    return [read_decision(line[2:]) for line in text.splitlines() if line.startswith("- ")]


def check(files: Bytes, text: str, outcome: str | None) -> None:
    """Decide, then look for it wherever it stands, now and after five more decisions."""
    expected = (plain(text), plain(outcome) if outcome and not says_nothing(plain(outcome)) else None)
    after = done(files, Decide(text=text, outcome=outcome))
    assert found(after, text) == [expected]
    assert found(without(after, DECISIONS), text) == [expected], "in the state file alone"
    later = done(after, *LATER)
    if DECISIONS in files:
        assert found(later, text) == [expected], "in the log alone"
        kept = {one.text for one in (*track(later).decisions, *archived(later))}
        assert {one.text for one in (*track(files).decisions, *LATER)} <= kept
    else:
        kept = [(one.text, one.outcome) for one in archived(later)]
        assert expected in [*found(later, text), *kept]
        assert make(later, Decide(text=text, outcome=outcome))


@pytest.mark.parametrize("place", ["layout 1 and a log, CRLF"])
@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("plainwords", "good"), ("plainwords", None), ("p | sluice", "r | s — t"), ("sluice — all of it", None),
        ("sluice - all of it", "fast - measured"), ("sluice\nand more", "two\r\nlines"), ("sluice -- x", "y -> z"),
        ("Phase 3: sluice first", "good"), ("3: sluice first", None), ("12 - hour sluice", "good"), ("[2] sluice", "x"),
        ("sluice —", "— good"), ("— sluice", "good —"), ("- sluice", "- good"), ("sluice", "Phase 4: later"),
        ("# sluice", "# good"), ("sluice #", "good #"), ("> sluice", "> good"), ("1. sluice", "2. good"),
        ("| sluice |", "| good |"), ("sluice", "---"), ("sluice", "``` good"),
        ("sluice", "Outcome: good"), ("Outcome: sluice", "Consequences: x"), ("sluice.", "good."),
        ("[x] sluice", "[ ] good"), ("**sluice**", "`good`"),
        ("sluice", "Final"), ("D004: sluice", "D005: good"), ("sluice", "None"), ("sluice → x → y", None),
        ("sluice \\| y", "a \\| b"), ("sluice, or not", "bypassed: x"), ("use `a | b` sluice", "x `y — z`"),
    ],
)  # fmt: skip
def test_the_same_text_and_outcome_once(place: str, text: str, outcome: str | None) -> None:
    check(PLACES[place], text, outcome)


PIECES = ("—", "–", "-", "--", "->", "→", "|", "\\|", "Phase 3:", "P4:", "3:", "[x]", "[2]", "#", "##", ">", "1.", "*",
          "ten", "gates", "a", "Final", "bypassed:", "Outcome:", "(x)", "é", "日本", "🔶", "\n", "\t", ".",
          ":", "~~", "_", "`", "**", "'", '"', "None", "&amp;", "<b>", "=", "===", "---", "```", "+")  # fmt: skip
phrases = st.lists(st.sampled_from(PIECES), min_size=1, max_size=6).map(" ".join)
before_or_behind = st.lists(st.sampled_from(PIECES), max_size=3)
texts = st.tuples(before_or_behind, before_or_behind).map(lambda parts: " ".join([*parts[0], "sluice", *parts[1]]))


@settings(max_examples=25, deadline=None)
@given(place=st.sampled_from(sorted(PLACES)), text=texts, outcome=st.none() | phrases)
def test_whatever_is_decided_is_read_back_or_refused(place: str, text: str, outcome: str | None) -> None:
    try:
        make(PLACES[place], Decide(text=text, outcome=outcome))
    except CommandError:
        return
    check(PLACES[place], text, outcome)


def test_only_what_says_nothing_is_refused() -> None:
    """A line that begins like none at all, `— x` or `None — x`, is read as none; what is wrapped in marks is bare."""
    import random

    chance = random.Random(7)
    for _ in range(80):
        words = " ".join(chance.choice(PIECES) for _ in range(chance.randint(1, 5)))
        try:
            make(WITH_LOG, Decide(text=f"{words} sluice", outcome=words))
        except CommandError:
            assert re.match(r"[-–—*_]|None|\W+$", words), words


@pytest.mark.parametrize("place", ["layout 1", "layout 1 and a log of label lines"])
def test_what_would_be_read_as_a_placeholder_is_refused(place: str) -> None:
    """In a field of the log it would say nothing, once the state file has let the decision go."""
    for words in ("[N] of [M]", "{outcome}"):
        told = refusal(PLACES[place], Decide(text="A sluice", outcome=words))
        assert told == f'The outcome "{words}" would be read as a placeholder. Use other words.'
        told = refusal(PLACES[place], Decide(text="A sluice", reason=words))
        assert told == f'The reason "{words}" would be read as a placeholder. Use other words.'
    check(PLACES[place], "A sluice", "[x] good")


def test_two_decisions_of_one_text_are_two() -> None:
    files = done(WITH_LOG, Decide(text="Sluice size", outcome="ten"), Decide(text="Sluice size", outcome="twenty"))
    assert found(files, "size") == [("Sluice size", "ten"), ("Sluice size", "twenty")]
    assert found(done(files, *LATER), "size") == [("Sluice size", "ten"), ("Sluice size", "twenty")]


def test_an_entry_that_an_agent_wrote_anew_is_the_logs_all_the_same() -> None:
    """An agent that copies the line may lose what keeps text and outcome apart; the log still knows."""
    files = done(WITH_LOG, Decide(text="p | sluice — fast", outcome="r — t"))
    rewritten = files[TRANSPONDER].decode().replace("\u00a0", " ").encode()
    assert rewritten != files[TRANSPONDER]
    assert found({**files, TRANSPONDER: rewritten}, "sluice") == [("p | sluice — fast", "r — t")]


@pytest.mark.parametrize("place", ["layout 1", "layout 1 and a log", "layout 1 and a log, CRLF"])
@pytest.mark.parametrize("new", ["two — queues", "Phase 2: queues - all", "[x] queues", "plain queues"])
def test_a_reworded_decision_is_read_back_too(place: str, new: str) -> None:
    files = done(PLACES[place], Decide(text="one — thing", outcome="fast — measured"))
    after = done(files, Reword(kind="decision", old="one — thing", new=new))
    assert found(after, "queues") == [(new, "fast — measured")]
    assert found(done(after, Reword(kind="decision", old=new, new="one — thing")), "thing") == [
        ("one — thing", "fast — measured")
    ]
    assert done(after, Reword(kind="decision", old=new, new="one — thing"))[TRANSPONDER] == files[TRANSPONDER]


def test_a_migrated_decision_is_read_back_too() -> None:
    files = done(LAYOUT_2, Decide(text="Phase 3: one — sluice", outcome="fast - measured"))
    edit = make(files, Migrate())
    assert found(applied(files, edit), "sluice") == [("Phase 3: one — sluice", "fast - measured")]


def test_nothing_in_the_line_tells_a_person_that_it_was_protected() -> None:
    line = next(
        line
        for line in done(EXAMPLE, Decide(text="p | q — r", outcome="s - t"))[TRANSPONDER].decode().splitlines()
        if "p |" in line
    )
    assert line.replace("\u00a0", " ") == "- p | q — r — s - t"
