"""JSON: positions, damage, limits."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cockpit.text.json_text import parse

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@given(JSON, st.sampled_from([None, 2]), st.booleans())
def test_valid_text_is_read_as_the_standard_library_does(value: Any, indent: int | None, ascii_only: bool):
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    document = parse(text)
    assert document.value == value
    assert (document.problems, document.complete) == ((), True)
    assert document.node.value == value
    assert text[document.node.start : document.node.end] == text


@given(JSON, st.data())
def test_a_prefix_gives_no_wrong_value(value: Any, data: st.DataObject):
    text = json.dumps({"a": value, "b": 26.5})
    document = parse(text[: data.draw(st.integers(0, len(text) - 1))])
    assert not document.complete
    assert document.problems
    assert (document.value or {}).get("b") is None


@given(st.text(alphabet='{}[]",:ab1-.eE \n\\/tNn', max_size=60))
def test_nothing_raises(text: str):
    document = parse(text)
    assert document.complete or document.problems
    assert document.node is None or 0 <= document.node.start <= document.node.end <= len(text)


@pytest.mark.parametrize(
    ("text", "value", "problems", "complete"),
    [
        ("", None, [("json-invalid", 1)], False),
        (" \n", None, [("json-invalid", 1)], False),
        ('{"a": 1,\n "b": {"c": [1, 2', {"a": 1, "b": {"c": [1]}}, [("json-invalid", 2)], False),
        ('{"a": 1,\n "b', {"a": 1}, [("json-invalid", 2)], False),
        ('{"a": 1,\n "b": "cut', {"a": 1}, [("json-invalid", 2)], False),
        ('{"a": 1,\n "b": tru', {"a": 1}, [("json-invalid", 2)], False),
        ('{"a": 1\n "b": 2}', {"a": 1}, [("json-invalid", 2)], False),
        ("{'a': 1}", {}, [("json-invalid", 1)], False),
        ('{"a": oops, "b": 2}', {}, [("json-invalid", 1)], False),
        ('{"a": 1}\n{"b": 2}', {"a": 1}, [("json-invalid", 2)], False),
        ('{"a": 1,\n}', {"a": 1}, [("json-trailing-comma", 1)], True),
        ("[1,\n2,]", [1, 2], [("json-trailing-comma", 2)], True),
        ('// why\n{"a": 1 /* x */}', {"a": 1}, [("json-comment", 1), ("json-comment", 2)], True),
        ('{"a": NaN, "b": -Infinity}', {"a": "NaN", "b": "-Infinity"}, [("json-constant", 1)] * 2, True),
        ('{"a": 1,\n"a": 2}', {"a": 2}, [("json-duplicate-key", 2)], True),
        ("[1e999]", ["1e999"], [("json-number", 1)], True),
        ("[" + "9" * 5000 + "]", ["9" * 5000], [("json-number", 1)], True),
        ('["a\nb"]', ["a\nb"], [("json-invalid", 1)], True),
        ('{"a": "open,\n"b": 1}', {}, [("json-invalid", 1)], False),
        ('["\\x"]', ["\\x"], [("json-invalid", 1)], True),
        ("[01]", [], [("json-invalid", 1)], False),
        ("\ufeff[1]", [1], [], True),
        ("[" + "9" * 400 + "]", [int("9" * 400)], [], True),
    ],
)
def test_damage(text: str, value: Any, problems: list[tuple[str, int]], complete: bool):
    document = parse(text)
    assert document.value == value
    assert [(problem.code, problem.line) for problem in document.problems] == problems
    assert document.complete is complete


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ('{\n"a": 1\n"b": 2}', 3, "expected a comma or `}`"),
        ('{"a" 1}', 1, 'expected a colon after the key "a"'),
        ("[1", 1, "the file ends in the middle of a value"),
        ("[1,", 1, "expected a value, found the end of the file"),
        ("{a: 1}", 1, "expected a key in double quotes or `}`"),
        ('{"a": 1} // b', 1, "JSON has no comments; this comment is ignored"),
    ],
)
def test_messages_leave_the_line_to_whoever_shows_it(text: str, line: int, message: str):
    assert [(problem.line, problem.message) for problem in parse(text).problems] == [(line, message)]


@pytest.mark.parametrize("depth", [201, 1000, 100_000])
def test_deep_nesting_is_cut(depth: int):
    document = parse("[" * depth + "]" * depth)
    assert [problem.code for problem in document.problems] == ["json-depth"]
    assert not document.complete


def test_the_limit_itself_and_many_shallow_brackets_are_fine():
    assert parse("[" * 200 + "]" * 200).problems == ()
    assert parse("[" + "[]," * 5000 + '"[[["]').problems == ()


def test_positions():
    text = '{\n  "a": {"b": [10, "x"]},\n  "c": null\n}\n'
    document = parse(text)
    assert document.line_of(("a", "b", 1)) == 2
    assert document.line_of(("c",)) == 3
    assert document.line_of(()) == 1
    assert document.line_of(("a", "none", "deeper")) == 2
    node = document.at("a", "b", 1)
    assert (text[node.start : node.end], node.value, node.kind) == ('"x"', "x", "string")
    assert text[document.at("c").key_start : document.at("c").key_end] == '"c"'
    assert document.at("a", 0) is None
    assert document.at("none") is None


def test_a_cut_text_has_positions_too():
    document = parse('{"a": {"b": 1,')
    assert document.line_of(("a", "b")) == 1
    assert document.at("a").end == 14
