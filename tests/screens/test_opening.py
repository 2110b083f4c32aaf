"""An empty folder: beginning a track, opening another project, trying the demo."""

from pathlib import Path

import pytest
from textual.pilot import Pilot

from cockpit.app import CockpitApp
from cockpit.model import Track
from cockpit.project.load import load_project
from cockpit.project.settings import load_preferences
from cockpit.project.systems import systems_to_begin
from cockpit.screens import opening
from cockpit.screens.dashboard import Dashboard
from cockpit.screens.dialogs import DiffDialog, FormDialog, QuestionDialog
from tests.screens.test_leaving import last
from tests.support.keyboard import EXAMPLE, copy, everything, said, seen, settle, slowly
from tests.support.repositories import run
from tests.support.static_app import NOW, app_on, running, sample_of_a_demo

PLAN = """# Harbour bell

## Phase 1: Ring the bell
**Agent:** coder
**Creates:** `src/bell.py`
"""


@pytest.fixture
def empty(tmp_path: Path) -> Path:
    folder = tmp_path / "new-thing"
    folder.mkdir()
    return folder


def tracks_in(folder: Path) -> tuple[Track, ...]:
    return load_project(folder, clock=lambda: NOW).tracks


def kept(folder: Path) -> dict[str, bytes]:
    """Every file but git's."""
    return {path: data for path, data in everything(folder).items() if "/.git/" not in path}


async def click_on(pilot: Pilot[None], app: CockpitApp, words: str) -> None:
    """Click on words that stand on the screen."""
    lines = seen(app).splitlines()
    y = next(y for y, line in enumerate(lines) if words in line)
    await pilot.click(offset=(lines[y].index(words) + 1, y))
    await settle(pilot)


@pytest.mark.parametrize(
    ("place", "name", "git"), [(1, "Project Autopilot", False), (2, "Maestro", True), (3, "autodev", True)]
)
async def test_n_begins_a_track_after_its_diff(empty: Path, place: int, name: str, git: bool) -> None:
    system = systems_to_begin()[place - 1][0]
    if git:
        run(empty, "init", "-q")
    (empty / "plan.md").write_text(PLAN)
    before = kept(empty)
    async with running(empty) as (app, pilot):
        await slowly(pilot, "n")
        assert f"{place} {name}" in seen(app)
        await slowly(pilot, str(place))
        if isinstance(app.screen, FormDialog):
            assert f"Start: {name}" in seen(app)
            await slowly(pilot, "=Bell")
            if "Plan" in seen(app):
                await slowly(pilot, "enter", "=plan.md")
            await slowly(pilot, "enter")
        assert isinstance(app.screen, DiffDialog), seen(app)
        assert "(new)" in seen(app)
        assert kept(empty) == before, "the diff is shown before anything is written"
        if place == 1:  # leaving it writes nothing and keeps what was typed
            await slowly(pilot, "escape")
            assert kept(empty) == before
            await slowly(pilot, "n", "1")
            assert "Bell" in seen(app)
            await slowly(pilot, "enter")
        await slowly(pilot, "enter")
        (track,) = tracks_in(empty)
        assert track.system == system
        assert "(u undo)" in said(app)
        if system != "autodev":  # its file names no project
            assert track.title == "Bell"
        await slowly(pilot, "u", "enter")
        assert kept(empty) == before


async def test_a_project_that_is_opened_is_remembered_though_it_is_read_late(tmp_path: Path) -> None:
    here = copy(tmp_path / "here", "healthy")
    async with running(None) as (app, pilot):
        await settle(pilot)
        app.post_message(app.Loaded(load_project(here, clock=lambda: NOW), app.snapshot.surroundings))
        await settle(pilot)
        await app.workers.wait_for_complete()
    assert load_preferences().recent == (str(here),)


async def test_t_opens_a_folder_that_is_typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "app").mkdir()
    async with running(tmp_path) as (app, pilot):
        await slowly(pilot, "t", "=/nope", "enter")
        assert "No such folder: /nope" in seen(app)
        assert app.next_project is None
        await slowly(pilot, "ctrl+u", "=~/app")
        await last(app, "enter")
    assert app.next_project == tmp_path / "app"


async def test_clicks_do_the_same(tmp_path: Path) -> None:
    app = app_on(tmp_path)
    app.recent = (str(tmp_path.parent),)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        for words, title in (("Start tracking", "Start tracking work here ─"), ("1 opened before", "Open a project ─")):
            await click_on(pilot, app, words)
            assert isinstance(app.screen, QuestionDialog)
            assert title in seen(app)
            await slowly(pilot, "escape")
        await click_on(pilot, app, "Looked in")
        assert isinstance(app.screen, Dashboard)
        await click_on(pilot, app, "Try the demo")
    assert app.next_project == "demo"


async def test_reading_only_begins_nothing(tmp_path: Path) -> None:
    async with running(tmp_path, read_only=True) as (app, pilot):
        await slowly(pilot, "n")
        assert said(app) == "Cockpit was opened read-only."
        assert isinstance(app.screen, Dashboard)
        await slowly(pilot, "x")
    assert app.next_project == "demo"


def test_what_is_no_folder_is_not_opened() -> None:
    for typed in ("~nobody-of-that-name/x", "a\0b", "/etc/passwd"):
        assert opening._no_folder(typed) is not None


async def test_leaving_a_demo_for_a_project_asks_about_the_sample(tmp_path: Path) -> None:
    stays: list[bool] = []
    sample = sample_of_a_demo(root=EXAMPLE, keep=lambda: stays.append(True))
    app = app_on(EXAMPLE, sample=sample)
    app.recent = (str(tmp_path),)
    async with app.run_test(size=(120, 40)) as pilot:
        await slowly(pilot, "t", "1")
        assert "Quit the demo" in seen(app)
        await slowly(pilot, "escape")
        assert (app.next_project, stays) == (None, [])
        await slowly(pilot, "t", "1")
        await last(app, "1")
    assert (app.next_project, stays) == (tmp_path, [True])
