"""A map of the steps of a wizard: below each other, or on one line where there is little room."""

from collections.abc import Sequence
from typing import ClassVar, Literal, NamedTuple

from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.message import Message
from textual.strip import Strip

from cockpit.values import dataclass
from cockpit.widgets.painting import Line, Painted, by_row, to_ends
from cockpit.widgets.view import Glyphs, View

Stage = Literal["filled", "proposed", "empty", "missing"]

_STYLES = {"filled": "ok", "proposed": "muted", "empty": "muted", "missing": "stop"}


class Sign(NamedTuple):
    """A sign on the map: what it looks like, what it means in a word beside the map, and as a sentence."""

    sign: str
    style: str
    word: str
    means: str


def signs_of(glyphs: Glyphs) -> Sequence[Sign]:
    """The signs on the map."""
    return (
        Sign(glyphs.active, "accent", "you are here", "The step on screen"),
        Sign(glyphs.done, "ok", "seen, filled in", "You have seen it, and it is filled in"),
        Sign(glyphs.open, "muted", "proposed", "Filled in by the proposal; you have not seen it yet"),
        Sign(glyphs.quiet, "muted", "nothing yet", "Nothing there"),
        Sign(glyphs.failed, "stop", "missing", "Something is missing"),
    )


_WITH_FOCUS = "arrows: another step, Enter: into it"
"""What the one line says while it has the focus: nothing else shows where the keys go."""


@dataclass(frozen=True, slots=True)
class Stop:
    """A step on the map."""

    title: str
    stage: Stage


class StepMap(Painted, can_focus=True):
    """The steps and how far each is. A click goes to one; while the map has the focus, so do the arrows."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *by_row("step"),
        *to_ends(),
        Binding("right,l", "step(1)", "next", show=False),
        Binding("left,h", "step(-1)", "previous", show=False),
        Binding("enter", "enter", "Into the step", show=False),
    ]

    class Picked(Message):
        """A person wants to go to a step. With `into`, they want to fill it in."""

        def __init__(self, place: int, *, into: bool) -> None:
            super().__init__()
            self.place = place
            self.into = into

    def __init__(self, view: View) -> None:
        super().__init__(id="map")
        self._view = view
        self._stops: Sequence[Stop] = ()
        self._here = 0

    def show(self, stops: Sequence[Stop], here: int) -> None:
        """Show these steps, and which of them is on screen."""
        if (stops, here) != (self._stops, self._here):
            self._stops, self._here = stops, here
            self.refresh()
            self._keep_in_view()

    @property
    def on_one_line(self) -> bool:
        """Whether there is room for one line only."""
        return self.size.height == 1

    def on_resize(self) -> None:
        """Take the shape for another size."""
        if self.size.width:
            self.virtual_size = Size(self.size.width, 1 if self.on_one_line else len(self._stops))
            self._keep_in_view()

    def _keep_in_view(self) -> None:
        if not self.on_one_line and self.size.height:
            self.scroll_to_region(Region(0, self._here, 1, 1), animate=False, force=True)

    def paint_row(self, y: int) -> Strip:
        """One line."""
        width = self.size.width
        if self.on_one_line:
            return self.paint(self._all_on_one(width), width, "cursor" if self.has_focus else "bar")
        place = y + round(self.scroll_y)
        if place >= len(self._stops):
            return self.paint(self._legend(y - self.size.height), width)
        here = place == self._here
        margin = Line().add(self._view.glyphs.cursor if here else " ", "accent")
        return self.paint(margin.join(self._stop(place)), width, "cursor" if here else "background")

    def _legend(self, from_end: int) -> Line:
        """What the signs mean, at the lower end where there is room; `from_end` is -1 in the last line."""
        signs = signs_of(self._view.glyphs)
        if not self._stops or self.size.height < len(self._stops) + 1 + len(signs) or from_end < -len(signs):
            return Line()
        sign = signs[from_end]
        return Line().gap(1).add(sign.sign, sign.style).gap(1).add(sign.word, "muted")

    def _stop(self, place: int) -> Line:
        stop, here = self._stops[place], place == self._here
        style = "strong" if here else "muted" if stop.stage == "empty" else "text"
        return self._sign(place, Line()).gap(1).add(f"{place + 1}", "key").gap(1).add(stop.title, style)

    def _sign(self, place: int, line: Line) -> Line:
        """The sign of a step; where the person is, a dot in the colour of how far it is."""
        glyphs, stop = self._view.glyphs, self._stops[place]
        signs = {"filled": glyphs.done, "proposed": glyphs.open, "empty": glyphs.quiet, "missing": glyphs.failed}
        here = place == self._here
        style = "accent" if here and stop.stage != "missing" else _STYLES[stop.stage]
        return line.add(glyphs.active if here else signs[stop.stage], style, action=f"go({place + 1})")

    def _all_on_one(self, width: int) -> Line:
        if not self._stops:
            return Line()
        signs = Line()
        for place in range(len(self._stops)):
            self._sign(place, signs.gap(1))
        lead = Line().gap(1).add(f"{self._here + 1}/{len(self._stops)}", "key").gap(1)
        lead.add(self._stops[self._here].title, "strong")
        if self.has_focus:
            lead.gap(2).add(_WITH_FOCUS, "text")
        return lead.cut(width - signs.width - 1).to(width - signs.width - 1).join(signs)

    def action_step(self, step: int) -> None:
        """Go to the next or the previous step."""
        self._pick(self._here + step, into=False)

    def action_edge(self, direction: int) -> None:
        """Go to the first step, or to the last."""
        self._pick(0 if direction < 0 else len(self._stops) - 1, into=False)

    def action_enter(self) -> None:
        """Fill in the step."""
        self._pick(self._here, into=True)

    def _pick(self, place: int, *, into: bool) -> None:
        if 0 <= place < len(self._stops):
            self.post_message(self.Picked(place, into=into))

    def on_click(self, event: events.Click) -> None:
        """Go to the step under the pointer."""
        at = event.get_content_offset(self)
        if at is None:
            return
        if self.on_one_line:
            signs = self.size.width - 1 - 2 * len(self._stops)
            self._pick((at.x - signs) // 2, into=True)
        else:
            self._pick(at.y + round(self.scroll_y), into=True)
