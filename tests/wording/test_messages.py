"""Messages: a code and values, and the text they make; every code that is used has a text, and every text is used."""

import ast
import pickle
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter

import pytest

from cockpit.wording import messages, texts
from cockpit.wording.messages import Message, from_json, plain, text, to_json
from screenshots.messages import PAGE, page

ROOT = Path(__file__).resolve().parents[2]
SOURCES = [path for top in ("cockpit", "widgets", "themes") for path in sorted((ROOT / top).rglob("*.py"))]
GROUPS = {path.stem: messages._texts(path.stem) for path in sorted(Path(texts.__path__[0]).glob("[a-z]*.py"))}
TEXTS = {f"{group}.{name}": words for group, found in GROUPS.items() for name, words in found.items()}
CODE = re.compile(rf"(?:{'|'.join(GROUPS) or 'none'})\.[a-z0-9-]+")


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
    assert (str(message), text(message)) == (expected, expected)


@pytest.mark.usefixtures("sample")
def test_a_command_is_shown_as_it_is_given_where_the_person_is() -> None:
    message = Message("sample.way", why=Message("sample.way", why="`cockpit undo`", phase=1), phase="a b")
    shown = text(message, lambda command: f"<{command}>")
    assert shown == "`cockpit undo`; <cockpit set phase=1> does; <cockpit set phase='a b'> does."


@pytest.mark.usefixtures("sample")
def test_messages_are_values() -> None:
    one = Message("sample.way", why=Message("sample.held", status=None), phase=("a", 1, 2.5))
    same = Message("sample.way", phase=["a", 1, 2.5], why=Message("sample.held", status=None))
    assert (one == same, hash(one) == hash(same), one == str(one)) == (True, True, False)
    assert pickle.loads(pickle.dumps(one)) == one
    assert from_json(to_json(one)) == one
    assert repr(one) == "Message('sample.way', why=Message('sample.held', status=None), phase=('a', 1, 2.5))"
    with pytest.raises(AttributeError, match="code"):
        one.code = "other"


@pytest.mark.usefixtures("sample")
@pytest.mark.parametrize(
    "stored",
    [None, "text", {"code": "sample.gone", "values": {}}, {"code": "none.at", "values": {}}, {"code": "sample.held"},
     {"code": "sample.held", "values": {"other": 1}}, {"code": "sample.held", "values": {"status": {"code": "x.y"
     }}}],
)  # fmt: skip
def test_what_another_version_stored_is_no_message(stored: object) -> None:
    assert from_json(stored) is None


# The texts and the code that uses them


def fields(template: str) -> set[str]:
    found = set()
    for _, name, spec, _ in Formatter().parse(template):
        if name is not None:
            found |= {name, *fields(spec or "")}
    return found


@cache
def said_in(path: Path) -> tuple[list[ast.Call], list[str]]:
    """The messages that are made in a file, and all its strings."""
    made: list[ast.Call] = []
    strings: list[str] = []
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Message":
            made.append(node)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            strings.append(node.value)
    return made, strings


def made() -> Iterator[tuple[str, ast.Call]]:
    for path in SOURCES:
        for call in said_in(path)[0]:
            yield f"{path.relative_to(ROOT)}:{call.lineno}", call


def test_every_code_has_a_text_with_its_values() -> None:
    wrong = []
    for place, call in made():
        match call.args:
            case [ast.Constant(value=str(code))]:
                names = {each.arg for each in call.keywords}
                known = code in messages._OWN or (code in TEXTS and names in ({None}, fields(TEXTS[code])))
                if not known:
                    wrong.append(f"{place} {code}")
    assert wrong == []


def test_every_text_is_used_and_no_two_are_the_same() -> None:
    strings = {
        string
        for path in SOURCES
        if "texts" not in path.parts and path.name != "actions.py"  # whose ids are no codes
        for string in said_in(path)[1]
    }
    assert [code for code in TEXTS if code not in strings] == []
    assert {code for code in strings if CODE.fullmatch(code)} - set(TEXTS) == set()


def test_the_page_of_all_messages_is_theirs() -> None:
    """`python -m screenshots.messages` writes it anew."""
    assert page() == PAGE.read_text("utf-8")
    assert sorted(re.findall(r"^- `([a-z0-9.-]+)`: ", page(), re.MULTILINE)) == sorted(TEXTS)


def test_texts_are_whole() -> None:
    """Each is a format string whose commands are in backticks."""
    wrong = [code for code, words in TEXTS.items() if not words.strip() or words.count("`") % 2]
    assert wrong == []
