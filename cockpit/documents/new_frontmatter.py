"""A new file with frontmatter, written by python-frontmatter. Existing files are edited by splices instead."""

from collections.abc import Mapping
from typing import Any

import frontmatter
import yaml


class _PlainTimes(yaml.SafeDumper):
    """Writes text that looks like an instant without quotes, as every file of the field does."""


_PlainTimes.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if tag != "tag:yaml.org,2002:timestamp"]
    for first, resolvers in yaml.SafeDumper.yaml_implicit_resolvers.items()
}


def new_document(fields: Mapping[str, str | int], body: str) -> str:
    """A text of frontmatter, in the order given, and a body; it ends with a line end.

    Text that YAML would read as another type is quoted, except for instants.
    """
    values: dict[str, Any] = dict(fields)
    post = frontmatter.Post(body, **values)
    return frontmatter.dumps(post, Dumper=_PlainTimes, sort_keys=False, allow_unicode=True, width=10_000) + "\n"
