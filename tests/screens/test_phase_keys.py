"""What the keys do on phases, errors and the whole session: only what is legal is offered, and it is written."""

import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from cockpit.model import Track
from cockpit.project.load import load_project
from cockpit.widgets.choice import ChoiceList
from tests.cases import case_project
from tests.screens.test_forms import words_in
from tests.support.keyboard import press, said, seen, settle, slowly
from tests.support.static_app import NOW, app_on, running

STATE = "docs/maestro/state/active-session.md"


@pytest.fixture
def session(tmp_path: Path) -> Path:
    """A session whose second phase of three failed, with an error that waits."""
    return Path(shutil.copytree(case_project("maestro/crlf"), tmp_path / "ferries"))


def track(root: Path) -> Track:
    (found,) = load_project(root, clock=lambda: NOW).tracks
    return found


def statuses(root: Path) -> list[str | None]:
    return [phase.status for phase in track(root).phases]


@asynccontextmanager
async def opened(root: Path) -> AsyncIterator[Callable[..., Awaitable[str]]]:
    """The program: what it says after some keys, pressed on what the files say now, beginning with the first phase."""
    app = app_on(root)

    async def pressed(*keys: str) -> str:
        app.snapshot = replace(app.snapshot, project=load_project(root, clock=lambda: NOW))
        await slowly(pilot, *keys)
        return f"{said(app)}\n{seen(app)}"

    async with app.run_test(size=(100, 32)) as pilot:
        yield pressed


async def test_only_legal_moves_are_offered(session: Path) -> None:
    async with running(session, (100, 32)) as (app, pilot):
        for keys, moves in (
            (["4", "home"], ["Set position", "Hand off"]),
            (["j"], ["Retry", "Set position"]),
            (["j"], ["Resolve", "Retry"]),
            (["j"], ["Start phase", "Skip phase", "Set position"]),
        ):
            await slowly(pilot, *keys, "m")
            offered = [choice.name for choice in app.screen.query_one(ChoiceList)._choices]
            assert offered[: len(moves)] == moves
            await slowly(pilot, "escape")
        await slowly(pilot, "m", "p")
        offered = [choice.name for choice in app.screen.query_one(ChoiceList)._choices]
        assert offered[:3] == ["Retry phase 2", "Start phase 3", "Skip phase 3"]
        await slowly(pilot, "escape", "n")
        offered = [choice.name for choice in app.screen.query_one(ChoiceList)._choices]
        assert offered == ["Error …", "Used tokens …", "Changed files …"]
        before = (session / STATE).read_bytes()
        await slowly(pilot, "escape", "G", "m", "s", "enter")  # a phase that waits is begun after it was asked about
        assert (session / STATE).read_bytes() == before
        await slowly(pilot, "m", "s", "s")
        assert statuses(session) == ["completed", "failed", "in_progress"]


async def test_a_phase_is_tried_again_completed_and_the_next_skipped(session: Path) -> None:
    async with opened(session) as pressed:
        told = await pressed("4", "home", "j", "a", "=Smaller", "enter")
        assert "Restarted phase 2 (Crew rota), retry 2 of 2." in told
        assert statuses(session) == ["completed", "in_progress", "pending"]
        told = await pressed("home", "j", "m", "c", "=All read", "enter", "=Pass", "enter")
        assert "Completed phase 2 (Crew rota)." in told
        await pressed("G", "m", "x", "enter")
        assert statuses(session) == ["completed", "completed", "skipped"]
        assert "a archive" in await pressed("j")


async def test_errors_tokens_and_files_are_asked_for(session: Path) -> None:
    async with opened(session) as pressed:
        await pressed("4", "home", "j", "j", "a", "=It has one", "enter")
        assert [(error.resolution, error.resolved) for error in track(session).errors] == [("It has one", True)]
        told = await pressed("n", "e", "=Disk full", "enter", "=odd", "ctrl+s")
        assert 'No error type "odd". Use validation, timeout, file_conflict, runtime or dependency.' in told
        await pressed("ctrl+u", "ctrl+s")
        assert track(session).errors[-1].message == "Disk full"
        told = await pressed("n", "u", "=1200", "enter", "=300", "enter", "enter", "=coder", "enter")
        assert "Added 1,200 input and 300 output tokens of coder." in told
        await pressed("n", "c", "=a.py, b.py", "ctrl+s")
        assert track(session).extra["phases"]["2"]["files_created"] == ["a.py", "b.py"]


