"""Waiving lines of the checklist, from here and from elsewhere, and taking that back."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from textual import getters, work

from cockpit.actions.resuming import Preflight, Waiver, signs, waive
from cockpit.model.checklist import Check
from cockpit.rules.times import write_instant
from cockpit.rules.wording import ended
from cockpit.screens.acting import Written
from cockpit.screens.deeds import Back, Deed, nothing
from cockpit.screens.forms import Answers, Entry, Form
from cockpit.screens.questions import QuestionDialog
from cockpit.screens.resume.archiving import Archiving
from cockpit.values import dataclass
from widgets.checklist import Checklist
from widgets.choice import Choice
from widgets.pane import View
from widgets.sheets import Fact

if TYPE_CHECKING:
    from cockpit.actions.change import Outcome

_WHY, _EMPTY = "why the work may go on anyway", "empty: the line holds the resume again"
_HOW = "Empty the reason to take the waiver back."
_ANSWERS = (Choice("no", "Keep the waiver"), Choice("yes", "Take it back", "the line holds the resume again"))
NOTICING = 1.0
"""Seconds between two looks at whether the checklist still holds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Withdrawn:
    """A line whose waiver was taken back `at` an instant (ISO 8601, UTC), with the reason it had; `back` is the action
    that gives it again.
    """

    check: Check
    reason: str
    back: Back
    at: str


