"""Processes that stand for those of agents: what an agent keeps about a session that runs names one."""

import subprocess
from pathlib import Path


class Processes:
    """Processes by name, each begun when it is asked for first.

    They do nothing, and end when the one that holds this does, however it ends: each reads from a pipe that only it
    writes to.
    """

    def __init__(self) -> None:
        self._running: dict[str, subprocess.Popen[bytes]] = {}

    def __bool__(self) -> bool:
        return bool(self._running)

    def pid(self, name: str) -> int:
        """Its number. Raises OSError where it cannot be begun."""
        if name not in self._running:
            self._running[name] = subprocess.Popen(
                ["cat"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )
        return self._running[name].pid

    def started(self, name: str) -> str:
        """When it began, as field 22 of `/proc/PID/stat` tells it; empty on a system without that."""
        try:
            status = Path(f"/proc/{self.pid(name)}/stat").read_text("utf-8", "replace")
        except FileNotFoundError:
            return ""
        return status.rpartition(")")[2].split()[19]

    def end(self) -> None:
        """End them all."""
        while self._running:
            _, process = self._running.popitem()
            process.communicate()
