"""Live widgets and memory over a thousand reloads, against the state after the first half.

Textual keeps painted strips in bounded caches for each widget; they fill during the first hundreds of reloads.
"""

import asyncio
import gc
import json
import sys
import tracemalloc
from datetime import UTC, datetime
from pathlib import Path

from benchmarks.measuring import example, verdict
from cockpit.app import CockpitApp
from cockpit.storage.loader import Loader


class Nothing:
    """A source that never says anything."""

    def start(self) -> None:
        """Nothing to start."""

    def reload(self) -> None:
        """Nothing to read."""

    def stop(self) -> None:
        """Nothing to stop."""


def now() -> datetime:
    return datetime(2026, 1, 29, 16, 30, tzinfo=UTC)


async def reload_often(project: Path, rounds: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """Widgets and bytes after half of the rounds, and after all of them."""
    loader = Loader(project, clock=now)
    path = project / ".autopilot" / "state" / "thresholds.json"
    state = json.loads(path.read_text())
    app = CockpitApp(lambda _: Nothing(), now=now)
    app.begin_with(loader.load())
    tracemalloc.start()
    marks = []
    async with app.run_test(size=(120, 40)) as pilot:
        for number in range(rounds):
            state["current_values"]["cost"] = 11 + number % 30
            path.write_text(json.dumps(state))
            app.post_message(CockpitApp.Loaded(loader.load(afresh=True)))
            await pilot.pause()
            if number + 1 in (rounds // 2, rounds):
                gc.collect()
                marks.append((len(app._registry), tracemalloc.get_traced_memory()[0]))
    return marks[0], marks[1]


def main(rounds: int = 1000) -> None:
    with example() as project:
        early, late = asyncio.run(reload_often(project, rounds))
    print(f"after {rounds // 2} reloads: {early[0]} widgets, {early[1] / 1e6:.2f} MB")
    print(f"after {rounds} reloads: {late[0]} widgets, {late[1] / 1e6:.2f} MB")
    verdict("widgets, ratio", late[0] / early[0], 1.0)
    verdict("memory, ratio", late[1] / early[1], 1.02)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
