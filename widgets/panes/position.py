"""Pane 2: where the work stands, and what comes next."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from rich.cells import cell_len

from cockpit.model import NextAction, Position, Step, Track
from cockpit.rules.handoff.handoff_status import waits
from cockpit.rules.progress import counted_label
from cockpit.rules.thresholds.alert_state import beside_status
from cockpit.widgets.gauge import progress
from cockpit.widgets.painting import Line, hanging
from cockpit.widgets.pane import Density, Pane, Row
from cockpit.widgets.view import Glyphs
from cockpit.wording.numbers import whole_number
from cockpit.wording.times import day

# Phase, plan, task, status and progress in few words, for panes without room and for lists of tracks

STATUS_STYLES = {
    "in_progress": "ok",
    "completed": "ok",
    "phase_complete": "ok",
    "blocked": "warning",
    "paused": "warning",
    "failed": "stop",
}
_IN_FEW_WORDS = {"session handed off": "handed off"}
"""What is known beside the status and has shorter words."""
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


def short_progress(at: Position, beside: str, width: int, glyphs: Glyphs, whole: str = "") -> Line:
    """A bar with the progress as the agent says it and as it was counted, in words, as many as fit; `whole` says what
    was counted."""
    lead = Line()
    status = status_word(at, beside)
    if _steps(at, {}, glyphs).width + 2 + status.width > width:
        lead.join(status).gap(2)
    claimed = at.claimed
    counted = counted_words(at)
    dot = f" {glyphs.dot} "
    for words in (
        dot.join(filter(None, (claimed and f"agent says {claimed}", counted and _counted_in(at, whole)))),
        dot.join(filter(None, (claimed, counted and counted + whole))),
        claimed or counted,
    ):
        room = width - lead.width - len(words) - 2
        if room >= _BAR:
            break
    percent = at.percent if at.percent is not None else share(at)
    return lead.join(progress(percent, max(_BAR, room), glyphs)).gap(2).add(words, "muted").cut(width)


def status_word(at: Position, beside: str = "") -> Line:
    """The file's own word for the status, in the colour of what it means, and what is known beside it."""
    line = Line().add(at.status_label, STATUS_STYLES.get(at.status, "text"))
    return line.add(f", {beside}", "warning") if beside else line


def counted_words(at: Position) -> str:
    """`21 of 50 tasks`; empty where nothing was counted."""
    return f"{at.counted.done} of {at.counted.total} {at.counted.unit}" if at.counted is not None else ""


def _counted_in(at: Position, whole: str) -> str:
    words = counted_words(at) + whole
    return f"{words} done" if counted_label(at, whole) == "Done" else f"plan files {words}"


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


LABEL = 11
"""Cells of the label column."""


