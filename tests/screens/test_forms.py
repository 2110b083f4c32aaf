"""Forms: what is typed is never lost, what is wrong is said where it was typed."""

import asyncio
import os
from collections.abc import Callable
from math import inf
from pathlib import Path
from threading import Event

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

import cockpit.project.change
from cockpit.app import CockpitApp
from cockpit.model.errors import CommandError, NeedsConfirmation
from cockpit.model.intents import AddTodo, Intent
from cockpit.project import notes
from cockpit.project.history import ledger
from cockpit.project.load import load_project
from cockpit.project.outcome import ChangeOutcome
from cockpit.project.workspace import Workspace
from cockpit.screens import keeper, project_app
from cockpit.wording.messages import plain
from tests.support.keyboard import copy, everything, said, seen, slowly, transponder
from tests.support.static_app import NOW, running
from tests.support.terminal import PATIENCE

RESTORED = "This is what you typed before; Ctrl+L clears it."
SIZE = (80, 24)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return copy(tmp_path / "project", "healthy")


def field_of(app: CockpitApp) -> Input:
    """The field that has the focus."""
    assert isinstance(app.focused, Input)
    return app.focused


async def test_what_was_typed_is_kept_and_clearing_forgets_it_or_gives_the_text_of_the_file_back(project: Path) -> None:
    async with running(project, SIZE) as (app, pilot):
        await slowly(pilot, "7", "m", "t", "escape")
        assert said(app) == "", "nothing was typed"
        await slowly(pilot, "m", "t")
        assert RESTORED not in seen(app)
        await slowly(pilot, "end", "= soon", "escape", "m", "t")
        assert app.screen.query_one(Input).value == "Ask accounting for the retention period soon"
        await slowly(pilot, "ctrl+l")
        assert app.screen.query_one(Input).value == "Ask accounting for the retention period"
        await slowly(pilot, "escape", "n", "=Call Ada")
        await pilot.click(offset=(1, 1))  # beside the form
        await slowly(pilot, "n")
        assert app.screen.query_one(Input).value == "Call Ada"
        await slowly(pilot, "ctrl+l")
        assert RESTORED not in seen(app)
        await slowly(pilot, "escape", "n")
        assert [line.value for line in app.screen.query(Input)] == [""]
        assert RESTORED not in seen(app)


FORMS = {"a todo": ("7<mt", "7Gmt"), "the first limit of a metric": ("3<l", "3jl"), "a task": ("mc1", "mc2")}
"""The keys that lead to a form, and those that lead to others like it or to another line of it."""


async def test_what_is_typed_for_one_thing_is_in_the_form_of_no_other(project: Path) -> None:
    async with running(project, SIZE) as (app, pilot):
        for name, (first, *others) in FORMS.items():
            await slowly(pilot, *first, *"7x", "escape")
            for other in others:
                await slowly(pilot, *other)
                assert "7x" not in field_of(app).value, (name, other)
                await slowly(pilot, "escape")
            await slowly(pilot, *first)
            assert field_of(app).value.endswith("7x"), name
            await slowly(pilot, "escape")


def kept_forms() -> str:
    """What is on the disk of what was typed into forms."""
    folder = Path(os.environ["COCKPIT_STATE_DIR"])
    return "".join(path.read_text("utf-8") for path in folder.rglob("drafts/*.json"))


async def until(pilot: Pilot[None], condition: Callable[[], bool]) -> None:
    """Wait for what a timer and another thread bring about."""
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0.005)
            await slowly(pilot)


