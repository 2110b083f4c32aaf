"""`cockpit check` on the example project, as a hook calls it, against a Python that only imports argparse and json."""

import statistics
import subprocess
import sys
import time

from benchmarks.measuring import COCKPIT, compiled, example, report, verdict

BASELINE = [sys.executable, "-c", "import argparse, json"]


def once(command: list[str]) -> float:
    """Seconds that a command takes."""
    start = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    return time.perf_counter() - start


def main(rounds: int = 60) -> None:
    compiled()
    with example() as project:
        command = [*COCKPIT, "-C", str(project), "check"]
        once(command)  # what the first start leaves in the disk's cache counts for none
        pairs = [(once(BASELINE), once(command)) for _ in range(rounds)]
    report("Python with argparse and json", [base for base, _ in pairs])
    report("cockpit check", [ours for _, ours in pairs])
    verdict("ratio, median of the pairs", statistics.median(ours / base for base, ours in pairs), 11)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
