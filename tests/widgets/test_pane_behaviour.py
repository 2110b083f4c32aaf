"""A pane under the keys, the pointer and a reload: what a person looks at does not jump."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from textual.content import Content
from textual.pilot import Pilot

from cockpit.model import Decision, Finding, Phase, Position, Step, Track
from cockpit.model.sharing import share
from cockpit.model.state import Snapshot
from cockpit.widgets.filter_input import FilterInput
from cockpit.widgets.pane import Density, Pane, Row
from cockpit.widgets.panes.decisions import DecisionsPane
from cockpit.widgets.panes.findings import FindingsPane
from cockpit.widgets.panes.phases import PhasesPane
from cockpit.widgets.panes.thresholds import ThresholdsPane
from cockpit.widgets.view import View
from cockpit.wording.messages import plain
from tests.support.keyboard import until
from tests.support.model_builders import about, clock, project, threshold, track
from tests.support.pane_app import PaneApp, decided, lines

MANY = tuple(f"decision {number:02}" for number in range(40))
SIZE = (40, 12)
"""Ten lines inside the border."""


def view() -> View:
    return View(clock)


def bench(pane: Pane | None = None) -> PaneApp:
    return PaneApp(pane or DecisionsPane(view()))


def reloaded(old: Track, new: Track) -> Track:
    """The new track as a reload hands it out: what did not change is the old object."""
    return share(project(old), project(new)).tracks[0]


def title(app: PaneApp) -> str:
    return Content.from_markup(app.widget.border_title or "").plain


async def settle(pilot: Pilot[None]) -> None:
    await pilot.pause()


async def show(pilot: Pilot[None], *texts: str) -> None:
    pilot.app.widget.show(about(decided(*texts)))
    await settle(pilot)


@pytest.mark.parametrize(
    ("keys", "cursor"),
    [
        (["j"], 1),
        (["down", "down", "k"], 1),
        (["k"], 0),
        (["up"], 0),
        (["G"], 39),
        (["end", "j"], 39),
        (["G", "home"], 0),
        (["end", "home"], 0),
        (["ctrl+d"], 9),
        (["pagedown", "pagedown"], 18),
        (["G", "ctrl+u"], 30),
        (["j", "pageup"], 0),
        (["G", "k", "ctrl+d"], 39),
    ],
)
async def test_keys_move_the_cursor_and_keep_it_in_view(keys: list[str], cursor: int) -> None:
    app = bench()
    async with app.run_test(size=SIZE) as pilot:
        app.widget.show(about(decided(*MANY)))
        await settle(pilot)
        await pilot.press(*keys)
        assert app.widget.cursor == cursor
        assert f"▌decision {cursor:02}" in lines(app.widget)


async def test_keys_go_over_headings_and_never_back_to_the_top() -> None:
    app = bench(ThresholdsPane(view()))
    async with app.run_test(size=SIZE) as pilot:
        app.widget.show(about(track(thresholds=tuple(threshold(metric=name) for name in ("a", "b", "c")))))
        await settle(pilot)
        moves = {}
        for key in ("home", "k", "j", "ctrl+d", "ctrl+d", "j", "G", "ctrl+u", "ctrl+u"):
            await pilot.press(key)
            moves[len(moves), key] = app.widget.row.key
        assert [f"{key}:{row}" for (_, key), row in moves.items()] == [
            "home:a", "k:a", "j:b", "ctrl+d:c", "ctrl+d:c", "j:c", "G:c", "ctrl+u:a", "ctrl+u:a",
        ]  # fmt: skip


async def test_keys_in_an_empty_pane_do_nothing() -> None:
    app = bench()
    async with app.run_test(size=SIZE) as pilot:
        app.widget.show(about(track()))
        await pilot.press("j", "k", "G", "home", "ctrl+d", "ctrl+u")
        app.widget.action_open()
        assert (app.widget.cursor, app.widget.row) == (0, None)
        assert lines(app.widget)[0] == " No decisions recorded."


async def test_before_the_first_reading_the_pane_is_empty() -> None:
    app = bench()
    async with app.run_test(size=SIZE):
        assert app.widget.show(Snapshot())
        assert not app.widget.show(Snapshot())
        assert lines(app.widget)[0] == " No decisions recorded."


@pytest.mark.parametrize(("keys", "shown"), [([], 0), (["j"] * 5, 0), (["j"] * 20, 11), (["G"], 30)])
async def test_the_selection_and_its_place_on_screen_survive_an_insertion_above(keys: list[str], shown: int) -> None:
    app = bench()
    async with app.run_test(size=SIZE) as pilot:
        before = decided(*MANY)
        app.widget.show(about(before))
        await settle(pilot)
        await pilot.press(*keys)
        selected, scrolled = app.widget.row, app.widget.scroll_offset.y
        assert scrolled == shown
        app.widget.show(about(reloaded(before, decided("new one", "new two", *MANY))))
        await settle(pilot)
        assert app.widget.row == selected
        assert [line for line in lines(app.widget) if line.startswith("▌")] == [f"▌{selected.key}"]


async def test_without_the_focus_the_first_rows_stay_on_screen() -> None:
    app = bench()
    async with app.run_test(size=SIZE) as pilot:
        app.widget.show(about(decided("old")))
        await settle(pilot)
        app.set_focus(None)
        await settle(pilot)
        app.widget.show(about(decided(*MANY, "old")))
        await settle(pilot)
        assert app.widget.row.key == "decision 00"
        assert lines(app.widget)[0].endswith("decision 00"), "what came in at the top is the gravest"


async def test_scrolling_away_from_the_selection_survives_a_reload() -> None:
    app = bench()
    async with app.run_test(size=SIZE) as pilot:
        before = decided(*MANY)
        app.widget.show(about(before))
        await settle(pilot)
        app.widget.scroll_to(y=20, animate=False, immediate=True)
        await settle(pilot)
        app.widget.show(about(reloaded(before, decided(*MANY, "appended"))))
        await settle(pilot)
        assert app.widget.scroll_offset.y == 20
        assert lines(app.widget)[0] == " decision 20"


async def test_a_row_that_goes_gives_the_selection_to_its_neighbour() -> None:
    app = bench()
    async with app.run_test(size=SIZE) as pilot:
        before = decided("a", "b", "c")
        app.widget.show(about(before))
        await settle(pilot)
        await pilot.press("j")
        app.widget.show(about(reloaded(before, decided("a", "c"))))
        assert app.widget.row.key == "c"
        app.widget.show(about(decided("a")))
        assert app.widget.row.key == "a"
        app.widget.show(about(decided()))
        assert app.widget.row is None


async def test_unchanged_slices_are_not_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    app = bench()
    async with app.run_test(size=SIZE) as pilot:
        before = decided("a", "b")
        assert app.widget.show(about(before))
        await settle(pilot)
        rows = app.widget.rows.all
        monkeypatch.setattr(DecisionsPane, "rows_of", lambda *_: pytest.fail("built again"))
        monkeypatch.setattr(DecisionsPane, "draw", lambda *_: pytest.fail("drawn again"))
        after = reloaded(before, replace(decided("a", "b"), title="renamed"))
        assert after is not before
        assert not app.widget.show(about(after))
        assert app.widget.track is after
        assert app.widget.rows.all is rows


async def test_another_view_is_drawn_again() -> None:
    app = bench(ThresholdsPane(view()))
    async with app.run_test(size=SIZE) as pilot:
        one = track(thresholds=(threshold(),))
        app.widget.show(about(one))
        await settle(pilot)
        assert "now" in lines(app.widget)[0]
        app.widget.view = replace(app.widget.view, compact=True)
        assert app.widget.show(about(one))
        assert "cost" in lines(app.widget)[0]


LONG = "a text that is too long for one line of this pane"


@pytest.mark.parametrize(
    ("height", "shown"),
    [
        (5, ["▌a", " b", " a text that is too long for one lin…"]),
        (6, ["▌a", " b", " a text that is too long for one line", " of this pane"]),
        (8, ["▌a", "▌  because", " b", " a text that is too long for one line", " of this pane", ""]),
    ],
)
async def test_rows_say_as_much_as_the_height_allows(height: int, shown: list[str]) -> None:
    app = bench()
    async with app.run_test(size=(40, height)) as pilot:
        rows = (Decision(text="a", reason="because"), Decision(text="b"), Decision(text=LONG))
        app.widget.show(about(track(decisions=rows)))
        await settle(pilot)
        assert lines(app.widget) == shown


async def test_where_not_all_rows_can_be_whole_the_first_ones_are() -> None:
    app = bench()
    async with app.run_test(size=(40, 5)) as pilot:
        app.widget.show(about(track(decisions=(Decision(text=LONG), Decision(text=LONG)))))
        await settle(pilot)
        assert lines(app.widget) == [
            "▌a text that is too long for one line",
            "▌of this pane",
            " a text that is too long for one lin…",
        ]


async def test_the_last_line_says_how_many_rows_are_below() -> None:
    app = bench()
    app.widget.says_more = True
    async with app.run_test(size=(40, 5)) as pilot:
        app.widget.show(about(decided(*"abcde")))
        await settle(pilot)
        assert [line.split() for line in lines(app.widget)] == [["▌a"], ["b"], ["c", "2", "more"]]
        await pilot.press("tab", "G")
        await settle(pilot)
        assert [line.split() for line in lines(app.widget)] == [["c"], ["d"], ["▌e"]]


async def test_what_stands_at_the_right_end_of_a_row_is_whole_beside_the_number_of_rows_below() -> None:
    phases = [Phase(id=str(at), name="API", status="not_started") for at in range(3)]
    counted = [replace(each, counted_done=0, counted_total=8) for each in phases]
    for rows, last in ((phases, "not started  2 more"), (counted, "0/8  2 more")):
        app = bench(PhasesPane(view()))
        app.widget.says_more = True
        async with app.run_test(size=(48, 3)) as pilot:
            app.widget.show(about(track(phases=tuple(rows))))
            await settle(pilot)
            assert lines(app.widget)[-1].endswith(f" {last}")


async def test_the_bar_beside_the_number_of_rows_below_begins_under_the_others() -> None:
    phases = [Phase(id=str(at), name="A long name", counted_done=0, counted_total=8) for at in range(4)]
    for width in (40, 48, 60, 100):
        app = bench(PhasesPane(view()))
        app.widget.says_more = True
        async with app.run_test(size=(width, 4)) as pilot:
            app.widget.show(about(track(phases=tuple(phases))))
            await settle(pilot)
            first, last = (line.find("─") for line in lines(app.widget))
            assert first > 0
            assert last == (first if width > 40 else -1)  # where too little is left of it there is none


async def test_a_click_on_the_key_an_empty_pane_names_does_what_it_says() -> None:
    clicked: list[str] = []

    class Listening(PaneApp):
        def on_pane_clicked(self, message: Pane.Clicked) -> None:
            clicked.append(message.action)

    app = Listening(DecisionsPane(replace(view(), keys={"row.new": "n"})))
    async with app.run_test(size=(44, 12)) as pilot:
        app.widget.show(about(track()))
        await settle(pilot)
        assert lines(app.widget)[0] == " No decisions recorded.  n records one"
        await pilot.click(Pane, offset=(3, 1))
        await pilot.click(Pane, offset=(27, 1))
        await settle(pilot)
        assert clicked == ["row.new"]


async def test_findings_of_the_project_alone_are_a_change() -> None:
    app = bench(FindingsPane(view()))
    async with app.run_test(size=SIZE):
        one = track()
        assert app.widget.show(about(one))
        assert not app.widget.show(about(one))
        finding = Finding(code="c", severity="note", path=".", message=plain("of the project"))
        assert app.widget.show(replace(about(one), taken_back=finding))
        assert lines(app.widget)[0].startswith("▌· of the project")


async def test_changed_rows_are_marked_and_after_a_while_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    app = bench()
    timers: list[tuple[float, Callable[[], None]]] = []
    monkeypatch.setattr(app.widget, "set_timer", lambda *timer: timers.append(timer))
    async with app.run_test(size=SIZE) as pilot:
        before = decided("a", "b")
        app.widget.show(about(before))
        await settle(pilot)
        assert lines(app.widget)[:2] == ["▌a", " b"], "nothing is new at the first reading"
        after = track(decisions=(Decision(text="new"), Decision(text="a"), Decision(text="b", outcome="works")))
        app.widget.show(about(reloaded(before, after)))
        assert [line[0] for line in lines(app.widget)[:3]] == ["▎", "▌", "▎"]
        ((seconds, over),) = timers
        assert seconds == 4.0
        over()
        assert [line[0] for line in lines(app.widget)[:3]] == [" ", "▌", " "]


async def test_the_mark_is_taken_off_the_screen_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cockpit.widgets.pane.MARKED_FOR", 0.05)
    app = bench()
    async with app.run_test(size=SIZE) as pilot:
        app.widget.show(about(decided("a")))
        await settle(pilot)
        painted: list[object] = []
        app.widget.show(about(decided("a", "b")))
        monkeypatch.setattr(app.widget, "refresh", lambda *_, **__: painted.append(1))
        await until(pilot, lambda: painted)
        assert lines(app.widget)[1] == " b"


async def test_what_was_recorded_is_selected_when_it_is_read_however_late() -> None:
    app = bench()
    async with app.run_test(size=SIZE) as pilot:
        await show(pilot, "a", "b")
        app.widget.forget_new()
        await show(pilot, "recorded", "a", "b")  # read before its writer says that it is written
        app.widget.go_to_new()
        assert app.widget.row.key == "recorded"
        app.widget.forget_new()
        app.widget.go_to_new()
        assert app.widget.row.key == "recorded"
        await show(pilot, "another", "recorded", "a", "b")
        assert app.widget.row.key == "another"
        await show(pilot, "an agent's", "another", "recorded", "a", "b")
        assert app.widget.row.key == "another"


async def test_what_was_recorded_is_not_selected_once_the_cursor_was_moved() -> None:
    app = bench()
    async with app.run_test(size=SIZE) as pilot:
        await show(pilot, "a", "b")
        app.widget.forget_new()
        app.widget.go_to_new()
        await pilot.press("j")
        await show(pilot, "recorded", "a", "b")
        assert app.widget.row.key == "b"


async def test_another_track_is_no_change_of_rows() -> None:
    app = bench()
    async with app.run_test(size=SIZE) as pilot:
        app.widget.show(about(decided("a")))
        await settle(pilot)
        app.widget.show(about(replace(decided("x", "y"), id="other")))
        assert [line[0] for line in lines(app.widget)[:2]] == ["▌", " "]


async def test_a_filter_shows_only_what_contains_it_and_keeps_the_selection() -> None:
    app = bench()
    async with app.run_test(size=SIZE) as pilot:
        app.widget.show(about(decided("Alpha", "beta", "Gamma", "alphabet")))
        await settle(pilot)
        await pilot.press("G")
        app.widget.filter("ALPHA")
        assert [row.key for row in app.widget.rows.shown] == ["Alpha", "alphabet"]
        assert app.widget.row.key == "alphabet"
        assert title(app) == "6 Decisions  /ALPHA 2"
        app.widget.filter("")
        assert app.widget.row.key == "alphabet"
        assert title(app) == "6 Decisions  4"


async def test_a_filter_leaves_the_other_panes_where_they_are() -> None:
    app = bench()
    async with app.run_test(size=SIZE) as pilot:
        app.widget.show(about(decided(*MANY)))
        await settle(pilot)
        wanted = app.widget.wanted_height(38, Density.FULL)
        app.widget.filter("03")
        assert lines(app.widget)[:2] == ["▌decision 03", ""]
        assert app.widget.wanted_height(38, Density.FULL) == wanted == 40


async def test_a_filter_without_a_match_says_so_in_the_frame() -> None:
    app = bench()
    async with app.run_test(size=SIZE) as pilot:
        app.widget.show(about(decided("a", "b")))
        await settle(pilot)
        app.widget.filter("zzz")
        assert app.widget.row is None
        assert title(app) == "6 Decisions  /zzz 0"
        await pilot.press("j", "G")


async def test_typing_filters_enter_keeps_and_escape_drops() -> None:
    app = bench()
    async with app.run_test(size=SIZE) as pilot:
        pane = app.widget
        pane.show(about(decided("alpha", "beta")))
        await app.mount(FilterInput(pane))
        await pilot.press("b", "e")
        assert [row.key for row in pane.rows.shown] == ["beta"]
        await pilot.press("enter")
        await settle(pilot)
        assert (pane.rows.needle, app.focused, len(app.query(FilterInput))) == ("be", pane, 0)
        await app.mount(FilterInput(pane))
        await pilot.press("escape")
        await settle(pilot)
        assert (pane.rows.needle, app.focused, len(pane.rows.shown)) == ("", pane, 2)


async def test_the_pointer_selects_and_a_double_click_opens() -> None:
    opened: list[Row] = []

    class Listening(PaneApp):
        def on_pane_opened(self, message: Pane.Opened) -> None:
            opened.append(message.row)

    app = Listening(DecisionsPane(view()))
    async with app.run_test(size=SIZE) as pilot:
        app.widget.show(about(decided(*MANY)))
        await settle(pilot)
        await pilot.press("G")
        await pilot.click(Pane, offset=(5, 3))  # the third line inside the border
        assert app.widget.row.key == "decision 32"
        assert opened == []
        await pilot.click(Pane, offset=(5, 4), times=2)
        await settle(pilot)
        assert [row.key for row in opened] == ["decision 33"]
        await pilot.click(Pane, offset=(5, 0))
        assert app.widget.row.key == "decision 33", "the border selects nothing"


async def test_a_row_can_be_selected_by_its_key() -> None:
    app = bench()
    async with app.run_test(size=SIZE):
        app.widget.show(about(decided(*MANY)))
        assert app.widget.select("decision 20")
        assert app.widget.cursor == 20
        assert not app.widget.select("nothing")
        assert app.widget.cursor == 20


@pytest.mark.parametrize(("chosen", "at"), [(False, "3"), (True, "1")])
async def test_a_pane_that_is_not_in_use_stands_at_the_present_phase(chosen: bool, at: str) -> None:
    """Whoever goes there by its number finds what matters now, unless they chose a row there."""
    phases = tuple(Phase(id=str(number), name="Work") for number in range(1, 5))
    first = track(phases=phases, position=Position(phase=Step(id="2")))
    pane = PhasesPane(View(clock))
    app = PaneApp(pane)
    async with app.run_test(size=(40, 10)) as pilot:
        pane.show(about(first))
        assert pane.row is not None
        assert pane.row.value.id == "2"
        if chosen:
            pane.focus()
            await pilot.press("up")
        app.set_focus(None)
        await pilot.pause()
        pane.show(about(replace(first, position=Position(phase=Step(id="3")))))
        assert pane.row.value.id == at


async def test_the_cursor_is_visible_only_where_the_focus_is() -> None:
    app = bench()
    async with app.run_test(size=SIZE) as pilot:
        app.widget.show(about(decided("a")))
        await settle(pilot)
        assert lines(app.widget)[0] == "▌a"
        app.set_focus(None)
        await settle(pilot)
        assert lines(app.widget)[0] == " a"


async def test_a_smaller_window_keeps_the_cursor_in_view() -> None:
    app = bench()
    async with app.run_test(size=(40, 30)) as pilot:
        app.widget.show(about(decided(*MANY)))
        await settle(pilot)
        await pilot.press(*["j"] * 25)
        await pilot.resize_terminal(40, 8)
        await settle(pilot)
        assert "▌decision 25" in lines(app.widget)


async def test_markup_and_controls_in_a_text_are_painted_as_text() -> None:
    app = bench()
    async with app.run_test(size=SIZE) as pilot:
        app.widget.show(about(decided("[@click=app.quit]x[/]", "\x1b[31mred\x1b]0;t\x07", "[link=http://x]y[/link]")))
        await settle(pilot)
        assert lines(app.widget)[:3] == [
            "▌[@click=app.quit]x[/]",
            " \\x1b[31mred\\x1b]0;t\\x07",
            " [link=http://x]y[/link]",
        ]
        styles = {segment.style for y in range(3) for segment in app.widget.render_line(y) if segment.style}
        assert {(style.link, style.meta.get("@click")) for style in styles} == {(None, None)}
