"""TRANSPONDER.md in layout 1, the state skill's: `# Project State` with tables (the seed's template and example)."""

import re

from cockpit.documents.markdown import Item, Section
from cockpit.model import Blocker, BlockerStatus, Decision, PhaseError, Todo
from cockpit.systems.autopilot.folder import Page
from cockpit.systems.autopilot.outline import Outline
from cockpit.systems.autopilot.report import Report
from cockpit.systems.autopilot.state_file import StateFile
from cockpit.systems.autopilot.thresholds_table import acknowledged_lines, threshold_rows
from cockpit.systems.autopilot.values import Labels, Value, is_nothing, phase_prefix, placeholder_in, plain, stated

POSITION = ("Current Position", "Position", "Current State")
CONTEXT = ("Accumulated Context",)
METRICS = ("Performance Metrics", "Metrics")
DECISIONS = ("Recent Decisions", "Decisions", "Key Decisions", "Decisions Made")
TODOS = ("Pending Todos", "Todos", "Pending Todo", "To Do", "Pending Tasks")
BLOCKERS = ("Blockers", "Blockers/Concerns", "Known Blockers", "Active Blockers")
THRESHOLDS = ("Thresholds", "Threshold Status")
CONTINUITY = ("Session Continuity", "Continuity")
REFERENCE = ("Quick Reference",)
ERRORS = ("Errors", "Recent Errors", "Known Errors")

_GENERIC_TITLES = re.compile(
    r"(?:project|autopilot|flight|context)?\s*(?:state|transponder|waypoint|checkpoint)(?:\.md)?", re.IGNORECASE
)
_TITLE_TAIL = re.compile(
    r"\s*[:—–-]\s*(?:project\s+)?(?:state|transponder)\s*$|^(?:project\s+)?state\s*[:—–-]\s*", re.IGNORECASE
)
_OUTCOME = re.compile(r"\s+(?:—|–|--|→|->)\s+")
_SPACED_HYPHEN = re.compile(r"\s+-\s+")
_REFERENCE = re.compile(r"(?P<label>[^:]{1,80}):\s+(?P<value>\S.*)", re.DOTALL)
_BYPASSED = re.compile(r"(?P<text>.+?)\s+[—–-]+\s+bypassed(?::\s*(?P<how>.*))?", re.IGNORECASE | re.DOTALL)
_STRUCK = re.compile(r"~~(.+?)~~(.*)", re.DOTALL)


def read_transponder(page: Page, layout: str, report: Report) -> StateFile:
    """Read a page in layout 1. `layout` is the name of the format that was recognised."""
    outline = Outline(page, report)
    head = outline.labels(*outline.head())
    position = outline.section(*POSITION)
    where = _position_labels(outline, position, report)
    going_on = outline.section(*CONTINUITY)
    continuity = outline.labels(going_on)
    decisions = outline.section(*DECISIONS)
    thresholds = outline.section(*THRESHOLDS)
    metrics = outline.section(*METRICS)
    todos, blockers = outline.section(*TODOS), outline.section(*BLOCKERS)
    errors, reference = outline.section(*ERRORS), outline.section(*REFERENCE)
    outline.section(*CONTEXT)
    next_action = continuity.raw("Next action", "Next step", "Next")
    return StateFile(
        path=page.path,
        format=layout,
        length=page.markdown.lines.count,
        stale=page.stale,
        unreadable=page.bad,
        title=title(outline, head),
        updated=head.get("Updated", "Last Updated", "Saved"),
        phase=where.get("Phase", "Current phase"),
        plan=where.get("Plan", "Current plan"),
        task=where.get("Task", "Current task"),
        status=where.get("Status") or head.get("Status"),
        progress=where.get("Progress") or head.get("Progress"),
        last_activity=where.get("Last Activity") or head.get("Last Activity"),
        metrics=outline.labels(metrics).all(),
        decisions=decisions_in(decisions, page.path, report),
        decisions_line=decisions.line if decisions else None,
        todos=todos_in(todos, page.path, report),
        blockers=blockers_in(blockers, page.path, report),
        errors=errors_in(errors, page.path, report),
        thresholds=threshold_rows(thresholds, page.path, report) if thresholds else (),
        thresholds_line=thresholds.line if thresholds else None,
        acknowledged=acknowledged_lines(thresholds) if thresholds else (),
        last_session=continuity.get("Last session", "Last session date"),
        stopped_at=continuity.get("Stopped at"),
        resume_file=continuity.get("Resume file"),
        next_action=continuity.get("Next action", "Next step", "Next"),
        next_action_line=next_action.line if next_action else going_on.line if going_on else None,
        quick_reference=_references(reference),
        extra={"sections": unread} if (unread := outline.unread()) else {},
    )


