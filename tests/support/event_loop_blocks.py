"""How long single callbacks hold the event loop: in CPU of its thread, since other work shares the machine."""

import asyncio
import gc
import time
from collections.abc import Iterator
from contextlib import contextmanager
from unittest import mock

from tests.support.deferred_drawing import drawn


@contextmanager
def watched() -> Iterator[list[float]]:
    """The CPU seconds of every callback that the event loop runs meanwhile; searches for garbage count for none."""
    taken: list[float] = []
    run = asyncio.Handle._run

    def timed(handle: asyncio.Handle) -> None:
        begun = time.thread_time()
        run(handle)
        taken.append(time.thread_time() - begun)

    gc.disable()
    try:
        with drawn(), mock.patch.object(asyncio.Handle, "_run", timed):
            yield taken
    finally:
        gc.enable()
