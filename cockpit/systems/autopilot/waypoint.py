"""TRANSPONDER.md in layout 2, the cockpit command's, its older forms in STATE.md and checkpoint.md, and the third body.

`# Flight Waypoint` (before the rename `# Context Checkpoint`) with bullets and a fuel table, and
`# Checkpoint: Phase 5, Task 3` with Completed, In Progress and Next Steps (formats/autopilot.md A.5).
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from cockpit.documents.markdown import Section
from cockpit.model import Level, Todo
from cockpit.rules.levels import LEVELS, parse_amount
from cockpit.systems.autopilot.folder import Page
from cockpit.systems.autopilot.outline import Outline
from cockpit.systems.autopilot.report import Report
from cockpit.systems.autopilot.state_file import AcknowledgedLine, StateFile, ThresholdRow
from cockpit.systems.autopilot.thresholds_table import threshold_rows
from cockpit.systems.autopilot.transponder import (
    BLOCKERS,
    DECISIONS,
    ERRORS,
    METRICS,
    blockers_in,
    decisions_in,
    entries,
    errors_in,
    title,
)
from cockpit.systems.autopilot.values import Labels, Value, plain
from cockpit.systems.autopilot.vocabulary import command_in, fold

STATE = ("Current State", "Current Position")
FUEL = ("Fuel State", "Token State", "Fuel", "Cost State")
FUEL_LEVELS = ("Thresholds",)
ACKNOWLEDGMENTS = ("Alert Acknowledgments",)
TOTAL_COST = ("Total Cost", "Cost", "Estimated Cost")
CONTEXT_USED = ("Context Used", "Context")
_THIRD_BODY = re.compile(
    r"checkpoint\s*[:—–-]\s*(?P<phase>phase\s+\S+?)(?:\s*,\s*(?P<task>task\s+.+))?\s*", re.IGNORECASE
)
_KEPT = {
    "validation_state": ("Validation State",),
    "git_state": ("Git State",),
    "rollback": ("Rollback Information",),
}


def read_waypoint(page: Page, layout: str, report: Report) -> StateFile:
    """Read a page in layout 2, or in the third body. `layout` is the name of the format that was recognised."""
    outline = Outline(page, report)
    head = outline.labels(*outline.head())
    state = outline.labels(outline.section(*STATE))
    fuel = outline.section(*FUEL)
    spent = outline.labels(fuel)
    phase, task = _heading_position(page)
    reason = head.get("Reason")
    doing, instructions = outline.section("In Progress"), outline.section("Resume Instructions", "Resume Command")
    next_action = _next_action(outline, instructions, report)
    decisions = outline.section(*DECISIONS)
    acknowledged = _acknowledged(outline.section(*ACKNOWLEDGMENTS))
    rows = _fuel_rows(outline.section(*FUEL_LEVELS), spent, page.path, report)
    if acknowledged:
        rows = tuple(replace(row, acknowledged=True) if row.metric == "cost" else row for row in rows)
    return StateFile(
        path=page.path,
        format=layout,
        length=page.markdown.lines.count,
        stale=page.stale,
        unreadable=page.bad,
        title=None if phase else title(outline, head),
        updated=head.get("Saved", "Updated", "Last Updated"),
        phase=state.get("Phase") or phase,
        task=state.get("Next Task") or task,
        status=head.get("Status") or state.get("Status") or _status_of(doing, page.path, report) or reason,
        progress=state.get("Progress"),
        last_activity=_last_activity(state, outline, report),
        metrics=outline.labels(outline.section(*METRICS)).all(),
        decisions=decisions_in(decisions, page.path, report),
        todos=tuple(Todo(text=value.text) for value in _listed(outline, ("Next Steps",), report)),
        blockers=blockers_in(outline.section(*BLOCKERS), page.path, report),
        errors=errors_in(outline.section(*ERRORS), page.path, report),
        thresholds=(*rows, *_context_rows(state)),
        thresholds_line=fuel.line if fuel else None,
        acknowledged=acknowledged,
        next_action=next_action,
        next_action_line=instructions.line if instructions else None,
        reason=_text(reason),
        input_tokens=_count(spent.get("Input Tokens")),
        output_tokens=_count(spent.get("Output Tokens")),
        extra=_extra(outline, head, spent, state),
    )


def is_third_body(heading: str) -> bool:
    """Whether a title is that of the third body, `Checkpoint: Phase 5, Task 3`."""
    return _THIRD_BODY.fullmatch(heading.strip()) is not None


def _heading_position(page: Page) -> tuple[Value | None, Value | None]:
    heading = page.markdown.title
    found = _THIRD_BODY.fullmatch(plain(heading.text)) if heading else None
    if heading is None or found is None:
        return None, None
    return Value(found["phase"], heading.line), Value(found["task"], heading.line) if found["task"] else None


def _status_of(doing: Section | None, path: str, report: Report) -> Value | None:
    """The third body's "In Progress" section, with an entry, is a status; a waypoint has only its reason."""
    return Value("In progress", doing.line) if doing and entries(doing, path, report) else None


