"""A key is about what was on screen when it went down: where that has changed, nothing is written, and that is said."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from cockpit.model.intents import AddTodo
from cockpit.model.state import Surroundings
from cockpit.project.change import change
from cockpit.project.load import load_project
from cockpit.project.workspace import Workspace
from cockpit.screens import action_screen
from cockpit.storage.user_files import ledger
from tests.support.keyboard import (
    acknowledgment,
    alerted,
    copy,
    everything,
    press,
    rewrite,
    said,
    seen,
    slowly,
    transponder,
    write_acknowledgments,
    write_values,
)
from tests.support.static_app import NOW, running

Between = Callable[[Path], None]


def stops(folder: Path) -> None:
    write_values(folder, context_percent=51)


def says(old: str, new: str) -> Between:
    return lambda folder: rewrite(transponder(folder), old, new)


def acknowledged_anew(folder: Path) -> None:
    given = {"acknowledged_at": "2026-01-29T16:00:00Z", "value_at_acknowledgment": 26.5, "threshold_level": "alert"}
    write_acknowledgments(folder, cost=given)


HEALTHY = "healthy"
FIRING = "firing"
STOPPED = "context has changed since you looked: alert → stop (51 %)."


SINCE = " has changed since you looked: "
MEANWHILE: tuple[tuple[str, list[str], Between, list[str], str], ...] = (
    (FIRING, ["1"], stops, ["a"], STOPPED),
    (FIRING, ["3", "home", "j", "m", "s"], stops, ["enter"], STOPPED),
    (FIRING, ["3", "home", "l", "tab", *"30"], says("$25 🔶 ACK", "$24 🔶 ACK"), ["ctrl+s"],
     f"The alert limit of cost{SINCE}$25 → $24."),
    (FIRING, ["3", "home", "m"], acknowledged_anew, ["w"],
     f"The acknowledgment of cost{SINCE}2026-01-29T14:30:00Z → 2026-01-29T16:00:00Z."),
    (HEALTHY, ["5", "a", "=solved"], says("is not open yet", "opens on Monday"), ["enter"], 'No blocker "'),
    (HEALTHY, ["7"], says("the retention period", "the address"), ["a"], 'No todo "'),
    (HEALTHY, ["7", "m", "t", "= soon"], says("the retention period", "the address"), ["enter"], 'No todo "'),
    (HEALTHY, ["m", "p"], says("| In progress |", "| Blocked |"), ["8"], f"The status{SINCE}in progress → blocked."),
    (FIRING, ["m", "p", "2", "5"], says("task 3 of 5", "task 4 of 5"), ["enter"], f"The task{SINCE}3 → 4."),
    (FIRING, ["m", "p", "1", "= now"], says("/autopilot:cockpit", "/autopilot:resume"), ["enter"],
     f"The next action{SINCE}/autopilot:cockpit → /autopilot:resume."),
    (FIRING, ["m", "c", "1"], says("task 3 of 5", "task 4 of 5"), ["enter"], f"The task{SINCE}3 → 4."),
)  # fmt: skip
"""An example, keys, what another program does meanwhile, the last keys, and what is said of them."""


async def test_nothing_is_written_about_what_was_not_on_screen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(action_screen, "SETTLING", 0.0)
    async with running(None) as (app, pilot):
        for number, (fixture, keys, between, then, sentence) in enumerate(MEANWHILE):
            project = (alerted if fixture == FIRING else partial(copy, fixture=fixture))(tmp_path / str(number))
            app.post_message(app.Loaded(load_project(project, clock=lambda: NOW), Surroundings()))
            await slowly(pilot, "1", *keys)
            between(project)
            files = everything(project)
            await press(pilot, *then)
            assert sentence in said(app), keys
            assert len(app.screen_stack) == 1  # asking again about what is gone would lead nowhere
            assert everything(project) == files
            assert load_project(project, clock=lambda: NOW).tracks[0].thresholds[1].snoozed_until is None


@pytest.mark.parametrize(
    ("keys", "line"), [(["7", "n", "=Call Ada"], "- [ ] Call Ada"), (["m", "c", "1"], "Completed task")]
)
async def test_the_track_is_the_one_on_screen_though_another_takes_its_place(
    tmp_path: Path, keys: list[str], line: str
) -> None:
    project = tmp_path / "project"
    theirs = copy(project / "packages" / "billing", "healthy")
    async with running(project) as (app, pilot):
        await slowly(pilot, *keys)
        ours = copy(tmp_path / "other", "healthy")
        (ours / ".autopilot").rename(project / ".autopilot")
        app.snapshot = replace(app.snapshot, project=load_project(project, clock=lambda: NOW))
        assert app.project.tracks[0].path == ".autopilot/TRANSPONDER.md"
        untouched = transponder(project).read_bytes()
        await press(pilot, "ctrl+s")
    assert line in transponder(theirs).read_text("utf-8")
    assert transponder(project).read_bytes() == untouched


async def test_an_acknowledgment_undo_and_redo_are_about_what_was_shown_and_nothing_newer(tmp_path: Path) -> None:
    project = alerted(tmp_path / "project")
    async with running(project) as (app, pilot):
        await slowly(pilot, "1")
        write_values(project, context_percent=46)
        await press(pilot, "a")
        assert "Acknowledged context at 44 %" in said(app)
        assert acknowledgment(project, "context")["value_at_acknowledgment"] == 44
        assert "- Context @ 44% — acknowledged " in transponder(project).read_text("utf-8")
        assert ledger.read(Workspace(root=project, now=NOW).store)[-1].subject.value == 44
        await slowly(pilot, "u")
        assert "Acknowledged context at 44 %." in seen(app)
        change(Workspace(root=project, now=NOW), None, AddTodo(text="Call Ada"))
        await slowly(pilot, "enter")
        assert "The files have changed meanwhile." not in seen(app)  # other lines, the same diff
        assert "Undone: Acknowledged context at 44 %." in said(app)
        assert acknowledgment(project, "context") is None
        assert "- [ ] Call Ada" in transponder(project).read_text("utf-8")
        await slowly(pilot, "U")
        assert "Enter redo" in seen(app)
        assert acknowledgment(project, "context") is None
        await slowly(pilot, "enter")
        assert "Redone: Acknowledged context at 44 %." in said(app)
        assert acknowledgment(project, "context") is not None


async def test_a_diff_that_is_no_longer_true_is_shown_anew(tmp_path: Path) -> None:
    project = alerted(tmp_path / "project")
    async with running(project, review=True) as (app, pilot):
        await slowly(pilot, "1", "a")
        assert "Write this?" in seen(app)
        assert "│ After that: Acknowledged " in seen(app)
        transponder(project).write_bytes(transponder(project).read_bytes().replace(b"\n", b"\r\n"))
        files = everything(project)
        await slowly(pilot, "enter")
        assert "The files have changed meanwhile. This is what would be written now." in seen(app)
        assert everything(project) == files
        await slowly(pilot, "enter")
        assert "(u undo)" in said(app)
    assert everything(project) != files
