"""Sessions of agents on the screen, in a repository in which nothing is kept: what stands there, and what keys do."""

import re
import shutil
from dataclasses import replace
from pathlib import Path

from cockpit.model import Project
from cockpit.model.agents import AgentPlace
from cockpit.project.agents import with_agents
from cockpit.project.load import load_project
from cockpit.project.sessions import Sessions
from tests.cases import case_project
from tests.screens.conftest import Pictures
from tests.support.agent_sessions import ALL, ASKS, ENDED, FAILED, LOOKED_AT, SILENT, WAITS, WORKS, observed, told
from tests.support.everywhere_sessions import FakeSessions
from tests.support.keyboard import press, said, seen, settle
from tests.support.static_app import NOW, still_app


def beside(tmp_path: Path) -> Project:
    """The example of a framework, in whose folder two agents work."""
    root = Path(shutil.copytree(case_project("autopilot/seed-thresholds"), tmp_path / "taskflow"))
    sessions = [replace(each, cwd=str(root)) for each in (WAITS, WORKS)]
    return with_agents(load_project(root, clock=lambda: NOW), sessions, LOOKED_AT, NOW)


async def test_at_work(pictures: Pictures) -> None:
    await pictures.take(still_app(observed(*ALL)))


async def test_details(pictures: Pictures) -> None:
    await pictures.take(still_app(observed(*ALL)), "8", "enter", picture=False)


async def test_nothing_there(pictures: Pictures) -> None:
    await pictures.take(still_app(observed()), picture=False)


async def test_beside_a_framework(pictures: Pictures, tmp_path: Path) -> None:
    await pictures.take(still_app(beside(tmp_path)), "8", picture=False)


async def test_enter_shows_the_session(tmp_path: Path) -> None:
    app = still_app(observed(ASKS, FAILED))
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await press(pilot, "8", "enter")
        for words in ("vouchers", "Which rate for vouchers?", "· 19 %", "codex resume c41e09aa"):
            assert words in seen(app)
        await press(pilot, "escape", "1", "down", "enter")
        assert "authentication_failed" in seen(app)


async def test_where_nothing_is_selected_the_details_are_of_the_agent_at_the_top_as_it_is_now() -> None:
    idle = replace(WORKS, evidence=told("turn", "turn-ended", 0.1))
    app = still_app(observed(WORKS, ENDED))
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        assert re.search(r"│ works +│", seen(app))
        for sessions, title, state in (((idle, ENDED), "add csv export", "ended its turn"),
                                       ((idle, replace(ENDED, title="on top", updated=idle.updated,
                                                       evidence=told("turn", "turn-begun", 0.1))), "on top", "works"),
                                       ((idle, ENDED), "add csv export", "ended its turn")):  # fmt: skip
            app.snapshot = replace(
                app.snapshot, project=observed(*sorted(sessions, key=lambda each: each.title != title))
            )
            await settle(pilot)
            below = seen(app).partition("Agent ")[2]
            assert title in below.splitlines()[1]
            assert re.search(rf"│ {state} +│", below)


async def test_y_copies_the_command_that_goes_to_the_pane_of_tmux_in_which_it_runs() -> None:
    way = ("tmux", "-S", "/tmp/s", "switch-client", "-t", "=my work:@1.%0")
    app = still_app(observed(replace(WAITS, go=way)))
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        assert "y copy command" in seen(app)
        assert re.search(r"Copy +tmux -S /tmp/s switch-client", seen(app))
        for pane in "18":
            app.copy_to_clipboard("")
            await press(pilot, pane, "y")
            assert app.clipboard == "tmux -S /tmp/s switch-client -t '=my work:@1.%0'", pane


async def test_a_click_on_the_key_in_the_row_copies_the_command() -> None:
    app = still_app(observed(replace(WAITS, go=("tmux", "-S", "/tmp/s", "switch-client"))))
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        lines = seen(app).splitlines()
        row = next(number for number, line in enumerate(lines) if "y copy command" in line)
        await pilot.click(offset=(lines[row].index("y copy command") + 2, row))
        await settle(pilot)
        assert app.clipboard == "tmux -S /tmp/s switch-client"


