"""holding-pattern.md, the handoff: with frontmatter and headings, or as the tagged prompt for a fresh agent (seed)."""

import re
from dataclasses import dataclass

from cockpit.documents.frontmatter import split
from cockpit.documents.markdown import Region, Row
from cockpit.model import Handoff, HandoffTask
from cockpit.systems.autopilot.folder import Folder, Page, whole
from cockpit.systems.autopilot.recognition import HANDOFF_NAMES, is_handoff
from cockpit.systems.autopilot.report import Report
from cockpit.systems.autopilot.values import is_nothing, placeholder_in, plain

_OBJECTIVE = {
    "phase": re.compile(r"\bphase\s+([\w.-]*\w)", re.IGNORECASE),
    "plan": re.compile(r"\bplan\s+([\w.-]*\w)", re.IGNORECASE),
    "task": re.compile(r"\btask\s+([\w.-]*\w)", re.IGNORECASE),
    "total_tasks": re.compile(r"\btask\s+\S+\s+of\s+(\d+)", re.IGNORECASE),
}
_KEYS = ("phase", "plan", "task", "total_tasks", "status", "created")
_PARTS = {
    "state": ("Current State", "current_state"),
    "completed": ("Completed Work", "Completed Tasks", "completed_tasks", "completed_work"),
    "remaining": ("Remaining Work", "Remaining Tasks", "remaining_work", "remaining_tasks"),
    "decisions": ("Decisions Made", "Decisions", "decisions_made", "decisions"),
    "blockers": ("Blockers", "blockers"),
    "context": ("Context", "resume_context", "context"),
    "next_action": ("Next Action", "next_action"),
}
_FILE_SEPARATOR = re.compile(r"[,;]\s*|<br\s*/?>")


@dataclass(frozen=True, slots=True)
class HoldingPattern:
    """A handoff as the model has it, and the lines of its frontmatter keys."""

    handoff: Handoff
    lines: dict[str, int]
    text: str


def read_handoff(folder: Folder, report: Report) -> HoldingPattern | None:
    """The handoff that waits in a folder; None where there is none. A vanished one is normal: it was used."""
    for name in HANDOFF_NAMES:
        page = folder.page(name)
        if page is None:
            continue
        folder.markdown(name)
        if page.bad or is_handoff(page):
            return _read(page, report)
        report.add("empty-file", page.path, None, f"{page.path} holds no handoff that can be read.")
    return None


def _read(page: Page, report: Report) -> HoldingPattern:
    keys, lines = _keys(page, report)
    parts = {part: _region(page, names) for part, names in _PARTS.items()}
    shown = {part: _shown(region) for part, region in parts.items()}
    handoff = Handoff(
        path=page.path,
        phase=keys.get("phase"),
        plan=keys.get("plan"),
        task=keys.get("task"),
        total_tasks=keys.get("total_tasks"),
        status=keys.get("status"),
        created=keys.get("created"),
        completed=_completed(parts["completed"]),
        remaining=_entries(parts["remaining"]),
        decisions=_entries(parts["decisions"]),
        blockers=_entries(parts["blockers"]),
        context=shown["context"],
        next_action=shown["next_action"],
        state=shown["state"],
    )
    return HoldingPattern(handoff, lines, page.text)


def _keys(page: Page, report: Report) -> tuple[dict[str, str], dict[str, int]]:
    """The position: from the frontmatter, else from label lines, else from the objective's sentence."""
    keys: dict[str, str] = {}
    lines: dict[str, int] = {}
    matter = split(page.text)
    if matter is not None:
        report.problems(page.path, matter.problems)
        for key in _KEYS:
            value = matter.data.get(key)
            if isinstance(value, str) and not _reject(page, key, value, matter.positions[key].line, report):
                keys[key], lines[key] = whole(value.strip()), matter.positions[key].line
        return keys, lines
    for key in _KEYS:
        field = page.markdown.field(key, key.replace("_", " "))
        if field is not None and not is_nothing(field.value):
            keys[key], lines[key] = plain(field.value), field.line
    return {**_objective(page), **keys}, lines


def _reject(page: Page, key: str, value: str, line: int, report: Report) -> bool:
    """Whether a value is none: empty, "None", or a template's placeholder, which is reported."""
    if placeholder := placeholder_in(value):
        message = f"The template's placeholder {placeholder} was never filled in ({key})."
        report.add("template-placeholder", page.path, line, message)
        return True
    return is_nothing(value)


def _objective(page: Page) -> dict[str, str]:
    text = next((tag.text for tag in page.markdown.tags if tag.name == "objective"), "")
    found = {key: pattern.search(text) for key, pattern in _OBJECTIVE.items()}
    return {key: match[1] for key, match in found.items() if match}


def _region(page: Page, names: tuple[str, ...]) -> Region | None:
    section = page.markdown.section(*names)
    if section is not None:
        return section.whole
    return next((tag.body for tag in page.markdown.tags if tag.name in names), None)


def _shown(region: Region | None) -> str | None:
    """A section's text; None where it says nothing or still is the template's placeholder."""
    text = region.text if region else ""
    if is_nothing(text) or (text.startswith("{") and text.endswith("}")):
        return None
    return text


def _entries(region: Region | None) -> tuple[str, ...]:
    """The entries of a list; where there is none, the paragraphs."""
    if region is None:
        return ()
    told = [item.text for item in region.items()] or [part.text for part in region.paragraphs()]
    told = told or [f"{field.label}: {field.value}" for field in region.fields()]
    return tuple(text for text in told if not is_nothing(text) and not placeholder_in(text))


def _completed(region: Region | None) -> tuple[HandoffTask, ...]:
    rows = [row for table in region.tables() for row in table.rows if not row.filler] if region else []
    return tuple(_task(row) for row in rows)


def _task(row: Row) -> HandoffTask:
    files = _given(row, "Files", "File")
    return HandoffTask(
        id=_given(row, "Task", "#", "ID"),
        name=_given(row, "Name", "Description", "Title"),
        commit=_given(row, "Commit", "Hash"),
        status=_given(row, "Status"),
        files=tuple(plain(name) for name in _FILE_SEPARATOR.split(files) if name.strip()) if files else (),
    )


def _given(row: Row, *names: str) -> str | None:
    text = plain(row.get(*names) or "")
    return None if is_nothing(text) or placeholder_in(text) else text
