"""What the person's settings and preferences do in the program."""

import json
import shutil
import threading
from pathlib import Path

import pytest

from cockpit.model.reading_options import ReadingOptions
from cockpit.project.load import load_project
from tests.cases import case_project
from tests.support.keyboard import acknowledgment, press, said, settle, write_values
from tests.support.static_app import NOW, app_on, still_app

FIXTURE = case_project("autopilot/seed-thresholds")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """The example, with an acknowledged alert whose time is over."""
    folder = Path(shutil.copytree(FIXTURE, tmp_path / "taskflow"))
    path = folder / ".autopilot" / "state" / "acknowledgments.json"
    state = json.loads(path.read_text())
    state["acknowledgments"]["cost"]["expires_at"] = "2026-01-29T15:00:00Z"
    path.write_text(json.dumps(state, indent=2))
    return folder


async def test_a_key_acts_by_the_same_rule_as_the_screen_shows(tmp_path: Path) -> None:
    project = Path(shutil.copytree(FIXTURE, tmp_path / "taskflow"))
    (project / ".autopilot/holding-pattern.md").unlink()
    write_values(project, cost=38.5)
    seen = load_project(project, clock=lambda: NOW, options=ReadingOptions(lapse_half_way=True))
    app = still_app(seen, lapse_half_way=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "3", "home", "a")
        given = acknowledgment(project, "cost")
        assert given is not None
        assert given["value_at_acknowledgment"] == 38.5


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


async def test_a_theme_that_is_chosen_is_remembered_off_the_event_loop(project: Path) -> None:
    remembered = Remembered()
    app = app_on(project, theme="cockpit-light", remember_theme=remembered)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        assert remembered.names == []  # the one it begins with was not chosen here
        app.choose_theme("cockpit-dark")
        await settle(pilot)
        assert app.theme == "cockpit-dark"
    assert remembered.names == ["cockpit-dark"]
    assert threading.main_thread().name not in remembered.threads


async def test_a_theme_that_does_not_exist_is_not_remembered(project: Path) -> None:
    remembered = Remembered()
    app = app_on(project, remember_theme=remembered)
    async with app.run_test(size=(80, 24)) as pilot:
        app.choose_theme("nonesuch")
        await settle(pilot)
    assert remembered.names == []


async def test_why_a_theme_is_not_remembered_is_shown(project: Path) -> None:
    app = app_on(project, remember_theme=Remembered("settings.toml names the theme x."))
    async with app.run_test(size=(80, 24)) as pilot:
        app.choose_theme("cockpit-light")
        await settle(pilot)
        assert "settings.toml names the theme x." in said(app)
