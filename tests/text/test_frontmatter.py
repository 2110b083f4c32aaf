"""Frontmatter in the states in which real files have it."""

import pytest

from cockpit.text.frontmatter import FrontMatter, body_start, split
from cockpit.text.markdown import parse
from cockpit.text.splice import apply
from tests.support.edited_lines import touched_lines


def front_of(text: str) -> FrontMatter:
    front = split(text)
    assert front is not None
    return front


def codes(front: FrontMatter) -> list[tuple[str, int | None]]:
    return [(problem.code, problem.line) for problem in front.problems]


def test_data_and_positions():
    text = '---\nphase: 03\nversion: "2.10"\nprogress:\n  percent: 42\nstopped_at: null\n---\n\n# T\n'
    front = front_of(text)
    assert front.data == {"phase": "03", "version": "2.10", "progress": {"percent": "42"}, "stopped_at": None}
    assert front.problems == ()
    assert (front.notation, text[front.start : front.end]) == ("yaml", front.raw)
    assert text[front.body_start :] == "\n# T\n"
    line, start, end = front.positions["version"]
    assert (line, text[start:end]) == (3, '"2.10"')
    assert front.marks["progress", "percent"].line == 5
    assert list(front.positions) == ["phase", "version", "progress", "stopped_at"]


@pytest.mark.parametrize(
    "text",
    ["", "# T\n", "---\n\n# A heading between rules\n\n---\n", "---\nProse without a key\n---\n", "----x\na: 1\n---\n"],
)
def test_no_frontmatter(text: str):
    assert split(text) is None
    assert body_start(text) == 0


@pytest.mark.parametrize(
    "text",
    [
        "\n\n---\na: 1\n---\nbody",
        "\ufeff---\na: 1\n---\nbody",
        "---\r\na: 1\r\n---\r\nbody",
        "---\ra: 1\r---\rbody",
        "----\na: 1\n---  \nbody",
        "---\n\n# c\na: 1\n---\nbody",
    ],
)
def test_fences_are_tolerant(text: str):
    front = front_of(text)
    assert front.data == {"a": "1"}
    assert text[front.body_start :] == "body"
    start, end = front.positions["a"][1:]
    assert text[start:end] == "1"


def test_an_empty_block_is_frontmatter():
    front = front_of("---\n---\nbody")
    assert (front.data, front.problems, front.body_start) == ({}, (), 8)


def test_only_the_first_of_stacked_blocks_counts():
    text = "---\nstatus: new\n---\n\n" + "---\nstatus: old\nlist:\n  - 1\n---\n\n" * 32 + "# T\n"
    front = front_of(text)
    assert front.data == {"status": "new"}
    assert codes(front) == [("frontmatter-doubled", 5)]
    assert front.problems[0].message == "33 frontmatter blocks in a row; only the first is read"
    assert text[front.body_start :].strip() == "# T"


def test_a_rule_below_the_frontmatter_is_body():
    front = front_of("---\na: 1\n---\n\n---\n\nSome text: prose\n\n---\n")
    assert front.problems == ()
    assert front.body_start == len("---\na: 1\n---\n")


def test_an_unclosed_block_is_read_up_to_a_blank_line():
    front = front_of("---\nphase: 3\nstatus: x\n\n# T\nbody: y\n")
    assert front.data == {"phase": "3", "status": "x"}
    assert codes(front) == [("frontmatter-unclosed", 1)]
    assert front.text[front.body_start :] == "\n# T\nbody: y\n"


def test_free_text_with_a_colon_is_read():
    text = "---\na: 1\nlast_activity: 2026-03-17 - Fix F-6: Echo\nb: 2\n---\n"
    front = front_of(text)
    assert front.data == {"a": "1", "last_activity": "2026-03-17 - Fix F-6: Echo", "b": "2"}
    assert codes(front) == [("yaml-invalid", 3)]
    _, start, end = front.positions["last_activity"]
    assert text[start:end] == "2026-03-17 - Fix F-6: Echo"


def test_a_progress_bar_between_the_keys_is_left_out():
    front = front_of("---\nprogress:\n  [██████████] 96%\n  total: 10\nx: 1\n---\n")
    assert front.data == {"progress": {"total": "10"}, "x": "1"}
    assert codes(front) == [("yaml-invalid", 3)]


def test_a_conflict_keeps_both_sides_in_sight():
    front = front_of("---\n<<<<<<< HEAD\na: 1\n=======\na: 2\n>>>>>>> x\nb: 3\n---\n")
    assert front.data == {"a": "2", "b": "3"}
    assert codes(front) == [("conflict-marker", 2), ("yaml-duplicate-key", 5)]


def test_phases_that_were_left_out():
    front = front_of("---\nphases:\n  - id: 1\n...\n  - id: 4\n    tags: [a]\n---\n")
    assert front.data == {"phases": [{"id": "1"}, {"id": "4", "tags": ["a"]}]}
    assert codes(front) == [("yaml-invalid", 4)]


def test_a_list_is_no_mapping():
    front = front_of("---\n# nothing\n{x\n---\n")
    assert front.data == {}
    assert ("frontmatter-not-mapping", 2) in codes(front)


def test_json_between_the_fences():
    text = '---\n{\n  "session_id": "a",\n  "phase": 3,\n  "x": [1],\n}\n---\nbody'
    front = front_of(text)
    assert (front.notation, front.data) == ("json", {"session_id": "a", "phase": 3, "x": [1]})
    assert codes(front) == [("json-trailing-comma", 5)]
    line, start, end = front.positions["phase"]
    assert (line, text[start:end]) == (4, "3")


def test_rewrite_touches_one_line():
    text = '---\r\nstatus: "in: progress" # why\r\nphase: 3\r\nnote:\r\n---\r\n'
    front = front_of(text)
    after = apply(text, [front.rewrite("status", 'say "done"'), front.rewrite("note", "a: b")])
    assert after == '---\r\nstatus: "say \\"done\\"" # why\r\nphase: 3\r\nnote: "a: b"\r\n---\r\n'
    assert touched_lines(text, after) == (2, 4)
    assert front_of(after).data == {"status": 'say "done"', "phase": "3", "note": "a: b"}


def test_what_is_not_there_or_no_scalar_is_not_rewritten():
    front = front_of("---\na: [1]\nb: &x 1\nc: *x\n---\n")
    with pytest.raises(KeyError):
        front.rewrite("none", "x")
    for key in "abc":
        with pytest.raises(ValueError, match="no plain value"):
            front.rewrite(key, "x")
    after = apply(front.text, [front.rewrite(("a", 0), "x, y")])
    assert front_of(after).data["a"] == ["x, y"]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("line", ["Empty:", "Empty: new"])
def test_a_block_that_is_not_closed_is_one_at_any_line_end(line: str, end: str) -> None:
    assert list(parse(f"---{end}{line}{end}").body.fields()) == []
