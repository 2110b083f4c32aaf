"""YAML is changed value by value: what is added keeps the layout, and nothing else moves."""

import pytest

from cockpit.text.splice import apply
from cockpit.text.yaml_text import Changing, Path, drop, parse


def changed(text: str, how: str, path: Path, value: object) -> str:
    document = parse(text)
    changing = Changing(text=text, data=document.data, marks=document.marks, newline="\n")
    after = apply(text, changing.put(path, value) if how == "put" else changing.append(path, value))
    assert not parse(after).problems
    return after


@pytest.mark.parametrize(
    ("text", "how", "path", "value", "expected"),
    [
        ("a: 1  # one\nb: x\n", "put", ("a",), 2, "a: 2  # one\nb: x\n"),
        ("a:\nb: x\n", "put", ("a",), "w", "a: w\nb: x\n"),
        ("a: null\n", "put", ("a",), True, "a: true\n"),
        ('a: "x"\nb: null\n', "put", ("b",), "3", 'a: "x"\nb: "3"\n'),
        ("a: x\nb: null\n", "put", ("b",), "no", "a: x\nb: 'no'\n"),
        ("a: '2026-01-01'\nb: null\n", "put", ("b",), "2026-02-02", "a: '2026-01-01'\nb: '2026-02-02'\n"),
        ("a: x\n", "put", ("b", "c"), 1, "a: x\nb:\n  c: 1\n"),
        ("a: {}\nb: x\n", "put", ("a", "c"), 1, "a:\n  c: 1\nb: x\n"),
        ("a: {d: 2}\n", "put", ("a", "c"), "x, y", 'a: {d: 2, c: "x, y"}\n'),
        ("a:\n  - b: 1\n    c: 2\n  - b: 3\n", "put", ("a", 0, "d"), 4, "a:\n  - b: 1\n    c: 2\n    d: 4\n  - b: 3\n"),
        ("a: []  # none\nb: x\n", "append", ("a",), "w", "a: # none\n  - w\nb: x\n"),
        ("a: []\nb: [x]\n", "append", ("a",), "w", "a: [w]\nb: [x]\n"),
        ("b: [x, z]\n", "append", ("b",), "y: 1", 'b: [x, z, "y: 1"]\n'),
        ("a:\n- x\nb: 1\n", "append", ("a",), "w", "a:\n- x\n- w\nb: 1\n"),
        ("a:\n  - |\n    x\n    y\nb: 1\n", "append", ("a",), {"c": 1, "d": []},
         "a:\n  - |\n    x\n    y\n  - c: 1\n    d: []\nb: 1\n"),
        ("b: 1\n", "append", ("a",), {"c": None}, "b: 1\na:\n  - c: null\n"),
        ("a: |\n  x\n  y\nb: 1\n", "put", ("a",), "one\n\ntwo: 2\n", "a: |\n  one\n\n  two: 2\nb: 1\n"),
        ("a: >  # why\n    x\nb: 1\n", "put", ("a",), "one\n", "a: |  # why\n    one\nb: 1\n"),
        ("a: |\n  x\nb: 1\n", "put", ("a",), "one", "a: |-\n  one\nb: 1\n"),
        ("a: |2\n    x\nb: 1\n", "put", ("a",), "one", "a: one\nb: 1\n"),
        ("a: |\n  x\nb: 1\n", "put", ("a",), " one\n", 'a: " one\\n"\nb: 1\n'),
        ("b: 1\n", "put", ("a",), "one\ntwo\n", "b: 1\na: |\n  one\n  two\n"),
        ("b:\n  - c: 1\n", "append", ("b",), {"d": "one\ntwo"}, "b:\n  - c: 1\n  - d: |-\n      one\n      two\n"),
    ],
)  # fmt: skip
def test_only_what_is_meant_changes(text: str, how: str, path: Path, value: object, expected: str) -> None:
    assert changed(text, how, path, value) == expected


@pytest.mark.parametrize(
    ("text", "path", "expected"),
    [
        ("a:\n  - x  # one\n  - y\nb: 1\n", ("a", 0), "a:\n  - y\nb: 1\n"),
        ("a:\n  - c: 1\n    d: |\n      x\n      y\n  - y\n", ("a", 0), "a:\n  - y\n"),
        ("a:\n- x\n- y", ("a", 1), "a:\n- x"),
        ("a: [x, y, z]\n", ("a", 0), "a: [y, z]\n"),
        ("a: [x, y, z]\n", ("a", 2), "a: [x, y]\n"),
        ("a: [x]\n", ("a", 0), "a: []\n"),
        ("a:  # the last\n\n  # one\n  - x\nb: 1\n", ("a", 0), "a: []  # the last\n\n  # one\nb: 1\n"),
        ("- a:\n    - x\n  b: 1\n", (0, "a", 0), "- a: []\n  b: 1\n"),
    ],
)
def test_an_element_is_taken_out_of_its_list(text: str, path: Path, expected: str) -> None:
    document = parse(text)
    after = apply(text, drop(text, document.data, document.marks, path))
    assert after == expected
    assert not parse(after).problems


@pytest.mark.parametrize("text", ["- - x\n  - y\n", "- x\n"])
def test_what_cannot_be_taken_out_alone_stays(text: str) -> None:
    document = parse(text)
    with pytest.raises(ValueError, match="line 1"):
        drop(text, document.data, document.marks, (0, 0) if "- - x" in text else (0,))


@pytest.mark.parametrize(
    ("text", "how", "path", "value"),
    [
        ("a: x\n", "append", ("a",), "y"),
        ("a: x\n", "put", ("a", "b"), 1),
        ("a: &n x\nb: *n\n", "put", ("b",), "y"),
        ("a: [x]\n", "put", ("a",), ["y"]),
        ("a: &n []\n", "append", ("a",), "y"),
    ],
)
def test_what_stands_in_the_way_is_not_overwritten(text: str, how: str, path: Path, value: object) -> None:
    with pytest.raises((KeyError, ValueError)):
        changed(text, how, path, value)
