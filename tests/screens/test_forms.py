"""Forms: what is typed is never lost, what is wrong is said where it was typed."""

from pathlib import Path

import pytest
from textual.widgets import Input, Static

from cockpit.app import CockpitApp
from cockpit.project.load import load_project
from cockpit.widgets.choice import ChoiceList
from tests.support.keyboard import copy, everything, said, seen, slowly, transponder, write_values
from tests.support.messages import wording
from tests.support.static_app import NOW, app_on

KEPT = wording("screens.typed-is-kept")
RESTORED = "This is what you typed before; Ctrl+L clears it."
SIZE = (80, 24)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return copy(tmp_path / "project", "healthy")


async def test_what_was_typed_is_there_again(project: Path) -> None:
    before = everything(project)
    app = app_on(project)
    async with app.run_test(size=SIZE) as pilot:
        await slowly(pilot, "d")
        assert RESTORED not in seen(app)
        await slowly(pilot, *"Use it", "tab", *"well", "escape")
        assert said(app) == KEPT
        await slowly(pilot, "d")
        assert [line.value for line in app.screen.query(Input)] == ["Use it", "well", "", ""]
        assert RESTORED in seen(app)
        assert app.screen.query(Input).first().has_focus
    assert everything(project) == before


async def test_clearing_forgets_it(project: Path) -> None:
    app = app_on(project)
    async with app.run_test(size=SIZE) as pilot:
        await slowly(pilot, "t", *"Call Ada", "escape", "t", "ctrl+l")
        assert [line.value for line in app.screen.query(Input)] == [""]
        assert RESTORED not in seen(app)
        await slowly(pilot, "escape")
        app.said = ()
        await slowly(pilot, "t")
        assert [line.value for line in app.screen.query(Input)] == [""]
        assert RESTORED not in seen(app)


async def test_clearing_gives_the_text_that_is_to_be_changed_back(project: Path) -> None:
    async with (app := app_on(project)).run_test(size=SIZE) as pilot:
        await slowly(pilot, "6", "E", "end", *" soon", "escape", "E")
        assert app.screen.query_one(Input).value == "Ask accounting for the retention period soon"
        await slowly(pilot, "ctrl+l")
        assert app.screen.query_one(Input).value == "Ask accounting for the retention period"


async def test_nothing_typed_nothing_kept(project: Path) -> None:
    app = app_on(project)
    async with app.run_test(size=SIZE) as pilot:
        await slowly(pilot, "6", "E", "escape")
        assert said(app) == ""
        await slowly(pilot, "E")
        assert RESTORED not in seen(app)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (["6", "g", "E"], ["6", "G", "E"]),
        (["3", "g", "l", "1"], ["3", "g", "l", "2"]),
        (["3", "g", "l", "1"], ["3", "j", "l", "1"]),
        (["c", "1"], ["c", "2"]),
        (["t"], ["b"]),
    ],
    ids=["another todo", "another level", "another metric", "another whole", "another form"],
)
async def test_each_thing_has_its_own(project: Path, first: list[str], second: list[str]) -> None:
    app = app_on(project)
    async with app.run_test(size=SIZE) as pilot:
        await slowly(pilot, *first, *"7x", "escape", *second)
        assert "7x" not in app.screen.query(Input).first().value
        await slowly(pilot, "escape", *first)
        assert app.screen.query(Input).first().value.endswith("7x")


async def test_once_written_it_is_forgotten(project: Path) -> None:
    app = app_on(project)
    async with app.run_test(size=SIZE) as pilot:
        await slowly(pilot, "t", *"Call Ada", "escape", "t", "enter")
        assert wording("autopilot.todo-added", todo="Call Ada") in said(app)
        await slowly(pilot, "t")
        assert app.screen.query_one(Input).value == ""
    assert "- [ ] Call Ada" in transponder(project).read_text("utf-8")


