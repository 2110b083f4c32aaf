"""autodev on the screen: its question is answered, used-up retries are reset."""

import shutil
from pathlib import Path

from cockpit.app import CockpitApp
from tests.cases import case_project
from tests.support.keyboard import said, seen, slowly
from tests.support.static_app import app_on

STATE = "_docs/_autopilot_state.md"


def opened(tmp_path: Path, case: str) -> CockpitApp:
    """The program on a copy of a fixture."""
    return app_on(Path(shutil.copytree(case_project(f"autodev/{case}"), tmp_path / case)))


def state(tmp_path: Path, case: str) -> str:
    return (tmp_path / case / STATE).read_text("utf-8")


async def test_on_here_is_written_and_undone(tmp_path: Path) -> None:
    app, before = opened(tmp_path, "boundary"), (case_project("autodev/boundary") / STATE).read_text("utf-8")
    async with app.run_test(size=(120, 40)) as pilot:
        await slowly(pilot, "a", "2")
        assert said(app).startswith("Answered B: step 6 Implement continues in this conversation.")
        assert state(tmp_path, "boundary") == before.replace("status: not_started", "status: in_progress")
        await slowly(pilot, "u", "enter")
        assert state(tmp_path, "boundary") == before


async def test_retries_are_reset_once_the_person_has_said_so(tmp_path: Path) -> None:
    app = opened(tmp_path, "failed")
    async with app.run_test(size=(120, 40)) as pilot:
        await slowly(pilot, "a", "enter")  # leave them as they are
        assert "status: failed" in state(tmp_path, "failed")
        await slowly(pilot, "l")  # those of the retries are the agent's own
        assert "1 cost" in seen(app)
        await slowly(pilot, "escape", "3", "a", "r")  # the same question, whichever of their rows it is
        told = state(tmp_path, "failed")
        assert "status: in_progress\nsub_step: 1b — Test Case Generation\nretry_count: 0\n" in told
        assert "failed after 3 retries" not in told
        assert "The archive of 2025 is locked" in seen(app)
