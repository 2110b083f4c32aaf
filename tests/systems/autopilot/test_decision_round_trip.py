"""What was decided is read back with the same text and outcome, once, in every place that holds it."""

import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from cockpit.model import Decision
from cockpit.model.errors import CommandError
from cockpit.model.intents import Decide
from cockpit.systems.shared.entry_lists import read_decision
from cockpit.text.words import plain, says_nothing
from tests.support.autopilot_edits import (
    ARCHIVED_DECISIONS,
    DECISIONS,
    EXAMPLE,
    LAYOUT_2,
    Bytes,
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


PIECES = ("—", "–", "-", "--", "->", "→", "|", "\\|", "Phase 3:", "P4:", "3:", "[x]", "[2]", "#", "##", ">", "1.", "*",
          "ten", "gates", "a", "Final", "bypassed:", "Outcome:", "(x)", "é", "日本", "🔶", "\n", "\t", ".",
          ":", "~~", "_", "`", "**", "'", '"', "None", "&amp;", "<b>", "=", "===", "---", "```", "+")  # fmt: skip
phrases = st.lists(st.sampled_from(PIECES), min_size=1, max_size=6).map(" ".join)
before_or_behind = st.lists(st.sampled_from(PIECES), max_size=3)
texts = st.tuples(before_or_behind, before_or_behind).map(lambda parts: " ".join([*parts[0], "sluice", *parts[1]]))


@settings(max_examples=20, deadline=None)
@example(place="layout 2", text="sluice — all of it", outcome="r | s — t")
@example(place="layout 1 and a log, CRLF", text="Phase 3: sluice\nfirst", outcome="None of it")
@given(place=st.sampled_from(sorted(PLACES)), text=texts, outcome=st.none() | phrases)
def test_whatever_is_decided_is_read_back_or_refused(place: str, text: str, outcome: str | None) -> None:
    try:
        make(PLACES[place], Decide(text=text, outcome=outcome))
    except CommandError:
        return
    check(PLACES[place], text, outcome)


@pytest.mark.parametrize("place", ["layout 1", "layout 1 and a log of label lines"])
def test_what_would_be_read_as_a_placeholder_is_refused(place: str) -> None:
    """In a field of the log it would say nothing, once the state file has let the decision go."""
    for words in ("[N] of [M]", "{outcome}"):
        told = refusal(PLACES[place], Decide(text="A sluice", outcome=words))
        assert told == f'The outcome "{words}" would be read as a placeholder. Use other words.'
        told = refusal(PLACES[place], Decide(text="A sluice", reason=words))
        assert told == f'The reason "{words}" would be read as a placeholder. Use other words.'
    check(PLACES[place], "A sluice", "[x] good")
