"""Headings and the sections below them."""

import pytest

from cockpit.text.markdown import fold_label, parse

STATE = """\
before

# Project State ##

Updated: today

## Current Position
Phase: 3

### Detail
deep

## Blockers / Concerns
none
"""


def test_extent_and_own_body():
    position = parse(STATE).section("current position")
    assert position is not None
    assert (position.title, position.level, position.line) == ("Current Position", 2, 7)
    assert position.text == "Phase: 3"
    assert position.whole.text == "Phase: 3\n\n### Detail\ndeep"
    assert STATE[position.start : position.end] == STATE[STATE.index("## Current") : STATE.index("## Blockers")]
    assert STATE[position.body_start : position.body_end] == "Phase: 3\n\n"


def test_title_and_preamble():
    document = parse(STATE)
    assert document.title is not None
    assert (document.title.text, document.title.line) == ("Project State", 3)
    assert (document.preamble.text, document.preamble.level, document.preamble.line) == ("before", 0, 1)
    assert [section.level for section in document.sections] == [1, 2, 3, 2]


def test_a_text_without_headings_is_preamble():
    document = parse("Phase: 3\n")
    assert document.title is None
    assert document.sections == ()
    assert document.preamble.text == "Phase: 3"


def test_lookup_by_level_and_extent():
    document = parse("# A\n## Progress\n1\n# B\n### Progress\n2\n## Progress\n3\n")
    second = document.section("B")
    assert document.section("progress").text == "1"
    assert document.section("progress", level=3).text == "2"
    assert document.section("progress", within=second).text == "2"
    assert document.section("Nothing", "Progress").text == "1"
    assert [section.text for section in document.all_sections("Progress")] == ["1", "2", "3"]
    assert [section.text for section in document.children(second)] == ["2", "3"]
    assert document.section("progress", level=6) is None


@pytest.mark.parametrize(
    ("heading", "name"),
    [
        ("## Blockers/Concerns", "Blockers / Concerns"),
        ("## 🚧 Current   Position ✅", "current position"),
        ("## **Decisions**", "Decisions"),
        ("## Progress: ##", "progress"),
        ("   ### ⏸️ Paused", "Paused"),
        ("##\tTabs", "tabs"),
        ("## Größe", "GRÖSSE"),
        ("## 3. Blockers (2)", "Blockers"),
        ("## Blockers - updated 2026-01-29", "Blockers"),
        ("## Blockers — 2026-01-29T10:00:00Z", "Blockers"),
        ("## 2) Current State (as of 2026-01-29)", "Current State"),
    ],
)
def test_titles_are_compared_without_dress(heading: str, name: str):
    assert parse(heading + "\ntext\n").section(name) is not None


@pytest.mark.parametrize("title", ["Blockers (resolved)", "Blockers of 2026-01-29", "Blockers: none", "1.2 Blockers"])
def test_what_else_a_title_says_belongs_to_it(title: str):
    assert parse(f"## {title}\ntext\n").section("Blockers") is None


@pytest.mark.parametrize(
    "line", ["##NoSpace", "####### seven", "#42 is an issue", "    # indented code", "text # not", "\\# escaped"]
)
def test_what_is_no_heading(line: str):
    assert parse(line + "\n").sections == ()


@pytest.mark.parametrize(
    ("label", "folded"),
    [("", ""), ("✅", "✅"), ("C++", "c++"), ("A / B", "a/b"), ("`Code`:", "code"), ("Cost ($)", "cost ($)")],
)
def test_fold_label(label: str, folded: str):
    assert fold_label(label) == folded


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_are_no_part_of_values(end: str):
    document = parse(end.join(["# T", "## S", "Phase: 3", "", "| A | B |", "|---|---|", "| 1 | 2 |", "- item", ""]))
    section = document.section("S")
    assert section.line == 2
    assert section.field("Phase").value == "3"
    assert section.tables()[0].rows[0]["B"] == "2"
    assert section.items()[0].text == "item"
    assert "\r" not in section.text


def test_frontmatter_is_no_part_of_the_body():
    document = parse("---\nstatus: x\n---\n\n---\nstatus: old\n---\n\n# T\nstatus: y\n")
    assert document.preamble.fields() == ()
    assert document.field("status").value == "y"
    assert document.title.line == 9


def test_conflict_markers_are_reported_and_both_sides_read():
    document = parse("# T\n<<<<<<< HEAD\nPhase: 3\n=======\nPhase: 4\n>>>>>>> other\n")
    assert [(problem.code, problem.line) for problem in document.problems] == [("conflict-marker", 2)]
    assert [field.value for field in document.body.fields()] == ["3", "4"]
    assert document.body.paragraphs() == ()


def test_paragraphs_are_what_nothing_else_claims():
    text = "# T\nOne\nmore.\n\nPhase: 3\n- item\n\n---\n| a | b |\n\n> quoted\n```\ncode\n```\nlast"
    paragraphs = parse(text).body.paragraphs()
    assert [(p.text, p.line) for p in paragraphs] == [("One more.", 2), ("> quoted", 11), ("last", 15)]
    assert text[paragraphs[0].start : paragraphs[0].end] == "One\nmore."


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("line", ["Empty:", "Empty: new"])
def test_a_block_of_keys_that_is_not_closed_is_one_at_any_line_end(line: str, end: str) -> None:
    assert list(parse(f"---{end}{line}{end}").body.fields()) == []
