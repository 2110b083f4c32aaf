"""Pane 4: what holds the work up."""

from collections.abc import Iterable, Sequence
from typing import ClassVar

from cockpit.model import Blocker, Track
from cockpit.rules.ages import age
from cockpit.rules.attention import blocker_key
from widgets.line import Line
from widgets.pane import Pane, Row

_STYLES = {"new": "alert", "active": "alert", "bypassed": "warning", "resolved": "muted"}


class BlockersPane(Pane):
    """The blockers: state, text, what they affect."""

    NUMBER: ClassVar[int] = 4
    HEADING: ClassVar[str] = "Blockers"
    EMPTY: ClassVar[str] = "No blockers."
    HELP: ClassVar[str] = "What holds the work up. Resolved ones stay, dimmed, where the system keeps them."

    def slices(self, track: Track) -> tuple[object, ...]:
        """The blockers."""
        return (track.blockers, self.view)

    def rows_of(self, track: Track) -> Iterable[Row]:
        """One row a blocker."""
        return [Row(blocker_key(each), each, f"{each.id or ''} {each.text}") for each in track.blockers]

    def summary(self) -> str:
        """How many are open."""
        count = sum(row.value.status in ("new", "active") for row in self.rows.all)
        return str(count) if self.rows.all else ""

    def draw(self, row: Row, width: int) -> Sequence[Line]:
        """Mark and text; below it, in a roomy pane, what it affects."""
        blocker: Blocker = row.value
        glyphs = self.view.glyphs
        mark = {"bypassed": glyphs.bypassed, "resolved": glyphs.done}.get(blocker.status, glyphs.blocked)
        style = "muted" if blocker.status == "resolved" else "text"
        line = Line().add(mark, _STYLES[blocker.status]).gap(1).add(blocker.text, style)
        if self.view.roomy:
            return [line.cut(width), self._more(blocker).cut(width)]
        return [line.cut(width)]

    def _more(self, blocker: Blocker) -> Line:
        dot = f" {self.view.glyphs.dot} "
        since = age(blocker.since, self.view.now())
        parts = [blocker.status, *([f"since {since}"] if since else []), *blocker.affects]
        return Line().gap(2).add(dot.join(parts), "muted")
