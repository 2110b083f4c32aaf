"""Labelled values of a state file in layout 1, found where the reader finds them, rewritten or added in place."""

from collections.abc import Iterable

from cockpit.systems.autopilot.transponder import CONTINUITY, METRICS, POSITION
from cockpit.systems.shared.list_editing import add_section
from cockpit.systems.shared.markdown_editor import MarkdownEditor
from cockpit.systems.shared.stated_values import fields_of, plain
from cockpit.text.decoding import repair_mojibake
from cockpit.text.markdown import Field, Markdown, Section, fold_label, insert_lines, insert_row
from cockpit.wording.times import parse_instant

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
    return next(iter(_positions(markdown, labels)), None)


def _positions(markdown: Markdown, labels: Labels) -> list[Field]:
    """Every line of a value of the position, the one that counts first; of a status, each counts that is worse."""
    section = markdown.section(*POSITION)
    fields = fields_of(section)
    if _find(fields, (*PHASE, *STATUS)) is None:
        fences = section.fences() if section else ()
        fields = tuple(field for fence in fences for field in fence.inside.fields()) or _head(markdown)
    places = (fields, _head(markdown)) if labels in (STATUS, PROGRESS, ACTIVITY) else (fields,)
    for place in places:
        found = _find(place, labels)
        if found is not None:
            twins = place if labels == STATUS else ()
            return [found, *(each for each in twins if each.line != found.line and _find([each], labels) is not None)]
    return []


def set_position(editor: MarkdownEditor, labels: Labels, value: str) -> None:
    """Write a value of the position; one that is missing is added to the section's table."""
    fields = _positions(editor.markdown, labels)
    if fields:
        editor.change([each.rewrite(value) for each in fields if plain(repair_mojibake(each.value)) != value])
    else:
        _add(editor, editor.markdown.section(*POSITION) or add_section(editor, POSITION[0]), labels[0], value)


def find_continuity(markdown: Markdown, labels: Labels) -> Field | None:
    """A value of the Session Continuity section."""
    return _find(fields_of(markdown.section(*CONTINUITY)), labels)


def set_continuity(editor: MarkdownEditor, labels: Labels, value: str) -> None:
    """Write a value of the Session Continuity section; both are added where they are missing."""
    field = find_continuity(editor.markdown, labels)
    if field is not None:
        _rewrite(editor, field, value)
    else:
        _add(editor, editor.markdown.section(*CONTINUITY) or add_section(editor, CONTINUITY[0]), labels[0], value)


def find_metric(markdown: Markdown, labels: Labels) -> Field | None:
    """A value of the Performance Metrics section."""
    return _find(fields_of(markdown.section(*METRICS)), labels)


def set_metric(editor: MarkdownEditor, labels: Labels, value: str) -> None:
    """Write a value of the Performance Metrics section, where it stands."""
    field = find_metric(editor.markdown, labels)
    if field is not None:
        _rewrite(editor, field, value)


def set_activity(editor: MarkdownEditor, text: str) -> None:
    """Write the Last Activity line; a missing one comes below the position's table."""
    field = find_position(editor.markdown, ACTIVITY)
    section = editor.markdown.section(*POSITION)
    if field is not None or section is None or not section.tables():
        set_position(editor, ACTIVITY, text)
        return
    lines = ["", f"**{ACTIVITY[0]}:** {text}"]
    editor.change([insert_lines(editor.text, section.tables()[-1].end, lines, editor.newline)])


def find_updated(markdown: Markdown) -> Field | None:
    """When the file was updated, as it says."""
    return _find(_head(markdown), _UPDATED)


def set_updated(editor: MarkdownEditor, now: str) -> None:
    """Write when the file was updated, a day where the file gives a day; a missing line comes below the others."""
    head = _head(editor.markdown)
    field = find_updated(editor.markdown)
    if field is not None:
        instant = parse_instant(field.value)
        _rewrite(editor, field, now[:10] if instant is not None and instant.date_only else now)
        return
    title = editor.markdown.title
    line = head[-1].line if head else title.line if title else 0
    starts = editor.markdown.lines.starts
    lines = [f"**{_UPDATED[0]}:** {now}"]
    editor.change([insert_lines(editor.text, starts[line], lines if head else ["", *lines], editor.newline)])


def _head(markdown: Markdown) -> tuple[Field, ...]:
    first = next((section for section in markdown.sections if section.level == 1), None)
    return (*fields_of(markdown.preamble), *fields_of(first))


def _find(fields: Iterable[Field], labels: Labels) -> Field | None:
    """The field of the first label that is present, as the reader looks it up."""
    by_label: dict[str, Field] = {}
    for field in fields:
        by_label.setdefault(fold_label(field.label), field)
    return next((by_label[key] for key in map(fold_label, labels) if key in by_label), None)


def _rewrite(editor: MarkdownEditor, field: Field, value: str) -> None:
    if plain(repair_mojibake(field.value)) != value:
        editor.change([field.rewrite(value)])


def _add(editor: MarkdownEditor, section: Section, label: str, value: str) -> None:
    table = next((table for table in section.tables() if len(table.header) in (0, 2)), None)
    if table is not None:
        editor.change([insert_row(editor.text, table, (label, value), editor.newline)])
        return
    fields = section.fields()
    lead = "- " if fields and fields[-1].style.startswith("list") else ""
    line = (
        f"{lead}**{label}:** {value}" if not fields or fields[-1].style.endswith("bold") else f"{lead}{label}: {value}"
    )
    starts = section.lines.starts
    at = starts[fields[-1].line] if fields else section.body_start
    editor.change([insert_lines(editor.text, at, [line], editor.newline)])
