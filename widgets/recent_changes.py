"""What happened last, where the board has room for it."""

from collections.abc import Sequence

from rich.cells import cell_len
from textual.geometry import Size
from textual.strip import Strip

from cockpit.values import dataclass
from cockpit.widgets.painting import Line, Painted, wrap
from cockpit.widgets.view import View
from cockpit.wording.times import lasting_age

MOST = 10
"""Lines that are shown; the log has all."""
FEWEST = 3
"""Lines below which they are not shown."""
_AGE = 10


@dataclass(frozen=True, slots=True)
class RecentChange:
    """When something happened, in UTC, what, and by whom; `undone`, whether it no longer stands."""

    at: str
    sentence: str
    actor: str
    undone: bool


class RecentChanges(Painted):
    """The newest changes first, each whole; a click opens the log."""

    def __init__(self, view: View) -> None:
        super().__init__(id="recent")
        self._view = view
        self._changes: list[RecentChange] = []

    def lines_needed(self, width: int) -> int:
        """Lines that show them all in so many columns."""
        return len(self._lines(width))

    def _lines(self, width: int) -> list[tuple[RecentChange, int, str]]:
        """Each line: its change, the number of the line within that, and its part of the sentence."""
        beside = 1 + _AGE + 2 + 2 + max((cell_len(each.actor) for each in self._changes), default=0) + 1
        return [
            (each, number, part)
            for each in self._changes
            for number, part in enumerate(wrap(each.sentence, max(1, width - beside)))
        ]

    def show(self, changes: Sequence[RecentChange]) -> bool:
        """Show these, the newest first. True where they are others than before."""
        before, self._changes = self._changes, [*changes]
        if self._changes != before:
            self.refresh()
        return self._changes != before

    def on_mount(self) -> None:
        """Name the key of the whole log."""
        self.border_title = "Log"
        self.border_subtitle = f"{self._view.keys.get('log') or ''} all".strip()

    def on_resize(self) -> None:
        """Nothing is below what is in view."""
        self.virtual_size = Size(self.size.width, self.size.height)

    def paint_row(self, y: int) -> Strip:
        """A change: its age, what was done, by whom."""
        width = self.size.width
        lines = self._lines(width)
        if y >= len(lines):
            return self.paint(Line(), width)
        change, number, part = lines[y]
        age = lasting_age(change.at, self._view.now()) or change.at
        line = Line().gap(1).add(age if number == 0 else "", "muted", width=_AGE).gap(2)
        line.add(part, "muted" if change.undone else "text")
        actor = Line().gap(2).add(change.actor if number == 0 else "", "muted").gap(1)
        return self.paint(line.cut(width - actor.width).to(width - actor.width).join(actor), width)

    async def on_click(self) -> None:
        """Open the log."""
        await self.screen.run_action("act('log')")
