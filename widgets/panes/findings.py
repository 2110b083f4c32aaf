"""Pane 9: what a reader should know about the files."""

from collections.abc import Iterable, Sequence
from typing import ClassVar

from cockpit.model import Finding, Track
from cockpit.rules.attention import finding_key
from cockpit.rules.unread import place_of
from cockpit.widgets.by_key import by_key
from cockpit.widgets.painting import Line, hanging
from cockpit.widgets.pane import Density, Pane, Row

_STYLES = {"error": "stop", "warning": "warning", "note": "muted"}
_PLACED = 60
"""Cells from which on there is room for the file and line beside the message."""


class FindingsPane(Pane):
    """Unreadable, contradictory, over a limit, not true on disk: the gravest first."""

    NUMBER: ClassVar[int] = 9
    HEADING: ClassVar[str] = "Findings"
    ONE: ClassVar[str] = "Finding"
    EMPTY: ClassVar[str] = "No findings: the files agree with each other."
    HELP: ClassVar[str] = "What is wrong or contradictory in the files, with its line. Nothing is corrected by itself."

    def slices(self, track: Track) -> tuple[object, ...]:
        """The track's findings and those of the project."""
        return (track.findings, self.view, *self.snapshot.project_findings)

    def rows_of(self, track: Track) -> Iterable[Row]:
        """One row a finding."""
        found = sorted((*self.snapshot.project_findings, *track.findings), key=lambda each: each.order)
        return [Row(finding_key(each), each, f"{each.code} {each.path} {each.message}") for each in found]

    def counted(self, track: Track) -> int:
        """All of them."""
        return len(self.snapshot.project_findings) + len(track.findings)

    def summary(self) -> tuple[str, str]:
        """How many, in the colour of the gravest."""
        gravest = self.rows.all[0].value.severity if self.rows.all else "note"
        return (str(self.count()) if self.count() else "", _STYLES[gravest])

    def draw(self, row: Row, width: int, density: Density) -> Sequence[Line]:
        """Mark and message, then the place; the hint below where there is room."""
        finding: Finding = row.value
        glyphs, hint_text = self.view.glyphs, by_key(finding.hint, self.view.keys) if finding.hint else ""
        problem = by_key(finding.message, self.view.keys)
        mark = {"error": glyphs.error, "warning": glyphs.warning, "note": glyphs.note}[finding.severity]
        lead = Line().add(mark, _STYLES[finding.severity]).gap(1)
        where = place_of(finding) if finding.path != "." else ""  # it is about the project
        message, place = Line().add(problem), Line().add(where, "muted")
        beside = 2 + message.width + 2 + place.width <= width
        if density and not beside:
            below = f" {glyphs.dot} ".join(filter(None, (where, hint_text if density.aside else "")))
            lines = hanging(lead, problem, "text", width, most=density.most)
            return [*lines, *(self._below(below, width, max(1, density.aside)) if below else [])]
        if not beside and width < _PLACED:
            return [lead.join(message).cut(width)]
        if not beside and place.width > width // 3:  # its end tells the line
            place = Line().add(f"…{place.plain[1 - width // 3 :]}", "muted").cut(width // 3)
        first = lead.join(message.cut(max(4, width - place.width - 4))).to(width - place.width).join(place).cut(width)
        return [first, *(self._below(hint_text, width, density.aside) if hint_text else [])]

    @staticmethod
    def _below(text: str, width: int, most: int) -> list[Line]:
        return hanging(Line().gap(2), text, "muted", width, most=most)
