"""The checklist of a resume: what is claimed, whether it is so, and why."""

from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from rich.cells import cell_len
from textual.content import Content

from cockpit.model import RuleAction
from cockpit.model.checklist import Check
from cockpit.rules.agent_exit import AgentExit
from cockpit.widgets.painting import Line, hanging, wrap
from cockpit.widgets.pane import Density, Pane, Row
from cockpit.widgets.view import Glyphs, View
from cockpit.wording.printable import printable
from cockpit.wording.times import with_moments

_BESIDE = 84
"""Cells from which the evidence stands beside the claim."""
_CLAIM = 50
"""Cells of the column of claims, at most."""
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


def _next_open(row: Row | None, checks: Sequence[Check]) -> str | None:
    """The key of the next line that holds the resume, from that of a row on; None where no line does."""
    at = next((place for place, check in enumerate(checks) if row is not None and check.key == row.key), 0)
    return next((check.key for check in (*checks[at:], *checks[:at]) if check.open), None)


def counted(checks: Sequence[Check], glyphs: Glyphs) -> str:
    """How many lines came out how, always in one order: `8 ok · 2 failed`."""
    words = [result_style(check, glyphs).word for check in checks]
    return f" {glyphs.dot} ".join(f"{words.count(word)} {word}" for word in _ORDER if word in words)


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
        self._widest: tuple[Sequence[Row], int] = ((), 0)
        """Rows, and the cells of the longest claim among them."""

    @property
    def marks_cursor(self) -> bool:
        """Always: the evidence beside it is about that row, whichever of the two has the focus."""
        return True

    def doubt(self) -> None:
        """Show what holds the resume as being checked, until `take` or `explain`."""
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

    def take(self, values: Sequence[Check | RuleAction | AgentExit], at: str | None = None) -> None:
        """Show these lines; those that changed are marked. The cursor stays on its line; at first it stands `at` one,
        if that is there, else on the first that holds the resume, else on an agent that was run before. Later it goes
        on to the next that holds it once its own no longer does, and to an agent that was run since.
        """
        first, selected, self.doubted = not self.rows.all, self.row, False
        ran_before = next((row.value.sentence for row in self.rows.all if isinstance(row.value, AgentExit)), None)
        self.replace_rows([_row(value, self.view.glyphs) for value in values], mark=not first)
        self._rows_changed(selected)
        checks = [value for value in values if isinstance(value, Check)]
        ran = next((value.sentence for value in values if isinstance(value, AgentExit)), None)
        still_open = {check.key for check in checks if check.open}
        before = selected.value if selected is not None else None
        is_mended = isinstance(before, Check) and before.open and before.key not in still_open
        held = _next_open(selected, checks)
        if first and at is not None and self.select(at):
            pass
        elif ran not in (None, ran_before) and not (first and held):
            self.select("ran")
        elif held is not None and (first or is_mended):
            self.select(held)
        self._note_turn(selected)

    def summary(self) -> tuple[str, str]:
        """How many lines came out how."""
        return counted([row.value for row in self.rows.all if isinstance(row.value, Check)], self.view.glyphs), "muted"

    def _title(self) -> None:
        words, style = self.summary()
        if self.rows.needle:
            words, style = f"/{self.rows.needle} {len(self.rows.shown)}", "accent"
        self.border_title = Content.assemble(
            self.HEADING, (f"  {printable(words)}" if words else "", f"not bold $cockpit-{style}")
        )

    def draw(self, row: Row, width: int, density: Density) -> Sequence[Line]:
        """Sign, word, claim; the evidence beside it, or below where there is room."""
        if isinstance(row.value, RuleAction):
            return self._next_step(row.value, width, density)
        if isinstance(row.value, AgentExit):
            return self._ran(row.value, width)
        check: Check = row.value
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
            lead.add(claim, claim_style, width=min(_CLAIM, self._widest_claim())).gap(2)
            return hanging(lead, why, why_style, width, most=3) if density else [lead.add(why, why_style).cut(width)]
        indent = lead.width
        one = _in_one(Line().join(lead).add(claim, claim_style), check, evidence, why_style)
        if not density or (check.result == "failed" and one.width <= width):
            return [one.cut(width)]
        lines = hanging(lead, claim, claim_style, width)
        aside = density >= Density.FULL or check.result != "passed"
        return [*lines, *(hanging(Line().gap(indent), why, "muted", width, most=2) if aside else ())]

    def _widest_claim(self) -> int:
        """Measured once for all rows."""
        rows = self.rows.all
        if self._widest[0] is not rows:
            self._widest = rows, max(cell_len(str(row.value.statement)) for row in rows if isinstance(row.value, Check))
        return self._widest[1]

    def _next_step(self, next_step: RuleAction, width: int, density: Density) -> Sequence[Line]:
        lead = _lead(ResultStyle(self.view.glyphs.handoff, "next", "accent"), width)
        indent = lead.width
        line = lead.add(str(next_step.text), "strong")
        if next_step.command and line.width + 2 + cell_len(next_step.command) <= width:
            return [line.gap(2).add(next_step.command, "accent")]
        below = (
            [Line().gap(indent).add(next_step.command, "accent").cut(width)] if next_step.command and density else []
        )
        return [line.cut(width), *below]

    def _ran(self, ran: AgentExit, width: int) -> Sequence[Line]:
        glyphs = self.view.glyphs
        came_out = ResultStyle(glyphs.done, "ran", "ok") if ran.well else ResultStyle(glyphs.warning, "ran", "warning")
        line = _lead(came_out, width).add(str(ran.sentence), "strong").gap(1)
        return [line.add(str(ran.came or ""), "text").cut(width)]

def _lead(came_out: ResultStyle, width: int) -> Line:
    line = Line().add(came_out.sign, came_out.style).gap(1)
    return line.add(came_out.word, came_out.style, width=_WORD) if width >= _WORDY else line


def _in_one(line: Line, check: Check, why: str, style: str) -> Line:
    """A line of the checklist in one row: of what failed, the beginning of the evidence stands behind the fact."""
    if check.result != "failed" or not why:
        return line
    return line.add(":", "muted").gap(1).add(why, style)


def _row(value: Check | RuleAction | AgentExit, glyphs: Glyphs) -> Row:
    if isinstance(value, RuleAction):
        return Row("onward", value, f"next {value.text} {value.command or ''}")
    if isinstance(value, AgentExit):
        return Row("ran", value, f"ran {value.sentence} {value.came or ''}")
    return Row(value.key, value, _searched(value, glyphs))


def _searched(check: Check, glyphs: Glyphs) -> str:
    word, evidence = result_style(check, glyphs).word, map(str, check.evidence)
    return " ".join((word, str(check.statement), *evidence, check.waived or ""))
