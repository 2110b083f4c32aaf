"""Pictures of the wizard. Look at a new one before you accept it."""

import shutil
from pathlib import Path

import pytest
from textual.pilot import Pilot

from cockpit.screens import handoff_screen, keeper
from tests.screens.conftest import ALL, Pictures
from tests.support.keyboard import firing
from tests.support.repositories import run as git
from tests.support.static_app import app_on
from tests.support.wizard import fill, step

SMALLEST, SMALL, USUAL, WIDE = (40, 12), (80, 24), (120, 40), (200, 60)
STEPS = {
    "completed": (3, WIDE, USUAL, SMALL, SMALLEST),
    "decisions": (5, *ALL),
    "preview": (9, *ALL),
}
"""The number of a step, and the sizes."""


@pytest.fixture(autouse=True)
def without_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeper, "SOON", 0.01)
    monkeypatch.setattr(handoff_screen, "SOON", 0.01)


@pytest.fixture
def sample(made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The demo's project, with commits of no task and a file that is not committed."""
    root = Path(shutil.copytree(made, tmp_path / made.name))
    for minute, name, subject in ((20, "lint.toml", "chore: a stricter linter"), (25, "NOTES.md", "docs: notes 日本")):
        for variable in ("GIT_AUTHOR_DATE", "GIT_COMMITTER_DATE"):
            monkeypatch.setenv(variable, f"2026-01-29T16:{minute}:00+00:00")
        (root / name).write_text(f"{subject}\n")
        git(root, "add", "-A")
        git(root, "commit", "-q", "-m", subject)
    (root / "src" / "CardDialog.tsx").write_text("export {}\n")
    return root


@pytest.fixture
def waiting(tmp_path: Path) -> Path:
    """A project with a handoff that waits."""
    return firing(tmp_path / "taskflow-app")


async def test_step(pictures: Pictures, sample: Path) -> None:
    for name, (number, *sizes) in STEPS.items():
        async with app_on(sample).run_test(size=sizes[0]) as pilot:
            await fill(pilot, "h")
            await step(pilot, number)
            await pictures.look(pilot, *sizes, of=name)
            await fill(pilot, "escape")


def test_one_waits_and_a_draft_was_kept(snap_compare, waiting: Path) -> None:
    async def go(pilot: Pilot[None]) -> None:
        await fill(pilot, "h", "down", "escape", "h")

    assert snap_compare(app_on(waiting), terminal_size=USUAL, run_before=go)
