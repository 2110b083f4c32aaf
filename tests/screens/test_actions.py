"""The list of actions holds on screen: no key twice, each reachable, each clickable."""

import os
import re
import shutil
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import FrameType

import pytest
from textual import events
from textual.pilot import Pilot
from textual.widget import Widget

from cockpit.actions import BY_ID
from cockpit.app import CockpitApp
from cockpit.model import Decision, Finding, Position
from cockpit.model.agents import AgentSession
from cockpit.model.state import Surroundings
from cockpit.project.agents import with_agents
from cockpit.project.load import load_project
from cockpit.rules.attention import TAKEN_BACK
from cockpit.screens.acting import unavailable
from cockpit.screens.dashboard import Dashboard
from cockpit.screens.keys import bindings, usual_keys
from cockpit.screens.ledger import LedgerScreen
from cockpit.screens.prompt_screen import PromptScreen
from cockpit.screens.resume_screen import ResumeScreen
from cockpit.screens.row_actions import ON_OTHER_ROWS, TABLE, answer_of
from cockpit.widgets import needs as shown
from cockpit.widgets.choice import ChoiceList
from cockpit.widgets.detail import Detail
from cockpit.widgets.pane import Pane
from cockpit.wording.messages import plain
from tests.cases import case_project, in_database, names
from tests.cases.told import COMMITTED
from tests.support.keyboard import alerted, copy, everything, press, seen, settle, slowly
from tests.support.model_builders import full_track, project, track
from tests.support.static_app import NOW, app_on, still_app


def keys_of(screen: type) -> Iterator[tuple[str, str]]:
    """Each key that a screen binds itself, with what it does."""
    for binding in vars(screen)["BINDINGS"]:
        for key in binding.key.split(","):
            yield key, binding.action


@pytest.mark.parametrize("screen", [Dashboard, ResumeScreen, LedgerScreen, PromptScreen])
def test_no_key_has_two_meanings_on_a_screen(screen: type) -> None:
    counted = Counter(key for key, _ in keys_of(screen))
    assert len(counted) > 5
    assert {key for key, times in counted.items() if times > 1} == set()


def test_no_key_of_the_list_is_given_twice() -> None:
    counted = Counter(action.key for action in BY_ID.values() if action.key)
    assert {key for key, times in counted.items() if times > 1} == set()


def test_every_action_with_a_label_is_reachable() -> None:
    """By its own key, or find, which lists the whole table."""
    bound = usual_keys(CockpitApp.BINDINGS).keys()
    on_checklist = {"check.decide", "resume.start", "resume.done"}
    reachable = bound | TABLE.keys() | on_checklist
    assert [action.id for action in BY_ID.values() if action.label and action.id not in reachable] == []


def test_what_can_be_clicked_has_the_words_of_its_action() -> None:
    for binding in bindings("row.answer", "handoff.write", "log"):
        assert (binding.description, binding.tooltip) == (BY_ID[binding.id].label, BY_ID[binding.id].tooltip)


async def test_asking_whether_something_can_be_done_costs_nothing(tmp_path: Path) -> None:
    """It asks no file, and calls few functions."""
    app = app_on(copy(tmp_path / "project", "healthy"))
    called: Counter[str] = Counter()

    def count(_frame: FrameType, event: str, function: object) -> None:
        called[str(getattr(function, "__module__", "")) if event == "c_call" else event] += 1

    async with app.run_test(size=(120, 40)) as pilot:
        await slowly(pilot, "3", "home")
        target = app.screen.target
        sys.setprofile(count)
        for action in TABLE:
            unavailable(TABLE, action, target)
        sys.setprofile(None)
    assert not called.keys() & {"posix", "nt", "io", "_io"}
    assert len(TABLE) < called["call"] < 50 * len(TABLE)


