"""Carrying out what a key asks for: away from the event loop, shown first where the person wants that, undoable."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import replace
from datetime import UTC
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from cockpit.rules.times import with_moments
from cockpit.screens.diffs import WRITE, DiffDialog, Wording, changed_lines
from cockpit.screens.project_app import ProjectApp
from cockpit.values import dataclass
from widgets.by_key import by_key
from widgets.pane import View
from widgets.sheets import Fact

if TYPE_CHECKING:
    from cockpit.actions.change import Outcome, Writer
    from cockpit.model.errors import Refused

Doing = Callable[["Writer"], "Outcome"]
"""Something to be done on behalf of the person. Raises Refused."""

OTHERWISE_NOW = "The files have changed meanwhile. This is what would be written now."
Back = Literal["undo", "redo"]
"""The action that takes something back."""
_BACK = {"undo": "undoes it", "redo": "does it again"}


def nothing() -> None:
    """What follows a deed that nothing hangs on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deed:
    """Something to be done, and what follows: once it is `done`, or where it was `refused`; else the refusal is said.

    `wording` and `about` stand over the diff; without these facts, what the deed says itself. `shown` deeds show their
    diff always, those that have none (`plain`) never, others where the person reviews; one whose diff was `seen` and
    agreed to already only where it is another by now. `back` is the action that takes it back.
    """

    do: Doing
    wording: Wording = WRITE
    about: Sequence[Fact] = ()
    shown: bool = False
    plain: bool = False
    seen: tuple[str, ...] | None = None
    back: Back = "undo"
    done: Callable[[], None] = nothing
    refused: Callable[["Refused"], None] | None = None


class Deeds:
    """Carries deeds out for the screens of one application.

    `after` follows everything that was done.
    """

    def __init__(self, app: ProjectApp, view: View, after: Callable[[], None]) -> None:
        self._app = app
        self._view = view
        self._after = after

    def carry_out(self, deed: Deed) -> None:
        """Do it now, or after the person has seen its diff."""
        shown = deed.shown or deed.seen is not None or (self._app.review and not deed.plain)
        self._start(self._show(deed, self.writer(), seen=deed.seen) if shown else self._write(deed))

    def writer(self) -> "Writer":
        """On whose behalf files are changed from here, at this instant."""
        from cockpit.actions.change import Writer

        app = self._app
        return Writer(
            root=Path(app.project.root) if app.project is not None else Path(),
            now=self._view.now().astimezone(UTC),
            read_only=app.settings.read_only,
            allow_agents=app.settings.allow_agents,
            lapse_half_way=app.settings.lapse_half_way,
            limits=app.limits,
        )

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        self._app.run_worker(work, group="writing", exit_on_error=False)

    async def _show(self, deed: Deed, writer: "Writer", *, seen: tuple[str, ...] | None = None) -> None:
        """Show what would be written by that writer; write it where just that was `seen` and agreed to."""
        outcome = await self._outcome(deed, replace(writer, dry_run=True))
        if outcome is None:
            return
        if not outcome.changed:
            self._app.notify(f"Nothing to change: {outcome.done}", markup=False)
        elif seen is not None and changed_lines(seen) == changed_lines(outcome.diff):
            await self._write(deed)
        else:
            remark = [Fact("", OTHERWISE_NOW, "warning")] if seen is not None else []
            about = [*remark, *(deed.about or [Fact("", outcome.intended.done, "strong")])]
            dialog = DiffDialog(deed.wording, about, outcome.diff, self._view)

            def closed(go: bool | None) -> None:
                if go:
                    self._start(self._show(deed, writer, seen=outcome.diff))

            self._app.push_screen(dialog, closed)

    async def _write(self, deed: Deed) -> None:
        outcome = await self._outcome(deed, self.writer())
        if outcome is None:
            return
        self.done(outcome, deed.back)
        deed.done()

    async def _outcome(self, deed: Deed, writer: "Writer") -> "Outcome | None":
        """What came of it; None where it was refused."""
        from cockpit.model.errors import Refused

        try:
            return await asyncio.to_thread(deed.do, writer)
        except Refused as refusal:
            if deed.refused is not None:
                deed.refused(refusal)
            else:
                self._app.notify(by_key(str(refusal), self._view.keys), severity="warning", markup=False)
            return None

    def done(self, outcome: "Outcome", back: Back = "undo") -> None:
        """Say what was done and how to take it back, and read it; what should be read beside that stays until a key."""
        key = self._view.keys.get(back)
        hint = f"  ({key} {_BACK[back]})" if outcome.entry is not None and key else ""
        remarks = (with_moments(by_key(each, self._view.keys), self._view.now()) for each in outcome.remarks)
        sentences = "\n".join((outcome.done + hint, *remarks))
        turns = (back, outcome.entry) if hint and outcome.entry is not None else None
        self._app.say_done(sentences, hint, turns, stays=bool(outcome.remarks))
        if self._app.source is not None:
            self._app.source.refresh()
        self._after()
