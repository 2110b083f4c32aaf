"""A key that cannot act now is dimmed and says why, and changes nothing."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from cockpit.actions import BY_ID
from cockpit.app import CockpitApp
from cockpit.model import Project
from cockpit.project.load import load_project
from cockpit.screens.dashboard import Dashboard
from cockpit.screens.resume_screen import ResumeScreen
from cockpit.screens.row_actions import TABLE
from cockpit.widgets.by_key import by_key
from cockpit.widgets.choice import ChoiceList
from tests.screens.test_forms import words_in
from tests.support.keyboard import (
    acknowledgment,
    alerted,
    copy,
    everything,
    firing,
    press,
    said,
    seen,
    settle,
    slowly,
    write_acknowledgments,
    write_values,
)
from tests.support.static_app import NOW, app_on, running

KEYED = {action: BY_ID[action].key for action in TABLE if BY_ID[action].key}
"""The actions with a key of their own."""
NO_STATE = "No agent state in this folder."
READ_ONLY = "Cockpit was opened read-only."


async def refused(app: CockpitApp, actions: list[str], sentence: str, *before: str) -> None:
    """Press keys, then do each action by its key, or as find does it: it says that sentence, was dimmed for that
    reason, and opened nothing."""
    async with app.run_test(size=(80, 24)) as pilot:
        await slowly(pilot, *before)
        screen = app.screen
        assert isinstance(screen, Dashboard)
        for action in actions:
            app.said = ()
            assert str(screen.reason(action)) == sentence, action
            assert KEYED.get(action) is None or str(screen.why_not(f"act('{action}')")) == sentence
            if action in KEYED:
                await press(pilot, KEYED[action])
            else:
                screen.act(action)
                await settle(pilot)
            assert said(app) == sentence, action
            assert app.screen is screen


async def test_read_only(tmp_path: Path) -> None:
    project = copy(tmp_path / "project")
    before = everything(project)
    writing = sorted(name for name, action in TABLE.items() if not action.looks)
    await refused(app_on(project, read_only=True), writing, READ_ONLY, "3", "home")
    assert everything(project) == before


async def test_a_key_that_would_be_refused_is_not_offered_in_the_row(tmp_path: Path) -> None:
    project = copy(tmp_path / "project")
    write_values(project, cost=31)
    (project / ".autopilot" / "state" / "acknowledgments.json").write_text('{"a": ,}')
    async with running(project) as (app, pilot):
        await press(pilot, "3", "home")
        shown = seen(app).rpartition("\n")[0]  # the footer below may name the key, dimmed
        assert "acknowledgments.json cannot be read" in shown
        assert "damaged" in next(line for line in shown.splitlines() if "▲ cost" in line)
        assert "a acknowledge" not in shown
        assert "a ack" not in shown
        assert "until you acknowledge" not in shown


async def test_at_a_stop_the_key_opens_the_limits(tmp_path: Path) -> None:
    """A stop cannot be acknowledged; the menu keeps that, dimmed, with the reason."""
    project = copy(tmp_path / "project")
    write_values(project, cost=60)
    (project / ".autopilot/holding-pattern.md").unlink()
    async with running(project) as (app, pilot):
        await slowly(pilot, "3", "home")
        sentence = "cost is at stop. A stop cannot be acknowledged. Raise the limit, or fix the cause."
        assert str(app.screen.reason("alert.acknowledge")) == sentence
        assert words(app, 80).startswith(" a change limits  m more")
        await slowly(pilot, "m")
        assert "Acknowledge" in seen(app)
        app.said = ()
        choices = app.screen.query_one(ChoiceList)._choices
        await slowly(pilot, next(each.letter for each in choices if each.key == "alert.acknowledge"))
        assert said(app) == sentence
        await slowly(pilot, "escape", "a")
        assert "Limits of cost" in seen(app)
        assert app.focused.id == "stop"


async def test_at_a_stop_of_a_session_that_handed_off_the_handoff_is_the_way_out(tmp_path: Path) -> None:
    project = copy(tmp_path / "project")
    write_values(project, context_percent=61)
    async with running(project, (120, 40)) as (app, pilot):
        await slowly(pilot, "3", "home", "j")
        assert footer(app)[0] == "answer"
        assert "a resume" in words(app, 120)
        await slowly(pilot, "enter")
        told = " ".join(words_in(app, "#detail").split())
        assert "has handed off; the stop remains until a fresh agent records its own value" in told, told
        await slowly(pilot, "escape", "a")
        assert isinstance(app.screen, ResumeScreen)


async def test_ways_of_looking_say_why_too() -> None:
    async with running(Project(root="/nowhere")) as (app, pilot):
        for keys, sentence in ((("enter", "y"), "No row is selected."), (("a", "m", "z", "slash", "e"), NO_STATE)):
            for key in keys:
                app.said = ()
                await press(pilot, key)
                assert said(app) == sentence, key


def footer(app: CockpitApp) -> list[str]:
    """What the keys of the footer do, those that cannot act in brackets."""
    spans = [span for span in app.screen_stack[0].footer.line(200).spans if span.action]
    actions = [f"({span.action})" if span.style == "muted" else span.action for span in spans]
    return [each.removeprefix("act('").removesuffix("')") for each in dict.fromkeys(actions)][:-3]  # f, ?, q


def words(app: CockpitApp, width: int) -> str:
    """What the footer says in a terminal of that width."""
    return "".join(span.text for span in app.screen.footer.line(width).spans)


async def test_an_action_that_does_not_fit_now_is_not_in_the_footer_and_dim_in_the_menu(tmp_path: Path) -> None:
    project = copy(tmp_path / "project")
    (project / ".autopilot/holding-pattern.md").unlink()
    async with running(project, (160, 40)) as (app, pilot):
        await slowly(pilot, "3", "home")  # acknowledged
        assert footer(app)[:2] == ["more", "threshold.limit"]
        assert "acknowledge" not in words(app, 160)
        why = "The cost alert is already acknowledged."
        app.said = ()
        await press(pilot, "a")
        assert said(app) == why
        await press(pilot, "m")
        assert why in " ".join(words_in(app, "#question").split())
        await press(pilot, "a")  # the dim entry of the menu does nothing
        assert len(app.screen_stack) == 2


async def test_beside_other_tracks_a_withdrawal_is_offered_in_place_of_undo_too(tmp_path: Path) -> None:
    project = alerted(tmp_path / "project")
    shutil.copytree(project / ".autopilot", project / "sub" / ".autopilot")
    async with running(project, (120, 40)) as (app, pilot):
        await slowly(pilot, "3", "home", "j", "a")
        write_acknowledgments(project, context={"acknowledged_at": "2026-01-29T16:00:00Z", "threshold_level": "alert"})
        app.snapshot = replace(app.snapshot, project=load_project(project, clock=lambda: NOW))
        await slowly(pilot, "u", "enter")
        assert said(app).startswith("Withdrew the acknowledgment of context.")


async def test_an_agent_is_told_before_it_asks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COCKPIT_AGENT", "1")
    project = alerted(tmp_path / "project")
    why = (
        "Only a person may do this, and cockpit runs in an agent. To permit it, set "
        "allow_agents = true in settings.toml."
    )
    personal = [action for action in sorted(TABLE) if BY_ID[action].person]
    await refused(app_on(project), personal, why, "3", "j")
    async with running(project, allow_agents=True) as (_, pilot):
        await slowly(pilot, "3", "home", "j", "a")
        assert acknowledgment(project, "context") is not None


async def test_no_key_is_silent_wherever_the_cursor_is(tmp_path: Path) -> None:
    """In every pane, each key either does something that can be seen, or says the reason that help gives."""
    project = firing(tmp_path / "project")
    before = everything(project)
    app = app_on(project)
    keys = {"answer": "a", "more": "m", "new": "n", **{f"act('{action}')": key for action, key in KEYED.items()}}
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        screen = app.screen
        assert isinstance(screen, Dashboard)
        silent = []
        for pane in "123456789":
            await press(pilot, pane)
            for action, key in keys.items():
                why = screen.why_not(action)
                if why is None:
                    continue
                app.said = ()
                await press(pilot, key)  # undo and redo look first whether another program did something
                if said(app) != by_key(why, app.view.keys) or app.screen is not screen:
                    silent.append((pane, action, str(why), said(app)))
        assert silent == []
    assert everything(project) == before


def test_every_reason_belongs_to_an_action() -> None:
    reasons = {name.removeprefix("why_not_") for name in dir(Dashboard) if name.startswith("why_not_")}
    actions = {name.removeprefix("action_") for name in dir(Dashboard) if name.startswith("action_")}
    assert reasons - actions == set()
    assert TABLE.keys() <= BY_ID.keys()
