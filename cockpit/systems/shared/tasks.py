"""Tasks as phase files list them: headings with a status, tables with a status column, `<task>` tags, or boxes."""

import re
from collections.abc import Iterator

from cockpit.regex import regex
from cockpit.rules.work import is_done
from cockpit.systems.shared.stated_values import fold, plain, split_id
from cockpit.text.markdown import Item, Markdown, Section
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


def tasks_in(markdown: Markdown, kind: str = "task") -> tuple[Task, ...]:
    """The tasks a phase file lists (or the plans, by `kind`), from the first of four forms that is present.

    Headings (`### Task 003.1: Name` with a Status line), then tables with a Task and a Status column, then
    `<task><name>…</name></task>`, then check boxes; boxes under acceptance criteria, gates and the like are no tasks.
    """
    for form in (_from_headings, _from_tables, _from_tags, _from_boxes):
        found = tuple(form(markdown, kind))
        if found:
            return found
    return ()


def numbered_tasks(markdown: Markdown) -> tuple[Task, ...]:
    """Headings (`### 1. Name`), or else entries (`1. Name`), with a number below a title of tasks."""
    found: list[Task] = []
    for section in markdown.sections:
        if section.is_named(*_TASKS_TITLES):
            below = markdown.children(section)
            headings = [(plain(part.title), _heading_done(part)) for part in below if part.level == below[0].level]
            entries = [(f"{item.marker} {plain(item.text)}", None) for item in section.items()]
            found += [Task(*split_id(text), done) for text, done in headings or entries if text[:1].isdigit()]
    return tuple(found)


def _from_headings(markdown: Markdown, kind: str) -> Iterator[Task]:
    for section in markdown.sections:
        found = _HEADING.fullmatch(plain(section.title)) if section.level > 1 else None
        if found and found["kind"].lower() == kind:
            yield Task(found["id"].rstrip(".-"), plain(found["name"]), _heading_done(section))


def _heading_done(section: Section) -> bool | None:
    """By the Status line; else by a tick in the heading; else by the section's own check boxes."""
    status = section.field("Status")
    if status is not None:
        return is_done(plain(status.value))
    if is_done(section.title):
        return True
    boxes = [item.checked for item in section.all_items() if item.checked is not None]
    return all(boxes) if boxes else None


def _from_tables(markdown: Markdown, kind: str) -> Iterator[Task]:
    rows = (row for section in _all(markdown) for table in section.tables() for row in table.rows)
    for row in rows:
        name, status = row.get(kind, f"{kind}s"), row.get("Status", "State", "Done")
        label = fold(name or "")
        if name is None or status is None or row.filler or not label or label in ("total", "running", "subtotal"):
            continue
        if kind == "plan" and row.get("task", "tasks") is not None:  # the tasks, each with its plan
            continue
        identifier, rest = split_id(plain(name))
        yield Task(identifier, plain(row.get("Name", "Description", "Title") or rest), is_done(plain(status)))


def _from_tags(markdown: Markdown, kind: str) -> Iterator[Task]:
    for tag in markdown.tags:
        found = _INNER_NAME.search(tag.text) if tag.name.casefold() == kind else None
        if found is not None:
            status = _INNER_STATUS.search(tag.text)
            identifier, name = split_id(plain(found["text"]))
            yield Task(identifier, name, is_done(plain(status["text"])) if status else None)


def _from_boxes(markdown: Markdown, kind: str) -> Iterator[Task]:
    sections = [section for section in _all(markdown) if not OTHER_TITLE.search(section.title[:LONGEST_TITLE])]
    named = [section for section in sections if _TASK_TITLE.search(section.title[:LONGEST_TITLE])] or sections
    if kind != "task":
        named = sections
    boxes = ((section, item) for section in named for item in section.items() if item.checked is not None)
    return (_boxed(item) for section, item in boxes if kind == "task" or _is_plan(section, item))


def _is_plan(section: Section, item: Item) -> bool:
    """Whether a box is a plan: it says so, or stands in a list of plans. What a plan lists are its tasks."""
    folded = fold(item.text[:LONGEST_TITLE])
    if _TASK_ITSELF.match(folded):
        return False
    return _PLAN_ITSELF.match(folded) is not None or "plans" in fold(section.title[:LONGEST_TITLE]).split()


def _boxed(item: Item) -> Task:
    identifier, name = split_id(plain(item.text))
    return Task(identifier, name, item.checked)


def _all(markdown: Markdown) -> tuple[Section, ...]:
    return (markdown.preamble, *markdown.sections)
