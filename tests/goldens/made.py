"""Makes the goldens: of each fixture the commands' output, and the screens as plain text at three sizes.

A fixture stands in a git repository with one commit of a fixed date, and is looked at just after the newest time that
it tells, so that times, hashes and ages never change, and nothing is yet to come.
"""

import asyncio
import io
import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import time_machine
from textual.pilot import Pilot

from cockpit.app import CockpitApp
from cockpit.cli.main import main
from cockpit.project.load import load_project
from cockpit.wording.times import parse_instant
from tests.support.keyboard import press, seen, settle
from tests.support.static_app import NOW, app_on, still_app

FIXTURES = Path(__file__).resolve().parents[1] / "fixtures"
KEPT = Path(__file__).resolve().parent / "kept"
SYSTEMS = ("autopilot", "maestro", "autodev", "codewalk")
SIZES = ((80, 24), (120, 40), (200, 60))
COMMANDS = {
    "status.json": ("status", "--json", "--no-agents"),
    "status.txt": ("status", "--no-agents"),
    "lint.txt": ("lint",),
    "check.txt": ("check",),
    "resume.txt": ("resume",),
    "handoff.json": ("handoff", "propose"),
}
"""By the name of the golden file; where standard input is no terminal, `resume` prints."""
SCREENS: dict[str, tuple[str, ...]] = {
    "details": ("1", "enter"),
    "thresholds": ("3", "enter"),
    "info": ("2", "enter"),
    "help": ("question_mark",),
    "ledger": ("L",),
    "resume": ("r",),
    "wizard": ("h",),
}
"""The keys that lead to each screen, looked at over one healthy fixture of each system; the dashboard over all but the
`REPEATED` ones."""
ASKING = {"ledger", "resume", "wizard"}
"""Screens that read the project's folder themselves; to the others it has a name of the same length everywhere."""
OF_ALL_SYSTEMS = {"ledger"}
"""Screens that know of no system: looked at over the first one alone."""
HEALTHY = {"autopilot": "seed-thresholds", "maestro": "healthy", "autodev": "healthy", "codewalk": "healthy"}
REPEATED = {"autopilot/crlf", "codewalk/crlf", "codewalk/fenced", "codewalk/frontmatter", "codewalk/json"}
"""Fixtures that spell the state of another one otherwise: their dashboard is that of `autopilot/seed-thresholds` or
`codewalk/bare`, but for the names and lines that stand in `status.json` and `lint.txt` too."""
_TIME = re.compile(r"2026-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d)?Z)?")
COMMITTED = datetime(2026, 1, 29, 12, 0, tzinfo=UTC)


def names() -> list[str]:
    """Every fixture, as `system/name`."""
    return sorted(f"{system}/{path.name}" for system in SYSTEMS for path in (FIXTURES / system).iterdir())


def project(name: str, folder: Path) -> Path:
    """A copy of a fixture, committed, written at a fixed time."""
    root = Path(shutil.copytree(FIXTURES / name, folder / name.replace("/", "-")))
    when = COMMITTED.isoformat()
    environment = os.environ | {
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_SYSTEM": os.devnull,
        "GIT_AUTHOR_DATE": when,
        "GIT_COMMITTER_DATE": when,
    }
    ada = ("-c", "user.name=Ada", "-c", "user.email=ada@example.org", "-c", "core.autocrlf=false")
    for command in (
        ("init", "-q", "--template=", "-b", "main"),
        ("add", "-A", "-f"),
        (*ada, "commit", "-q", "-m", "Begin"),
    ):
        subprocess.run(["git", *command], cwd=root, env=environment, check=True)
    for path in [root, *root.rglob("*")]:
        if ".git" not in path.relative_to(root).parts:
            os.utime(path, (COMMITTED.timestamp(), COMMITTED.timestamp()))
    return root


def clock(root: Path) -> datetime:
    """Just after the newest time of this year that a file of the project tells, at least the usual moment."""
    texts = (path.read_bytes().decode("utf-8", "replace") for path in root.rglob("*.*") if path.is_file())
    told = (parse_instant(each) for text in texts for each in _TIME.findall(text))
    after = (each.at + timedelta(hours=12 if each.date_only else 0, minutes=10) for each in told if each is not None)
    return max([NOW, *after])


def commands(root: Path) -> Iterator[tuple[str, str]]:
    """The output of each command, with its exit code."""
    for name, arguments in COMMANDS.items():
        yield name, _printed(root, arguments)


def _printed(root: Path, arguments: tuple[str, ...]) -> str:
    out, err = io.StringIO(), io.StringIO()
    with time_machine.travel(clock(root), tick=False), redirect_stdout(out), redirect_stderr(err):
        code = main(["-C", str(root), *arguments])
    parts = [out.getvalue(), *(f"! {line}\n" for line in err.getvalue().splitlines()), f"exit {code}\n"]
    return "".join(parts).replace(str(root), "/project")


def dashboard(root: Path) -> str:
    """The dashboard at each size."""
    return asyncio.run(_frames(_placed(root), ()))


def screens(system: str, root: Path) -> Iterator[tuple[str, str]]:
    """Every other screen at each size. A handoff has no details: Enter opens its checklist, which is a screen here."""
    waits = load_project(root, clock=lambda: clock(root)).tracks[0].handoff is not None
    for name, keys in SCREENS.items():
        if (name == "details" and waits) or (name in OF_ALL_SYSTEMS and system != SYSTEMS[0]):
            continue
        app = app_on(root, now=clock(root)) if name in ASKING else _placed(root)
        yield f"screen-{name}.txt", asyncio.run(_frames(app, keys))


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


def made(name: str, folder: Path) -> Iterator[tuple[Path, str]]:
    """The goldens of a fixture: where each is kept, and its text."""
    root = project(name, folder)
    kept = KEPT / name
    yield from ((kept / file, text) for file, text in commands(root))
    if name not in REPEATED:
        yield kept / "screen-dashboard.txt", dashboard(root)
    system, _, fixture = name.partition("/")
    if HEALTHY[system] == fixture:
        yield from ((kept / file, text) for file, text in screens(system, root))


def renew(say: Callable[[str], None]) -> None:
    """Write all goldens anew, and remove those of fixtures that are gone."""
    import tempfile

    shutil.rmtree(KEPT, ignore_errors=True)
    for name in names():
        with tempfile.TemporaryDirectory() as folder:
            for path, text in made(name, Path(folder)):
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, "utf-8")
        say(name)
