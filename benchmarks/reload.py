"""Reading a project again after one change, as it grows, against reading it for the first time."""

import json
import shutil
import statistics
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.measuring import EXAMPLE, report, verdict
from cockpit.storage.reading.loader import Loader

PHASES = (0, 40, 150)
TASKS = 6


def grown(folder: Path, phases: int) -> Path:
    """The example project with so many phases, each with a briefing, a plan and a logbook."""
    root = Path(shutil.copytree(EXAMPLE, folder / str(phases)))
    for number in range(1, phases + 1):
        phase = root / ".autopilot" / "phases" / f"{number:03}"
        phase.mkdir(parents=True)
        title = f"Phase {number}: Name {number}"
        tasks = [f"### Task {number:03}.{task}: Thing {task}\n\n**Status:** ✅ Complete\n\n- [x] a\n- [ ] b\n\n"
                 for task in range(1, TASKS + 1)]  # fmt: skip
        entries = [
            f"## Entry {task}\n\nDid thing {task}.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n" for task in range(TASKS)
        ]
        (phase / "BRIEFING.md").write_text(f"# {title}\n\n## Decisions\n\n- one\n- two\n", "utf-8")
        (phase / "ROUTE.md").write_text(
            f"# {title}\n\n**Status:** In progress\n\n## Tasks\n\n{''.join(tasks)}", "utf-8"
        )
        (phase / "LOGBOOK.md").write_text(f"# Logbook {number}\n\n{''.join(entries)}", "utf-8")
    return root


def first_and_again(root: Path, rounds: int) -> tuple[list[float], list[float]]:
    """Seconds of the first reading, and of the readings after a change of the thresholds."""
    path = root / ".autopilot" / "state" / "thresholds.json"
    state = json.loads(path.read_text())
    first, again = [], []
    for number in range(rounds):
        loader = Loader(root)
        start = time.perf_counter()
        loader.load()
        first.append(time.perf_counter() - start)
        state["current_values"]["cost"] = 11 + number
        path.write_text(json.dumps(state, indent=2))
        start = time.perf_counter()
        loader.load()
        again.append(time.perf_counter() - start)
    return first, again


def main(rounds: int = 12) -> None:
    with tempfile.TemporaryDirectory() as folder:
        taken = {phases: first_and_again(grown(Path(folder), phases), rounds) for phases in PHASES}
    for phases, (first, again) in taken.items():
        report(f"first reading, {phases} phases", first)
        report(f"after one change, {phases} phases", again)
    first, again = taken[PHASES[-1]]
    share = statistics.median(again) / statistics.median(first)
    verdict(f"one change against a first reading, {PHASES[-1]} phases", share, 0.15)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
