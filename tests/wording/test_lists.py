"""Several things in one sentence."""

import pytest

from cockpit.wording.phrases import as_sentence, listed


@pytest.mark.parametrize(
    ("names", "text"), [("", ""), ("a", "a"), ("ab", "a and b"), ("abc", "a, b and c"), ("abcd", "a, b, c and d")]
)
def test_names_in_a_sentence(names: str, text: str) -> None:
    assert listed(iter(names)) == text


@pytest.mark.parametrize(("text", "sentence"), [("a", "a."), ("a.", "a."), ("a?", "a?"), ("(a)", "(a)."), ("a…", "a…")])
def test_a_sentence_ends(text: str, sentence: str) -> None:
    assert as_sentence(text) == sentence
