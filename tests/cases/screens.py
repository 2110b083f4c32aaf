"""The screens of a case as plain text at three sizes."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import time_machine
from textual.pilot import Pilot

from cockpit.app import CockpitApp
from cockpit.project.load import load_project
from tests.cases import SYSTEMS
from tests.cases.told import clock
from tests.support.keyboard import press, seen, settle
from tests.support.static_app import app_on, still_app

SIZES = ((80, 24), (120, 40), (200, 60))
USUAL = SIZES[1:2]
SCREENS: dict[str, tuple[str, ...]] = {
    "info": ("2", "enter"),
    "thresholds": ("3", "enter"),
    "details": ("1", "enter"),
    "help": ("1", "question_mark"),
}
"""The keys that lead to each screen from the dashboard, looked at over one healthy case of each system; the dashboard
over all but the `REPEATED` ones."""
ASKING: dict[str, tuple[str, ...]] = {"ledger": ("L",), "resume": ("r",), "wizard": ("h",)}
"""Screens that read the project's folder themselves; to the others it has a name of the same length everywhere."""
OF_ALL_SYSTEMS = {"ledger"}
"""Screens that know of no system: looked at over the first one alone."""
NOT_OF = {"thresholds": "codewalk"}
"""Screens that a system does not have."""
HEALTHY = {"autopilot/seed-thresholds", "maestro/healthy", "autodev/healthy", "codewalk/healthy"}
SIZED = HEALTHY | {"autodev/damaged", "speckit/healthy", "plain-repository/healthy"}
"""Cases whose dashboard is looked at in each size; the other screens are over the first system alone."""
REPEATED = {"autopilot/crlf", "codewalk/crlf", "codewalk/fenced", "codewalk/frontmatter", "codewalk/json"}
"""Cases that spell the state of another one otherwise: their dashboard is that of `autopilot/seed-thresholds` or
`codewalk/bare`, but for the names and lines that stand in `status.json` and `lint.txt` too."""


def shown(name: str, root: Path) -> Iterator[tuple[str, str]]:
    """The screens that are looked at over a case. A handoff has no details: Enter opens its checklist, which is a
    screen here."""
    if name in REPEATED:
        return
    screens: dict[str, tuple[str, ...]] = {"dashboard": ()}
    yield from asyncio.run(_frames(_placed(root), screens, SIZES if name in SIZED else USUAL))
    if name not in HEALTHY:
        return
    waits = load_project(root, clock=lambda: clock(root)).tracks[0].handoff is not None
    first, system = name.startswith(SYSTEMS[0]), name.partition("/")[0]
    left_out = {"details"} if waits else set()
    left_out |= {screen for screen, other in NOT_OF.items() if other == system} | (set() if first else OF_ALL_SYSTEMS)
    for app, all_of_it in ((_placed(root), SCREENS), (app_on(root, now=clock(root)), ASKING)):
        screens = {screen: keys for screen, keys in all_of_it.items() if screen not in left_out}
        yield from asyncio.run(_frames(app, screens, SIZES if first else USUAL))


def _placed(root: Path) -> CockpitApp:
    now = clock(root)
    with time_machine.travel(now, tick=False):  # its files were not written just now, so none is waited for
        project = load_project(root, clock=lambda: now)
    return still_app(replace(project, root=f"/home/ada/{root.name}"), now=now)


async def _frames(
    app: CockpitApp, screens: dict[str, tuple[str, ...]], sizes: tuple[tuple[int, int], ...]
) -> list[tuple[str, str]]:
    """The file of each screen, opened over the same dashboard at the smallest size."""
    files = []
    async with app.run_test(size=sizes[0]) as pilot:
        await settle(pilot)
        for screen, keys in screens.items():
            await press(pilot, *keys)
            frames = ""
            for width, height in sizes:
                await pilot.resize_terminal(width, height)
                frames += f"{f' {width}x{height} ':=^{width}}\n{await _at_rest(pilot, width, height)}\n"
            files.append((f"screen-{screen}.txt", frames))
            if keys:
                await press(pilot, "escape")
            await pilot.resize_terminal(*sizes[0])
    return files


async def _at_rest(pilot: Pilot[None], width: int, height: int) -> str:
    """The screen at that size, once it is drawn so and stays as it is."""
    last = ""
    for _ in range(100):
        await settle(pilot)
        frame = seen(pilot.app)
        lines = frame.split("\n")
        if frame == last and len(lines) == height and pilot.app.screen.size == (width, height):
            return frame
        last = frame
    raise AssertionError(f"the screen does not come to rest at {width}x{height}")
