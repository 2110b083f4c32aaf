"""List entries, check boxes, continuation lines and nesting."""

import pytest

from cockpit.text.markdown import MAX_DEPTH, Item, parse
from cockpit.text.splice import Splice, apply


def items_of(text: str) -> tuple[Item, ...]:
    return parse(text).body.items()


@pytest.mark.parametrize(
    ("line", "text", "marker", "checked", "box"),
    [
        ("- one", "one", "-", None, None),
        ("* one", "one", "*", None, None),
        ("+ one", "one", "+", None, None),
        ("12. one", "one", "12.", None, None),
        ("3) one", "one", "3)", None, None),
        ("- [x] one", "one", "-", True, "x"),
        ("- [X] one", "one", "-", True, "X"),
        ("- [✓] one", "one", "-", True, "✓"),
        ("- [ ] one", "one", "-", False, " "),
        ("- [] one", "one", "-", False, ""),
        ("- [~] one", "one", "-", False, "~"),
        ("- [▶] one", "one", "-", False, "▶"),
        ("- [⏸️] one", "one", "-", False, "⏸️"),
        ("1. [x] one", "one", "1.", True, "x"),
        ("- [Phase 3] one", "[Phase 3] one", "-", None, None),
        ("- [3] one", "[3] one", "-", None, None),
        ("- [x](link) one", "[x](link) one", "-", None, None),
        ("-", "", "-", None, None),
        ("- ", "", "-", None, None),
        ("- [ ]", "", "-", False, " "),
        ("- **bold:** x", "**bold:** x", "-", None, None),
        ("-\ttab", "tab", "-", None, None),
    ],
)
def test_an_entry(line: str, text: str, marker: str, checked: bool | None, box: str | None):
    document = f"# T\n{line}\n"
    (item,) = items_of(document)
    assert (item.text, item.marker, item.checked, item.box, item.line) == (text, marker, checked, box, 2)
    assert document[item.text_start : item.text_end] == item.raw == text
    assert document[item.start : item.end] == line + "\n"


@pytest.mark.parametrize(
    "line", ["---", "* * *", "- - -", "***", "-no", "*emphasis* text", "**bold** text", "3.14 is pi", "__"]
)
def test_no_entry(line: str):
    assert items_of(line) == ()


def test_nesting():
    text = "- a\n  - b\n    - c\n  - d\n- e\n"
    first, second = items_of(text)
    assert [child.text for child in first.children] == ["b", "d"]
    assert [item.depth for item in parse(text).body.all_items()] == [0, 1, 2, 1, 0]
    assert [item.text for item in parse(text).body.all_items()] == ["a", "b", "c", "d", "e"]
    assert text[first.start : first.end] == "- a\n  - b\n    - c\n  - d\n"
    assert first.raw == "a"
    assert second.children == ()


def test_continuation_lines():
    text = "- one\n  two\nlazy\n\n  after blank\n- next\n\nno more\n"
    first, second = items_of(text)
    assert first.text == "one two lazy after blank"
    assert text[first.text_start : first.text_end] == "one\n  two\nlazy\n\n  after blank"
    assert text[first.start : first.end] == text[: text.index("- next")]
    assert second.text == "next"
    assert parse(text).body.paragraphs()[0].text == "no more"


@pytest.mark.parametrize("between", ["```\ncode\n```", "| a | b |\n|---|---|\n| c | d |", "\n\n"])
def test_the_lines_of_an_entry_leave_out_what_stands_between(between: str):
    (item,) = items_of(f"- one\n{between}\n    more\n")
    assert (item.text, item.lines) == ("one more", (1, 5))


@pytest.mark.parametrize("line", ["Status: ok", "**Status:** ok", "## Heading", "| a | b |", "> quote", "***"])
def test_other_structure_ends_an_entry(line: str):
    (item,) = items_of(f"- one\n{line}\n")
    assert item.text == "one"


def test_entries_nested_too_deep_become_siblings():
    text = "".join("  " * depth + f"- {depth}\n" for depth in range(MAX_DEPTH + 30))
    items = parse(text).body.all_items()
    assert len(items) == MAX_DEPTH + 30
    assert max(item.depth for item in items) == MAX_DEPTH


@pytest.mark.parametrize(
    ("before", "text", "after"),
    [
        ("- [ ] old\r\n- b\r\n", "new", "- [ ] new\r\n- b\r\n"),
        ("- old\n  more\n  - child\n", "new\nline", "- new line\n  - child\n"),
        ("12. old", "new", "12. new"),
    ],
)
def test_rewrite(before: str, text: str, after: str):
    assert apply(before, [items_of(before)[0].rewrite(text)]) == after


@pytest.mark.parametrize(
    ("before", "checked", "after"),
    [
        ("- [ ] a\n", True, "- [x] a\n"),
        ("- [] a\n", True, "- [x] a\n"),
        ("- [~] a\n", True, "- [x] a\n"),
        ("- [X] a", False, "- [ ] a"),
        ("\t* [x] a\r\n", False, "\t* [ ] a\r\n"),
    ],
)
def test_check(before: str, checked: bool, after: str):
    assert apply(before, [items_of(before)[0].check(checked)]) == after


def test_an_entry_without_a_box_cannot_be_checked():
    with pytest.raises(ValueError, match="no check box"):
        items_of("- a\n")[0].check(True)


def test_removal_takes_the_children_along():
    text = "- a\n- b\n  more\n  - c\n- d\n"
    item = items_of(text)[1]
    assert apply(text, [Splice(item.start, item.end, "")]) == "- a\n- d\n"
