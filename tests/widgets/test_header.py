"""The first line of a screen of its own."""

import pytest
from textual.app import App, ComposeResult

from cockpit.widgets.header import TitleBar

LONG = "Clear the database before seeding"


@pytest.mark.parametrize(
    ("width", "shown"),
    [
        (80, f" Hand off  ·  {LONG}  ·  phase 2"),
        (62, f" Hand off  ·  {LONG}  ·  phase 2"),
        (50, f" Hand off  ·  {LONG}"),
        (42, " Hand off  ·  Clear the database before…"),
        (30, " Hand off"),
    ],
)
async def test_a_title_without_room_is_cut_before_it_is_left_out(width: int, shown: str) -> None:
    class Bar(App[None]):
        def compose(self) -> ComposeResult:
            yield TitleBar("·")

    app = Bar()
    async with app.run_test(size=(width, 3)) as pilot:
        bar = app.query_one(TitleBar)
        bar.show(["Hand off", LONG, "phase 2"])
        await pilot.pause()
        assert bar.render_line(0).text.rstrip() == shown
