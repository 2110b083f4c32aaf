"""YAML: scalars keep their text, damage stays local, nothing does harm."""

import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cockpit.text.splice import apply
from cockpit.text.yaml_text import MAX_DEPTH, MAX_EXPANDED, MAX_REPAIRS, _simple, _whole, parse, write_scalar


@pytest.mark.parametrize(
    ("text", "data"),
    [
        ("", None),
        ("a: 03\nb: 2.10\nc: 2026-01-29\nd: PR #642\n", {"a": "03", "b": "2.10", "c": "2026-01-29", "d": "PR #642"}),
        ("d: PR#642\ne: 'PR #642'", {"d": "PR#642", "e": "PR #642"}),
        (
            "a: null\nb: ~\nc:\nd: 'null'\ne: \"\"\nf: Null",
            {"a": None, "b": None, "c": None, "d": "null", "e": "", "f": None},
        ),
        ("a: true\nb: no\nc: .nan\nd: 1e3", {"a": "true", "b": "no", "c": ".nan", "d": "1e3"}),
        ("- a\n- [b, {c: d}]\n- - e", ["a", ["b", {"c": "d"}], ["e"]]),
        ("a: |\n  one\n  two\nb: >-\n  one\n  two\n", {"a": "one\ntwo\n", "b": "one two"}),
        ("a: &x {k: v}\nb: *x\n", {"a": {"k": "v"}, "b": {"k": "v"}}),
        ("a: !!int 3\nb: !thing x\nc: !!null null", {"a": "3", "b": "x", "c": "null"}),
        ('status: \\"in_progress\\"\n', {"status": '\\"in_progress\\"'}),
        ("a: merged #1 and #2  # comment\nb: x # comment\nc: #3\n", {"a": "merged #1 and #2", "b": "x", "c": "#3"}),
        ("- fix #12\n- b #\n", ["fix #12", "b"]),
        ("plain text", "plain text"),
        ("\ufeffa: 1", {"a": "1"}),
    ],
)
def test_data(text: str, data: Any):
    assert parse(text).data == data
    assert parse(text).problems == ()


@pytest.mark.parametrize(
    ("text", "data", "problems"),
    [
        ("a: 1\nb: x: y\nc: 2\n", {"a": "1", "b": "x: y", "c": "2"}, [("yaml-invalid", 2)]),
        ("a: x: y\n  more\nb: 1", {"a": "x: y more", "b": "1"}, [("yaml-invalid", 1)]),
        ('a: "open\nb: 1\n', {"a": "open", "b": "1"}, [("yaml-invalid", 1)]),
        ("a: [x, y\nb: 1\n", {"a": "[x, y", "b": "1"}, [("yaml-invalid", 1)]),
        ("a: @x\nb: `y`\n", {"a": "@x", "b": "`y`"}, [("yaml-invalid", 1), ("yaml-invalid", 2)]),
        ("a:\n\t- x\nb: 1\n", {"a": None, "b": "1"}, [("yaml-invalid", 2)]),
        ('- "x" y\n- z\n', ['"x" y', "z"], [("yaml-invalid", 1)]),
        ("l:\n  - a: b: c\n    d: 1\n", {"l": [{"a": "b: c", "d": "1"}]}, [("yaml-invalid", 2)]),
        ("a: 1\na: 2\n", {"a": "2"}, [("yaml-duplicate-key", 2)]),
        ("{name}: 3\n", {"{name}": "3"}, [("yaml-invalid", 1)]),
        ("a: *none\n", {"a": None}, [("yaml-alias", 1)]),
        ("a: &r [*r]\n", {"a": [None]}, [("yaml-alias", 1)]),
        ("a: 1\n---\nb: 2\n", {"a": "1"}, [("yaml-documents", 2)]),
    ],
)
def test_damage_stays_local(text: str, data: Any, problems: list[tuple[str, int]]):
    document = parse(text)
    assert document.data == data
    assert [(problem.code, problem.line) for problem in document.problems] == problems


def test_marks():
    text = "a: 'x'\nlist:\n  - id: 1\n    note: |\n      deep\n\n# comment\nend:\n"
    marks = parse(text).marks
    assert {path: text[mark.start : mark.end] for path, mark in marks.items()} == {
        (): text[: text.index("end:") + 4],
        ("a",): "'x'",
        ("list",): "- id: 1\n    note: |\n      deep",
        ("list", 0): "id: 1\n    note: |\n      deep",
        ("list", 0, "id"): "1",
        ("list", 0, "note"): "|\n      deep",
        ("end",): "",
    }
    assert parse(text).line_of(("list", 0, "note")) == 4
    assert parse(text).line_of(("list", 7, "none")) == 3
    assert [marks[path].style for path in [("a",), ("list",), ("end",)]] == ["quoted", "collection", "plain"]


