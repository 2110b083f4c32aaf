"""No room is wasted: a column ends blank only where nothing in it is hidden or cut, and every frame at its content."""

import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from textual.geometry import Region
from textual.widget import Widget

from cockpit.app import CockpitApp
from cockpit.demo.sample import create
from cockpit.model import Blocker, Decision, Todo
from cockpit.project.load import load_project
from cockpit.widgets.board import Board, Counts
from cockpit.widgets.detail import Detail
from cockpit.widgets.header import Header
from cockpit.widgets.pane import Density, Pane
from tests.cases import case_project, names
from tests.support.keyboard import press, seen, settle
from tests.support.model_builders import full_track, project, threshold, track
from tests.support.pane_app import lines
from tests.support.static_app import NOW, still_app

SIZES = ((80, 24), (120, 40), (200, 60))
DEMOS = ("autopilot", "maestro", "autodev", "codewalk")
DRAWN_AS_ANOTHER = {
    "autodev/plans": "autodev/folders",
    "autopilot/crlf": "autopilot/seed-thresholds",
    **{f"codewalk/{name}": "codewalk/crlf" for name in ("bare", "fenced", "frontmatter", "json")},
}
"""Cases that say the same in files of another kind, and take the same room."""
CORPUS = Path(__file__).resolve().parents[2].parent / "shared" / "corpus"
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


async def at_each_size(folder: Path, *panes: str, sizes: tuple[tuple[int, int], ...] = SIZES) -> list[str]:
    loaded = load_project(folder, clock=lambda: NOW)
    found = []
    app = still_app(loaded)
    async with app.run_test(size=sizes[0]) as pilot:
        await settle(pilot)
        if app.screen.query_one(Board).has_class("-away"):
            return []
        for size in sizes:
            if app.size != size:
                await pilot.resize_terminal(*size)
            for pane in panes:
                await press(pilot, pane)
                found += [f"{size}, pane {pane}: {each}\n{seen(app)}" for each in wasted(app)]
    return found


@pytest.mark.parametrize("system", DEMOS)
async def test_the_demos(tmp_path: Path, system: str) -> None:
    folder = create(tmp_path / "sample", now=NOW, system=system)
    assert await at_each_size(folder, "1", "4") == []


OF_ONE_LINE = ("codewalk/without-state-file", "speckit/no-tasks")
"""Cases whose position is one line: it is without a frame after a change from one column to two."""


@pytest.mark.parametrize("name", [pytest.param(name, marks=pytest.mark.xfail(strict=True)) for name in OF_ONE_LINE])
async def test_a_position_of_one_line(name: str) -> None:
    assert await at_each_size(case_project(name), "1") == []


CASES = [name for name in names() if name not in (*DRAWN_AS_ANOTHER, *OF_ONE_LINE)]


@pytest.mark.parametrize(("number", "name"), enumerate(CASES), ids=CASES)
async def test_the_cases(number: int, name: str) -> None:
    """Each at one of the sizes; the demos are there at all of them."""
    assert await at_each_size(case_project(name), "1", sizes=(SIZES[number % len(SIZES)],)) == []


async def test_all_cases_as_tracks_of_one_project(tmp_path: Path) -> None:
    for name in names():
        shutil.copytree(case_project(name), tmp_path / name)
    assert await at_each_size(tmp_path, "1") == []


REAL = [*sorted((CORPUS / "gsd").glob("*.md"))[::12], *sorted((CORPUS / "maestro").glob("*.md"))[::4]]


@pytest.mark.skipif(not REAL, reason="the corpus of real files does not lie beside this repository")
@pytest.mark.parametrize("path", REAL, ids=lambda path: path.name)
async def test_the_corpus(path: Path, tmp_path: Path) -> None:
    place = {"gsd": ".planning/STATE.md", "maestro": "docs/maestro/state/active-session.md"}[path.parent.name]
    (tmp_path / place).parent.mkdir(parents=True)
    shutil.copy(path, tmp_path / place)
    assert await at_each_size(tmp_path, "1") == []


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_nothing_jumps_where_a_value_changes_or_a_row_goes(size: tuple[int, int]) -> None:
    before = full_track()
    app = still_app(project(before))
    async with app.run_test(size=size) as pilot:
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


async def test_a_change_paints_what_says_it_and_not_the_whole_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    before = full_track()
    app = still_app(project(before))
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        painted: list[Widget] = []
        monkeypatch.setattr(Widget, "refresh", _noted(Widget.refresh, painted))
        app.snapshot = replace(app.snapshot, project=project(replace(before, todos=(Todo(text="Another"),))))
        await settle(pilot)
        assert "Another" in seen(app)
        assert app.screen.query_one("#todos") in painted
        assert app.screen not in painted


