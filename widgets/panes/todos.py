"""Pane 7: what is still to be done."""

from collections.abc import Iterable, Sequence
from typing import ClassVar

from cockpit.model import Todo, Track
from cockpit.rules.attention import OpenQuestion
from cockpit.widgets.painting import Line, hanging
from cockpit.widgets.pane import Density, Pane, Row


class TodosPane(Pane):
    """The todos, ticked ones dimmed; the open questions of a system that has those instead."""

    NUMBER: ClassVar[int] = 7
    HEADING: ClassVar[str] = "Todos"
    ONE: ClassVar[str] = "Todo"
    EMPTY: ClassVar[str] = "No pending todos."
    ADDING: ClassVar[tuple[str, str] | None] = ("row.new", "adds one")
    HELP: ClassVar[str] = "What is still to be done, or asked."

    def heading(self) -> str:
        """What the rows are."""
        return "Open questions" if self.track is not None and self.track.keeps_questions else self.HEADING

    def empty(self) -> str:
        """That there are none of what the rows are."""
        return "No open questions." if self.track is not None and self.track.keeps_questions else self.EMPTY

    @property
    def absent(self) -> bool:
        """Whether the system of the track has neither todos nor open questions."""
        return super().absent and self.track is not None and not self.track.keeps_questions

    def slices(self, track: Track) -> tuple[object, ...]:
        """Both."""
        return (track.todos, track.open_questions, self.view)

    def rows_of(self, track: Track) -> Iterable[Row]:
        """One row a todo or question."""
        yield from (Row(each.text, each, each.text) for each in track.todos)
        yield from (Row(each, OpenQuestion(each), each) for each in track.open_questions)

    def title_of(self, row: Row | None) -> str:
        """What the row is."""
        return "Open question" if row is not None and isinstance(row.value, OpenQuestion) else super().title_of(row)

    def counted(self, track: Track) -> int:
        """How many are open."""
        return [each.done for each in track.todos].count(False) + len(track.open_questions)

    def summary(self) -> tuple[str, str]:
        """How many are open."""
        return (f"{self.count()} open" if self.rows.all else "", "muted")

    def draw(self, row: Row, width: int, density: Density) -> Sequence[Line]:
        """Box and text."""
        value: Todo | OpenQuestion = row.value
        done = isinstance(value, Todo) and value.done
        mark, style = (self.view.glyphs.done, "muted") if done else (self.view.glyphs.open, "text")
        lead = Line().add(mark, "ok" if done else "muted").gap(1)
        return hanging(lead, value.text, style, width, most=density.most)
