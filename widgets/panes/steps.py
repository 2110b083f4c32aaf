"""Phase, plan, task, status and progress in few words, for panes without room and for lists of tracks."""

from collections.abc import Mapping
from dataclasses import replace

from rich.cells import cell_len

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
_NAME = 6
"""Cells below which the beginning of a name tells nothing."""
_BAR = 10
"""Cells that a bar keeps, whatever words could stand beside it."""


def steps_line(at: Position, beside: str, width: int, glyphs: Glyphs) -> Line:
    """All steps on one line, at the right end the status and what is known beside it.

    The names of phase and task are cut before they are left out. Where not even the numbers leave room
    for the status, it stands with the progress.
    """
    status = status_word(at, beside)
    room = width - 2 - status.width
    for names in (_names(at), _names(at, "phase", "task"), _shortened(at, room - _steps(at, {}, glyphs).width), {}):
        line = _steps(at, names, glyphs)
        if line.width <= room:
            return line.to(width - status.width).join(status)
    return _steps(at, {}, glyphs, of="/").cut(width)


def _names(at: Position, *of: str) -> dict[str, str]:
    """The names of these steps, of all where none is named."""
    steps = {name: getattr(at, name) for name in of or _STEPS}
    return {name: step.name for name, step in steps.items() if step is not None and step.name}


def _shortened(at: Position, room: int) -> dict[str, str]:
    """The names of phase and task, cut so that they fit; the phase's alone where both would tell nothing."""
    names = _names(at, "phase", "task")
    room -= len(names)
    cells = {name: cell_len(text) for name, text in names.items()}
    shares = dict.fromkeys(names, room)
    if len(names) > 1:
        phase = min(cells["phase"], max((room + 1) // 2, room - cells["task"]))
        shares = {"phase": phase, "task": room - phase}
        if any(shares[name] < min(_NAME, cells[name]) for name in names):
            shares = {"phase": room + 1}
    telling = {name: share for name, share in shares.items() if share >= min(_NAME, cells[name])}
    return {name: Line().add(names[name]).cut(share).plain for name, share in telling.items()}


def short_progress(at: Position, beside: str, width: int, glyphs: Glyphs) -> Line:
    """A bar with the claimed and the counted progress in words, as many as fit."""
    lead = Line()
    status = status_word(at, beside)
    if _steps(at, {}, glyphs).width + 2 + status.width > width:
        lead.join(status).gap(2)
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


def status_word(at: Position, beside: str = "") -> Line:
    """The file's own word for the status, in the colour of what it means, and what is known beside it."""
    line = Line().add(at.status_text or at.status.replace("_", " "), STATUS_STYLES.get(at.status, "text"))
    return line.add(f", {beside}", "warning") if beside else line


def counted_words(at: Position) -> str:
    """`21 of 50 tasks`; empty where nothing was counted."""
    return f"{at.counted.done} of {at.counted.total} {at.counted.unit}" if at.counted is not None else ""


def share(at: Position) -> float:
    """The counted progress in percent."""
    return 100 * at.counted.done / at.counted.total if at.counted and at.counted.total else 0.0


def add_step(line: Line, step: Step, *, gap: int = 2, of: str = " of ") -> Line:
    """Append `3 of 6  Dashboard` to a line; of what has a name alone, the name."""
    if step.id is None and step.total is None and step.name:
        return line.add(step.name)
    line.add(step.id or "?", "strong").add(f"{of}{step.total}" if step.total is not None else "")
    return line.gap(gap if step.name else 0).add(step.name or "")


def _steps(at: Position, names: Mapping[str, str], glyphs: Glyphs, of: str = " of ") -> Line:
    line = Line()
    for name in _STEPS:
        step: Step | None = getattr(at, name)
        if step is not None:
            line.add(f" {glyphs.dot} " if line.width else "", "muted").add(name.capitalize(), "muted")
            add_step(line.gap(1), replace(step, name=names.get(name)), gap=1, of=of)
    return line