@pytest.mark.parametrize(
    ("fixture", "keys", "row"),
    [
        ("autopilot/healthy", ("5", "home"), "blocker"),
        ("autopilot/healthy", ("7", "home"), "todo"),
        ("maestro/crlf", ("4", "home", "j"), "failed phase"),
        ("autodev/boundary", ("1", "home"), "question"),
    ],
)
async def test_the_table_of_the_help_says_what_the_key_does(
    tmp_path: Path, fixture: str, keys: tuple[str, ...], row: str
) -> None:
    app = app_on(Path(shutil.copytree(case_project(fixture), tmp_path / "project")))
    async with app.run_test(size=(120, 40)) as pilot:
        await slowly(pilot, *keys)
        assert answer_of(app.screen.target) == ON_OTHER_ROWS[row]
        assert f"a {BY_ID[ON_OTHER_ROWS[row]].label}" in seen(app).splitlines()[-1]


@pytest.mark.parametrize(
    ("keys", "menu"),
    [
        (("home", "j", "j", "j"), ("Complete", "Phase failed", "Set position", "Hand off", "Resume", "Archive")),
        (("G",), ("Start phase", "Complete", "Skip phase", "Set position", "Hand off", "Resume", "Archive")),
    ],
)
async def test_what_moves_the_work_on_comes_first_in_a_menu(
    tmp_path: Path, keys: tuple[str, ...], menu: tuple[str, ...]
) -> None:
    app = app_on(Path(shutil.copytree(case_project("maestro/healthy"), tmp_path / "project")))
    async with app.run_test(size=(80, 24)) as pilot:
        await slowly(pilot, "4", *keys, "m")
        assert tuple(in_menu(app)) == menu


async def test_taking_all_acknowledgments_back_comes_after_what_moves_the_work_on(tmp_path: Path) -> None:
    app = app_on(alerted(tmp_path / "project"))
    async with app.run_test(size=(80, 24)) as pilot:
        await slowly(pilot, "3", "home", "j", "a", "8", "home", "m")
        assert in_menu(app)[:4] == ["Set position", "Complete", "Take all acknowledgments back", "Hand off"]


async def test_what_cannot_be_done_with_a_blocker_now_stays_in_its_menu(tmp_path: Path) -> None:
    app = app_on(Path(shutil.copytree(case_project("codewalk/lists"), tmp_path / "project")))
    async with app.run_test(size=(120, 40)) as pilot:
        await slowly(pilot, "5", "home", "j", "m")
        assert in_menu(app)[:3] == ["Resolve", "Bypass", "Edit text"]
        assert re.search(r"Bypass  +\S", seen(app))


async def test_the_key_that_answers_puts_finished_work_away_and_reviews_what_was_taken_back() -> None:
    lost = Finding(severity="warning", code=TAKEN_BACK, message=plain("Two changes are lost."), path="a.md")
    app = still_app(project(track(position=Position(status="completed")), findings=(lost,)))
    async with app.run_test(size=(80, 24)) as pilot:
        for row, words in (("home", "a review"), ("end", "a archive")):
            await slowly(pilot, "1", row)
            assert words in seen(app).splitlines()[-1]


def in_menu(app: CockpitApp) -> list[str]:
    """The words of the open menu, without their letters."""
    region = app.screen.query_one(ChoiceList).content_region
    lines = seen(app).splitlines()[region.y : region.bottom]
    return [line[region.x + 3 : region.right].partition("  ")[0] for line in lines]


async def test_help_is_about_the_row_the_pane_and_anywhere(tmp_path: Path) -> None:
    app = app_on(alerted(tmp_path / "project"))
    async with app.run_test(size=(80, 24)) as pilot:
        await slowly(pilot, "3", "home", "j", "question_mark")
        shown = seen(app)
        for words in ("Help: Thresholds", "context 44 %, alert at 40 %", "a    acknowledge", "l    change limits",
                      "m    more: acknowledge", "This pane", "Anywhere", "projects"):  # fmt: skip
            assert words in shown
        reason = str(app.screen_stack[0].reason("alert.withdraw"))
        assert f"withdraw the acknowledgment: {reason}" in " ".join(line[2:40].strip() for line in shown.splitlines())
        await slowly(pilot, "G")
        shown = " ".join(" ".join(line.strip("│ ") for line in seen(app).splitlines()).split())
        for words in ("a on other rows", "todo: done", "Marks", "▲ alert", "The agent works"):
            assert words in shown


