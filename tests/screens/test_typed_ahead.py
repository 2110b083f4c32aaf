"""Keys that come faster than the screens they open."""

from pathlib import Path

import pytest
from textual import events
from textual.pilot import Pilot

from cockpit.screens import typed_ahead
from tests.screens.hands import EXAMPLE, copy, everything, firing, said, settle, transponder
from tests.screens.still import app_on
from widgets.filter_input import FilterInput


@pytest.fixture(autouse=True)
def as_long_as_it_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine opens a screen later."""
    monkeypatch.setattr(typed_ahead, "LONGEST", 60)


async def type_ahead(pilot: Pilot[None], *keys: str) -> None:
    """All keys at once, as a terminal sends what was typed while the program was busy; wait for what comes of them."""
    await settle(pilot)
    for key in keys:
        pilot.app._driver.send_message(events.Key(key, key if len(key) == 1 else None))
    await settle(pilot)
    while pilot.app._typed or pilot.app._under_way:
        await settle(pilot)


async def test_letters_after_the_key_of_a_form_are_typed_into_it(tmp_path: Path) -> None:
    folder = copy(tmp_path / "project")
    async with app_on(folder).run_test() as pilot:
        await type_ahead(pilot, "t", *"taxed", "ctrl+s")
        assert said(pilot.app) == "Added the todo: taxed  (u undoes it)"
        assert "- [ ] taxed\n" in transponder(folder).read_text("utf-8")


async def test_what_answers_a_question_waits_for_it(tmp_path: Path) -> None:
    folder = firing(tmp_path / "project")
    before = everything(folder)
    async with app_on(folder).run_test() as pilot:
        await type_ahead(pilot, "a")
        assert everything(folder) != before
        await type_ahead(pilot, "u", "enter")
        assert everything(folder) == before


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=str)
async def test_the_text_of_a_step_waits_for_its_page(size: tuple[int, int]) -> None:
    async with app_on(EXAMPLE).run_test(size=size) as pilot:
        await type_ahead(
            pilot, "h", "ctrl+n", "ctrl+n", "ctrl+n", "ctrl+n", "ctrl+n", "ctrl+n", *"why", "ctrl+n", *"Go on"
        )
        draft = pilot.app.screen.filling.draft
        begun = "Create Dashboard.tsx component using the API from task 2"  # as the handoff that waits begins
        assert (draft.context, draft.next_action) == ("why", f"{begun}Go on")


@pytest.mark.parametrize("first", [(), ("L",)], ids=["pane", "ledger"])
async def test_the_text_after_the_key_of_the_filter_is_the_filter(first: tuple[str, ...], tmp_path: Path) -> None:
    async with app_on(copy(tmp_path / "project")).run_test() as pilot:
        await type_ahead(pilot, *first, "slash", *"dxq")
        assert pilot.app.screen.query_one(FilterInput).value == "dxq"


async def test_no_key_waits_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(typed_ahead, "LONGEST", 0.05)
    monkeypatch.setattr(typed_ahead.TypedAhead, "_look", lambda *_: None)
    async with app_on(EXAMPLE).run_test() as pilot:
        await type_ahead(pilot, "3", "2", "question_mark")
        assert type(pilot.app.screen).__name__ == "HelpDialog"
