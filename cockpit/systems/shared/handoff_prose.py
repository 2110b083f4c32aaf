"""A person's text inside a section of the handoff, such that none of its lines is structure of the file."""

import re
from collections.abc import Callable

from cockpit.text.markdown import Kind, Lines

_STRUCTURE = r"\\*[ \t]{0,3}(?:#{1,6}(?:[ \t]|$)|(?:=+|-+)[ \t]*$|<{7}|>{7}|={7}|\|{7})"
_TO_ESCAPE = re.compile(_STRUCTURE)
_ESCAPED = re.compile(rf"(?m)^\\(?={_STRUCTURE})")
_LINE_ENDS = re.compile("\r\n|[\r\x85\u2028\u2029]")
_MARKER = re.compile(r"[ \t]*(`{3,}|~{3,})")


def tidy(text: str) -> str:
    """A text as it can stand in a section: what would open a comment is pulled apart, a fence left open is closed."""
    told = tidy_line(_LINE_ENDS.sub("\n", text))
    lines = Lines(told, part=True)
    for fence in lines.fences:
        marker = _MARKER.match(lines.visible(fence.opening))
        if not fence.closed and marker is not None:
            return f"{told}\n{marker.group(1)}"
    return told


def tidy_line(text: str) -> str:
    """The same for an entry or a cell, which is one line."""
    return text.replace("<!--", "<! --")


def escape(text: str) -> str:
    """A tidy text with a backslash before each line that would be a heading or a rule, or has one already."""
    return _outside_code(text, lambda line: f"\\{line}" if _TO_ESCAPE.match(line) else line)


def unescape(text: str) -> str:
    """The text as the person wrote it."""
    return _outside_code(text, lambda line: _ESCAPED.sub("", line))


def _outside_code(text: str, change: Callable[[str], str]) -> str:
    """The text, each line outside of code fences changed."""
    kinds = Lines(text, part=True).kinds
    code = {number for number, kind in enumerate(kinds) if kind in (Kind.FENCE, Kind.CODE)}
    return "\n".join(line if number in code else change(line) for number, line in enumerate(text.split("\n")))
