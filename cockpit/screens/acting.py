"""What all actions of the screens share: what they are about, why one cannot be done, asking, and changing.

An action takes the track and the row as they are on screen when its key goes down, and hands them on through every
dialog: what is written is about that track, and refused where it is no longer what the person saw.
"""

import asyncio
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import replace
from functools import partial
from math import inf
from string import ascii_lowercase
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeVar

from cockpit.actions import BY_ID
from cockpit.model import Threshold, Track
from cockpit.model.intents import Intent
from cockpit.project.actor import not_a_person
from cockpit.rules.attention import Need
from cockpit.screens.form_drafts import FormKey
from cockpit.screens.project_app import ProjectApp
from cockpit.values import dataclass
from cockpit.widgets.by_key import by_key
from cockpit.widgets.choice import Choice
from cockpit.widgets.sheets import Fact
from cockpit.widgets.view import View
from cockpit.wording.messages import Words, plain
from cockpit.wording.times import with_moments

if TYPE_CHECKING:
    from textual.screen import Screen

    from cockpit.model.errors import CommandError, NeedsConfirmation
    from cockpit.project.outcome import ChangeOutcome
    from cockpit.project.workspace import Workspace


# What a form asks: the dialogs that show it are imported once one opens

Answers = dict[str, str]


@dataclass(frozen=True, slots=True)
class FormLine:
    """One line of a form. `value` is proposed: what is typed replaces it, unless a person is likely to add to it
    (`extends`). `hint` stands in it while it is empty. `check` answers with what is wrong with what was typed there;
    `comes_to` with what it changes beside what stands in the other lines, to be shown while they are typed.
    """

    name: str
    label: str
    value: str = ""
    hint: str = ""
    required: bool = False
    check: Callable[[str], Words | None] = lambda _: None
    extends: bool = False
    comes_to: Callable[[Answers], str] | None = None

    def wrong(self, typed: str) -> Words | None:
        """What is wrong with what stands in the line."""
        return f"{self.label} is missing." if self.required and not typed else self.check(typed)


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """What a form asks. `item` names what it is about where several things have the same form; `begin` is the entry
    that has the focus, by default the first. `does` is what finishing it does.
    """

    title: str
    entries: Sequence[FormLine]
    about: str = ""
    item: str = ""
    begin: str = ""
    does: str = "save"

    @property
    def empty(self) -> Answers:
        """The answers before anything was typed."""
        return {entry.name: entry.value for entry in self.entries}


@dataclass(frozen=True, slots=True)
class Filled:
    """What stands in a form when it is closed, whether the person is `done` with it, and in which entry they were."""

    answers: Answers
    done: bool
    entry: str


# How a diff is put before the person


@dataclass(frozen=True, slots=True, kw_only=True)
class DiffLabels:
    """How a diff is put before the person: over it, and what the key that agrees does."""

    title: str
    does: str


WRITE = DiffLabels(title="Write this?", does="write")
UNDO = DiffLabels(title="Undo", does="undo")
REDO = DiffLabels(title="Redo", does="redo")


# Carrying out what a key asks for: away from the event loop, shown first where the person wants that, undoable

Doing = Callable[["Workspace"], "ChangeOutcome"]
"""Something to be done on behalf of the person. Raises CommandError."""

OTHERWISE_NOW = "The files have changed meanwhile. This is what would be written now."
Back = Literal["undo", "redo"]
"""The action that takes something back."""


