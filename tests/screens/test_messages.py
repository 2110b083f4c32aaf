"""What the program says stands above the keys, for as long as it takes to read."""

from collections.abc import Callable
from operator import itemgetter
from pathlib import Path

import pytest
from textual.pilot import Pilot

from cockpit.app import CockpitApp
from tests.support.keyboard import alerted, seen, slowly
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


async def test_a_warning_stays_until_a_key_and_fast_typing_does_not_wipe_it_away(app: CockpitApp, time: Time) -> None:
    async with app.run_test(size=(120, 40)) as pilot:
        await say(pilot, "There is no such thing.", severity="warning")
        await pilot.press("j")
        await time.passes(pilot, 0.9)
        assert last(app) == "! There is no such thing."
        await time.passes(pilot, 0.1)
        assert last(app) == BELOW
        await say(pilot, "There is no such thing.", severity="warning")
        await time.passes(pilot, 3600)
        assert last(app) == "! There is no such thing."
        await slowly(pilot, "j")
        assert last(app) == BELOW


async def test_why_a_key_did_nothing_goes_when_it_could_be_read(app: CockpitApp, time: Time) -> None:
    async with app.run_test(size=(120, 40)) as pilot:
        await slowly(pilot, "x")
        assert last(app) == "! The demo opens from a folder without agent state, or with `cockpit demo`."
        await slowly(pilot, "R")
        assert last(app) == "Reading all files again."  # what is done takes its place at once
        await slowly(pilot, "x")
        await time.passes(pilot, 3)
        assert last(app) == "! The demo opens from a folder without agent state, or with `cockpit demo`."
        await time.passes(pilot, 2)
        assert last(app) == BELOW  # an alert may have come meanwhile


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


async def test_what_is_said_over_a_dialog_leaves_its_keys_in_view(app: CockpitApp) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await slowly(pilot, "question_mark")
        await say(pilot, "Acknowledged cost.", severity="warning")
        assert seen(app).splitlines()[-1].strip() == "! Acknowledged cost."
        assert "Esc close" in seen(app)
