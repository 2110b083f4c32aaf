"""A text to read: every letter of it is seen, also beside the scrollbar."""

from rich.cells import cell_len
from textual.app import App, ComposeResult

from cockpit.widgets.text_view import TextView
from cockpit.widgets.view import View
from tests.support.pane_app import clock


class Reading(App[None]):
    CSS = "TextView { scrollbar-size-vertical: 1; overflow-y: auto; height: 1fr; }"

    def compose(self) -> ComposeResult:
        yield TextView(View(clock))


async def test_the_scrollbar_covers_no_letter() -> None:
    app = Reading()
    async with app.run_test(size=(40, 8)) as pilot:
        view = app.query_one(TextView)
        view.show("\n".join("x" * length for length in range(30, 41)), {})
        await pilot.pause()
        assert view.show_vertical_scrollbar
        free = view.scrollable_content_region.width
        lines = [sum(cell_len(span.text) for span in line.spans) for line in view._laid_out[1]]
        assert max(lines) == free
        assert sum(lines) > sum(range(30, 41))
