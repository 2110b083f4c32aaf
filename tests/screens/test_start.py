"""What must not stand in the way of the first frame."""

from inspect import iscoroutinefunction
from typing import Any

import pytest
from textual.color import Color
from textual.css.stylesheet import Stylesheet

from cockpit.app import CockpitApp
from cockpit.model import Project
from cockpit.screens.history_service import HistoryService
from cockpit.widgets.board import Board
from tests.support.deferred_drawing import drawn
from tests.support.keyboard import settle
from tests.support.model_builders import full_track
from tests.support.static_app import still_app


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What happens while the program starts, in order."""
    seen: list[str] = []

    def noted(owner: type, name: str, word: str) -> None:
        method = getattr(owner, name)

        def note(*args: Any, **named: Any) -> Any:
            if word != "frame" or args[2] is not None:  # nothing to show is shown between two frames
                seen.append(word)
            return method(*args, **named)

        async def note_later(*args: Any, **named: Any) -> Any:
            seen.append(word)
            return await method(*args, **named)

        monkeypatch.setattr(owner, name, note_later if iscoroutinefunction(method) else note)

    noted(CockpitApp, "_display", "frame")
    noted(HistoryService, "_look", "look back")
    noted(Stylesheet, "reparse", "parse anew")
    return seen


async def test_looking_back_waits_for_the_first_frame(steps: list[str]) -> None:
    app = still_app(Project(root="/p", tracks=(full_track(),)))
    with drawn():
        async with app.run_test(size=(120, 40)) as pilot:
            await settle(pilot)
    assert "frame" in steps[: steps.index("look back")]


async def test_no_style_is_parsed_twice(steps: list[str]) -> None:
    app = still_app(Project(root="/p", tracks=(full_track(),)))
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        board = app.screen.query_one(Board)
        assert ("parse anew" in steps, board.styles.background) == (False, Color.parse("#10141B"))
        app.choose_theme("cockpit-light")
        await settle(pilot)
        assert (steps.count("parse anew"), board.styles.background) == (1, Color.parse("#FBFBF8"))


async def test_the_board_has_its_shape_before_it_is_styled(monkeypatch: pytest.MonkeyPatch) -> None:
    shapes: list[str | None] = []
    monkeypatch.setattr(Board, "on_mount", lambda board: shapes.append(board.shape), raising=False)
    app = still_app(Project(root="/p", tracks=(full_track(),)))
    async with app.run_test(size=(120, 40)):
        assert shapes == ["grid"]