async def test_a_click_beside_the_form_keeps_it_too(project: Path) -> None:
    app = app_on(project)
    async with app.run_test(size=SIZE) as pilot:
        await slowly(pilot, "t", *"Call Ada")
        await pilot.click(offset=(1, 1))
        await slowly(pilot, "t")
        assert app.screen.query_one(Input).value == "Call Ada"


async def test_a_diff_that_is_not_agreed_to_keeps_it_too(project: Path) -> None:
    app = app_on(project, review=True)
    async with app.run_test(size=SIZE) as pilot:
        await slowly(pilot, "t", *"Call Ada", "enter", "escape", "t")
        assert app.screen.query_one(Input).value == "Call Ada"
    assert "Call Ada" not in transponder(project).read_text("utf-8")


def words_in(app: CockpitApp, selector: str) -> str:
    """The words of a part of the screen, as far as they are seen, without frames."""
    region = app.screen.query_one(selector).region
    lines = seen(app).splitlines()[region.y : region.bottom]
    return " ".join(" ".join(line[region.x : region.right].strip("│") for line in lines).split())


async def test_a_refusal_is_shown_in_the_form_and_can_be_corrected(project: Path) -> None:
    app = app_on(project)
    async with app.run_test(size=SIZE) as pilot:
        await slowly(pilot, "3", "g", "l", "3", *["backspace"] * 3, *"5", "enter")
        assert words_in(app, "#wrong") == wording(
            "autopilot.limit-below-other", level="stop", metric="cost", limit="$5", other="warning", other_limit="$10"
        )
        assert app.screen.query_one(Input).value == "5"
        await slowly(pilot, *"5", "enter")
        assert wording("autopilot.limit-set", level="stop", metric="cost", limit="$55") in said(app)


@pytest.mark.parametrize(
    ("keys", "sentence"),
    [
        (["t", "enter"], wording("screens.line-is-missing", line="Todo")),
        (["d", "tab", *"well", "ctrl+s"], wording("screens.line-is-missing", line="Decision")),
        (["3", "g", "l", "3", "ctrl+l", *"x", "enter"], wording("screens.no-number", typed="x")),
    ],
)
async def test_what_is_wrong_is_shown_before_anything_is_written(project: Path, keys: list[str], sentence: str) -> None:
    before = everything(project)
    app = app_on(project)
    async with app.run_test(size=SIZE) as pilot:
        await slowly(pilot, *keys)
        assert sentence in seen(app)
        assert app.screen.query(Input).first().has_focus
    assert everything(project) == before


async def test_the_remark_on_a_line_goes_when_the_line_is_right(project: Path) -> None:
    app = app_on(project)
    async with app.run_test(size=SIZE) as pilot:
        await slowly(pilot, "3", "g", "l", "3", "ctrl+l", *"x", "enter")
        assert wording("screens.no-number", typed="x") in seen(app)
        await slowly(pilot, "y")
        assert wording("screens.no-number", typed="x") in seen(app)  # it still is none
        await slowly(pilot, "backspace", "backspace", *"55")
        assert "Not a number" not in seen(app)
        assert app.screen.query_one(Input).value == "55"


STOPPED = ["3", "g", "x"]


async def test_what_is_typed_replaces_what_is_proposed(project: Path) -> None:
    write_values(project, cost=52)
    app = app_on(project)
    async with app.run_test(size=SIZE) as pilot:
        await slowly(pilot, *STOPPED, *"75")
        assert app.screen.query_one(Input).value == "75"
        await slowly(pilot, "enter")
    assert limit_of_cost(project) == 75


