"""TRANSPONDER.md in layout 1, the state skill's: `# Project State` with tables (the seed's template and example)."""

import re
from collections.abc import Sequence
from dataclasses import replace

from cockpit.regex import regex
from cockpit.rules.work import gravity
from cockpit.systems.autopilot.position.steps import reads_whole
from cockpit.systems.autopilot.report import Report
from cockpit.systems.autopilot.state_file import StateFile, has_time_of_day, next_action_in
from cockpit.systems.autopilot.thresholds.table import (
    THRESHOLDS,
    acknowledged_lines,
    note_unread_limits,
    threshold_rows,
    thresholds_sections,
)
from cockpit.systems.autopilot.vocabulary import status_of
from cockpit.systems.shared.entry_lists import blockers_in, decisions_in, errors_in, todos_in
from cockpit.systems.shared.folder import Page
from cockpit.systems.shared.outline import Outline
from cockpit.systems.shared.stated_values import (
    BLOCKERS,
    CONTEXT,
    DECISIONS,
    TODOS,
    Labels,
    Value,
    fields_of,
    is_nothing,
    plain,
)
from cockpit.text.markdown import Field, Section, fold_label

POSITION = ("Current Position", "Position", "Current State")
METRICS = ("Performance Metrics", "Metrics")
CONTINUITY = ("Session Continuity", "Continuity")
REFERENCE = ("Quick Reference",)
ERRORS = ("Errors", "Recent Errors", "Known Errors")
NEXT = ("Next action", "Next step", "Next")
NEXT_SECTIONS = (*NEXT, "Next actions", "Next steps")

_GENERIC_TITLES = regex(
    r"(?:project|autopilot|flight|context)?\s*(?:state|transponder|waypoint|checkpoint)(?:\.md)?", re.IGNORECASE
)
_TITLE_TAIL = regex(
    r"\s*[:—–-]\s*(?:project\s+)?(?:state|transponder)\s*$|^(?:project\s+)?state\s*[:—–-]\s*", re.IGNORECASE
)
_REFERENCE = regex(r"(?P<label>[^:]{1,80}):\s+(?P<value>\S.*)", re.DOTALL)
_ONLY_PROGRESS = regex(r"[^\w%]*\d+(?:[.,]\d+)?\s?%[^\w%]*")


def read_transponder(page: Page, layout: str, report: Report) -> StateFile:
    """Read a page in layout 1. `layout` is the name of the format that was recognised.

    What has no section of its own is looked for under the title: agents leave headings away.
    """
    outline = Outline(page, report)
    head = outline.labels(*outline.head())
    position = outline.section(*POSITION)
    position_fields = _position_labels(outline, position, report)
    going_on = outline.section(*CONTINUITY)
    continuity = outline.labels(going_on, position, *outline.head())
    decisions = outline.section(*DECISIONS)
    thresholds = outline.sections(*THRESHOLDS) or thresholds_sections(page.markdown)
    metrics = outline.section(*METRICS)
    outline.section(*CONTEXT)
    next_action, next_line = _next(continuity, going_on, outline)
    place = position_fields.raw("Phase", "Current phase", "Status")
    status = position_fields.raw("Status") or head.raw("Status")
    state = StateFile(
        path=page.path,
        format=layout,
        length=page.markdown.lines.count,
        stale=page.stale,
        unreadable=page.bad,
        blank=not page.text.strip(),
        title=title(outline, head),
        updated=head.get("Updated", "Last Updated", "Saved"),
        phase=step_value(position_fields, outline, "Phase", "Current phase"),
        plan=step_value(position_fields, outline, "Plan", "Current plan"),
        task=step_value(position_fields, outline, "Task", "Current task"),
        status=_worst(position_fields.each("Status")) or _worst(head.each("Status")),
        status_line=_status_line(status, place),
        stray=_stray(page) if place is None else None,
        is_placed=place is not None or status is not None,
        progress=progress_value(position_fields, outline) or progress_value(head, outline),
        last_activity=_activity(position_fields, outline) or _activity(head, outline),
        metrics=outline.labels(metrics).all(),
        decisions=decisions_in(decisions, outline),
        decisions_line=decisions.line if decisions else None,
        todos=todos_in(outline.section(*TODOS), outline),
        blockers=blockers_in(outline.section(*BLOCKERS), outline),
        errors=errors_in(outline.section(*ERRORS), outline),
        thresholds=threshold_rows(thresholds, outline),
        acknowledged=acknowledged_lines(thresholds, outline),
        last_session=continuity.get("Last session", "Last session date"),
        stopped_at=continuity.get("Stopped at"),
        resume_file=continuity.get("Resume file"),
        next_action=next_action,
        next_action_line=next_line,
        quick_reference=_references(outline.section(*REFERENCE), outline),
    )
    outline.note_unread()
    note_unread_limits(outline, thresholds)
    return replace(state, unread=outline.unread())


