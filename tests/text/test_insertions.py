"""Adding to JSON and to Markdown: the result says what is meant, and everything else stays byte for byte."""

import copy
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cockpit.text.edits import Edit, Remove, Set
from cockpit.text.keyed import read_keyed
from cockpit.text.keyed_edits import apply as apply_edits
from cockpit.text.splice import Splice, apply, insert_lines, remove_lines

Path = tuple[str | int, ...]


def after(text: str, edit: Edit) -> str:
    return apply_edits(read_keyed(text, may_be_bare=True), [edit])


def after_put(text: str, path: Path, value: object) -> str:
    return after(text, Set(path, value))


def after_drop(text: str, path: Path) -> str:
    return after(text, Remove(path))


@pytest.mark.parametrize(
    ("text", "path", "value", "expected"),
    [
        ('{"a": 1}', ("a",), 2, '{"a": 2}'),
        ('{"a": 1}', ("b",), "x", '{"a": 1, "b": "x"}'),
        ('{"a":1}', ("b",), {"c": [1, 2]}, '{"a":1, "b": {"c": [1, 2]}}'),
        ('{"a":1,"c":2}', ("b",), None, '{"a":1,"c":2, "b": null}'),
        ("{}", ("a",), 1, '{\n  "a": 1\n}'),
        ('{\n\t"a": 1\n}\n', ("b",), {"c": 1}, '{\n\t"a": 1,\n\t"b": {\n\t\t"c": 1\n\t}\n}\n'),
        ('{\r\n    "a": {}\r\n}', ("a", "b"), 1, '{\r\n    "a": {\r\n        "b": 1\r\n    }\r\n}'),
        ('{\n  "a": {"x": 1},\n  "b": {"x": 2}\n}', ("c",), {"x": 3},
         '{\n  "a": {"x": 1},\n  "b": {"x": 2},\n  "c": {"x": 3}\n}'),
        ('{"a": 26.50}', ("a",), 30.125, '{"a": 30.125}'),
        ('{"a": "é"}', ("b",), "ü", '{"a": "é", "b": "ü"}'),
        ('{"a": {"b": 1}}', ("a",), {"c": 2}, '{"a": {"c": 2}}'),
        ('{\n  "a": {\n    "b": 1\n  }\n}', ("a",), {"c": 2}, '{\n  "a": {\n    "c": 2\n  }\n}'),
        ('{"a": 1}', ("b", "c"), 2, '{"a": 1, "b": {"c": 2}}'),
        ('{"a": 35}', ("a",), 36.0, '{"a": 36}'),
    ],
)  # fmt: skip
def test_a_member_takes_the_layout_of_its_neighbours(text: str, path: Path, value: object, expected: str) -> None:
    assert after_put(text, path, value) == expected


keys = st.text(st.sampled_from('ab"\\\n é'), min_size=1, max_size=3)
scalars = st.one_of(st.none(), st.booleans(), st.integers(-(10**6), 10**6), st.floats(-1e6, 1e6), st.text(max_size=5))
values: st.SearchStrategy[Any] = st.recursive(
    scalars,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(keys, inner, max_size=3)),
    max_leaves=8,
)
objects = st.dictionaries(keys, values, max_size=4)
layouts = st.sampled_from([{}, {"indent": 2}, {"indent": "\t"}, {"separators": (",", ":")}, {"indent": 0}])


@given(objects, layouts, keys, values, st.booleans())
def test_json_says_what_is_meant_and_dropping_it_again_restores_every_byte(
    content: dict[str, Any], layout: dict[str, Any], key: str, value: Any, windows: bool
) -> None:
    text = json.dumps(content, ensure_ascii=False, **layout)
    text = text.replace("\n", "\r\n") if windows else text
    added = after_put(text, (key,), value)
    assert json.loads(added) == {**content, key: value}
    if key not in content and content:
        assert after_drop(added, (key,)) == text
    again = after_put(added, (key,), value)
    assert again == added
    for other in content:
        expected = copy.deepcopy(content)
        del expected[other]
        assert json.loads(after_drop(text, (other,))) == expected


def test_lines_at_the_end_of_a_text_without_a_line_end() -> None:
    assert apply("a", [insert_lines("a", 1, ["b", "c"], "\r\n")]) == "a\r\nb\r\nc"
    assert apply("a\r\nb", [remove_lines("a\r\nb", 3, 4)]) == "a"
    assert apply("a\nb\n", [remove_lines("a\nb\n", 2, 4)]) == "a\n"
    assert apply("", [insert_lines("", 0, ["b"], "\n")]) == "b\n"


@pytest.mark.parametrize(
    ("splices", "reason"),
    [
        ([Splice(0, 3, ""), Splice(2, 4, "")], "overlaps"),
        ([Splice(-1, 0, "")], "outside"),
        ([Splice(3, 7, "")], "outside"),
        ([Splice(3, 2, "")], "outside"),
    ],
)
def test_wrong_splices_are_refused(splices: list[Splice], reason: str):
    with pytest.raises(ValueError, match=reason):
        apply("abcdef", splices)
