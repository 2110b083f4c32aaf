"""Whether a process that an agent named still runs, or another one has its number by now; and where it runs."""

import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

_LAST = 2**31 - 1
_LONGEST = 4096
"""Bytes of all fields of a process, at most."""
_ENDED = ("Z", "X", "x")
"""States of a process that ended and is only kept until its parent asks how."""
_TERMINAL = 4
"""The place of field 7 behind the name: the number of the device."""
_PARENT = 1
"""The place of field 4."""
_INTERPRETERS = ("node", "bun", "deno")
_CONSOLES, _SERIAL, _PSEUDO = 4, 64, 136
"""The kinds of devices that are terminals; the consoles with this number and higher ones are serial lines."""


def is_running(pid: int, started: str | None) -> bool | None:
    """Whether the process of that number which began then runs; None where nobody can tell.

    `started` is field 22 of `/proc/PID/stat`, in ticks since the system began: `4711083`. Nothing else tells a process
    from a later one of the same number, so without it, or without `/proc`, no process is known to be the one.
    """
    if not 0 < pid <= _LAST:
        return False  # no process has such a number; to the system, some mean groups of processes
    found = _state_and_start(pid)
    if found is None:
        return None if exists(pid) else False
    state, start = found
    if state in _ENDED:
        return False
    if started is None or not started.isdecimal():
        return None
    return start == started


def start_of(pid: int) -> str | None:
    """When a process began, as `is_running` compares it; None where the system does not tell."""
    found = _state_and_start(pid)
    return found[1] if found is not None else None


def is_our_namespace(namespace: str) -> bool:
    """Whether pids of a namespace are those of here: `pid:[4026531836]`, or `linux:MACHINE-ID:pid:[4026531836]`, since
    the first namespace of every machine has the same number. False where nobody can tell."""
    machine, _, namespace = namespace.removeprefix("linux:").rpartition("pid:")
    try:
        ours = Path("/etc/machine-id").read_text(errors="replace").strip() if machine else ""
        return machine.rstrip(":") == ours and f"pid:{namespace}" == str(Path("/proc/self/ns/pid").readlink())
    except OSError:
        return False


def terminal_of(pid: int) -> str | None:
    """The terminal that a process was begun in, as `w` and `ps` name it: `pts/3`; None where it has none, or `/proc`
    does not tell. On macOS psutil tells it (`ttys003`); not tried.
    """
    if sys.platform == "darwin":
        try:
            return str(import_module("psutil").Process(pid).terminal() or "").removeprefix("/dev/") or None
        except Exception:  # noqa: BLE001 -- psutil may be missing, and has errors of its own
            return None
    return _terminal(_fields(pid))


class TerminalProcess(NamedTuple):
    """A process of an agent in a terminal, `pts/3`, and the folder it works in, where that can be read."""

    agent: str
    pid: int
    tty: str
    cwd: str | None


def agents_in_terminals(names: Mapping[str, Sequence[str]]) -> tuple[TerminalProcess, ...]:
    """This user's processes in terminals that run a program of those names, by the ids of the agents; none where there
    is no `/proc`.

    A program is named by its file, such as `codex`, or by the script that an interpreter runs, such as `codex.js`. Of
    one that began the same program again, as a launcher does, only the first is told.
    """
    by_name = {name: agent for agent, programs in names.items() for name in programs}
    found: dict[int, tuple[int, TerminalProcess]] = {}
    user, running = os.getuid(), Path("/proc")
    for folder in running.iterdir() if running.is_dir() else ():
        with suppress(OSError):  # it may have ended meanwhile
            pid = int(folder.name) if folder.name.isdecimal() and folder.stat().st_uid == user else 0
            fields = _fields(pid) if pid else []
            tty = _terminal(fields)
            argv = (folder / "cmdline").read_bytes().decode(errors="replace").split("\0") if tty is not None else [""]
            agent = by_name.get(_program(argv))
            if tty is not None and agent is not None:
                cwd = None
                with suppress(OSError):
                    cwd = str((folder / "cwd").readlink())
                found[pid] = int(fields[_PARENT]), TerminalProcess(agent, pid, tty, cwd)
    return tuple(each for parent, each in found.values() if parent not in found or found[parent][1].agent != each.agent)


def _program(argv: Sequence[str]) -> str:
    program = argv[0].rpartition("/")[2]
    if program in _INTERPRETERS:
        program = next((each for each in argv[1:] if not each.startswith("-")), "").rpartition("/")[2]
    return program


def _terminal(fields: list[str]) -> str | None:
    number = int(fields[_TERMINAL]) if len(fields) > _TERMINAL and fields[_TERMINAL].isdigit() else 0
    major, minor = number >> 8 & 0xFFF, number & 0xFF | number >> 12 & 0xFFF00
    if major == _CONSOLES and minor < _SERIAL:
        return f"tty{minor}"
    return f"pts/{minor}" if major == _PSEUDO else None


def _state_and_start(pid: int) -> tuple[str, str] | None:
    """Fields 3 and 22."""
    fields = _fields(pid)
    return (fields[0], fields[19]) if len(fields) > 19 else None


def _fields(pid: int) -> list[str]:
    """The fields from the third on. Field 2 is the name of the program in parentheses, which may hold blanks and
    parentheses. Of hundreds of processes this is asked at once: a file object each would take thrice as long.
    """
    try:
        file = os.open(f"/proc/{pid}/stat", os.O_RDONLY | os.O_CLOEXEC)
        try:
            return os.read(file, _LONGEST).rpartition(b")")[2].decode("ascii", "replace").split()
        finally:
            os.close(file)
    except OSError:
        return []


def exists(pid: int) -> bool:
    """Whether any process has that number, also one that has ended and is still kept: asked at little cost."""
    try:
        os.kill(pid, 0)
    except PermissionError:
        return True
    except OSError:
        return False
    return True
