"""Waiting until the program is at rest, told from the event loop: nothing to run, and nothing due in a moment.

Textual's own wait sleeps until the process uses little of the processor: that takes half of a test's time, and on a
busy machine it ends before the work is done. For the same reason the time between two frames is short: nobody watches.
And nobody reads: what is there for some seconds is there until the test says that they are over.
"""

import asyncio

import textual.app
import textual.pilot
import textual.screen
from textual._context import active_app
from textual.message_pump import MessagePump
from textual.timer import Timer, TimerCallback

SOON = 0.04
"""Seconds. A timer due sooner belongs to what is under way, such as the next frame."""
FRAME = 1 / 300
"""Seconds between two frames; in a terminal 1/60. Less takes no less time: something else is waited for then."""
LONG = 1.0
"""Seconds. A timer that takes as long or longer waits until the test lets it go on: a busy machine is not faster."""
_LONGEST = 30.0
_set_timer = MessagePump.set_timer


async def wait_for_rest(_min_sleep: float = 0.0, max_sleep: float = _LONGEST) -> None:
    """Wait until the event loop has come to rest, at most `max_sleep` seconds. An app that has ended draws no frame
    that is due."""
    loop = asyncio.get_running_loop()
    app = active_app.get(None)
    end = loop.time() + max_sleep
    quiet = 0
    while quiet < 2 and loop.time() < end and not (app is not None and app._exit):
        await asyncio.sleep(0)
        due = min((timer.when() for timer in loop._scheduled if not timer.cancelled()), default=end) - loop.time()
        if due < SOON:
            await asyncio.sleep(max(due, 0))
        quiet = 0 if loop._ready or due < SOON else quiet + 1


def _held(
    pump: MessagePump, delay: float, callback: TimerCallback | None = None, *, pause: bool = False, **named: str | None
) -> Timer:
    return _set_timer(pump, delay, callback, pause=pause or delay >= LONG, **named)


def use() -> None:
    """Let Textual's pilot wait in this way, and neither for the frames nor for what takes long."""
    MessagePump.set_timer = _held  # type: ignore[method-assign]
    textual.screen.UPDATE_PERIOD = FRAME  # type: ignore[misc]
    textual.app.wait_for_idle = wait_for_rest
    textual.pilot.wait_for_idle = wait_for_rest