@pytest.mark.parametrize(
    ("fixture", "keys"),
    [
        ("seed-thresholds", ["m", "1"]),
        ("seed-thresholds", ["m", "2"]),
        ("healthy", ["6", "E"]),
        ("healthy", ["3", "g", "l", "1"]),
    ],
)
async def test_in_every_form_what_is_typed_replaces_what_is_proposed_and_can_be_edited(
    tmp_path: Path, fixture: str, keys: list[str]
) -> None:
    app = app_on(copy(tmp_path / "p", fixture))
    async with app.run_test(size=SIZE) as pilot:
        await slowly(pilot, *keys)
        proposed = app.screen.query_one(Input).value
        assert proposed
        await slowly(pilot, "7")
        assert app.screen.query_one(Input).value == "7"
        await slowly(pilot, "ctrl+l", "end", "7")
        assert app.screen.query_one(Input).value == f"{proposed}7"
        await slowly(pilot, "escape", *keys, "8")  # what was typed before is no proposal
        assert app.screen.query_one(Input).value == f"{proposed}78"


async def test_a_field_that_was_typed_into_is_not_replaced_on_the_way_back(project: Path) -> None:
    app = app_on(project)
    async with app.run_test(size=SIZE) as pilot:
        await slowly(pilot, "d", *"Use", "tab", "shift+tab", *" it")
        assert app.screen.query(Input).first().value == "Use it"


async def test_the_new_limit_is_shown_beside_the_old_one_before_it_is_written(project: Path) -> None:
    write_values(project, cost=52)
    app = app_on(project)
    async with app.run_test(size=SIZE) as pilot:
        await slowly(pilot, *STOPPED)
        assert "→" not in str(app.screen.query_one(".comes-to", Static).visual)
        await slowly(pilot, *"75")
        assert str(app.screen.query_one(".comes-to", Static).visual) == "stop $50 → $75"
        assert "stop $50 → $75" in seen(app)
        await slowly(pilot, "x")
        assert str(app.screen.query_one(".comes-to", Static).visual) == ""
    assert limit_of_cost(project) == 50


@pytest.mark.parametrize(("typed", "asks"), [("500", False), ("501", True), ("5075", True), ("51", False)])
async def test_more_than_ten_times_the_old_limit_is_asked_about_once_more(
    project: Path, typed: str, asks: bool
) -> None:
    write_values(project, cost=52)
    app = app_on(project)
    async with app.run_test(size=SIZE) as pilot:
        await slowly(pilot, *STOPPED, *typed, "enter")
        assert limit_of_cost(project) == (50 if asks else float(typed))
        if not asks:
            return
        assert app.screen.query_one(ChoiceList).chosen == "no"
        await slowly(pilot, "enter")  # back to the number
        assert (app.screen.query_one(Input).value, limit_of_cost(project)) == (typed, 50)
        await slowly(pilot, "enter", "2")
    assert limit_of_cost(project) == float(typed)


def limit_of_cost(project: Path) -> float | None:
    found = load_project(project, clock=lambda: NOW).tracks[0].threshold("cost")
    return found.limits.stop if found is not None else None


@pytest.mark.parametrize("size", [(40, 10), (50, 14), (80, 24), (120, 40)], ids=lambda size: f"{size[0]}x{size[1]}")
async def test_every_line_can_be_reached_with_its_label_at_any_size(project: Path, size: tuple[int, int]) -> None:
    app = app_on(project)
    async with app.run_test(size=size) as pilot:
        await slowly(pilot, "d")
        for label in ("Decision *", "Outcome", "Why", "Where it was needed"):
            screen = seen(app)
            assert f"│ {label}" in screen or f" {label}" in screen
            last = label == "Where it was needed"
            assert ("Enter done, Esc leaves" if last else "Ctrl+S done, Esc leaves") in screen
            assert app.focused is not None
            assert app.focused.region in app.screen.region
            assert app.focused.region.height == 2
            assert label in screen.splitlines()[app.focused.region.y]
            await slowly(pilot, "tab")


async def test_the_form_takes_another_shape_when_the_terminal_does(project: Path) -> None:
    app = app_on(project)
    async with app.run_test(size=SIZE) as pilot:
        await slowly(pilot, "d")
        await pilot.resize_terminal(40, 10)
        await slowly(pilot)
        await pilot.pause()
        assert app.screen.query_one("#form").region in app.screen.region
        assert "Ctrl+S done, Esc leaves" in seen(app)
