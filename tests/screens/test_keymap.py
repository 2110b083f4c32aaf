"""Keys of one's own: which of them hold, what is said about the others, and that dialogs name them."""

from itertools import combinations
from pathlib import Path

import pytest

from cockpit.actions import BY_ID
from cockpit.app import CockpitApp
from cockpit.screens.dialogs import QuestionDialog, ReadingDialog
from cockpit.screens.keys import NO_KEY, chosen_keys, meet, usual_keys
from cockpit.widgets.choice import ChoiceList
from cockpit.widgets.painting import PaintedText
from cockpit.widgets.pane import Pane
from screenshots import keys as page_of_keys
from tests.support.keyboard import firing, press, said, seen, slowly
from tests.support.static_app import running


@pytest.mark.parametrize(
    ("table", "keys", "problems"),
    [
        ({"pane.zoom": "F11, Ctrl+F"}, {"pane.zoom": "f11,ctrl+f"}, []),
        ({"pane.zoom": "%, /"}, {"pane.zoom": "percent_sign,slash", "pane.filter": NO_KEY},
         ["settings.toml leaves pane.filter without a key. Set another key."]),
        ({"pane.zoom": "j"}, {"pane.zoom": "j", "cursor.down": "down"}, []),
        ({"cursor.down": "a"}, {"cursor.down": "a", "row.answer": NO_KEY},
         ["settings.toml leaves row.answer without a key. Set another key."]),
        ({"change.undo": "f9", "pane.zoom": "f9"}, {"change.undo": "f9"},
         ["settings.toml sets the key f9 for change.undo and pane.zoom; change.undo keeps it."]),
        ({"diff.write": "w", "form.finish": "w"}, {"diff.write": "w", "form.finish": "w"}, []),
        ({"diff.write": "q"}, {"diff.write": "q", "dialog.close": "escape"}, []),
        ({"pane.zom": "f11"}, {},
         ["settings.toml sets a key for 'pane.zom', which is not an action. Did you mean pane.zoom?"]),
        ({"x": "f11"}, {}, [f"settings.toml sets a key for {'x'!r}, which is not an action. See docs/keys.md."]),
        ({"pane.zoom": "f99, f8"}, {"pane.zoom": "f8"},
         [f"settings.toml sets an unknown key for pane.zoom: {'f99'!r}."]),
    ],
)  # fmt: skip
def test_which_keys_hold(table: dict[str, str], keys: dict[str, str], problems: list[str]) -> None:
    chosen = chosen_keys(table, CockpitApp.BINDINGS)
    assert (chosen.keys, list(map(str, chosen.problems))) == (keys, problems)


async def test_a_key_taken_from_the_cursor_acts_and_the_dialogs_name_the_keys_that_work(tmp_path: Path) -> None:
    chosen = {"row.new": "j", "diff.write": "w", "dialog.close": "f2", "form.close": "f3", "nonsense": "x"}
    async with running(firing(tmp_path / "project"), (120, 40), keys=chosen, review=True) as (app, pilot):
        assert f"settings.toml sets a key for {'nonsense'!r}, which is not an action. See docs/keys.md." in said(app)
        await slowly(pilot, "7", "j")
        assert "Enter save   F3 cancel" in seen(app)
        await press(pilot, "D", "o", "c", "s", "enter")
        assert "w write   F2 cancel" in seen(app)
        await press(pilot, "enter")
        assert "w write" in seen(app)
        await press(pilot, "w")
        assert "Added the todo: Docs" in said(app)


async def test_a_key_of_ones_own_stands_in_the_last_line_where_the_usual_one_did(tmp_path: Path) -> None:
    """At the end, it would be the first that does not fit."""
    project = firing(tmp_path / "project")
    (project / ".autopilot/holding-pattern.md").unlink()
    async with running(project, keys={"row.answer": "f2"}) as (app, pilot):
        await press(pilot, "1", "home")
        assert seen(app).splitlines()[-1].split("  ")[0].strip() == "F2 acknowledge"


def test_the_key_of_every_action_does_it_on_some_screen() -> None:
    usual = usual_keys(CockpitApp.BINDINGS)
    keyed = {action.id: action.key for action in BY_ID.values() if action.key}
    assert [name for name, key in keyed.items() if key not in usual.get(name, ())] == []


def test_no_key_does_two_things_at_the_same_time() -> None:
    usual = usual_keys(CockpitApp.BINDINGS)
    twice = {
        (one, other)
        for one, other in combinations(sorted(usual), 2)
        if meet(one, other) and {*usual[one]} & {*usual[other]}
    }
    assert twice == {
        ("cursor.next-pane", "wizard.next"),
        ("cursor.previous-pane", "wizard.previous"),
    }  # Tab, in its steps


def test_the_page_of_keys_says_what_the_program_says() -> None:
    """`python -m screenshots.keys` writes it."""
    assert page_of_keys.PAGE.read_text("utf-8") == page_of_keys.page()


def test_the_keys_that_move_are_the_same_ones_everywhere() -> None:
    """A person who chooses them anew finds them in a list of answers and in the wizard's tables too."""
    moves = {"down": "cursor.down", "j": "cursor.down", "pagedown": "cursor.page-down", "home": "cursor.first"}
    for each in (Pane, PaintedText, ChoiceList, ReadingDialog, QuestionDialog):
        named = {key: binding.id for binding in vars(each)["BINDINGS"] for key in binding.key.split(",")}
        assert {key: name for key, name in named.items() if key in moves} == {
            key: name for key, name in moves.items() if key in named
        }, each
        assert moves.keys() & named.keys(), each
