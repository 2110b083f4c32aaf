"""The dashboard's widgets together: focus, zoom, counts, header and footer, and that nothing leaks."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import timedelta
from itertools import cycle

import pytest
from textual.pilot import Pilot
from textual.screen import Screen

from cockpit.app import CockpitApp
from cockpit.model import Decision, Finding, Project, Track
from cockpit.model.sharing import share
from cockpit.model.state import Surroundings
from cockpit.widgets.board import ORDER, Board, Counts
from cockpit.widgets.choice import ChoiceList
from cockpit.widgets.detail import Detail
from cockpit.widgets.footer import Footer
from cockpit.widgets.header import Header
from cockpit.widgets.pane import Pane
from cockpit.wording.messages import plain
from tests.support.keyboard import EXAMPLE, seen
from tests.support.model_builders import HOSTILE, full_track, project, threshold, track
from tests.support.pane_app import lines
from tests.support.static_app import NOW, app_on, still_app

HOME = "/home/ada"
SMALL, USUAL, WIDE = (80, 24), (120, 40), (200, 60)


@asynccontextmanager
async def running(
    *tracks: Track, size: tuple[int, int] = USUAL, root: str = "/srv/work", **options: object
) -> AsyncIterator[tuple[CockpitApp, Pilot[None]]]:
    app = still_app(project(*(tracks or (full_track(),)), root=root), **options)
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


def text_of(app: CockpitApp) -> str:
    """Everything that stands on the screen."""
    return "\n".join(strip.text for strip in app.screen._compositor.render_strips())


async def test_a_row_its_details_and_its_keys_are_drawn_in_one_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    async with running(full_track(thresholds=(threshold(), threshold(metric="tokens"))), size=WIDE) as (app, pilot):
        await pilot.press("3")
        await pilot.pause(0.2)
        assert "cost limits" in text_of(app)
        frames: list[str] = []
        draw = CockpitApp._display

        def drawing(self: CockpitApp, *content: object) -> None:
            frames.append(text_of(self))
            draw(self, *content)  # type: ignore[arg-type]

        monkeypatch.setattr(CockpitApp, "_display", drawing)
        await pilot.press("down")
        await pilot.pause(0.2)
    assert "tokens limits" in frames[0]
    assert frames[0] == frames[-1]


async def test_a_focus_that_moves_is_laid_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not again for a scrollbar that comes or goes with the details."""
    layouts: list[str] = []
    lay_out = Screen._refresh_layout

    def laying_out(self: Screen[object], *content: object, **options: object) -> None:
        layouts.append("")
        lay_out(self, *content, **options)  # type: ignore[arg-type]

    app = app_on(EXAMPLE)
    async with app.run_test(size=USUAL) as pilot:
        monkeypatch.setattr(Screen, "_refresh_layout", laying_out)
        for key in "23123":
            await pilot.pause()
            layouts.clear()
            await pilot.press(key)
            await pilot.pause(0.05)
            assert len(layouts) == 1, key


