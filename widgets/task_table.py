"""The completed work as a table that a person corrects: the tasks, and below them the commits that belong to none."""

from collections.abc import Sequence
from typing import ClassVar, Literal

from rich.cells import cell_len
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip

from cockpit.model.checklist import Commit
from cockpit.model.handoff_draft import DraftTask
from cockpit.rules.handoff.proposal import work_named
from cockpit.values import dataclass
from cockpit.widgets.painting import Line, Painted, moving
from cockpit.widgets.view import View
from cockpit.wording.times import lasting_age

_COMMIT, _STATE, _AGE = 8, 11, 10
"""Cells of the columns."""
_NAME = 32
"""Cells that a name gets, where it is so long, before another column has room."""
_WORDS = {"done": "done", "in_progress": "in progress", "open": "open"}
_STYLES = {"done": "ok", "in_progress": "accent", "open": "muted"}
_ORIGINS = {"git": "git", "plan": "plan", "handoff": "handoff", "state": "state", "person": ""}

Wish = Literal["toggle", "edit", "add", "remove", "take", "undo"]


@dataclass(frozen=True, slots=True)
class _Row:
    """A line of the table. `place` counts the tasks or the commits; -1 for a line that cannot be selected."""

    kind: Literal["task", "add", "commit", "said"]
    place: int = -1
    text: str = ""


