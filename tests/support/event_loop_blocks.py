"""How long single callbacks hold the event loop: in calls of functions, which no other work on the machine changes."""

import asyncio
import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from unittest import mock

from tests.support.deferred_drawing import drawn


@contextmanager
def watched() -> Iterator[list[int]]:
    """How many functions, Python's and C's, every callback calls that the event loop runs meanwhile."""
    taken: list[int] = []
    run = asyncio.Handle._run

    def counted(handle: asyncio.Handle) -> None:
        calls = 0

        def profile(_frame: FrameType, event: str, _argument: object) -> None:
            nonlocal calls
            calls += event in ("call", "c_call")

        before = sys.getprofile()
        sys.setprofile(profile)
        try:
            run(handle)
        finally:
            sys.setprofile(before)
        taken.append(calls)

    gc.disable()  # what it frees may call finalizers of another test's
    try:
        with drawn(), mock.patch.object(asyncio.Handle, "_run", counted):
            yield taken
    finally:
        gc.enable()
