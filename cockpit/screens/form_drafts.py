"""What was typed into forms and is not written: there as long as the program runs, and on the disk while its form is
open or its change is refused, so that no end of the program takes it along."""

import asyncio
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from cockpit.model.errors import CommandError
from cockpit.screens.keeper import Keeper
from cockpit.wording.messages import Message

if TYPE_CHECKING:
    from cockpit.screens.project_app import ProjectApp

Typed = dict[str, str]
"""The lines of a form that are not as they were proposed."""


class FormKey(NamedTuple):
    """Which form it is, about which thing. What is about no track (empty) is not kept on the disk."""

    track: str
    title: str
    item: str


class FormDrafts:
    """The drafts of all forms of one application."""

    def __init__(self, app: "ProjectApp") -> None:
        self._app = app
        self._typed: dict[FormKey, Typed] = {}
        self._unkept: dict[FormKey, Typed] = {}
        self._keeper = Keeper(app, self._keeping)

    def knows(self, key: FormKey) -> bool:
        """Whether it is known what was typed."""
        return key in self._typed or not key.track

    async def read(self, key: FormKey) -> None:
        """Find out what was typed when the program ended; what cannot be read is said."""
        from cockpit.project.notes import typed_before

        self._typed[key] = {}
        try:
            self._typed[key] = await asyncio.to_thread(typed_before, self._root, *key)
        except CommandError as refusal:
            why = Message("project.draft-unreadable", f"Your draft cannot be read: {refusal.whole}")
            self._app.notify(why, severity="warning", markup=False)

    def open(self, key: FormKey) -> Typed:
        """What was typed into a form that opens."""
        typed = self._typed.get(key, {})
        if typed:
            self._keep(key, typed)
        return typed

    def type(self, key: FormKey, typed: Typed) -> None:
        """Something is typed."""
        if typed != self._typed.get(key, {}):
            self._typed[key] = typed
            self._keep(key, typed)

    def leave(self, key: FormKey) -> bool:
        """The form was left on purpose: what was typed is there until the program ends. Whether something was."""
        typed = bool(self._typed.get(key))
        if typed:
            self._keep(key, {})
        return typed

    def forget(self, key: FormKey) -> None:
        """What was typed is written."""
        self.type(key, {})

    def at_the_end(self) -> None:
        """Keep what is not kept yet, before the program ends."""
        self._keeper.at_the_end()

    @property
    def _root(self) -> Path:
        return Path(self._app.project.root) if self._app.project is not None else Path()

    def _keep(self, key: FormKey, typed: Typed) -> None:
        if key.track:
            self._unkept[key] = typed
            self._keeper.changed()

    def _keeping(self) -> Callable[[], None]:
        unkept, self._unkept = self._unkept, {}
        return partial(self._keep_all, self._root, unkept)

    def _keep_all(self, root: Path, unkept: dict[FormKey, Typed]) -> None:
        from cockpit.project.notes import keep_typed

        try:
            for key, typed in unkept.items():
                keep_typed(root, *key, typed)
        except CommandError:
            for key, typed in unkept.items():
                self._unkept.setdefault(key, typed)
            raise