class TaskTable(Painted, can_focus=True):
    """Rows of a draft, one that adds a row, and the other commits. What a person wishes is told, not done."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *moving("move"),
        Binding("space", "wish('toggle')", "state", show=False, id="wizard.toggle",
                tooltip="In progress, done, open: the next state of the task"),
        Binding("enter", "choose", "edit", show=False, id="wizard.edit-row",
                tooltip="Edit the task; put a commit among the tasks"),
        Binding("n", "wish('add')", "add", show=False, id="wizard.add-row", tooltip="Add a task"),
        Binding("delete", "wish('remove')", "remove", show=False, id="wizard.remove-row", tooltip="Remove the task"),
        Binding("u", "wish('undo')", "undo", show=False, id="wizard.undo-row",
                tooltip="Take the last change of this table back"),
    ]  # fmt: skip

    cursor: reactive[int] = reactive(0)

    class Wished(Message):
        """What a person wishes to happen to a task (`place`), or to a commit (`take`)."""

        def __init__(self, wish: Wish, place: int) -> None:
            super().__init__()
            self.wish = wish
            self.place = place

    def __init__(self, view: View) -> None:
        super().__init__()
        self._view = view
        self._tasks: Sequence[DraftTask] = ()
        self._commits: Sequence[Commit] = ()
        self._rows: Sequence[_Row] = ()

    def show(
        self,
        tasks: Sequence[DraftTask],
        commits: Sequence[Commit],
        heading: str,
        select: int | None,
    ) -> None:
        """Show these tasks, and these commits under a heading. The cursor stands on the task `select`; where that is
        not said, on what took the place of the selected row.
        """
        before = self._rows[self.cursor] if self._rows else _Row("task", 0)
        self._tasks, self._commits = tasks, commits
        rows = [_Row("task", place) for place in range(len(tasks))]
        rows.append(_Row("add", 0))
        if heading:
            rows += [_Row("said"), _Row("said", text=heading)]
        rows += [_Row("commit", place) for place in range(len(commits))]
        self._rows = rows
        self._measure()
        target = before if select is None else _Row("task", select)
        same = [at for at, row in enumerate(rows) if row.kind == target.kind and row.place <= target.place]
        self.set_reactive(TaskTable.cursor, self._nearest(same[-1] if same else len(tasks), -1))
        self._keep_in_view()
        self.refresh()

    def _measure(self) -> None:
        if self.size.width:
            self.virtual_size = Size(self.size.width, max(1, len(self._rows)))

    def on_resize(self) -> None:
        """Measure for the new size."""
        self._measure()
        self._keep_in_view()

    def watch_cursor(self) -> None:
        """Keep the row under the cursor in view."""
        self._keep_in_view()

    def _keep_in_view(self) -> None:
        if self.size.height:
            first = self.cursor == self._nearest(0, 1)
            top = 0 if first else self.cursor
            self.scroll_to_region(Region(0, top, 1, self.cursor - top + 1), animate=False, force=True)

    def _nearest(self, at: int, step: int) -> int:
        """The first row that can be selected from there on, else the nearest behind it."""
        last = len(self._rows) - 1
        at = max(0, min(at, last))
        ahead, behind = range(at, last + 1), range(at, -1, -1)
        order = (*ahead, *behind) if step > 0 else (*behind, *ahead)
        return next((place for place in order if self._rows[place].kind != "said"), 0)

    # Painting

    def paint_row(self, y: int) -> Strip:
        """One row."""
        at, width = y + round(self.scroll_y), self.size.width
        if at >= len(self._rows):
            return self.paint(Line(), width)
        here = at == self.cursor and self.has_focus
        margin = Line().add(self._view.glyphs.cursor if here else " ", "accent")
        return self.paint(margin.join(self._line(self._rows[at], width - 2)), width, "cursor" if here else "background")

    def _line(self, row: _Row, width: int) -> Line:
        match row.kind:
            case "task":
                return self._task_line(self._tasks[row.place], width).cut(width)
            case "commit":
                return self._commit_line(self._commits[row.place], width).cut(width)
            case "add":
                return Line().add("+", "key", action="add").add(" add a task", "muted", action="add").cut(width)
        return Line().add(row.text, "muted").cut(width)

    def _task_line(self, task: DraftTask, width: int) -> Line:
        """Sign, number, name, commit, state, origin. Where there is little room the state gives way first: the sign
        tells it too.
        """
        glyphs = self._view.glyphs
        signs = {"done": glyphs.done, "in_progress": glyphs.active, "open": glyphs.open}
        numbers = min(8, max((cell_len(each.id or "") for each in self._tasks), default=0))
        line = Line().add(signs[task.state], _STYLES[task.state], action="toggle").gap(1)
        if numbers:
            line.right(task.id or "", "strong", width=numbers).gap(2)
        room = width - line.width - min(_NAME, self._widest_name)
        origins = max(cell_len(_ORIGINS[each.origin]) for each in self._tasks)
        columns = [
            (task.commit or glyphs.dash, "key" if task.commit else "muted", _COMMIT),
            (_ORIGINS[task.origin], "muted", origins),
            (_WORDS[task.state], _STYLES[task.state], _STATE),
        ]
        visible = [column for count, column in enumerate(columns)
                 if sum(each[2] + 2 for each in columns[: count + 1]) <= max(room, _COMMIT + 2)]  # fmt: skip
        commit, *others = visible
        visible = [commit, *reversed(others)]  # the origin stands last, though it goes last too
        rest = width - line.width - sum(each[2] + 2 for each in visible)
        line.add(task.name or "no name", "text" if task.name else "muted", width=max(1, min(rest, self._widest_name)))
        for text, style, cells in visible:
            line.gap(2).add(text, style, width=cells)
        return line

    @property
    def _widest_name(self) -> int:
        return max(8, *(cell_len(each.name) for each in self._tasks))

    def _commit_line(self, commit: Commit, width: int) -> Line:
        ago = lasting_age(commit.at, self._view.now()) or ""
        line = Line().add(commit.id[:7], "key").gap(2)
        aside = _AGE + 2 if width - line.width - _AGE - 2 >= _NAME // 2 else 0
        subjects = max(cell_len(work_named(each)) for each in self._commits)
        line.add(work_named(commit), "text", width=max(1, min(width - line.width - aside, subjects)))
        return line.gap(2).right(ago, "muted", width=_AGE) if aside else line

    # Moving and wishing

    def action_move(self, step: int) -> None:
        """Move the cursor by a row, over lines that only say something."""
        target = self._nearest(self.cursor + step, step)
        if (target - self.cursor) * step > 0:
            self.cursor = target

    def action_page(self, direction: int) -> None:
        """Move it by what is in view."""
        self.cursor = self._nearest(self.cursor + direction * max(1, self.size.height - 1), direction)

    def action_edge(self, direction: int) -> None:
        """Move it to the first or the last row."""
        self.cursor = self._nearest(0 if direction < 0 else len(self._rows) - 1, -direction)

    def action_choose(self) -> None:
        """What Enter means here: edit a task, add one, take a commit."""
        kinds: dict[str, Wish] = {"task": "edit", "add": "add", "commit": "take"}
        row = self._rows[self.cursor]
        self._tell(kinds[row.kind], row.place)

    def action_wish(self, wish: Wish) -> None:
        """Tell a wish about the row under the cursor. To toggle what is no task yet makes it one; what else is wished
        of a task means nothing elsewhere.
        """
        row = self._rows[self.cursor]
        if wish == "toggle" and row.kind in ("add", "commit"):
            self.action_choose()
        if row.kind == "task" or wish in ("add", "undo"):
            self._tell(wish, row.place)

    def _tell(self, wish: Wish, place: int) -> None:
        self.post_message(self.Wished(wish, place))

    def on_click(self, event: events.Click) -> None:
        """Select the row under the pointer; a click on its sign toggles, a second one means Enter."""
        at = event.get_content_offset(self)
        place = at.y + round(self.scroll_y) if at is not None else -1
        if at is None or not 0 <= place < len(self._rows) or self._rows[place].kind == "said":
            return
        self.cursor = place
        action = self._line(self._rows[place], self.size.width - 2).action_at(at.x - 1)
        wishes: dict[str | None, Wish] = {"toggle": "toggle", "add": "add"}
        if action in wishes:
            self.action_wish(wishes[action])
        elif event.chain > 1:
            self.action_choose()
