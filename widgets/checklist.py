"""The checklist of a resume: what is claimed, whether it is so, and why."""

from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from rich.cells import cell_len

from cockpit.model import RuleAction
from cockpit.model.checklist import Check
from cockpit.widgets.painting import Line, hanging
from cockpit.widgets.pane import Density, Pane, Row
from cockpit.widgets.view import Glyphs, View
from cockpit.wording.times import with_moments

_BESIDE = 84
"""Cells from which the evidence stands beside the claim."""
_CLAIM = 50
"""Cells of the column of claims, at most, where half the width is no more."""
_WORD = 9
"""Cells of the word that says how a line came out."""
_WORDY = 50
"""Cells from which there is room for it beside the sign."""


_ORDER = ("ok", "failed", "stop", "waived", "past", "unknown")


class ResultStyle(NamedTuple):
    """How a line came out: its sign, a word, and the style of both."""

    sign: str
    word: str
    style: str


def result_style(check: Check, glyphs: Glyphs) -> ResultStyle:
    """How a line came out, told by shape, word and colour."""
    if check.result == "passed":
        return ResultStyle(glyphs.done, "ok", "ok")
    if check.past:
        return ResultStyle(glyphs.quiet, "past", "muted")
    if check.waived is not None:
        return ResultStyle(glyphs.bypassed, "waived", "warning")
    if check.result == "unknown":
        return ResultStyle(glyphs.question, "unknown", "accent")
    if check.gate == "refuse":
        return ResultStyle(glyphs.stop, "stop", "stop")
    return ResultStyle(glyphs.failed, "failed", "alert")


class Checklist(Pane):
    """One row a line, in the order in which a person reads it; where no handoff waits, first what goes on instead."""

    NUMBER: ClassVar[int] = 0
    HEADING: ClassVar[str] = "Checklist"
    ONE: ClassVar[str] = "Why"
    HELP: ClassVar[str] = (
        "What the handoff claims, checked against git and disk, and what holds the agent. A failed check "
        "blocks resuming until its cause is fixed or you waive it with a reason. Unknown checks do not block."
    )

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self.doubted = False
        """Whether what holds the resume is being checked again."""
        self._claims = 0
        """Cells of the longest claim."""

    @property
    def marks_cursor(self) -> bool:
        """Always: the evidence beside it is about that row, whichever of the two has the focus."""
        return True

    def doubt(self) -> None:
        """Show what holds the resume as being checked, until `take`."""
        self.doubted = True
        self.redraw()

    @property
    def check(self) -> Check | None:
        """The line under the cursor."""
        return self.row.value if self.row is not None and isinstance(self.row.value, Check) else None

    @property
    def next_step(self) -> RuleAction | None:
        """What goes on without a handoff, where the cursor stands on that."""
        return self.row.value if self.row is not None and isinstance(self.row.value, RuleAction) else None

    def take(self, values: Sequence[Check | RuleAction], at: str | None = None) -> None:
        """Show these lines; those that changed are marked. The cursor stays on its line; at first it stands `at` one,
        if that is there, else on the first that holds the resume. Later it goes on to the next that holds it once its
        own no longer does.
        """
        first, selected, self.doubted = not self.rows.all, self.row, False
        before = selected.value if selected is not None else None
        self.replace_rows([Row(_key(value), value) for value in values], mark=not first)
        checks = [value for value in values if isinstance(value, Check)]
        self._claims = max((cell_len(str(check.statement)) for check in checks), default=0)
        self._rows_changed(selected)
        held, order = {check.key for check in checks if check.open}, [check.key for check in checks]
        here = order.index(before.key) if isinstance(before, Check) and before.key in order else 0
        onward = next((key for key in (*order[here:], *order) if key in held), None)
        is_mended = isinstance(before, Check) and before.open and before.key not in held
        if not (first and at is not None and self.select(at)) and (first or is_mended) and onward is not None:
            self.select(onward)
        self._note_turn(selected)

    def summary(self) -> tuple[str, str]:
        """How many lines came out how, always in one order: `8 ok · 2 failed`."""
        checks = [row.value for row in self.rows.all if isinstance(row.value, Check)]
        words = [result_style(check, self.view.glyphs).word for check in checks]
        came_out = (f"{words.count(word)} {word}" for word in _ORDER if word in words)
        return f" {self.view.glyphs.dot} ".join(came_out), "muted"

    def draw(self, row: Row, width: int, density: Density) -> Sequence[Line]:
        """Sign, word, claim; the evidence beside it, or below where there is room."""
        value, glyphs = row.value, self.view.glyphs
        if isinstance(value, RuleAction):
            lead, aside = ResultStyle(glyphs.handoff, "next", "accent"), Line().add(value.command or "", "accent")
            return _said(_lead(lead, width), str(value.text), aside, width, density)
        return self._check_lines(value, width, density)

    def _check_lines(self, check: Check, width: int, density: Density) -> Sequence[Line]:
        came_out = result_style(check, self.view.glyphs)
        if self.doubted and check.open:
            came_out = ResultStyle(self.view.glyphs.pending, "checking", "muted")
        lead = _lead(came_out, width)
        claim, evidence = str(check.statement), with_moments(check.because, self.view.now())
        why = check.waived or evidence
        claim_style, why_style = ("strong", "text") if check.open else ("text", "muted")
        if check.result == "passed" and density < Density.FULL:
            density = Density.BRIEF  # what holds is told in one line, so that what does not stands out
        if width >= _BESIDE:
            lead.add(claim, claim_style, width=min(max(_CLAIM, width // 2), self._claims)).gap(2)
            most = 12 if density >= Density.FULL else 3
            return hanging(lead, why, why_style, width, most=most) if density else [lead.add(why, why_style).cut(width)]
        indent = lead.width
        one = Line().join(lead).add(claim, claim_style)
        if check.result == "failed" and evidence:  # its beginning stands behind the fact
            one.add(":", "muted").gap(1).add(evidence, why_style)
        if not density or (check.result == "failed" and one.width <= width):
            return [one.cut(width)]
        lines = hanging(lead, claim, claim_style, width)
        aside = density >= Density.FULL or check.result != "passed"
        return [*lines, *(hanging(Line().gap(indent), why, "muted", width, most=2) if aside else ())]


def _lead(came_out: ResultStyle, width: int) -> Line:
    line = Line().add(came_out.sign, came_out.style).gap(1)
    return line.add(came_out.word, came_out.style, width=_WORD) if width >= _WORDY else line


def _said(lead: Line, claim: str, aside: Line, width: int, density: Density) -> Sequence[Line]:
    """A claim with an aside: behind it, or below where there is more room than one line."""
    below = Line().gap(lead.width).join(aside).cut(width)
    lead.add(claim, "strong")
    if lead.width + 2 + aside.width <= width:
        return [lead.gap(2).join(aside)]
    return [lead.cut(width), *([below] if density and aside.width else [])]


def _key(value: Check | RuleAction) -> str:
    return value.key if isinstance(value, Check) else "onward"