def nothing() -> None:
    """What follows a change that nothing hangs on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PendingChange:
    """Something to be done, and what follows: once it is `done`, or where it was `refused`; else the refusal is said.

    `labels` and `about` stand over the diff; without these facts, what the change says itself. `shown` changes show
    their diff always, those that have none (`plain`) never, others where the person reviews; one whose diff was `seen`
    and agreed to already only where it is another by now. `back` is the action that takes it back."""

    do: Doing
    labels: DiffLabels = WRITE
    about: Sequence[Fact] = ()
    shown: bool = False
    plain: bool = False
    seen: tuple[str, ...] | None = None
    back: Back = "undo"
    done: Callable[[], None] = nothing
    refused: Callable[["CommandError"], None] | None = None


class ChangeRunner:
    """Carries changes out for the screens of one application.

    `before` comes before each is written, and `after` follows everything that was done.
    """

    def __init__(
        self, app: ProjectApp, view: View, after: Callable[[], None], before: Callable[[], None] = nothing
    ) -> None:
        self._app = app
        self._view = view
        self._before, self._after = before, after

    def run(self, pending: PendingChange) -> None:
        """Do it now, or after the person has seen its diff."""
        shown = pending.shown or pending.seen is not None or (self._app.review and not pending.plain)
        asked = self._app.handed_out
        self._start(self._show(pending, self.workspace(), asked, seen=pending.seen) if shown else self._write(pending))

    def workspace(self) -> "Workspace":
        """On whose behalf files are changed from here, at this instant."""
        return self._app.workspace(self._view.now())

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        self._app.run_worker(work, group="writing", exit_on_error=False)

    async def _show(
        self, pending: PendingChange, workspace: "Workspace", asked: int, *, seen: tuple[str, ...] | None = None
    ) -> None:
        """Show what would be written by that workspace; write it where just that was `seen` and agreed to. Nothing is
        shown to a person who has gone on since they `asked`.
        """
        from cockpit.project.outcome import after_that
        from cockpit.screens.dialogs import DiffDialog, changed_lines

        outcome = await self._outcome(pending, replace(workspace, dry_run=True))
        if outcome is None:
            return
        if not outcome.changed:
            self._app.notify(f"Nothing to change: {outcome.done!s}")
        elif seen is not None and changed_lines(seen) == changed_lines(outcome.diff):
            await self._write(pending)
        elif self._app.handed_out != asked:
            self._app.notify(
                "Nothing was written: you went on before the diff could be shown. Press the key again.",
                severity="warning",
            )
        else:
            remark = [Fact("", OTHERWISE_NOW, "warning")] if seen is not None else []
            does = by_key(after_that(outcome.done), self._view.keys)
            about = [*remark, *(pending.about or [Fact("", does, "strong")])]
            dialog = DiffDialog(pending.labels, about, outcome.diff, self._view)

            def closed(go: bool | None) -> None:
                if go:
                    self._start(self._show(pending, workspace, self._app.handed_out, seen=outcome.diff))

            self._app.push_screen(dialog, closed)

    async def _write(self, pending: PendingChange) -> None:
        self._before()
        outcome = await self._outcome(pending, self.workspace())
        if outcome is None:
            return
        self.done(outcome, pending.back)
        pending.done()

    async def _outcome(self, pending: PendingChange, workspace: "Workspace") -> "ChangeOutcome | None":
        """What came of it; None where it was refused."""
        from cockpit.model.errors import CommandError

        try:
            return await asyncio.to_thread(pending.do, workspace)
        except CommandError as refusal:
            if pending.refused is not None:
                pending.refused(refusal)
            else:
                self._app.notify(by_key(refusal.whole, self._view.keys), severity="warning", markup=False)
            return None

    def done(self, outcome: "ChangeOutcome", back: Back = "undo") -> None:
        """Say what was done and how to take it back, and read it; what should be read beside that stays until a key."""
        key = self._view.keys.get(f"change.{back}")
        hint = f"  ({key} {back})" if outcome.entry is not None and key else ""
        remarks = (with_moments(by_key(each, self._view.keys), self._view.now()) for each in outcome.remarks)
        sentences = "\n".join((by_key(outcome.done, self._view.keys) + hint, *remarks))
        self._app.notify(plain(sentences), timeout=inf if outcome.remarks else None)
        self._after()
        if self._app.source is not None:
            self._app.source.refresh()
        self._app.history.look()


@dataclass(frozen=True, slots=True)
class Written:
    """What follows the writing of what was typed: it is `done`, or was `refused`."""

    done: Callable[[], None]
    refused: Callable[["CommandError"], None]


class ActionTarget(NamedTuple):
    """What an action is about: the track on screen and the row under the cursor, at one moment.

    `row` is the value of the row; for a need, the thing it is about. Of a need of another track, `track` is that one,
    and `shown` the one on screen; of a limit of the repository's own, `track` is the one that keeps it.
    """

    app: ProjectApp
    track: Track | None = None
    row: object = None
    need: Need | None = None
    shown: Track | None = None

    @property
    def of_work(self) -> "ActionTarget":
        """The same about the work: the repository's own limits, shown with the track of a framework, have none."""
        is_elsewhere = self.need is not None and self.need.there is not None
        return self if is_elsewhere else self._replace(track=self.shown)

    def lacks(self, part: str) -> Words | None:
        """Why there can be none of something in this track; None where there can."""
        return self.track.lacks.get(part) if self.track is not None else None


