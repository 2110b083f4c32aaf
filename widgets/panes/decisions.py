"""Pane 5: what was decided and need not be argued again."""

from collections.abc import Iterable, Sequence
from typing import ClassVar

from cockpit.model import Decision, Track
from cockpit.rules.ages import day
from widgets.line import Line
from widgets.pane import Pane, Row


class DecisionsPane(Pane):
    """The decisions with their outcome."""

    NUMBER: ClassVar[int] = 5
    HEADING: ClassVar[str] = "Decisions"
    EMPTY: ClassVar[str] = "No decisions recorded."
    HELP: ClassVar[str] = "What was decided, with its outcome. Enter shows reason, context and alternatives."

    def slices(self, track: Track) -> tuple[object, ...]:
        """The decisions."""
        return (track.decisions, self.view)

    def rows_of(self, track: Track) -> Iterable[Row]:
        """One row a decision."""
        return [
            Row(each.text, each, " ".join(filter(None, (each.text, each.outcome, each.reason, each.context))))
            for each in track.decisions
        ]

    def draw(self, row: Row, width: int) -> Sequence[Line]:
        """Text, and the outcome in a column of its own where there is room."""
        decision: Decision = row.value
        outcome = Line().add(decision.outcome or "", "muted").cut(max(12, width // 3))
        line = Line().add(decision.text, width=max(1, width - outcome.width - 2) if outcome.width else None)
        if outcome.width:
            line.gap(2).join(outcome)
        if not self.view.roomy:
            return [line.cut(width)]
        parts = [day(decision.date, self.view.now()), decision.phase and f"phase {decision.phase}", decision.reason]
        more = f" {self.view.glyphs.dot} ".join(filter(None, parts))
        return [line.cut(width), *([Line().gap(2).add(more, "muted").cut(width)] if more else [])]
