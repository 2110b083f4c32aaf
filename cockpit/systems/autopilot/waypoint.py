"""TRANSPONDER.md in layout 2, the cockpit command's, its older forms in STATE.md and checkpoint.md, and the third body.

`# Flight Waypoint` (before the rename `# Context Checkpoint`) with bullets and a fuel table, and
`# Checkpoint: Phase 5, Task 3` with Completed, In Progress and Next Steps (docs/systems/autopilot.md).
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from cockpit.model import LEVELS, Level, Tokens
from cockpit.regex import regex
from cockpit.rules.thresholds.metrics import parse_amount
from cockpit.systems.autopilot.report import Report
from cockpit.systems.autopilot.state_file import AcknowledgedLine, StateFile, ThresholdRow, next_action_in
from cockpit.systems.autopilot.thresholds.table import note_unread_limits, threshold_rows
from cockpit.systems.autopilot.transponder import CONTINUITY, ERRORS, METRICS, NEXT, NEXT_SECTIONS, title
from cockpit.systems.shared.entry_lists import blockers_in, decisions_in, errors_in, texts_in, todos_in
from cockpit.systems.shared.folder import Page
from cockpit.systems.shared.outline import Outline
from cockpit.systems.shared.report import as_json
from cockpit.systems.shared.stated_values import BLOCKERS, DECISIONS, Labels, Value, fold, is_nothing, plain
from cockpit.text.markdown import Row, Section
from cockpit.wording.messages import Message

STATE = ("Current State", "Current Position")
FUEL = ("Fuel State", "Token State", "Fuel", "Cost State")
FUEL_LEVELS = ("Thresholds",)
ACKNOWLEDGMENTS = ("Alert Acknowledgments",)
RESUME = ("Resume Instructions", "Resume Command")
TOTAL_COST = ("Total Cost", "Cost", "Estimated Cost")
INPUT_AND_OUTPUT = ("Input Tokens", "Output Tokens")
CONTEXT_USED = ("Context Used", "Context")
_THIRD_BODY = regex(r"checkpoint\s*[:—–-]\s*(?P<phase>phase\s+\S+?)(?:\s*,\s*(?P<task>task\s+.+))?\s*", re.IGNORECASE)
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
    doing, instructions = outline.section("In Progress"), outline.section(*RESUME)
    working_on = "; ".join(value.text for value in texts_in(doing, outline)) or None
    completed = texts_in(outline.section("Completed"), outline)
    going_on = outline.labels(outline.section(*CONTINUITY))
    next_action = next_action_in(instructions, outline) or _next(outline, going_on, state, head)
    acknowledged = _acknowledged(outline)
    rows = (*_fuel_rows(outline, spent), *_context_rows(state))
    _check_amounts({"cost": spent.get(*TOTAL_COST), "context": state.get(*CONTEXT_USED)}, page.path, report)
    if acknowledged:
        rows = tuple(replace(row, acknowledged=True) if row.metric == "cost" else row for row in rows)
    read = StateFile(
        path=page.path,
        format=layout,
        length=page.markdown.lines.count,
        stale=page.stale,
        unreadable=page.bad,
        blank=not page.text.strip(),
        title=_title(outline, head, named=phase is not None),
        updated=head.get("Saved", "Updated", "Last Updated"),
        phase=state.get("Phase") or head.get("Phase") or phase,
        plan=state.get("Plan") or head.get("Plan"),
        task=state.get("Next Task") or head.get("Next Task", "Task") or task,
        status=head.get("Status") or state.get("Status") or (_doing(doing) if working_on else None) or reason,
        progress=state.get("Progress") or head.get("Progress"),
        last_activity=_last_activity(state, completed),
        metrics=outline.labels(outline.section(*METRICS)).all(),
        decisions=decisions_in(outline.section(*DECISIONS), outline),
        todos=todos_in(outline.section("Next Steps"), outline),
        blockers=blockers_in(outline.section(*BLOCKERS), outline),
        errors=errors_in(outline.section(*ERRORS), outline),
        thresholds=rows,
        acknowledged=acknowledged,
        last_session=going_on.get("Last session", "Last session date"),
        stopped_at=going_on.get("Stopped at"),
        resume_file=going_on.get("Resume file"),
        next_action=next_action,
        next_action_line=instructions.line if instructions else None,
        reason=reason.text if reason else None,
        tokens=_tokens(spent),
        working_on=working_on,
        completed=tuple(value.text for value in completed),
        extra=_extra(outline, head, spent, state),
    )
    outline.note_unread()
    note_unread_limits(outline, ())
    return replace(read, unread=outline.unread())


def is_third_body(heading: str) -> bool:
    """Whether a title is that of the third body, `Checkpoint: Phase 5, Task 3`."""
    return _THIRD_BODY.fullmatch(heading.strip()) is not None


def _heading_position(page: Page) -> tuple[Value | None, Value | None]:
    heading = page.markdown.title
    found = _THIRD_BODY.fullmatch(plain(heading.text)) if heading else None
    if heading is None or found is None:
        return None, None
    return Value(found["phase"], heading.line), Value(found["task"], heading.line) if found["task"] else None


def _title(outline: Outline, head: Labels, *, named: bool) -> str | None:
    """The project's name; the title of the third body only says where the work stands."""
    heading = outline.page.markdown.title
    if not named or heading is None:
        return title(outline, head)
    outline.taken.take(heading.line, heading.line + heading.height - 1)
    return None