async def test_what_changes_in_its_place_is_not_laid_out_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A value that rises is drawn; a list that appears gets a place."""
    layouts: list[str] = []
    lay_out = Screen._refresh_layout

    def laying_out(self: Screen[object], *content: object, **options: object) -> None:
        layouts.append("")
        lay_out(self, *content, **options)  # type: ignore[arg-type]

    first = replace(full_track(), thresholds=(threshold(value=12.25),), blockers=())
    async with running(first) as (app, pilot):
        await pilot.pause(0.1)
        monkeypatch.setattr(Screen, "_refresh_layout", laying_out)
        higher = replace(first, thresholds=(threshold(value=13.75),))
        app.post_message(app.Loaded(project(higher), Surroundings()))
        await pilot.pause(0.1)
        assert ("$13.75" in text_of(app), "$12.25" in text_of(app), layouts) == (True, False, [])
        app.post_message(app.Loaded(project(replace(higher, blockers=full_track().blockers)), Surroundings()))
        await pilot.pause(0.1)
        assert full_track().blockers[0].text[:20] in text_of(app)
        assert layouts


async def test_the_footer_is_drawn_again_only_where_its_keys_are_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """Textual says twice that the keys may be others when a focus moves."""
    refreshed: list[Footer] = []
    async with running() as (app, pilot):
        await pilot.pause(0.1)
        monkeypatch.setattr(Footer, "refresh", lambda footer: refreshed.append(footer) or footer)
        app.screen.refresh_bindings()
        await pilot.pause(0.1)
        assert refreshed == []
        monkeypatch.setattr(type(app.screen), "named", lambda _self, _action, word: f"{word} it")
        app.screen.refresh_bindings()
        await pilot.pause(0.1)
        assert len(refreshed) == 1


async def test_every_pane_is_reached_by_its_digit_and_then_visible() -> None:
    async with running(size=SMALL) as (app, pilot):
        for size in (SMALL, USUAL, WIDE):
            await pilot.resize_terminal(*size)
            for number, name in enumerate(ORDER, 1):
                await pilot.press(str(number))
                await pilot.pause()
                assert focused(app) == name, size
                region = app.focused.region
                assert region.height >= 2, size
                assert app.screen.region.contains_region(region), size


async def test_tab_goes_through_the_panes() -> None:
    async with running() as (app, pilot):
        passed = []
        for _ in ORDER:
            passed.append(focused(app))
            await pilot.press("tab")
        assert sorted(passed) == sorted(ORDER)
        assert focused(app) == passed[0]


async def test_changes_of_focus_leave_no_widget_behind() -> None:
    async with running(size=SMALL) as (app, pilot):
        panes = [board(app).panes[name] for name in ORDER]
        counts = []
        part = 2 * len(panes)
        for turn in range(3 * part):
            app.screen.set_focus(panes[turn % len(panes)])
            if turn < part or turn % 6 == 5:
                await pilot.pause()
            if turn % part == part - 1:  # the first rounds bring up the scrollbars, the others must bring nothing
                counts.append((len(app.screen.query("*")), len(app._registry)))
        assert counts[0] == counts[1] == counts[2]


async def test_zoom_gives_a_pane_the_board_and_back() -> None:
    async with running() as (app, pilot):
        await pilot.press("6", "z")
        await pilot.pause()
        assert app.focused.outer_size.width == board(app).size.width
        assert shown(app) == {"decisions", "detail"}
        await pilot.press("7")
        await pilot.pause()
        assert (focused(app), board(app).zoomed) == ("todos", "todos")
        assert shown(app) == {"todos", "detail"}
        await pilot.press("z")
        await pilot.pause()
        assert board(app).zoomed is None
        assert shown(app) == set(ORDER)


async def test_below_or_beside_a_zoomed_pane_its_row_stands_whole() -> None:
    async with running(size=SMALL) as (app, pilot):
        await pilot.press("z")
        for size in (SMALL, USUAL, WIDE):
            await pilot.resize_terminal(*size)
            await pilot.press("6", "home")
            await pilot.pause()
            assert "bottom nav" in "\n".join(lines(board(app).detail)), size
            await pilot.press("j")
            await pilot.pause()
            detail = "\n".join(lines(board(app).detail))
            assert "WebSocket" in detail, size
            assert "bottom nav" not in detail, size
            await pilot.press("1")
            await pilot.pause()
            assert "variance 55 %, stop at 50 %" in "\n".join(lines(board(app).detail)), size


async def test_an_empty_pane_has_the_whole_board() -> None:
    async with running(track(title="T")) as (app, pilot):
        await pilot.press("5", "z")
        await pilot.pause()
        assert shown(app) == {"blockers"}
        assert app.focused.outer_size == board(app).size


async def test_a_reload_shows_new_values_and_keeps_focus_and_selection() -> None:
    old = project(full_track())
    async with running() as (app, pilot):
        await pilot.press("6", "j")
        new = project(full_track(decisions=(Decision(text="new"), *full_track().decisions)))
        app.snapshot = replace(app.snapshot, project=share(old, new))
        await pilot.pause()
        assert focused(app) == "decisions"
        assert app.focused.row.key == "WebSocket"
        assert [row.key for row in app.focused.rows.all] == ["new", "Hybrid sidebar layout", "WebSocket"]


async def test_a_reload_draws_only_the_panes_that_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    old = project(full_track())
    app = still_app(old)
    async with app.run_test(size=USUAL) as pilot:
        await pilot.pause()
        redrawn: list[str] = []
        redraw = Pane.redraw
        monkeypatch.setattr(Pane, "redraw", lambda pane: (redrawn.append(pane.pane_id()), redraw(pane)))
        app.snapshot = replace(app.snapshot, project=share(old, project(full_track(todos=()))))
        await pilot.pause()
        assert redrawn == ["todos"]


async def test_findings_of_the_project_are_shown() -> None:
    app = still_app(
        project(
            full_track(agents=()), findings=(Finding(code="c", severity="error", path="x", message=plain("No access")),)
        )
    )
    async with app.run_test(size=USUAL) as pilot:
        await pilot.pause()
        assert "No access" in "\n".join(lines(board(app).panes["findings"]))
        assert "No access" in "\n".join(lines(board(app).panes["attention"]))


async def test_no_text_disturbs_the_screen() -> None:
    """In fields of the model that no system of the conformance suite fills, too."""
    texts = cycle(HOSTILE)
    async with running(full_track(lambda _: next(texts)), size=USUAL) as (app, pilot):
        for digit in range(1, 10):
            await pilot.press(str(digit), "j", "enter")
            await pilot.pause()
            assert not {"\x1b", "\x07", "\u202e", "\u200b", "\t"} & set(text_of(app))
            await pilot.press("escape")
        assert app.is_running, "no click or key of a text was carried out"


async def test_the_smallest_screen_and_less() -> None:
    async with running(size=(40, 10)) as (app, pilot):
        assert "Needs you" in text_of(app)
        await pilot.resize_terminal(39, 10)
        await pilot.pause()
        assert "Cockpit needs 40 columns and 10 rows." in " ".join(text_of(app).split())
        assert "Needs you" not in text_of(app)


# Counts


async def test_the_line_of_counts_fits() -> None:
    many = full_track(decisions=tuple(Decision(text=str(number)) for number in range(12_345)))
    async with running(many, size=SMALL) as (app, _):
        counts = app.screen.query_one(Counts)
        counts.left_out = list(ORDER[2:])
        for width in range(36, 121, 7):
            line = counts.line(width)
            assert line.width <= width
            assert line.plain.split()[0] == "3", width


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
        for each in app.screen.query(Pane):
            await pilot.press(str(each.number))
            await pilot.pause()
            assert seen(app).splitlines()[-2] == counts.line(80).plain.rstrip()


COUNTS = {
    120: " 4 Phases 3   5 Blockers 1   6 Decisions 2   7 Todos 0   8 Sessions 4   9 Findings 3",
    82: " 4 Phases 3  5 Blockers 1  6 Decisions 2  7 Todos 0  8 Sessions 4  9 Findings 3",
    78: " 4 Phases 3  5 Blockers 1  6 Decisions 2  8 Sessions 4  9 Findings 3  empty 7",
    60: " 4 Phases  5 Blockers  6 Decisions  8 Sessions  9 Findings",
    40: " 4 Phases 3  5 Blockers 1  6 8 9",
    20: " 4 5 6 8 9  empty 7",
}
"""By width."""


async def test_where_not_all_counts_fit_the_full_panes_keep_their_names() -> None:
    nothing_to_do = full_track(todos=(), open_questions=())
    async with running(nothing_to_do, size=SMALL) as (app, _):
        counts = app.screen.query_one(Counts)
        counts.left_out = list(ORDER[3:])
        lines = {width: counts.line(width) for width in COUNTS}
        assert {width: line.plain.rstrip() for width, line in lines.items()} == COUNTS
        assert all(line.width <= width for width, line in lines.items())


# Header and footer


HEADERS = {
    40: ["T", "■ 1", "▲ 1", "? 1", "just now", "16:30"],
    60: ["TaskFlow…", "■ 1", "▲ 1", "? 1", "⊘ 1", "✗ 1", "just now", "16:30"],
    80: ["TaskFlow App", "■ 1", "▲ 1", "? 1", "⊘ 1", "✗ 1", "just now", "16:30"],
    120: ["TaskFlow App", "main", "■ 1 stop", "▲ 1 alert", "? 1 question", "⊘ 1 blocker", "✗ 1 unreadable",
          "written just now", "16:30"],
    160: ["TaskFlow App", "autopilot", "~/code/taskflow-app · main", "■ 1 stop", "▲ 1 alert", "? 1 question",
          "⊘ 1 blocker", "✗ 1 unreadable", "written just now", "16:30"],
}  # fmt: skip
"""What stands in it from left to right, by width."""


async def test_the_header() -> None:
    full = full_track()
    seen, *others = full.thresholds
    noticed = replace(full, thresholds=(replace(seen, snoozed_until=None), *others[:-1]))
    async with running(noticed, size=(40, 30), home=HOME, root=f"{HOME}/code/taskflow-app") as (app, pilot):
        for width, words in HEADERS.items():
            await pilot.resize_terminal(width, 30)
            await pilot.pause()
            (line,) = lines(app.screen.query_one(Header))
            places = [line.find(word) for word in words]
            assert -1 not in places, (width, line)
            assert places == sorted(places), width
            assert len(line) < width


async def test_the_age_moves_on_by_itself_and_the_branch_follows() -> None:
    moment = [NOW]
    app = still_app(project(full_track()))
    app.view = replace(app.view, now=lambda: moment[0])
    async with app.run_test(size=(120, 30)) as pilot:
        header = app.screen.query_one(Header)
        ages = {19: "just now", 20: "1 min ago", 79: "1 min ago", 80: "2 min ago", 7200: "2 h ago"}
        for seconds, words in ages.items():
            moment[0] = NOW + timedelta(seconds=seconds)
            header._age_on()
            assert f"written {words}" in lines(header)[0]
        app.snapshot = replace(app.snapshot, surroundings=Surroundings(branch="another"))
        await pilot.pause()
        assert " · another " in lines(header)[0]
        assert "written" not in lines(header)[0]


async def test_nothing_is_said_of_what_there_is_not() -> None:
    source = replace(full_track(), thresholds=(), blockers=(), waiting=None, findings=())
    async with running(source, size=(80, 30), root=f"{HOME}/code/taskflow-app", home=HOME) as (app, _):
        assert lines(app.screen.query_one(Header))[0].split("main")[1].strip() == "written just now   16:30"


async def test_the_header_names_the_track_where_there_are_several() -> None:
    first, second = track(title="One"), track(title="Two", path="pkg/T.md")
    async with running(first, second) as (app, pilot):
        assert "One  ·  autopilot  ·  track 1/2" in lines(app.screen.query_one(Header))[0]
        await pilot.press("t", "j", "enter")
        await pilot.pause()
        assert "Two  ·  autopilot  ·  track 2/2" in lines(app.screen.query_one(Header))[0]


async def test_of_the_header_a_long_title_is_cut_not_what_stands_beside_it() -> None:
    first, second = track(title="A project with a long name"), track(title="Two", path="pkg/T.md")
    async with running(first, second, size=(80, 30)) as (app, pilot):
        for width in range(60, 80):
            await pilot.resize_terminal(width, 30)
            await pilot.pause()
            assert "track 1/2 " in lines(app.screen.query_one(Header))[0], width


async def test_where_a_person_types_the_footer_names_only_keys_that_are_no_letters() -> None:
    async with running(size=SMALL) as (app, pilot):
        await pilot.press("4", "slash")
        await pilot.pause()
        assert app.screen.query_one(Footer).line(80).plain.split() == ["⏎", "keep", "Esc", "drop"]


async def test_the_footer_fits_and_help_is_always_there() -> None:
    async with running(size=(40, 30)) as (app, _):
        footer = app.screen.query_one(Footer)
        for width in (40, 50, 60, 80, 100, 120, 200):
            line = footer.line(width)
            assert line.width <= width
            assert "? help" in line.plain, width


async def test_a_click_in_the_footer_does_what_the_key_does() -> None:
    async with running() as (app, pilot):
        footer = app.screen.query_one(Footer)
        await pilot.click(Footer, offset=(footer.line(120).plain.index("zoom"), 0))
        await pilot.pause()
        assert board(app).zoomed == "attention"


# Detail and choices


async def test_the_detail_follows_the_selected_row_in_the_wide_shape() -> None:
    async with running(size=WIDE) as (app, pilot):
        await pilot.press("6")
        await pilot.pause()
        detail = board(app).detail
        shown = "\n".join(lines(detail))
        assert "Hybrid sidebar layout" in shown
        assert "bottom nav" in shown
        await pilot.press("j")
        await pilot.pause()
        assert "WebSocket" in "\n".join(lines(detail))


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


async def test_choices_move_and_are_chosen_by_key_and_pointer() -> None:
    tracks = [track(title=title, path=title) for title in ("One", "Two", "[b]Three[/b]")]
    async with running(*tracks) as (app, pilot):
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
        assert app.screen.track.title == "Two"
        await pilot.press("t", "escape")
        await pilot.pause()
        assert app.screen.track.title == "Two"


SCROLLBAR = set("▁▂▃▄▅▆▇█")
"""How Textual draws its scrollbars; nothing else may use these signs."""


async def test_without_unicode_the_program_draws_only_ascii() -> None:
    plain = full_track(lambda text: text.encode("ascii", "ignore").decode())
    async with running(plain, size=SMALL, ascii=True) as (app, pilot):
        for key in ("3", "6", "enter", "escape", "question_mark"):
            await pilot.press(key)
            await pilot.pause()
            assert {letter for letter in text_of(app) if not letter.isascii()} <= SCROLLBAR, key


async def test_a_project_without_tracks_and_one_still_being_read() -> None:
    for given in (Project(root="/srv/work"), None):
        app = still_app(given)
        async with app.run_test(size=USUAL) as pilot:
            await pilot.press(*"123456789zzjk", "enter", *"yametn", "slash", "escape")
            assert app.is_running


async def test_ten_thousand_rows_are_no_burden() -> None:
    many = full_track(decisions=tuple(Decision(text=f"decision {number}") for number in range(10_000)))
    async with running(many) as (app, pilot):
        await pilot.press("6", "G", "k", "ctrl+u", "home", "j")
        assert app.focused.cursor == 1
        app.snapshot = replace(app.snapshot, project=project(replace(many, thresholds=(threshold(value=9.0),))))
        await pilot.pause()
        assert app.focused.cursor == 1
