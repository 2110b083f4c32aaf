"""What all keys that act share: the track, pane and row they are about, why one cannot act, asking, and changing.

An action takes the track as it is on screen when its key goes down, and hands it on through every dialog: what is
written is about that track, and refused where it is no longer what the person saw.
"""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Literal

from textual.screen import Screen

from cockpit.model import Track
from cockpit.model.intents import Intent
from cockpit.project.actor import not_a_person
from cockpit.rules.attention import Need
from cockpit.screens.dialogs import (
    WRITE,
    Answers,
    DiffDialog,
    Filled,
    Form,
    FormDialog,
    QuestionDialog,
    Wording,
    changed_lines,
)
from cockpit.screens.keys import ACTIONS, HISTORY, LOOKING, PERSONAL, STATE
from cockpit.screens.mixin import Faults, Reasons
from cockpit.screens.project_app import ProjectApp
from cockpit.values import dataclass
from cockpit.widgets.by_key import by_key
from cockpit.widgets.choice import Choice
from cockpit.widgets.pane import Pane
from cockpit.widgets.sheets import Fact
from cockpit.widgets.view import View
from cockpit.wording.messages import Message, plain
from cockpit.wording.times import with_moments

if TYPE_CHECKING:
    from cockpit.model.errors import CommandError, NeedsConfirmation
    from cockpit.project.change import Outcome, Writer


# Carrying out what a key asks for: away from the event loop, shown first where the person wants that, undoable

Doing = Callable[["Writer"], "Outcome"]
"""Something to be done on behalf of the person. Raises CommandError."""

OTHERWISE_NOW = "The files have changed meanwhile. This is what would be written now."
Back = Literal["undo", "redo"]
"""The action that takes something back."""
_BACK = {"undo": "undoes it", "redo": "does it again"}