async def test_y_copies_the_command_that_goes_back() -> None:
    app = still_app(observed(ENDED))
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "8", "y")
        assert app.clipboard == f"cd /home/ada/projects/shop-api && {ENDED.resume}"


async def test_y_of_one_that_runs_where_nobody_can_go_copies_no_command_that_opens_it_twice() -> None:
    app = still_app(observed(WAITS))
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "8", "y")
        assert app.clipboard == f"pid {WAITS.pid}"


async def test_g_on_what_is_no_session_says_why() -> None:
    app = still_app(observed(WORKS))
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "3", "g")
        assert said(app) == "Only a session of an agent has a terminal to go to."


async def test_g_says_why_nobody_can_be_brought_there() -> None:
    app = still_app(observed(WAITS))
    app.sessions = Sessions({})
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await press(pilot, "1", "g")
        assert said(app) == "Nobody knows where it runs; pid 41233."


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


async def test_y_of_a_session_that_ended_says_no_more_than_that_it_is_copied() -> None:
    app = still_app(observed(ENDED, replace(ENDED, id="2", resume=(*(ENDED.resume or ()), "--long" * 9))))
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "8", "y")
        assert said(app) == f"Copied: {app.clipboard}"
        await press(pilot, "down", "y")
        assert said(app) == f"Copied: {app.clipboard[:60]}…"


async def test_a_says_where_to_answer() -> None:
    app = still_app(observed(*ALL))
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        for pane in ("1", "8"):
            await press(pilot, pane, "a")
            assert said(app) == "Answer it in its terminal (pid 41233)."
    app = still_app(observed(ASKS))
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await press(pilot, "a")
        assert said(app) == "Answer it in its terminal. Press y to copy the command that goes back to it."


async def test_n_begins_to_track() -> None:
    app = still_app(observed(WORKS))
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "8", "n")
        for words in ("Start tracking work here", "Project Autopilot", "Maestro"):
            assert words in seen(app)


async def test_m_names_the_keys_that_work_on_a_session() -> None:
    app = still_app(observed(WORKS))
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await press(pilot, "8", "m")
        assert "Press Enter for its details, y to copy the command that opens it." in said(app)


async def test_keys_of_a_track_say_why_they_do_nothing() -> None:
    app = still_app(observed(WORKS))
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        for key in "rm":
            app.said = ()
            await press(pilot, key)
            assert "No state is kept in this repository" in said(app), key
            assert "Press n to start tracking" in said(app), key


async def test_an_agents_file_is_not_edited() -> None:
    app = still_app(observed(WORKS))
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await press(pilot, "8", "e")
        assert said(app) == "Cockpit only reads the files of agents, and does not edit them."


async def test_what_may_wait_is_no_calm() -> None:
    for sessions, words in (
        ((WORKS, ENDED), "Nobody waits for you; 1 works."),
        ((WORKS, SILENT), "rename the billing module unfinished, silent 14 min  "),
    ):
        app = still_app(observed(*sessions))
        async with app.run_test(size=(80, 24)) as pilot:
            await settle(pilot)
            assert words in seen(app)


async def test_a_need_has_the_sign_of_its_session() -> None:
    app = still_app(observed(*ALL))
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        shown = [line[2:10].split() for line in seen(app).splitlines() if " min" in line or "log in" in line]
        assert ["!", "claude"] in shown and ["~", "gemini"] in shown
        assert ["?", "claude"] not in shown and ["·", "gemini"] not in shown


async def test_where_only_sessions_are_the_panes_count_from_1() -> None:
    app = still_app(observed(*ALL))
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        for number, heading in enumerate(("Needs you", "Agents", "Usage", "Findings"), start=1):
            assert f"─ {number} {heading}" in seen(app)
            await press(pilot, str(number))
            assert app.focused.heading() == heading
        assert "start tracking" not in seen(app).splitlines()[-1]