def _last_activity(state: Labels, outline: Outline, report: Report) -> Value | None:
    last = state.get("Last Task Completed", "Last Task")
    if last is not None:
        return Value(f"Completed task {last.text}", last.line)
    done = _listed(outline, ("Completed",), report)
    return done[-1] if done else None


def _next_action(outline: Outline, instructions: Section | None, report: Report) -> Value | None:
    """The first command of the instructions; they stand in a code fence, the standard one first."""
    if instructions is None:
        return None
    for fence in instructions.fences():
        for offset, line in enumerate(fence.text.splitlines(), start=1):
            if command := command_in(line.partition("#")[0]):
                return Value(command, fence.line + offset)
    return next(iter(entries(instructions, outline.page.path, report)), None)


def _listed(outline: Outline, names: tuple[str, ...], report: Report) -> tuple[Value, ...]:
    return entries(outline.section(*names), outline.page.path, report)


def _fuel_rows(section: Section | None, spent: Labels, path: str, report: Report) -> tuple[ThresholdRow, ...]:
    """The cost, from a table whose rows are levels: `Alert | $25.00 | $4.36 | $20.64`; other tables by metric."""
    cost = spent.get(*TOTAL_COST)
    rows = threshold_rows(section, path, report) if section else ()
    if rows or (cost is None and section is None):
        return rows
    limits, used = _level_limits(section)
    value = parse_amount(cost.text) if cost else used
    line = cost.line if cost else section.line if section else 1
    return (ThresholdRow(metric="cost", line=line, value=value, step=0.01, limits=limits),)


def _level_limits(section: Section | None) -> tuple[dict[Level, float], float | None]:
    limits: dict[Level, float] = {}
    used: float | None = None
    for row in (row for table in section.tables() for row in table.rows) if section else ():
        name = fold(row.get("Type", "Level") or "")
        limit = parse_amount(plain(row.get("Limit") or ""))
        for level in LEVELS:
            if name == level and limit is not None:
                limits.setdefault(level, limit)
        used = parse_amount(plain(row.get("Used", "Current") or "")) if used is None else used
    return limits, used


def _context_rows(state: Labels) -> tuple[ThresholdRow, ...]:
    used = state.get(*CONTEXT_USED)
    value = parse_amount(used.text) if used else None
    return (ThresholdRow(metric="context", line=used.line, value=value),) if used and value is not None else ()


def _acknowledged(section: Section | None) -> tuple[AcknowledgedLine, ...]:
    """Layout 2 knows one acknowledgment, that of the cost alert."""
    field = section.field("Alert acknowledged") if section else None
    told = field is not None and fold(field.value).startswith("yes")
    return (AcknowledgedLine(metric="cost", line=field.line),) if told and field else ()


def _extra(outline: Outline, head: Labels, spent: Labels, state: Labels) -> Mapping[str, Any]:
    extra: dict[str, Any] = {
        "waypoint": head.all(),
        "fuel": spent.all(),
        "state": state.all(),
        **{key: outline.labels(outline.section(*names)).all() for key, names in _KEPT.items()},
    }
    extra["sections"] = outline.unread()
    return {key: value for key, value in extra.items() if value}


def _text(value: Value | None) -> str | None:
    return value.text if value else None


def _count(value: Value | None) -> int | None:
    amount = parse_amount(value.text) if value else None
    return None if amount is None else int(amount)
