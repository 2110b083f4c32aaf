"""Messages: a code and its sentence, which is whole."""

import pickle
import re

import pytest

from cockpit.wording.messages import Message, at_place, clause, command_line, of_track, plain, sentence
from cockpit.wording.phrases import as_sentence, listed
from tests.support.sentences import sentences


def test_messages_are_values() -> None:
    one, same = Message("sample.held", "The status is on."), Message("sample.held", "The status is on.")
    assert (one == same, hash(one) == hash(same), one == str(one)) == (True, True, False)
    assert one != Message("sample.held", "The status is off.")
    assert one != Message("sample.other", "The status is on.")
    assert pickle.loads(pickle.dumps(one)) == one
    assert repr(one) == "Message('sample.held', 'The status is on.')"
    with pytest.raises(AttributeError, match="code"):
        one.code = "other"


def test_parts_of_sentences_and_several_things_in_one() -> None:
    told = (plain("it is on."), "Is it on?", None)
    assert [*map(clause, told)] == ["it is on", "Is it on?", ""]
    assert [*map(sentence, told)] == ["It is on.", "Is it on?", ""]
    assert [listed(iter(names)) for names in ("", "a", "ab", "abcd")] == ["", "a", "a and b", "a, b, c and d"]
    assert [as_sentence(text) for text in ("a", "a?", "(a)", "a…")] == ["a.", "a?", "(a).", "a…"]


def test_a_command_is_shown_as_it_is_given_where_the_person_is() -> None:
    said = f"{command_line('unack', 'my cost')} or `cockpit undo`; `decision` is a field."
    placed = "`cockpit -C 'a b' unack 'my cost'` or `cockpit -C 'a b' undo`; `decision` is a field."
    assert at_place(said, ("-C", "a b")) == placed
    assert at_place(said, ()) == said
    theirs = "`cockpit undo` is in a file."
    assert at_place(plain(theirs), ("-C", "x")) == theirs, "words from elsewhere are none of ours"
    assert of_track(Message("sample.undo", "Press `cockpit undo`."), "x") == Message(
        "sample.undo", "Press `cockpit --track x undo`."
    )


def test_sentences_are_whole() -> None:
    """Their commands are in backticks."""
    wrong = [place for place, words in sentences().items() if not words.strip() or words.count("`") % 2]
    assert wrong == []


NEVER = (
    "holds the resume", "serve[ds]?", "stands?", "lies?", "tells", "told", "keeps? no", "mend(s|ed)?", "anew",
    "gravest", "ways? out", "by now", "put away", "(is|are) no(?! longer)", "none of", "(?<!no )such(?! as)", "apart",
    "half-done", "go(es)? on", "begun", "nobody",
)  # fmt: skip
"""Regular expressions of whole words."""


def test_no_sentence_uses_words_whose_meaning_readers_had_to_guess() -> None:
    pattern = re.compile(rf"\b({'|'.join(NEVER)})\b", re.IGNORECASE)
    assert len(sentences()) > 400
    wrong = {place for place, text in sentences().items() if pattern.search(re.sub(r"\{[^}]*\}", "", text))}
    assert not wrong