async def test_a_session_is_put_away_after_what_is_open_was_asked_about(session: Path) -> None:
    before = (session / STATE).read_bytes()
    async with running(session, (100, 32)) as (app, pilot):
        await settle(pilot)
        assert "a archive" not in seen(app)  # the footer names it once nothing is open
        await slowly(pilot, "m", "v")
        shown = words_in(app, "#question")
        for words in (
            "and 3 (pending) are open; 1 error is unresolved.",
            "▌c Cancel",
            "a Archive the session as it is",
        ):
            assert words in shown
        await press(pilot, "enter")
        assert (session / STATE).read_bytes() == before
        await slowly(pilot, "m", "v", "a")
        assert "Enter archive" in seen(app)
        await press(pilot, "enter")
        assert "Archived session 2026-02-10-night-ferries" in said(app)
        assert not (session / STATE).exists()
        await slowly(pilot, "u", "enter")
    assert (session / STATE).read_bytes() == before


async def test_a_session_that_was_aborted_is_taken_up_again_first(session: Path) -> None:
    path = session / STATE
    path.write_bytes(path.read_bytes().replace(b'status: "in_progress"', b'status: "failed"', 1))
    async with opened(session) as pressed:
        await pressed("4", "home", "j", "a", "ctrl+s", "r")
        assert (track(session).position.status, statuses(session)[1]) == ("in_progress", "failed")
        await pressed("home", "j", "a", "ctrl+s")
        assert statuses(session)[1] == "in_progress"


async def test_the_checklist_is_its_resume_protocol(tmp_path: Path) -> None:
    """Without a handoff it opens on the session: an error leaves a choice, and the phase is marked after a
    look."""
    root = Path(shutil.copytree(case_project("maestro/healthy"), tmp_path / "healthy"))
    app, session = app_on(root), root / STATE
    before = session.read_bytes()
    for path in ("src/timetable/model.py", "src/timetable/__init__.py", "src/timetable/importing.py", "pyproject.toml"):
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).touch()
    async with app.run_test(size=(120, 40)) as pilot:
        await slowly(pilot, "r")
        shown = seen(app)
        for words in ("✗ 2 checks block resuming", "An error is unresolved", "Phase 4 names files that do not exist"):
            assert words in shown
        await slowly(pilot, "down", "a")
        for words in ("1 Retry", "2 Skip", "3 Abort", "4 Adjust", "5 Resolve"):
            assert words in seen(app)
        await slowly(pilot, "4")
        await press(pilot, "=wait", "enter")
        assert "Restarted phase 3 (Delay service), retry 2 of 2." in said(app)
        assert "resolution: wait" in session.read_text("utf-8")
        assert "✗ 1 check blocks resuming" in seen(app)
        await slowly(pilot, "u", "enter")  # it failed first, and then was tried again: one choice
        assert session.read_bytes() == before
        await slowly(pilot, "home", "down", "down", "a", "5")
        await press(pilot, "=back", "enter")
        assert "resolution: back" in session.read_text("utf-8")
        await slowly(pilot, "home", "down", "w")
        await press(pilot, *"so", "enter")
        assert "✓ Clear" in seen(app)
        await slowly(pilot, "m", "s")
        assert "+current_phase: 3" in seen(app).replace("+ ", "+")
        await slowly(pilot, "enter")
        assert "current_phase: 3" in session.read_text("utf-8")
        await slowly(pilot, "p")
        assert "Begin phase 3 (Delay service) again from the start" in app.screen.preflight.prompt.text  # type: ignore[attr-defined]
