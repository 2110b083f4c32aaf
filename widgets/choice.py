"""A short list from which a person picks one."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip

from widgets.line import Line
from widgets.painted import Painted
from widgets.pane import View


@dataclass(frozen=True, slots=True)
class Choice:
    """Something to pick: its key, its name, and an aside."""

    key: str
    name: str
    aside: str = ""


class ChoiceList(Painted, can_focus=True):
    """The choices, one a line."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,j", "move(1)", "Down", show=False),
        Binding("up,k", "move(-1)", "Up", show=False),
        Binding("enter", "choose", "Choose", show=False),
    ]

    cursor: reactive[int] = reactive(0)

    class Chosen(Message):
        """A person picked a choice."""

        def __init__(self, key: str) -> None:
            super().__init__()
            self.key = key

    def __init__(self, title: str, choices: Sequence[Choice], current: str | None, view: View) -> None:
        super().__init__()
        self._choices = choices
        self._view = view
        self.border_title = Content(title)
        self.styles.height = len(choices) + 2
        self.set_reactive(ChoiceList.cursor, next((n for n, each in enumerate(choices) if each.key == current), 0))

    def render_line(self, y: int) -> Strip:
        """One choice."""
        at = y + round(self.scroll_y)
        if at >= len(self._choices):
            return self.paint(Line(), self.size.width)
        choice, here = self._choices[at], at == self.cursor
        line = Line().add(self._view.glyphs.cursor if here else " ", "accent").add(choice.name, "strong").gap(2)
        return self.paint(line.add(choice.aside, "muted").cut(self.size.width), self.size.width,
                          "cursor" if here else "background")  # fmt: skip

    def action_move(self, step: int) -> None:
        """Move the cursor."""
        self.cursor = max(0, min(len(self._choices) - 1, self.cursor + step))

    def action_choose(self) -> None:
        """Pick the choice under the cursor."""
        self.post_message(self.Chosen(self._choices[self.cursor].key))

    def on_click(self, event: events.Click) -> None:
        """Pick the clicked choice."""
        at = event.get_content_offset(self)
        if at is not None and 0 <= at.y < len(self._choices):
            self.cursor = at.y
            self.action_choose()