class Waiving(Archiving):
    """Waivers: they lie in cockpit's own folder, where no change of the project tells of them."""

    checklist = getters.query_one(Checklist)

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self._noted: tuple[object, ...] | None = None
        self._withdrawn: _Withdrawn | None = None

    def _check_again(self, *, told: bool = False) -> None:
        raise NotImplementedError

    def _key_of(self, action: str) -> str:
        raise NotImplementedError

    @work(group="noticing", exclusive=True, exit_on_error=False)
    async def _notice(self) -> None:
        """Check again where HEAD moved, a named file came or went, or something was waived elsewhere."""
        looked_at = self.preflight
        noted = await asyncio.to_thread(signs, self.deeds.writer(), looked_at)
        if self.preflight is not looked_at:
            return
        seen = looked_at.seen if looked_at is not None else self._noted
        before, self._noted = self._noted, noted
        if noted != before and seen is not None and noted != seen:
            self._check_again()

    def why_not_waive(self) -> str | None:
        """Why the line cannot be waived."""
        check = self.checklist.check
        if check is None:
            return "Select a line of the checklist first."
        if check.waived is None and check.gate == "refuse":
            return f"A stop cannot be waived: {self._key_of('limit')} raises the limit, or remove the cause."
        return None if self.matters(check) else "This line does not hold the resume."

    def matters(self, check: Check) -> bool:
        """Whether something may be done about a line: it holds the resume, or would but for its waiver."""
        return not check.past and (check.open or check.waived is not None)

    def why_not_undo(self) -> str | None:
        """Why nothing can be undone; a waiver always can."""
        return None if self._turned("undo") is not None else super().why_not_undo()

    def named(self, action: str, word: str) -> str:
        """What the footer calls a key: on a waived line, the one that waives changes that or takes it back."""
        waived = self.checklist.check is not None and self.checklist.check.waived is not None
        return "change waiver" if action == "waive" and waived else super().named(action, word)

    def offers(self, action: str) -> bool:
        """Whether the footer names a key now."""
        return super().offers(action) or (action in ("undo", "redo") and self._turned(action) is not None)

    def action_waive(self) -> None:
        """Go on though the line failed; on a waived line for another reason, or, without a reason, no longer.

        That is a form too: whoever types a reason, not seeing that the line is waived, gives a reason.
        """
        check, preflight = self.checklist.check, self.preflight
        if self.refuses("waive") or check is None or preflight is None:
            return
        withdrawn, waived = self._withdrawn, check.waived is not None
        known = withdrawn.reason if withdrawn is not None and withdrawn.check.key == check.key else ""
        hint = _EMPTY if waived else _WHY
        entry = Entry("reason", "Reason", check.waived or known, hint=hint, required=not waived)
        about = ended(replace(check, evidence=check.evidence[:3]).whole)
        title = "Change the waiver, or take it back" if waived else "Waive this line"
        form = Form(title=title, entries=[entry], about=f"{about} {_HOW}" if waived else about, item=check.key)

        def write(answers: Answers, written: Written) -> None:
            if answers["reason"] == check.waived:
                written.done()
                return
            if not answers["reason"]:
                self._withdraw(preflight, check, back="undo", done=written.done)
                return
            self._withdrawn = None
            do = _waiving(preflight, check, answers["reason"])
            self.deeds.carry_out(Deed(do=do, plain=True, done=written.done, refused=written.refused))

        self.fill_in(preflight.track, form, write)

    def action_undo(self) -> None:
        """Undo what was done last: a waiver, its withdrawal, or a change of files."""
        if not self._turn_waiver("undo"):
            super().action_undo()

    def why_not_redo(self) -> str | None:
        """Why nothing can be done again; a waiver that was just undone always can."""
        return None if self._turned("redo") is not None else super().why_not_redo()

    def action_redo(self) -> None:
        """Do again what was undone last: a waiver, or a change of files."""
        if not self._turn_waiver("redo"):
            super().action_redo()

    def _turn_waiver(self, action: str) -> bool:
        """Undo a waiver or its withdrawal, or do that again; False where something else is to be turned."""
        turned, preflight = self._turned(action), self.preflight
        if turned is None or preflight is None:
            return False
        if not self.refuses(action):
            if turned.check.waived is not None:
                self._ask_to_withdraw(preflight, turned.check)
            else:
                self._withdrawn = None
                self.deeds.carry_out(Deed(do=_waiving(preflight, turned.check, turned.reason), plain=True))
        return True

    def _ask_to_withdraw(self, preflight: Preflight, check: Check) -> None:
        """Undo a waiver, after a question."""
        about = [Fact("", check.told, "strong"), Fact("Waived", check.waived or "")]

        def chosen(way: str | None) -> None:
            if way == "yes":
                self._withdraw(preflight, check, back="redo")

        self.app.push_screen(QuestionDialog("Take the waiver back?", about, _ANSWERS, self.view), chosen)

    def _withdraw(self, preflight: Preflight, check: Check, *, back: Back, done: Callable[[], None] = nothing) -> None:
        """Take a waiver back. Its reason is kept: `back` is the action that gives it again."""
        now = write_instant(self.deeds.writer().now)
        self._withdrawn = _Withdrawn(check=replace(check, waived=None), reason=check.waived or "", back=back, at=now)
        self.deeds.carry_out(Deed(do=_waiving(preflight, check, None), plain=True, done=done))

    def _turned(self, action: str) -> "_Withdrawn | None":
        """What `undo` or `redo` is about, where that is a waiver: a withdrawal goes before the waivers that stand."""
        last, waiver = self._withdrawn, self._waiver_first()
        change = self._ahead.undo if self._ahead is not None else None
        later = [each.at for each in (waiver, change) if each is not None]
        if last is not None and last.back == action and all(at <= last.at for at in later):
            return last
        if waiver is None or action != "undo":
            return None
        return _Withdrawn(check=waiver.check, reason="", back="redo", at=waiver.at)

    def _waiver_first(self) -> Waiver | None:
        """The newest waiver, where no file was changed after it."""
        newest = self.preflight.newest_waiver if self.preflight is not None else None
        change = self._ahead.undo if self._ahead is not None else None
        return newest if newest is not None and (change is None or change.at <= newest.at) else None


def _waiving(preflight: Preflight, check: Check, reason: str | None) -> "partial[Outcome]":
    return partial(waive, track=preflight.track, check=check, reason=reason)
