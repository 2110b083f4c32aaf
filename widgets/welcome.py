"""What stands on screen where there is no state to show: why, and what to do."""

from collections.abc import Sequence

from textual.strip import Strip

from cockpit.model import Finding
from cockpit.widgets.painting import Line, Painted, hanging

_WIDEST = 76
"""Cells of a sentence that is broken where it is longer."""


class Welcome(Painted):
    """A few sentences in the middle of the screen."""

    def __init__(self) -> None:
        super().__init__(id="welcome")
        self._lines: list[Line] = []

    def reading(self) -> None:
        """The files are still being read."""
        self._show([Line().add("Reading the project …", "muted")])

    def nothing(self, root: str, places: Sequence[tuple[str, str]], findings: Sequence[Finding]) -> None:
        """There is no state: where it was looked for, what stood in the way, and what would be recognised."""
        lines = [
            Line().add("No agent state here that can be read" if findings else "No agent state here yet", "strong"),
            Line(),
            Line().add("Looked in ", "muted").add(root),
        ]
        for finding in findings:
            style = "accent" if finding.severity == "note" else "stop"
            lines += [Line(), *hanging(Line().add(finding.path, style).gap(2), str(finding.message), "text", _WIDEST)]
        lines.append(Line())
        lines += [Line().add(name, width=22).add(place, "muted") for name, place in places]
        lines += [
            Line(),
            Line().add("This screen fills by itself when an agent starts to keep its state here.", "muted"),
            Line(),
            Line().add("cockpit demo", "key", width=22).add("a sample project with an agent at work", "muted"),
            Line().add("cockpit init", "key", width=22).add("begins a state here", "muted"),
        ]
        self._show(lines)

    def _show(self, lines: list[Line]) -> None:
        self._lines = lines
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """The block of lines, centred."""
        width, height = self.size
        block = max((line.width for line in self._lines), default=0)
        at = y - max(0, (height - len(self._lines)) * 2 // 5)
        if not 0 <= at < len(self._lines):
            return self.paint(Line(), width)
        return self.paint(Line().gap(max(1, (width - block) // 2)).join(self._lines[at]), width)
