"""Keeping what is being typed: soon after each change, off the event loop, one at a time, the newest last."""

import asyncio
from collections.abc import Callable

from textual.app import App
from textual.screen import Screen
from textual.timer import Timer

from cockpit.model.errors import CommandError
from cockpit.wording.messages import Words

SOON = 0.3
"""Seconds from a change to its keeping."""


class Keeper:
    """Keeps what `keep` writes, on behalf of a screen or the app. What could not be kept is said once."""

    def __init__(self, owner: App[None] | Screen[None], keep: Callable[[], Callable[[], None]]) -> None:
        """`keep` is called on the event loop and returns what to do away from it."""
        self._owner = owner
        self._keep = keep
        self._timer: Timer | None = None
        self._one = asyncio.Lock()
        self._unkept = False
        self._said: Words | None = None

    @property
    def waits(self) -> bool:
        """Whether something is due to be kept."""
        return self._timer is not None

    def changed(self) -> None:
        """Something changed: keep it soon."""
        self._unkept = True
        if self._timer is None:
            self._timer = self._owner.set_timer(SOON, self._due)

    def _due(self) -> None:
        self._timer = None
        self._owner.run_worker(self._now(), group="keeping", exit_on_error=False)

    async def _now(self) -> None:
        await self.now()

    async def now(self) -> bool:
        """Keep at once what is not kept yet. False where that failed."""
        async with self._one:
            if not self._unkept:
                return True
            self._unkept = False
            return await asyncio.to_thread(self._write, self._keep())

    def at_the_end(self) -> None:
        """Keep what is not kept yet, before the program ends."""
        if self._unkept:
            self._unkept = False
            self._write(self._keep())

    def forget(self) -> None:
        """There is nothing to be kept any more."""
        self._unkept = False

    def _write(self, write: Callable[[], None]) -> bool:
        try:
            write()
        except CommandError as refusal:
            self._unkept = True
            if refusal.whole != self._said:
                self._said = refusal.whole
                why = f"The draft is not saved: {refusal.whole}"
                self._owner.notify(str(why), severity="warning", markup=False)
            return False
        self._said = None
        return True
