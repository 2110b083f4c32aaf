"""Pane 6: what is still to be done."""

from collections.abc import Iterable, Sequence
from typing import ClassVar

from cockpit.model import Todo, Track
from cockpit.widgets.painting import Line, hanging
from cockpit.widgets.pane import Density, Pane, Row


class TodosPane(Pane):
    """The todos; ticked ones dimmed."""

    NUMBER: ClassVar[int] = 6
    HEADING: ClassVar[str] = "Todos"
    ONE: ClassVar[str] = "Todo"
    EMPTY: ClassVar[str] = "No pending todos."
    ADDING: ClassVar[tuple[str, str] | None] = ("todo", "adds one")
    HELP: ClassVar[str] = "The pending todos of the state file."

    def slices(self, track: Track) -> tuple[object, ...]:
        """The todos."""
        return (track.todos, self.view)

    def rows_of(self, track: Track) -> Iterable[Row]:
        """One row a todo."""
        return (Row(each.text, each, each.text) for each in track.todos)

    def counted(self, track: Track) -> int:
        """How many are open."""
        return sum(not each.done for each in track.todos)

    def summary(self) -> tuple[str, str]:
        """How many are open."""
        return (f"{self.count()} open" if self.rows.all else "", "muted")

    def draw(self, row: Row, width: int, density: Density) -> Sequence[Line]:
        """Box and text."""
        todo: Todo = row.value
        mark = self.view.glyphs.done if todo.done else self.view.glyphs.open
        style = "muted" if todo.done else "text"
        lead = Line().add(mark, "ok" if todo.done else "muted").gap(1)
        return hanging(lead, todo.text, style, width) if density else [lead.add(todo.text, style).cut(width)]
