"""Pane 6: what was decided and need not be argued again."""

from collections.abc import Iterable, Sequence
from typing import ClassVar

from cockpit.model import Decision, Track
from cockpit.rules.handoff.handoff_status import topic_of
from cockpit.widgets.painting import Line, hanging
from cockpit.widgets.pane import Density, Pane, Row
from cockpit.wording.times import day

_OUTCOME = 12
"""Cells an outcome keeps beside a text that is too long for both."""


class DecisionsPane(Pane):
    """The decisions with their outcome, or what they are about."""

    NUMBER: ClassVar[int] = 6
    HEADING: ClassVar[str] = "Decisions"
    ONE: ClassVar[str] = "Decision"
    EMPTY: ClassVar[str] = "No decisions recorded."
    ADDING: ClassVar[tuple[str, str] | None] = ("row.new", "records one")
    HELP: ClassVar[str] = (
        "What was decided, with its outcome or what it is about. Enter shows reason, context and alternatives."
    )

    def slices(self, track: Track) -> tuple[object, ...]:
        """The decisions."""
        return (track.decisions, self.view)

    def rows_of(self, track: Track) -> Iterable[Row]:
        """One row a decision."""
        for each in track.decisions:
            yield Row(each.text, each, " ".join(filter(None, (each.text, each.outcome, each.reason, each.context))))

    def counted(self, track: Track) -> int:
        """All of them."""
        return len(track.decisions)

    def draw(self, row: Row, width: int, density: Density) -> Sequence[Line]:
        """The text, the outcome or the topic at the right end; below, where there is room, when and why."""
        decision: Decision = row.value
        text, outcome = Line().add(decision.text), Line().add(decision.outcome or topic_of(decision), "muted")
        beside = bool(outcome.width) and text.width + outcome.width + 2 <= width
        if not density and not beside and not decision.outcome:
            outcome = Line()  # the text needs the room more
        elif not density and outcome.width and not beside:
            outcome = outcome.cut(max(_OUTCOME, width - text.width - 2))
            text = text.cut(max(1, width - outcome.width - 2))
        if not density or beside:
            first = [text.to(width - outcome.width).join(outcome).cut(width) if outcome.width else text.cut(width)]
        else:
            first = hanging(Line(), decision.text, "text", width, most=density.most)
        below = "" if beside or not density else decision.outcome or topic_of(decision)
        first += self._below(below, width, max(2, density.aside))
        return [*first, *self._below(self._more(decision), width, density.aside)]

    @staticmethod
    def _below(text: str, width: int, most: int) -> list[Line]:
        return hanging(Line().gap(2), text, "muted", width, most=most) if text else []

    def _more(self, decision: Decision) -> str:
        when = day(decision.date, self.view.now())
        phase = f"phase {decision.phase}" if decision.phase else None
        return f" {self.view.glyphs.dot} ".join(filter(None, (when, phase, decision.reason)))
