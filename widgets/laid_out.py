"""Where the lines of a pane's rows stand."""

from collections.abc import Callable, Sequence
from functools import cache

from cockpit.values import dataclass
from widgets.line import Line
from widgets.rowlist import REST, Row


@dataclass(slots=True)
class LaidOut:
    """The lines of the rows: which row each line belongs to, and where each row begins."""

    lines: Sequence[tuple[int, Line]]
    starts: Sequence[int]


class LineEach(Sequence[tuple[int, Line]]):
    """One line for each of many rows, drawn when it comes into view: a list of thousands must not hold up a key."""

    def __init__(self, rows: Sequence[Row], draw: Callable[[Row], Line], rest: str) -> None:
        """`rest` says what the row `REST` stands for."""
        self._rows = rows
        told = Line().add(rest, "muted")
        self._draw = cache(lambda place: told if rows[place] is REST else draw(rows[place]))

    def __len__(self) -> int:
        return len(self._rows)

    def __getitem__(self, place: int) -> tuple[int, Line]:  # type: ignore[override]  # nobody takes a part of it
        return place, self._draw(place)
