"""Every dialog can be used at every size: it is inside the terminal, and says which keys close it."""

from dataclasses import replace
from pathlib import Path

import pytest
from textual.events import AppBlur, AppFocus

from cockpit.project.load import load_project
from cockpit.screens import action_screen
from cockpit.screens.dialogs import QuestionDialog
from cockpit.widgets.choice import Choice, ChoiceList
from cockpit.widgets.detail import Detail
from cockpit.widgets.filter_input import FilterInput
from cockpit.widgets.panes.decisions import DecisionsPane
from cockpit.widgets.sheets import Fact
from tests.support.keyboard import (
    alerted,
    copy,
    everything,
    firing,
    press,
    said,
    seen,
    settle,
    slowly,
    write_values,
)
from tests.support.static_app import NOW, running

SIZES = ((40, 10), (200, 60))
DIALOGS = {
    "details": (["3", "home", "enter"], "y copy   Esc close"),
    "help": (["3", "question_mark"], "Esc close"),
    "tracks": (["t"], "Enter go there   Esc close"),
    "menu": (["3", "home", "m"], "Enter choose   Esc cancel"),
    "a wrong limit": (["3", "home", "l", "x", "enter"], "Enter save   Esc cancel"),
    "decision": (["n", "d"], "Ctrl+S save   Esc cancel"),
    "diff": (["n", "t", "=Ada", "enter"], "Enter write   Esc cancel"),
    "log": (["L"], "Esc close"),
}
FRAMES = "Detail, TracksDialog ChoiceList, #question, #form, LedgerList"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = firing(tmp_path / "project")
    write_values(folder, cost=52)
    copy(folder / "packages" / "billing", "healthy")
    return folder


async def test_every_dialog_fits_and_says_its_keys_at_every_size(project: Path) -> None:
    """One is opened in the smallest terminal, which is then enlarged, the next the other way round."""
    async with running(project, SIZES[0]) as (app, pilot):
        for number, (dialog, (keys, hint)) in enumerate(DIALOGS.items()):
            app.snapshot = replace(app.snapshot, write_mode="review" if dialog == "diff" else "at-once")
            await slowly(pilot, *keys)
            for size in SIZES if number % 2 == 0 else reversed(SIZES):
                if app.size != size:
                    await pilot.resize_terminal(*size)
                    await press(pilot)
                assert len(app.screen_stack) == 2, dialog
                shown = seen(app).replace("o open another project   ", "")  # where it has room
                assert hint in shown, (dialog, size)
                frames = [each for each in app.screen.query(FRAMES) if each.display]
                assert frames
                assert all(each.region in app.screen.region for each in frames), (dialog, size)
                assert app.focused is None or app.focused.region in app.screen.region, (dialog, size)
            await slowly(pilot, "escape")
            assert len(app.screen_stack) == 1, dialog


async def test_whatever_leaves_the_filter_line_takes_it_away_and_keeps_the_filter(project: Path) -> None:
    async with running(project, (120, 40)) as (app, pilot):
        for key, goes_to in (("tab", "todos"), ("shift+tab", "blockers")):
            await slowly(pilot, "6", "slash", "h", "y", key)
            decisions = app.screen.query_one(DecisionsPane)
            assert (app.focused.id, decisions.rows.needle, len(app.screen.query(FilterInput))) == (goes_to, "hy", 0)
            decisions.filter("")
        await slowly(pilot, "6", "slash", "h")
        await pilot.click("#thresholds")
        await settle(pilot)
        assert (app.focused.id, len(app.screen.query(FilterInput))) == ("thresholds", 0)
        await slowly(pilot, "6", "slash")
        for elsewhere in (AppBlur(), AppFocus()):  # the person looks at another window for a while
            app.post_message(elsewhere)
            await settle(pilot)
        await slowly(pilot, "y")
        assert app.screen.query_one(FilterInput).value == "y"
        for elsewhere in (AppBlur(), AppFocus()):  # and once more in passing
            app.post_message(elsewhere)
        await slowly(pilot, "x")
        assert app.screen.query_one(FilterInput).value == "yx"


async def test_a_digit_or_a_click_picks_at_once_and_a_form_says_what_enter_does_in_each_field(project: Path) -> None:
    async with running(project) as (app, pilot):
        await slowly(pilot, "3", "home", "m", "s")
        assert "│▌1 30 minutes" in seen(app)
        assert "│ 2 2 hours" in seen(app)
        await slowly(pilot, "7")
        assert len(app.screen_stack) == 2
        await slowly(pilot, "2")
        assert "Snoozed cost until 18:30, unless its level rises." in said(app)
        await slowly(pilot, "m", "s")
        await pilot.click(ChoiceList, offset=(6, 2))
        await press(pilot)
        assert "Snoozed cost until 00:30 on 30 Jan, unless its level rises." in said(app)
        await slowly(pilot, "n", "b")
        assert "Enter next field   Ctrl+S save   Esc cancel" in seen(app)
        await slowly(pilot, "=No key", "enter")
        assert "─ Enter save   Esc cancel" in seen(app)
        await slowly(pilot, "up")
        assert "Enter next field   " in seen(app)
        await pilot.resize_terminal(40, 10)
        await press(pilot)
        assert "─ Ctrl+S save   Esc cancel" in seen(app)


