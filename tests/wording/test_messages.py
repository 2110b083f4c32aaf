"""Messages: a code and its sentence. Every code of a table has a text and is used, every sentence is whole."""

import ast
import pickle
import re
from string import Formatter

import pytest

from cockpit.wording import messages
from cockpit.wording.messages import Message, at_place, clause, command_line, of_track, plain, sentence
from screenshots.messages import PAGE, page
from tests.support.sentences import GROUPS, TEXTS, calls, sentences, sources

CODE = re.compile(rf"(?:{'|'.join(GROUPS)})\.[a-z0-9-]+")


@pytest.fixture
def sample(monkeypatch: pytest.MonkeyPatch) -> None:
    found = {
        "lost": "{path} has {count:# entry|entries}, which {count:is|are} lost: {names}.",
        "way": "{why}; `cockpit set phase={phase}` does.",
        "choice": "Answer {names:or} ({names:,}), not {text:.5}; {number:,}.",
        "moved": "Moved {a} to {b}.",
        "held": "The status is {status}.",
        "part": "{why:sentence}",
        "words": "`cockpit {words}` does.",
    }
    monkeypatch.setattr(messages, "_texts", {"sample": found}.__getitem__)


@pytest.mark.usefixtures("sample")
@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (Message("sample.lost", path="{a}.md", count=1, names=["b"]), "{a}.md has 1 entry, which is lost: b."),
        (Message("sample.lost", path="a", count=2, names=("b", "c")), "a has 2 entries, which are lost: b and c."),
        (Message("sample.way", why=Message("sample.held", status="on"), phase="a b"),
         "The status is on; `cockpit set phase='a b'` does."),
        (Message("sample.way", why="Press `cockpit undo`", phase=2),
         "Press `cockpit undo`; `cockpit set phase=2` does."),
        (Message("sample.choice", names=("a", "b", "c"), text="{text} is long", number=1000),
         "Answer a, b or c (a, b, c), not {text; 1,000."),
        (Message("sample.held", status=None), "The status is ."),
        (Message("sample.part", why=plain("it is {so}")), "It is {so}."),
        (Message("sample.part", why=Message("sample.held", status="on")), "The status is on."),
        (plain("Any {text}."), "Any {text}."),
        (Message("sample.words", words=("set", "next=a b", 2)), "`cockpit set 'next=a b' 2` does."),
    ],
)  # fmt: skip
def test_the_text_of_a_message(message: Message, expected: str) -> None:
    assert str(message) == expected


@pytest.mark.usefixtures("sample")
def test_messages_are_values() -> None:
    one, same = Message("sample.held", status="on"), Message("sample.held", "The status is on.")
    assert (one == same, hash(one) == hash(same), one == str(one)) == (True, True, False)
    assert one != Message("sample.held", "The status is off.")
    assert one != Message("sample.other", "The status is on.")
    for each in (Message("sample.held", status="on"), one, same):
        read = pickle.loads(pickle.dumps(each))
        assert (read, read.values) == (each, each.values)
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


# The texts and the code that uses them


def fields(template: str) -> set[str]:
    found = set()
    for _, name, spec, _ in Formatter().parse(template):
        if name is not None:
            found |= {name, *fields(spec or "")}
    return found


def test_a_code_without_a_text_beside_it_has_one_in_a_table_with_its_values() -> None:
    wrong = []
    for place, name, call in calls():
        match call.args:
            case [ast.Constant(value=str(code))] if name == "Message":
                names = {each.arg for each in call.keywords}
                if code not in TEXTS or names not in ({None}, fields(TEXTS[code])):
                    wrong.append(f"{place} {code}")
            case [ast.Constant(value=str(code)), _, *_] if name == "Message" and code in TEXTS:
                wrong.append(f"{place} {code} has two texts")
    assert wrong == []


def test_every_text_of_a_table_is_used() -> None:
    strings = {
        node.value
        for path, tree in sources().items()
        if path != "cockpit/actions.py"  # whose ids are no codes
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    assert [code for code in TEXTS if code not in strings] == []
    assert {code for code in strings if CODE.fullmatch(code)} - set(TEXTS) == set()


def test_the_page_of_all_messages_is_theirs() -> None:
    """`python -m screenshots.messages` writes it anew."""
    assert page() == PAGE.read_text("utf-8")
    assert sorted(re.findall(r"^- `([a-z0-9.-]+)`: ", page(), re.MULTILINE)) == sorted(TEXTS)


def test_sentences_are_whole() -> None:
    """Their commands are in backticks."""
    wrong = [place for place, words in sentences().items() if not words.strip() or words.count("`") % 2]
    assert wrong == []
