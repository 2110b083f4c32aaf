"""Waiving lines of the checklist, from here and from elsewhere, and taking that back."""

import asyncio
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from textual import getters, work

from cockpit.actions.resuming import Preflight, Waiver, signs, waive
from cockpit.model.preflight import Check
from cockpit.rules.listing import ended
from cockpit.screens.acting import Written
from cockpit.screens.deeds import Deed
from cockpit.screens.forms import Answers, Entry, Form
from cockpit.screens.resume.coming_back import ComingBack
from widgets.checklist import Checklist
from widgets.pane import View

if TYPE_CHECKING:
    from cockpit.actions.change import Outcome

NOTICING = 1.0
"""Seconds between two looks at whether the checklist still holds."""


class Waiving(ComingBack):
    """Waivers: they lie in cockpit's own folder, where no change of the project tells of them."""

    checklist = getters.query_one(Checklist)

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self._noted: tuple[Preflight | None, tuple[object, ...]] | None = None

    def _check_again(self, *, told: bool = False) -> None:
        raise NotImplementedError

    def _key_of(self, action: str) -> str:
        raise NotImplementedError

    @work(group="noticing", exclusive=True, exit_on_error=False)
    async def _notice(self) -> None:
        """Check again where HEAD moved, a named file came or went, or something was waived elsewhere."""
        looked_at = self.preflight
        noted = await asyncio.to_thread(signs, self.deeds.writer(), looked_at)
        before, self._noted = self._noted, (looked_at, noted)
        if before is not None and before[0] is looked_at and noted != before[1]:
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
        return None if self._waiver_first() is not None else super().why_not_undo()

    def named(self, action: str, word: str) -> str:
        """What the footer calls a key: on a waived line, the one that waives takes that back."""
        waived = self.checklist.check is not None and self.checklist.check.waived is not None
        return "take waiver back" if action == "waive" and waived else super().named(action, word)

    def offers(self, action: str) -> bool:
        """Whether the footer names a key now."""
        return super().offers(action) or (action == "undo" and self._waiver_first() is not None)

    def action_waive(self) -> None:
        """Go on though the line failed, or no longer."""
        check, preflight = self.checklist.check, self.preflight
        if self.refuses("waive") or check is None or preflight is None:
            return
        if check.waived is not None:
            self.deeds.carry_out(Deed(do=_waiving(preflight, check, None), plain=True))
            return
        entry = Entry("reason", "Reason", check.lapsed or "", hint="why the work may go on anyway", required=True)
        about = ended(replace(check, evidence=check.evidence[:3]).whole)
        form = Form(title="Waive this line", entries=[entry], about=about, item=check.key)

        def write(answers: Answers, written: Written) -> None:
            do = _waiving(preflight, check, answers["reason"])
            self.deeds.carry_out(Deed(do=do, plain=True, done=written.done, refused=written.refused))

        self.fill_in(preflight.track, form, write)

    def action_undo(self) -> None:
        """Undo what was done last: a waiver, or a change of files."""
        waiver, preflight = self._waiver_first(), self.preflight
        if waiver is None or preflight is None:
            super().action_undo()
        elif not self.refuses("undo"):
            self.deeds.carry_out(Deed(do=_waiving(preflight, waiver.check, None), plain=True))

    def _waiver_first(self) -> Waiver | None:
        """The newest waiver, where no file was changed after it."""
        newest = self.preflight.newest_waiver if self.preflight is not None else None
        change = self._ahead.undo if self._ahead is not None else None
        return newest if newest is not None and (change is None or change.at <= newest.at) else None


def _waiving(preflight: Preflight, check: Check, reason: str | None) -> "partial[Outcome]":
    return partial(waive, track=preflight.track, check=check, reason=reason)
