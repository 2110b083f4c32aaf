"""What happened last, where the board has room for it."""

from collections.abc import Sequence

from textual.geometry import Size
from textual.strip import Strip

from cockpit.values import dataclass
from cockpit.widgets.painting import Line, Painted
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
    """One line a change, the newest first; a click opens the log."""

    def __init__(self, view: View) -> None:
        super().__init__(id="recent")
        self._view = view
        self._changes: Sequence[RecentChange] = ()

    @property
    def lines_needed(self) -> int:
        """Lines inside the frame that show them all."""
        return len(self._changes)

    def show(self, changes: Sequence[RecentChange]) -> bool:
        """Show these, the newest first. True where there are more or fewer than before."""
        before, self._changes = self._changes, changes
        if changes != before:
            self.refresh()
        return len(changes) != len(before)

    def on_mount(self) -> None:
        """Name the key of the whole log."""
        self.border_title = "Log"
        self.border_subtitle = f"{self._view.keys.get('log') or ''} all".strip()

    def on_resize(self) -> None:
        """Nothing is below what is in view."""
        self.virtual_size = Size(self.size.width, self.size.height)

    def paint_row(self, y: int) -> Strip:
        """One change: its age, what was done, by whom."""
        width = self.size.width
        if y >= len(self._changes):
            return self.paint(Line(), width)
        change = self._changes[y]
        age = lasting_age(change.at, self._view.now()) or change.at
        line = Line().gap(1).add(age, "muted", width=_AGE).gap(2)
        line.add(change.sentence, "muted" if change.undone else "text")
        actor = Line().gap(2).add(change.actor, "muted").gap(1)
        return self.paint(line.cut(width - actor.width).to(width - actor.width).join(actor), width)

    async def on_click(self) -> None:
        """Open the log."""
        await self.screen.run_action("act('log')")
