"""CPU while nothing happens, against an idle Textual app with one Static. Linux only: reads /proc."""

import os
import sys
import time
from pathlib import Path

import pexpect

from benchmarks.measuring import COCKPIT, ONE_STATIC, example, spawn, verdict


def cpu_seconds(pid: int) -> float:
    """CPU time of a process, all its threads included."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def idle_share(command: list[str], last_words: bytes, seconds: float) -> float:
    """The share of one core used while idle."""
    program = spawn(command)
    program.expect(last_words)
    time.sleep(4)
    before, start = cpu_seconds(program.pid), time.perf_counter()
    while time.perf_counter() - start < seconds:
        try:
            program.read_nonblocking(1 << 16, timeout=1)
        except pexpect.TIMEOUT:
            continue
    used = (cpu_seconds(program.pid) - before) / (time.perf_counter() - start)
    program.close(force=True)
    return used


def main(seconds: float = 60) -> None:
    with example() as project:
        baseline = idle_share(ONE_STATIC, b"complete", seconds)
        ours = idle_share([*COCKPIT, str(project)], b"quit", seconds)
    print(f"one Static {baseline:.3%}, cockpit {ours:.3%} of a core; ratio {ours / max(baseline, 1e-4):.1f}")
    verdict("idle CPU", ours * 100, 0.5, " %")


if __name__ == "__main__":
    main(*map(float, sys.argv[1:]))