def title(outline: Outline, head: Labels) -> str | None:
    """The project's name: the `Project` line, else what the title says beyond "Project State"."""
    named = head.get("Project", "Project name", "Name")
    if named is not None:
        return named.text
    heading = outline.page.markdown.title
    text = _TITLE_TAIL.sub("", plain(heading.text)) if heading else ""
    return None if _GENERIC_TITLES.fullmatch(text) or is_nothing(text) else text


def decisions_in(section: Section | None, path: str, report: Report) -> tuple[Decision, ...]:
    """`- decision — outcome` entries; the outcome stands after the last dash."""
    return tuple(read_decision(value.text) for value in entries(section, path, report))


def todos_in(section: Section | None, path: str, report: Report) -> tuple[Todo, ...]:
    """`- [ ] todo` entries; an entry without a box is open."""
    items = _items(section)
    pairs = [(stated(item.text, item.line, path, report), item.checked) for item in items]
    return tuple(Todo(text=value.text, done=bool(checked)) for value, checked in pairs if value)


def blockers_in(section: Section | None, path: str, report: Report) -> tuple[Blocker, ...]:
    """Blocker entries, each prefixed by its phase; one that is ticked or struck out is resolved."""
    ticked = {item.line for item in _items(section) if item.checked}
    return tuple(read_blocker(value, value.line in ticked) for value in entries(section, path, report))


def errors_in(section: Section | None, path: str, report: Report) -> tuple[PhaseError, ...]:
    """Errors listed in a state file, as a table or as entries."""
    if section is None:
        return ()
    rows = [row for table in section.tables() for row in table.rows if not row.filler]
    told = [
        PhaseError(
            message=message,
            phase=row.get("Phase", "Task"),
            type=row.get("Type"),
            resolution=row.get("Resolution", "Fix") or None,
            resolved=bool(row.get("Resolution", "Fix")),
            at=row.get("Time", "At", "Date", "Timestamp"),
        )
        for row in rows
        if (message := row.get("Error", "Message", "Description", "Issue"))
    ]
    listed = [PhaseError(message=value.text) for value in entries(section, path, report)] if not rows else []
    return (*told, *listed)


def entries(section: Section | None, path: str, report: Report) -> tuple[Value, ...]:
    """The list entries of a section; where it has none, its lines of text."""
    if section is None:
        return ()
    items = _items(section)
    lines = [(item.text, item.line) for item in items] or [(part.text, part.line) for part in section.paragraphs()]
    values = (stated(text, line, path, report) for text, line in lines)
    return tuple(value for value in values if value is not None)


def _position_labels(outline: Outline, position: Section | None, report: Report) -> Labels:
    """Position from its section; from its code fences where the section has no Phase; else from under the title."""
    fields = outline.labels(position)
    if fields.raw("Phase", "Current phase", "Status") is not None:
        return fields
    fenced = outline.fenced(position)
    return Labels(fenced, outline.page.path, report) if fenced else outline.labels(*outline.head())


def _items(section: Section | None) -> tuple[Item, ...]:
    return section.items() if section else ()


def _references(section: Section | None) -> dict[str, str]:
    """`- name: path or command` entries, as written."""
    found = [_REFERENCE.fullmatch(item.text) for item in _items(section)]
    pairs = [(plain(entry["label"]), plain(entry["value"])) for entry in found if entry]
    return {label: value for label, value in pairs if not is_nothing(value) and not placeholder_in(value)}


def read_decision(text: str) -> Decision:
    """A `decision — outcome` entry; the outcome stands after the last dash, a phase may stand in front."""
    phase, rest = phase_prefix(text)
    parts = _OUTCOME.split(rest)
    if len(parts) == 1:
        parts = _SPACED_HYPHEN.split(rest)
    if len(parts) == 1:
        return Decision(text=plain(rest), phase=phase)
    outcome = parts[-1]
    decided = rest[: rest.rindex(outcome)].rstrip().rstrip("—–->→ ")
    return Decision(text=plain(decided), outcome=outcome, phase=phase)


def read_blocker(value: Value, ticked: bool) -> Blocker:
    """A blocker entry. `— bypassed: how` at its end says that the work goes on around it."""
    struck = _STRUCK.fullmatch(value.text)
    text = f"{struck[1]}{struck[2]}".strip() if struck else value.text
    bypassed = _BYPASSED.fullmatch(text)
    text = bypassed["text"] if bypassed else text
    phase, _ = phase_prefix(text)
    status: BlockerStatus = "resolved" if struck or ticked else "bypassed" if bypassed else "active"
    return Blocker(
        text=text,
        status=status,
        affects=(phase,) if phase else (),
        workaround=(bypassed["how"] or None) if bypassed else None,
    )
