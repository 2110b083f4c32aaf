"""Field lines in the dress in which agents write them."""

import pytest

from cockpit.text.markdown import parse
from cockpit.text.splice import apply


@pytest.mark.parametrize(
    ("line", "label", "value", "style"),
    [
        ("Phase: 3 of 6 (Name)", "Phase", "3 of 6 (Name)", "plain"),
        ("**Phase:** 3", "Phase", "3", "bold"),
        ("**Phase**: 3", "Phase", "3", "bold"),
        ("__Phase:__ 3", "Phase", "3", "bold"),
        ("- **Phase:** 3", "Phase", "3", "list bold"),
        ("* Phase: 3", "Phase", "3", "list plain"),
        ("1. **Phase**: 3", "Phase", "3", "list bold"),
        ("  - **Agent:** coder", "Agent", "coder", "list bold"),
        ("Last activity: 2026-02-20 — Fix F-6: Echo", "Last activity", "2026-02-20 — Fix F-6: Echo", "plain"),
        ("Status:", "Status", "", "plain"),
        ("**Velocity:**", "Velocity", "", "bold"),
        ("Status: \t ", "Status", "", "plain"),
        ("Progress: [██░░] 50%  ", "Progress", "[██░░] 50%", "plain"),
        ("**`Key`:** x", "Key", "x", "bold"),
        ("📍 Phase: 3", "📍 Phase", "3", "plain"),
        ("状态：进行中", "状态", "进行中", "plain"),
        ("**v3.9 (In Progress: today):** yes", "v3.9 (In Progress: today)", "yes", "bold"),
        ("Branch: main <!-- or not -->", "Branch", "main", "plain"),
    ],
)
def test_a_field(line: str, label: str, value: str, style: str):
    text = f"# T\n\n{line}\nend"
    (field,) = parse(text).body.fields()
    assert (field.label, field.value, field.style, field.line) == (label, value, style, 3)
    assert text[field.value_start : field.value_end] == value


@pytest.mark.parametrize(
    "line",
    [
        "https://example.org",
        "10:30 we met",
        "This is a sentence, and here: a colon",
        "A label that is much longer than forty characters all in all: x",
        "**Phase 5** (A1) — done: yes",
        "    Phase: 3 in indented code",
        "# Phase: 3",
        "| Phase: 3 | x |",
        "> Phase: 3",
        "- [x] Phase: 3",
        "<!-- Phase: 3 -->",
        "C:\\path",
        "Phase:3",
    ],
)
def test_no_field(line: str):
    assert parse(line).body.fields() == ()


def test_lookup_ignores_case_and_dress():
    body = parse("**📍 Last  Activity:** today\nlast activity: later\n").body
    assert body.field("LAST ACTIVITY").value == "today"
    assert body.field("nothing", "last activity").line == 1
    assert body.field("nothing") is None


@pytest.mark.parametrize(
    ("before", "value", "after"),
    [
        ("Phase: 3\r\nx\r\n", "4 of 6", "Phase: 4 of 6\r\nx\r\n"),
        ("Phase:\nx\n", "4", "Phase: 4\nx\n"),
        ("Phase: \nx\n", "4", "Phase: 4\nx\n"),
        ("**Phase:**", "4", "**Phase:** 4"),
        ("**Phase**:", "4", "**Phase**: 4"),
        ("**Phase:** \t 3  \n", "4", "**Phase:** \t 4  \n"),
        ("Phase: 3 <!-- why -->\n", "4", "Phase: 4 <!-- why -->\n"),
        ("Phase: 3\n", "two\nlines", "Phase: two lines\n"),
        ("Phase: 3\n", "", "Phase: \n"),
        ("状态：进行中\n", "完成", "状态：完成\n"),
    ],
)
def test_rewrite(before: str, value: str, after: str):
    (field,) = parse(before).body.fields()
    assert apply(before, [field.rewrite(value)]) == after


def test_a_field_of_a_section_with_its_sub_sections():
    section = parse("# T\n## A\n### B\nPhase: 3\n").section("A")
    assert section.field("Phase") is None
    assert section.find("Phase").value == "3"
