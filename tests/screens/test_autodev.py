"""autodev on the screen: its question is answered, used-up retries are reset."""

import shutil
from pathlib import Path

from cockpit.app import CockpitApp
from tests.cases import case_project
from tests.support.autodev_states import PLANNED, step
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


async def test_of_a_step_that_failed_for_good_nothing_is_offered_that_is_refused(tmp_path: Path) -> None:
    app = opened(tmp_path, "failed")
    async with app.run_test(size=(120, 40)) as pilot:
        await slowly(pilot, "2", "home", "m")
        shown = seen(app)
        assert "Reset retries" in shown
        assert "Skip phase" in shown
        assert not [words for words in ("Start phase", "Phase failed") if words in shown]
        await slowly(pilot, "p")
        shown = seen(app)
        assert "Skip phase 2" in shown
        assert not [words for words in ("Start phase", "Task …", "Status:") if words in shown]
        await slowly(pilot, "escape", "m", "c")
        shown = seen(app)
        assert "The session is complete" in shown
        assert not [words for words in ("The task is complete", "The phase is complete") if words in shown]


async def test_whether_file_or_folders_count_is_decided(tmp_path: Path) -> None:
    project = tmp_path / "locks"
    for path, text in {**PLANNED, STATE: f"# Autopilot State\n\n{step('greenfield', '3', 'Plan')}"}.items():
        (project / path).parent.mkdir(parents=True, exist_ok=True)
        (project / path).write_text(text, "utf-8")
    app = app_on(project)
    async with app.run_test(size=(120, 40)) as pilot:
        await slowly(pilot, "a")
        assert "To be decided" in seen(app)
        await slowly(pilot, "1")
        assert said(app).startswith("Moved to step 4 UI Design.")
        assert "step: 4\nname: UI Design\nstatus: not_started\n" in (project / STATE).read_text("utf-8")
