"""What the keys do on phases and errors: only the legal moves are offered, and what is typed is written."""

import shutil
from pathlib import Path

import pytest

from cockpit.actions.load import load_project
from cockpit.model import Track
from tests.screens.hands import press, said
from tests.screens.still import NOW, app_on
from tests.systems.memory_files import FIXTURES
from widgets.choice import ChoiceList


@pytest.fixture
def session(tmp_path: Path) -> Path:
    """A session whose second phase of three failed, with an error that waits."""
    return Path(shutil.copytree(FIXTURES / "maestro" / "crlf", tmp_path / "ferries"))


def track(root: Path) -> Track:
    (found,) = load_project(root, clock=lambda: NOW).tracks
    return found


async def test_phases_are_moved_and_errors_resolved(session: Path) -> None:
    app = app_on(session)
    async with app.run_test(size=(100, 32)) as pilot:
        await press(pilot, "8", "m")
        offered = [choice.name for choice in app.screen.query_one(ChoiceList)._choices]
        assert offered == [
            "Try phase 2 again …", "Start phase 3", "Skip phase 3 …", "Status: completed", "Record an error …",
            "Add tokens …", "Report files …",
        ]  # fmt: skip
        await press(pilot, "1", *"Smaller", "enter")
        assert "Trying phase 2: Crew rota again, retry 2 of 2." in said(app)
        assert (track(session).phases[1].status, track(session).errors[-1].resolution) == ("in_progress", "Smaller")
        await press(pilot, "7", "g", "x", *"It has one", "enter")
        assert not [error for error in track(session).errors if not error.resolved]
        await press(pilot, "R", "8", "j", "m", "1", *"All read", "enter", *"Pass", "enter")
        assert "Completed phase 2: Crew rota." in said(app)
        assert [phase.status for phase in track(session).phases] == ["completed", "completed", "pending"]
        await press(pilot, "R", "m", "2", "enter")
        assert [phase.status for phase in track(session).phases] == ["completed", "completed", "skipped"]
        await press(pilot, "R", "m", "2", *"Disk full", "enter", *"odd", "ctrl+s")
        assert 'There is no type of error "odd"' in app.screen.query_one("#wrong").render().plain  # type: ignore[attr-defined]


async def test_tokens_and_files_are_asked_for(session: Path) -> None:
    app = app_on(session)
    async with app.run_test(size=(100, 32)) as pilot:
        await press(pilot, "8", "m", "6", *"1200", "enter", *"300", "enter", "enter", *"coder", "enter")
        assert "Added 1,200 input and 300 output tokens of coder." in said(app)
        await press(pilot, "m", "7", "enter", *"a.py, b.py", "ctrl+s")
        assert track(session).extra["phases"]["2"]["files_created"] == ["a.py", "b.py"]