Found = TypeVar("Found")
PATIENCE = 0.5
"""Seconds after which a person is told what they wait for."""
_ASKED = "Git and disk are being asked. The screen opens in a moment."


class ActionRunner:
    """Does what actions do, for one screen: asks what is to be known, and carries out."""

    def __init__(
        self, app: ProjectApp, view: View, after: Callable[[], None], before: Callable[[], None] = nothing
    ) -> None:
        self.app, self.view = app, view
        self.changes = ChangeRunner(app, view, after, before)
        self._refused: dict[FormKey, tuple[str, Words]] = {}
        """In which entry the person was, and why what they typed was not written."""

    def open_on(self, look: Callable[[], Found], screen: Callable[[Found], "Screen[None]"]) -> None:
        """Open a screen on what is found away from the event loop, for a person who has not gone on meanwhile; where it
        lasts they are told. What `look` refuses (CommandError) is said instead.
        """
        self.app.run_worker(self._open_on(look, screen), group="beginning", exit_on_error=False)

    async def _open_on(self, look: Callable[[], Found], screen: Callable[[Found], "Screen[None]"]) -> None:
        from cockpit.model.errors import CommandError

        asked, looking = self.app.handed_out, asyncio.ensure_future(asyncio.to_thread(look))
        if not (await asyncio.wait([looking], timeout=PATIENCE))[0]:
            self.app.notify(_ASKED)
        try:
            found = await looking
        except CommandError as refusal:
            self.app.notify(refusal.whole, severity="warning")
            return
        finally:
            self.app.call_later(self.app.unsay, _ASKED)
        if self.app.handed_out == asked:
            self.app.push_screen(screen(found))

    def ask(self, track: Track, form: Form, intent: Callable[[Answers], Intent]) -> None:
        """Let the person fill in a form, then change that track by what it comes to."""

        def write(answers: Answers, written: Written) -> None:
            from cockpit.model.errors import WrongUsage

            try:
                meant = intent(answers)
            except WrongUsage as wrong:
                written.refused(wrong)
            else:
                self.change(track, meant, done=written.done, refused=written.refused)

        self.fill_in(track, form, write)

    def fill_in(self, track: Track | None, form: Form, write: Callable[[Answers, "Written"], None]) -> None:
        """Let the person fill in a form, about a track or where there is none, then `write` what stands in it.

        What they typed is kept until it is written: the same form begins with it, and says why it was refused. It comes
        back by itself only as the answer to the key that finished it, never to a person who has gone on.
        """
        kept = FormKey(track.key if track is not None else "", form.title, form.item)
        if self.app.form_drafts.knows(kept):
            self._open(kept, track, form, write)
        else:
            reading = self._read_and_open(kept, track, form, write)
            self.app.run_worker(reading, group="beginning", exit_on_error=False)

    async def _read_and_open(
        self, kept: FormKey, track: Track | None, form: Form, write: Callable[[Answers, "Written"], None]
    ) -> None:
        await self.app.form_drafts.read(kept)
        self._open(kept, track, form, write)

    def _open(
        self, kept: FormKey, track: Track | None, form: Form, write: Callable[[Answers, "Written"], None]
    ) -> None:
        from cockpit.screens.dialogs import FormDialog

        drafts = self.app.form_drafts
        entry, wrong = self._refused.pop(kept, (form.begin, None))

        def changed(answers: Answers) -> None:
            drafts.type(kept, {name: text for name, text in answers.items() if text != form.empty[name]})

        def closed(filled: Filled | None) -> None:
            if filled is not None and filled.done:
                changed(filled.answers)
                asked = self.app.handed_out
                write(filled.answers, Written(done=forget, refused=partial(refused, filled.entry, asked)))
            elif drafts.leave(kept):
                self.app.notify("Kept until you quit. The same key opens it again.")

        def forget() -> None:
            drafts.forget(kept)

        def refused(entry: str, asked: int, refusal: "CommandError") -> None:
            from cockpit.model.errors import Changed, NeedsConfirmation

            if isinstance(refusal, Changed):  # asking again about what is gone would lead nowhere
                self.app.notify(by_key(refusal.whole, self.view.keys), severity="warning", markup=False)
            elif isinstance(refusal, NeedsConfirmation) and track is not None and self.app.handed_out == asked:
                self.ask_first(form.title, refusal, lambda instead: self.change(track, instead, done=forget))
            else:
                self._refused[kept] = entry, refusal.whole
                if self.app.handed_out == asked and not self.app.has_typed_ahead:
                    self._open(kept, track, form, write)
                else:
                    told = f"{refusal.whole} Draft saved. The same key opens it again."
                    self.app.notify(by_key(told, self.view.keys), severity="warning", markup=False)

        why = by_key(wrong, self.view.keys) if wrong is not None else ""
        typed = {name: text for name, text in drafts.open(kept).items() if name in form.empty}
        restored = {**form.empty, **typed} if typed else None
        self.app.push_screen(FormDialog(replace(form, begin=entry), restored, why, changed=changed), closed)

    def change(
        self,
        track: Track,
        intent: Intent,
        *,
        title: str = "To be decided",
        labels: DiffLabels = WRITE,
        shown: bool = False,
        done: Callable[[], None] = nothing,
        refused: Callable[["CommandError"], None] | None = None,
    ) -> None:
        """Make a change to a track; where it is done only when a person says so, ask first, with the `title`."""
        again = partial(self.change, track, title=title, labels=labels, shown=shown, done=done)
        began = self.app.handed_out

        def do(workspace: "Workspace") -> "ChangeOutcome":
            from cockpit.project.change import change

            return change(workspace, track.key, intent)

        def asked(refusal: "CommandError") -> None:
            from cockpit.model.errors import NeedsConfirmation

            if isinstance(refusal, NeedsConfirmation) and self.app.handed_out == began:
                self.ask_first(title, refusal, again)
            else:
                self.app.notify(by_key(refusal.whole, self.view.keys), severity="warning", markup=False)

        self.changes.run(PendingChange(do=do, labels=labels, shown=shown, done=done, refused=refused or asked))

    def ask_first(self, title: str, asks: "NeedsConfirmation", then: Callable[[Intent], None]) -> None:
        """Let a person say whether something is done all the same, and do it `then`."""
        about = [Fact("", by_key(asks.why, self.view.keys), "strong")]
        self.confirm(title, about, str(asks.agreed), lambda: then(asks.instead))

    def confirm(self, title: str, about: Sequence[Fact], agreed: str, then: Callable[[], None]) -> None:
        """Ask before what cannot simply be taken back: Enter cancels, the letter of the answer does it."""
        self.choose(title, about, cancel_or(agreed), lambda way: then() if way == "yes" else None)

    def choose(
        self,
        title: str,
        about: Sequence[Fact],
        choices: Sequence[Choice],
        then: Callable[[str], None],
        begin: str | None = None,
    ) -> None:
        """Let the person choose one, and do what follows `then`; nothing where they leave. The cursor stands on the
        answer whose key is `begin`, else on the first that can be chosen.
        """
        from cockpit.screens.dialogs import QuestionDialog

        begin = begin or next((each.key for each in choices if each.able), None)

        def chosen(key: str | None) -> None:
            if key is not None:
                then(key)

        self.app.push_screen(QuestionDialog(title, about, choices, self.view, begin), chosen)


