"""The tasks that were decomposed: `_docs/02_tasks/` and its dependencies table."""

import re
from collections.abc import Iterable, Mapping

from cockpit.documents.markdown import Row
from cockpit.rules.numbers import whole_number
from cockpit.systems.autodev.artefacts import TASKS
from cockpit.systems.autodev.report import Report
from cockpit.systems.reading.folder import Folder, Page
from cockpit.systems.reading.values import is_nothing, plain
from cockpit.values import dataclass

TABLE = "_dependencies_table.md"
_DONE, _OPEN = "done", ("todo", "backlog")
_IDS = re.compile(r"[A-Za-z]{1,10}-\d{1,6}|\d{1,4}(?:\.\d{1,4})?[a-z]?")
_MOST = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskRow:
    """One task of the table."""

    id: str
    name: str | None
    points: int | None
    after: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tasks:
    """The tasks: by the table, and how many task files lie in each folder. `total` and `points` are those it states,
    `reports` the batches that were reported on.
    """

    path: str | None = None
    rows: tuple[TaskRow, ...] = ()
    total: int | None = None
    points: int | None = None
    files: Mapping[str, int]
    reports: int = 0

    @property
    def count(self) -> int | None:
        """How many tasks there are: as the table has them, as it states, or by their files."""
        return len(self.rows) or self.total or sum(self.files.values()) or None

    @property
    def complexity(self) -> int | None:
        """The complexity points in total: of the rows, else as stated."""
        known = [row.points for row in self.rows if row.points is not None]
        return sum(known) if known else self.points

    @property
    def batches(self) -> int | None:
        """An estimate of the batches: how often tasks must wait for others before they can begin."""
        return _depth(self.rows) if self.rows else None


def read_tasks(folder: Folder, report: Report) -> Tasks:
    """What is known of the tasks. Where the table's total is not its rows, that is reported."""
    files = {name: _task_files(folder, name) for name in ("", *_OPEN, _DONE)}
    counted = {name or "tasks": count for name, count in files.items() if count}
    reports = sum(map(_is_report, folder.names("03_implementation")))
    page = folder.page(f"{TASKS}/{TABLE}")
    if page is None or page.bad:
        return Tasks(files=counted, reports=reports)
    rows = page.once(_rows)
    total, points = _stated(page, "Total Tasks", "Tasks"), _stated(page, "Total Complexity Points", "Complexity Points")
    if total is not None and rows and total != len(rows):
        report.add("tasks-mismatch", page.path, None, f"It states {total} tasks, and has {len(rows)} rows.")
    summed = sum(row.points or 0 for row in rows)
    if points is not None and rows and all(row.points is not None for row in rows) and points != summed:
        report.add("tasks-mismatch", page.path, None, f"It states {points} complexity points; its rows have {summed}.")
    return Tasks(path=page.path, rows=rows, total=total, points=points, files=counted, reports=reports)


def _task_files(folder: Folder, name: str) -> int:
    names = folder.names(f"{TASKS}/{name}" if name else TASKS)
    return sum(each.endswith(".md") and not each.startswith("_") for each in names)


def _is_report(name: str) -> bool:
    return name.startswith("batch_") and name.endswith("report.md")


def _stated(page: Page, *labels: str) -> int | None:
    field = page.markdown.field(*labels)
    return whole_number(plain(field.value)) if field is not None else None


def _rows(page: Page) -> tuple[TaskRow, ...]:
    tables = (table for part in (page.markdown.preamble, *page.markdown.sections) for table in part.tables())
    table = next((table for table in tables if table.column("Task") is not None), None)
    rows = (_row(row) for row in (table.rows if table is not None else ()) if not row.filler)
    return tuple(row for row in rows if row is not None)[:_MOST]


def _row(row: Row) -> TaskRow | None:
    identifier = plain(row.get("Task") or "")
    if is_nothing(identifier):
        return None
    return TaskRow(
        id=identifier,
        name=plain(row.get("Name") or "") or None,
        points=whole_number(plain(row.get("Complexity", "Points", "Complexity Points") or "").split(" ")[0]),
        after=tuple(_IDS.findall(row.get("Dependencies", "Depends on") or "")),
    )


def _depth(rows: Iterable[TaskRow]) -> int:
    """The length of the longest chain of tasks that wait for each other; one that bites its tail counts once."""
    by_id = {row.id: row for row in rows}
    depth: dict[str, int] = {}
    left = list(by_id)
    while left:
        ready = [each for each in left if all(name in depth for name in by_id[each].after if name in by_id)]
        for each in ready or left:
            depth[each] = 1 + max((depth.get(name, 0) for name in by_id[each].after), default=0)
        left = [each for each in left if each not in depth]
    return max(depth.values(), default=0)
