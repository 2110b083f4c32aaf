"""Pictures of every screen, for its colours and styles. Look at a new picture before you accept it. What stands where
at each size is in `tests/cases`."""

import asyncio
import json
import shutil
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from textual.pilot import Pilot

from cockpit.model import Project
from cockpit.model.intents import Acknowledge, AddTodo, Block, Decide, Intent, Move, SetLimit, TickTodo
from cockpit.project.change import change
from cockpit.project.turning import redo_change, undo_change
from cockpit.project.workspace import Workspace
from cockpit.screens import handoff_screen, keeper, resume_screen
from cockpit.screens.dialogs import DiffDialog
from tests.screens.conftest import SMALL, Pictures, Size
from tests.support.handoff_projects import HANDOFF, STATE, behind_its_back, rewrite, waiting
from tests.support.keyboard import copy, firing, press, settle, slowly, write_values
from tests.support.patience import PATIENCE
from tests.support.repositories import run as git
from tests.support.static_app import NOW, app_on, still_app
from tests.support.wizard import fill, step

SECRET = "The staging key is ghp_" + "a1" * 20
TINY: Size = (40, 12)
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


@pytest.fixture
def worked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A day's work, some of it undone, some by an agent."""
    project = firing(tmp_path / "taskflow-app")

    def at(minutes_ago: int) -> Workspace:
        return Workspace(root=project, now=NOW - timedelta(minutes=minutes_ago))

    def do(minutes_ago: int, intent: Intent) -> None:
        change(at(minutes_ago), None, intent)

    do(1560, Decide(text="Hybrid sidebar layout", outcome="working well", reason="fits both"))
    do(900, AddTodo(text=LONG))
    do(720, SetLimit(metric="cost", level="stop", value=80))
    undo_change(at(718))
    do(420, Acknowledge(metric="context", note="it may compact itself"))
    with monkeypatch.context() as environment:
        environment.setenv("CODEX_SANDBOX", "seatbelt")
        do(120, Block(text="The build server is down"))
    do(7, TickTodo(text=LONG))
    undo_change(at(5))
    redo_change(at(4))
    do(2, Move(part="task", value="4"))
    return project


async def test_at_work_in_each_theme_and_without_unicode_signs(pictures: Pictures, sample: Path) -> None:
    raise_values(sample, cost=31.4, context_percent=52, variance_percent=22)
    async with (app := app_on(sample)).run_test(size=SMALL) as pilot:
        await press(pilot, "3")
        for theme in app.theme_names():
            app.take_theme(theme)
            await pictures.look(pilot, of=theme)
    await pictures.take(app_on(sample, ascii=True))


async def test_nothing_there_and_still_reading(pictures: Pictures) -> None:
    for name, project in (("nothing", Project(root="/home/ada/projects/taskflow")), ("reading", None)):
        async with still_app(project).run_test(size=SMALL) as pilot:
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
    async with app_on(sample).run_test(size=SMALL) as pilot:
        await pictures.look(pilot, of="stop")
        for name, keys in OPENED.items():
            await slowly(pilot, *keys)
            await pictures.look(pilot, of=name)
            await slowly(pilot, "escape")


async def test_the_ledger_and_what_is_asked(pictures: Pictures, worked: Path) -> None:
    async with app_on(worked).run_test(size=SMALL) as pilot:
        for name, keys in (("ledger", "Lj"), ("undo", "u"), ("move", "mpj"), ("reset", "mx"), ("snooze", "3ms")):
            await slowly(pilot, *keys)
            await pictures.look(pilot, of=name)
            await slowly(pilot, "escape")


async def test_sizes_between_and_too_small(pictures: Pictures, sample: Path) -> None:
    raise_values(sample, cost=31.4)
    async with app_on(sample).run_test(size=SMALL) as pilot:
        await pictures.look(pilot, (40, 10), (60, 15), (100, 30), (159, 50), (39, 40))


async def test_a_diff_before_it_is_written(pictures: Pictures, sample: Path) -> None:
    async def review_a_todo(pilot: Pilot[None]) -> None:
        await slowly(pilot, "7", "n", "=Write the changelog", "enter")
        async with asyncio.timeout(PATIENCE):
            while not isinstance(pilot.app.screen, DiffDialog):
                await settle(pilot)
        await settle(pilot)

    await pictures.take(app_on(sample, review=True), review_a_todo)


# the checklist, the prompt and the wizard


def contradicted(root: Path) -> None:
    """A commit was dropped and a file deleted; a blocker stands."""
    behind_its_back(root)
    rewrite(root, STATE, "### Blockers\n- None", "### Blockers\n- Phase 2: no printer to try it on")


def stopped(root: Path) -> None:
    """The cost is at its stop, the context at an alert."""
    write_values(root, cost=61, context_percent=42)


def secret(root: Path) -> None:
    """The handoff holds what looks like a token."""
    rewrite(root, HANDOFF, "Locking was measured", f"{SECRET}\nLocking was measured")


CHECKLISTS: dict[str, tuple[Callable[[Path], None], str]] = {
    "contradicted": (contradicted, "rj"),
    "stop": (stopped, "r"),
    "prompt": (secret, "rpn"),
}
"""What is so, and the keys."""


@pytest.mark.parametrize("case", CHECKLISTS)
async def test_resume(pictures: Pictures, tmp_path: Path, case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resume_screen, "NOTICING", 3600.0)  # nothing is looked at again by itself
    change_files, pressed = CHECKLISTS[case]
    root = waiting(tmp_path / "lighthouse")
    change_files(root)
    async with app_on(root, agent=("claude",)).run_test(size=SMALL) as pilot:
        await slowly(pilot, *pressed)
        await pictures.look(pilot)
        if case == "contradicted":
            await pictures.look(pilot, TINY)


async def test_the_wizard(pictures: Pictures, made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With commits of no task and a file that is not committed."""
    monkeypatch.setattr(keeper, "SOON", 0.01)
    monkeypatch.setattr(handoff_screen, "SOON", 0.01)
    root = Path(shutil.copytree(made, tmp_path / made.name))
    for minute, name, subject in ((20, "lint.toml", "chore: a stricter linter"), (25, "NOTES.md", "docs: notes 日本")):
        for variable in ("GIT_AUTHOR_DATE", "GIT_COMMITTER_DATE"):
            monkeypatch.setenv(variable, f"2026-01-29T16:{minute}:00+00:00")
        (root / name).write_text(f"{subject}\n")
        git(root, "add", "-A")
        git(root, "commit", "-q", "-m", subject)
    (root / "src" / "CardDialog.tsx").write_text("export {}\n")
    async with app_on(root).run_test(size=SMALL) as pilot:
        await fill(pilot, "h")
        for number, name in ((9, "preview"), (5, "decisions"), (3, "completed")):
            await step(pilot, number)
            await pictures.look(pilot, of=name)
        await pictures.look(pilot, TINY, of="completed")


async def test_a_handoff_waits_and_a_draft_was_kept(
    pictures: Pictures, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeper, "SOON", 0.01)
    async with app_on(firing(tmp_path / "taskflow-app")).run_test(size=SMALL) as pilot:
        await fill(pilot, "h", "down", "escape", "h")
        await pictures.look(pilot)
