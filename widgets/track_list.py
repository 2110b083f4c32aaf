"""The tracks of a project below each other: what needs a person in each, where it stands, how far it is."""

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

from rich.cells import cell_len

from cockpit.model import Position
from cockpit.model.location import track_name
from cockpit.rules.attention import RankedTrack
from cockpit.widgets.choice import Choice, ChoiceList
from cockpit.widgets.gauge import progress
from cockpit.widgets.needs import mark_of, style_of
from cockpit.widgets.painting import Line
from cockpit.widgets.panes.position import add_step, share, status_word
from cockpit.widgets.view import View

_PERCENT = 5
_BAR = 12
_WORDED = 60
"""Cells from which on phase and bar have room beside the title."""


class TrackList(ChoiceList):
    """One track in three lines: title, phase and progress; the gravest need, or the status; a blank one."""

    LINES: ClassVar[int] = 3

    def __init__(self, standings: Sequence[RankedTrack], current: str | None, view: View) -> None:
        self._standings: dict[str, RankedTrack] = {}
        self._current = current
        super().__init__("Tracks, the one that needs you most first", (), None, view)
        self.follow(standings)

    def follow(self, standings: Sequence[RankedTrack]) -> None:
        """Show how the tracks stand now; the cursor begins at the worst and stays with its track."""
        at = self.chosen
        self._standings = {each.track.key: each for each in standings}
        tracks = tuple(each.track for each in standings)
        self.show([Choice(each.key, track_name(each, tracks)) for each in tracks], at)
        self.refresh()

    def draw(self, choice: Choice, width: int) -> Sequence[Line]:
        """Title and progress, the need, and a blank line."""
        standing = self._standings[choice.key]
        return [self._title(choice.name, standing, width), self._need(standing, width), Line()]

    def _title(self, title: str, standing: RankedTrack, width: int) -> Line:
        glyphs = self._view.glyphs
        need = standing.needs[0] if standing.needs else None
        line = Line().add(mark_of(need, glyphs), style_of(need)).gap(1).add(title, "strong")
        if standing.track.key == self._current:
            line.add("  here", "accent")
        right = self._progress(standing.track.position, width)
        if width >= _WORDED and (phase := standing.track.position.phase) is not None:
            names = max(cell_len(each.name) for each in self._choices)
            line.to(min(names + 2 + 8, width // 2)).gap(2).add("Phase ", "muted")
            steps = (add_step(Line(), each) for each in (phase, replace(phase, name=None)))
            line.join(next((step for step in steps if line.width + step.width + right.width + 2 <= width), Line()))
        return line.cut(width - right.width - 2).to(width - right.width).join(right)

    def _progress(self, at: Position, width: int) -> Line:
        """The bar and the percentage; nothing where nobody claims or counted any."""
        if at.percent is None and at.counted is None:
            return Line()
        percent = at.percent if at.percent is not None else share(at)
        bar = progress(percent, _BAR, self._view.glyphs) if width >= _WORDED else Line()
        return bar.join(Line().right(f"{int(percent)} %", width=_PERCENT))

    def _need(self, standing: RankedTrack, width: int) -> Line:
        dot = f" {self._view.glyphs.dot} "
        line = Line().gap(2)
        if standing.needs:
            first, *others = standing.needs
            more = f"{dot}{len(others)} more" if others else ""
            line.add(first.word, style_of(first)).gap(2).add(str(first.text))
            return line.cut(width - len(more)).add(more, "muted")
        line.join(status_word(standing.track.position))
        return line.add(f"{dot}{standing.track.path}", "muted").cut(width)
