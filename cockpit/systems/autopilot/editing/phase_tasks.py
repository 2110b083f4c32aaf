"""Ticking a task in the phase files, where it can be told surely."""

import re
from collections.abc import Iterator

from cockpit.documents.markdown import Markdown, Section
from cockpit.documents.splice import Splice
from cockpit.model import Step
from cockpit.rules.work import is_done
from cockpit.systems.autopilot.editing.desk import Desk
from cockpit.systems.autopilot.phases import PHASE_FILE, PLAN_FILE
from cockpit.systems.autopilot.plan_tasks import Place, plan_count, plan_tasks
from cockpit.systems.autopilot.step_names import find_phase, parts_of
from cockpit.systems.editing.markdown_sheet import MarkdownSheet
from cockpit.systems.reading.tasks import OTHER_TITLE
from cockpit.systems.reading.values import plain
from cockpit.systems.reading.words import split_id

_TASK_TITLE = re.compile(r"(?:[^\w\s]+\s*)?task\s+(?P<id>\d[\w.-]*)", re.IGNORECASE)
_PLAN_TITLE = re.compile(r"(?:[^\w\s]+\s*)?plan\s+(?P<id>\d[\w.-]*)", re.IGNORECASE)
_DONE = "✅ Done"


def first_task(desk: Desk, place: Place) -> Step | None:
    """The first open task of a plan and how many there are; None where the phase files do not tell."""
    tasks = plan_tasks(desk.sources.phases, place)
    number = next((task.number for task in tasks if not task.done), None)
    return Step(id=number, total=len(tasks)) if number else None


def tick_task(desk: Desk, place: Place) -> tuple[str, ...]:
    """Tick the task in every phase file that surely lists it; the paths of those files."""
    count = find_phase(place.phase, desk.sources.phases)
    if count is None or count.phase.path is None:
        return ()
    ids = place.ids(plan_count(count))
    ticked = []
    for path in _files(desk, count.phase.path):
        sheet = MarkdownSheet(desk.draft, path)
        splices = list(_ticks(sheet.markdown, place, ids))
        if len(splices) == 1:
            sheet.change(splices)
            ticked.append(path)
    return tuple(ticked)


def _files(desk: Desk, path: str) -> tuple[str, ...]:
    if path.endswith(".md"):
        return (path,)
    names = desk.draft.names(path)
    return tuple(f"{path}/{name}" for name in names if PLAN_FILE.fullmatch(name) or PHASE_FILE.fullmatch(name))


def _ticks(markdown: Markdown, place: Place, ids: tuple[tuple[str, ...], ...]) -> Iterator[Splice]:
    """The changes that finish the task, in each of the forms that list tasks."""
    for section in (markdown.preamble, *markdown.sections):
        if not _is_of_other_plan(section, place) and not OTHER_TITLE.search(section.title):
            yield from _boxes(section, ids)
            yield from _rows(section, ids)
        title = _TASK_TITLE.match(plain(section.title))
        status = section.field("Status") if title else None
        if title and status and parts_of(title["id"].rstrip(".-")) in ids and not is_done(plain(status.value)):
            yield status.rewrite(_DONE)


def _is_of_other_plan(section: Section, place: Place) -> bool:
    found = _PLAN_TITLE.match(plain(section.title))
    return found is not None and parts_of(found["id"].rstrip(".-"))[-1:] != (place.plan,)


def _boxes(section: Section, ids: tuple[tuple[str, ...], ...]) -> Iterator[Splice]:
    for item in section.all_items():
        identifier, _ = split_id(plain(item.text))
        if item.checked is False and identifier is not None and parts_of(identifier) in ids:
            yield item.check(True)


def _rows(section: Section, ids: tuple[tuple[str, ...], ...]) -> Iterator[Splice]:
    for row in (row for table in section.tables() for row in table.rows):
        name, status = row.get("task", "tasks"), row.cell("Status", "State", "Done")
        identifier, _ = split_id(plain(name or ""))
        if status and identifier and parts_of(identifier) in ids and not is_done(plain(status.text)):
            yield status.rewrite(_DONE)
