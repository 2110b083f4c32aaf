"""What must not stand in the way of the first frame."""

import pytest

from cockpit.model import Project
from cockpit.widgets.board import Board
from tests.support.model_builders import full_track
from tests.support.static_app import still_app


async def test_the_board_has_its_shape_before_it_is_styled(monkeypatch: pytest.MonkeyPatch) -> None:
    shapes: list[str | None] = []
    monkeypatch.setattr(Board, "on_mount", lambda board: shapes.append(board.shape), raising=False)
    app = still_app(Project(root="/p", tracks=(full_track(),)))
    async with app.run_test(size=(120, 40)):
        assert shapes == ["grid"]
