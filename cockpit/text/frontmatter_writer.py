"""A new file with frontmatter, written by python-frontmatter. Existing files are edited by splices instead."""

from collections.abc import Mapping
from typing import Any

from cockpit.text.keyed_edits import Style


def new_document(fields: Mapping[str, str | int], body: str) -> str:
    """A text of frontmatter, in the order given, and a body; it ends with a line end.

    Text that YAML would read as another type is quoted, except for instants, as in every file of the field.
    """
    import frontmatter  # brings YAML and TOML along
    import yaml

    class PlainTimes(yaml.SafeDumper):
        yaml_implicit_resolvers = {
            first: [(tag, pattern) for tag, pattern in resolvers if tag != "tag:yaml.org,2002:timestamp"]
            for first, resolvers in yaml.SafeDumper.yaml_implicit_resolvers.items()
        }

    values: dict[str, Any] = dict(fields)
    post = frontmatter.Post(body, **values)
    return frontmatter.dumps(post, Dumper=PlainTimes, sort_keys=False, allow_unicode=True, width=10_000) + "\n"


# A new file of keys and values: as frontmatter, in the layout that files of the field have

LAYOUT = Style(word="", date="", brackets=False)
"""Texts in double quotes, words, times and days without, lists below their key."""


def write_keyed(fields: Mapping[str, object], newline: str = "\n") -> str:
    """The text of a file with these keys as its frontmatter."""
    return newline.join(("---", *yaml_lines(fields), "---", ""))


def yaml_lines(fields: Mapping[str, object]) -> list[str]:
    """Keys and values as lines of YAML."""
    return [line for key, value in fields.items() for line in LAYOUT.member(key, value, 0)]