async def test_help_calls_a_key_what_the_footer_calls_it(tmp_path: Path) -> None:
    app = app_on(copy(tmp_path / "project"))
    async with app.run_test(size=(120, 40)) as pilot:
        await slowly(pilot, "question_mark")
        assert re.search(r"t +projects ", seen(app))


async def test_help_names_keys_where_a_reason_names_them() -> None:
    session = AgentSession(agent="claude", id="1", path="/h/log", title="fix checkout tax", cwd="/srv/work")
    app = still_app(with_agents(project(), [session], (), NOW))
    async with app.run_test(size=(80, 40)) as pilot:
        await slowly(pilot, "8", "question_mark")
        shown = " ".join(line.strip("│ ") for line in seen(app).splitlines())
        assert "only sessions of agents are shown. Press n to start tracking." in " ".join(shown.split())
        assert "<row." not in shown


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


@pytest.mark.parametrize(
    ("words", "title"),
    [("l context limits", "Limits of context"), ("m more", "context 44 %, alert at 40 %"), ("n new", "New"),
     ("h hand off", "Hand off  ·  TaskFlow App"), ("? help", "Help: Needs you"), ("f find", "Find actions, rows")],
)  # fmt: skip
async def test_every_action_of_the_footer_is_clicked(tmp_path: Path, words: str, title: str) -> None:
    app = app_on(alerted(tmp_path / "project"))
    async with app.run_test(size=(120, 40)) as pilot:
        await slowly(pilot, "1")
        await click(pilot, words)
        assert app.screen is not app.screen_stack[0]
        assert title in seen(app)


async def test_a_row_of_needs_you_and_of_thresholds_is_answered_by_a_click(tmp_path: Path) -> None:
    for number, words in (("1", "a acknowledge"), ("3", "a ack")):
        root = alerted(tmp_path / number)
        before = everything(root)
        app = app_on(root)
        async with app.run_test(size=(120, 40)) as pilot:
            await slowly(pilot, "2")
            lines = seen(app).splitlines()
            mark = "▲ alert" if number == "1" else "▲ context"
            y = next(at for at, line in enumerate(lines) if mark in line and words in line)
            await click_at(pilot, lines[y].index(words, lines[y].index(mark)) + 2, y)
        assert everything(root) != before, number


async def test_the_entries_of_a_menu_and_the_answers_of_a_dialog_are_clicked(tmp_path: Path) -> None:
    root = alerted(tmp_path / "project")
    app = app_on(root)
    async with app.run_test(size=(120, 40)) as pilot:
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
    app = still_app(project(full_track(decisions=many)))
    async with app.run_test(size=(80, 24)) as pilot:
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


async def test_beside_each_row_of_needs_you_stands_what_the_key_does(tmp_path: Path) -> None:
    """In every example of every system: the words of the row and those of the last line are the same."""
    wrong, looked = set(), set()
    app = still_app(None)
    async with app.run_test(size=(80, 24)) as pilot:
        for name in names():
            if name.startswith("plain-repository/") or in_database(name):  # of a copy nobody has confirmed limits
                continue
            root = written_long_ago(case_project(name), tmp_path / name)
            app.post_message(app.Loaded(load_project(root, clock=lambda: NOW), Surroundings()))
            await press(pilot, "1")
            pane = app.screen.pane
            assert pane is not None
            for row in pane.rows.all[:20]:
                assert pane.select(row.key)
                action, word = shown.REMEDY_KEYS[row.value.remedies[0]]
                kind = (name.partition("/")[0], row.value.kind, row.value.word, row.value.remedies)
                if action != "row.answer" or row.value.there is not None or row.value.kind == "damaged":
                    continue
                if kind not in looked:
                    looked.add(kind)
                    await settle(pilot)
                    does = app.screen.named("answer", "")
                    wrong |= {(row.value.kind, row.value.word, word, does)} if word != does else set()
    assert wrong == set()
    assert len(looked) > 20
