"""What agents say that they use: recorded by a status line, read by what shows it or holds an agent by it.

To record imports next to nothing.
"""

from __future__ import annotations

import os
import time
from contextlib import suppress

from cockpit.agents import status_line
from cockpit.storage.user_files import folder_names, readings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection
    from datetime import datetime
    from pathlib import Path

    from cockpit.model.agents import AgentSession
    from cockpit.model.readings import Readings

AWAITED_SECONDS = 0.5
"""How long the reading of a message is awaited, which comes 0.3 seconds after the hook."""


def record(data: bytes, at: float, folder: str | None = None, *, keep: bool = True) -> status_line.Fields:
    """Keep what an agent told its status line at an instant, under the repository in which it works, or that around
    another folder: the fields of a `Reading`, none where it told none.

    It is not kept where that cannot be done, or is not wanted: the agent goes on, and nobody is there to be told.
    """
    said = status_line.stated(data)
    fields = status_line.reading_in(said, os.environ.get(status_line.PROCESS))
    if keep and fields:
        around = folder or status_line.folder_in(said) or os.curdir
        with suppress(Exception):
            readings.append(folder_names.repository_state_folder(around), at, fields)
    return fields


def read_readings(root: Path) -> Readings:
    """What was said in all worktrees of the repository around a folder. Raises CommandError where it cannot be read."""
    from cockpit.storage.user_files import private
    from cockpit.storage.user_files.store import ProjectStore

    store = ProjectStore.of_repository(root)
    with private.looking(store):
        return readings.read(str(store.folder))


class Used:
    """What the sessions at `root` say that they used: the sessions as they are when it is first asked for, and what
    their status lines told until now. `chosen` are the ids of the agents whose sessions count, None are all that are
    known; `asks` is the session that asks, if one does."""

    def __init__(
        self, root: Path, chosen: Collection[str] | None, clock: Callable[[], datetime], asks: str | None = None
    ) -> None:
        self._root, self._chosen, self._clock, self._asks = root, chosen, clock, asks
        self._read_at: object = None
        self._used: tuple[Readings, tuple[AgentSession, ...]] | None = None

    def __call__(self) -> tuple[Readings, tuple[AgentSession, ...]]:
        """The readings of their status lines, and the sessions; the same objects where nothing more was told."""
        from dataclasses import replace

        from cockpit.storage.signatures import signature_of

        read_at = signature_of(str(readings_file(self._root)))
        if self._used is None or read_at != self._read_at:
            sessions = self._used[1] if self._used is not None else self._sessions()
            self._read_at = read_at
            self._used = replace(read_readings(self._root), asks=self._asks), sessions
        return self._used

    def _sessions(self) -> tuple[AgentSession, ...]:
        from cockpit.project.agents import agent_observer
        from cockpit.rules.agent_state import judged

        observer = agent_observer(self._root, self._chosen, clock=self._clock)
        seen = observer.read().of_project() if observer is not None else ()
        return tuple(judged(each, self._clock()) for each in seen)


def await_reading(root: Path, session: str, since: float) -> bool:
    """Wait for what the status line of a session tells about the message that calls the hook, since it runs a moment
    later; not where it never told anything, and half a second at most. Whether it ever told anything."""
    from cockpit.rules.readings import last_reading
    from cockpit.storage.signatures import signature_of

    ends, looked_at = time.monotonic() + AWAITED_SECONDS, None
    while time.monotonic() < ends:
        if looked_at != (looked_at := signature_of(str(readings_file(root)))):
            last = last_reading(read_readings(root), session)
            if last is None or last.at >= since:
                return last is not None
        time.sleep(0.03)
    return True


def readings_file(root: Path) -> Path:
    """Where they are kept."""
    from cockpit.storage.user_files.places import repository_state_dir

    return repository_state_dir(root) / readings.NAME
