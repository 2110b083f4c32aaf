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


async def test_a_theme_that_changed_is_applied_when_it_is_chosen_again(tmp_path: Path) -> None:
    write(tmp_path, "mine", GOOD)
    app = app_with(tmp_path, "mine")
    async with app.run_test(size=(80, 24)) as pilot:
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


async def test_a_theme_that_appears_can_be_chosen(tmp_path: Path) -> None:
    app = app_with(tmp_path / "themes", "mine")
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        assert background(app) == DARK
        assert "No theme 'mine'" in said(app)
        write(tmp_path / "themes", "mine", GOOD)
        assert "mine" in app.theme_names()
        app.choose_theme("mine")
        await settle(pilot)
        assert background(app) == OURS


@pytest.mark.parametrize("name", ["mine", catalog.DEFAULT])
async def test_a_broken_one_does_not_keep_the_program_from_starting(tmp_path: Path, name: str) -> None:
    write(tmp_path, name, BROKEN)
    app = app_with(tmp_path, name)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        assert background(app) == DARK
        assert FAULT.format(name) in said(app)


class Remembered:
    """Takes what is to be remembered, and from which thread."""

    def __init__(self, answer: str | None = None) -> None:
        self.names: list[str] = []
        self.threads: set[str] = set()
        self.answer = answer

    def __call__(self, name: str) -> str | None:
        self.names.append(name)
        self.threads.add(threading.current_thread().name)
        return self.answer


async def test_a_theme_that_is_chosen_is_remembered_off_the_event_loop(tmp_path: Path) -> None:
    remembered = Remembered()
    app = app_with(tmp_path, "cockpit-light", remember_theme=remembered)
    async with app.run_test(size=(80, 24)) as pilot:
        app.choose_theme("nonesuch")
        await settle(pilot)
        assert remembered.names == []  # neither what there is not, nor the one it begins with
        app.choose_theme("cockpit-dark")
        await settle(pilot)
        assert app.theme == "cockpit-dark"
    assert remembered.names == ["cockpit-dark"]
    assert threading.main_thread().name not in remembered.threads


async def test_why_a_theme_is_not_remembered_is_shown(tmp_path: Path) -> None:
    app = app_with(tmp_path, "cockpit-dark", remember_theme=Remembered("settings.toml names the theme x."))
    async with app.run_test(size=(80, 24)) as pilot:
        app.choose_theme("cockpit-light")
        await settle(pilot)
        assert "settings.toml names the theme x." in said(app)
