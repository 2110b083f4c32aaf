"""The keys about what was done: undo, redo, the ledger, and whether diffs are shown first.

Also what the program does by itself: completing what a crash left half done, noticing
what another program took back.
"""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from textual import work

from cockpit.screens.acting import Acting, Back, PendingChange
from cockpit.screens.dialogs import REDO, UNDO, Wording
from cockpit.widgets.sheets import Fact
from cockpit.widgets.view import View
from cockpit.wording.messages import Message
from cockpit.wording.times import lasting_age

if TYPE_CHECKING:
    from cockpit.project.change import Outcome
    from cockpit.project.history import Undoable, UndoStatus


class HistoryKeys(Acting):
    """Acting on what was done."""

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self._ahead: UndoStatus | None = None
        self._completed = False

    # The keys

    def offers(self, action: str) -> bool:
        """Whether the footer names a key now; undoing once it is known what there is to undo, redoing after an undo."""
        if action in ("undo", "redo") and (self._ahead is None or (action == "redo" and not self._ahead.just_undone)):
            return False
        return super().offers(action)

    def why_not_undo(self) -> Message | None:
        """Why nothing can be undone, as far as is known."""
        if self._ahead is None:
            return None
        if self._ahead.is_taken_back:
            return Message("screens.newest-was-taken-back")
        refused = self._ahead.no_undo
        if refused is not None:
            return refused
        return Message("screens.nothing-to-undo") if self._ahead.undo is None else None

    def why_not_redo(self) -> Message | None:
        """Why nothing can be done again, as far as is known."""
        if self._ahead is None:
            return None
        refused = self._ahead.no_redo
        if refused is not None:
            return refused
        return Message("screens.nothing-to-redo") if self._ahead.redo is None else None

    def action_undo(self) -> None:
        """Undo the last change, after showing it."""
        from cockpit.project.history import undo_change

        self._turn("undo", undo_change, UNDO, back="redo")

    def action_redo(self) -> None:
        """Do the change that was undone last again, after showing it."""
        from cockpit.project.history import redo_change

        self._turn("redo", redo_change, REDO, back="undo")

    @work(group="turning", exit_on_error=False)
    async def _turn(self, action: str, turn: Callable[..., "Outcome"], wording: Wording, back: Back) -> None:
        """Show what would be undone or done again, and do just that."""
        from cockpit.model.errors import CommandError

        try:
            await self._look_ahead()  # another program may have done something since
        except CommandError as refusal:
            self.notify(str(refusal), severity="warning", markup=False)
            return
        change: Undoable | None = getattr(self._ahead, action)
        if not self.refuses(action) and change is not None:
            do, about = partial(turn, entry=change.id), self._about(change)
            self.runner.run(PendingChange(do=do, wording=wording, about=about, shown=True, back=back))

    def _about(self, change: "Undoable") -> list[Fact]:
        """What was done, when and by whom."""
        when = lasting_age(change.at, self.view.now()) or change.at
        return [Fact("", change.sentence, "strong"), Fact("", f"{when}, {change.actor}", "muted")]

    def action_review(self) -> None:
        """Show diffs before writing, or no longer."""
        if not self.refuses("review"):
            self.app.toggle_review()

    def action_ledger(self) -> None:
        """Show what was done with cockpit."""
        if not self.refuses("ledger"):
            from cockpit.screens.ledger import LedgerScreen

            self.app.push_screen(LedgerScreen(self.runner, self.track, self.view))

    def show_taken_back(self) -> None:
        """Show the changes that another program took back."""
        from cockpit.screens.ledger import LedgerScreen

        self.app.push_screen(LedgerScreen(self.runner, self.track, self.view, taken_back=True))

    # What the program notices by itself

    def complete_unfinished(self) -> None:
        """Complete what an earlier run was killed in the middle of, once the project is known, and say so.

        What is on its way to the screen goes first.
        """
        if self.app.project is not None and not self.app.settings.read_only and not self._completed:
            self._completed = True
            self.call_after_refresh(self._complete_unfinished)

    @work(group="recovering", exit_on_error=False)
    async def _complete_unfinished(self) -> None:
        from cockpit.model.errors import CommandError
        from cockpit.project.history import recover

        try:
            outcomes = await asyncio.to_thread(recover, self.runner.writer())
        except CommandError as refusal:
            outcomes = (refusal.whole,)
        for each in outcomes:
            self.notify(str(each), severity="warning", markup=False)

    def look_back(self) -> None:
        """See what could be undone now, and whether another program took back what was written here.

        What is on its way to the screen goes first.
        """
        if self.app.project is not None:
            self.call_after_refresh(self._look_back)

    after_deed = look_back

    @work(group="looking back", exclusive=True, exit_on_error=False)
    async def _look_back(self) -> None:
        from cockpit.model.errors import CommandError
        from cockpit.project.taken_back import removed_by_others

        try:
            self.app.taken_back = await asyncio.to_thread(removed_by_others, self.runner.writer())
            await self._look_ahead()
        except CommandError:  # whoever presses a key about it is told
            return

    def on_screen_resume(self) -> None:
        """Look back when a dialog has closed: something may have waited for that."""
        self.look_back()

    async def _look_ahead(self) -> None:
        from cockpit.project.history import undo_status

        taken = frozenset(each.entry for each in self.app.taken_back)
        found = await asyncio.to_thread(partial(undo_status, taken=taken), self.runner.writer(), self._ahead)
        if found is not self._ahead:
            self._ahead = found
            self.refresh_bindings()
        if self.app.screen is self:  # in the ledger the keys are about the selected change
            self.app.drop_outdated_hints(lambda key, entry: not found.knows(entry) or entry in found.turned_by(key))
