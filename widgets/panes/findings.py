"""Pane 8: what a reader should know about the files."""

from collections.abc import Iterable, Sequence
from typing import ClassVar

from cockpit.model import Finding, Track
from cockpit.rules.attention import finding_key, place_of
from widgets.line import Line
from widgets.pane import Pane, Row

_STYLES = {"error": "stop", "warning": "warning", "note": "muted"}
_ORDER = ("error", "warning", "note")
_PLACED = 60
"""Cells from which on there is room for the file and line beside the message."""


class FindingsPane(Pane):
    """Unreadable, contradictory, over a limit, not true on disk: the gravest first."""

    NUMBER: ClassVar[int] = 8
    HEADING: ClassVar[str] = "Findings"
    EMPTY: ClassVar[str] = "No findings: the files agree with each other."
    HELP: ClassVar[str] = "What is wrong or contradictory in the files, with its line. Nothing is corrected by itself."

    of_project: tuple[Finding, ...] = ()

    def slices(self, track: Track) -> tuple[object, ...]:
        """The track's findings and those of the project."""
        return (track.findings, self.of_project, self.view)

    def rows_of(self, track: Track) -> Iterable[Row]:
        """One row a finding."""
        found = sorted((*self.of_project, *track.findings), key=lambda each: _ORDER.index(each.severity))
        return [Row(finding_key(each), each, f"{each.code} {each.path} {each.message}") for each in found]

    def draw(self, row: Row, width: int) -> Sequence[Line]:
        """Mark and message, then the place; the hint below in a roomy pane."""
        finding: Finding = row.value
        glyphs = self.view.glyphs
        mark = {"error": glyphs.error, "warning": "!", "note": glyphs.note}[finding.severity]
        line = Line().add(mark, _STYLES[finding.severity]).gap(1)
        if width < _PLACED:
            return [line.add(finding.message).cut(width)]
        place = Line().add(place_of(finding), "muted").cut(width // 3)
        lines = [line.add(finding.message, width=max(4, width - place.width - 4)).gap(2).join(place).cut(width)]
        if self.view.roomy and finding.hint:
            lines.append(Line().gap(2).add(finding.hint, "muted").cut(width))
        return lines
