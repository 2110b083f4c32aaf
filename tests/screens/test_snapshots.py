"""Pictures of every screen, for its colours and styles. Look at a new picture before you accept it. What stands where
at each size is in `tests/cases`."""

import json
import shutil
from datetime import timedelta
from pathlib import Path

import pytest

from cockpit.model import Project
from cockpit.model.intents import AddTodo, Decide, TickTodo
from cockpit.project.change import change
from cockpit.project.turning import undo_change
from cockpit.project.workspace import Workspace
from cockpit.screens import handoff_screen, keeper, resume_screen
from tests.screens.conftest import SMALL, Pictures
from tests.support.handoff_projects import HANDOFF, behind_its_back, rewrite, waiting
from tests.support.keyboard import copy, firing, press, slowly
from tests.support.static_app import NOW, app_on, running
from tests.support.wizard import fill, step

SECRET = "The staging key is ghp_" + "a1" * 20
LONG = "Write the changelog for the release, with the names of all who helped"


@pytest.fixture
def sample(made: Path, tmp_path: Path) -> Path:
    """The demo's project as it stands when the demo begins; no picture shows its history in git."""
    return Path(
        shutil.copytree(made, tmp_path / made.name, ignore=shutil.ignore_patterns(".git", "node_modules", "src"))
    )


def raise_values(folder: Path, **values: float) -> None:
    """Let the agent measure other values."""
    path = folder / ".autopilot" / "state" / "thresholds.json"
    state = json.loads(path.read_text("utf-8"))
    state["current_values"] |= values
    path.write_text(json.dumps(state, indent=2), "utf-8")


def several(folder: Path) -> None:
    """Three more tracks in the project: one at a stop, one blocked, one handed off."""
    for name, fixture in (("mobile", "seed-thresholds"), ("site", "healthy")):
        copy(folder / "packages" / name, fixture)
    shutil.copytree(folder / ".autopilot", folder / "packages" / "billing" / ".autopilot")
    raise_values(folder / "packages" / "billing", cost=52.25)


async def test_at_work_in_each_theme_and_without_unicode_signs(pictures: Pictures, sample: Path) -> None:
    raise_values(sample, cost=31.4, context_percent=52, variance_percent=22)
    async with running(sample, SMALL) as (app, pilot):
        await press(pilot, "3")
        for theme in app.theme_names():
            app.take_theme(theme)
            await pictures.look(pilot, of=theme)
    await pictures.take(app_on(sample, ascii=True))


async def test_nothing_there_and_still_reading(pictures: Pictures) -> None:
    for name, project in (("nothing", Project(root="/home/ada/projects/taskflow")), ("reading", None)):
        async with running(project, SMALL) as (_, pilot):
            await pictures.look(pilot, of=name)


async def test_several_tracks(pictures: Pictures, sample: Path) -> None:
    several(sample)
    await pictures.take(app_on(sample), "t")


OPENED = {
    "details": ("3", "home", "enter"),
    "help": ("3", "question_mark"),
    "menu": ("3", "home", "j", "m"),
    "limits": ("3", "home", "a"),
    "form": ("6", "n"),
    "find": ("ctrl+p",),
    "filter": ("4", "slash", "r", "e"),
    "zoomed": ("1", "z"),
}
"""The keys that open something over the dashboard."""


async def test_what_opens_over_the_dashboard(pictures: Pictures, sample: Path) -> None:
    raise_values(sample, cost=52.25, context_percent=44, error_count=3)
    async with running(sample, SMALL) as (_, pilot):
        await pictures.look(pilot, of="stop")
        for name, keys in OPENED.items():
            await slowly(pilot, *keys)
            await pictures.look(pilot, of=name)
            await slowly(pilot, "escape")


async def test_the_ledger_and_what_is_asked(pictures: Pictures, tmp_path: Path) -> None:
    project = firing(tmp_path / "taskflow-app")
    decision = Decide(text="Hybrid sidebar layout", outcome="working well", reason="fits both")
    for minutes_ago, intent in ((1560, decision), (900, AddTodo(text=LONG)), (7, TickTodo(text=LONG))):
        change(Workspace(root=project, now=NOW - timedelta(minutes=minutes_ago)), None, intent)
    undo_change(Workspace(root=project, now=NOW - timedelta(minutes=5)))
    async with running(project, SMALL) as (_, pilot):
        for name, keys in (("ledger", "Lj"), ("undo", "u"), ("move", "mpj"), ("reset", "mx")):
            await slowly(pilot, *keys)
            await pictures.look(pilot, of=name)
            await slowly(pilot, "escape")


async def test_sizes_between_and_too_small(pictures: Pictures, sample: Path) -> None:
    raise_values(sample, cost=31.4)
    async with running(sample, SMALL) as (_, pilot):
        await pictures.look(pilot, (40, 10), (60, 15), (100, 30), (159, 50), (39, 40))


# the checklist, the prompt and the wizard


async def test_resume(pictures: Pictures, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A commit was dropped and a file deleted; then the cost is at its stop."""
    monkeypatch.setattr(resume_screen, "NOTICING", 3600.0)  # nothing is looked at again by itself
    root = behind_its_back(waiting(tmp_path / "lighthouse"))
    async with running(root, SMALL, agent=("claude",)) as (_, pilot):
        await slowly(pilot, "r", "j")
        await pictures.look(pilot, SMALL, (40, 12))
    root = waiting(tmp_path / "again" / "lighthouse")
    rewrite(root, HANDOFF, "Locking was measured", f"{SECRET}\nLocking was measured")
    async with running(root, SMALL, agent=("claude",)) as (_, pilot):
        await slowly(pilot, "r", "p", "n")
        await pictures.look(pilot, of="prompt")


async def test_the_wizard(pictures: Pictures, made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeper, "SOON", 0.01)
    monkeypatch.setattr(handoff_screen, "SOON", 0.01)
    root = Path(shutil.copytree(made, tmp_path / made.name))
    (root / "src" / "CardDialog.tsx").write_text("export {}\n")
    async with running(root, SMALL) as (_, pilot):
        await fill(pilot, "h")
        for number, name in ((9, "preview"), (5, "decisions"), (3, "completed")):
            await step(pilot, number)
            await pictures.look(pilot, of=name)
        await pictures.look(pilot, (40, 12), of="completed")
