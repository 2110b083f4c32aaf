"""Keys typed ahead go where they were meant: a key waits until what the one before it opens is on the screen.

Textual hands out keys as they come. The first letters typed after the key of a form would be taken for keys of the
dashboard, on a busy machine many of them.
"""

import asyncio
from collections import deque

from textual import events
from textual.app import App
from textual.message import Message
from textual.screen import Screen

from cockpit.screens.mixin import Mixin
from cockpit.values import dataclass

LONGEST = 1.0
"""Seconds. No key waits longer for another: nothing that lasts may keep a person from leaving it."""
_AGAIN = 1 / 60
"""Seconds between two looks at what is still under way."""
OPENING = frozenset({"turning", "writing"})
"""The groups of workers that may end in a dialog."""


@dataclass(slots=True)
class _Key:
    """A key under way: the screen that stands, whether something on it had the focus, until when it may hold others."""

    screen: Screen[object]
    focused: bool
    until: float


class Opening(Mixin):
    """A screen in which a key may bring up something to type into."""

    is_opening = False
    """Whether what the last key brings up has no focus yet."""


class TypedAhead(App[None]):
    """An app whose keys wait for each other."""

    class Handled(Message):
        """Sent after a key on the same way: when it arrives, the key has been everywhere."""

        def __init__(self, key: _Key) -> None:
            super().__init__()
            self.key = key

    _typed: deque[events.Key | events.Paste]
    _under_way: _Key | None = None

    def __init__(self) -> None:
        super().__init__()
        self._typed = deque()

    async def on_event(self, event: events.Event) -> None:
        """A key that comes while another is under way waits."""
        if not isinstance(event, events.Key | events.Paste) or event.is_forwarded:
            await super().on_event(event)
            return
        self._typed.append(event)
        if self._under_way is None:
            await self._hand_out()

    async def _hand_out(self) -> None:
        if self._under_way is not None or not self._typed or not self.screen_stack:
            return
        loop = asyncio.get_running_loop()
        way = self.focused or self.screen
        key = self._under_way = _Key(self.screen, self.focused is not None, loop.time() + LONGEST)
        loop.call_at(key.until, self._go_on, key)
        await super().on_event(self._typed.popleft())
        if not way.post_message(self.Handled(key)):
            self._go_on(key)

    def on_typed_ahead_handled(self, message: Handled) -> None:
        """The key has been everywhere; what it began may still be opening."""
        self._look(message.key)

    def _look(self, key: _Key) -> None:
        """Go on when nothing is opening any more."""
        if key is not self._under_way or not self.screen_stack:
            return
        if self.screen is not key.screen:
            key.screen, key.focused = self.screen, False
            if self.screen.post_message(self.Handled(key)):  # it comes back when that screen has come up
                return
        if self._is_opening(key):
            asyncio.get_running_loop().call_later(_AGAIN, self._look, key)
        else:
            self._go_on(key)

    def _is_opening(self, key: _Key) -> bool:
        return (
            (key.focused and self.focused is None)
            or (isinstance(self.screen, Opening) and self.screen.is_opening)
            or any(worker.group in OPENING and not worker.is_finished for worker in self.workers)
        )

    def _go_on(self, key: _Key) -> None:
        if key is self._under_way:
            self._under_way = None
            if self._typed:
                self.call_later(self._hand_out)
