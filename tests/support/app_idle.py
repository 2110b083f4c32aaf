"""Waiting until the program is at rest, told from the event loop: nothing to run, and nothing due in a moment.

Textual's own wait sleeps until the process uses little of the processor: that takes half of a test's time, and on a
busy machine it ends before the work is done. For the same reason the time between two frames is short: nobody watches.
"""

import asyncio

import textual.app
import textual.pilot
import textual.screen
from textual._context import active_app

SOON = 0.04
"""Seconds. A timer due sooner belongs to what is under way, such as the next frame."""
FRAME = 1 / 300
"""Seconds between two frames; in a terminal 1/60. Less takes no less time: something else is waited for then."""
_LONGEST = 1.0


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


def use() -> None:
    """Let Textual's pilot wait in this way, and not for the frames."""
    textual.screen.UPDATE_PERIOD = FRAME  # type: ignore[misc]
    textual.app.wait_for_idle = wait_for_rest
    textual.pilot.wait_for_idle = wait_for_rest
