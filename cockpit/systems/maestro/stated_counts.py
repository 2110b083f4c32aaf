"""Counts as a session states them: how often a phase was tried again, how many phases there are, tokens."""

import json

from cockpit.rules.numbers import read_count
from cockpit.systems.reading.report import Report
from cockpit.systems.reading.scalars import text_of
from cockpit.systems.reading.value_tree import Path, Values
from cockpit.systems.reading.values import is_bare, unfilled
from cockpit.values import dataclass


@dataclass(frozen=True, slots=True)
class Count:
    """A count; `unread` is what stands there instead of one that can be read. Both are None where nothing does, or only
    a word for nothing, or a placeholder."""

    number: int | None
    unread: str | None


def read_stated_count(values: Values, at: Path, path: str, report: Report) -> Count:
    """The count at a place of a file; what is there and is none is reported. Words beside a number stay unread."""
    stated, line = values.raw(*at), values.line_of(at)
    values.number(*at)
    number = read_count(stated)
    if number is not None or _says_nothing(stated):
        return Count(number, None)
    name = ".".join(step for step in at if isinstance(step, str))
    report.unreadable(path, line, f"`{name}`", stated, "whole number")
    whole = isinstance(stated, dict | list)
    return Count(None, json.dumps(stated, ensure_ascii=False, default=str) if whole else text_of(stated))


def _says_nothing(stated: object) -> bool:
    """Whether nothing is stated: `null`, `N/A`, `TBD`, `unknown`, `[none]`, `{count}`."""
    if isinstance(stated, dict):
        return not any(stated.values())
    if isinstance(stated, list):
        return all(map(_says_nothing, stated))
    text = text_of(stated) or ""
    in_angles = text.startswith("<") and text.endswith(">")
    return is_bare(text) or unfilled(text) is not None or in_angles or text.casefold() == "unknown"
