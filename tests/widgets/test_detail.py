"""The facts about a row: what was broken for another width than they have is asked for again."""

from textual import on
from textual.app import App, ComposeResult

from cockpit.widgets.detail import Detail
from cockpit.widgets.sheets import Fact
from cockpit.widgets.view import View
from tests.support.pane_app import clock


class Showing(App[None]):
    """Shows the width that the facts were made for, as the screens break what was written."""

    CSS = "Detail { height: 1fr; border: none; padding: 0; }"

    def compose(self) -> ComposeResult:
        yield Detail(View(clock))

    @property
    def detail(self) -> Detail:
        return self.query_one(Detail)

    @on(Detail.Resized)
    def show(self) -> None:
        self.detail.show("", [Fact("made for", str(self.detail.size.width))])


async def test_what_was_made_while_it_was_hidden_is_made_again_once_it_is_seen() -> None:
    """It has no width then; the log of changes hides it until there are any, and may have read them before a frame."""
    app = Showing()
    async with app.run_test(size=(40, 8)) as pilot:
        await pilot.pause()
        seen = "".join(strip.text for strip in app.screen._compositor.render_strips())
        assert "made for 40" in " ".join(seen.split())
        app.detail.display = False
        await pilot.pause()
        app.show()
        app.detail.display = True
        await pilot.pause()
        await pilot.pause()
        seen = "".join(strip.text for strip in app.screen._compositor.render_strips())
        assert "made for 40" in " ".join(seen.split())
