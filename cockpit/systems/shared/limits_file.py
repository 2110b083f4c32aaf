"""`.cockpit/limits.toml`: which limits it states, and where."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import field

from cockpit.model import LEVELS, Level, Statement
from cockpit.regex import regex
from cockpit.rules.thresholds.metrics import metric_named, typed_amount
from cockpit.systems.shared.report import as_json
from cockpit.systems.shared.stated_values import number_of
from cockpit.text.decoding import LineIndex
from cockpit.text.words import is_stated
from cockpit.values import dataclass
from cockpit.wording.printable import printable

LIMITS_PATH = ".cockpit/limits.toml"
ALL = "limits"
"""Under which what cannot be read of the whole file stands, as if it were a metric."""
_AT_LINE = regex(r" ?\(at line (\d+), column \d+\)")
_LONGEST = 200


@dataclass(frozen=True, slots=True)
class Wrong:
    """What is wrong with a place of limits: the code of the finding, where, and a sentence."""

    code: str
    path: str
    line: int | None
    sentence: str


@dataclass(slots=True)
class FoundLimits:
    """The limits that a file states, by metric; what stands in their place and cannot be read; and what is wrong."""

    path: str
    limits: dict[str, dict[Level, float]] = field(default_factory=dict)
    unread: dict[str, tuple[Statement, ...]] = field(default_factory=dict)
    wrong: list[Wrong] = field(default_factory=list)

    def leave(self, metric: str, what: str, stated: object, line: int | None, told: str) -> None:
        """Keep what nobody can read; what is `told` of it ends with it."""
        text, shown = stated if isinstance(stated, str) else as_json(stated), printable(as_json(stated))
        self.keep(metric, Statement(what=what, text=text[:_LONGEST], path=self.path, line=line), f"{told}: {shown}.")

    def keep(self, metric: str, unread: Statement, sentence: str, code: str = "value-unreadable") -> None:
        """The same, with the whole sentence of it."""
        self.unread[metric] = (*self.unread.get(metric, ()), unread)
        self.wrong.append(Wrong(code, self.path, unread.line, sentence))


def read_limits(text: str, path: str) -> FoundLimits:
    """What the file states."""
    import tomllib  # only who sets limits in this file needs it

    found = FoundLimits(path)
    try:
        table = tomllib.loads(text.replace("\r\n", "\n")).get("limits", {})
    except (ValueError, RecursionError) as error:
        at, why = _AT_LINE.search(str(error)), printable(_AT_LINE.sub("", str(error)))
        whole = Statement(what="file", text=why[:_LONGEST], path=path, line=int(at[1]) if at is not None else None)
        found.keep(ALL, whole, f"Not valid TOML: {why}.", "toml-invalid")
        return found
    if not isinstance(table, Mapping):
        line, stated = line_stating(text, "limits", table), as_json(table)
        whole = Statement(what="file", text=f"limits = {stated}"[:_LONGEST], path=path, line=line)
        found.keep(ALL, whole, f"`limits` holds no limits: {printable(stated)}.")
        return found
    for name, levels in table.items():
        metric = metric_named(name)
        if metric is not None and not isinstance(levels, Mapping):
            line, told = line_stating(text, name, levels), f"`limits.{printable(name)}` holds no limits"
            found.leave(metric.name, "limits", levels, line, told)
        elif metric is not None:
            for level in LEVELS:
                stated = levels.get(level)
                amount = typed_amount(stated) if isinstance(stated, str) else number_of(stated)
                if amount is not None and amount > 0:
                    found.limits.setdefault(metric.name, {})[level] = amount
                elif stated is not None and (not isinstance(stated, str) or is_stated(stated)):
                    line = line_stating(text, level, stated, metric.name)
                    told = f"The {level} limit of {metric.name} is not an amount"
                    found.leave(metric.name, f"{level} limit", stated, line, told)
    return found


# TOML's own reader gives no lines

_HEADER = regex(r"[ \t]*\[[ \t]*limits[ \t]*\.[ \t]*[\"']?(?P<name>[\w-]+)[\"']?[ \t]*\][ \t]*(?:#.*)?")
_ANY_HEADER = regex(r"[ \t]*\[")
_KEY = regex(r"[ \t]*(?P<key>warning|alert|stop)[ \t]*=[ \t]*(?P<value>\"[^\"]*\"|'[^']*'|[^\s#]+)")


def table_of(lines: Sequence[str], metric: str) -> range | None:
    """The lines of a metric's table `[limits.cost]`, from 0, its header first; None where it has another form."""
    for start, line in enumerate(lines):
        found = _HEADER.fullmatch(line.rstrip("\r\n"))
        known = metric_named(found["name"]) if found else None
        if known is not None and known.name == metric:
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
