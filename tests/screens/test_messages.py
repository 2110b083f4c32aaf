"""What the program says stands above the keys, for as long as it takes to read."""

from collections.abc import Callable
from operator import itemgetter
from pathlib import Path

import pytest
from textual import events
from textual.pilot import Pilot

from cockpit.app import CockpitApp
from cockpit.widgets.footer import MessageLine, StatusMessage
from tests.support.keyboard import alerted, copy, said, seen, slowly
from tests.support.static_app import app_on

BELOW = ""
"""What stands above the keys while nothing is said."""


@pytest.fixture
def app(tmp_path: Path) -> CockpitApp:
    return app_on(alerted(tmp_path / "project"))


def last(app: CockpitApp) -> str:
    return seen(app).splitlines()[-2].strip()


async def say(pilot: Pilot[None], text: str, **how: object) -> None:
    pilot.app.notify(text, markup=False, **how)
    await pilot.pause()


class Time:
    """The time of the app's timers, which passes as the test says."""

    def __init__(self) -> None:
        self.now = 0.0
        self.timers: list[tuple[float, Callable[[], None]]] = []

    def set_timer(self, delay: float, callback: Callable[[], None]) -> None:
        self.timers.append((self.now + delay, callback))

    async def passes(self, pilot: Pilot[None], seconds: float) -> None:
        self.now += seconds
        for timer in sorted(self.timers, key=itemgetter(0)):
            if timer[0] <= self.now:
                self.timers.remove(timer)
                timer[1]()
        await pilot.pause()


@pytest.fixture
def time(app: CockpitApp, monkeypatch: pytest.MonkeyPatch) -> Time:
    made = Time()
    monkeypatch.setattr(app, "set_timer", made.set_timer)
    return made


async def test_it_stands_above_the_keys_and_hides_neither_rows_nor_keys(app: CockpitApp) -> None:
    async with app.run_test(size=(120, 40)) as pilot:
        *panes, below, keys = seen(app).splitlines()
        assert below.strip() == BELOW
        assert keys.startswith(" a acknowledge")
        await say(pilot, "Read again.")
        assert seen(app).splitlines() == [*panes, " Read again.", keys]


async def test_it_ends_where_the_person_looks_at_something_else(app: CockpitApp) -> None:
    async with app.run_test(size=(120, 40)) as pilot:
        await slowly(pilot, "R")
        assert said(app) == "Reading all files again."
        await slowly(pilot, "L")
        assert said(app) == ""
        await say(pilot, "Nobody can have read this.", severity="warning")
        await slowly(pilot, "escape")
        assert said(app) == "Nobody can have read this."


async def test_it_goes_when_it_could_be_read(app: CockpitApp, time: Time) -> None:
    async with app.run_test(size=(120, 40)) as pilot:
        await say(pilot, "Read again.")
        await time.passes(pilot, 2)
        await say(pilot, "x" * 200)
        await time.passes(pilot, 2)  # that of the first, which has made room already
        assert "xxx" in last(app)
        await time.passes(pilot, 9)
        assert "xxx" in last(app)
        await time.passes(pilot, 1)
        assert last(app) == BELOW


async def test_a_warning_stays_until_a_key(app: CockpitApp, time: Time) -> None:
    async with app.run_test(size=(120, 40)) as pilot:
        await say(pilot, "There is no such thing.", severity="warning")
        await time.passes(pilot, 3600)
        assert last(app) == "! There is no such thing."
        await slowly(pilot, "j")
        assert last(app) == BELOW


async def test_why_a_key_did_nothing_goes_when_it_could_be_read(app: CockpitApp, time: Time) -> None:
    async with app.run_test(size=(120, 40)) as pilot:
        await slowly(pilot, "x")
        assert last(app) == "! " + "The demo opens from a folder without agent state, or with `cockpit demo`."
        await slowly(pilot, "R")
        assert last(app) == "Reading all files again."  # what is done takes its place at once
        await slowly(pilot, "x")
        await time.passes(pilot, 3)
        assert last(app) == "! " + "The demo opens from a folder without agent state, or with `cockpit demo`."
        await time.passes(pilot, 2)
        assert last(app) == BELOW  # an alert may have come meanwhile


async def test_fast_typing_does_not_wipe_a_warning_away(app: CockpitApp, time: Time) -> None:
    async with app.run_test(size=(120, 40)) as pilot:
        await say(pilot, "There is no such thing.", severity="warning")
        await pilot.press("j")
        await time.passes(pilot, 0.9)
        assert last(app) == "! There is no such thing."
        await time.passes(pilot, 0.1)
        assert last(app) == BELOW


