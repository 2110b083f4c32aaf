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

from cockpit.values import dataclass

LONGEST = 1.0
"""Seconds. No key waits longer for another: nothing that lasts may keep a person from leaving it."""
OPENING = frozenset({"turning", "writing", "beginning", "entering"})
"""The groups of workers that may end in a dialog, or in something to type into."""


@dataclass(slots=True)
class _Key:
    """A key under way: the screen that stands, and until when it may hold others."""

    screen: Screen[object]
    until: float


class TypedAhead(App[None]):
    """An app whose keys wait for each other."""

    class Handled(Message):
        """Sent after a key on the same way: when it arrives, the key has been everywhere."""

        def __init__(self, key: _Key) -> None:
            super().__init__()
            self.key = key

    _typed: deque[events.Key | events.Paste]
    _under_way: _Key | None = None
    _opening: asyncio.Future[list[object]] | None = None

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
        key = self._under_way = _Key(self.screen, loop.time() + LONGEST)
        loop.call_at(key.until, self._go_on, key)
        await super().on_event(self._typed.popleft())
        if not way.post_message(self.Handled(key)):
            self._go_on(key)

    def on_typed_ahead_handled(self, message: Handled) -> None:
        """The key has been everywhere; what it began may still be opening."""
        self._look(message.key)

    def _look(self, key: _Key) -> None:
        """Go on once nothing is opening any more and the screen that stands has come up."""
        if key is not self._under_way or not self.screen_stack:
            return
        if opening := [each.wait() for each in self.workers if each.group in OPENING and not each.is_finished]:
            self._opening = asyncio.gather(*opening, return_exceptions=True)
            self._opening.add_done_callback(lambda _: self._look(key))
            return
        if self.screen is not key.screen:
            key.screen = self.screen
            if self.screen.post_message(self.Handled(key)):  # it comes back when that screen has come up
                return
        if not self.screen.call_after_refresh(self._go_on, key):
            self._go_on(key)

    def _go_on(self, key: _Key) -> None:
        if key is self._under_way:
            self._under_way = None
            if self._typed:
                self.call_later(self._hand_out)
