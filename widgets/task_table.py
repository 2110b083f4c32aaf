"""The completed work as a list that a person corrects: the tasks, and below them the commits that belong to none."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from rich.cells import cell_len

from cockpit.model.checklist import Commit
from cockpit.model.handoff_draft import DraftTask, TaskState
from cockpit.rules.handoff.proposal import work_named
from cockpit.widgets.painting import Line
from cockpit.widgets.pane import Density, Pane, Row
from cockpit.wording.printable import printable
from cockpit.wording.times import lasting_age

_COMMIT, _STATE, _AGE = 8, 11, 10
"""Cells of the columns."""
_NAME = 32
"""Cells that a name gets, where it is so long, before another column has room."""
_STATES: Mapping[TaskState, tuple[str, str, str]] = {
    "done": ("done", "done", "ok"),
    "in_progress": ("active", "in progress", "accent"),
    "open": ("open", "open", "muted"),
}
"""How far a task is: the name of its sign, the word, the style of both."""


class TaskTable(Pane):
    """Rows of a draft, one that adds a row, and the other commits. A click on a sign acts as `turn` or `add`."""

    NUMBER: ClassVar[int] = 0
    HEADING: ClassVar[str] = "Completed work"
    ONE: ClassVar[str] = "Task"
    _numbers = _names = _origins = _subjects = 0
    """Cells of the widest of each."""

    def fill(self, tasks: Sequence[DraftTask], commits: Sequence[Commit], heading: str) -> None:
        """Show these tasks, and these commits under a heading; the cursor stays, or stands on what took the place."""
        self._numbers = min(8, max((cell_len(each.id or "") for each in tasks), default=0))
        self._names = max(8, *(cell_len(each.name) for each in tasks), 0)
        self._origins = max((cell_len(_from(each)) for each in tasks), default=0)
        self._subjects = max((cell_len(_subject(each)) for each in commits), default=0)
        selected = self.row
        rows = [*(Row(f"task {place}", task) for place, task in enumerate(tasks)), Row("add", "")]
        if commits:
            rows += [Row("gap", "", selectable=False), Row("heading", heading, selectable=False)]
        self.replace_rows([*rows, *(Row(each.id, each) for each in commits)], mark=False)
        self._rows_changed(selected)
        self.turned_at = 0.0  # a key turned it, or the person has just come

    @property
    def place(self) -> int | None:
        """Which task is under the cursor; None where none is."""
        return self.cursor if self.row is not None and isinstance(self.row.value, DraftTask) else None

    def draw(self, row: Row, width: int, density: Density) -> Sequence[Line]:
        """A task, a commit, or what stands between them."""
        if isinstance(row.value, DraftTask):
            line = self._task_line(row.value, width)
        elif isinstance(row.value, Commit):
            line = self._commit_line(row.value, width)
        elif row.selectable:
            line = Line().add("+", "key", action="add").add(" add a task", "muted", action="add")
        else:
            line = Line().add(row.value, "muted")
        return [line.cut(width)]

    def _task_line(self, task: DraftTask, width: int) -> Line:
        """Sign, number, name, commit, state, origin. Where there is little room the state gives way first: the sign
        tells it too.
        """
        sign, word, style = _STATES[task.state]
        line = Line().add(getattr(self.view.glyphs, sign), style, action="turn").gap(1)
        if self._numbers:
            line.right(task.id or "", "strong", width=self._numbers).gap(2)
        columns = [
            (task.commit or self.view.glyphs.dash, "key" if task.commit else "muted", _COMMIT),
            (word, style, _STATE),
            (_from(task), "muted", self._origins),
        ]
        room = width - line.width
        while len(columns) > 1 and room - sum(cells + 2 for *_, cells in columns) < min(_NAME, self._names):
            del columns[1]
        name = min(self._names, room - sum(cells + 2 for *_, cells in columns))
        line.add(task.name or "no name", "text" if task.name else "muted", width=max(1, name))
        for text, style, cells in columns:
            line.gap(2).add(text, style, width=cells)
        return line

    def _commit_line(self, commit: Commit, width: int) -> Line:
        line = Line().add(commit.id[:7], "key").gap(2)
        aside = _AGE + 2 if width - line.width - _AGE - 2 >= _NAME // 2 else 0
        line.add(_subject(commit), "text", width=max(1, min(width - line.width - aside, self._subjects)))
        ago = lasting_age(commit.at, self.view.now()) or ""
        return line.gap(2).right(ago, "muted", width=_AGE) if aside else line


def _from(task: DraftTask) -> str:
    """Where a row comes from; a person's own says nothing."""
    return "" if task.origin == "person" else task.origin


def _subject(commit: Commit) -> str:
    """What a commit did, as it is painted: signs that are written out are wider than they were."""
    return printable(work_named(commit))
