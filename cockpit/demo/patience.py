"""How an agent waits: it notices soon that it is not wanted, or that what it waits for has come."""

import os
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import FrameType

from cockpit.demo.clock import Deadline

POLL = 0.2
"""Seconds between two looks at a file while waiting, and at whether the agent is still wanted."""


class NotWantedError(Exception):
    """The agent was told to end, its project is gone, or nobody is left who started it."""


class Patience:
    """Lets time pass, and notices within a poll that the agent is not wanted any more.

    `state` is the folder without which the project is gone.
    """

    def __init__(self, state: Path, *, pace: float, parent: int) -> None:
        self.state = state
        self.pace = pace
        self.parent = parent
        self._told = threading.Event()

    def end(self, signum: int = 0, frame: FrameType | None = None) -> None:
        """Handle a signal: the write at hand is finished, then the agent ends."""
        self._told.set()

    def check(self) -> None:
        """Raise NotWantedError if the agent should end."""
        if self._told.is_set() or os.getppid() != self.parent or not self.state.is_dir():
            raise NotWantedError

    def work(self, seconds: float) -> None:
        """Let the scripted seconds pass at this script's pace. Raises NotWantedError."""
        end = time.monotonic() + seconds * self.pace
        self.check()
        while (left := end - time.monotonic()) > 0:
            self._told.wait(min(POLL, left))
            self.check()

    def until(self, condition: Callable[[], bool], deadline: Deadline) -> bool:
        """Wait in real time until a condition holds; False when the deadline passed. Raises NotWantedError."""
        while not condition():
            if deadline.passed:
                return False
            self._told.wait(POLL)
            self.check()
        return True
