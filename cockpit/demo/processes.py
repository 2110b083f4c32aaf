"""Processes that stand for those of agents: what an agent keeps about a session that runs names one."""

import subprocess
from pathlib import Path

from cockpit.demo.panes import Panes


def started_of(pid: int) -> str:
    """When a process began, as field 22 of `/proc/PID/stat` tells it; empty on a system without that."""
    try:
        status = Path(f"/proc/{pid}/stat").read_text("utf-8", "replace")
    except FileNotFoundError:
        return ""
    return status.rpartition(")")[2].split()[19]


class Processes:
    """Processes by name, each begun when it is asked for first; those in a pane of tmux when that is opened.

    They do nothing, and end when the one that holds this does, however it ends: each reads from a pipe that only it
    writes to. `folder` is the demo's own.
    """

    def __init__(self, folder: Path) -> None:
        self._running: dict[str, subprocess.Popen[bytes]] = {}
        self._panes = Panes(folder)
        self._in_panes: dict[str, int] = {}

    def __bool__(self) -> bool:
        return bool(self._running or self._in_panes)

    def open_pane(self, name: str, program: str, works_in: Path, title: str, text: str, *, asks: bool) -> None:
        """Let it run in a pane that shows a text, where there is tmux. See `Panes.open`."""
        pid = self._panes.open(name, program, works_in, title, text, asks=asks)
        if pid is not None:
            self._in_panes[name] = pid

    def pid(self, name: str) -> int:
        """Its number. Raises OSError where it cannot be begun."""
        if name in self._in_panes:
            return self._in_panes[name]
        if name not in self._running:
            self._running[name] = subprocess.Popen(
                ["cat"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )
        return self._running[name].pid

    def started(self, name: str) -> str:
        """When it began, as `started_of` tells it."""
        return started_of(self.pid(name))

    def end(self) -> None:
        """End them all."""
        self._panes.end()
        self._in_panes.clear()
        while self._running:
            _, process = self._running.popitem()
            process.communicate()
