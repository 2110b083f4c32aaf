"""Labelled values of a state file in layout 1, found where the reader finds them, rewritten or added in place."""

from collections.abc import Iterable

from cockpit.documents.markdown import Field, Markdown, Section, fold_label, insert_lines, insert_row
from cockpit.documents.text import repair_mojibake
from cockpit.rules.times import parse_instant
from cockpit.systems.autopilot.transponder import CONTINUITY, METRICS, POSITION
from cockpit.systems.editing.list_sections import add_section
from cockpit.systems.editing.markdown_sheet import MarkdownSheet
from cockpit.systems.reading.values import fields_of, plain

Labels = tuple[str, ...]

PHASE: Labels = ("Phase", "Current phase")
PLAN: Labels = ("Plan", "Current plan")
TASK: Labels = ("Task", "Current task")
STATUS: Labels = ("Status",)
PROGRESS: Labels = ("Progress",)
ACTIVITY: Labels = ("Last Activity",)
NEXT: Labels = ("Next action", "Next step", "Next")
STOPPED: Labels = ("Stopped at",)
LAST_SESSION: Labels = ("Last session", "Last session date")
RESUME_FILE: Labels = ("Resume file",)
PLANS_COMPLETED: Labels = ("Plans completed",)
_UPDATED: Labels = ("Updated", "Last Updated", "Saved")


def find_position(markdown: Markdown, labels: Labels) -> Field | None:
    """A value of the position: from its section, from a fence in it, else from under the title."""
    section = markdown.section(*POSITION)
    fields = fields_of(section)
    if _find(fields, (*PHASE, *STATUS)) is None:
        fences = section.fences() if section else ()
        fields = tuple(field for fence in fences for field in fence.inside.fields()) or _head(markdown)
    return _find(fields, labels) or (_find(_head(markdown), labels) if labels in (STATUS, PROGRESS, ACTIVITY) else None)


def set_position(sheet: MarkdownSheet, labels: Labels, value: str) -> None:
    """Write a value of the position; one that is missing is added to the section's table."""
    field = find_position(sheet.markdown, labels)
    if field is not None:
        _rewrite(sheet, field, value)
    else:
        _add(sheet, sheet.markdown.section(*POSITION) or add_section(sheet, POSITION[0]), labels[0], value)


def find_continuity(markdown: Markdown, labels: Labels) -> Field | None:
    """A value of the Session Continuity section."""
    return _find(fields_of(markdown.section(*CONTINUITY)), labels)


def set_continuity(sheet: MarkdownSheet, labels: Labels, value: str) -> None:
    """Write a value of the Session Continuity section; both are added where they are missing."""
    field = find_continuity(sheet.markdown, labels)
    if field is not None:
        _rewrite(sheet, field, value)
    else:
        _add(sheet, sheet.markdown.section(*CONTINUITY) or add_section(sheet, CONTINUITY[0]), labels[0], value)


def find_metric(markdown: Markdown, labels: Labels) -> Field | None:
    """A value of the Performance Metrics section."""
    return _find(fields_of(markdown.section(*METRICS)), labels)


def set_metric(sheet: MarkdownSheet, labels: Labels, value: str) -> None:
    """Write a value of the Performance Metrics section, where it stands."""
    field = find_metric(sheet.markdown, labels)
    if field is not None:
        _rewrite(sheet, field, value)


def set_activity(sheet: MarkdownSheet, text: str) -> None:
    """Write the Last Activity line; a missing one comes below the position's table."""
    field = find_position(sheet.markdown, ACTIVITY)
    section = sheet.markdown.section(*POSITION)
    if field is not None or section is None or not section.tables():
        set_position(sheet, ACTIVITY, text)
        return
    lines = ["", f"**{ACTIVITY[0]}:** {text}"]
    sheet.change([insert_lines(sheet.text, section.tables()[-1].end, lines, sheet.newline)])


def find_updated(markdown: Markdown) -> Field | None:
    """When the file was updated, as it says."""
    return _find(_head(markdown), _UPDATED)


def set_updated(sheet: MarkdownSheet, now: str) -> None:
    """Write when the file was updated, a day where the file gives a day; a missing line comes below the others."""
    head = _head(sheet.markdown)
    field = find_updated(sheet.markdown)
    if field is not None:
        instant = parse_instant(field.value)
        _rewrite(sheet, field, now[:10] if instant is not None and instant.date_only else now)
        return
    title = sheet.markdown.title
    line = head[-1].line if head else title.line if title else 0
    starts = sheet.markdown.lines.starts
    lines = [f"**{_UPDATED[0]}:** {now}"]
    sheet.change([insert_lines(sheet.text, starts[line], lines if head else ["", *lines], sheet.newline)])


def _head(markdown: Markdown) -> tuple[Field, ...]:
    first = next((section for section in markdown.sections if section.level == 1), None)
    return (*fields_of(markdown.preamble), *fields_of(first))


def _find(fields: Iterable[Field], labels: Labels) -> Field | None:
    """The field of the first label that is present, as the reader looks it up."""
    by_label: dict[str, Field] = {}
    for field in fields:
        by_label.setdefault(fold_label(field.label), field)
    return next((by_label[key] for key in map(fold_label, labels) if key in by_label), None)


def _rewrite(sheet: MarkdownSheet, field: Field, value: str) -> None:
    if plain(repair_mojibake(field.value)) != value:
        sheet.change([field.rewrite(value)])


def _add(sheet: MarkdownSheet, section: Section, label: str, value: str) -> None:
    table = next((table for table in section.tables() if len(table.header) in (0, 2)), None)
    if table is not None:
        sheet.change([insert_row(sheet.text, table, (label, value), sheet.newline)])
        return
    fields = section.fields()
    lead = "- " if fields and fields[-1].style.startswith("list") else ""
    line = (
        f"{lead}**{label}:** {value}" if not fields or fields[-1].style.endswith("bold") else f"{lead}{label}: {value}"
    )
    starts = section.lines.starts
    at = starts[fields[-1].line] if fields else section.body_start
    sheet.change([insert_lines(sheet.text, at, [line], sheet.newline)])
