"""A diff as a person reads it: a heading for each file, a line number for each hunk, long lines broken."""

import pytest

from cockpit.screens.dialogs import diff_facts
from cockpit.text.line_merge import diff


def shown(before: str | None, after: str | None, width: int = 80) -> list[tuple[str, str]]:
    sides = [None if side is None else side.encode() for side in (before, after)]
    return [(fact.text, fact.style) for fact in diff_facts(diff("a/file.md", *sides), width)]


def test_a_change() -> None:
    assert shown("one\ntwo\nthree\n", "one\n2\nthree\n") == [
        ("", "text"), ("a/file.md", "accent"), ("line 1", "muted"),
        (" one", "text"), ("-two", "stop"), ("+2", "ok"), (" three", "text"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("before", "after", "heading"),
    [(None, "x\n", "a/file.md (new)"), ("x\n", None, "a/file.md (removed)"), ("x\n", "y\n", "a/file.md")],
)
def test_what_becomes_of_the_file(before: str | None, after: str | None, heading: str) -> None:
    assert shown(before, after)[1] == (heading, "accent")


def test_lines_that_look_like_headings_of_a_diff_are_lines() -> None:
    lines = shown("a\n-- old\n@@ x\nb\n", "a\n++ new\n@@ x\nb\n")
    assert lines[2:] == [
        ("line 1", "muted"), (" a", "text"), ("--- old", "stop"), ("+++ new", "ok"), (" @@ x", "text"), (" b", "text"),
    ]  # fmt: skip


def test_each_hunk_says_where_it_begins() -> None:
    before = "".join(f"{number}\n" for number in range(40))
    assert [text for text, style in shown(before, before.replace("5\n", "x\n", 1).replace("30\n", "y\n"))
            if style == "muted"] == ["line 3", "line 28"]  # fmt: skip


def test_a_missing_line_end_is_reported() -> None:
    assert ("\\ No newline at end of file", "muted") in shown("x", "y")


def test_long_lines_go_on_below_and_leave_the_column_of_the_marks_free() -> None:
    assert [text for text, style in shown("", "abcdefghij" * 3 + "\n", 22) if style == "ok"] == [
        "+abcdefghijabcdefghi", " jabcdefghij",
    ]  # fmt: skip


def test_control_characters_are_shown() -> None:
    assert ("+\\x1b[31m", "ok") in shown("", "\x1b[31m\n")
