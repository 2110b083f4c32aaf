"""No room is wasted: a column ends blank only where nothing in it is hidden or cut, and every frame at its content."""

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from textual.widget import Widget

from cockpit.app import CockpitApp
from cockpit.demo.sample import create
from cockpit.model import Blocker, Decision, Todo
from cockpit.project.load import load_project
from cockpit.widgets.board import Board, Counts
from cockpit.widgets.detail import Detail
from cockpit.widgets.header import Header
from cockpit.widgets.pane import Density, Pane
from tests.cases import case_project
from tests.support.keyboard import press, seen, settle, slowly
from tests.support.model_builders import full_track, project
from tests.support.pane_app import lines
from tests.support.static_app import NOW, app_on, running

SIZES = ((80, 24), (120, 40), (200, 60))
NEVER = ("no thresholds", "keeps no", "does not record", "0 alert", "0 firing")


def placed(app: CockpitApp) -> list[Widget]:
    """The panes and the detail that stand on the board."""
    board = app.screen.query_one(Board)
    return [each for each in board.children if isinstance(each, Pane | Detail) and each.region.area]


def columns(app: CockpitApp) -> Iterator[tuple[int, list[Widget]]]:
    """The panes of each column below the needs, and the blank rows below them."""
    board = app.screen.query_one(Board)
    bottom = board.region.bottom - (app.screen.query_one(Counts).region.height or 0)
    every = [each for each in placed(app) if each.id != "attention" or board.shape == "column"]
    for x in sorted({each.region.x for each in every}):
        column = [each for each in every if each.region.x == x]
        yield bottom - max(each.region.bottom for each in column), column


def cut(pane: Pane) -> list[int]:
    """How many lines more each row would take whose text is cut."""
    now = pane._now
    if pane._is_long:
        return []
    whole = pane._drawn(pane.rows.shown, pane.size.width, Density.ALL)
    shown = [[line for at, line in now.lines if at == index] for index in range(len(pane.rows.shown))]
    return [len(full) - len(part) for full, part in zip(whole, shown, strict=True)
            if any("…" in line.plain for line in part) and not any("…" in line.plain for line in full)]  # fmt: skip


def wasted(app: CockpitApp) -> list[str]:
    """What stands on the screen as it should not."""
    text = seen(app)
    found = [f"says {words!r}" for words in NEVER if words in text.casefold()]
    for blank, column in columns(app):
        for each in column:
            if isinstance(each, Pane) and blank and len(each._now.lines) > each.size.height:
                found.append(f"{each.id} hides rows above {blank} blank ones")
            if isinstance(each, Pane) and any(more <= blank for more in cut(each)):
                found.append(f"{each.id} is cut above {blank} blank rows")
    for each in placed(app):
        if lines(each) and not lines(each)[-1].strip() and not (isinstance(each, Detail) and each.hidden):
            found.append(f"{each.id} ends blank")
        if isinstance(each, Pane) and each.absent:
            found.append(f"{each.id} is absent")
    return found


@pytest.mark.parametrize("system", ["autopilot", "codewalk"])
async def test_the_demos(tmp_path: Path, system: str) -> None:
    loaded = load_project(create(tmp_path / "sample", now=NOW, system=system), clock=lambda: NOW)
    async with running(loaded) as (app, pilot):
        for size in SIZES:
            await pilot.resize_terminal(*size)
            for pane in ("1", "4"):
                await press(pilot, pane)
                assert wasted(app) == [], (size, pane, seen(app))


async def test_nothing_jumps_where_a_value_changes_or_a_row_goes() -> None:
    before = full_track()
    async with running(project(before), SIZES[0]) as (app, pilot):
        for size in SIZES:
            await pilot.resize_terminal(*size)
            await settle(pilot)
            places = {each.id: each.region for each in placed(app) if isinstance(each, Pane)}
            for changed in (
                replace(before, todos=(Todo(text="Another text that is longer than the one that stood here"),)),
                replace(before, decisions=before.decisions[:1]),
                before,
            ):
                app.snapshot = replace(app.snapshot, project=project(changed))
                await settle(pilot)
                assert {each.id: each.region for each in placed(app) if isinstance(each, Pane)} == places


async def test_the_age_and_the_time_are_never_cut_and_a_wide_sign_moves_no_border() -> None:
    wide = "⚠️ ✅ 進捗 🔄 " * 4
    shown = full_track(title=wide * 3, todos=(Todo(text=wide), Todo(text="plain")), decisions=(Decision(text=wide),))
    async with running(project(shown), (40, 12)) as (app, pilot):
        for size in ((40, 12), *SIZES):
            await pilot.resize_terminal(*size)
            await settle(pilot)
            assert lines(app.screen.query_one(Header))[0].endswith("16:30")
            assert "just now" in lines(app.screen.query_one(Header))[0]
            strips = app.screen._compositor.render_strips()
            assert {strip.cell_length for strip in strips} == {size[0]}
            assert "\ufe0f" not in "".join(strip.text for strip in strips)


async def test_a_text_that_grows_is_whole_where_rows_are_empty() -> None:
    before = full_track()
    long = " ".join(f"{each.text}, and what follows from it for everything that comes after" for each in before.todos)
    async with running(project(before), (200, 60)) as (app, pilot):
        await settle(pilot)
        app.snapshot = replace(app.snapshot, project=project(replace(before, todos=(Todo(text=long),))))
        await settle(pilot)
        assert wasted(app) == []
        assert "…" not in "\n".join(lines(app.screen.query_one(Board).panes["todos"]))


async def test_a_blocker_that_comes_or_goes_moves_nothing_sideways() -> None:
    before = replace(full_track(), blockers=())
    long = Blocker(text="No key for the payment provider of the staging environment, and nobody who could ask for one")
    async with running(project(before), (120, 40)) as (app, pilot):
        await settle(pilot)
        columns = {each.id: (each.region.x, each.region.width) for each in placed(app) if each.id != "detail"}
        for blockers in ((long,), (long, long), ()):
            app.snapshot = replace(app.snapshot, project=project(replace(before, blockers=blockers)))
            await settle(pilot)
            now = {each.id: (each.region.x, each.region.width) for each in placed(app)}
            assert columns == {name: now.get(name, place) for name, place in columns.items()}


@pytest.mark.parametrize("case", ["speckit/no-tasks", "codewalk/without-state-file"])
async def test_a_terminal_that_grew_looks_as_one_that_began_so(case: str, tmp_path: Path) -> None:
    project = Path(shutil.copytree(case_project(case), tmp_path / "project"))
    shown = []
    for begins in ((120, 40), (80, 24)):
        app = app_on(project)
        async with app.run_test(size=begins) as pilot:
            await settle(pilot)
            await pilot.resize_terminal(120, 40)
            await settle(pilot)
            shown.append(seen(app))
    assert shown[0].splitlines() == shown[1].splitlines()


@pytest.mark.parametrize("sizes", [((120, 40), (80, 24)), ((80, 24), (120, 40)), ((200, 60), (80, 24))])
async def test_a_terminal_resized_below_the_log_looks_as_one_that_began_so(
    sizes: tuple[tuple[int, int], tuple[int, int]], tmp_path: Path
) -> None:
    project = Path(shutil.copytree(case_project("autopilot/seed-example"), tmp_path / "project"))
    began, ends = sizes
    shown = []
    for begins in (ends, began):
        app = app_on(project)
        async with app.run_test(size=begins) as pilot:
            await slowly(pilot, "L")
            await pilot.resize_terminal(*ends)
            await slowly(pilot, "escape")
            await settle(pilot)
            shown.append(seen(app).splitlines())
    assert shown[0] == shown[1]