async def test_a_key_counts_for_what_was_there_and_not_for_what_waits(app: CockpitApp, time: Time) -> None:
    async with app.run_test(size=(120, 40)) as pilot:
        await say(pilot, "First.", severity="warning")
        await say(pilot, "Second.", severity="warning")
        await slowly(pilot, "j")
        await time.passes(pilot, 1)
        assert last(app) == "! Second."
        await time.passes(pilot, 3600)
        await slowly(pilot, "L", "escape")  # the first of them is a key, too
        assert last(app) == BELOW


async def test_what_is_said_again_is_said_anew(app: CockpitApp, time: Time) -> None:
    async with app.run_test(size=(120, 40)) as pilot:
        await slowly(pilot, "R")
        await time.passes(pilot, 2)
        await slowly(pilot, "R")
        await time.passes(pilot, 2)
        assert last(app) == "Reading all files again."
        await time.passes(pilot, 1)
        assert last(app) == BELOW


async def test_a_click_is_as_good_as_a_key(app: CockpitApp, time: Time) -> None:
    async with app.run_test(size=(120, 40)) as pilot:
        await say(pilot, "There is no such thing.", severity="error")
        await time.passes(pilot, 1)
        down = {"x": 5, "y": 5, "delta_x": 0, "delta_y": 0, "button": 1, "shift": False, "meta": False, "ctrl": False}
        app.post_message(events.MouseDown(None, **down))
        await pilot.pause()
        assert last(app) == BELOW


async def test_one_at_a_time_and_what_comes_waits_for_a_warning(app: CockpitApp, time: Time) -> None:
    async with app.run_test(size=(120, 40)) as pilot:
        await say(pilot, "Zeroth.")
        await say(pilot, "First.", severity="warning")
        await say(pilot, "Second.", severity="warning")
        await say(pilot, "Second.", severity="warning")  # again: once is enough
        await say(pilot, "Third.")
        await say(pilot, "Fourth.")
        for told in ("! First.", "! Second.", "Fourth."):
            assert (last(app), seen(app).splitlines()[-3].strip()) == (told, "")
            await slowly(pilot, "j")
            await time.passes(pilot, 1)


async def test_what_should_be_read_beside_a_deed_stays(tmp_path: Path) -> None:
    app = app_on(copy(tmp_path / "project"))
    async with app.run_test(size=(120, 40)) as pilot:
        await slowly(pilot, "m", "c", "2", *"Layout", "enter")
        assert [(each.stays, each.warning) for each in app.said] == [(True, False)]
        first, *more = said(app).splitlines()
        assert first == "Completed plan 3.2." + "  (u undo)"
        assert any(
            ".autopilot/holding-pattern.md was written for the previous position. Archive it if the work has moved on."
            in sentence
            for sentence in more
        )


async def test_it_is_visible_over_a_dialog_too(app: CockpitApp) -> None:
    async with app.run_test(size=(120, 40)) as pilot:
        await slowly(pilot, "m")
        await say(pilot, "The file was read.")
        assert seen(app).splitlines()[-1] == " The file was read."


async def test_text_of_files_is_harmless(app: CockpitApp) -> None:
    async with app.run_test(size=(120, 40)) as pilot:
        await say(pilot, "[red]x[/] \x1b[31m \u202e")
        assert last(app) == "[red]x[/] \\x1b[31m \\u202e"


async def test_a_key_that_was_remapped_is_named_as_it_is(tmp_path: Path) -> None:
    app = app_on(alerted(tmp_path / "project"), keys={"change.undo": "f8"})
    async with app.run_test(size=(120, 40)) as pilot:
        await slowly(pilot, "1", "a")
        assert said(app) == "Acknowledged context at 44 %." + "  (F8 undo)"


@pytest.mark.parametrize(
    ("width", "lines"),
    [
        (60, [" ! One sentence that is rather long and goes on.", "   Another."]),
        (24, [" ! One sentence that is", "   rather long and goes", "   on.", "   Another."]),
    ],
)
def test_wrapping(width: int, lines: list[str]) -> None:
    message = MessageLine()
    message._said = [StatusMessage("One sentence that is rather long and goes on.\nAnother.", stays=True, warning=True)]
    assert [line.plain for line in message.lines(width)] == lines
