"""`cockpit statusline`: the command of Claude Code's status line. It runs after every message, so that it imports next
to nothing, and it never fails the agent: whatever goes wrong, it exits 0 and says nothing."""

from __future__ import annotations

import os
import sys
import time
from contextlib import suppress

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping

MOST_BYTES = 1024 * 1024
"""Of standard input."""
_WINDOWS = {"five_hour": "5 h", "seven_day": "7 d"}
WRAP_SECONDS = 10
"""So long the other command may take: the agent shows the line before meanwhile."""


def run(arguments: argparse.Namespace) -> int:
    """As `show`, for command lines with more than the agent's settings need."""
    return show(arguments.wrap, folder=arguments.project, keep=not arguments.read_only)


def show(wrap: str | None = None, *, folder: str | None = None, keep: bool = True) -> int:
    """Record what is told on standard input, unless it is not to be kept, and print it in one line; below what the
    command to `wrap` prints of the same input. `folder` is the project where the input's is not meant."""
    at = time.time()
    with suppress(Exception):
        from cockpit.project.readings import record

        if sys.stdin.isatty():
            print("This is for the settings of an agent, see `cockpit statusline --help`.")
            return 0
        data = sys.stdin.buffer.read(MOST_BYTES)
        line = _line(record(data, at, folder, keep=keep), at)
        above = _output(wrap, data) if wrap is not None else b""
        try:
            sys.stdout.buffer.write(above + line)
            sys.stdout.buffer.flush()
        except OSError:
            sys.stdout = None  # so that Python does not try again at its end
    return 0


def _line(fields: Mapping[str, object], at: float) -> bytes:
    """`$0.63 · context 50 % · 5 h 24 %, resets 14:00`, as far as it is told: a limit until it begins anew, and when
    that is within a day. What is not shown of a number is cut, as everywhere."""
    cost, context = fields.get("cost"), fields.get("context")
    words = [f"${int(cost * 100 + 1e-6) / 100:,.2f}"] if isinstance(cost, int | float) else []
    words += [f"context {int(context)} %"] if isinstance(context, int | float) else []
    for name, window in _WINDOWS.items():
        used, resets = fields.get(name), fields.get(f"{name}_resets")
        if isinstance(used, int | float) and isinstance(resets, int | float) and resets > at:
            soon = time.strftime(", resets %H:%M", time.localtime(resets)) if resets - at < 86_400 else ""
            words.append(f"{window} {int(used)} %{soon}")
    return f"{' · '.join(words)}\n".encode() if words else b""


def _output(command: str, data: bytes) -> bytes:
    """What a command prints of an input, with a line end; nothing where it fails or takes too long. It ends when this
    process is told to."""
    import signal
    import subprocess

    early: list[int] = []
    signal.signal(signal.SIGTERM, lambda number, _: early.append(number))
    process = subprocess.Popen(command, shell=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE,  # noqa: S602 - the person's
                               stderr=subprocess.DEVNULL, process_group=0)  # fmt: skip

    def end(*_: object) -> None:
        with suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
        os._exit(0)

    signal.signal(signal.SIGTERM, end)
    if early:
        end()
    try:
        printed, _ = process.communicate(data, WRAP_SECONDS)
    except subprocess.TimeoutExpired:
        with suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
        return b""
    if process.returncode != 0 or not printed:
        return b""
    return printed if printed.endswith(b"\n") else printed + b"\n"
