"""Files of variables such as `.env`: one `NAME=value` a line."""

import re

from cockpit.regex import regex
from cockpit.text.decoding import split_lines

_QUOTED = regex(r"(?P<sign>[\"'])(?P<inside>.*?)(?P=sign)\s*(?:#.*)?$")
_COMMENT = regex(r"(?<!\s)\s+#.*$")


def find_variable(text: str, name: str) -> tuple[str, int] | None:
    """The value of a variable and its 1-based line; the last line counts that names it. None where it has none."""
    line = re.compile(rf"\s*(?:export\s+)?{re.escape(name)}\s*=(?P<value>.*)$")
    found = None
    for number, each in enumerate(split_lines(text), 1):
        if match := line.match(each.rstrip("\r\n")):
            found = _value(match["value"].strip()), number
    return found if found is not None and found[0] else None


def _value(text: str) -> str:
    quoted = _QUOTED.match(text)
    return quoted["inside"] if quoted else without_comment(text).strip()


def without_comment(text: str) -> str:
    """A value up to the comment that follows it, as in YAML: `#` after a blank."""
    return _COMMENT.sub("", text)
