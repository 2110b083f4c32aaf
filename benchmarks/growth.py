"""Live widgets, objects and memory over a thousand reloads.

Read only where nothing but growth can make a difference: after the marks of changed rows are gone, with the same values
on screen, and with the cache emptied that Textual keeps of its queries, which fills up to a bound over thousands of
reloads. The first reloads fill the other caches and are not counted.
"""

import asyncio
import gc
import json
import sys
import tracemalloc
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from textual.pilot import Pilot
from textual.widget import Widget

from benchmarks.measuring import example, verdict
from cockpit.app import CockpitApp
from cockpit.storage.reading.loader import Loader
from cockpit.widgets.pane import MARKED_FOR

VALUES = 30
"""How many values of the cost take turns."""

WARM_UP = 12 * VALUES
INTERNED = 200_000


class Nothing:
    """A source that never says anything."""

    reading = None

    def start(self) -> None:
        """Nothing to start."""

    def refresh(self) -> None:
        """Nothing to look at."""

    def reload(self) -> None:
        """Nothing to read."""

    def stop(self) -> None:
        """Nothing to stop."""


@dataclass(frozen=True)
class Reading:
    """What is there after so many reloads: widgets, objects of up to 512 bytes, and bytes in all."""

    reloads: int
    widgets: int
    objects: int
    memory: int


def now() -> datetime:
    return datetime(2026, 1, 29, 16, 30, tzinfo=UTC)


def grow_the_interned() -> None:
    """Make room in the interpreter's table of interned strings.

    Reading paths interns strings. They go with the paths, but the table makes itself anew when enough have come, in one
    step of megabytes at some moment of any run; a table that is large already does so beyond the end of this one.
    """
    _ = [sys.intern(f"warm-up {number}") for number in range(INTERNED)]


async def read(app: CockpitApp, pilot: Pilot[None], reloads: int) -> Reading:
    """The state once all is quiet."""
    await pilot.pause(MARKED_FOR + 0.5)
    for node in list(app._registry):
        node._query_one_cache.clear()
    gc.unfreeze()  # what the first frame needed is to be seen as well
    gc.collect()
    memory, objects = tracemalloc.get_traced_memory()[0], sys.getallocatedblocks()
    widgets = sum(isinstance(each, Widget) for each in gc.get_objects())
    return Reading(reloads, widgets, objects, memory)


async def readings(project: Path, every: int, times: int) -> AsyncIterator[Reading]:
    """A reading after the warm-up, and one more after every so many reloads."""
    loader = Loader(project, clock=now)
    path = project / ".autopilot" / "state" / "thresholds.json"
    state = json.loads(path.read_text())
    app = CockpitApp(lambda _: Nothing(), now=now)
    app.begin_with(loader.load())
    async with app.run_test(size=(120, 40)) as pilot:
        for number in range(1, WARM_UP + times * every + 1):
            state["current_values"]["cost"] = 11 + number % VALUES
            path.write_text(json.dumps(state))
            app.post_message(CockpitApp.Loaded(loader.load(afresh=True), app.snapshot.surroundings))
            await pilot.pause()
            if number >= WARM_UP and (number - WARM_UP) % every == 0:
                yield await read(app, pilot, number)


async def measured(every: int, times: int) -> list[Reading]:
    with example() as project:
        return [reading async for reading in readings(project, every, times)]


def main(reloads: int = 1080) -> None:
    grow_the_interned()
    tracemalloc.start()
    every = max(1, reloads // (4 * VALUES)) * VALUES
    taken = asyncio.run(measured(every, 4))
    for each in taken:
        print(f"after {each.reloads} reloads: {each.widgets} widgets, {each.objects} objects, {each.memory} bytes")
    first, last = taken[0], taken[-1]
    between = last.reloads - first.reloads
    verdict("more widgets", last.widgets - first.widgets, 0)
    verdict("more objects a reload", (last.objects - first.objects) / between, 0.5)
    verdict("more memory a reload", (last.memory - first.memory) / between, 100, " bytes")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
