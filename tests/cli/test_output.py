"""JSON as commands print it."""

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from cockpit.cli.output import json_text


def values(characters: st.SearchStrategy[str]) -> st.SearchStrategy[object]:
    texts = st.text(characters)
    scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | texts
    return st.recursive(scalars, lambda inner: st.lists(inner) | st.dictionaries(texts, inner))


@settings(deadline=None, max_examples=25)
@given(values(st.characters(exclude_categories=["Cs"])))
def test_any_value_comes_back_and_nothing_in_it_acts_on_a_terminal(value: object) -> None:
    text = json_text(value)
    assert json.loads(text) == value
    assert not any(each < " " or "\x7f" <= each < "\xa0" or each == "\u202e" for each in text.replace("\n", ""))
