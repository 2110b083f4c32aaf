"""A diff as a person reads it: a heading for each file, a line number for each hunk, long lines broken."""

import pytest

from cockpit.screens.dialogs import diff_facts
from cockpit.text.line_merge import diff


def shown(before: str | None, after: str | None, width: int = 80) -> list[tuple[str, str]]:
    sides = [None if side is None else side.encode() for side in (before, after)]
    return [(fact.text, fact.style) for fact in diff_facts(diff("a/file.md", *sides), width)]


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


def test_a_missing_line_end_is_reported() -> None:
    assert ("\\ No newline at end of file", "muted") in shown("x", "y")


def test_long_lines_go_on_below_and_leave_the_column_of_the_marks_free() -> None:
    assert [text for text, style in shown("", "abcdefghij" * 3 + "\n", 22) if style == "ok"] == [
        "+abcdefghijabcdefghi", " jabcdefghij",
    ]  # fmt: skip
