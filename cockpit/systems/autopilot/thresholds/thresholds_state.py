"""`state/thresholds.json`: the values at the last check and the levels they triggered (seed, "Threshold State").

The values stand under long names (`context_percent`), the levels under short ones, and the update routine of the seed
writes short ones everywhere, so a live file can hold both spellings side by side; then the short one is the later.
"""

import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import field
from typing import Any

from cockpit.model import LEVELS, Level, Statement
from cockpit.regex import regex
from cockpit.rules.thresholds.metrics import METRICS, in_table
from cockpit.systems.autopilot.recognition import THRESHOLDS_NAME
from cockpit.systems.autopilot.report import Report
from cockpit.systems.autopilot.thresholds.amounts import (
    OTHER,
    is_about_other_time,
    is_at_least,
    metric_named,
    read_amount,
    states_something,
)
from cockpit.systems.shared.folder import Folder, Page
from cockpit.systems.shared.report import as_json
from cockpit.systems.shared.stated_values import number_of, object_of, text_of
from cockpit.systems.shared.taken_lines import Passage, passage
from cockpit.values import dataclass
from cockpit.wording.messages import Message

# What no rule reads of a JSON file: members under other keys, kept as they are written


def members_left(
    page: Page, location: tuple[str, ...], content: Mapping[str, Any], known: Collection[str]
) -> Iterator[Passage]:
    """The members of an object that are not known; `location` is the path to it."""
    for key, value in content.items():
        if key not in known and value is not None:
            line = page.json.line_of((*location, key))
            yield passage(page.path, line, f"{key}: {json.dumps(value, ensure_ascii=False)}", ".".join(location))


_STRUCTURE = ("current_values", "levels_triggered", "last_check", "triggers")
_LIMIT_MAPS = ("thresholds", "limits")
_LONGEST = 200
_SAYS = regex(
    r"(?:cost|fuel|context|variance|error|token)\w*\W+\w*\W*\d|\b(?:stop|alert|halt)\b|^(?:current_values|levels_triggered):",
    re.IGNORECASE,
)
"""What leaves no doubt that a member of the file speaks of thresholds."""
_UNCERTAIN = ("json-duplicate-key",)
_NO_LEVEL = ("", "ok", "none", "normal", "null")


@dataclass(frozen=True, slots=True)
class Measured:
    """A value, where it stands and the line of that."""

    value: float
    at: tuple[str, ...]
    line: int | None

    @property
    def key(self) -> str:
        """The key it stands under."""
        return self.at[-1]


@dataclass(frozen=True, slots=True, kw_only=True)
class ThresholdState:
    """What thresholds.json says; `levels` has a metric only where the file records one, null included.

    `values` has those of each metric, the short spelling first; `unreadable` what stands in the place of one.
    """

    path: str | None = None
    values: Mapping[str, tuple[Measured, ...]] = field(default_factory=dict)
    unreadable: Mapping[str, tuple[Statement, ...]] = field(default_factory=dict)
    levels: Mapping[str, Level | None] = field(default_factory=dict)
    level_lines: Mapping[str, int | None] = field(default_factory=dict)
    last_check: str | None = None
    last_check_line: int | None = None
    stale: bool = False
    unread: tuple[Passage, ...] = ()


def read_thresholds(folder: Folder, report: Report) -> ThresholdState:
    """Read the file; an empty state where there is none."""
    page = folder.json(THRESHOLDS_NAME)
    if page is None:
        return ThresholdState()
    content = page.json_object
    levels, no_levels = _levels(page, report)
    values, no_values = _values(page, report)
    _check_limits(page, report)
    unread = tuple(_unread(page))
    unreadable: dict[str, list[Statement]] = {}
    for metric, statement in (*no_values, *no_levels, *_said_elsewhere(page, unread, report)):
        unreadable.setdefault(metric, []).append(statement)
    return ThresholdState(
        path=page.path,
        values=values,
        unreadable={metric: tuple(statements) for metric, statements in unreadable.items()},
        levels={metric: level for metric, (_, level) in levels.items()},
        level_lines={metric: page.json.line_of(("levels_triggered", key)) for metric, (key, _) in levels.items()},
        last_check=text_of(content.get("last_check")),
        last_check_line=page.json.line_of(("last_check",)),
        stale=page.stale,
        unread=unread,
    )


