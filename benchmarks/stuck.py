"""Cockpit on a state file of 3 MB and 37,000 lines, and under a thousand file events a second: never stuck.

Each figure stands beside the same one on the example as it is, measured in turns: the first complete frame, the keys
pressed from then on while the file is being read, and the cursor keys while another process writes.
"""

import argparse
import os
import signal
import statistics
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pexpect

from benchmarks.huge import ALL, project
from benchmarks.measuring import COCKPIT, compiled, percentile, press, read_until_quiet, report, spawn, verdict

LOADING = 8.0
"""Seconds after the first frame for which keys are pressed: longer than the largest takes to be read."""
TYPING = 0.04
"""Seconds between an answer and the next key."""
EVENTS = 1000
"""Changes a second."""


def opened(root: Path) -> tuple[pexpect.spawn, float]:
    """The program, and the seconds to the last words of its first frame."""
    start = time.perf_counter()
    program = spawn([*COCKPIT, str(root)])
    program.expect(b"quit")
    return program, time.perf_counter() - start


def answered(program: pexpect.spawn, key: str) -> float:
    """Seconds from a key to the first output."""
    while True:  # what came before the key is none of its doing
        try:
            program.read_nonblocking(1 << 16, timeout=0)
        except pexpect.TIMEOUT:
            break
    start = time.perf_counter()
    program.send(key)
    program.read_nonblocking(1 << 16, timeout=30)
    return time.perf_counter() - start


def start_and_keys(root: Path) -> tuple[float, list[float]]:
    """Seconds to the first frame, and those that each key took until it was answered while the files were read."""
    program, first = opened(root)
    taken, until = [], time.perf_counter() + LOADING
    while time.perf_counter() < until:
        taken.append(answered(program, "z"))  # zooms a pane, or no longer: on one screen, from the first frame on
        time.sleep(TYPING)
    program.close(force=True)
    return first, taken


@contextmanager
def writing(root: Path) -> Iterator[None]:
    """Another process that changes files of the project a thousand times a second."""
    child = os.fork()
    if child == 0:
        _write(root / ".autopilot")
    try:
        yield
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


def _write(folder: Path) -> None:
    """Every second change is to the state file, the others to a file of notes. It never returns."""
    state, number, begun = folder / "TRANSPONDER.md", 0, time.perf_counter()
    text = state.read_text("utf-8")
    while True:
        number += 1
        if number % 2:
            (folder / "new").write_text(text.replace("no rounding left", f"rounded {number} times"), "utf-8")
            (folder / "new").replace(state)
        else:
            (folder / "notes.txt").write_text(str(number), "utf-8")
        time.sleep(max(0.0, begun + number / EVENTS - time.perf_counter()))


def cursor(root: Path, rounds: int, *, stormy: bool) -> list[float]:
    """Seconds that each cursor key took until it was answered."""
    program, _ = opened(root)
    time.sleep(1.5)
    read_until_quiet(program, 0.2)
    press(program, "2")
    taken = []
    if stormy:
        with writing(root):
            taken = _cursor(program, rounds)
    else:
        taken = _cursor(program, rounds)
    program.close(force=True)
    return taken


def _cursor(program: pexpect.spawn, rounds: int) -> list[float]:
    taken = []
    for number in range(rounds):
        taken.append(answered(program, "jk"[number % 2]))
        time.sleep(TYPING)
    return taken


def starts(folder: Path, shapes: Sequence[str], rounds: int) -> None:
    """Measure the first frame and the keys of each shape, each run beside one of the small project."""
    roots = {shape: project(folder, shape) for shape in ("small", *shapes)}
    start_and_keys(roots["small"])
    for shape in shapes:
        pairs = [(start_and_keys(roots["small"]), start_and_keys(roots[shape])) for _ in range(rounds)]
        for name, runs in zip(("small", shape), zip(*pairs, strict=True), strict=True):
            report(f"{name}, first frame", [first for first, _ in runs])
        ratio = statistics.median(huge[0] / small[0] for small, huge in pairs)
        verdict(f"{shape}, first frame, median ratio", ratio, 1.2)
        small, huge = ([key for run in pairs for key in run[place][1]] for place in (0, 1))
        report("small, keys", small)
        report(f"{shape}, keys while it is read", huge)
        print(f"the slowest key: {max(huge) * 1000:.0f} ms, on the small one {max(small) * 1000:.0f} ms")
        verdict(f"{shape}, keys, 95th percentile", percentile(huge, 0.95) * 1000, 50, " ms")


def storm(folder: Path, rounds: int) -> None:
    """Measure the cursor keys in quiet and under a thousand events a second."""
    quiet = report("cursor, nothing changes", cursor(project(folder / "quiet", "small"), rounds, stormy=False))
    taken = cursor(project(folder / "storm", "small"), rounds, stormy=True)
    print(f"ratio: {report(f'cursor, {EVENTS} changes a second', taken) / quiet:.2f}")
    verdict("cursor under changes, 95th percentile", percentile(taken, 0.95) * 1000, 50, " ms")


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument(
        "shapes", nargs="*", metavar="SHAPE", help=f"of {', '.join(ALL[1:])}; all where none is named"
    )
    arguments.add_argument("--rounds", type=int, default=5)
    arguments.add_argument("--keys", type=int, default=200)
    given = arguments.parse_args()
    compiled()
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {f"COCKPIT_{name}_DIR": folder for name in ("STATE", "CONFIG", "CACHE")}
        starts(Path(folder), given.shapes or ALL[1:], given.rounds)
        storm(Path(folder), given.keys)


if __name__ == "__main__":
    main()
