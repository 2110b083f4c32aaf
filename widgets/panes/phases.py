"""Pane 4: the phases of the work."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import ClassVar

from rich.cells import cell_len

from cockpit.model import Phase, PhaseError, Position, Track
from cockpit.rules.work import first_few, order_notes
from cockpit.widgets.gauge import progress
from cockpit.widgets.painting import Line, hanging, wrap
from cockpit.widgets.pane import Density, Pane, Row
from cockpit.widgets.sheets import more_of
from cockpit.widgets.view import View
from cockpit.wording.messages import Words
from cockpit.wording.numbers import whole_number
from cockpit.wording.times import clock, day

_DONE = ("complete", "done", "verified", "archived", "✅")
_ACTIVE = ("progress", "active", "executing", "running", "🔄")
_SKIPPED = ("skip",)
_FAILED = ("fail", "blocked", "❌")
_NEGATED = ("not ", "not_", "incomplete", "inactive", "undone", "unverified", "unblocked")
_UNDER_WAY = ("discussing", "planning", "ready", "in_progress", "verifying", "paused", "blocked", "failed")
"""The statuses of a track whose phase is the one that is worked at."""
_STYLES = {"done": "ok", "active": "accent", "failed": "alert", "doubtful": "warning"}
_NAMES = {"active": "strong", "done": "muted", "skipped": "muted"}
_MARKS = {"doubtful": "question", "skipped": "dash"}
"""The signs of those that have none of their own."""
_ID, _COUNT = 5, 7
"""Cells of the columns of ids and of counted tasks."""
_PARTS = ("tasks", "plans")
"""What is counted inside of phases; another unit is what the system calls its phases."""
_SHORTEST, _LONGEST = 8, 30
"""Cells of the bars."""


class PhasesPane(Pane):
    """Every phase with its status and counted progress; below it the errors met in it. Where there is room, what else
    is known of it: who worked on it and when, its files, the open tasks of one that is under way.
    """

    NUMBER: ClassVar[int] = 4
    HEADING: ClassVar[str] = "Phases"
    ONE: ClassVar[str] = "Phase"
    EMPTY: ClassVar[str] = "No phase files found."
    HELP: ClassVar[str] = (
        "The phases, each with its status as written and its tasks as counted from the plan files. After names the "
        "phases that one waits for, beside those that may run at the same time."
    )

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self._order: Mapping[int, Words | None] = {}

    def heading(self) -> str:
        """What the system calls its phases."""
        counted = self.track.position.counted if self.track is not None else None
        return counted.unit.capitalize() if counted is not None and counted.unit not in _PARTS else self.HEADING

    def slices(self, track: Track) -> tuple[object, ...]:
        """Phases, which one is current, errors."""
        more = track.extra.get("phases")
        return (track.phases, track.position, track.errors, more, self.view)

    def rows_of(self, track: Track) -> Iterable[Row]:
        """One row a phase and one an error; last the errors of no phase."""
        self._order = order_notes(track.phases)
        errors: dict[str | None, list[Row]] = {}
        ids = {each.id for each in track.phases}
        for number, error in enumerate(track.errors):
            place = error.phase if error.phase in ids else None
            errors.setdefault(place, []).append(Row(f"error:{number}", error, f"{error.type or ''} {error.message}"))
        for number, each in enumerate(track.phases):
            told = f"{each.id or ''} {each.name or ''} {each.status_label}"
            yield Row(f"{number}:{each.id}", each, told, telling=(each, self._order.get(number)))
            if each.id is not None:
                yield from errors.pop(each.id, ())
        yield from errors.pop(None, ())

    def home(self, track: Track) -> int:
        """The present phase."""
        here = track.position.phase.id if track.position.phase is not None else None
        phases = [(at, row.value) for at, row in enumerate(self.rows.all) if isinstance(row.value, Phase)]
        named = (at for at, each in phases if here is not None and _number(each.id) == _number(here))
        going_on = (at for at, each in phases if kind(each) in ("active", "failed"))
        return next(named, next(going_on, 0))

    def _is_present(self, phase: Phase) -> bool:
        """Whether the work is at this phase, whatever its own files say."""
        at = self.track.position if self.track is not None else Position()
        here = at.phase.id if at.phase is not None and at.status in _UNDER_WAY else None
        return here is not None and _number(phase.id) == _number(here)

    def counted(self, track: Track) -> int:
        """How many phases."""
        return len(track.phases)

    def title_of(self, row: Row | None) -> str:
        """What the row is."""
        if row is None:
            return self.heading()
        return "Error" if isinstance(row.value, PhaseError) else self.heading().removesuffix("s")

    def summary(self) -> tuple[str, str]:
        """How many of them are done."""
        kinds = [kind(row.value) for row in self.rows.all if isinstance(row.value, Phase)]
        doubtful, skipped = kinds.count("doubtful"), kinds.count("skipped")
        beside = [f", {skipped} skipped" if skipped else "", f", {doubtful} contradicted" if doubtful else ""]
        progress = f"{kinds.count('done')} of {len(kinds)} done{''.join(beside)}"
        return (progress if kinds else "", "warning" if doubtful else "muted")

    def shortened(self, row: Row, width: int, taken: int) -> Line:
        """The bar begins under those of the other rows."""
        return self.draw(row, max(1, width - taken), Density.BRIEF, taken)[0]

    def draw(self, row: Row, width: int, density: Density, taken: int = 0) -> Sequence[Line]:
        """Mark, id, name, counted tasks; of an error its kind and text. The bar is shorter than others by `taken`."""
        if isinstance(row.value, PhaseError):
            return self._error(row.value, width, density)
        phase: Phase = row.value
        glyphs, state = self.view.glyphs, kind(phase)
        if state == "pending" and self._is_present(phase):
            state = "active"
        style, mark = _STYLES.get(state, "muted"), getattr(glyphs, _MARKS.get(state, state))
        line, rest = Line().add(mark, style).gap(1).add(phase.id or glyphs.dash, "muted", width=_ID), list[str]()
        count = f"{phase.counted_done or 0}/{phase.counted_total}" if phase.counted_total else ""
        name_style = _NAMES.get(state, "text")
        room = width - line.width
        bar = self._bar(room + taken) - taken if count else 0
        if bar >= _SHORTEST:
            cells = room - bar - _COUNT - 2
            first, *rest = wrap(phase.name or phase.status_label, cells, most=density.most) or [""]
            line.add(first, name_style, width=cells).gap(2)
            share = 100 * (phase.counted_done or 0) / (phase.counted_total or 1)
            line.join(progress(share, bar, glyphs, style))
            line.right(count, style if state == "doubtful" else "muted", width=_COUNT)
        else:
            aside = Line().add(count or phase.status_label, "muted").cut(max(12, room // 2))
            cells = max(4, room - aside.width - 1)
            first, *rest = wrap(phase.name or "", cells, most=density.most) or [""]
            line.add(first, name_style, width=cells).gap(1).join(aside)
        below = [Line().gap(2 + _ID).add(each, name_style).cut(width) for each in rest]
        return [line.cut(width), *below, *self._more(row, width, density)]

    def _error(self, error: PhaseError, width: int, density: Density) -> Sequence[Line]:
        """Below the name of its phase."""
        glyphs, over = self.view.glyphs, error.resolved or error.tried_again
        mark, style = (glyphs.done if error.resolved else glyphs.bypassed, "muted") if over else (glyphs.error, "alert")
        lead = Line().gap(2 + _ID).add(mark, style).gap(1).add(error.type or "error", style).gap(2)
        lines = hanging(lead, error.message, "muted" if over else "text", width, most=density.most)
        if error.resolution and (error.resolved or error.resolution.casefold() != "pending"):
            lines += hanging(Line().gap(4 + _ID), error.resolution, "muted", width, most=density.aside)
        return lines

    def _bar(self, room: int) -> int:
        """Cells of the bars, the same for all: what the longest name leaves; 0 where too little is left."""
        phases = (row.value for row in self.rows.all if isinstance(row.value, Phase))
        names = (cell_len(phase.name or phase.status_label) for phase in phases)
        left = room - _COUNT - 2 - min(max(names, default=0), room // 2)
        return min(left, _LONGEST) if left >= _SHORTEST else 0

    def _more(self, row: Row, width: int, density: Density) -> list[Line]:
        phase: Phase = row.value
        again = "retried once" if phase.retry_count == 1 else f"retried {phase.retry_count} times"
        tried = again if phase.retry_count else None
        order = "" if kind(phase) in ("done", "skipped") else str(self._order.get(int(row.key.partition(":")[0])) or "")
        told = (phase.outcome, ", ".join(phase.agents), order, tried, self._when(phase))
        below = [f" {self.view.glyphs.dot} ".join(filter(None, told)), *_files(more_of(phase, self.track))]
        is_open = phase.open_tasks and kind(phase) == "active"
        below.append(f"not done: {', '.join(first_few(phase.open_tasks))}" if is_open else "")
        lines = (hanging(Line().gap(2 + _ID), each, "muted", width, most=density.aside) for each in below if each)
        return [line for each in lines for line in each]

    def _when(self, phase: Phase) -> str:
        """From when to when, as far as it is known."""
        began, ended = _at(phase.started, self.view.now()), _at(phase.completed, self.view.now())
        if not ended:
            return f"since {', '.join(began)}" if began else ""
        if began in ([], ended):
            return ", ".join(ended)
        same_day = began[0] == ended[0] and len(began) == len(ended)
        return f"{', '.join(began)} to {ended[-1] if same_day else ', '.join(ended)}"


def _at(text: str | None, now: datetime) -> list[str]:
    """A day, and the time where it is known."""
    return [each for each in (day(text, now), clock(text, now.tzinfo)) if each]


def _files(more: Mapping[str, object]) -> Iterator[str]:
    """The files of a phase, by what happened to them."""
    for name in ("created", "modified", "deleted"):
        files = more.get(f"files_{name}")
        if isinstance(files, list) and files:
            yield f"{name} {', '.join(map(str, files))}"


def _number(identity: str | None) -> int | str | None:
    """`3` and `003` are one phase."""
    number = whole_number(identity)
    return identity if number is None else number


def kind(phase: Phase) -> str:
    """`done`, `active`, `failed`, `skipped` or `pending`: what a phase's own word means for its mark.

    `doubtful` is one that says it is done while tasks of it are open: a finding names both.
    """
    word = (phase.status or "").casefold()
    if any(each in word for each in _NEGATED):
        word = ""  # says what is not the case; the counted tasks know more
    for state, words in (("skipped", _SKIPPED), ("failed", _FAILED), ("active", _ACTIVE), ("done", _DONE)):
        if any(each in word for each in words):
            return "doubtful" if state == "done" and (phase.counted_done or 0) < (phase.counted_total or 0) else state
    if phase.counted_total and phase.counted_done == phase.counted_total:
        return "done"
    return "active" if phase.counted_done else "pending"
