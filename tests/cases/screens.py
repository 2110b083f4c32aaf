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
SCREENS: dict[str, tuple[str, ...]] = {
    "details": ("1", "enter"),
    "thresholds": ("3", "enter"),
    "info": ("2", "enter"),
    "help": ("question_mark",),
    "ledger": ("L",),
    "resume": ("r",),
    "wizard": ("h",),
}
"""The keys that lead to each screen, looked at over one healthy case of each system; the dashboard over all but the
`REPEATED` ones."""
ASKING = {"ledger", "resume", "wizard"}
"""Screens that read the project's folder themselves; to the others it has a name of the same length everywhere."""
OF_ALL_SYSTEMS = {"ledger"}
"""Screens that know of no system: looked at over the first one alone."""
NOT_OF = {"thresholds": "codewalk"}
"""Screens that a system does not have."""
HEALTHY = {"autopilot/seed-thresholds", "maestro/healthy", "autodev/healthy", "codewalk/healthy"}
REPEATED = {"autopilot/crlf", "codewalk/crlf", "codewalk/fenced", "codewalk/frontmatter", "codewalk/json"}
"""Cases that spell the state of another one otherwise: their dashboard is that of `autopilot/seed-thresholds` or
`codewalk/bare`, but for the names and lines that stand in `status.json` and `lint.txt` too."""


def shown(name: str, root: Path) -> Iterator[tuple[str, str]]:
    """The screens that are looked at over a case. A handoff has no details: Enter opens its checklist, which is a
    screen here."""
    if name not in REPEATED:
        yield "screen-dashboard.txt", asyncio.run(_frames(_placed(root), ()))
    if name not in HEALTHY:
        return
    waits = load_project(root, clock=lambda: clock(root)).tracks[0].handoff is not None
    for screen, keys in SCREENS.items():
        if (screen == "details" and waits) or (screen in OF_ALL_SYSTEMS and not name.startswith(SYSTEMS[0])):
            continue
        if NOT_OF.get(screen) == name.partition("/")[0]:
            continue
        app = app_on(root, now=clock(root)) if screen in ASKING else _placed(root)
        yield f"screen-{screen}.txt", asyncio.run(_frames(app, keys))


def _placed(root: Path) -> CockpitApp:
    now = clock(root)
    with time_machine.travel(now, tick=False):  # its files were not written just now, so none is waited for
        project = load_project(root, clock=lambda: now)
    return still_app(replace(project, root=f"/home/ada/{root.name}"), now=now)


async def _frames(app: CockpitApp, keys: tuple[str, ...]) -> str:
    frames = []
    async with app.run_test(size=SIZES[0]) as pilot:
        await settle(pilot)
        await press(pilot, *keys)
        for width, height in SIZES:
            await pilot.resize_terminal(width, height)
            frames.append(f"{f' {width}x{height} ':=^{width}}\n{await _at_rest(pilot, width, height)}\n")
    return "".join(frames)


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
