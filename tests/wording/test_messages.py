"""Messages: a code and its sentence, which is whole."""

import pickle

import pytest

from cockpit.wording.messages import Message, at_place, clause, command_line, of_track, plain, sentence
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


@pytest.mark.parametrize(
    ("words", "part", "whole"),
    [
        (plain("it is on."), "it is on", "It is on."),
        ("Is it on?", "Is it on?", "Is it on?"),
        (None, "", ""),
    ],
)
def test_a_part_of_a_sentence(words: Message | str | None, part: str, whole: str) -> None:
    assert (clause(words), sentence(words)) == (part, whole)


def test_a_command_is_shown_as_it_is_given_where_the_person_is() -> None:
    said = f"{command_line('unack', 'my cost')} or `cockpit undo`; `decision` is a field."
    placed = "`cockpit -C 'a b' unack 'my cost'` or `cockpit -C 'a b' undo`; `decision` is a field."
    assert at_place(said, ("-C", "a b")) == placed
    assert at_place(said, ()) == said
    assert of_track(Message("sample.undo", "Press `cockpit undo`."), "x") == Message(
        "sample.undo", "Press `cockpit --track x undo`."
    )


def test_a_command_in_words_from_elsewhere_is_none_of_ours() -> None:
    assert at_place(plain("`cockpit undo` is in a file."), ("-C", "x")) == "`cockpit undo` is in a file."


def test_sentences_are_whole() -> None:
    """Their commands are in backticks."""
    wrong = [place for place, words in sentences().items() if not words.strip() or words.count("`") % 2]
    assert wrong == []
