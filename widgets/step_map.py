"""A map of the steps of a wizard: below each other, or on one line where there is little room."""

from collections.abc import Mapping
from typing import ClassVar, Literal, NamedTuple

from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.strip import Strip

from cockpit.widgets.choice import ChoiceList
from cockpit.widgets.painting import Line
from cockpit.widgets.view import View

Stage = Literal["here", "filled", "proposed", "empty", "missing"]


class Sign(NamedTuple):
    """A sign on the map: its name among the glyphs, what it means in a word beside the map, and as a sentence."""

    glyph: str
    style: str
    word: str
    means: str


SIGNS: Mapping[Stage, Sign] = {
    "here": Sign("active", "accent", "you are here", "The step on screen"),
    "filled": Sign("done", "ok", "seen, filled in", "You have seen it, and it is filled in"),
    "proposed": Sign("open", "muted", "proposed", "Filled in by the proposal; you have not seen it yet"),
    "empty": Sign("quiet", "muted", "nothing yet", "Nothing there"),
    "missing": Sign("failed", "stop", "missing", "Something is missing"),
}
"""How far a step is."""
_WITH_FOCUS = "arrows: another step, Enter: into it"
"""What the one line says while it has the focus: nothing else shows where the keys go."""


class StepMap(ChoiceList):
    """The steps, each with its stage (`Choice.aside`); the one under the cursor is on screen, so that arrows go from
    step to step. Enter and a click go into one.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,l", "move(1)", "next", show=False),
        Binding("left,h", "move(-1)", "previous", show=False),
    ]

    class Picked(Message):
        """A person wants to go to a step. With `into`, they want to fill it in."""

        def __init__(self, place: int, *, into: bool) -> None:
            super().__init__()
            self.place = place
            self.into = into

    def __init__(self, view: View) -> None:
        super().__init__("Steps", (), None, view)
        self.id = "map"

    def watch_cursor(self) -> None:
        """Go to the step that the cursor has moved to."""
        super().watch_cursor()
        self.post_message(self.Picked(self.cursor, into=False))

    def action_choose(self) -> None:
        """Fill in the step."""
        self.post_message(self.Picked(self.cursor, into=True))

    def paint_row(self, y: int) -> Strip:
        """One line: a step, below them what the signs mean where there is room, or all in one."""
        width, place = self.size.width, y + round(self.scroll_y)
        if self.size.height == 1:
            return self.paint(self._in_one_line(width), width, "cursor" if self.has_focus else "bar")
        if place >= len(self._choices):
            return self.paint(self._legend(y - self.size.height), width)
        step, here = self._choices[place], place == self.cursor
        line = Line().add(self._view.glyphs.cursor if here else " ", "accent").join(self._sign(place))
        style = "strong" if here else "muted" if step.aside == "empty" else "text"
        line.gap(1).add(f"{place + 1}", "key").gap(1).add(step.name, style)
        return self.paint(line, width, "cursor" if here else "background")

    def _legend(self, from_end: int) -> Line:
        """What a sign means; `from_end` is -1 in the last line."""
        signs = [*SIGNS.values()]
        fits = self._choices and self.size.height > len(self._choices) + len(signs)
        if not fits or from_end < -len(signs):
            return Line()
        sign = signs[from_end]
        return Line().gap(1).add(getattr(self._view.glyphs, sign.glyph), sign.style).gap(1).add(sign.word, "muted")

    def _sign(self, place: int) -> Line:
        """The sign of a step; where the person is, a dot, in the colour of what is missing there."""
        sign, here = SIGNS[self._choices[place].aside], place == self.cursor  # type: ignore[index]  # a stage
        shown = SIGNS["here"] if here else sign
        style = sign.style if sign is SIGNS["missing"] else shown.style
        return Line().add(getattr(self._view.glyphs, shown.glyph), style)

    def _in_one_line(self, width: int) -> Line:
        signs = Line()
        for place in range(len(self._choices)):
            signs.gap(1).join(self._sign(place))
        line = Line()
        if self._choices:
            line.gap(1).add(f"{self.cursor + 1}/{len(self._choices)}", "key").gap(1)
            line.add(self._choices[self.cursor].name, "strong")
        if self.has_focus:
            line.gap(2).add(_WITH_FOCUS, "text")
        room = width - signs.width - 1
        return line.cut(room).to(room).join(signs)

    def on_click(self, event: events.Click) -> None:
        """Go to the step under the pointer."""
        at = event.get_content_offset(self)
        if self.size.height > 1 or at is None:
            super().on_click(event)
        elif (place := (at.x - (self.size.width - 1 - 2 * len(self._choices))) // 2) >= 0:
            self._pick(place)
