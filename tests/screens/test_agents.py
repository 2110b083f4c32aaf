"""Sessions of agents on the screen, in a repository in which nothing is kept: what stands there, and what keys do."""

import re
from dataclasses import replace

from textual.pilot import Pilot

from cockpit.model.agents import AgentPlace, AgentSession
from cockpit.project.sessions import Sessions
from tests.screens.conftest import Pictures
from tests.support.agent_sessions import ALL, ASKS, ENDED, WAITS, WORKS, observed
from tests.support.everywhere_sessions import FakeSessions
from tests.support.keyboard import press, said, seen, settle
from tests.support.static_app import running, still_app


async def test_at_work(pictures: Pictures) -> None:
    async with running(observed(*ALL)) as (_, pilot):
        await pictures.look(pilot, (80, 24), (120, 40), (200, 60))


WAY = ("tmux", "-S", "/tmp/s", "switch-client", "-t", "=my work:@1.%0")
COPIED = (
    (replace(WAITS, go=WAY), "1", "tmux -S /tmp/s switch-client -t '=my work:@1.%0'"),
    (replace(WAITS, go=WAY), "8", "tmux -S /tmp/s switch-client -t '=my work:@1.%0'"),
    (ENDED, "8", f"cd /home/ada/projects/shop-api && {ENDED.resume}"),
    (WAITS, "8", f"pid {WAITS.pid}"),
)
"""A session, the pane, and what `y` copies there: never a command that opens one a second time."""
TOLD = (
    (ALL, "1a", "Answer it in its terminal (pid 41233)."),
    (ALL, "8a", "Answer it in its terminal (pid 41233)."),
    ((ASKS,), "1a", "Answer it in its terminal. Press y to copy the command that goes back to it."),
    ((WAITS,), "1g", "Nobody knows where it runs; pid 41233."),
    ((WORKS,), "3g", "Only a session of an agent has a terminal to go to."),
    ((WORKS,), "8m", "Press Enter for its details, y to copy the command that opens it."),
    ((WORKS,), "8e", "Cockpit only reads the files of agents, and does not edit them."),
    ((WORKS,), "8r", "No state is kept in this repository"),
)
"""Sessions, keys, and what is said."""


async def shown(pilot: Pilot[None], *sessions: AgentSession) -> None:
    """The repository has these sessions now."""
    pilot.app.snapshot = replace(pilot.app.snapshot, project=observed(*sessions))
    await settle(pilot)


async def test_y_copies_the_command_that_goes_to_a_session_or_back_to_it() -> None:
    async with running(observed(replace(WAITS, go=WAY)), (120, 40)) as (app, pilot):
        await settle(pilot)
        assert re.search(r"Copy +tmux -S /tmp/s switch-client", seen(app))
        for session, pane, command in COPIED:
            await shown(pilot, session)
            app.copy_to_clipboard("")
            await press(pilot, pane, "y")
            assert app.clipboard == command, pane
        await shown(pilot, replace(WAITS, go=WAY))
        app.copy_to_clipboard("")
        row = next(at for at, line in enumerate(seen(app).splitlines()) if "y copy command" in line)
        await pilot.click(offset=(seen(app).splitlines()[row].index("y copy command") + 2, row))
        await settle(pilot)
        assert app.clipboard == COPIED[0][2]


async def test_keys_that_cannot_act_on_a_session_say_what_does() -> None:
    app = still_app(observed())
    app.sessions = Sessions({})
    async with app.run_test(size=(120, 40)) as pilot:
        for sessions, keys, words in TOLD:
            await shown(pilot, *sessions)
            app.said = ()
            await press(pilot, *keys)
            assert words in said(app), keys


async def test_g_goes_there_as_everywhere() -> None:
    app = still_app(
        observed(replace(WAITS, place=AgentPlace(kind="tmux", name="work:1.0"), go=("tmux", "switch-client")))
    )
    app.sessions = FakeSessions()
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await press(pilot, "1", "g")
        await app.workers.wait_for_complete()
        await settle(pilot)
        assert said(app) == "tmux work:1.0 is on the screen used last: pts/8, 200x50. ctrl+b L comes back."