def cancel_or(agreed: str) -> list[Choice]:
    """The answers where Enter cancels: "no", and "yes" by the letter of what is `agreed` to."""
    return [Choice("no", "Cancel", letter="c"), Choice("yes", agreed, letter=free_letter(agreed, "c"))]


def free_letter(label: str, taken: str) -> str:
    """The first letter of a label that is not taken yet; any free one where all are; empty where none is left."""
    letters = [each for each in label.casefold() if each.isascii() and each.isalpha()]
    return next((each for each in (*letters, *ascii_lowercase) if each not in taken and each not in _MOVING), "")


_MOVING = "gjkq"
"""Letters that move the cursor of a list, or close it."""


# The actions: when each can be done, and what it does

WhyNot = Callable[[ActionTarget], Words | None]
"""Why an action cannot be done now; None where it can."""
Do = Callable[[ActionRunner, ActionTarget], None]

Needed = Literal["project", "track", "state"]
"""What an action cannot do without: a track, or also its state file, which a track may lack."""


class ScreenAction(NamedTuple):
    """How an action is done on screen, beside what its record in `cockpit.actions` says: what it does, and why it
    cannot be done now.

    Rows that it `answers` have it under the answering key; `row` is what the help calls such a row. It is in the menu
    of rows with values of the types in `on`, of all rows where Track is among them: above the others there if it comes
    `first`, and where it cannot be done only if it `stays`, with the reason. It `looks` where it writes nothing.
    It `records` something new; what comes of it is selected in that `pane`. The footer names its key where it is
    `in_footer`.
    """

    do: Do
    why_not: WhyNot = lambda _: None
    needs: Needed = "track"
    looks: bool = False
    answers: Callable[[ActionTarget], bool] | None = None
    row: str = ""
    on: tuple[type, ...] = ()
    first: bool = False
    stays: bool = False
    records: bool = False
    pane: str = ""
    in_footer: Callable[[ActionTarget], bool] = lambda _: True


