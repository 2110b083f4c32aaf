"""The keys about what was done: undo, redo, the ledger, and whether diffs are shown first."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from textual import work

from cockpit.screens.acting import Acting, Back, PendingChange
from cockpit.screens.dialogs import REDO, UNDO, Wording
from cockpit.widgets.sheets import Fact
from cockpit.wording.messages import Message
from cockpit.wording.times import lasting_age

if TYPE_CHECKING:
    from cockpit.project.change import Outcome
    from cockpit.project.history import Undoable


class HistoryKeys(Acting):
    """Acting on what was done."""

    # The keys

    def offers(self, action: str) -> bool:
        """Whether the footer names a key now; undoing once it is known what there is to undo, redoing after an undo."""
        known = self.app.undo_status
        if action in ("undo", "redo") and (known is None or (action == "redo" and not known.just_undone)):
            return False
        return super().offers(action)

    def why_not_undo(self) -> Message | None:
        """Why nothing can be undone, as far as is known."""
        if self.app.undo_status is None:
            return None
        if self.app.undo_status.is_taken_back:
            return Message("screens.newest-was-taken-back")
        refused = self.app.undo_status.no_undo
        if refused is not None:
            return refused
        return Message("storage.nothing-to-undo") if self.app.undo_status.undo is None else None

    def why_not_redo(self) -> Message | None:
        """Why nothing can be done again, as far as is known."""
        if self.app.undo_status is None:
            return None
        refused = self.app.undo_status.no_redo
        if refused is not None:
            return refused
        return Message("storage.nothing-to-redo") if self.app.undo_status.redo is None else None

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
            await self.app.history.refresh()  # another program may have done something since
        except CommandError as refusal:
            self.notify(str(refusal), severity="warning", markup=False)
            return
        change: Undoable | None = getattr(self.app.undo_status, action)
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

    # What undo and redo would do, as it becomes known

    def on_mount(self) -> None:
        """Follow what undo and redo would do."""
        self.watch(self.app, "undo_status", self._undo_status_changed, init=False)

    def on_screen_resume(self) -> None:
        """Look again when a dialog has closed: what it did may be taken back now."""
        self.app.history.look()
        self._undo_status_changed()

    def _undo_status_changed(self) -> None:
        self.refresh_bindings()
        found = self.app.undo_status
        if found is not None and self.app.screen is self:  # in the ledger the keys are about the selected change
            self.app.drop_outdated_hints(lambda key, entry: not found.knows(entry) or entry in found.turned_by(key))
