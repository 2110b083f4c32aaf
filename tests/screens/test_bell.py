"""The bell of the terminal, for a person who asked for it."""

import pytest

from cockpit.app import CockpitApp
from cockpit.model import Project
from cockpit.model.state import Surroundings
from tests.support.model_builders import project, threshold, track
from tests.support.static_app import still_app

CALM = project(track(thresholds=(threshold(value=5.0),)))
ALERT = project(track(thresholds=(threshold(value=26.5, level="alert", agent_will="pause"),)))


@pytest.mark.parametrize(
    ("first", "then", "wanted", "rung"),
    [
        (CALM, (ALERT, ALERT), True, 1),
        (CALM, (ALERT, CALM, ALERT), True, 2),
        (ALERT, (ALERT,), True, 0),
        (None, (ALERT, ALERT), True, 0),
        (CALM, (ALERT,), False, 0),
    ],
    ids=["once", "at each firing", "not for what fires already", "not for the first reading", "off by default"],
)
async def test_the_bell(
    first: Project | None, then: tuple[Project, ...], wanted: bool, rung: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    rings: list[None] = []
    monkeypatch.setattr(CockpitApp, "bell", lambda _: rings.append(None))
    app = still_app(first, **({"bell": True} if wanted else {}))
    async with app.run_test() as pilot:
        for each in then:
            app.post_message(CockpitApp.Loaded(each, Surroundings()))
            await pilot.pause()
        assert len(rings) == rung