def title(outline: Outline, head: Labels) -> str | None:
    """The project's name: the `Project` line, else what the title says beyond "Project State"."""
    named = head.get("Project", "Project name", "Name")
    heading = outline.page.markdown.title
    text = _TITLE_TAIL.sub("", plain(heading.text)) if heading else ""
    generic = _GENERIC_TITLES.fullmatch(text) is not None or is_nothing(text)
    shown = named.text if named is not None else None if generic else text
    if heading is not None and (generic or text == shown):
        outline.taken.take(heading.line, heading.line + heading.height - 1)
    return shown


def step_value(labels: Labels, outline: Outline, *names: str) -> Value | None:
    """A phase, plan or task as written. Its line stays unread where the step does not hold all of it."""
    value = labels.get(*names)
    if value is not None and not reads_whole(value.text):
        outline.taken.keep(value.line)
    return value


def progress_value(labels: Labels, outline: Outline) -> Value | None:
    """The progress as written. Its line is kept back where it says more than a bar and a percentage."""
    value = labels.get("Progress")
    if value is not None and not _ONLY_PROGRESS.fullmatch(value.text):
        outline.taken.keep(value.line)
    return value


def _activity(labels: Labels, outline: Outline) -> Value | None:
    value = labels.get("Last Activity")
    if value is not None and has_time_of_day(value.text):
        outline.taken.keep(value.line)
    return value


def _worst(stated: Sequence[Value]) -> Value | None:
    """Of the statuses that are stated, the one that holds the work most."""
    return min(stated, key=lambda each: gravity(status_of(each.text)), default=None)


def _status_line(status: Field | None, place: Field | None) -> int | None:
    """Where a status is asked for and none is given: its own line, or that of the position that has none."""
    if status is None:
        return place.line if place is not None else None
    return status.line if is_nothing(plain(status.value)) else None


def _stray(page: Page) -> int | None:
    """The line of the first phase or status that stands in a section."""
    fields = (field for section in page.markdown.sections for field in fields_of(section))
    return next((each.line for each in fields if fold_label(each.label) in ("phase", "status")), None)


def _position_labels(outline: Outline, position: Section | None, report: Report) -> Labels:
    """Position from its section; from its code fences where the section has no Phase; else from under the title."""
    fields = outline.labels(position)
    if fields.raw("Phase", "Current phase", "Status") is not None:
        return fields
    fenced = outline.fenced(position)
    if fenced:
        return Labels(fenced, outline.path, report, outline.taken)
    return outline.labels(*outline.head())


def _next(continuity: Labels, going_on: Section | None, outline: Outline) -> tuple[Value | None, int | None]:
    """The next action, and where one is asked for: a label's, else what a section of its own says."""
    field, stated = continuity.raw(*NEXT), continuity.get(*NEXT)
    section = outline.section(*NEXT_SECTIONS) if stated is None else None
    line = next((place.line for place in (field, section, going_on) if place), None)
    return stated or next_action_in(section, outline), line


def _references(section: Section | None, outline: Outline) -> dict[str, Value]:
    """`- name: path or command` entries, as written."""
    references: dict[str, Value] = {}
    for entry, value in outline.entries(section):
        found = _REFERENCE.fullmatch(value.text)
        if found is None or plain(found["label"]) in references:
            outline.taken.keep(*entry.lines)
        elif not is_nothing(found["value"]):
            references[plain(found["label"])] = Value(plain(found["value"]), entry.line)
    return references
