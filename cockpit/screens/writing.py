"""Carrying out what a key asks for: in a worker thread, reviewed first where the person wants it, undoable."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC
from pathlib import Path
from typing import TYPE_CHECKING

from textual.message import Message
from textual.screen import Screen

from cockpit.model import Track
from cockpit.model.intents import Intent
from cockpit.rules.attention import Need
from cockpit.screens.forms import Answers, DiffDialog, Entry, FormDialog, QuestionDialog
from cockpit.screens.project_app import ProjectApp
from widgets.choice import Choice
from widgets.facts import Fact
from widgets.pane import Pane, View

if TYPE_CHECKING:
    from cockpit.actions.change import Outcome, Writer
    from cockpit.actions.history import Removed

Deed = Callable[["Writer"], "Outcome"]
"""Something to be done on behalf of the person."""


class Writing(Screen[None]):
    """A screen whose keys change the project. What was refused is said with its reason, and nothing was written."""

    app: ProjectApp
    view: View

    def __init__(self) -> None:
        super().__init__()
        self._offered: set[int] = set()
        self._typed: Callable[[], None] | None = None

    class Finished(Message):
        """A deed is done, was refused, or is to be reviewed first."""

        def __init__(self, outcome: "Outcome | None", refusal: str | None, review: Deed | None) -> None:
            super().__init__()
            self.outcome = outcome
            self.refusal = refusal
            self.review = review

    # What the dashboard provides

    @property
    def track(self) -> Track | None:
        """The track on screen."""
        raise NotImplementedError

    @property
    def pane(self) -> Pane | None:
        """The focused pane."""
        raise NotImplementedError

    @property
    def selected(self) -> object:
        """What stands under the cursor: for a need, the thing it is about."""
        value = self.pane.row.value if self.pane is not None and self.pane.row is not None else None
        return value.value if isinstance(value, Need) else value

    def why_not(self, action: str) -> str | None:
        """Why a key cannot act now, as one sentence; None where it can."""
        raise NotImplementedError

    def action_undo(self) -> None:
        """Undo the last change, after saying which."""
        if not self.refuses("undo"):
            self._offer_undo()

    def _offer_undo(self) -> None:
        def deed(writer: "Writer") -> "Outcome":
            from cockpit.actions.history import undo_change

            return undo_change(writer)

        self._run(deed, dry_run=True, review=deed)

    def action_redo(self) -> None:
        """Do the undone change again."""

        def deed(writer: "Writer") -> "Outcome":
            from cockpit.actions.history import redo_change

            return redo_change(writer)

        if not self.refuses("redo"):
            self.do(deed)

    def action_review(self) -> None:
        """Show diffs before writing, or no longer."""
        self.app.review = not self.app.review
        state = "shown before it is written" if self.app.review else "written at once"
        self.notify(f"Every change is {state}.", timeout=3)

    def action_ledger(self) -> None:
        """Show what was done with cockpit."""
        if not self.refuses("ledger") and self.app.project is not None:
            from cockpit.screens.ledger import LedgerDialog

            self.app.push_screen(LedgerDialog(self._writer(), self.view))

    # What a crash left half done

    def complete_unfinished(self) -> None:
        """Complete what an earlier run was killed in the middle of, and say so."""
        if self.app.project is not None and not self.app.read_only:
            self.run_worker(self._complete_unfinished, thread=True, group="recovering")

    def _complete_unfinished(self) -> None:
        from cockpit.actions.change import Refused
        from cockpit.actions.history import recover

        try:
            sentences = recover(self._writer())
        except Refused as refusal:
            sentences = (str(refusal),)
        for sentence in sentences:
            self.app.call_from_thread(self.notify, sentence, timeout=10, markup=False)

    # Answers that others took back

    def look_for_removed(self) -> None:
        """See whether an agent's stale copy took back what was written here, and offer to write it again."""
        if self.app.project is not None and not self.app.read_only:
            self.run_worker(self._find_removed, thread=True, group="removed", exclusive=True)

    def _find_removed(self) -> None:
        from cockpit.actions.history import removed_by_others

        new = [each for each in removed_by_others(self._writer()) if each.entry not in self._offered]
        if new:
            self.app.call_from_thread(self._offer_again, new[-1])

    def _offer_again(self, removed: "Removed") -> None:
        if removed.entry in self._offered:
            return
        self._offered.add(removed.entry)
        about = [Fact("", f"“{removed.sentence}” was taken back: an agent wrote an older copy of the file over it.")]
        choices = [Choice("again", "Write it again"), Choice("no", "Leave it taken back")]
        dialog = QuestionDialog("Taken back", about, choices, self.view)
        self.app.push_screen(dialog, lambda way: self._write_again(removed.entry) if way == "again" else None)

    def _write_again(self, entry: int) -> None:
        def deed(writer: "Writer") -> "Outcome":
            from cockpit.actions.history import apply_again

            return apply_again(writer, entry)

        self._run(deed)

    # Carrying out

    def refuses(self, action: str) -> bool:
        """Whether a key cannot act now; says why."""
        why = self.why_not(action)
        if why is not None:
            self.notify(why, severity="warning", timeout=3, markup=False)
        return why is not None

    def ask(self, title: str, entries: list[Entry], intent: Callable[[Answers], Intent], about: str = "") -> None:
        """Let the person fill in a form, then make the change it comes to."""

        def finished(answers: Answers | None) -> None:
            if answers is not None:
                typed = [replace(entry, value=answers[entry.name]) for entry in entries]
                self._typed = lambda: self.ask(title, typed, intent, about)
                self.change(intent(answers))

        self.app.push_screen(FormDialog(title, entries, about=about), finished)

    def change(self, intent: Intent) -> None:
        """Make a change to the track on screen."""
        key = self.track.key if self.track is not None else None

        def deed(writer: "Writer") -> "Outcome":
            from cockpit.actions.change import change

            return change(writer, key, intent)

        self.do(deed)

    def do(self, deed: Deed, *, reviewable: bool = True) -> None:
        """Do something; show its diff first where the person reviews."""
        if self.app.review and reviewable:
            self._run(deed, dry_run=True, review=deed)
        else:
            self._run(deed)

    def _writer(self) -> "Writer":
        from cockpit.actions.change import Writer

        root = Path(self.app.project.root) if self.app.project is not None else Path()
        return Writer(
            root=root,
            now=self.view.now().astimezone(UTC),
            read_only=self.app.read_only,
            allow_agents=self.app.allow_agents,
        )

    def _run(self, deed: Deed, *, dry_run: bool = False, review: Deed | None = None) -> None:
        writer = replace(self._writer(), dry_run=dry_run)

        def work() -> None:
            from cockpit.actions.change import Refused

            try:
                self.post_message(self.Finished(deed(writer), None, review))
            except Refused as refusal:
                self.post_message(self.Finished(None, str(refusal), None))

        self.run_worker(work, thread=True, group="writing", exit_on_error=True)

    def on_writing_finished(self, message: Finished) -> None:
        """Say what came of it; where it is to be reviewed, show the diff first."""
        outcome, typed = message.outcome, self._typed
        self._typed = None
        if outcome is None:
            self.notify(message.refusal or "", severity="warning", timeout=8, markup=False)
            if typed is not None:
                typed()  # what the person wrote is not lost because it could not be written down
        elif message.review is not None and outcome.changed:
            deed = message.review
            dialog = DiffDialog(outcome.done, outcome.diff, self.view)
            self.app.push_screen(dialog, lambda go: self._run(deed) if go else None)
        else:
            self._say(outcome)

    def _say(self, outcome: "Outcome") -> None:
        again = "U does it again" if outcome.done.startswith("Undone") else "u undoes it"
        hint = f"  ({again})" if outcome.entry is not None else ""
        self.notify("\n".join((outcome.done + hint, *outcome.remarks)), timeout=6, markup=False)
        if self.app.source is not None:
            self.app.source.reload()
