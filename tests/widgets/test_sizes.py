"""A widget that paints knows its size, also where Textual asks in between what stands where."""

from collections.abc import Iterator

from textual.app import App
from textual.geometry import Size

from cockpit.widgets.painting import Painted


class Measured(Painted):
    """Remembers the sizes it was told of."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[Size] = []

    def on_resize(self) -> None:
        self.told.append(self.size)


class Showing(App[None]):
    CSS = "Measured { width: 80; height: 5; }"

    def compose(self) -> Iterator[Measured]:
        yield Measured()


async def test_whoever_asked_for_the_size_before_is_given_the_new_one() -> None:
    """As any look at a size does where a widget waits to be drawn that was not there before."""
    async with (app := Showing()).run_test(size=(80, 24)) as pilot:
        widget, compositor = app.query_one(Measured), app.screen._compositor
        widget.display = False
        await pilot.pause()
        widget.told.clear()
        widget.styles.width = 40
        widget.display = True
        widget.refresh(layout=True)
        compositor._full_map_invalidated, compositor._visible_map = True, None
        assert widget in compositor.full_map
        await pilot.pause()
        assert widget.told == [Size(40, 5)]
