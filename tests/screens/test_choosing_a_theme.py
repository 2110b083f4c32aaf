"""Themes in the running program: a person's own are read when they are chosen, and what is chosen is remembered."""

import threading
from pathlib import Path

import pytest

from cockpit.app import CockpitApp
from cockpit.model import Project
from cockpit.themes import catalog
from tests.support.keyboard import said, settle
from tests.support.model_builders import full_track
from tests.support.static_app import still_app
from tests.themes.test_themes import GOOD, write

BROKEN = GOOD.replace('error = "#102030"', 'error = "reddish"')
FAULT = "The theme {}.toml gives error the colour 'reddish', which is not a colour."
DARK, OURS, OTHER = "#10141B", "#102030", "#203040"


def app_with(folder: Path, theme: str, **options: object) -> CockpitApp:
    return still_app(Project(root="/p", tracks=(full_track(),)), theme=theme, theme_folder=folder, **options)


def background(app: CockpitApp) -> str:
    return app.screen.styles.background.hex


async def test_a_theme_that_appears_or_changed_is_applied_when_it_is_chosen(tmp_path: Path) -> None:
    app = app_with(tmp_path / "themes", "mine")
    tmp_path /= "themes"
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        assert background(app) == DARK
        assert "No theme 'mine'" in said(app)
        write(tmp_path, "mine", GOOD)
        assert "mine" in app.theme_names()
        app.choose_theme("mine")
        await settle(pilot)
        assert background(app) == OURS
        write(tmp_path, "mine", GOOD.replace(OURS, OTHER))
        app.choose_theme("mine")
        await settle(pilot)
        assert background(app) == OTHER
        write(tmp_path, "mine", BROKEN)
        app.choose_theme("mine")
        await settle(pilot)
        assert background(app) == OTHER, "the colours stay until it is mended"
        assert FAULT.format("mine") in said(app)
        app.choose_theme(catalog.DEFAULT)
        await settle(pilot)
        assert background(app) == DARK


@pytest.mark.parametrize("name", ["mine", catalog.DEFAULT])
async def test_a_broken_one_does_not_keep_the_program_from_starting(tmp_path: Path, name: str) -> None:
    write(tmp_path, name, BROKEN)
    app = app_with(tmp_path, name)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        assert background(app) == DARK
        assert FAULT.format(name) in said(app)


async def test_a_theme_that_is_chosen_is_remembered_off_the_event_loop_or_it_is_said_why_not(tmp_path: Path) -> None:
    remembered: list[tuple[str, bool]] = []

    def remember(name: str) -> str:
        remembered.append((name, threading.current_thread() is threading.main_thread()))
        return "settings.toml names the theme x."

    app = app_with(tmp_path, "cockpit-light", remember_theme=remember)
    async with app.run_test(size=(80, 24)) as pilot:
        app.choose_theme("nonesuch")
        await settle(pilot)
        assert remembered == []  # neither what there is not, nor the one it begins with
        app.choose_theme("cockpit-dark")
        await settle(pilot)
        assert (app.theme, remembered) == ("cockpit-dark", [("cockpit-dark", False)])
        assert "settings.toml names the theme x." in said(app)
