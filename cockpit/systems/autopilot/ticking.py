"""Cells that name a step, with another number; and a task ticked in the phase files, where it can be told surely."""

import re
from collections.abc import Iterator

from cockpit.model import Step
from cockpit.regex import regex
from cockpit.rules.work import is_done
from cockpit.systems.autopilot.phases import (
    PHASE_FILE,
    PLAN_FILE,
    PhaseCount,
    Place,
    find_phase,
    parts_of,
    plan_count,
    plan_tasks,
)
from cockpit.systems.autopilot.steps import ID
from cockpit.systems.shared.stated_values import split_id
from cockpit.systems.shared.tasks import OTHER_TITLE, id_and_name
from cockpit.systems.shared.working_copy import Draft
from cockpit.text.lines import Document, Section, entries_of, labelled, rows_of
from cockpit.text.splice import Splice
from cockpit.text.words import plain

# Cells that name a phase, plan or task, with another number: `3 of 6 (dashboard)`, `Mid-plan 3.2, task 3 of 5`

_OF = r"\s+of\s+|\s*/\s*|\s*\(of\s+"
_STEP = regex(
    rf"(?P<lead>(?:(?:phase|plan|task|leg|chunk)\s+)?)(?P<id>{ID})(?P<of>(?:{_OF})\S+)?(?P<rest>.*)",
    re.IGNORECASE | re.DOTALL,
)
_TASK = regex(rf"(?P<lead>\btask\s+)(?P<id>{ID})(?:(?P<of>{_OF})(?P<total>\d+))?", re.IGNORECASE)
_NAME = regex(r"(?P<open>[\s:(\[—–-]+)(?P<name>.*?)(?P<close>[)\]]?\s*)", re.DOTALL)


def with_step(text: str, identifier: str, name: str | None, total: int | None = None) -> str:
    """The cell with another id, and another total where one is given. The name behind it, which was the old step's,
    becomes the new one's or goes."""
    found = _STEP.fullmatch(text.strip())
    of = f" of {total}" if total is not None else ""
    if found is None:
        return f"{identifier}{of}"
    if found["of"]:
        of = found["of"] if total is None else re.sub(r"[\w?]+(?=\W*$)", str(total), found["of"])
    return f"{found['lead']}{identifier}{of}{_renamed(found['rest'], name)}"


def with_task(text: str, identifier: str, total: int | None = None) -> str | None:
    """A sentence with another task number, None where it names no task."""
    found = _TASK.search(text)
    if found is None:
        return None
    of = f"{found['of'] or ' of '}{total or found['total']}" if total or found["total"] else ""
    return f"{text[: found.start()]}{found['lead']}{identifier}{of}{text[found.end() :]}"


def _renamed(rest: str, name: str | None) -> str:
    found = _NAME.fullmatch(rest)
    if not rest.strip() or found is None or name is None:
        return ""
    return f"{found['open']}{name}{found['close']}"


# Ticking a task in the phase files, where it can be told surely

_TASK_TITLE = regex(r"(?:[^\w\s]+\s*)?task\s+(?P<id>\d[\w.-]*)", re.IGNORECASE)
_PLAN_TITLE = regex(r"(?:[^\w\s]+\s*)?plan\s+(?P<id>\d[\w.-]*)", re.IGNORECASE)
_DONE = "✅ Done"


def first_task(phases: tuple[PhaseCount, ...], place: Place) -> Step | None:
    """The first open task of a plan with the number of its tasks; None where the phase files list no open one."""
    tasks = plan_tasks(phases, place)
    number = next((task.number for task in tasks if not task.done), None)
    return Step(id=number, total=len(tasks)) if number else None


def tick_task(draft: Draft, phases: tuple[PhaseCount, ...], place: Place) -> tuple[str, ...]:
    """Tick the task in every phase file that surely lists it; the paths of those files."""
    count = find_phase(place.phase, phases)
    if count is None or count.phase.path is None:
        return ()
    ids = place.ids(plan_count(count))
    ticked = []
    for path in _files(draft, count.phase.path):
        splices = list(_ticks(draft.document(path), place, ids))
        if len(splices) == 1:
            draft.splice(path, splices)
            ticked.append(path)
    return tuple(ticked)


def _files(draft: Draft, path: str) -> tuple[str, ...]:
    if path.endswith(".md"):
        return (path,)
    names = draft.names(path)
    return tuple(f"{path}/{name}" for name in names if PLAN_FILE.fullmatch(name) or PHASE_FILE.fullmatch(name))


def _ticks(document: Document, place: Place, ids: tuple[tuple[str, ...], ...]) -> Iterator[Splice]:
    """The changes that finish the task, in each of the forms that list tasks."""
    for section in document.sections:
        if not _is_of_other_plan(section, place) and not OTHER_TITLE.search(section.title):
            yield from _boxes(section, ids)
            yield from _rows(section, ids)
        title = _TASK_TITLE.match(plain(section.title))
        status = labelled(section.lines, "Status") if title else None
        if title and status and parts_of(title["id"].rstrip(".-")) in ids and not is_done(plain(status.value.text)):
            at, end = status.value.start, status.value.end
            yield Splice(at, end, _DONE if document.text[at - 1] in " \t" else f" {_DONE}")


def _is_of_other_plan(section: Section, place: Place) -> bool:
    found = _PLAN_TITLE.match(plain(section.title))
    return found is not None and parts_of(found["id"].rstrip(".-"))[-1:] != (place.plan,)


def _boxes(section: Section, ids: tuple[tuple[str, ...], ...]) -> Iterator[Splice]:
    for entry in entries_of(section.lines):
        identifier, _ = split_id(plain(entry.text))
        if entry.lines[0].ticked is False and identifier is not None and parts_of(identifier) in ids:
            yield Splice(*entry.lines[0].box, "x")


def _rows(section: Section, ids: tuple[tuple[str, ...], ...]) -> Iterator[Splice]:
    for row in rows_of(section.lines):
        name, status = row.get("task", "tasks"), row.cell("Status", "State", "Done")
        identifier, _ = id_and_name(row, name or "")
        if status and identifier and parts_of(identifier) in ids and not is_done(plain(status.text)):
            yield Splice(status.start, status.end, _DONE if status.text else f"{_DONE} ")


def task_words(first: Step) -> str:
    """`task 1 of 4`."""
    return f"task {first.id} of {first.total}"