ActionTable = Mapping[str, ScreenAction]


def target_of(table: ActionTable, action: str, target: ActionTarget) -> ActionTarget:
    """What an action is about: the track that keeps a limit where it changes or answers that, else the work."""
    known = table[action]
    answers = known.answers is not None and known.answers(target)
    return target if answers or Threshold in known.on else target.of_work


def unavailable(table: ActionTable, action: str, target: ActionTarget) -> Words | None:
    """Why an action cannot be done now; None where it can."""
    known, target = table[action], target_of(table, action, target)
    if (why := why_nothing(target, known.needs, looks=known.looks)) is not None:
        return why
    if BY_ID[action].person and (why := not_a_person(allow_agents=target.app.settings.allow_agents)) is not None:
        return why
    return known.why_not(target)


def why_nothing(target: ActionTarget, needs: Needed, *, looks: bool = False) -> Words | None:
    """Why nothing can be done that `needs` this part, or nothing but looking; None where something can."""
    if target.app.project is None:
        return "The project is still being read."
    if needs != "project" and (target.track is None or target.track.is_observed):
        if target.track is None:
            return "No agent state in this folder."
        return (
            "No state is kept in this repository; only sessions of agents are shown. Press <row.new> to start tracking."
        )
    if target.app.settings.read_only and not looks:
        return "Cockpit was opened read-only."
    return target.lacks("state") if needs == "state" else None