def value_maps(content: Mapping[str, Any]) -> tuple[tuple[str, ...], ...]:
    """Where values stand: in the map that is for them, else beside all maps; and in others that hold values of now."""
    others = (key for key, raw in content.items() if key not in _STRUCTURE and _is_of_values(key, raw))
    return (("current_values",) if "current_values" in content else (), *((key,) for key in others))


def _is_of_values(key: str, raw: object) -> bool:
    """Whether a member is a map of values of metrics, and not of their limits, or of those of another time."""
    named = [value for name, value in object_of(raw).items() if metric_named(name) is not None]
    numbers = [each for each in named if number_of(each) is not None]
    return bool(named) and len(numbers) == len(named) and not is_about_other_time(key) and metric_named(key) is None


def _unread(page: Page) -> Iterator[Passage]:
    """What stands beside the known structure, and under the keys of no metric."""
    content = page.json_object
    maps = value_maps(content)
    known = {*_STRUCTURE, *(location[0] for location in maps if location)}
    beside = {key for key, raw in content.items() if metric_named(key) is not None and _number(raw) is not None}
    yield from members_left(page, (), content, known | (beside if () in maps else set()))
    for part in dict.fromkeys((*(location[0] for location in maps if location), "current_values", "levels_triggered")):
        stated = object_of(content.get(part))
        yield from members_left(page, (part,), stated, {key for key in stated if metric_named(key) is not None})
        if part in content and content[part] is not None and not isinstance(content[part], dict):
            yield from members_left(page, (), {part: content[part]}, ())


_Statements = list[tuple[str, Statement]]
"""What stands in the place of something and cannot be read, with the metric it is about."""


def _said_elsewhere(page: Page, unread: Iterable[Passage], report: Report) -> _Statements:
    """What the file says of a metric or a level in places that no rule reads, or says twice under one key."""
    found = [(passage["text"], passage["line"]) for passage in unread if _SAYS.search(passage["text"][:_LONGEST])]
    for text, line in found if page.json.complete else ():
        report.add("statement-misplaced", page.path, line, Message("autopilot.statement-misplaced", text=text))
    found += [(str(problem.message), problem.line) for problem in page.json.problems if problem.code in _UNCERTAIN]
    return [(OTHER, Statement(what="value", text=text[:_LONGEST], path=page.path, line=line)) for text, line in found]


def _values(page: Page, report: Report) -> tuple[dict[str, tuple[Measured, ...]], _Statements]:
    """The values of each metric, and what stands in the place of one and is none. Two spellings of one metric are
    reported."""
    members(page, ("current_values",), report)
    found: dict[str, list[Measured]] = {}
    unreadable: _Statements = []
    for location in value_maps(page.json_object):
        stated = object_of(page.json_object.get(location[0])) if location else page.json_object
        for key, raw in stated.items():
            metric, value = metric_named(key), _number(raw)
            at, line = (*location, key), page.json.line_of((*location, key))
            if metric is None or (not location and key in _STRUCTURE):
                continue
            if value is not None:
                found.setdefault(metric.name, []).append(Measured(value, at, line))
            if (value is None and raw is not None and not (isinstance(raw, str) and not states_something(raw))) or (
                isinstance(raw, str) and is_at_least(raw)
            ):
                message = Message("autopilot.no-amount", what="value", metric=key, stated=as_json(raw))
                report.add("value-unreadable", page.path, line, message)
                text = raw if isinstance(raw, str) else as_json(raw)
                statement = Statement(what="value", text=text[:_LONGEST], path=page.path, line=line)
                unreadable.append((metric.name, statement))
    elsewhere = [each for spellings in found.values() for each in spellings if each.at[:-1] != ("current_values",)]
    if elsewhere:
        report.add("values-misplaced", page.path, elsewhere[0].line, Message("autopilot.values-misplaced"))
    values: dict[str, tuple[Measured, ...]] = {}
    keys = {metric.name: metric.key for metric in METRICS}
    for name, spellings in found.items():
        spellings.sort(key=lambda measured: (measured.key != name, measured.key != keys[name]))
        values[name] = tuple(spellings)
        if len(spellings) > 1:
            places = tuple(f"{_place(measured)} = {measured.value:g}" for measured in spellings)
            message = Message("autopilot.value-under-several-keys", metric=name, stated=places)
            report.add("threshold-key-conflict", page.path, spellings[1].line, message)
    return values, unreadable


