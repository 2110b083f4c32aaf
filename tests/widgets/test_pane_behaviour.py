"""A pane under the keys, the pointer and a reload: what a person looks at does not jump."""

from dataclasses import replace

import pytest
from textual.pilot import Pilot

from cockpit.model import Track
from cockpit.model.sharing import share
from cockpit.widgets.pane import Pane, Row
from cockpit.widgets.panes.decisions import DecisionsPane
from cockpit.widgets.view import View
from tests.support.keyboard import until
from tests.support.model_builders import about, clock, project, track
from tests.support.pane_app import PaneApp, decided, lines

MANY = tuple(f"decision {number:02}" for number in range(40))
SIZE = (40, 12)
"""Ten lines inside the border."""


def view() -> View:
    return View(clock)


def bench(pane: Pane | None = None) -> PaneApp:
    return PaneApp(pane or DecisionsPane(view()))


def reloaded(old: Track, new: Track) -> Track:
    """The new track as a reload hands it out: what did not change is the old object."""
    return share(project(old), project(new)).tracks[0]


async def settle(pilot: Pilot[None]) -> None:
    await pilot.pause()


async def show(pilot: Pilot[None], *texts: str) -> None:
    pilot.app.widget.show(about(decided(*texts)))
    await settle(pilot)


MOVES = {"j": 1, "down down k": 1, "G": 39, "ctrl+d": 9, "G ctrl+u": 30, "G k ctrl+d": 39}
"""Keys that are pressed in the first row, and where they lead."""


async def test_keys_move_the_cursor_and_a_row_keeps_its_place_under_an_insertion_above() -> None:
    app = bench()
    async with app.run_test(size=SIZE) as pilot:
        await show(pilot, *MANY)
        for keys, cursor in MOVES.items():
            await pilot.press("home", *keys.split())
            assert app.widget.cursor == cursor, keys
            assert f"▌decision {cursor:02}" in lines(app.widget)
        await pilot.press("home", *["ctrl+d"] * 2)
        selected, place = app.widget.row, app.widget.scroll_offset.y - app.widget.cursor
        app.widget.show(about(reloaded(decided(*MANY), decided("new one", "new two", *MANY))))
        await settle(pilot)
        assert (app.widget.row, app.widget.scroll_offset.y - app.widget.cursor) == (selected, place)
        assert [line for line in lines(app.widget) if line.startswith("▌")] == [f"▌{selected.key}"]


async def test_a_click_on_the_key_an_empty_pane_names_does_what_it_says() -> None:
    clicked: list[str] = []

    class Listening(PaneApp):
        def on_pane_clicked(self, message: Pane.Clicked) -> None:
            clicked.append(message.action)

    app = Listening(DecisionsPane(replace(view(), keys={"row.new": "n"})))
    async with app.run_test(size=(44, 12)) as pilot:
        app.widget.show(about(track()))
        await settle(pilot)
        assert lines(app.widget)[0] == " No decisions recorded.  n records one"
        await pilot.click(Pane, offset=(3, 1))
        await pilot.click(Pane, offset=(27, 1))
        await settle(pilot)
        assert clicked == ["row.new"]


async def test_the_mark_is_taken_off_the_screen_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cockpit.widgets.pane.MARKED_FOR", 0.05)
    app = bench()
    async with app.run_test(size=SIZE) as pilot:
        app.widget.show(about(decided("a")))
        await settle(pilot)
        painted: list[object] = []
        app.widget.show(about(decided("a", "b")))
        monkeypatch.setattr(app.widget, "refresh", lambda *_, **__: painted.append(1))
        await until(pilot, lambda: painted)
        assert lines(app.widget)[1] == " b"


async def test_what_was_recorded_is_selected_when_it_is_read_however_late() -> None:
    app = bench()
    async with app.run_test(size=SIZE) as pilot:
        await show(pilot, "a", "b")
        app.widget.forget_new()
        await show(pilot, "recorded", "a", "b")  # read before its writer says that it is written
        app.widget.go_to_new()
        assert app.widget.row.key == "recorded"
        app.widget.forget_new()
        app.widget.go_to_new()
        assert app.widget.row.key == "recorded"
        await show(pilot, "another", "recorded", "a", "b")
        assert app.widget.row.key == "another"
        await show(pilot, "an agent's", "another", "recorded", "a", "b")
        assert app.widget.row.key == "another"


async def test_the_pointer_selects_and_a_double_click_opens() -> None:
    opened: list[Row] = []

    class Listening(PaneApp):
        def on_pane_opened(self, message: Pane.Opened) -> None:
            opened.append(message.row)

    app = Listening(DecisionsPane(view()))
    async with app.run_test(size=SIZE) as pilot:
        app.widget.show(about(decided(*MANY)))
        await settle(pilot)
        await pilot.press("G")
        await pilot.click(Pane, offset=(5, 3))  # the third line inside the border
        assert app.widget.row.key == "decision 32"
        assert opened == []
        await pilot.click(Pane, offset=(5, 4), times=2)
        await settle(pilot)
        assert [row.key for row in opened] == ["decision 33"]
        await pilot.click(Pane, offset=(5, 0))
        assert app.widget.row.key == "decision 33", "the border selects nothing"
