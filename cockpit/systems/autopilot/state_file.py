"""What a main state file says, whichever layout it has: values with their lines, not yet interpreted."""

from collections.abc import Mapping
from dataclasses import field
from typing import Any

from cockpit.model import Blocker, Decision, Level, PhaseError, Statement, Todo, Tokens, Unit
from cockpit.systems.reading.taken import Passage
from cockpit.systems.reading.values import Value
from cockpit.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class ThresholdRow:
    """What a row or line states about a metric: its value, the step of its last digit, its limits and marks.

    `status` is the level that is named ("ok" for none); `acknowledged` says that a mark of it stands there;
    `unreadable` is what stands in the place of an amount and is none.
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


@dataclass(frozen=True, slots=True, kw_only=True)
class AcknowledgedLine:
    """An entry of the "Acknowledged Alerts" list: `Cost @ $26.50 — acknowledged 2026-01-29T14:30`."""

    metric: str
    line: int
    value: float | None = None
    at: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StateFile:
    """A main state file as written; `unread` is what no rule took of it.

    `blank` says that it holds nothing at all; `status_line` is where a status is asked for and none is given, `stray`
    where a position stands that is not read, below another heading than its own.
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
