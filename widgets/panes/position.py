"""Pane 2: where the work stands, and what comes next."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import ClassVar

from cockpit.model import Position, Step, Track
from cockpit.rules.ages import day
from widgets.gauge import progress
from widgets.line import Line
from widgets.pane import Pane, Row

LABEL = 9
"""Cells of the label column."""

STATUS_STYLES = {
    "in_progress": "ok",
    "completed": "ok",
    "phase_complete": "ok",
    "blocked": "warning",
    "paused": "warning",
    "failed": "stop",
}


class PositionPane(Pane):
    """Phase, plan and task; status; progress as claimed and as counted; last activity; next action; metrics."""

    NUMBER: ClassVar[int] = 2
    HEADING: ClassVar[str] = "Position"
    EMPTY: ClassVar[str] = "The state file says nothing about where the work stands."
    HELP: ClassVar[str] = (
        "Where the work stands. Claimed is what the state file says, counted is what the plan files show. "
        "Next is the file's own next action, or the rule's where it states none."
    )

    def slices(self, track: Track) -> tuple[object, ...]:
        """Position, next action, waiting, metrics."""
        return track.position, track.next_action, track.waiting, track.metrics, self.view

    def rows_of(self, track: Track) -> Iterable[Row]:
        """Steps, status, progress, activity, next action, metrics: those the files say something about."""
        at = track.position
        steps = [(name, step) for name in ("phase", "plan", "task") if (step := getattr(at, name)) is not None]
        if self.view.compact and steps:
            yield Row("steps", at, " ".join(_step_text(step) for _, step in steps))
        elif not self.view.compact:
            yield from (Row(name, step, _step_text(step)) for name, step in steps)
            yield Row("status", at, at.status_text or "", telling=(at.status, at.status_text))
        if at.percent is not None or at.counted is not None:
            yield Row("progress", at, "progress", telling=(at.percent, at.counted))
        if at.last_activity is not None:
            yield Row("activity", at.last_activity, at.last_activity.text or "")
        if track.waiting is not None:
            yield Row("waiting", track.waiting, track.waiting.question)
        if track.next_action is not None:
            yield Row("next", track.next_action, track.next_action.text)
        if track.metrics and not self.view.compact:
            yield Row("metrics", tuple(track.metrics.items()), " ".join(track.metrics))

    def summary(self) -> str:
        """Which system and layout this is."""
        return f"{self.track.system} {self.view.glyphs.dot} {self.track.format}" if self.track else ""

    def draw(self, row: Row, width: int) -> Sequence[Line]:
        """A label and its value."""
        if row.key == "steps":
            return [self._steps(row.value, width)]
        if row.key == "status":
            return [self._status(row.value).cut(width)]
        if row.key == "progress":
            return self._progress(row.value, width)
        if row.key == "metrics":
            return self._metrics(row.value, width)
        line = Line()
        match row.key:
            case "phase" | "plan" | "task":
                line.add(row.key.capitalize(), "muted", width=LABEL)
                _add_step(line, row.value)
            case "activity":
                line.add(day(row.value.date, self.view.now()) or "Last", "muted", width=LABEL).add(row.value.text or "")
            case "waiting":
                line.add("Asks", "accent", width=LABEL).add(row.value.question, "strong")
            case "next":
                line.add("Next", "muted", width=LABEL).add(row.value.command or row.value.text, "key")
                if row.value.source == "rule":
                    line.add(f"  {self.view.glyphs.dash} by rule, the file names none", "muted")
        return [line.cut(width)]

    def _steps(self, at: Position, width: int) -> Line:
        """All steps on one line, the status at its right end; names are left out from the least telling on."""
        status = self._status_word(at)
        room = width - status.width - 2
        for named in (("phase", "plan", "task"), ("phase", "task"), ("task",), ()):
            line = self._steps_line(at, named)
            if line.width <= room:
                break
        return line.cut(room).to(width - status.width).join(status).cut(width)

    def _steps_line(self, at: Position, named: Sequence[str]) -> Line:
        line = Line()
        for name in ("phase", "plan", "task"):
            step: Step | None = getattr(at, name)
            if step is not None:
                line.add(f" {self.view.glyphs.dot} " if line.width else "", "muted").add(name.capitalize(), "muted")
                _add_step(line.gap(1), step if name in named else replace(step, name=None), gap=1)
        return line

    def _status(self, at: Position) -> Line:
        return Line().add("Status", "muted", width=LABEL).join(self._status_word(at))

    def _status_word(self, at: Position) -> Line:
        word = at.status_text or at.status.replace("_", " ")
        return Line().add(word, STATUS_STYLES.get(at.status, "text"))

    def _progress(self, at: Position, width: int) -> Sequence[Line]:
        glyphs = self.view.glyphs
        words = []
        if at.percent is not None:
            words.append(f"{at.percent:g} % claimed")
        if at.counted is not None:
            words.append(f"{at.counted.done} of {at.counted.total} {at.counted.unit} counted")
        text = f" {glyphs.dot} ".join(words)
        share = at.percent if at.percent is not None else _share(at)
        room = max(10, width - len(text) - 2)
        return [progress(share, room, glyphs).gap(2).add(text, "muted").cut(width)]

    def _metrics(self, metrics: tuple[tuple[str, str], ...], width: int) -> list[Line]:
        """As many metrics on a line as fit whole."""
        lines = [Line().add("Metrics", "muted", width=LABEL)]
        for name, value in metrics:
            piece = Line().add(f"{name} ", "muted").add(value)
            if lines[-1].width > LABEL and lines[-1].width + piece.width + 3 > width:
                lines.append(Line().gap(LABEL))
            lines[-1].add(f" {self.view.glyphs.dot} " if lines[-1].width > LABEL else "", "muted").join(piece)
        return [line.cut(width) for line in lines]


def _share(at: Position) -> float:
    return 100 * at.counted.done / at.counted.total if at.counted and at.counted.total else 0.0


def _step_text(step: Step) -> str:
    number = f"{step.id or '?'} of {step.total}" if step.total is not None else (step.id or "")
    return " ".join(part for part in (number, step.name) if part)


def _add_step(line: Line, step: Step, gap: int = 2) -> None:
    line.add(step.id or "?", "strong")
    if step.total is not None:
        line.add(f" of {step.total}", "text")
    if step.name:
        line.gap(gap).add(step.name, "text")