async def test_it_is_on_the_disk_while_it_is_typed_and_until_it_is_written_or_left(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise CommandError(plain("There is no room on the disk."))

    monkeypatch.setattr(keeper, "SOON", 0.001)
    async with running(project, SIZE) as (app, pilot):
        await slowly(pilot, "n", "t", "=Call Ada")
        await until(pilot, lambda: "Call Ada" in kept_forms())
        await slowly(pilot, "enter")
        assert "Added the todo: Call Ada" in said(app)
        await until(pilot, lambda: kept_forms() == "")
        await slowly(pilot, "n", "t", "=Call Bo")
        await until(pilot, lambda: "Call Bo" in kept_forms())
        await slowly(pilot, "escape")
        await until(pilot, lambda: kept_forms() == "")
        monkeypatch.setattr(notes, "keep_typed", full)
        app.said = ()
        await slowly(pilot, "n", "d", "=Paging")
        await until(pilot, lambda: said(app) != "")
        assert said(app) == f"The draft is not saved: {plain('There is no room on the disk.')}"
        await slowly(pilot, "ctrl+s")
    assert "Paging" in transponder(project).read_text("utf-8")


def words_in(app: CockpitApp, selector: str) -> str:
    """The words of a part of the screen, as far as they are seen, without frames."""
    region = app.screen.query_one(selector).region
    lines = seen(app).splitlines()[region.y : region.bottom]
    return " ".join(" ".join(line[region.x : region.right].strip("│") for line in lines).split())


class Slow:
    """A disk on which no change gets on, until it refuses what is written."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, longest: float, refusal: CommandError | None = None) -> None:
        self._refuses = Event()
        self._refusal = refusal or CommandError(plain("The disk is full."))
        monkeypatch.setattr(cockpit.project.change, "change", self._change)
        monkeypatch.setattr(project_app, "LONGEST", longest)

    def _change(self, *_: object) -> None:
        assert self._refuses.wait(PATIENCE)
        raise self._refusal

    async def refuse(self, pilot: Pilot[None]) -> None:
        self._refuses.set()
        await slowly(pilot)


async def meanwhile(pilot: Pilot[None], *keys: str) -> None:
    """Press keys while a change lasts. Where they go on beside it, wait for what each opens; else they wait."""
    app = pilot.app
    assert isinstance(app, CockpitApp)
    for each in keys:
        await pilot.press(each)
        while project_app.LONGEST == AT_ONCE and (
            app._under_way is not None
            or app._up_since == inf
            or any(worker.group == "beginning" and not worker.is_finished for worker in app.workers)
        ):
            await pilot.pause()


NEVER, AT_ONCE = 3600.0, 0.0
"""Seconds after which a person can go on beside what lasts."""


@pytest.mark.parametrize("longest", [NEVER, AT_ONCE], ids=["the keys wait", "the keys go on"])
async def test_a_form_that_is_refused_does_not_come_back_over_what_is_typed_next(
    project: Path, monkeypatch: pytest.MonkeyPatch, longest: float
) -> None:
    async with running(project, SIZE) as (app, pilot):
        await slowly(pilot, "n", "t", "=Call Ada")
        slow = Slow(monkeypatch, longest)
        await meanwhile(pilot, "enter", "n", "d", *"Buy")
        await slow.refuse(pilot)
        assert [line.value for line in app.screen.query(Input)] == ["Buy", "", "", ""]
        assert len(app.screen_stack) == 2
        assert said(app).startswith("The disk is full. Draft saved.")


async def test_what_was_refused_is_there_again_with_the_reason(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with running(project, SIZE) as (app, pilot):
        await slowly(pilot, "n", "t", "=Call Ada")
        slow = Slow(monkeypatch, AT_ONCE)
        await meanwhile(pilot, "enter", "7", "G")
        await slow.refuse(pilot)
        assert len(app.screen_stack) == 1
        await slowly(pilot, "n")
        assert app.screen.query_one(Input).value == "Call Ada"
        assert words_in(app, "#wrong") == "The disk is full."


async def test_no_question_comes_over_what_is_typed_next(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asks = NeedsConfirmation(plain("It is late."), plain("Wait."), agreed=plain("Do it"), instead=AddTodo(text="x"))
    async with running(project, SIZE) as (app, pilot):
        await slowly(pilot, "7", "home")
        slow = Slow(monkeypatch, AT_ONCE, asks)
        await meanwhile(pilot, "a", "n", *"Buy")
        await slow.refuse(pilot)
        assert app.screen.query_one(Input).value == "Buy"
        assert said(app).startswith("It is late.")


async def test_no_diff_comes_over_what_is_typed_next(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = everything(project)
    change, goes_on = cockpit.project.change.change, Event()

    def later(writer: Workspace, track: str | None, intent: Intent) -> ChangeOutcome:
        assert goes_on.wait(PATIENCE)
        return change(writer, track, intent)

    async with running(project, SIZE, review=True) as (app, pilot):
        await slowly(pilot, "7", "home")
        monkeypatch.setattr(cockpit.project.change, "change", later)
        monkeypatch.setattr(project_app, "LONGEST", AT_ONCE)
        await meanwhile(pilot, "a", "n", *"Buy")
        goes_on.set()
        await slowly(pilot)
        assert app.screen.query_one(Input).value == "Buy"
        assert said(app) == "Nothing was written: you went on before the diff could be shown. Press the key again."
    assert everything(project) == before


async def test_what_is_typed_replaces_a_proposed_value_and_extends_a_proposed_text(project: Path) -> None:
    extended, replaced = "7mt", "3<l"
    async with running(project, SIZE) as (app, pilot):
        for keys in (extended, replaced):
            await slowly(pilot, *keys)
            proposed = field_of(app).value
            assert proposed
            await slowly(pilot, "7")
            assert field_of(app).value == (f"{proposed}7" if keys == extended else "7")
            await slowly(pilot, "ctrl+l", "end", "7")
            assert field_of(app).value == f"{proposed}7"
            await slowly(pilot, "escape", *keys, "8")  # what was typed before is no proposal
            assert field_of(app).value == f"{proposed}78"
            await slowly(pilot, "escape")


async def test_limits_of_the_form_that_are_others_are_written_together_and_the_higher_ones_asked_about(
    project: Path,
) -> None:
    before = everything(project)
    async with running(project, SIZE) as (app, pilot):
        await slowly(pilot, "3", "home", "l", *"10", "ctrl+s")  # the limit as it is
        assert (len(app.screen_stack), said(app)) == (1, "No limit was changed.")
        assert ledger(app.workspace(NOW)) == ()
        assert everything(project) == before
        await slowly(pilot, "l", *"20", "tab", "=300", "tab", "=600", "enter")
        assert limits_of_cost(project) == (10, 25, 50)
        await slowly(pilot, "s")  # the one that is more than ten times as high
        assert limits_of_cost(project) == (10, 25, 50)
        await slowly(pilot, "s")
        assert limits_of_cost(project) == (20, 300, 600)
        assert len(ledger(app.workspace(NOW))) == 1


def limits_of_cost(project: Path) -> tuple[float | None, ...] | None:
    found = load_project(project, clock=lambda: NOW).tracks[0].threshold("cost")
    return (found.limits.warning, found.limits.alert, found.limits.stop) if found is not None else None
