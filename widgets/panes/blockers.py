"""Pane 5: what holds the work up."""

from collections.abc import Iterable, Sequence
from typing import ClassVar

from cockpit.model import Blocker, Track
from cockpit.rules.attention import blocker_key
from cockpit.widgets.painting import Line, hanging
from cockpit.widgets.pane import Density, Pane, Row
from cockpit.widgets.sheets import affected
from cockpit.wording.times import lasting_age


class BlockersPane(Pane):
    """The blockers: state, text, what they affect."""

    NUMBER: ClassVar[int] = 5
    HEADING: ClassVar[str] = "Blockers"
    ONE: ClassVar[str] = "Blocker"
    EMPTY: ClassVar[str] = "No blockers."
    ADDING: ClassVar[tuple[str, str] | None] = ("row.new", "records one")
    HELP: ClassVar[str] = "What holds the work up. Resolved ones stay, dimmed, where the system keeps them."

    def slices(self, track: Track) -> tuple[object, ...]:
        """The blockers."""
        return (track.blockers, self.view)

    def rows_of(self, track: Track) -> Iterable[Row]:
        """One row a blocker."""
        return (Row(blocker_key(each), each, f"{each.id or ''} {each.text}") for each in track.blockers)

    def counted(self, track: Track) -> int:
        """How many are open."""
        return len(track.open_blockers)

    def summary(self) -> tuple[str, str]:
        """How many are open."""
        return (f"{self.count()} open" if self.rows.all else "", "warning" if self.count() else "muted")

    def draw(self, row: Row, width: int, density: Density) -> Sequence[Line]:
        """Mark and text; below it, where there is room, since when and what it affects."""
        blocker: Blocker = row.value
        glyphs = self.view.glyphs
        mark = {"bypassed": glyphs.bypassed, "resolved": glyphs.done}.get(blocker.status, glyphs.blocked)
        resolved = blocker.status == "resolved"
        style = "muted" if resolved else "text"
        lead = Line().add(mark, "muted" if resolved else "warning").gap(1)
        if density:
            return [*hanging(lead, blocker.text, style, width, most=density.most), *self._more(blocker, width, density)]
        return [lead.add(blocker.text, style).cut(width)]

    def _more(self, blocker: Blocker, width: int, density: Density) -> list[Line]:
        at = blocker.resolved_at if blocker.status == "resolved" else blocker.since
        when = lasting_age(at, self.view.now())
        affects = f"affects {', '.join(affected(blocker))}" if blocker.affects else ""
        parts = [blocker.status, *filter(None, (when, affects, blocker.workaround, blocker.resolution))]
        return hanging(Line().gap(2), f" {self.view.glyphs.dot} ".join(parts), "muted", width, most=density.aside)