def _number(raw: object) -> float | None:
    """The number that stands for a value: itself, a text that states an amount, or one named `value` in an object."""
    if isinstance(raw, Mapping):
        member = [raw[key] for key in value_member(raw)]
        if any(level_named(each) for each in raw.values()):
            return None
        return _number(member[0]) if member and not isinstance(member[0], Mapping) else None
    return read_amount(raw) if isinstance(raw, str) else number_of(raw)


def value_member(raw: object) -> tuple[str, ...]:
    """The key under which an object has the value, where one is written instead of a number: `{"value": 60}`."""
    named = [key for key in ("value", "current", "amount", "used") if key in object_of(raw)]
    return (named[0],) if len(named) == 1 else ()


def _place(measured: Measured) -> str:
    return measured.key if measured.at[:-1] in ((), ("current_values",)) else ".".join(measured.at)


def _levels(page: Page, report: Report) -> tuple[dict[str, tuple[str, Level | None]], _Statements]:
    levels: dict[str, tuple[str, Level | None]] = {}
    unreadable: _Statements = []
    for key, raw in members(page, ("levels_triggered",), report).items():
        metric = metric_named(key)
        if metric is None:
            continue
        if is_level(raw):
            known = levels.get(metric.name)
            if known is None or key == metric.name:
                levels[metric.name] = (key, level_named(raw))
            if known is not None and known[1] != level_named(raw):
                stated = (f"{known[0]} = {known[1] or 'none'}", f"{key} = {level_named(raw) or 'none'}")
                message = Message("autopilot.level-under-two-keys", metric=metric.name, stated=stated)
                report.add("threshold-key-conflict", page.path, page.json.line_of(("levels_triggered", key)), message)
        else:
            line = page.json.line_of(("levels_triggered", key))
            message = Message("autopilot.no-level", metric=key, stated=as_json(raw))
            report.add("level-unreadable", page.path, line, message)
            text = raw if isinstance(raw, str) else as_json(raw)
            unreadable.append((metric.name, Statement(what="level", text=text[:_LONGEST], path=page.path, line=line)))
    return levels, unreadable


def _check_limits(page: Page, report: Report) -> None:
    """Limits have no place in this file, but agents put them there; words in their stead are reported all the same."""
    for name in _LIMIT_MAPS:
        stated = object_of(page.json_object.get(name))
        for key, raw in stated.items():
            if metric_named(key) is not None and isinstance(raw, str) and number_of(raw) is None:
                message = Message("autopilot.no-amount", what="limit", metric=key, stated=as_json(raw))
                report.add("value-unreadable", page.path, page.json.line_of((name, key)), message)
        for entry in in_table(stated, metric_named):
            if entry.amount is None:
                what, shown = f"{entry.level} limit", as_json(entry.stated)
                message = Message("autopilot.no-amount", what=what, metric=entry.metric, stated=shown)
                report.add("value-unreadable", page.path, page.json.line_of((name, *entry.path)), message)


def members(page: Page, path: tuple[str, ...], report: Report) -> Mapping[str, Any]:
    """The members of an object in a JSON file, none where it is missing.

    Anything else in its place is reported, but not in a damaged file, of which only the damage is.
    """
    found: Any = page.json_object
    for key in path:
        found = object_of(found).get(key)
    if found is not None and not isinstance(found, dict) and page.json.complete:
        message = Message("autopilot.no-object", key=path[-1], stated=as_json(found))
        report.add("value-unreadable", page.path, page.json.line_of(path), message)
    return object_of(found)


def is_level(raw: object) -> bool:
    """Whether a recorded level is one: a level's name, or null, or a word for none."""
    word = raw.strip().casefold() if isinstance(raw, str) else raw
    return word is None or word in (*LEVELS, *_NO_LEVEL)


def level_named(raw: object) -> Level | None:
    """The level a recorded word means; None for null, `ok` and anything else."""
    word = raw.strip().casefold() if isinstance(raw, str) else None
    return next((level for level in LEVELS if level == word), None)