CONFIRMED = (
    ((), ("m", "x"), "w"),
    ((), ("3", "home", "l", "ctrl+l", "tab", "tab", "=9999", "ctrl+s"), "s"),
    (("r",), ("m", "v"), "a"),
)
"""All acknowledgments, a much higher limit, the handoff's end: the keys that lead to where it is asked, those that let
it be asked, and the letter that confirms."""


async def test_enter_confirms_nothing_and_the_letter_does(tmp_path: Path) -> None:
    project = copy(tmp_path / "project")
    async with running(project) as (app, pilot):
        for first, keys, letter in CONFIRMED:
            before = everything(project)
            await slowly(pilot, *first)
            below = app.screen
            await slowly(pilot, *keys)
            assert isinstance(app.screen, QuestionDialog)
            assert "▌c Cancel" in seen(app)
            await slowly(pilot, "2", "enter")
            assert everything(project) == before
            while app.screen is not below:
                await slowly(pilot, "escape")
            await slowly(pilot, *keys, letter)
            assert everything(project) != before


async def test_answers_and_what_they_are_about_scroll_where_they_do_not_fit(project: Path) -> None:
    async with running(project, (40, 10)) as (app, pilot):
        await slowly(pilot, "m", "p")
        assert "▌1 Next action …" in seen(app)
        assert "Status: Blocked" not in seen(app)
        await slowly(pilot, "G")
        assert "▌9 Status: " in seen(app)
        assert "The status is In progress." in seen(app)  # what it is about stays
        await slowly(pilot, "escape")
        about = [Fact("", "The agent asks which way it goes on"), Fact("", "long " * 100)]
        app.push_screen(QuestionDialog("Which?", about, [Choice("left", "Left"), Choice("right", "Right")], app.view))
        await slowly(pilot)
        assert "The agent asks which way it goes on" in seen(app)
        await slowly(pilot, *["pagedown"] * 6)
        assert "The agent asks which way it goes on" not in seen(app)
        assert "▌1 Left" in seen(app)


async def test_a_second_a_answers_no_row_that_nobody_chose(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(action_screen, "SETTLING", 60.0)  # however slow the machine is
    project = alerted(tmp_path / "project")
    write_values(project, errors=3, variance_percent=40)
    async with running(project) as (app, pilot):
        await slowly(pilot, "1", "home", "a")
        written = everything(project)
        assert "Acknowledged" in said(app)
        app.snapshot = replace(app.snapshot, project=load_project(project, clock=lambda: NOW))
        await slowly(pilot, "a")
        moved = (
            "The selection has just moved to another row, so the key was ignored. Press it again to answer this row."
        )
        assert moved in said(app)
        assert (everything(project), len(app.screen_stack)) == (written, 1)
        await slowly(pilot, "j", "k", "a")
        assert everything(project) != written
        written = everything(project)
        await slowly(pilot, "f", "down", "enter")  # find begins with nothing that takes something back
        assert everything(project) == written


async def test_what_is_graver_is_selected_unless_a_row_was_chosen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(action_screen, "SETTLING", 60.0)  # however slow the machine is
    for number, keys in enumerate(((), ("j", "k"), ("enter", "escape"))):
        project = alerted(tmp_path / str(number))
        write_values(project, context_percent=20, errors=3)
        async with running(project) as (app, pilot):
            await slowly(pilot, "1", *keys)
            pane = app.screen.pane
            assert (pane.cursor, pane.row.key) == (0, "alert:errors")
            write_values(project, variance_percent=40)
            written = everything(project)
            app.snapshot = replace(app.snapshot, project=load_project(project, clock=lambda: NOW))
            await slowly(pilot)
            chosen = bool(keys)
            assert [row.key for row in pane.rows.shown][:2] == ["alert:variance", "alert:errors"]
            assert pane.cursor == (1 if chosen else 0)
            await slowly(pilot, "a")
            assert ("has just moved" in said(app)) is not chosen
            assert (everything(project) == written) is not chosen


async def test_a_long_text_moves_by_the_keys_of_a_pane(project: Path) -> None:
    async with running(project, (80, 18)) as (app, pilot):
        await slowly(pilot, "3", "home", "enter", "y")
        assert app.clipboard.startswith("cost ")  # the row whose details are open
        assert said(app).startswith("Copied: cost ")
        await slowly(pilot, "escape", "question_mark")
        detail = app.screen.query_one(Detail)
        at = []
        for key in ("j", "ctrl+d", "G", "k", "ctrl+u", "home"):
            await slowly(pilot, key)
            at.append(round(detail.scroll_y))
        page, last = detail.size.height - 1, detail.max_scroll_y
        assert at == [1, 1 + page, last, last - 1, last - 1 - page, 0]
