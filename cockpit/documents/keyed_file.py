"""A new file of keys and values: as frontmatter, in the layout that files of the field have."""

from collections.abc import Mapping

from cockpit.documents.yaml_changes import Layout

LAYOUT = Layout(text_quote='"', word_quote="", date_quote="", dash_indent=2, brackets=False)
"""Texts in double quotes, words, times and days without, lists below their key."""


def write_keyed(fields: Mapping[str, object], newline: str = "\n", *, body: str = "") -> str:
    """The text of a file with these keys as its frontmatter."""
    lines = ["---", *yaml_lines(fields), "---"]
    told = [*lines, "", *body.split("\n")] if body else lines
    return newline.join((*told, "")) if not body.endswith("\n") else newline.join(told)


def yaml_lines(fields: Mapping[str, object]) -> list[str]:
    """Keys and values as lines of YAML."""
    return [line for key, value in fields.items() for line in LAYOUT.member(key, value, 0)]
