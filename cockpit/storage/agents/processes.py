"""Whether a process that an agent named still runs, or another one has its number by now."""

import os
from pathlib import Path

_LAST = 2**31 - 1
_ENDED = ("Z", "X", "x")
"""States of a process that ended and is only kept until its parent asks how."""


def is_running(pid: int, started: str | None) -> bool | None:
    """Whether the process of that number which began then runs; None where nobody can tell.

    `started` is field 22 of `/proc/PID/stat`, in ticks since the system began: `4711083`. Nothing else tells a process
    from a later one of the same number, so without it, or without `/proc`, no process is known to be the one.
    """
    if not 0 < pid <= _LAST:
        return None  # no process has such a number; to the system, some mean groups of processes
    found = _state_and_start(pid)
    if found is None:
        return None if _exists(pid) else False
    state, start = found
    if state in _ENDED:
        return False
    if started is None or not started.isdecimal():
        return None
    return start == started


def _state_and_start(pid: int) -> tuple[str, str] | None:
    """Fields 3 and 22. Field 2 is the name of the program in parentheses, which may hold blanks and parentheses."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()
    except OSError:
        return None
    return (fields[0].decode(errors="replace"), fields[19].decode(errors="replace")) if len(fields) > 19 else None


def _exists(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except PermissionError:
        return True
    except OSError:
        return False
    return True
