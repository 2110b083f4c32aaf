"""Where `.cockpit/limits.toml` states a limit: TOML's own reader gives no lines."""

import re
from collections.abc import Sequence

from cockpit.documents.text import LineIndex
from cockpit.systems.autopilot.metric_names import metric_named

_HEADER = re.compile(r"[ \t]*\[[ \t]*limits[ \t]*\.[ \t]*[\"']?(?P<name>[\w-]+)[\"']?[ \t]*\][ \t]*(?:#.*)?")
_ANY_HEADER = re.compile(r"[ \t]*\[")
_KEY = re.compile(r"[ \t]*(?P<key>warning|alert|stop)[ \t]*=[ \t]*(?P<value>\"[^\"]*\"|'[^']*'|[^\s#]+)")


def table_of(lines: Sequence[str], metric: str) -> range | None:
    """The lines of a metric's table `[limits.cost]`, from 0, its header first; None where it has another form."""
    for start, line in enumerate(lines):
        found = _HEADER.fullmatch(line.rstrip("\r\n"))
        named = metric_named(found["name"]) if found else None
        if named is not None and named.name == metric:
            rest = range(start + 1, len(lines))
            end = next((number for number in rest if _ANY_HEADER.match(lines[number])), len(lines))
            return range(start, end)
    return None


def value_in(line: str, level: str) -> re.Match[str] | None:
    """A line that states the limit of that level, with its `value`; None for any other."""
    found = _KEY.match(line)
    return found if found and found["key"] == level else None


def line_stating(text: str, key: str, stated: object, table: str | None = None) -> int | None:
    """The 1-based line on which a key has a value; in the metric's own table, where there is one of that form."""
    lines = LineIndex(text).lines
    within = table_of(lines, table) if table else None
    words = (key, str(stated).lower() if isinstance(stated, bool) else str(stated))
    numbers = within or range(len(lines))
    return next((number + 1 for number in numbers if all(word in lines[number] for word in words)), None)
