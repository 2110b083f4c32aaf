"""Text that is to stand on one line of Markdown."""

import re

_BREAK = re.compile(r"\r\n|\n|\r")
_UNESCAPED_PIPE = re.compile(r"(?<!\\)\|")


def on_one_line(text: str) -> str:
    """The text, stripped, each line break in it as a space."""
    stripped = text.strip()
    if stripped.isprintable():
        return stripped
    return " ".join(line.strip(" \t") for line in _BREAK.split(stripped))


def in_cell(text: str) -> str:
    """The text as a table cell can hold it: on one line, its pipes escaped."""
    return _UNESCAPED_PIPE.sub(r"\\|", on_one_line(text))
