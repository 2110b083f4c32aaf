"""Single fields are changed by name; everything else stays as a person has written it."""

import pytest

from cockpit.demo import fields

TEXT = """# Project State

**Updated:** then
**Last Activity:** 2026-01-28 — old

## Current Position

| Field | Value | Mine |
|---|---|---|
| Phase | 3 of 6 | a |
|  plan  | 2 of 4 | b |

---

## Context

### Blockers
- None

### Pending Todos
- [ ] one
* [x] two words

## Plan 1: Cards
- [ ] 3.2.1 First
- [ ] 3.2.10 Tenth
"""


def test_a_row_is_found_by_its_label_whatever_its_case_and_spacing() -> None:
    assert fields.row(TEXT, "current position", "Plan") == {"Field": "plan", "Value": "2 of 4", "Mine": "b"}
    assert fields.row(TEXT, "Current Position", "Status") == {}


def test_setting_a_cell_keeps_the_others() -> None:
    assert "| plan | 3 of 4 | b |" in fields.with_value(TEXT, "Current Position", "Plan", "3 of 4")


@pytest.mark.parametrize(
    ("section", "label"), [("Current Position", "Status"), ("Thresholds", "Cost"), ("Context", "Phase")]
)
def test_a_row_that_is_gone_is_left_alone(section: str, label: str) -> None:
    assert fields.with_value(TEXT, section, label, "x") == TEXT


def test_a_labelled_line_is_replaced_once() -> None:
    changed = fields.with_line(TEXT, "Last Activity", "now — new \\1")
    assert "**Last Activity:** now — new \\1\n" in changed
    assert fields.with_line(TEXT, "Missing", "x") == TEXT


def test_the_first_bullet_takes_the_place_of_none() -> None:
    once = fields.with_bullet(TEXT, "Blockers", "Phase 3: stuck")
    assert "### Blockers\n- Phase 3: stuck\n\n### Pending" in once
    assert fields.bullets(once, "Blockers") == ["Phase 3: stuck"]
    assert fields.with_bullet(once, "Blockers", "Phase 3: stuck") == once
    assert "- Phase 3: stuck\n- more\n" in fields.with_bullet(once, "Blockers", "more")


def test_removing_the_last_bullet_leaves_none() -> None:
    once = fields.with_bullet(TEXT, "Blockers", "stuck")
    assert fields.without_bullet(once, "Blockers", "stuck") == TEXT
    assert fields.without_bullet(once, "Blockers", "stuc") == once
    two = fields.with_bullet(once, "Blockers", "also")
    assert fields.without_bullet(two, "Blockers", "also") == once


def test_a_missing_section_takes_no_bullet() -> None:
    assert fields.with_bullet(TEXT, "Errors", "x") == TEXT
    assert fields.with_bullet_below(TEXT, "Acknowledged Alerts", "x") == TEXT


def test_a_bullet_below_a_label() -> None:
    text = "**Acknowledged Alerts:**\n- None\n\n---\n"
    once = fields.with_bullet_below(text, "Acknowledged Alerts", "Cost")
    assert once == "**Acknowledged Alerts:**\n- Cost\n\n---\n"
    assert fields.with_bullet_below(once, "Acknowledged Alerts", "Context").count("- C") == 2
    assert fields.with_bullet_below("**Acknowledged Alerts:**\n\nend", "Acknowledged Alerts", "Cost") == (
        "**Acknowledged Alerts:**\n- Cost\n\nend"
    )


def test_ticking_compares_the_whole_first_word() -> None:
    changed = fields.ticked(TEXT, "3.2.1")
    assert "- [x] 3.2.1 First" in changed
    assert "- [ ] 3.2.10 Tenth" in changed
    assert fields.ticked(TEXT, "3.2") == TEXT


def test_a_row_is_appended_to_a_table() -> None:
    changed = fields.with_last_row(TEXT, "Current Position", "| Status | x | c |")
    assert "| b |\n| Status | x | c |\n\n---" in changed
    assert fields.with_last_row(TEXT, "Blockers", "| x |") == TEXT


def test_line_endings_stay() -> None:
    text = TEXT.replace("\n", "\r\n")
    for changed in (
        fields.with_value(text, "Current Position", "Phase", "4 of 6"),
        fields.with_line(text, "Updated", "now"),
        fields.with_bullet(text, "Blockers", "stuck"),
        fields.without_bullet(fields.with_bullet(text, "Blockers", "stuck"), "Blockers", "stuck"),
        fields.ticked(text, "3.2.1"),
    ):
        assert changed.count("\n") == changed.count("\r\n") == text.count("\r\n")
