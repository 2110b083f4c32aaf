"""The bell of the terminal, for a person who asked for it."""

import pytest

from cockpit.app import CockpitApp
from cockpit.model.state import Surroundings
from tests.support.model_builders import project, threshold, track
from tests.support.static_app import running

CALM = project(track(thresholds=(threshold(value=5.0),)))
ALERT = project(track(thresholds=(threshold(value=26.5, level="alert", agent_will="pause"),)))


async def test_the_bell_rings_once_at_each_firing_where_it_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not for what fires already, nor for the first reading."""
    rings: list[None] = []
    monkeypatch.setattr(CockpitApp, "bell", lambda _: rings.append(None))
    for first, then, wanted, rung in (
        (CALM, (ALERT, ALERT, CALM, ALERT), True, 2),
        (ALERT, (ALERT,), True, 0),
        (None, (ALERT, ALERT), True, 0),
        (CALM, (ALERT,), False, 0),
    ):
        rings.clear()
        async with running(first, **({"bell": True} if wanted else {})) as (app, pilot):
            for each in then:
                app.post_message(CockpitApp.Loaded(each, Surroundings()))
                await pilot.pause()
            assert len(rings) == rung