def test_text_behind_a_hash_can_be_rewritten():
    text = "a: PR #642 # why\nb: #7\n"
    document = parse(text)
    after = apply(text, [document.rewrite(("a",), "PR #643"), document.rewrite(("b",), "none")])
    assert after == 'a: "PR #643" # why\nb: none\n'


@pytest.mark.parametrize("opening", ["[", "{", "- ", "? ", "a:\n ", "[{"])
def test_deep_nesting_is_cut(opening: str):
    document = parse(opening * 10_000)
    told = {problem.code for problem in document.problems}
    assert told <= {"yaml-depth", "yaml-size", "yaml-invalid", "yaml-duplicate-key"}
    assert document.problems
    assert max(map(len, document.marks), default=0) <= MAX_DEPTH


def test_an_alias_bomb_is_refused():
    levels = ["l0: &l0 [" + "x, " * 10 + "x]"]
    levels += [f"l{n}: &l{n} [" + f"*l{n - 1}, " * 9 + f"*l{n - 1}]" for n in range(1, 12)]
    document = parse("\n".join(levels))
    assert "yaml-alias" in {problem.code for problem in document.problems}
    message = next(each.message for each in document.problems if each.code == "yaml-alias")
    assert message == f"the aliases expand to more than {MAX_EXPANDED} values; not expanded"
    assert document.data["l11"] == [None] * 10


def test_characters_that_yaml_refuses_are_kept():
    document = parse("a: x\0y\x07\nb\udcff: \udce9\n")
    assert document.data == {"a": "x\0y\x07", "b\udcff": "\udce9"}


def test_a_text_is_repaired_in_a_few_lines_and_read_as_far_as_the_next():
    lines = [f"k{number}: b: {number}" for number in range(MAX_REPAIRS)]
    document = parse("\n".join(["ok: 1", *lines, "end: 2"]))
    assert document.data == {"ok": "1", **{f"k{n}": f"b: {n}" for n in range(MAX_REPAIRS)}, "end": "2"}
    document = parse("\n".join(["ok: 1", *lines, "fine: x", "more: y: z", "end: 2"]))
    assert document.data == {"ok": "1", **{f"k{n}": f"b: {n}" for n in range(MAX_REPAIRS)}, "fine": "x"}
    assert [problem.line for problem in document.problems] == [*range(2, MAX_REPAIRS + 2), MAX_REPAIRS + 3]
    why = "mapping values are not allowed in this context"
    assert document.problems[-1].message == f"not valid YAML ({why}); the rest is not read"


@pytest.mark.parametrize(
    ("value", "before", "flow", "written"),
    [
        ("done", "x", False, "done"),
        ("done", "'x'", False, "'done'"),
        ("it's", "'x'", False, "'it''s'"),
        ("done", '"x"', False, '"done"'),
        ('a "b"', '"x"', False, '"a \\"b\\""'),
        ("a: b", "x", False, '"a: b"'),
        ("a #b", "x", False, '"a #b"'),
        ("- a", "x", False, '"- a"'),
        ("-5", "x", False, "-5"),
        ("null", "x", False, '"null"'),
        ("", "x", False, '""'),
        (" x", "x", False, '" x"'),
        ("a, b", "x", False, "a, b"),
        ("a, b", "x", True, '"a, b"'),
        (":0", "x", False, ":0"),
        (":0", "x", True, '":0"'),
        ("two\nlines", "'x'", False, '"two\\nlines"'),
        (None, "'x'", False, "null"),
    ],
)
def test_write_scalar(value: str | None, before: str, flow: bool, written: str):
    assert write_scalar(value, before, flow) == written


@given(
    st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=40),
    st.sampled_from(["x", "'x'", '"x"', "", "|\n  x"]),
)
def test_any_value_can_be_written(value: str, before: str):
    text = f"a: 1\nkey: {before}\nb: [c, d]\n"
    document = parse(text)
    after = apply(text, [document.rewrite(("key",), value), document.rewrite(("b", 1), value)])
    again = parse(after)
    assert again.data == {"a": "1", "key": value, "b": ["c", value]}
    assert again.problems == ()


@given(st.text(alphabet="ab:-[]{}&*#|>'\"\n\t \r,?!%@`\0\udc80…é", max_size=60))
def test_nothing_raises(text: str):
    document = parse(text)
    assert all(0 <= mark.start <= mark.end <= len(text) for mark in document.marks.values())


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
    text = newline.join(lines) + end
    simple = _simple(text)
    assert simple in (None, _whole(text))


def test_a_usual_handoff_imports_no_yaml() -> None:
    text = "phase: 3\nplan: 2\nstatus: in_progress\ncreated: 2026-01-29T14:30:00Z\n"
    code = f"import sys; from cockpit.text.yaml_text import parse; print(parse({text!r}).data, 'yaml' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == f"{parse(text).data} False\n"
