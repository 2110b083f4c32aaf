"""`.cockpit/limits.toml`: where it states a limit."""

import re
from collections.abc import Callable, Sequence

from cockpit.regex import regex
from cockpit.rules.thresholds.metrics import Metric, metric_named
from cockpit.text.decoding import LineIndex

LIMITS_PATH = ".cockpit/limits.toml"
Named = Callable[[str], Metric | None]
"""The metric that a key means."""

# TOML's own reader gives no lines

_HEADER = regex(r"[ \t]*\[[ \t]*limits[ \t]*\.[ \t]*[\"']?(?P<name>[\w-]+)[\"']?[ \t]*\][ \t]*(?:#.*)?")
_ANY_HEADER = regex(r"[ \t]*\[")
_KEY = regex(r"[ \t]*(?P<key>warning|alert|stop)[ \t]*=[ \t]*(?P<value>\"[^\"]*\"|'[^']*'|[^\s#]+)")


def table_of(lines: Sequence[str], metric: str, named: Named = metric_named) -> range | None:
    """The lines of a metric's table `[limits.cost]`, from 0, its header first; None where it has another form."""
    for start, line in enumerate(lines):
        found = _HEADER.fullmatch(line.rstrip("\r\n"))
        known = named(found["name"]) if found else None
        if known is not None and known.name == metric:
            rest = range(start + 1, len(lines))
            end = next((number for number in rest if _ANY_HEADER.match(lines[number])), len(lines))
            return range(start, end)
    return None


def value_in(line: str, level: str) -> re.Match[str] | None:
    """A line that states the limit of that level, with its `value`; None for any other."""
    found = _KEY.match(line)
    return found if found and found["key"] == level else None


def line_stating(
    text: str, key: str, stated: object, table: str | None = None, named: Named = metric_named
) -> int | None:
    """The 1-based line on which a key has a value; in the metric's own table, where there is one of that form."""
    lines = LineIndex(text).lines
    within = table_of(lines, table, named) if table else None
    words = (key, str(stated).lower() if isinstance(stated, bool) else str(stated))
    numbers = within or range(len(lines))
    return next((number + 1 for number in numbers if all(word in lines[number] for word in words)), None)