def _next(outline: Outline, *places: Labels) -> Value | None:
    """What comes next by a label of its own, or by a section of that name."""
    stated = next((value for labels in places if (value := labels.get(*NEXT, "Next command")) is not None), None)
    return stated or next_action_in(outline.section(*NEXT_SECTIONS), outline)


def _doing(section: Section | None) -> Value | None:
    """The third body's "In Progress" section, with an entry, is a status; a waypoint has only its reason."""
    return Value("In progress", section.line) if section else None


def _last_activity(state: Labels, completed: tuple[Value, ...]) -> Value | None:
    last = state.get("Last Task Completed", "Last Task")
    if last is not None:
        return Value(f"Completed task {last.text}", last.line)
    return completed[-1] if completed else None


def _fuel_rows(outline: Outline, spent: Labels) -> tuple[ThresholdRow, ...]:
    """The cost, from a table whose rows are levels: `Alert | $25.00 | $4.36 | $20.64`; other tables by metric."""
    section, cost = outline.section(*FUEL_LEVELS), spent.get(*TOTAL_COST)
    named = [
        fold(row.get("Type", "Level") or "") for table in (section.tables() if section else ()) for row in table.rows
    ]
    rows = threshold_rows((section,), outline) if section and not {*named} & {*LEVELS} else ()
    if rows or (cost is None and section is None):
        return rows
    limits, used = _level_limits(section, outline)
    value = parse_amount(cost.text) if cost else used
    line = cost.line if cost else section.line if section else 1
    return (ThresholdRow(metric="cost", line=line, value=value, step=0.01, limits=limits),)


def _level_limits(section: Section | None, outline: Outline) -> tuple[dict[Level, float], float | None]:
    limits: dict[Level, float] = {}
    used: float | None = None
    for row in (row for table in section.tables() for row in table.rows) if section else ():
        name = fold(row.get("Type", "Level") or "")
        stated = plain(row.get("Limit") or "")
        limit = parse_amount(stated)
        for level in (level for level in LEVELS if level == name):
            if limit is not None:
                limits.setdefault(level, limit)
            elif not is_nothing(stated):
                message = Message("autopilot.no-amount", what=f"{level} limit", metric="cost", stated=as_json(stated))
                outline.report.add("value-unreadable", outline.path, row.line, message)
            outline.taken.take_if(_is_whole(row, limit), row.line)
        used = parse_amount(plain(row.get("Used", "Current") or "")) if used is None else used
    return limits, used


def _is_whole(row: Row, limit: float | None) -> bool:
    """Whether a row says no more than its level and amounts, of which the last is the difference of the others."""
    used, remaining = (parse_amount(plain(row.get(*names) or "")) for names in (("Used", "Current"), ("Remaining",)))
    known = (row.cell("Type", "Level"), *(row.cell(name) for name in ("Limit", "Used", "Current", "Remaining")))
    bare = all(cell in known or not any(map(str.isalnum, cell.text)) for cell in row.cells)
    amounts = (row.get(name) or "" for name in ("Limit", "Used", "Current", "Remaining"))
    plainly = not any(any(map(str.isalpha, text)) for text in amounts)
    fits = None in (limit, used, remaining) or abs(max(0.0, (limit or 0) - (used or 0)) - (remaining or 0)) < 0.01
    return bare and plainly and fits


def _context_rows(state: Labels) -> tuple[ThresholdRow, ...]:
    used = state.get(*CONTEXT_USED)
    value = parse_amount(used.text) if used else None
    return (ThresholdRow(metric="context", line=used.line, value=value),) if used and value is not None else ()


def _check_amounts(stated: Mapping[str, Value | None], path: str, report: Report) -> None:
    """Report a value that is stated and is no amount."""
    for metric, value in stated.items():
        if value is not None and parse_amount(value.text) is None:
            message = Message("autopilot.no-amount", what="value", metric=metric, stated=as_json(value.text))
            report.add("value-unreadable", path, value.line, message)


def _acknowledged(outline: Outline) -> tuple[AcknowledgedLine, ...]:
    """Layout 2 knows one acknowledgment, that of the cost alert."""
    section = outline.section(*ACKNOWLEDGMENTS)
    field, shown = (section.field(name) if section else None for name in ("Alert acknowledged", "Warning shown"))
    if shown is not None:
        outline.taken.keep(shown.line)
    if field is None:
        return ()
    words = fold(field.value)
    outline.taken.take_if(words in ("yes", "no"), field.line)
    return (AcknowledgedLine(metric="cost", line=field.line),) if words.startswith("yes") else ()


def _extra(outline: Outline, head: Labels, spent: Labels, state: Labels) -> Mapping[str, Any]:
    extra: dict[str, Any] = {
        "waypoint": head.all(),
        "fuel": spent.all(),
        "state": state.all(),
        **{key: outline.labels(outline.section(*names)).all() for key, names in _KEPT.items()},
    }
    return {key: value for key, value in extra.items() if value}


def _tokens(spent: Labels) -> Tokens | None:
    """Input and output tokens of the fuel table."""
    amounts = [parse_amount(value.text) if (value := spent.get(name)) else None for name in INPUT_AND_OUTPUT]
    counts = [None if amount is None else int(amount) for amount in amounts]
    return None if counts == [None, None] else Tokens(input=counts[0], output=counts[1])
