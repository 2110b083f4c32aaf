"""Files of keys: what broken ones still say, and edits that change nothing else."""

import pytest

from cockpit.text.edits import Add, Edit, Remove, Set, Unsafe
from cockpit.text.keyed import BODY, KeyedText, read_keyed
from cockpit.text.keyed_edits import apply

YAML = """---
name: 'North'   # the old one
depth: 4
boats: []
piers:
  - id: 01
    status: "open"
    since: 2026-03-20T08:00:00Z
  - id: 2 # c
    note: |
      Two lines
      of it
seen: PR #642
---
# Log
"""
JSON = """---
{
  "name": "N\\u00e9 \\ud83d\\ude00",
  "depth": 4,
  "boats": [],
  "piers": [
    {
      "id": 1
    }
  ]
}
---
# Log
"""


def keys(text: str) -> KeyedText:
    return read_keyed(f"---\n{text}---\n")


@pytest.mark.parametrize(
    ("text", "data", "kinds"),
    [
        ("a: x: y\nb: 2\n", {"a": "x: y", "b": "2"}, ["as-text"]),
        ('a: "open\nb: "two"\nc: 3\n', {"a": "open", "b": "two", "c": "3"}, ["as-text"]),
        ("a:\n  - b: {\n    c: 1\nd: 2\n", {"a": [{"b": "{", "c": "1"}], "d": "2"}, ["as-text"]),
        ("a: [1\n  b: 2\nc: 3\n", {"a": {"b": "2"}, "c": "3"}, ["as-text"]),
        ("a: 1\n<<<<<<< here\nb: 2\n=======\n>>>>>>> there\n", {"a": "1", "b": "2"}, ["conflict"]),
        ("a:\n  - 1\n...\n  - 2\n", {"a": ["1", "2"]}, ["cut"]),
        ("a: 1\na: 2\na: 3\n", {"a": "3"}, ["twice", "twice"]),
        ("a: *b\nc: 1\n", {"a": "*b", "c": "1"}, ["as-text"]),
        ("a: 1\n\t\nb: 2\n", {"a": "1", "b": "2"}, []),
        ("a: PR #642\nb: x # y\nc: 03\nd: ~\n", {"a": "PR #642", "b": "x", "c": "03", "d": None}, []),
        ("a: x\x07y\nb: '\x1b['\n", {"a": "x\x07y", "b": "\x1b["}, []),
        ('{"a": 1, "b": [2,],}\n', {"a": "1", "b": ["2"]}, ["as-text"]),
    ],
)
def test_a_broken_line_costs_that_line(text: str, data: object, kinds: list[str]) -> None:
    file = keys(text)
    assert (file.root.data(), [each.kind for each in file.damage]) == (data, kinds)


@pytest.mark.parametrize("text", ["a: " + "[" * 200 + "\n", "k: 1\n" * 60_000, "- a\n", "", "\x00\n", "? [a]\n: b\n"])
def test_nothing_makes_it_fail(text: str) -> None:
    file = keys(text)
    assert not file.is_whole
    with pytest.raises(Unsafe):
        apply(file, [Set(("a",), "1")])


@pytest.mark.parametrize(
    ("edits", "old", "new"),
    [
        ([Set(("depth",), 5)], "depth: 4", "depth: 5"),
        ([Set(("name",), "It's")], "'North'", "'It''s'"),
        ([Set(("name",), "4")], "'North'", "'4'"),
        ([Set(("piers", 0, "status"), "a: b")], '"open"', '"a: b"'),
        ([Set(("piers", 0, "id"), "02")], "id: 01", "id: 02"),
        ([Set(("piers", 1, "note"), "One")], "|\n      Two lines\n      of it", "|-\n      One"),
        ([Add(("boats",), "a"), Add(("boats",), "b, c")], "boats: []", 'boats:\n  - "a"\n  - b, c'),
        ([Add(("piers", 0, "errors"), {"at": None})], "08:00:00Z\n", "08:00:00Z\n    errors:\n      - at: null\n"),
        ([Set(("tides", "low", "at"), 3)], "PR #642\n", "PR #642\ntides:\n  low:\n    at: 3\n"),
        ([Set(("piers", 0, "x"), 1), Set(("piers", 0, "z"), 2)], "08:00:00Z\n", "08:00:00Z\n    x: 1\n    z: 2\n"),
        ([Set(("tides", "a"), 1), Set(("tides", "b"), 2)], "PR #642\n", "PR #642\ntides:\n  a: 1\n  b: 2\n"),
        ([Set(BODY, "# Log\nmore\n"), Set(("depth",), 4)], "# Log\n", "# Log\nmore\n"),
        ([Set(("depth",), "4"), Set(("seen",), "PR #642")], "", ""),
    ],
)
def test_an_edit_changes_what_it_means(edits: list[Edit], old: str, new: str) -> None:
    for end in ("\n", "\r\n"):
        text = YAML.replace("\n", end)
        made = [
            each if isinstance(each, Remove) or each.at != BODY else Set(BODY, new.replace("\n", end)) for each in edits
        ]
        assert apply(read_keyed(text), made) == YAML.replace(old, new, 1).replace("\n", end)


@pytest.mark.parametrize(
    ("edits", "old", "new"),
    [
        ([Set(("depth",), 5)], "4", "5"),
        ([Add(("boats",), {"a": 1})], "[]", '[\n    {\n      "a": 1\n    }\n  ]'),
        ([Set(("piers", 0, "at"), None)], '"id": 1', '"id": 1,\n      "at": null'),
        ([Set(("depth",), 4)], "", ""),
    ],
)
def test_json_stays_json(edits: list[Edit], old: str, new: str) -> None:
    assert apply(read_keyed(JSON), edits) == JSON.replace(old, new, 1)


@pytest.mark.parametrize(
    ("text", "edit"),
    [
        (YAML, Set(("depth", "deep"), 1)),
        (YAML, Set(("piers",), ["all"])),
        (YAML, Add(("name",), 1)),
        (YAML, Set(("piers", 7, "id"), 1)),
        (YAML, Remove(("name",))),
        ("---\na: &x 1\nb: *x\n---\n", Set(("a",), 2)),
        ("---\na: 1\n---\n---\nb: 2\n---\n", Set(("a",), 2)),
        ("```yaml\na: 1\n```\n", Set(("a",), 2)),
    ],
)
def test_what_is_in_the_way_is_refused(text: str, edit: Edit) -> None:
    with pytest.raises(Unsafe):
        apply(read_keyed(text, "a"), [edit])
