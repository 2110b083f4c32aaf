"""What one change costs: the key `a` in the open program, and a file that another program changes.

Counts calls of Python functions, files opened, readings of the track (`System.read`) and parses of Markdown, in all
threads, from the cause until a second after its effect is on screen; polling in the meantime is included.
"""

import asyncio
import sys
import threading
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType

from textual.pilot import Pilot

from benchmarks.change_to_screen import change
from cockpit.app import CockpitApp
from cockpit.demo.sample import create
from cockpit.project.observe import Observer
from cockpit.systems.autopilot.system import Autopilot
from cockpit.text.lines import Document
from tests.support.demo_projects import Agent

SETTLED_SECONDS = 1.0
_counted: Counter[str] | None = None


def _profile(frame: FrameType, event: str, _: object) -> None:
    if event == "call" and (counted := _counted) is not None:
        counted["calls"] += 1
        if frame.f_code is Autopilot.read.__code__:
            counted["readings"] += 1
        elif frame.f_code is Document.__init__.__code__:
            counted["parses"] += 1


def _audit(event: str, _: object) -> None:
    if event == "open" and (counted := _counted) is not None:
        counted["files"] += 1


async def _count(pilot: Pilot[None], cause: Callable[[], object], effect: Callable[[], bool], name: str) -> None:
    global _counted  # noqa: PLW0603 - every thread counts into it
    _counted = Counter()
    cause()
    while not effect():
        await pilot.pause(0.05)
    await pilot.pause(SETTLED_SECONDS)
    counted, _counted = _counted, None
    print(f"{name:26}" + "  ".join(f"{counted[each]:7,} {each}" for each in ("calls", "files", "readings", "parses")))


async def _measure(project: Path) -> None:
    app = CockpitApp(lambda on_snapshot: Observer(project, on_snapshot), now=lambda: datetime.now().astimezone())
    async with app.run_test(size=(120, 40)) as pilot:
        while app.project is None or not app.project.tracks:
            await pilot.pause(0.05)
        await pilot.pause(SETTLED_SECONDS)

        def acknowledged() -> bool:
            assert app.project is not None
            cost = app.project.tracks[0].threshold("cost")
            return cost is not None and cost.agent_will == "continue"

        def read_cost() -> float | None:
            assert app.project is not None
            cost = app.project.tracks[0].threshold("cost")
            return cost.value if cost is not None else None

        await _count(pilot, lambda: asyncio.ensure_future(pilot.press("a")), acknowledged, "the key a")
        state = project / ".autopilot" / "state" / "thresholds.json"
        await _count(pilot, lambda: change(state, 27.5), lambda: read_cost() == 27.5, "a change on disk")
        await _count(pilot, lambda: None, lambda: True, "nothing")


def main() -> None:
    sys.addaudithook(_audit)
    threading.setprofile(_profile)
    sys.setprofile(_profile)
    with TemporaryDirectory() as folder:
        project = create(Path(folder) / "taskflow", now=datetime.now(UTC))
        Agent(project).work()  # until it waits for the acknowledgment of its cost
        asyncio.run(_measure(project))


if __name__ == "__main__":
    main()
