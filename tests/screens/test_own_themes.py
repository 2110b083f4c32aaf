"""A person's own themes in the running program: applied when their file changes, and told where they cannot be used."""

from pathlib import Path

import pytest
from textual.pilot import Pilot

from cockpit.app import CockpitApp
from cockpit.model import Project
from tests.builders import full_track
from tests.screens.hands import said, settle
from tests.screens.still import still_app
from tests.themes.test_themes import GOOD, write
from themes import catalog, following

BROKEN = GOOD.replace('error = "#102030"', 'error = "reddish"')
FAULT = "The theme {}.toml gives error the colour 'reddish', which is none."
DARK, OURS, OTHER = "#10141B", "#102030", "#203040"


@pytest.fixture(autouse=True)
def looking_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(following, "LOOK_SECONDS", 0.005)


def app_with(folder: Path, theme: str) -> CockpitApp:
    return still_app(Project(root="/p", tracks=(full_track(),)), theme=theme, theme_folder=folder)


async def shows(pilot: Pilot[None], background: str, words: str = "") -> bool:
    """Wait until the board has that background, and those words are said."""
    for _ in range(1000):
        await settle(pilot)
        if pilot.app.screen.styles.background.hex == background and words in said(pilot.app):
            return True
        await pilot.pause(0.005)
    return False


async def test_a_theme_is_applied_when_its_file_changes(tmp_path: Path) -> None:
    write(tmp_path, "mine", GOOD)
    app = app_with(tmp_path, "mine")
    async with app.run_test(size=(80, 24)) as pilot:
        assert await shows(pilot, OURS)
        write(tmp_path, "mine", GOOD.replace(OURS, OTHER))
        assert await shows(pilot, OTHER)
        write(tmp_path, "mine", BROKEN)
        assert await shows(pilot, OTHER, FAULT.format("mine")), "the colours stay until it is mended"
        write(tmp_path, "mine", GOOD)
        assert await shows(pilot, OURS)
        app.choose_theme(catalog.DEFAULT)
        assert await shows(pilot, DARK)


async def test_a_theme_is_applied_when_its_file_appears(tmp_path: Path) -> None:
    app = app_with(tmp_path / "themes", "mine")
    async with app.run_test(size=(80, 24)) as pilot:
        assert await shows(pilot, DARK, "There is no theme named 'mine'")
        write(tmp_path / "themes", "mine", GOOD)
        assert await shows(pilot, OURS)
        assert "mine" in app.theme_names()


@pytest.mark.parametrize("name", ["mine", catalog.DEFAULT])
async def test_a_broken_one_does_not_keep_the_program_from_starting(tmp_path: Path, name: str) -> None:
    write(tmp_path, name, BROKEN)
    async with app_with(tmp_path, name).run_test(size=(80, 24)) as pilot:
        assert await shows(pilot, DARK, FAULT.format(name))
        write(tmp_path, name, GOOD)
        assert await shows(pilot, OURS)
