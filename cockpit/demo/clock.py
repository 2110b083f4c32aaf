"""The agent's time: the real one, or a scripted one that makes every run write the same bytes."""

import time
from datetime import UTC, datetime, timedelta
from typing import Protocol


class Clock(Protocol):
    """What the agent asks for the time."""

    def now(self) -> datetime:
        """The present instant, in UTC."""

    def worked(self, seconds: float) -> None:
        """The agent has worked for this long, as its script says."""


class RealClock:
    """The time of this machine, whatever the script says."""

    def now(self) -> datetime:
        """The present instant, in UTC."""
        return datetime.now(UTC)

    def worked(self, seconds: float) -> None:
        """Nothing to do: real time has passed by itself."""


class ScriptedClock:
    """A clock that stands still except for the seconds that the script works; waiting for a person takes no time."""

    def __init__(self, start: datetime) -> None:
        self._now = start

    def now(self) -> datetime:
        """The start and all the work since."""
        return self._now

    def worked(self, seconds: float) -> None:
        """Advance by these seconds."""
        self._now += timedelta(seconds=seconds)


class Deadline:
    """A limit on waiting, in seconds of real time; None waits for ever."""

    def __init__(self, seconds: float | None) -> None:
        self._end = None if seconds is None else time.monotonic() + seconds

    @property
    def passed(self) -> bool:
        """Whether the time is over."""
        return self._end is not None and time.monotonic() >= self._end
