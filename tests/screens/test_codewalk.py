"""Codewalkers on the screen: a session that looks given up, blockers, a question, a database."""

import os
import shutil
from datetime import UTC, datetime
from pathlib import Path

from cockpit.app import CockpitApp
from cockpit.screens.resume_screen import ResumeScreen
from tests.cases import case_project
from tests.cli.test_codewalk_database import SEED as TABLES
from tests.support.databases import agent, dump
from tests.support.databases import run as sql
from tests.support.keyboard import press, said, seen, slowly
from tests.support.static_app import app_on, running

STATE = ".planning/STATE.md"
SIZE = (120, 40)
LONG_AGO = datetime(2026, 1, 20, tzinfo=UTC).timestamp()


def opened(tmp_path: Path, case: str, *, stale: bool = False) -> CockpitApp:
    """The program on a copy of a fixture, which was written long ago where it is to look given up."""
    folder = Path(shutil.copytree(case_project(f"codewalk/{case}"), tmp_path / case))
    for path in folder.rglob("*") if stale else ():
        os.utime(path, (LONG_AGO, LONG_AGO))
    return app_on(folder)


def state(tmp_path: Path, case: str, path: str = STATE) -> str:
    return (tmp_path / case / path).read_text("utf-8")


async def test_on_the_checklist_the_question_is_answered_there(tmp_path: Path) -> None:
    app = opened(tmp_path, "bare", stale=True)
    async with app.run_test(size=SIZE) as pilot:
        await slowly(pilot, "r")
        screen = app.screen
        assert isinstance(screen, ResumeScreen)
        assert [each.code for each in screen.preflight.blocking if "crashed" in each.because] == ["question"]
        screen.checklist.select(next(each.key for each in screen.preflight.blocking if each.code == "question"))
        await pilot.pause()
        assert "a decides: No, Yes." in seen(app)
        await slowly(pilot, "a", "2")
        assert "    status: crashed\n" in state(tmp_path, "bare", "STATE.md")


async def test_a_blocker_is_identified_gone_around_and_resolved(tmp_path: Path) -> None:
    app = opened(tmp_path, "lists")
    async with app.run_test(size=SIZE) as pilot:
        await slowly(pilot, "5", "end", "a")
        assert said(app).startswith("Confirmed block-004: it is active.")
        await slowly(pilot, "home", "m", "b")
        await press(pilot, "=by eye")
        await slowly(pilot, "enter")
        assert '    workaround: "by eye"\n' in state(tmp_path, "lists")
        assert "This unblocks “Draw the upper deck”." in said(app)
        await slowly(pilot, "a")
        await press(pilot, "=measured")
        await slowly(pilot, "enter")
        assert '    status: resolved\n    description: "The upper deck is not measured"\n' in state(tmp_path, "lists")


def database(tmp_path: Path) -> Path:
    """A project whose state an agent keeps in a database."""
    path = tmp_path / "p/.codewalk/state.db"
    path.parent.mkdir(parents=True)
    with agent(path) as connection:
        connection.executescript(TABLES)
    return path


async def test_a_database_is_answered(tmp_path: Path) -> None:
    path = database(tmp_path)
    before = dump(path)
    async with running(tmp_path / "p", SIZE) as (app, pilot):
        await slowly(pilot, "1")
        assert "Waiting for OAuth credentials" in seen(app)
        await slowly(pilot, "5", "a", "=came", "enter")
        assert sql(path, "SELECT status, resolution FROM initiative_blockers") == [("resolved", "came")]
        await slowly(pilot, "e")
        assert said(app) == "state.db is not a text file."
        await slowly(pilot, "u")
        shown = seen(app)
        assert [part for part in ("initiative_blockers", "-status = ", "+status = ") if part not in shown] == []
        await slowly(pilot, "enter")
        assert dump(path) == before