def _noted(method: Callable[..., Widget], asked: list[Widget]) -> Callable[..., Widget]:
    def noted(widget: Widget, *regions: Region, **how: bool) -> Widget:
        asked.append(widget)
        return method(widget, *regions, **how)

    return noted


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_a_blocker_that_comes_or_goes_moves_nothing_sideways(size: tuple[int, int]) -> None:
    before = replace(full_track(), blockers=())
    long = Blocker(text="No key for the payment provider of the staging environment, and nobody who could ask for one")
    app = still_app(project(before))
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        columns = {each.id: (each.region.x, each.region.width) for each in placed(app) if each.id != "detail"}
        for blockers in ((long,), (long, long), ()):
            app.snapshot = replace(app.snapshot, project=project(replace(before, blockers=blockers)))
            await settle(pilot)
            now = {each.id: (each.region.x, each.region.width) for each in placed(app)}
            assert {name: now[name] for name in columns.keys() & now.keys()} == {
                name: place for name, place in columns.items() if name in now
            }
        if size[0] > 80:
            await press(pilot, "5")
            assert app.focused.region.height == 1
            assert "─ 5 Blockers  none ─" in seen(app)


@pytest.mark.parametrize("size", [(40, 20), *SIZES], ids=str)
async def test_the_row_that_fires_keeps_its_gauge_its_limit_and_its_level(size: tuple[int, int]) -> None:
    app = still_app(project(full_track(thresholds=(threshold(value=35.0, level="alert"),))))
    async with app.run_test(size=size) as pilot:
        for keys in ((), ("3",), ("7",)):
            for key in keys:
                await press(pilot, key)
            row = next((line for line in seen(app).splitlines() if "▲ cost  " in line and "┿" in line), "")
            assert "$35" in row
            assert (row.count("┿"), row.count("●")) == (3, 1)
            assert "alert $25" in row


async def test_a_list_that_appears_and_one_that_grows_are_seen_whole() -> None:
    app = still_app(project(track(title="T")))
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        assert "5 Blockers  none" in seen(app)
        app.snapshot = replace(app.snapshot, project=project(track(title="T", blockers=(Blocker(text="No key"),))))
        await settle(pilot)
        assert "5 Blockers  none" not in seen(app)
        texts = ["No key", "No chart", "No lamp"]
        several = track(title="T", blockers=tuple(Blocker(text=text) for text in texts))
        app.snapshot = replace(app.snapshot, project=project(several))
        await settle(pilot)
        assert all(any(text in line for line in lines(app.screen.query_one("#blockers", Pane))) for text in texts)


@pytest.mark.parametrize("size", [(40, 12), *SIZES], ids=str)
async def test_the_age_and_the_time_are_never_cut_and_a_wide_sign_moves_no_border(size: tuple[int, int]) -> None:
    wide = "⚠️ ✅ 進捗 🔄 " * 4
    shown = full_track(title=wide * 3, todos=(Todo(text=wide), Todo(text="plain")), decisions=(Decision(text=wide),))
    app = still_app(project(shown))
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        assert lines(app.screen.query_one(Header))[0].endswith("16:30")
        assert "just now" in lines(app.screen.query_one(Header))[0]
        widths = {strip.cell_length for strip in app.screen._compositor.render_strips()}
        assert widths == {size[0]}


async def test_a_text_that_grows_is_whole_where_rows_are_empty() -> None:
    before = full_track()
    long = " ".join(f"{each.text}, and what follows from it for everything that comes after" for each in before.todos)
    app = still_app(project(before))
    async with app.run_test(size=(200, 60)) as pilot:
        await settle(pilot)
        app.snapshot = replace(app.snapshot, project=project(replace(before, todos=(Todo(text=long),))))
        await settle(pilot)
        assert wasted(app) == []
        assert "…" not in "\n".join(lines(app.screen.query_one(Board).panes["todos"]))


async def test_the_wide_screen_cuts_no_name_and_repeats_no_line_of_the_files(tmp_path: Path) -> None:
    app = still_app(load_project(case_project("speckit/healthy"), clock=lambda: NOW))
    async with app.run_test(size=(200, 60)) as pilot:
        await settle(pilot)
        shown = "\n".join(lines(app.screen.query_one(Board).panes["phases"]))
        assert "…" not in shown
        assert all(word in shown for word in ("Story 1", "today's", "tides", "(Priority:", "P1)"))
    app = still_app(load_project(create(tmp_path / "taskflow-app", now=NOW), clock=lambda: NOW))
    async with app.run_test(size=(200, 60)) as pilot:
        await press(pilot, "i")
        told = [line for line in seen(app).splitlines() if "| " in line]
        assert told == []
        assert seen(app).count(".autopilot/clearance.md") == 1
