"""The dashboard's widgets together: focus, zoom, counts, header and footer."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest
from textual.pilot import Pilot
from textual.screen import Screen

from cockpit.app import CockpitApp
from cockpit.model import Project, Track
from cockpit.model.state import Surroundings
from cockpit.widgets.board import ORDER, Board, Counts
from cockpit.widgets.choice import ChoiceList
from cockpit.widgets.detail import Detail
from cockpit.widgets.footer import Footer
from cockpit.widgets.header import Header
from cockpit.widgets.pane import Pane
from tests.support.keyboard import seen, settle
from tests.support.model_builders import full_track, project, threshold, track
from tests.support.pane_app import lines
from tests.support.static_app import still_app

SMALL, USUAL = (80, 24), (120, 40)


@asynccontextmanager
async def running(*tracks: Track, size: tuple[int, int] = USUAL) -> AsyncIterator[tuple[CockpitApp, Pilot[None]]]:
    app = still_app(project(*(tracks or (full_track(),))))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield app, pilot


def board(app: CockpitApp) -> Board:
    return app.screen.query_one(Board)


def focused(app: CockpitApp) -> str:
    assert isinstance(app.focused, Pane)
    return app.focused.pane_id()


def shown(app: CockpitApp) -> set[str]:
    """What has a place on the board."""
    return {child.id or "" for child in board(app).children if child.region.area}


async def test_what_changes_in_its_place_is_not_laid_out_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A value that rises is drawn; a list that appears gets a place."""
    layouts: list[str] = []
    lay_out = Screen._refresh_layout

    def laying_out(self: Screen[object], *content: object, **options: object) -> None:
        layouts.append("")
        lay_out(self, *content, **options)  # type: ignore[arg-type]

    first = replace(full_track(), thresholds=(threshold(value=12.25),), blockers=())
    async with running(first) as (app, pilot):
        await settle(pilot)
        monkeypatch.setattr(Screen, "_refresh_layout", laying_out)
        higher = replace(first, thresholds=(threshold(value=13.75),))
        app.post_message(app.Loaded(project(higher), Surroundings()))
        await settle(pilot)
        assert ("$13.75" in seen(app), "$12.25" in seen(app), layouts) == (True, False, [])
        app.post_message(app.Loaded(project(replace(higher, blockers=full_track().blockers)), Surroundings()))
        await settle(pilot)
        assert full_track().blockers[0].text[:20] in seen(app)
        assert layouts


async def test_every_pane_is_reached_by_its_digit_and_then_visible() -> None:
    async with running(size=SMALL) as (app, pilot):
        for number, name in enumerate(ORDER, 1):
            await pilot.press(str(number))
            await pilot.pause()
            assert focused(app) == name
            assert app.focused.region.height >= 2
            assert app.screen.region.contains_region(app.focused.region), name


async def test_zoom_gives_a_pane_the_board_and_back() -> None:
    async with running() as (app, pilot):
        await pilot.press("6", "z", "7")
        await pilot.pause()
        assert (focused(app), board(app).zoomed) == ("todos", "todos")
        assert shown(app) == {"todos", "detail"}
        await pilot.press("z")
        await pilot.pause()
        assert shown(app) == set(ORDER)


async def test_counts_name_what_has_no_room_and_a_click_brings_it_up() -> None:
    async with running(size=SMALL) as (app, pilot):
        counts = app.screen.query_one(Counts)
        assert counts.left_out
        name = counts.left_out[-1]
        plain = counts.line(80).plain
        key = str(board(app).panes[name].number)
        await pilot.click(Counts, offset=(plain.rindex(key), 0))
        await pilot.pause()
        assert focused(app) == name
        assert name not in counts.left_out
        for each in "159":
            await pilot.press(each)
            await pilot.pause()
            assert seen(app).splitlines()[-2] == counts.line(80).plain.rstrip()


async def test_the_footer_fits_and_help_is_always_there() -> None:
    async with running(size=(40, 30)) as (app, _):
        footer = app.screen.query_one(Footer)
        for width in (40, 80, 200):
            line = footer.line(width)
            assert line.width <= width
            assert "? help" in line.plain, width


async def test_the_dialog_of_a_row_follows_it_and_says_when_it_is_gone() -> None:
    async with running() as (app, pilot):
        await pilot.press("7", "enter")
        await pilot.pause()
        assert "Add error boundary" in "\n".join(lines(app.screen.query_one(Detail)))
        app.snapshot = replace(app.snapshot, project=project(full_track(todos=())))
        await pilot.pause()
        assert "no longer in the files" in "\n".join(lines(app.screen.query_one(Detail)))
        await pilot.press("escape")
        await pilot.pause()
        assert focused(app) == "todos"


async def test_a_track_is_chosen_by_key_and_pointer_and_the_header_names_it() -> None:
    tracks = [track(title=title, path=title) for title in ("One", "Two", "[b]Three[/b]")]
    async with running(*tracks) as (app, pilot):
        assert "One  ·  autopilot  ·  track 1/3" in lines(app.screen.query_one(Header))[0]
        await pilot.press("t")
        await pilot.pause()
        choices = app.screen.query_one(ChoiceList)
        assert [line[:22].rstrip() for line in lines(choices)] == [
            "▌1 One           here:",
            " 2 Two           unkno",
            " 3 [b]Three[/b]  unkno",
        ]
        await pilot.press("k", "j", "j", "j")
        assert choices.cursor == 2
        await pilot.click(ChoiceList, offset=(5, 2))
        await pilot.pause()
        assert "Two  ·  autopilot  ·  track 2/3" in lines(app.screen.query_one(Header))[0]


async def test_a_project_without_tracks_and_one_still_being_read() -> None:
    for given in (Project(root="/srv/work"), None):
        app = still_app(given)
        async with app.run_test(size=USUAL) as pilot:
            await pilot.press(*"19zj", "enter", *"yamn", "slash", "escape")
            assert app.is_running


async def test_the_board_has_its_shape_before_it_is_styled(monkeypatch: pytest.MonkeyPatch) -> None:
    shapes: list[str | None] = []
    monkeypatch.setattr(Board, "on_mount", lambda board: shapes.append(board.shape), raising=False)
    async with running():
        assert shapes == ["grid"]
