"""Keys and values are found in a frontmatter, in a code fence, or all over a text."""

import re

import pytest

from cockpit.text.frontmatter import form_of, split_keyed

_FENCED = "# State\n\nSome words.\n\n```yaml\na: 1\nb: 2\n```\n\nMore.\n"


@pytest.mark.parametrize(
    ("text", "form", "data", "rest"),
    [
        ("---\na: 1\n---\n# Body\n", "frontmatter", {"a": "1"}, "# Body\n"),
        ("# STATE.md\na: 1\n\n# Part\nb: 2\n", "bare", {"a": "1", "b": "2"}, ""),
        ("---\na: 1\n\n# Part\nb: 2\n", "bare", {"a": "1", "b": "2"}, ""),
        ("\ufeffa: 1\r\nb: 2\r\n", "bare", {"a": "1", "b": "2"}, ""),
        (_FENCED, "fenced", {"a": "1", "b": "2"}, "\nMore.\n"),
        (_FENCED.replace("```", "~~~"), "fenced", {"a": "1", "b": "2"}, "\nMore.\n"),
        ("```bash\nls\n```\n```yaml\na: 1\n", "fenced", {"a": "1"}, ""),
        ("a: 1\n```\nc: 2\n```\n", "bare", {"a": "1", "c": "2"}, ""),
        ("Updated: x\n```\na: 2\n```\n", "fenced", {"a": "2"}, ""),
        ("---\nc: 1\n---\n```\na: 2\n```\n", "fenced", {"a": "2"}, ""),
        ("# one\u2028[two] \x0c three\na: 1\n", "bare", {"a": "1"}, ""),
        ('{"a": 1}\n', "bare", {"a": 1}, ""),
        ('```json\n{"a": 1}\n```\n', "fenced", {"a": 1}, ""),
    ],
)
def test_the_three_forms(text: str, form: str, data: object, rest: str) -> None:
    front = split_keyed(text, re.compile(r"^[\"']?[ab][\"']?:|^\{", re.MULTILINE))
    assert front is not None
    assert (form_of(front), front.data, text[front.body_start :]) == (form, data, rest)


@pytest.mark.parametrize("text", ["", "# Title\n\nSome words.\n", "- a\n- b\n", "```bash\nls\n```\n"])
def test_there_may_be_none(text: str) -> None:
    assert not (front := split_keyed(text, re.compile("^a:"))) or not front.data
