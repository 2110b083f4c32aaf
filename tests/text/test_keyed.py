"""Files of keys: what broken ones still say, and edits that change nothing else."""

import subprocess
import sys
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cockpit.text.decoding import LineIndex
from cockpit.text.edits import Add, Edit, Remove, Set, Unsafe, meant
from cockpit.text.keyed import BODY, KeyedText, read_keyed
from cockpit.text.keyed_edits import apply
from cockpit.text.tree import parse

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
        (
            "d: PR#642\ne: 'PR #642'\nf: fix #12 and #2  # c\n",
            {"d": "PR#642", "e": "PR #642", "f": "fix #12 and #2"},
            [],
        ),
        (
            "a: 'null'\nb: \"\"\nc: Null\nd: true\ne: .nan\n",
            {"a": "null", "b": "", "c": None, "d": "true", "e": ".nan"},
            [],
        ),
        ("a:\n  - b\n  - [c, {d: e}]\n  - - f\n", {"a": ["b", ["c", {"d": "e"}], ["f"]]}, []),
        ("a: |\n  one\n  two\nb: >-\n  one\n  two\n", {"a": "one\ntwo\n", "b": "one two"}, []),
        ("a: !!int 3\nb: !thing x\n", {"a": "3", "b": "x"}, []),
        ("progress:\n  [███] 96%\n  total: 10\nx: 1\n", {"progress": {"total": "10"}, "x": "1"}, ["left-out"]),
        ("a: @x\nb: `y`\n", {"a": "@x", "b": "`y`"}, ["as-text", "as-text"]),
        ('{"a": 1, "b": [2,],}\n', {"a": "1", "b": ["2"]}, ["as-text"]),
        ('{"a": "\\x41\\u00e9"}\n', {"a": "Aé"}, ["as-text"]),  # an escape that only YAML has
    ],
)
def test_a_broken_line_costs_that_line(text: str, data: object, kinds: list[str]) -> None:
    file = keys(text)
    assert (file.root.data(), [each.kind for each in file.damage]) == (data, kinds)


@pytest.mark.parametrize(
    ("text", "body"),
    [
        ("\n\n---\na: 1\n---\nbody", "body"),
        ("\ufeff---\na: 1\n---\nbody", "body"),
        ("---\r\na: 1\r\n---\r\nbody", "body"),
        ("---\ra: 1\r---\rbody", "body"),
        ("----\na: 1\n---  \nbody", "body"),
        ("---\n\n# c\na: 1\n---\nbody", "body"),
        ("---\na: 1\n---\n\n---\n\nSome text: prose\n\n---\n", "\n---\n\nSome text: prose\n\n---\n"),
    ],
)
def test_where_the_keys_stand(text: str, body: str) -> None:
    file = read_keyed(text)
    assert (file.root.data(), text[file.after :]) == ({"a": "1"}, body)


PARTS = ["a", "key", "null", "~", "2.5", "2026-01-29T14:30:00Z", "x: y", " ", "  ", "'", '"', "[", "]", "{", "}", ",",
         "-", "—", "é", "#", ":", "|", ">", "&a", "*a", "!", "%", "@", "`", "\t", "\r", "...", "---", "=", "<<", "?",
         "(b)", "$5", "0x1f", "\\", "\x7f", "🔶"]  # fmt: skip
KEYS = ["a", "b", "phase", "A-b", "x_1", "null", "1", "é", '"q"', "- a", ""]


@given(
    lines=st.lists(
        st.tuples(st.sampled_from(KEYS), st.sampled_from([":", ": ", ":  ", " :"]),
                  st.lists(st.sampled_from(PARTS), max_size=3).map("".join), st.sampled_from(["", " "])).map("".join)
        | st.sampled_from(["", " ", "# c"]), max_size=4,
    ),
    newline=st.sampled_from(["\n", "\r\n", "\r"]), end=st.sampled_from(["", "\n", "\n\n"]),
)  # fmt: skip
def test_plain_keys_and_values_are_read_as_yaml_reads_them(lines: list[str], newline: str, end: str) -> None:
    text = f"---\n{newline.join(lines)}{end}"
    with mock.patch("cockpit.text.tree._simple", return_value=None):
        whole = parse(text, 4, len(text), LineIndex(text))
    assert parse(text, 4, len(text), LineIndex(text)) == whole


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


def test_reading_valid_json_loads_no_yaml() -> None:
    code = (
        "import sys; from cockpit.text.decoding import LineIndex; from cockpit.text.tree import parse; "
        "t = '{\"a\": [1]}'; parse(t, 0, len(t), LineIndex(t)); "
    )
    done = subprocess.run([sys.executable, "-c", f"{code}print('yaml' in sys.modules)"], capture_output=True, text=True,
                          check=True)  # fmt: skip
    assert done.stdout == "False\n"


def test_a_key_is_not_removed_and_nothing_is_added_to_a_text() -> None:
    with pytest.raises(Unsafe):
        apply(read_keyed("port: Ayr\nships: []\n", "ships", "port", may_be_bare=True), [Remove(("port",))])
    with pytest.raises(Unsafe):
        meant({"ships": "Eel"}, [Add(("ships",), "Cod")])
