"""A key counts only for the screen and the row that it was pressed on.

Textual hands out keys as they come, to whatever is there by then. Here they wait for each other. One that was pressed
before the screen that is there now came up, or before another row came under the cursor by itself, is dropped with all
that was typed behind it, and that is said. Text alone is kept: it waits for the field that the key before it opens.
"""

import asyncio
from collections import deque
from math import inf
from time import monotonic

from rich.console import RenderableType
from textual import events
from textual.app import App
from textual.message import Message
from textual.screen import Screen
from textual.widget import Widget

from cockpit.values import dataclass
from widgets.footer import GLANCE
from widgets.painting import Painted

LONGEST = 1.0
"""Seconds. No key waits longer for what is read or written: nothing that lasts may keep a person from leaving it."""
OPENING = frozenset({"turning", "writing", "beginning", "entering"})
"""The groups of workers that may end in a dialog, or in something to type into."""
DROPPED = "What was pressed before this was on screen does not count: press it again."


@dataclass(slots=True)
class _Key:
    """A key under way: the screen that was there, the widget it was given to, whether it waits for a worker."""

    screen: Screen[object]
    way: Widget
    waits: bool = False


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
    _up_since: float = 0.0
    """When the screen that is there came up (monotonic); no time at all while it is still opening."""

    def __init__(self) -> None:
        super().__init__()
        self._typed = deque()

    def on_mount(self) -> None:
        """Notice when another screen comes up."""
        self.screen_change_signal.subscribe(self, self._opens, immediate=True)

    def _opens(self, screen: Screen[object]) -> None:
        self._up_since = inf
        screen.call_after_refresh(self._is_up, screen)  # where nothing of it had to be painted
        if self._under_way is not None:  # it may be waiting for a refresh of the screen that was there before
            self.call_later(self._look, self._under_way)

    def _is_up(self, screen: Screen[object]) -> None:
        if self._up_since == inf and self.screen_stack and screen is self.screen:
            self._up_since = monotonic()

    def _display(self, screen: Screen[object], renderable: RenderableType | None) -> None:
        if renderable is not None:
            self._is_up(screen)
        super()._display(screen, renderable)

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
        if not self._counts(self._typed[0]):
            self._forget_typed()
            return
        way = self.focused or self.screen
        key = self._under_way = _Key(self.screen, way)
        self._go_on_later(key)
        await super().on_event(self._typed.popleft())
        if not way.post_message(self.Handled(key)):
            self._go_on(key)

    def _counts(self, event: events.Key | events.Paste) -> bool:
        """Whether what is there was there when a key was pressed; text counts for the field that is there now."""
        key, character = (event.key, event.character) if isinstance(event, events.Key) else ("a", "a")
        if self.focused is not None and self.focused.check_consume_key(key, character):
            return True
        lists = (each for each in self.screen.query(Painted) if each.marks_cursor)
        return event.time >= max((each.turned_at for each in lists), default=0.0) and event.time >= self._up_since

    def _forget_typed(self) -> None:
        """Forget what was typed and is not handed out yet."""
        if self._typed:
            self._typed.clear()
            self.notify(DROPPED, severity="warning", timeout=GLANCE)

    def on_typed_ahead_handled(self, message: Handled) -> None:
        """The key has been everywhere; what it began may still be opening."""
        self._look(message.key)

    def _look(self, key: _Key) -> None:
        """Go on once nothing is opening any more and the screen that is there has come up."""
        if key is not self._under_way or not self.screen_stack:
            return
        opening = [each.wait() for each in self.workers if each.group in OPENING and not each.is_finished]
        key.waits = bool(opening)
        if opening:
            self._opening = asyncio.gather(*opening, return_exceptions=True)
            self._opening.add_done_callback(lambda _: self._look(key))
            return
        if self.screen is not key.screen:
            key.screen = key.way = self.screen
            if self.screen.post_message(self.Handled(key)):  # it comes back when that screen has come up
                return
        if not self.screen.call_after_refresh(self._go_on, key):
            self._go_on(key)

    def _go_on_later(self, key: _Key) -> None:
        asyncio.get_running_loop().call_later(LONGEST, self._leave_behind, key)

    def _leave_behind(self, key: _Key) -> None:
        """Let a person go on beside what lasts; what they typed for what it opens is for nothing else."""
        if key is not self._under_way:
            return
        if key.way.is_running and not key.waits:  # a busy machine: the key is still on its way
            self._go_on_later(key)
            return
        self._forget_typed()
        self._go_on(key)

    def _go_on(self, key: _Key) -> None:
        if key is self._under_way:
            self._under_way = None
            if self._typed:
                self.call_later(self._hand_out)
