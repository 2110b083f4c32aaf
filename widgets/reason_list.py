"""A short list of choices with a sentence each; the one under the cursor is the chosen one."""

from collections.abc import Sequence
from typing import ClassVar

from textual.message import Message

from widgets.choice import Choice, ChoiceList
from widgets.line import Line


class ReasonList(ChoiceList):
    """Name, sentence, blank line. Moving chooses; Enter goes on. Digits are left to whoever holds the list."""

    LINES: ClassVar[int] = 3

    class Moved(Message):
        """Another choice is chosen."""

        def __init__(self, key: str) -> None:
            super().__init__()
            self.key = key

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Digits pick nothing here, except by a click."""
        return action != "pick" and super().check_action(action, parameters)

    def draw(self, choice: Choice, width: int) -> Sequence[Line]:
        """The name, and the sentence below it."""
        here = choice.key == self.chosen
        sign = Line().add(self._view.glyphs.active if here else self._view.glyphs.open, "accent" if here else "muted")
        sign.gap(1).add(choice.name, "strong" if here else "text")
        return [sign, Line().gap(2).add(choice.aside, "muted").cut(width), Line()]

    def watch_cursor(self) -> None:
        """Tell that another one is chosen."""
        super().watch_cursor()
        if self.chosen is not None:
            self.post_message(self.Moved(self.chosen))
