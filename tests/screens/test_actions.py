"""The list of actions holds on screen: no key twice, each reachable, each clickable."""

import os
import shutil
from dataclasses import replace
from pathlib import Path

from textual import events
from textual.pilot import Pilot
from textual.widget import Widget

from cockpit.actions import BY_ID
from cockpit.app import CockpitApp
from cockpit.model import Decision
from cockpit.model.state import Surroundings
from cockpit.project.load import load_project
from cockpit.screens.keys import usual_keys
from cockpit.screens.row_actions import ON_OTHER_ROWS, TABLE, answer_of
from cockpit.widgets import needs as shown
from cockpit.widgets.choice import ChoiceList
from cockpit.widgets.detail import Detail
from cockpit.widgets.pane import Pane
from tests.cases import case_project
from tests.cases.told import COMMITTED
from tests.support.keyboard import alerted, everything, press, seen, settle, slowly
from tests.support.model_builders import full_track, project, track
from tests.support.static_app import NOW, running


def test_every_action_with_a_label_is_reachable() -> None:
    """By its own key, or find, which lists the whole table."""
    bound = usual_keys(CockpitApp.BINDINGS).keys()
    on_checklist = {"check.decide", "resume.start", "resume.done"}
    reachable = bound | TABLE.keys() | on_checklist
    assert [action.id for action in BY_ID.values() if action.label and action.id not in reachable] == []


TOLD = {
    "blocker": ("autopilot/healthy", "5<", "new blocker"),
    "todo": ("autopilot/healthy", "7<", "new todo"),
    "failed phase": ("maestro/crlf", "4<j", "new"),
    "question": ("autodev/boundary", "1<", "new"),
}
"""By the row that help names: a project that has one, the keys that lead to it, and what the last line says of `n`."""


async def test_the_table_of_the_help_says_what_the_key_does(tmp_path: Path) -> None:
    async with running(None, (120, 40)) as (app, pilot):
        for row, (name, keys, new) in TOLD.items():
            root = shutil.copytree(case_project(name), tmp_path / row)
            app.post_message(app.Loaded(load_project(root, clock=lambda: NOW), Surroundings()))
            await slowly(pilot, *keys)
            assert answer_of(app.screen.target) == ON_OTHER_ROWS[row]
            assert f"a {BY_ID[ON_OTHER_ROWS[row]].label}" in seen(app).splitlines()[-1]
            assert f"n {new}  " in seen(app).splitlines()[-1]


# With the pointer


async def click(pilot: Pilot[None], words: str) -> None:
    """Click on words where they stand on the screen."""
    lines = seen(pilot.app).splitlines()
    y = next(at for at in range(len(lines) - 1, -1, -1) if words in lines[at])
    await click_at(pilot, lines[y].index(words) + 2, y)  # behind the key and its blank


async def click_at(pilot: Pilot[None], x: int, y: int) -> None:
    """Click on the widget that is there: a click on a dialog itself is one beside it."""
    widget, region = pilot.app.screen.get_widget_at(x, y)
    await pilot.click(widget, offset=(x - region.x, y - region.y))
    await settle(pilot)


CLICKED = {
    "l context limits": "Limits of context",
    "m more": "context 44 %, alert at 40 %",
    "n new": "New",
    "h hand off": "Hand off  ·  TaskFlow App",
    "? help": "Help: Needs you",
    "f find": "Find actions, rows",
}
"""By the words of the footer: the title of what they open."""


async def test_every_action_of_the_footer_is_clicked(tmp_path: Path) -> None:
    async with running(alerted(tmp_path / "project"), (120, 40)) as (app, pilot):
        await slowly(pilot, "1")
        for words, title in CLICKED.items():
            await click(pilot, words)
            assert app.screen is not app.screen_stack[0], words
            assert title in seen(app)
            await slowly(pilot, "escape")


async def test_a_row_of_needs_you_and_of_thresholds_is_answered_by_a_click(tmp_path: Path) -> None:
    for number, words in (("1", "a acknowledge"), ("3", "a ack")):
        root = alerted(tmp_path / number)
        before = everything(root)
        async with running(root, (120, 40)) as (app, pilot):
            await slowly(pilot, "2")
            lines = seen(app).splitlines()
            mark = "▲ alert" if number == "1" else "▲ context"
            y = next(at for at, line in enumerate(lines) if mark in line and words in line)
            await click_at(pilot, lines[y].index(words, lines[y].index(mark)) + 2, y)
        assert everything(root) != before, number


