"""Phase, plan, task, status and progress in few words, for panes without room and for lists of tracks."""

from collections.abc import Sequence
from dataclasses import replace

from cockpit.model import Position, Step
from widgets.gauge import progress
from widgets.glyphs import Glyphs
from widgets.line import Line

STATUS_STYLES = {
    "in_progress": "ok",
    "completed": "ok",
    "phase_complete": "ok",
    "blocked": "warning",
    "paused": "warning",
    "failed": "stop",
}
_STEPS = ("phase", "plan", "task")
_BAR = 10
"""Cells that a bar keeps, whatever words could stand beside it."""


def steps_line(at: Position, width: int, glyphs: Glyphs) -> Line:
    """All steps on one line, the status at its right end; names are left out from the least telling on.

    Where not even the numbers leave room for the status, it stands with the progress.
    """
    status = status_word(at)
    for named in (_STEPS, ("phase", "task"), ("task",), ()):
        line = _steps(at, named, glyphs)
        if line.width + 2 + status.width <= width:
            return line.to(width - status.width).join(status)
    return _steps(at, (), glyphs, of="/").cut(width)


def short_progress(at: Position, width: int, glyphs: Glyphs) -> Line:
    """A bar with the claimed and the counted progress in words, as many as fit."""
    lead = Line()
    if _steps(at, (), glyphs).width + 2 + status_word(at).width > width:
        lead.join(status_word(at)).gap(2)
    claimed = f"{at.percent:g} %" if at.percent is not None else ""
    counted = counted_words(at)
    dot = f" {glyphs.dot} "
    for words in (
        dot.join(filter(None, (claimed and f"{claimed} claimed", counted and f"{counted} counted"))),
        dot.join(filter(None, (claimed, counted))),
        claimed or counted,
    ):
        room = width - lead.width - len(words) - 2
        if room >= _BAR:
            break
    percent = at.percent if at.percent is not None else share(at)
    return lead.join(progress(percent, max(_BAR, room), glyphs)).gap(2).add(words, "muted").cut(width)


def status_word(at: Position) -> Line:
    """The file's own word for the status, in the colour of what it means."""
    return Line().add(at.status_text or at.status.replace("_", " "), STATUS_STYLES.get(at.status, "text"))


def counted_words(at: Position) -> str:
    """`21 of 50 tasks`; empty where nothing was counted."""
    return f"{at.counted.done} of {at.counted.total} {at.counted.unit}" if at.counted is not None else ""


def share(at: Position) -> float:
    """The counted progress in percent."""
    return 100 * at.counted.done / at.counted.total if at.counted and at.counted.total else 0.0


def add_step(line: Line, step: Step, *, gap: int = 2, of: str = " of ") -> Line:
    """Append `3 of 6  Dashboard` to a line."""
    line.add(step.id or "?", "strong").add(f"{of}{step.total}" if step.total is not None else "")
    return line.gap(gap if step.name else 0).add(step.name or "")


def _steps(at: Position, named: Sequence[str], glyphs: Glyphs, of: str = " of ") -> Line:
    line = Line()
    for name in _STEPS:
        step: Step | None = getattr(at, name)
        if step is not None:
            line.add(f" {glyphs.dot} " if line.width else "", "muted").add(name.capitalize(), "muted")
            add_step(line.gap(1), step if name in named else replace(step, name=None), gap=1, of=of)
    return line
