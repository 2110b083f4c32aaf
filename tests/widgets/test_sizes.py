"""A widget that paints knows its size, also where Textual asks in between what stands where."""

from collections.abc import Iterator

import pytest
from textual.app import App
from textual.containers import Vertical
from textual.geometry import Size
from textual.pilot import Pilot

from cockpit.widgets.footer import Caption
from cockpit.widgets.painting import Painted


class Measured(Painted):
    """Remembers the sizes it was told of."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[Size] = []

    def on_resize(self) -> None:
        self.told.append(self.size)


class Narrow(App[None]):
    """A painted widget below a caption."""

    CSS = "Vertical { width: 80; } Caption { height: auto; scrollbar-size: 0 0; } Measured { height: 5; }"

    def compose(self) -> Iterator[Vertical]:
        yield Vertical(Caption(id="asks"), Measured())


async def shown_narrower(pilot: Pilot[None], *, asked: bool) -> None:
    """Show what was hidden, narrower than it was, and ask where it stands before it is laid out, as any look at a size
    does where a widget waits to be drawn that was not there before.
    """
    page, compositor = pilot.app.query_one(Vertical), pilot.app.screen._compositor
    page.styles.width = 40
    page.display = True
    page.refresh(layout=True)
    if asked:
        compositor._full_map_invalidated, compositor._visible_map = True, None
        assert pilot.app.query_one(Measured) in compositor.full_map
    await pilot.pause()


@pytest.mark.parametrize("asked", [False, True])
async def test_whoever_asked_for_the_size_before_is_given_the_new_one(asked: bool) -> None:
    app = Narrow()
    async with app.run_test(size=(80, 24)) as pilot:
        app.query_one(Vertical).display = False
        await pilot.pause()
        app.query_one(Measured).told.clear()
        await shown_narrower(pilot, asked=asked)
        assert app.query_one(Measured).told == [Size(40, 5)]
