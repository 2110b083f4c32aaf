"""Keys that come faster than the screens they open: each counts only for the screen and the row it was pressed on."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from math import inf
from pathlib import Path
from typing import Any

import pytest
from textual import events
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Input

from cockpit.project.load import load_project
from cockpit.screens import project_app
from cockpit.screens.dialogs import FormDialog
from cockpit.widgets.filter_input import FilterInput
from tests.support.keyboard import (
    EXAMPLE,
    ROUNDS,
    alerted,
    copy,
    everything,
    firing,
    said,
    settle,
    slowly,
    until,
    write_values,
)
from tests.support.static_app import NOW, app_on, running

OPENING = 0.05
"""Seconds that a screen takes to open on a busy machine."""


def key(name: str) -> events.Key:
    """A key that is pressed now."""
    return events.Key(name, name if len(name) == 1 else None)


async def rest(pilot: Pilot[None]) -> None:
    """Wait for what comes of all that was typed."""
    await settle(pilot)
    for _ in range(ROUNDS):
        if not (pilot.app._typed or pilot.app._under_way or pilot.app._up_since == inf):
            return
        await asyncio.sleep(OPENING / 10)
        await settle(pilot)
    raise AssertionError("a key is still under way")


async def type_ahead(pilot: Pilot[None], *keys: str) -> None:
    """All keys at once, as a terminal sends what was typed while the program was busy; wait for what comes of them."""
    await settle(pilot)
    for name in keys:
        pilot.app._driver.send_message(key(name))
    await rest(pilot)


def busy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every screen and dialog opens later than a person waits."""
    compose = Screen._compose

    async def later(screen: Screen[Any]) -> None:
        await asyncio.sleep(OPENING)
        await compose(screen)

    monkeypatch.setattr(Screen, "_compose", later)
    monkeypatch.setattr(project_app, "LONGEST", OPENING / 5)


@asynccontextmanager
async def opened(folder: Path, monkeypatch: pytest.MonkeyPatch, *first: str) -> AsyncIterator[Pilot[None]]:
    """The program, after some keys at leisure; from then on the machine is busy."""
    async with running(folder, (120, 40)) as (_, pilot):
        await slowly(pilot, *first)
        busy(monkeypatch)
        yield pilot


OPENED = [
    ("ResumeScreen", ["r"], ["m", "2", "enter"]),
    ("HandoffScreen", ["h"], ["2"]),
    ("LedgerScreen", ["L"], ["x", "ctrl+s"]),
    ("AboutDialog", ["2", "enter"], ["m", "2", "enter"]),
    ("QuestionDialog", ["m", "x"], ["w", "m", "2", "enter"]),
    ("QuestionDialog", ["3", "home", "m", "s"], ["2"]),
    ("FormDialog", ["3", "home", "l"], ["x", "ctrl+s"]),
    ("FormDialog", ["n", "t"], ["m", "2", "enter"]),
    ("DiffDialog", ["n", "t", "=one", "enter", "u"], ["m", "2", "enter"]),
]
"""Kinds of screens, the keys that open one, and what is typed behind."""


async def test_what_is_typed_before_a_screen_is_up_acts_nowhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = firing(tmp_path / "project")
    copy(folder / "packages" / "billing", "healthy")
    async with running(folder, (120, 40)) as (app, pilot):
        for screen, (*first, opens), behind in OPENED:
            await slowly(pilot, *first)
            before = everything(folder)
            with monkeypatch.context() as machine:
                busy(machine)
                await type_ahead(pilot, opens, *behind)
            assert [type(each).__name__ for each in app.screen_stack] == ["Dashboard", screen]
            assert everything(folder) == before
            shown = app.screen
            proposed = shown._form.empty.values() if isinstance(shown, FormDialog) else ()
            typed = "".join(line.value for line in shown.query(Input) if line.value not in proposed)
            assert set(typed) <= set("".join(key for key in behind if len(key) == 1))  # text alone is kept
            await slowly(pilot, "escape")


async def test_a_letter_of_the_menu_counts_before_the_menu_is_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(copy(tmp_path / "project"), monkeypatch) as pilot:
        monkeypatch.setattr(project_app, "LONGEST", 30.0)  # two screens open, however slow the machine is
        await type_ahead(pilot, "n", "d", *"Paging")
        assert said(pilot.app) == ""
        assert (type(pilot.app.screen).__name__, pilot.app.focused.value) == ("FormDialog", "Paging")


async def test_a_key_is_about_the_row_it_was_pressed_on_unless_it_goes_elsewhere(tmp_path: Path) -> None:
    folder = firing(tmp_path / "project")
    write_values(folder, errors=6)  # a second alert, or a stop
    async with running(folder, (120, 40)) as (app, pilot):
        await slowly(pilot, "1", "home")
        pressed, elsewhere = key("a"), key("6")
        row = app.focused.row.key
        write_values(folder, errors=0, context_percent=10)
        app.snapshot = replace(
            app.snapshot, project=load_project(folder, clock=lambda: NOW)
        )  # what was selected is gone
        await settle(pilot)
        assert app.focused.row is None or app.focused.row.key != row
        before = everything(folder)
        app._driver.send_message(pressed)
        await rest(pilot)
        assert (everything(folder), len(app.screen_stack)) == (before, 1)
        assert "Keys pressed before this screen appeared were ignored. Press the key again." in said(app)
        app._driver.send_message(elsewhere)
        await rest(pilot)
        assert app.focused.id == "decisions"


async def test_a_key_that_answers_a_question_waits_until_the_question_was_shown(tmp_path: Path) -> None:
    folder = alerted(tmp_path / "project")
    before = everything(folder)
    async with app_on(folder).run_test() as pilot:
        await type_ahead(pilot, "a")
        written = everything(folder)
        assert written != before
        await type_ahead(pilot, "u", "enter")
        assert everything(folder) == written
        await type_ahead(pilot, "enter")
        assert everything(folder) == before


async def test_the_text_of_a_step_waits_for_its_page() -> None:
    async with running(EXAMPLE) as (app, pilot):
        await type_ahead(pilot, "h")
        await type_ahead(pilot, "7", *"why", "tab", *"Go on")
        draft = app.screen.filling.draft
        assert (draft.context, draft.next_action) == ("why", "Go on")  # in place of what was proposed


@pytest.mark.parametrize("first", [(), ("L",)], ids=["pane", "ledger"])
async def test_the_text_after_the_key_of_the_filter_is_the_filter(first: tuple[str, ...], tmp_path: Path) -> None:
    async with app_on(copy(tmp_path / "project")).run_test() as pilot:
        await type_ahead(pilot, *first)
        await type_ahead(pilot, "slash", *"dxq")
        assert pilot.app.screen.query_one(FilterInput).value == "dxq"


async def test_no_key_is_waited_for_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(project_app, "LONGEST", 0.05)
    async with app_on(EXAMPLE).run_test() as pilot:
        await settle(pilot)
        working = asyncio.Event()
        pilot.app.run_worker(working.wait(), group="writing")
        for name in ("3", "question_mark"):
            pilot.app._driver.send_message(key(name))
        await until(pilot, lambda: said(pilot.app))
        assert (pilot.app.focused.id, len(pilot.app.screen_stack)) == ("thresholds", 1)
        pilot.app._driver.send_message(key("question_mark"))
        await until(pilot, lambda: type(pilot.app.screen).__name__ == "HelpDialog")
        working.set()
