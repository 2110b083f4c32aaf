"""One state in each of the places in which it can be begun: in STATE.md, with a file for each entry, in a database."""

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cockpit.systems.codewalk.creation import state_text
from cockpit.text.decoding import find_mojibake
from tests.support.codewalk_states import DATABASE, MAIN, SOUND, STORES, read, stored
from tests.support.memory_files import fixture_bytes, opened

ODD = [
    *("", " ", "null", "~", "true", "no", "1.0", "007", "2024-01-15", "- x", "a: b", "a # b", "[x]", "{y}", '"q"', "'"),
    *("\\", "é 漢 🙂", "x\n  y\n", "\tx", "x: |", "---", "%d", "@", "`", "*a", "&a", "!t", "\u2028", "ends\n\n"),
]
TEXTS = st.sampled_from(ODD) | st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=20)
SAID = TEXTS.filter(lambda text: text.strip() not in ("", "null", "~") and find_mojibake(text) is None)
WORDS = st.sampled_from(["Wiring", "two words", "3A", "2"])
DAYS = st.sampled_from(["2024-01-14", "2024-01-15T09:00:00Z", "soon"])


def some(**keys: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    """A mapping with some of these keys."""
    return st.fixed_dictionaries({}, optional=keys)


STATES = st.fixed_dictionaries(
    {
        "initiative": st.sampled_from(["init-1", "α β", "x/y"]),
        "position": some(phase_name=SAID, plan=WORDS, task=SAID, wave=WORDS, status=WORDS).map(
            lambda position: {"phase": "2", **position}
        ),
        "decisions": st.lists(
            some(date=DAYS, reason=SAID, alternatives_considered=st.lists(SAID), reversible=st.booleans()).flatmap(
                lambda entry: SAID.map(lambda text: {**entry, "decision": text})
            ),
            max_size=3,
        ),
    },
    optional={"title": SAID, "next_action": SAID, "resume_context": some(open_questions=st.lists(SAID))},
)


def says(files: Mapping[str, bytes]) -> dict[str, object]:
    """What a state says; the decisions in no order, for files are in that of their names."""
    track = read(files)
    parts = ("id", "title", "position", "next_action", "phases", "open_questions", "verify")
    said: dict[str, object] = {part: getattr(track, part) for part in parts}
    told = [(each.text, each.date, each.reason, each.alternatives, each.reversible) for each in track.decisions]
    return {**said, "decisions": sorted(map(repr, told))}


@settings(deadline=None, max_examples=20)
@given(state=STATES)
@pytest.mark.parametrize("store", ["folders", "sqlite"])
def test_a_state_says_the_same_wherever_it_is_begun(store: str, state: dict[str, Any]) -> None:
    files = {MAIN: state_text(state).encode()}
    assert says(stored(files, store)) == says(files)


@pytest.mark.parametrize("case", ["bare", "blocked", "fenced", "frontmatter", "json", "lists"])
@pytest.mark.parametrize("store", STORES)
def test_every_fixture_says_the_same_in_every_store(case: str, store: str) -> None:
    files = fixture_bytes(case, "codewalk")
    before, after = read(files), read(stored(files, store))
    for part in ("id", "title", "position", "next_action", "phases", "open_questions", "verify"):
        assert getattr(after, part) == getattr(before, part), part
    assert {each.text for each in after.decisions} == {each.text for each in before.decisions}


def test_the_row_of_the_state_says_when_it_was_written() -> None:
    """Also while a session is active, which began before."""
    for updated in ("UPDATE session_history SET ended_at = NULL", "DELETE FROM session_history"):
        files = stored(SOUND, "sqlite")
        with opened(files[DATABASE]) as connection:
            connection.execute("UPDATE initiative_state SET updated_at = 1770110000")
            connection.execute(updated)
            files[DATABASE] = connection.serialize()
        assert read(files).updated == "2026-02-03T09:13:20Z"
