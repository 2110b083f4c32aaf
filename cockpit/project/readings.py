"""What agents say that they use: recorded by a status line, read by what shows it or holds an agent by it.

To record imports next to nothing.
"""

from __future__ import annotations

import os
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


class UsedOnce:
    """What the sessions at `root` say that they used, read when it is first asked for: enough for one command.
    `chosen` are the ids of the agents whose sessions count, None are all that are known."""

    def __init__(self, root: Path, chosen: Collection[str] | None, clock: Callable[[], datetime]) -> None:
        self._root, self._chosen, self._clock = root, chosen, clock
        self._used: tuple[Readings, tuple[AgentSession, ...]] | None = None

    def __call__(self) -> tuple[Readings, tuple[AgentSession, ...]]:
        """The readings of their status lines, and the sessions."""
        if self._used is None:
            from cockpit.project.agents import agent_observer
            from cockpit.rules.agent_state import judged

            observer = agent_observer(self._root, self._chosen, clock=self._clock)
            seen = observer.read().of_project() if observer is not None else ()
            now = self._clock()
            self._used = read_readings(self._root), tuple(judged(each, now) for each in seen)
        return self._used


def readings_file(root: Path) -> Path:
    """Where they are kept."""
    from cockpit.storage.user_files.places import repository_state_dir

    return repository_state_dir(root) / readings.NAME
