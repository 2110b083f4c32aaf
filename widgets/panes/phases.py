"""Pane 9: the phases of the work."""

from collections.abc import Iterable, Sequence
from typing import ClassVar

from cockpit.model import Phase, Track
from widgets.gauge import progress
from widgets.line import Line
from widgets.pane import Pane, Row

_DONE = ("complete", "done", "verified", "archived", "✅")
_ACTIVE = ("progress", "active", "executing", "running", "🔄")
_FAILED = ("fail", "blocked", "❌")
_NEGATED = ("not ", "not_", "incomplete", "inactive", "undone", "unverified", "unblocked")
_WIDTH = 12


class PhasesPane(Pane):
    """Every phase with its status and counted progress."""

    NUMBER: ClassVar[int] = 9
    HEADING: ClassVar[str] = "Phases"
    EMPTY: ClassVar[str] = "No phase files found."
    HELP: ClassVar[str] = "The phases, each with its status as written and its tasks as counted from the plan files."

    def slices(self, track: Track) -> tuple[object, ...]:
        """Phases, and which one is current."""
        return (track.phases, track.position.phase, self.view)

    def rows_of(self, track: Track) -> Iterable[Row]:
        """One row a phase."""
        return [
            Row(f"{number}:{each.id}", each, f"{each.id or ''} {each.name or ''} {each.status or ''}")
            for number, each in enumerate(track.phases)
        ]

    def summary(self) -> str:
        """How many of them are done."""
        done = sum(kind(row.value) == "done" for row in self.rows.all)
        return f"{done} of {len(self.rows.all)} done" if self.rows.all else ""

    def draw(self, row: Row, width: int) -> Sequence[Line]:
        """Mark, id, name, counted tasks."""
        phase: Phase = row.value
        glyphs, state = self.view.glyphs, kind(row.value)
        style = {"done": "ok", "active": "accent", "failed": "alert"}.get(state, "muted")
        line = Line().add(getattr(glyphs, state), style).gap(1).add(phase.id or glyphs.dash, "muted", width=5)
        count = f"{phase.counted_done or 0}/{phase.counted_total}" if phase.counted_total else ""
        name_style = "strong" if state == "active" else "muted" if state == "done" else "text"
        room = width - 7
        if count and room > _WIDTH + 12:
            line.add(phase.name or phase.status or "", name_style, width=room - _WIDTH - 4)
            share = 100 * (phase.counted_done or 0) / (phase.counted_total or 1)
            line.gap(1).join(progress(share, _WIDTH - 4, glyphs, style)).right(count, "muted", width=7)
        else:
            aside = Line().add(count or phase.status or "", "muted").cut(max(12, room // 2))
            line.add(phase.name or "", name_style, width=max(4, room - aside.width - 1)).gap(1).join(aside)
        return [line.cut(width)]


def kind(phase: Phase) -> str:
    """`done`, `active`, `failed` or `pending`: what a phase's own word means for its mark."""
    word = (phase.status or "").casefold()
    if any(each in word for each in _NEGATED):
        word = ""  # says what is not the case; the counted tasks know more
    for state, words in (("failed", _FAILED), ("active", _ACTIVE), ("done", _DONE)):
        if any(each in word for each in words):
            return state
    if phase.counted_total and phase.counted_done == phase.counted_total:
        return "done"
    return "active" if phase.counted_done else "pending"