class PositionPane(Pane):
    """Phase, plan and task; status; progress as said and as counted; last activity; next action; metrics."""

    NUMBER: ClassVar[int] = 2
    HEADING: ClassVar[str] = "Position"
    ONE: ClassVar[str] = "Position"
    EMPTY: ClassVar[str] = "The state file has no position."
    HELP: ClassVar[str] = (
        "The position of the work: how far the agent says it is, and what the plan files show. "
        "Next run is the agent's command, for the agent and not for the shell: the file's own next action, or the "
        "rule's where it states none. An agent at work needs no order. Where a handoff waits, it is checked here first."
    )

    def slices(self, track: Track) -> tuple[object, ...]:
        """Position, next action, waiting, metrics, and what tells whether anybody works at it."""
        return (track.position, track.next_action, track.waiting, track.metrics, waits(track), track.phases,
                str(beside_status(track) or ""), self.view)  # fmt: skip

    def rows_of(self, track: Track) -> Iterable[Row]:
        """Steps, status, progress, activity, next action, metrics: those the files say something about."""
        if track.is_plain:
            return
        at = track.position
        beside = beside_status(track)
        steps = [(name, step) for name in ("phase", "plan", "task") if (step := getattr(at, name)) is not None]
        if self.view.compact and steps:
            yield Row("steps", at, " ".join(_step_text(step) for _, step in steps))
        else:
            yield from (Row(name, at, _step_text(step), telling=step) for name, step in steps)
        if not (self.view.compact and (steps or at.status_text is None)):
            yield Row("status", at, at.status_text or "", telling=(at.status, at.status_text, beside))
        if at.percent is not None or at.counted is not None:
            yield Row("progress", at, "progress", telling=(at.percent, at.counted))
        if at.last_activity is not None:
            yield Row("activity", at.last_activity, str(at.last_activity.text or ""))
        if track.waiting is not None:
            yield Row("waiting", track.waiting, str(track.waiting.question))
        if track.next_action is not None:
            yield Row("next", track.next_action, str(track.next_action.text))
        if track.metrics and not self.view.compact:
            yield Row("metrics", tuple(track.metrics.items()), " ".join(track.metrics))

    def summary(self) -> tuple[str, str]:
        """Which system this is."""
        return (self.track.system if self.track else "", "muted")

    def draw(self, row: Row, width: int, density: Density) -> Sequence[Line]:
        """A label and its value."""
        match row.key:
            case "steps":
                return [steps_line(row.value, self._beside, width, self.view.glyphs)]
            case "progress" if self.view.compact:
                return [short_progress(row.value, self._beside, width, self.view.glyphs, self._whole)]
            case "progress":
                return [line.cut(width) for line in self._bars(row.value, width)]
            case "metrics":
                return self._metrics(row.value, width)
        lead, text, style = self._labelled(row)
        lines = hanging(lead, text, style, width, most=density.most)
        aside = f"  {self.view.glyphs.dash} by rule, the file names none"
        if row.key == "next" and row.value.source == "rule" and lines[-1].width + len(aside) <= width:
            lines[-1].add(aside, "muted")
        return lines

    @property
    def _beside(self) -> str:
        """What is known beside the status, in the fewest words."""
        beside = beside_status(self.track) if self.track is not None else None
        return _IN_FEW_WORDS.get(str(beside), str(beside)) if beside is not None else ""

    @property
    def _whole(self) -> str:
        """What was counted where that is the present phase alone; empty where it is all of the work."""
        return " of the phase" if self.track is not None and _counts_phase(self.track) else ""

    def _labelled(self, row: Row) -> tuple[Line, str, str]:
        """What stands before the text of a row, the text, and its style."""
        value = row.value
        match row.key:
            case "activity":
                when = day(value.date, self.view.now()) or "Last"
                return Line().add(when, "muted", width=max(LABEL, cell_len(when) + 1)), str(value.text or ""), "text"
            case "waiting":
                return Line().add("Asks", "accent", width=LABEL), str(value.question), "strong"
            case "next":
                return self._next_lead(value), value.command or str(value.text), "key"
            case "status":
                word = status_word(value)
                style = word.spans[0].style if word.spans else "text"
                beside = beside_status(self.track) if self.track is not None else None
                text = ", ".join(filter(None, (word.plain, str(beside or ""))))
                return Line().add("Status", "muted", width=LABEL), text, "warning" if beside else style
        step: Step = getattr(value, row.key)
        if row.key == "phase" and self._whole and value.percent is not None:
            name = f" {self.view.glyphs.dot} ".join(filter(None, (step.name, counted_words(value))))
            step = replace(step, name=name)
        label = Line().add(row.key.capitalize(), "muted", width=LABEL)
        if step.id is None and step.total is None and step.name:
            return label, step.name, "text"
        return add_step(label, replace(step, name=None)).gap(2 if step.name else 0), step.name or "", "text"

    def _next_lead(self, following: NextAction) -> Line:
        """Whose command comes next; before it the key that goes on from a handoff that waits."""
        lead = Line().add("Next run" if following.command else "Next", "muted", width=LABEL)
        key = self.view.keys.get("resume.check")
        if self.track is not None and waits(self.track) and key:
            lead.add(key, "key", action="resume.check").add(", or ", "muted")
        return lead.add("in the agent: ", "muted") if following.command else lead

    def _bars(self, at: Position, width: int) -> list[Line]:
        """What the agent says and what was counted below each other, so that a difference is seen."""
        bars = []
        if at.percent is not None:
            bars.append(("Agent says", at.percent, at.claimed))
        if at.counted is not None and not (bars and self._whole):
            bars.append((counted_label(at, self._whole), share(at), counted_words(at) + self._whole))
        aside = max(cell_len(words) for _, _, words in bars)
        room = max(8, width - LABEL - aside - 2)
        return [
            Line().add(label, "muted", width=LABEL).join(progress(percent, room, self.view.glyphs)).gap(2).add(words)
            for label, percent, words in bars
        ]

    def _metrics(self, metrics: tuple[tuple[str, str], ...], width: int) -> list[Line]:
        """As many metrics on a line as fit whole."""
        lines = [Line().add("Metrics", "muted", width=LABEL)]
        for name, value in metrics:
            piece = Line().add(f"{name} ", "muted").add(value)
            if lines[-1].width > LABEL and lines[-1].width + piece.width + 3 > width:
                lines.append(Line().gap(LABEL))
            lines[-1].add(f" {self.view.glyphs.dot} " if lines[-1].width > LABEL else "", "muted").join(piece)
        return [line.cut(width) for line in lines]


def _counts_phase(track: Track) -> bool:
    """Whether what was counted is in the present phase alone, while there are others."""
    at, here = track.position, track.position.phase
    if at.counted is None or here is None or at.counted.unit not in ("tasks", "plans"):
        return False
    counts = {each.id: each.counted_total for each in track.phases if each.counted_total}
    if not counts:
        return at.counted.unit == "tasks"
    number = whole_number(here.id)
    present = counts.get(here.id)
    if number is not None:
        present = next((count for name, count in counts.items() if whole_number(name) == number), None)
    return present == at.counted.total and (present != sum(counts.values()) or len(counts) < len(track.phases))


def _step_text(step: Step) -> str:
    number = f"{step.id or '?'} of {step.total}" if step.total is not None else (step.id or "")
    return " ".join(part for part in (number, step.name) if part)
