"""From a file's change to the screen, against a script that only watches and prints."""

import json
import sys
import time
from pathlib import Path

from benchmarks.measuring import COCKPIT, example, percentile, read_until_quiet, report, spawn, verdict

WATCH_AND_PRINT = (
    "import sys, json, pathlib, watchfiles\n"
    "path = pathlib.Path(sys.argv[1])\n"
    "print('quit', flush=True)\n"
    "for _ in watchfiles.watch(path.parent, step=30, debounce=50):\n"
    "    print('%.2f' % json.loads(path.read_text())['current_values']['cost'], flush=True)\n"
)


def change(path: Path, cost: float) -> None:
    """Write another value as agents' tools do: a new file in place of the old one."""
    state = json.loads(path.read_text())
    state["current_values"]["cost"] = cost
    new = path.with_suffix(".tmp")
    new.write_text(json.dumps(state, indent=2))
    new.replace(path)


def delays(command: list[str], path: Path, rounds: int) -> list[float]:
    """Seconds from each change to its value in the output."""
    program = spawn(command)
    program.expect(b"quit")
    time.sleep(2)
    taken = []
    for number in range(rounds):
        read_until_quiet(program, 0.15)
        time.sleep(0.013 * (number % 7))  # not in step with any timer
        cost = 10.11 + number % 10 + (number // 10) / 100
        start = time.perf_counter()
        change(path, cost)
        program.expect_exact(f"{cost:.2f}".encode())
        taken.append(time.perf_counter() - start)
    program.close(force=True)
    return taken


def main(rounds: int = 100) -> None:
    with example() as project:
        path = project / ".autopilot" / "state" / "thresholds.json"
        baseline = delays([sys.executable, "-c", WATCH_AND_PRINT, str(path)], path, rounds)
        ours = delays([*COCKPIT, str(project)], path, rounds)
    first = report("watch and print", baseline)
    second = report("cockpit, change to screen", ours)
    print(f"ratio to watch and print: {second / first:.2f}")
    verdict("change to screen, 95th percentile", percentile(ours, 0.95) * 1000, 150, " ms")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
