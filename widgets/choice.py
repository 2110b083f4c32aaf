"""A short list from which a person picks one."""

from collections.abc import Sequence
from time import monotonic
from typing import ClassVar

from rich.cells import cell_len
from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip

from cockpit.values import dataclass
from cockpit.widgets.footer import GLANCE
from cockpit.widgets.painting import Line, Painted, by_row, to_ends
from cockpit.widgets.view import View

DIGITS = 9
_MARGIN = 3


@dataclass(frozen=True, slots=True)
class Choice:
    """Something to pick: its key, name, and aside in a `style`; the `letter` that picks it, and whether it can be
    picked now."""

    key: str
    name: str
    aside: str = ""
    letter: str = ""
    able: bool = True
    style: str = "muted"


class ChoiceList(Painted, can_focus=True):
    """The choices below each other; its letter picks one at once, where it has none a digit one of the first nine. It
    scrolls where they are more than the dialog holds.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        *by_row("move"),
        *to_ends(),
        Binding("enter", "choose", "Choose", show=False),
        *(Binding(str(digit), f"pick({digit - 1})", "Pick", show=False) for digit in range(1, DIGITS + 1)),
    ]

    cursor: reactive[int] = reactive(0)

    class Chosen(Message):
        """A person picked a choice."""

        def __init__(self, key: str) -> None:
            super().__init__()
            self.key = key

    def __init__(self, title: str, choices: Sequence[Choice], current: str | None, view: View) -> None:
        super().__init__()
        self._choices: Sequence[Choice] = ()
        self._view = view
        self.border_title = Content(title)
        self.show(choices, current)

    def show(self, choices: Sequence[Choice], current: str | None) -> None:
        """Offer these choices, the cursor on the current one."""
        at = next((place for place, each in enumerate(choices) if each.key == current), 0)
        if choices and choices == self._choices and at == self.cursor:
            return
        if [each.key for each in choices] != [each.key for each in self._choices]:
            self.turned_at = monotonic()
        self._choices = choices
        self.set_reactive(ChoiceList.cursor, at)
        self.on_resize()
        self.refresh()

    @property
    def wanted_height(self) -> int:
        """Lines that show all choices."""
        return len(self._choices)

    @property
    def wanted_width(self) -> int:
        """Cells that show each choice whole."""
        names, asides = ([cell_len(text) for text in texts] for texts in zip(*self._texts, strict=True))
        return _MARGIN + max(names) + 2 + max(asides) + 1

    @property
    def _texts(self) -> list[tuple[str, str]]:
        return [(each.name, each.aside) for each in self._choices] or [("", "")]

    @property
    def chosen(self) -> str | None:
        """The key of the choice under the cursor."""
        return self._choices[self.cursor].key if self._choices else None

    def _draw(self, choice: Choice, width: int) -> Line:
        """Its name, and the aside in a column of its own."""
        line = Line().add(choice.name, "strong" if choice.able else "muted")
        names = max(cell_len(each.name) for each in self._choices)
        return (line.to(names + 2).add(choice.aside, choice.style) if choice.aside else line).cut(width)

    def sign(self, place: int) -> tuple[str, str]:
        """What stands before a choice, with its style: the letter or digit that picks it."""
        choice = self._choices[place]
        return choice.letter or (str(place + 1) if place < DIGITS else " "), "key" if choice.able else "muted"

    def on_resize(self) -> None:
        """Measure for the new size."""
        if self.size.width:
            self.virtual_size = Size(self.size.width, len(self._choices))
            self._keep_in_view()

    def watch_cursor(self) -> None:
        """Keep the choice under the cursor in view."""
        self._keep_in_view()

    def _keep_in_view(self) -> None:
        self.scroll_to_region(Region(0, self.cursor, 1, 1), animate=False, force=True)

    def paint_row(self, y: int) -> Strip:
        """A choice."""
        place, width = y + round(self.scroll_y), self.size.width
        if place >= len(self._choices):
            return self.paint(Line(), width)
        here = place == self.cursor
        margin = Line().add(self._view.glyphs.cursor if here else " ", "accent").add(*self.sign(place)).gap(1)
        line = margin.join(self._draw(self._choices[place], width - _MARGIN - 1))
        return self.paint(line, width, "cursor" if here else "background")

    def action_move(self, step: int) -> None:
        """Move the cursor."""
        self.cursor = max(0, min(len(self._choices) - 1, self.cursor + step))

    def action_edge(self, direction: int) -> None:
        """Move the cursor to the first choice, or to the last."""
        self.cursor = 0 if direction < 0 else len(self._choices) - 1

    def action_pick(self, place: int) -> None:
        """Pick the choice of a digit, where there is one; those that have letters have none."""
        if place < len(self._choices) and not self._choices[place].letter:
            self._pick(place)

    def _pick(self, place: int) -> None:
        if place < len(self._choices):
            self.cursor = place
            self.action_choose()

    def action_choose(self) -> None:
        """Pick the choice under the cursor; where it cannot be picked, say the reason, which may be cut in the list."""
        if self.chosen is None:
            return
        if self._choices[self.cursor].able:
            self.post_message(self.Chosen(self.chosen))
        else:
            self.app.notify(self._choices[self.cursor].aside, severity="warning", timeout=GLANCE, markup=False)

    def on_key(self, event: events.Key) -> None:
        """Pick the choice of a letter."""
        place = next((at for at, each in enumerate(self._choices) if each.letter and each.letter == event.key), None)
        if place is not None:
            event.stop()
            self._pick(place)

    def on_click(self, event: events.Click) -> None:
        """Pick the clicked choice."""
        at = event.get_content_offset(self)
        place = at.y + round(self.scroll_y) if at is not None else -1
        if place >= 0:
            self._pick(place)


class ReasonList(ChoiceList):
    """The one under the cursor is the chosen one: moving chooses, Enter goes on. Digits are left to whoever holds the
    list."""

    class Moved(Message):
        """Another choice is chosen."""

        def __init__(self, key: str) -> None:
            super().__init__()
            self.key = key

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Digits pick nothing here, except by a click."""
        return action != "pick" and super().check_action(action, parameters)

    def sign(self, place: int) -> tuple[str, str]:
        """Whether it is the chosen one."""
        glyphs = self._view.glyphs
        return (glyphs.active, "accent") if place == self.cursor else (glyphs.open, "muted")

    def watch_cursor(self) -> None:
        """Tell that another one is chosen."""
        super().watch_cursor()
        if self.chosen is not None:
            self.post_message(self.Moved(self.chosen))