async def test_the_entries_of_a_menu_and_the_answers_of_a_dialog_are_clicked(tmp_path: Path) -> None:
    root = alerted(tmp_path / "project")
    async with running(root, (120, 40)) as (app, pilot):
        await slowly(pilot, "1", "m")
        await click(pilot, "x Take all acknowledgments back")
        assert "Withdraw all" in seen(app)
        before = everything(root)
        await click(pilot, "c Cancel")
        assert (len(app.screen_stack), everything(root) == before) == (1, True)
        await slowly(pilot, "m")
        await click(pilot, "x Take all acknowledgments back")
        await click(pilot, "w Withdraw all")
        assert everything(root) != before


async def wheel(pilot: Pilot[None], widget: Widget) -> None:
    """Turn the wheel over a widget."""
    x, y = widget.region.x + 3, widget.region.y + 3
    event = events.MouseScrollDown(None, x, y, 0, 0, 0, shift=False, meta=False, ctrl=False, screen_x=x, screen_y=y)
    pilot.app.post_message(event)
    await settle(pilot)


async def test_the_wheel_scrolls_panes_and_dialogs() -> None:
    many = tuple(Decision(text=f"decision {number}") for number in range(60))
    async with running(project(full_track(decisions=many))) as (app, pilot):
        await slowly(pilot, "6", "z")
        pane = app.focused
        assert isinstance(pane, Pane)
        await wheel(pilot, pane)
        assert (pane.scroll_y > 0, pane.cursor) == (True, 0)
        await slowly(pilot, "question_mark")
        detail = app.screen.query_one(Detail)
        await wheel(pilot, detail)
        assert detail.scroll_y > 0
        tracks = tuple(track(title=f"Track {number}", path=f"{number}/T.md") for number in range(20))
        app.snapshot = replace(app.snapshot, project=project(*tracks))
        await slowly(pilot, "escape", "t")
        choices = app.screen.query_one(ChoiceList)
        await wheel(pilot, choices)
        assert choices.scroll_y > 0


def written_long_ago(fixture: Path, target: Path) -> Path:
    """A copy whose files are hours old: what has been silent is among the rows."""
    written = COMMITTED.timestamp()
    shutil.copytree(fixture, target)
    for path in [target, *target.rglob("*")]:
        os.utime(path, (written, written))
    return target


NEEDS = {
    "autodev": ("boundary", "damaged", "early", "failed"),
    "autopilot": ("acknowledges-nothing", "both-shapes", "flight-waypoint", "healthy"),
    "codewalk": ("blocked", "broken-json", "damaged", "healthy", "tags"),
    "maestro": ("backslashes", "contradictory", "cut", "finished"),
    "speckit": ("healthy",),
}
"""Cases that have, between them, every kind of need that a key answers."""


async def test_beside_each_row_of_needs_you_stands_what_the_key_does(tmp_path: Path) -> None:
    """The words of the row and those of the last line are the same."""
    wrong, looked = set(), set()
    async with running(None) as (app, pilot):
        for system, name in ((system, name) for system, several in NEEDS.items() for name in several):
            root = written_long_ago(case_project(f"{system}/{name}"), tmp_path / system / name)
            app.post_message(app.Loaded(load_project(root, clock=lambda: NOW), Surroundings()))
            await press(pilot, "1")
            pane = app.screen.pane
            for row in pane.rows.all[:20]:
                assert pane.select(row.key)
                action, word = shown.REMEDY_KEYS[row.value.remedies[0]]
                kind = (system, row.value.kind, row.value.word, row.value.remedies)
                if action != "row.answer" or row.value.there is not None or row.value.kind == "damaged":
                    continue
                if kind not in looked:
                    looked.add(kind)
                    await settle(pilot)
                    does = app.screen.named("answer", "")
                    wrong |= {(row.value.kind, row.value.word, word, does)} if word != does else set()
    assert wrong == set()
    assert len(looked) > 20
