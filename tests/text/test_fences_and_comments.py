"""Code fences and comments hide structure; what is damaged hides as little as possible."""

import pytest

from cockpit.text.markdown import parse


@pytest.mark.parametrize("fence", ["```", "~~~", "`````", "  ```", "```text"])
def test_structure_in_a_fence_is_none(fence: str):
    closing = fence.replace("text", "").strip()
    text = f"# T\n{fence}\n## Not\nPhase: 3\n| a |\n- item\n{closing}\nPhase: 4\n"
    document = parse(text)
    assert [section.title for section in document.sections] == ["T"]
    assert [field.value for field in document.body.fields()] == ["4"]
    assert document.body.tables() == ()
    assert document.body.items() == ()
    assert document.problems == ()


def test_the_content_of_a_fence_can_be_read():
    text = "# T\n```yaml\r\nPhase: 3\r\n| A | B |\n|---|---|\n| 1 | 2 |\n```\n"
    (fence,) = parse(text).body.fences()
    assert (fence.info, fence.line, fence.closed) == ("yaml", 2, True)
    assert fence.text.splitlines()[0] == "Phase: 3"
    field = fence.inside.field("Phase")
    assert (field.value, field.line) == ("3", 3)
    assert text[field.value_start : field.value_end] == "3"
    assert fence.inside.tables()[0].rows[0]["B"] == "2"
    assert text[fence.start : fence.end] == text[text.index("Phase") : text.rindex("```")]


def test_a_longer_fence_holds_a_shorter_one():
    document = parse("````\n```\n## Not\n```\n````\n## Yes\n")
    assert [section.title for section in document.sections] == ["Yes"]


def test_a_line_of_inline_code_opens_no_fence():
    document = parse("```x``` is code\n## Yes\n")
    assert [section.title for section in document.sections] == ["Yes"]


def test_an_unclosed_fence_ends_at_the_next_heading():
    document = parse("# T\n```\nPhase: 3\n# comment\n\n## Next\nPlan: 2\n")
    assert [(problem.code, problem.line) for problem in document.problems] == [("fence-unclosed", 2)]
    assert [section.title for section in document.sections] == ["T", "Next"]
    assert document.body.field("Plan").value == "2"
    assert document.body.fences()[0].inside.field("Phase").value == "3"
    assert not document.body.fences()[0].closed


def test_fences_belong_to_their_section():
    document = parse("# A\n```\n1\n```\n# B\n```\n2\n```\n")
    assert [fence.text for fence in document.section("B").fences()] == ["2"]


@pytest.mark.parametrize(
    ("text", "visible"),
    [
        ("a <!-- b --> c", "a            c"),
        ("<!-- one\nPhase: 3\nlast --> Plan: 2", "Plan: 2"),
        ("`<!-- code -->` stays", "`<!-- code -->` stays"),
        ("<!-- a --><!-- b -->x", "x"),
        ("<!-- a <!-- b --> x", "x"),
    ],
)
def test_comments_are_not_data(text: str, visible: str):
    document = parse(text)
    assert document.body.text == visible
    assert document.problems == ()


def test_an_unclosed_comment_hides_nothing():
    document = parse("# T\n<!-- open\nPhase: 3\n## S\n")
    assert [(problem.code, problem.line) for problem in document.problems] == [("comment-unclosed", 2)]
    assert document.body.field("Phase").value == "3"
    assert document.section("S") is not None


def test_comments_in_a_fence_are_code():
    (fence,) = parse("```\n<!-- a\n```\n").body.fences()
    assert fence.text == "<!-- a"


@pytest.mark.parametrize(
    ("line", "fields", "items", "tables", "paragraphs"),
    [
        ("```python", 0, 0, 0, 0),
        ("<!-- x", 0, 0, 0, 1),
        ("| a |", 0, 0, 1, 0),
        ("- x", 0, 20_000, 0, 0),
        ("# h", 0, 0, 0, 0),
        ("<a_b>", 0, 0, 0, 1),
        ("**a", 0, 0, 0, 1),
        ("Phase: 3", 20_000, 0, 0, 0),
    ],
)
def test_repetition_stays_linear(line: str, fields: int, items: int, tables: int, paragraphs: int):
    """20,000 equal lines are read at once; quadratic work would take minutes here."""
    document = parse((line + "\n") * 20_000)
    body = document.body
    found = (len(body.fields()), len(body.items()), len(body.tables()), len(body.paragraphs()))
    assert found == (fields, items, tables, paragraphs)
    assert len(document.tags) == (20_000 if line == "<a_b>" else 0)
