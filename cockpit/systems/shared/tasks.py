"""Tasks as phase files list them: headings with a status, tables with a status column, `<task>` tags, or boxes."""

import re
from collections.abc import Iterator

from cockpit.regex import regex
from cockpit.rules.work import is_done
from cockpit.systems.shared.stated_values import split_id
from cockpit.text.lines import Document, Entry, Row, Section, labelled, outermost, rows_of
from cockpit.text.words import fold, plain
from cockpit.values import dataclass

_HEADING = regex(
    r"(?:[^\w\s]+\s*)?(?P<kind>task|plan)\s+(?P<id>[A-Za-z]{0,4}\d[\w.-]*)\b\s*(?:\([^()]{1,60}\)\s*(?=[:—–-]))?"
    r"[:—–-]?\s*(?P<name>.*)",
    re.IGNORECASE,
)
_TASK_ITSELF, _PLAN_ITSELF = regex(r"(?:task |t)\d"), regex(r"plan \d|\d[\d ]* plan md\b")
_TASK_TITLE = regex(r"\b(?:tasks?|plans?|checklist|steps|to ?dos?|work|completed|progress)\b", re.IGNORECASE)
_TASKS_TITLES = ("Tasks", "Task List", "Task Breakdown", "Implementation Tasks")
OTHER_TITLE = regex(
    r"\b(?:criteria|gate|must.?haves?|truths|artifacts|verification|verify|dependenc\w+|prerequisit\w+|acceptance"
    r"|risks?|rollback|decisions?|questions?|learnings?|out of scope)\b",
    re.IGNORECASE,
)
"""Titles of lists whose boxes are no tasks."""
_INNER_NAME = regex(r"<name>(?P<text>[^<]{1,500})</name>", re.IGNORECASE)
_INNER_STATUS = regex(r"<status>(?P<text>[^<]{1,100})</status>", re.IGNORECASE)
LONGEST_TITLE = 500
"""Characters of a title that are looked at; what is longer is none, and there may be many of them."""


@dataclass(frozen=True, slots=True)
class Task:
    """A listed task or plan, its name without the id; `done` is None where the list has no statuses."""

    id: str | None
    name: str
    done: bool | None


def tasks_in(document: Document, kind: str = "task") -> tuple[Task, ...]:
    """The tasks a phase file lists (or the plans, by `kind`), from the first of four forms that is present.

    Headings (`### Task 003.1: Name` with a Status line), then tables with a Task and a Status column, then
    `<task><name>…</name></task>`, then check boxes; boxes under acceptance criteria, gates and the like are no tasks.
    """
    for form in (_from_headings, _from_tables, _from_tags, _from_boxes):
        found = tuple(form(document, kind))
        if found:
            return found
    return ()


def numbered_tasks(document: Document) -> tuple[Task, ...]:
    """Headings (`### 1. Name`), or else entries (`1. Name`), with a number below a title of tasks."""
    found: list[Task] = []
    for section in document.named(_TASKS_TITLES):
        below = [each for each in document.sections if section in each.path and each is not section]
        headings = [(plain(each.title), _heading_done(each)) for each in below if each.level == below[0].level]
        items = ((entry.lines[0], plain(entry.text)) for entry in outermost(section.lines))
        entries = [(f"{line.text[: line.lead].strip()} {text}", None) for line, text in items]
        found += [Task(*split_id(text), done) for text, done in headings or entries if text[:1].isdigit()]
    return tuple(found)


def _from_headings(document: Document, kind: str) -> Iterator[Task]:
    for section in document.sections:
        found = _HEADING.fullmatch(plain(section.title)) if section.level > 1 else None
        if found and found["kind"].lower() == kind:
            yield Task(found["id"].rstrip(".-"), plain(found["name"]), _heading_done(section))


def _heading_done(section: Section) -> bool | None:
    """By the Status line; else by a tick in the heading; else by the section's own check boxes."""
    status = labelled(section.lines, "Status")
    if status is not None:
        return is_done(plain(status.value.text))
    if is_done(section.title):
        return True
    boxes = [line.ticked for line in section.lines if line.ticked is not None]
    return all(boxes) if boxes else None


def _from_tables(document: Document, kind: str) -> Iterator[Task]:
    for row in (row for section in document.sections for row in rows_of(section.lines)):
        name, status = row.get(kind, f"{kind}s"), row.get("Status", "State", "Done")
        label = fold(name or "")
        if name is None or status is None or not label or label in ("total", "running", "subtotal"):
            continue
        if kind == "plan" and row.get("task", "tasks") is not None:  # the tasks, each with its plan
            continue
        identifier, rest = id_and_name(row, name)
        yield Task(identifier, plain(row.get("Name", "Description", "Title") or rest), is_done(plain(status)))


def id_and_name(row: Row, name: str) -> tuple[str | None, str]:
    """The id of a task in a table and its name: of the cell with its name, else of a column of its own."""
    identifier, rest = split_id(plain(name))
    if identifier is None and (number := plain(row.get("#", "ID", "No") or "")):
        told = (f"{number}: {rest}", f"Task {number}: {rest}")
        identifier = next(filter(None, (split_id(each)[0] for each in told)), None)
    return identifier, rest


def _from_tags(document: Document, kind: str) -> Iterator[Task]:
    opening, closing, text = regex(rf"(?im)^[ \t]*<{kind}\b[^<>\n]*>"), f"</{kind}>", document.text
    starts = [each for each in opening.finditer(text) if document.line_at(each.start()).kind not in ("fence", "code")]
    for at, start in enumerate(starts):
        end = starts[at + 1].start() if at + 1 < len(starts) else len(text)
        inside = text[start.end() : end].partition(closing)[0]
        found = _INNER_NAME.search(inside)
        if found is not None:
            status = _INNER_STATUS.search(inside)
            identifier, name = split_id(plain(found["text"]))
            yield Task(identifier, name, is_done(plain(status["text"])) if status else None)


def _from_boxes(document: Document, kind: str) -> Iterator[Task]:
    sections = [each for each in document.sections if not OTHER_TITLE.search(each.title[:LONGEST_TITLE])]
    named = [each for each in sections if _TASK_TITLE.search(each.title[:LONGEST_TITLE])] or sections
    for section in named if kind == "task" else sections:
        for entry in outermost(section.lines):
            done = entry.lines[0].ticked
            if done is not None and (kind == "task" or _is_plan(section, entry)):
                yield Task(*split_id(plain(entry.text)), done)


def _is_plan(section: Section, entry: Entry) -> bool:
    """Whether a box is a plan: it says so, or stands in a list of plans. What a plan lists are its tasks."""
    folded = fold(entry.text[:LONGEST_TITLE])
    if _TASK_ITSELF.match(folded):
        return False
    return _PLAN_ITSELF.match(folded) is not None or "plans" in fold(section.title[:LONGEST_TITLE]).split()
