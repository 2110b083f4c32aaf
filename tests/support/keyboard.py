"""A person's hands and eyes: pressing keys, waiting until everything has come to rest, reading the screen."""

import asyncio
import json
import shutil
from collections.abc import Callable
from pathlib import Path

from textual.pilot import Pilot
from textual.widgets import Input

from cockpit.app import CockpitApp
from tests.cases import case_project
from tests.support.patience import PATIENCE

EXAMPLE = case_project("autopilot/seed-thresholds")
ROUNDS = 200
"""Of waiting for work that follows from work, before it is said to go on for ever."""


async def settle(pilot: Pilot[None]) -> None:
    """Wait until nothing is under way, nor what followed from it."""
    for _ in range(ROUNDS):
        await pilot.pause()
        busy = [worker for worker in pilot.app.workers if not worker.is_finished]
        if not busy:
            return
        await asyncio.gather(*(worker.wait() for worker in busy), return_exceptions=True)
    raise AssertionError(f"still busy: {busy}")


async def until(pilot: Pilot[None], condition: Callable[[], object]) -> None:
    """Wait until it is so, however slow the machine is."""
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await pilot.pause(0.02)


async def press(pilot: Pilot[None], *keys: str) -> None:
    """Press keys one after the other, and wait for what comes of them. `=words` types words into the line that has the
    focus: the first and the last letter by key, those between at once."""
    for key in keys:
        if len(key) > 3 and key.startswith("="):
            await pilot.press(key[1])
            assert isinstance(pilot.app.focused, Input)
            pilot.app.focused.insert_text_at_cursor(key[2:-1])
            await pilot.press(key[-1])
        else:
            await pilot.press(key)
    await settle(pilot)


async def slowly(pilot: Pilot[None], *keys: str) -> None:
    """Press keys and wait before and after each, as a person does who looks."""
    await settle(pilot)
    for key in keys:
        await press(pilot, key)


def said(app: CockpitApp) -> str:
    """What stands in the message line."""
    return " | ".join(each.text for each in app.said)


def seen(app: CockpitApp) -> str:
    """What stands on the screen."""
    return "\n".join(strip.text.rstrip() for strip in app.screen._compositor.render_strips())


def everything(folder: Path) -> dict[str, bytes]:
    """Every file of a project."""
    return {str(path): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def put_back(files: dict[str, bytes]) -> None:
    """An agent writes older copies over everything."""
    for path, data in files.items():
        Path(path).write_bytes(data)


def copy(target: Path, fixture: str = "seed-thresholds") -> Path:
    """An example project of one's own."""
    return Path(shutil.copytree(case_project(f"autopilot/{fixture}"), target))


def firing(target: Path) -> Path:
    """The example, with a context alert nobody acknowledged and an error stop away."""
    folder = copy(target)
    write_values(folder, context_percent=44)
    write_acknowledgments(folder, context=None)
    return folder


def alerted(target: Path) -> Path:
    """The same at work: no handoff waits, so that the agent waits for the acknowledgment."""
    folder = firing(target)
    (folder / ".autopilot" / "holding-pattern.md").unlink()
    return folder


def write_values(folder: Path, **values: float) -> None:
    """An agent measures other values."""
    _write(folder / ".autopilot" / "state" / "thresholds.json", "current_values", values)


def write_acknowledgments(folder: Path, **given: dict[str, object] | None) -> None:
    """An agent or another person acknowledges; None withdraws."""
    _write(folder / ".autopilot" / "state" / "acknowledgments.json", "acknowledgments", given)


def _write(path: Path, part: str, changes: dict[str, object]) -> None:
    state = json.loads(path.read_text())
    state[part] = {name: value for name, value in (state[part] | changes).items() if value is not None}
    path.write_text(json.dumps(state, indent=2))


def acknowledgment(folder: Path, metric: str) -> dict[str, object] | None:
    """The acknowledgment of a metric, as the agent reads it."""
    state = json.loads((folder / ".autopilot" / "state" / "acknowledgments.json").read_text())
    return state["acknowledgments"].get(metric)


def transponder(folder: Path) -> Path:
    """The state file."""
    return folder / ".autopilot" / "TRANSPONDER.md"


def rewrite(path: Path, old: str, new: str) -> None:
    """An agent writes something else in a file."""
    text = path.read_text("utf-8")
    assert old in text, f"{path} does not say {old!r}"
    path.write_text(text.replace(old, new), "utf-8")
