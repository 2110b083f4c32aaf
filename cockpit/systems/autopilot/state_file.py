"""What a main state file says, whichever layout it has: values with their lines, not yet interpreted."""

import re
from collections.abc import Mapping
from dataclasses import field
from typing import Any

from cockpit.model import Blocker, Decision, LastActivity, Level, PhaseError, Statement, Todo, Tokens, Unit
from cockpit.regex import regex
from cockpit.systems.autopilot.vocabulary import command_in
from cockpit.systems.shared.entry_lists import texts_in
from cockpit.systems.shared.outline import Outline
from cockpit.systems.shared.stated_values import Value
from cockpit.systems.shared.taken_lines import Passage
from cockpit.text.decoding import split_lines
from cockpit.text.markdown import Section
from cockpit.values import dataclass
from cockpit.wording.times import parse_instant


@dataclass(frozen=True, slots=True, kw_only=True)
class ThresholdRow:
    """What a row or line states about a metric: its value, the step of its last digit, its limits and marks.

    `status` is the level that is named ("ok" for none); `acknowledged` says that a mark of it stands there;
    `unreadable` is what stands in the place of an amount or a status and is none, `worse` a status that says a graver
    level than the value has reached.
    """

    metric: str
    unit: Unit = "count"
    line: int
    value: float | None = None
    step: float = 1.0
    limits: Mapping[Level, float] = field(default_factory=dict)
    status: Level | str | None = None
    acknowledged: bool = False
    unreadable: tuple[Statement, ...] = ()
    worse: Statement | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AcknowledgedLine:
    """An entry of the "Acknowledged Alerts" list: `Cost @ $26.50 — acknowledged 2026-01-29T14:30`. One that is `denied`
    says that it is not."""

    metric: str
    line: int
    value: float | None = None
    at: str | None = None
    denied: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class StateFile:
    """A main state file as written; `unread` is what no rule took of it.

    `blank` says that it holds nothing at all; `status_line` is where a status is asked for and none is given, `stray`
    where a position stands that is not read, below another heading than its own; `is_placed` that one is read.
    """

    path: str
    format: str
    length: int = 0
    stale: bool = False
    unreadable: bool = False
    blank: bool = False
    title: str | None = None
    updated: Value | None = None
    phase: Value | None = None
    plan: Value | None = None
    task: Value | None = None
    status: Value | None = None
    status_line: int | None = None
    stray: int | None = None
    is_placed: bool = True
    progress: Value | None = None
    last_activity: Value | None = None
    metrics: Mapping[str, str] = field(default_factory=dict)
    decisions: tuple[Decision, ...] = ()
    decisions_line: int | None = None
    todos: tuple[Todo, ...] = ()
    blockers: tuple[Blocker, ...] = ()
    errors: tuple[PhaseError, ...] = ()
    thresholds: tuple[ThresholdRow, ...] = ()
    acknowledged: tuple[AcknowledgedLine, ...] = ()
    last_session: Value | None = None
    stopped_at: Value | None = None
    resume_file: Value | None = None
    next_action: Value | None = None
    next_action_line: int | None = None
    reason: str | None = None
    tokens: Tokens | None = None
    working_on: str | None = None
    completed: tuple[str, ...] = ()
    quick_reference: Mapping[str, Value] = field(default_factory=dict)
    extra: Mapping[str, Any] = field(default_factory=dict)
    unread: tuple[Passage, ...] = ()


# The last activity: `2026-01-29 — Completed dashboard layout plan` (seed)

_DATED = regex(
    r"(?P<date>\d{4}-\d{2}-\d{2})(?P<time>[T ]\d[\d:.]*(?:Z|\s?UTC|[+-]\d\d:?\d\d)?)?\s*(?:[—–:-]+\s*(?P<text>.*))?",
    re.DOTALL,
)


def read_activity(value: Value | None) -> LastActivity | None:
    """The day and what was done; any other text as it stands."""
    if value is None:
        return None
    found = _DATED.fullmatch(value.text)
    if found is None or parse_instant(found["date"]) is None:
        return LastActivity(text=value.text)
    return LastActivity(date=found["date"], text=found["text"] or None)


def has_time_of_day(activity: str) -> bool:
    """Whether a dated activity names a time of the day too, for which the model has no place."""
    found = _DATED.fullmatch(activity)
    return found is not None and found["time"] is not None


# What comes next, where a section of its own says it: a command in a code fence, or the first of its entries


def next_action_in(section: Section | None, outline: Outline) -> Value | None:
    """The first command of the section's fences, else its first entry; the others stay unread."""
    if section is None:
        return None
    for fence in section.fences():
        for offset, line in enumerate(split_lines(fence.text), start=1):
            if command := command_in(line.partition("#")[0]):
                outline.taken.take_if(command == line.strip(), fence.line + offset)
                return Value(command, fence.line + offset)
    found = texts_in(section, outline)
    for value in found[1:]:
        outline.taken.keep(value.line)
    return found[0] if found else None
