"""The palette names every action with its key, says of one that cannot act now why, and finds what was typed."""

import pytest
from textual.command import CommandList
from textual.pilot import Pilot

from cockpit.screens.palette import Everything, score
from tests.support.agent_sessions import ASKS, observed
from tests.support.keyboard import press, settle
from tests.support.model_builders import full_track, project, threshold, track
from tests.support.static_app import running


async def shown(pilot: Pilot[None], query: str = "") -> list[str]:
    """The entries for what was typed, the best first, as they stand."""
    provider = Everything(pilot.app.screen)
    if query:
        hits = [hit async for hit in provider.search(query)]
        return [str(hit.match_display) for hit in sorted(hits, key=lambda hit: -hit.score)]
    return [str(hit.display) async for hit in provider.discover()]


async def test_every_binding_of_the_dashboard_is_in_it_with_its_key() -> None:
    async with running(project(full_track(), track(title="Two", path="x"))) as (app, pilot):
        await pilot.pause()
        entries = [entry.split(maxsplit=1) for entry in await shown(pilot)]
        keys = {entry[0] for entry in entries if len(entry) > 1}
        bindings = [each for _, each, _, _ in app.screen.active_bindings.values() if each.id]
        acting = [each for each in bindings if each.id != "app.find" and not str(each.id).startswith("cursor.")]
        wanted = {app.get_key_display(each) for each in acting}
        assert {key for key in wanted if key not in keys} <= {"F5"}


MISTYPED = {"resme": "Resume", "blokcers": "Go to Blockers", "theme lihgt": "Theme cockpit-light", "qqqq": None}


async def test_a_typing_error_finds_what_was_meant_and_nonsense_nothing() -> None:
    async with running(project(full_track())) as (app, pilot):
        found: dict[str, str | None] = {}
        for typed in MISTYPED:
            await press(pilot, "f", f"={typed}")
            await app.workers.wait_for_complete()
            await pilot.pause()
            options = app.screen.query_one(CommandList)
            names = [str(option.prompt)[10:].split("  ")[0].strip() for option in options.options if option.id]
            found[typed] = names[0] if names and not options.options[0].disabled else None
            await press(pilot, "escape")
        assert found == MISTYPED


async def test_panes_that_are_not_there_are_not_offered() -> None:
    async with running(observed(ASKS)) as (_, pilot):
        await settle(pilot)
        goes = [entry for entry in await shown(pilot) if "Go to" in entry]
        assert [entry[:1] for entry in goes] == ["1", "2", "3"]
        assert not await shown(pilot, "go to blockers")


async def test_what_cannot_act_now_says_why_and_comes_last() -> None:
    async with running(project(track(thresholds=(threshold(),))), (120, 40)) as (app, pilot):
        await pilot.pause()
        entries = await shown(pilot)
        (acknowledge,) = [entry for entry in entries if entry[11:].startswith("Acknowledge  ")]
        assert str(app.screen.reason("alert.acknowledge")) in acknowledge
        assert entries.index(acknowledge) > next(at for at, entry in enumerate(entries) if "Theme" in entry)


COMMANDS = {
    "Acknowledge": "Acknowledge the alert: the agent may go on",
    "With note": "Acknowledge the alert, with a note",
    "Reset alerts": "Reset the alerts: withdraw every acknowledgment",
    "Todo": "Add a todo",
    "Tracks": "Choose another track of this project",
    "Go to Todos": "",
    "Theme cockpit-dark": "Change the colours",
    "Theme cockpit-light": "Change the colours",
}


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("theme", ["Theme cockpit-dark", "Theme cockpit-light"]),
        ("light", ["Theme cockpit-light"]),
        ("ack", ["Acknowledge", "Tracks", "With note", "Reset alerts"]),
        ("TODO", ["Todo", "Go to Todos"]),
        ("gtt", ["Go to Todos"]),
        ("colours", ["Theme cockpit-dark", "Theme cockpit-light"]),
        ("alert note", ["With note"]),
        ("alerts draw", []),
        ("dark me", ["Theme cockpit-dark"]),
        ("  ", []),
        ("[", []),
    ],
)
def test_what_was_meant_stands_first(query: str, found: list[str]) -> None:
    scores = {name: score(query, name, does) for name, does in COMMANDS.items()}
    assert sorted((name for name in scores if scores[name]), key=lambda name: -scores[name]) == found
