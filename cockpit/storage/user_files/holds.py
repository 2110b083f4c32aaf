"""What says that a session is held: a file for each hook that waits for a person, which the hook removes at its end.

One that was killed leaves its file behind; its process is gone then, and the file says nothing any more.
"""

import json
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path

from cockpit.model.errors import CommandError
from cockpit.storage import disk
from cockpit.storage.agents.processes import is_running
from cockpit.storage.user_files import private
from cockpit.storage.user_files.places import state_dir
from cockpit.values import dataclass

_LONGEST = 16 * 1024
"""Bytes of a file, at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hold:
    """A session that a hook holds: by the agent's own id of it, before that `tool`, at what (`cost $10.04, alert at
    $10`), since when in ISO 8601 in UTC. `started` is field 22 of `/proc/PID/stat` of the hook's process; None where
    the system does not tell."""

    agent: str
    session: str
    tool: str
    what: str
    since: str
    pid: int
    started: str | None


def folder() -> Path:
    """Where the files of hooks that wait lie."""
    return state_dir() / "holds"


def file_of(hold: Hold) -> Path:
    """The file of a hold."""
    return folder() / f"{hold.pid}.json"


def write(hold: Hold) -> None:
    """Says that a session is held, as far as that can be kept, and removes what killed hooks left behind."""
    with suppress(OSError, CommandError):
        private.write(file_of(hold), json.dumps(asdict(hold)).encode())
        private.sweep(folder())
        for path in folder().glob("*.json"):
            if _running(path) is None and path != file_of(hold):
                disk.remove(path)


def remove(pid: int) -> None:
    """Says that the hook of that process holds nobody any longer."""
    with suppress(OSError, CommandError):
        disk.remove(folder() / f"{pid}.json")


def read() -> tuple[Hold, ...]:
    """The sessions that are held now, the longest first. Whatever lies there that says otherwise is left out."""
    with suppress(OSError):
        found = [_running(folder() / name) for name in disk.names(folder()) if name.endswith(".json")]
        return tuple(sorted(filter(None, found), key=lambda hold: hold.since))
    return ()


def _running(path: Path) -> Hold | None:
    """The hold in a file, as long as its process runs."""
    try:
        stored = json.loads(disk.read(path, _LONGEST) or b"")
        found = Hold(**stored)
        texts = (found.agent, found.session, found.tool, found.what, found.since, found.started or "")
        if not all(isinstance(each, str) for each in texts) or not isinstance(found.pid, int):
            return None
        runs = is_running(found.pid, found.started)
    except (OSError, ValueError, TypeError, RecursionError):
        return None
    return found if runs or (runs is None and found.started is None) else None
