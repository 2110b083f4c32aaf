"""Open for minutes while an agent changes its state twenty times a second: how memory grows, and the share of a core.

`python -m benchmarks.busy 10 5` is ten minutes of five changes a second. Linux only: reads /proc. Growth counts from
the end of the first minute, in which caches fill.
"""

import os
import sys
import tempfile
import time
from pathlib import Path

import pexpect

from benchmarks.change_to_screen import change
from benchmarks.idle import cpu_seconds
from benchmarks.measuring import COCKPIT, compiled, example, spawn, verdict

SETTLING = 60
VALUES = 30
"""How many values of the cost take turns."""


def megabytes(pid: int) -> float:
    """The memory of a process that is in use now."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def under_changes(program: pexpect.spawn, state: Path, seconds: float, changes: float) -> None:
    """Let an agent write so often a second, for so long; what the program draws is taken from its terminal."""
    begun, number = time.monotonic(), 0
    while (due := begun + number / changes) < begun + seconds:
        change(state, 26 + number % VALUES / 10)
        number += 1
        while (rest := due + 1 / changes - time.monotonic()) > 0:
            try:
                program.read_nonblocking(1 << 16, timeout=rest)
            except pexpect.TIMEOUT:
                break


def main(minutes: float = 10, changes: float = 20) -> None:
    compiled()
    with example() as project, tempfile.TemporaryDirectory() as home:
        os.environ |= {f"COCKPIT_{name}_DIR": f"{home}/{name}" for name in ("CONFIG", "STATE", "CACHE")} | {
            "HOME": home
        }
        state = project / ".autopilot" / "state" / "thresholds.json"
        program = spawn([*COCKPIT, str(project)])
        program.expect(b"quit")
        under_changes(program, state, SETTLING, changes)
        first, used, begun = megabytes(program.pid), cpu_seconds(program.pid), time.monotonic()
        for minute in range(1, round(minutes) + 1):
            under_changes(program, state, 60, changes)
            print(f"after {minute} minutes: {megabytes(program.pid):.1f} MB", flush=True)
        share = (cpu_seconds(program.pid) - used) / (time.monotonic() - begun)
        verdict(f"growth over {minutes:g} minutes", megabytes(program.pid) - first, 3, " MB")
        verdict("share of a core", share, 0.4)
        program.close(force=True)


if __name__ == "__main__":
    main(*map(float, sys.argv[1:]))
