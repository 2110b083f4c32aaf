"""The tasks that a handoff calls completed: rows of a table, with or without a header, or entries of a list."""

import re
from dataclasses import replace

from cockpit.documents.markdown import Item, Region, Row, Table
from cockpit.model import HandoffTask
from cockpit.rules.references import commit_in, is_commit_id, without_commit
from cockpit.rules.work import is_done
from cockpit.systems.reading.outline import Outline
from cockpit.systems.reading.values import is_nothing, plain
from cockpit.systems.reading.words import split_id

_COLUMNS = {
    "id": ("Task", "#", "ID"),
    "name": ("Name", "Description", "Title"),
    "commit": ("Commit", "Hash"),
    "status": ("Status",),
    "files": ("Files", "File"),
}
_NUMBER = re.compile(r"(?:task\s+)?(?P<id>\d+(?:[.-]\d+)*)[.:)]?", re.IGNORECASE)
_LABEL = re.compile(r"task\s+(?=\d)", re.IGNORECASE)
_PATH = re.compile(r"(?:[^\s,;]*(?:/[^\s,;]+|\.[A-Za-z]\w{0,9})(?:[,;]\s*|$))+")
_FILE_SEPARATOR = re.compile(r"[,;]\s*|<br\s*/?>")


def tasks_of(region: Region | None, outline: Outline) -> tuple[HandoffTask, ...]:
    """The tasks below a heading or in a tag; what names a commit and is no id of one is reported."""
    tables = region.tables() if region else ()
    rows = tuple(task for table in tables for task in _of_table(table, outline))
    return rows or tuple(_listed(entry.text, entry.item) for entry, _ in outline.entries(region))


def _of_table(table: Table, outline: Outline) -> list[HandoffTask]:
    known = any(table.column(*names) is not None for names in _COLUMNS.values())
    rows = [row for row in table.rows if not row.filler]
    if known:
        return [_task(outline, row) for row in rows]
    if any(_NUMBER.fullmatch(plain(cell.text)) for cell in table.header[:1]):
        rows.insert(0, Row(table.header, table.line, table.start, table.start))  # it is a row, in the place of a header
    elif table.header:
        outline.taken.keep(table.line)
    return [_by_content(outline, row) for row in rows]


def _task(outline: Outline, row: Row) -> HandoffTask:
    """A row of a table that names its columns."""
    cells = outline.cells(row, **_COLUMNS)
    identifier, name = cells["id"], cells["name"]
    if identifier is not None and name is None and _NUMBER.fullmatch(identifier) is None:
        identifier, name = split_id(identifier)
    stated = cells["commit"]
    commit = commit_in(stated) or stated if stated else None
    if commit is not None and not is_commit_id(commit):
        message = f'Task {identifier or "?"} names "{commit}" as its commit, which is no commit id.'
        outline.report.add("commit-unreadable", outline.path, row.line, message)
    return HandoffTask(
        id=_LABEL.sub("", identifier) if identifier else None,
        name=name,
        commit=commit,
        status=cells["status"],
        files=_files(cells["files"]),
    )


def _by_content(outline: Outline, row: Row) -> HandoffTask:
    """A row of a table without a header: its number, its name, and behind them what reads as commit, files, status."""
    task = HandoffTask()
    told = [plain(cell.text) for cell in row.cells]
    left = [text for text in told if not is_nothing(text)]
    whole = True
    for text in left:
        number = _NUMBER.fullmatch(text)
        commit = commit_in(text)
        if number is not None and task.id is None and task.name is None:
            task = replace(task, id=number["id"])
        elif commit is not None and task.commit is None and not without_commit(text, commit):
            task = replace(task, commit=commit)
        elif task.name is None and not is_done(text):
            task = replace(task, name=text)
        elif not task.files and _PATH.fullmatch(text):
            task = replace(task, files=_files(text))
        elif task.status is None:
            task = replace(task, status=text)
        else:
            whole = False
    outline.taken.take_if(whole, row.line)
    return task


def _files(text: str | None) -> tuple[str, ...]:
    return tuple(plain(name) for name in _FILE_SEPARATOR.split(text or "") if name.strip())


def _listed(text: str, item: Item | None) -> HandoffTask:
    """A task as an entry of a list: `[x] Task 1: Create model (abc1234)`."""
    identifier, name = split_id(plain(text))
    commit = commit_in(name, alone=False)
    box = item.checked if item is not None else None
    return HandoffTask(
        id=identifier,
        name=without_commit(name, commit) if commit else name,
        commit=commit,
        status=None if box is None else "✅" if box else "not started",
    )
