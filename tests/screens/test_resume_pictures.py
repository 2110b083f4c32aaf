"""Pictures of the checklist and the prompt. Look at a new one before you accept it."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot

from tests.screens.conftest import ALL, Pictures, Size
from tests.support.handoff_projects import HANDOFF, STATE, behind_its_back, rewrite, waiting
from tests.support.keyboard import press, slowly, write_values
from tests.support.static_app import app_on

SMALLEST, SMALL, USUAL = (40, 12), (80, 24), (120, 40)
SECRET = "The staging key is ghp_" + "a1" * 20


def true(root: Path) -> None:
    """Everything the handoff says is so."""


def contradicted(root: Path) -> None:
    """A commit was dropped and a file deleted; a blocker stands."""
    behind_its_back(root)
    rewrite(root, STATE, "### Blockers\n- None", "### Blockers\n- Phase 2: no printer to try it on")


def stopped(root: Path) -> None:
    """The cost is at its stop, the context at an alert."""
    write_values(root, cost=61, context_percent=42)


def none_waits(root: Path) -> None:
    """No handoff was left."""
    (root / HANDOFF).unlink()
    rewrite(root, STATE, "| Status | In progress |", "| Status | Ready to plan |")


def no_git(root: Path) -> None:
    """There is no repository."""
    shutil.rmtree(root / ".git")


def secret(root: Path) -> None:
    """The handoff holds what looks like a token."""
    rewrite(root, HANDOFF, "Locking was measured", f"{SECRET}\nLocking was measured")


def keys(*pressed: str, typed: str = "") -> Callable[[Pilot[None]], object]:
    async def press_them(pilot: Pilot[None]) -> None:
        await slowly(pilot, *pressed)
        await press(pilot, *typed)

    return press_them


CHECKLISTS: dict[str, tuple[Callable[[Path], None], list[str], tuple[Size, ...]]] = {
    "clear": (true, ["r"], ALL),
    "contradicted": (contradicted, ["r", "j"], (*ALL, SMALLEST)),
    "stop": (stopped, ["r"], ALL),
    "none": (none_waits, ["r"], ALL),
    "no-git": (no_git, ["r", "home", "j", "j"], (USUAL,)),
    "prompt": (secret, ["r", "p", "n"], ALL),
}
"""What is so, the keys, and the sizes."""


@pytest.mark.parametrize("case", CHECKLISTS)
async def test_resume(pictures: Pictures, tmp_path: Path, case: str) -> None:
    change, pressed, sizes = CHECKLISTS[case]
    root = waiting(tmp_path / "lighthouse")
    change(root)
    async with app_on(root, agent=("claude",)).run_test(size=sizes[0]) as pilot:
        await slowly(pilot, *pressed)
        await pictures.look(pilot, *sizes)
