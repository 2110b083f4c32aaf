"""Text that is to stand on one line of Markdown."""

import re

_BREAKS = re.compile(r"[ \t]*(?:\r\n|\n|\r)[ \t]*")
_UNESCAPED_PIPE = re.compile(r"(?<!\\)\|")


def on_one_line(text: str) -> str:
    """The text, stripped, each line break in it as a space."""
    stripped = text.strip()
    return stripped if stripped.isprintable() else _BREAKS.sub(" ", stripped)


def in_cell(text: str) -> str:
    """The text as a table cell can hold it: on one line, its pipes escaped."""
    return _UNESCAPED_PIPE.sub(r"\\|", on_one_line(text))