def nothing() -> None:
    """What follows a change that nothing hangs on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PendingChange:
    """Something to be done, and what follows: once it is `done`, or where it was `refused`; else the refusal is said.

    `wording` and `about` stand over the diff; without these facts, what the change says itself. `shown` changes show
    their diff always, those that have none (`plain`) never, others where the person reviews; one whose diff was `seen`
    and agreed to already only where it is another by now. `back` is the action that takes it back."""

    do: Doing
    wording: Wording = WRITE
    about: Sequence[Fact] = ()
    shown: bool = False
    plain: bool = False
    seen: tuple[str, ...] | None = None
    back: Back = "undo"
    done: Callable[[], None] = nothing
    refused: Callable[["CommandError"], None] | None = None


class ChangeRunner:
    """Carries changes out for the screens of one application.

    `after` follows everything that was done.
    """

    def __init__(self, app: ProjectApp, view: View, after: Callable[[], None]) -> None:
        self._app = app
        self._view = view
        self._after = after

    def run(self, pending: PendingChange) -> None:
        """Do it now, or after the person has seen its diff."""
        shown = pending.shown or pending.seen is not None or (self._app.review and not pending.plain)
        self._start(self._show(pending, self.writer(), seen=pending.seen) if shown else self._write(pending))

    def writer(self) -> "Writer":
        """On whose behalf files are changed from here, at this instant."""
        return self._app.writer(self._view.now())

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        self._app.run_worker(work, group="writing", exit_on_error=False)

    async def _show(self, pending: PendingChange, writer: "Writer", *, seen: tuple[str, ...] | None = None) -> None:
        """Show what would be written by that writer; write it where just that was `seen` and agreed to."""
        outcome = await self._outcome(pending, replace(writer, dry_run=True))
        if outcome is None:
            return
        if not outcome.changed:
            self._app.notify(Message("project.nothing-to-change", done=plain(str(outcome.done))))
        elif seen is not None and changed_lines(seen) == changed_lines(outcome.diff):
            await self._write(pending)
        else:
            remark = [Fact("", OTHERWISE_NOW, "warning")] if seen is not None else []
            about = [*remark, *(pending.about or [Fact("", by_key(outcome.intended.done, self._view.keys), "strong")])]
            dialog = DiffDialog(pending.wording, about, outcome.diff, self._view)

            def closed(go: bool | None) -> None:
                if go:
                    self._start(self._show(pending, writer, seen=outcome.diff))

            self._app.push_screen(dialog, closed)

    async def _write(self, pending: PendingChange) -> None:
        outcome = await self._outcome(pending, self.writer())
        if outcome is None:
            return
        self.done(outcome, pending.back)
        pending.done()

    async def _outcome(self, pending: PendingChange, writer: "Writer") -> "Outcome | None":
        """What came of it; None where it was refused."""
        from cockpit.model.errors import CommandError

        try:
            return await asyncio.to_thread(pending.do, writer)
        except CommandError as refusal:
            if pending.refused is not None:
                pending.refused(refusal)
            else:
                self._app.notify(by_key(refusal.whole, self._view.keys), severity="warning", markup=False)
            return None

    def done(self, outcome: "Outcome", back: Back = "undo") -> None:
        """Say what was done and how to take it back, and read it; what should be read beside that stays until a key."""
        key = self._view.keys.get(back)
        hint = f"  ({key} {_BACK[back]})" if outcome.entry is not None and key else ""
        remarks = (with_moments(by_key(each, self._view.keys), self._view.now()) for each in outcome.remarks)
        sentences = "\n".join((by_key(outcome.done, self._view.keys) + hint, *remarks))
        turns = (back, outcome.entry) if hint and outcome.entry is not None else None
        self._app.say_done(sentences, hint, turns, stays=bool(outcome.remarks))
        if self._app.source is not None:
            self._app.source.refresh()
        self._app.history.look()
        self._after()


@dataclass(frozen=True, slots=True)
class Written:
    """What follows the writing of what was typed: it is `done`, or was `refused`."""

    done: Callable[[], None]
    refused: Callable[["CommandError"], None]


class Acting(Reasons, Faults, Screen[None]):
    """A screen with a track, panes and keys that act. `why_not_<action>` says why a key cannot act now."""

    app: ProjectApp

    def __init__(self, view: View) -> None:
        super().__init__()
        self.view = view
        self.track_key: str | None = None
        self._typed: dict[tuple[str, ...], Answers] = {}

    @cached_property
    def runner(self) -> ChangeRunner:
        """What carries out."""
        return ChangeRunner(self.app, self.view, self.after_deed)

    def after_deed(self) -> None:
        """What follows everything that was done."""

    @property
    def track(self) -> Track | None:
        """The track on screen."""
        project = self.app.project
        return None if project is None else project.track(self.track_key) or project.track(None)

    @property
    def pane(self) -> Pane | None:
        """The focused pane."""
        focused = self.focused
        return focused if isinstance(focused, Pane) else None

    @property
    def selected(self) -> object:
        """What stands under the cursor: for a need, the thing it is about."""
        pane = self.pane
        row = pane.row if pane is not None else None
        value = row.value if row is not None else None
        return value.value if isinstance(value, Need) else value

    def lacks(self, part: str) -> Message | None:
        """Why there can be none of something in this track; None where there can."""
        return self.track.lacks.get(part) if self.track is not None else None

    def why_not(self, action: str) -> Message | None:
        """Why a key cannot act now; None where it can."""
        if action in ACTIONS:
            if self.app.project is None:
                return Message("screens.still-being-read")
            if self.track is None and action not in HISTORY:
                return Message("screens.no-state")
            if self.app.settings.read_only and action not in LOOKING:
                return Message("screens.read-only")
            if action in STATE and (lacking := self.lacks("state")) is not None:
                return lacking
            if action in PERSONAL and (why := not_a_person(allow_agents=self.app.settings.allow_agents)) is not None:
                return why
        return super().why_not(action)

    def ask(self, track: Track, form: Form, intent: Callable[[Answers], Intent]) -> None:
        """Let the person fill in a form, then change that track by what it comes to."""

        def write(answers: Answers, written: Written) -> None:
            self.change(track, intent(answers), done=written.done, refused=written.refused)

        self.fill_in(track, form, write)

    def fill_in(
        self, track: Track, form: Form, write: Callable[[Answers, "Written"], None], *, wrong: str = ""
    ) -> None:
        """Let the person fill in a form about a track, then `write` what stands in it.

        What they typed is kept until it is written: the same form begins with it, and says what was `wrong`.
        """
        kept = (track.key, form.title, form.item)

        def closed(filled: Filled | None) -> None:
            if filled is None or filled.answers == form.empty:
                self._typed.pop(kept, None)
            else:
                self._typed[kept] = filled.answers
            if filled is not None and filled.done:
                write(filled.answers, Written(done=forget, refused=refused))
            elif kept in self._typed:
                self.app.notify(Message("screens.typed-is-kept"))

        def forget() -> None:
            self._typed.pop(kept, None)

        def refused(refusal: "CommandError") -> None:
            from cockpit.model.errors import Changed, NeedsConfirmation

            why = by_key(refusal.whole, self.view.keys)
            if isinstance(refusal, NeedsConfirmation):
                self.ask_first(form.title, refusal, lambda instead: self.change(track, instead))
            elif isinstance(refusal, Changed):  # asking again about what is gone would lead nowhere
                self.notify(why, severity="warning", markup=False)
            else:
                self.fill_in(track, form, write, wrong=why)

        self.app.push_screen(FormDialog(form, self._typed.get(kept), wrong), closed)

    def change(
        self,
        track: Track,
        intent: Intent,
        *,
        title: str = "To be decided",
        wording: Wording = WRITE,
        shown: bool = False,
        done: Callable[[], None] = nothing,
        refused: Callable[["CommandError"], None] | None = None,
    ) -> None:
        """Make a change to a track; where it is done only when a person says so, ask first, with the `title`."""
        again = partial(self.change, track, title=title, wording=wording, shown=shown, done=done)

        def do(writer: "Writer") -> "Outcome":
            from cockpit.project.change import change

            return change(writer, track.key, intent)

        def asked(refusal: "CommandError") -> None:
            from cockpit.model.errors import NeedsConfirmation

            if isinstance(refusal, NeedsConfirmation):
                self.ask_first(title, refusal, again)
            else:
                self.notify(by_key(refusal.whole, self.view.keys), severity="warning", markup=False)

        self.runner.run(PendingChange(do=do, wording=wording, shown=shown, done=done, refused=refused or asked))

    def ask_first(self, title: str, asks: "NeedsConfirmation", then: Callable[[Intent], None]) -> None:
        """Let a person say whether something is done all the same, and do it `then`."""

        def chosen(answer: str | None) -> None:
            if answer == "yes":
                then(asks.instead)

        about = [Fact("", by_key(asks.why, self.view.keys), "strong")]
        answers = [Choice("no", "Leave it"), Choice("yes", str(asks.agreed))]
        self.app.push_screen(QuestionDialog(title, about, answers, self.view), chosen)
