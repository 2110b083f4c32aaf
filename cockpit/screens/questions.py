"""Questions: what it is about, and a few answers to pick from."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content

from cockpit.rules.printable import printable
from cockpit.screens.dialogs import DialogScreen
from widgets.choice import DIGITS, Choice, ChoiceList
from widgets.detail import Detail
from widgets.painting import by_page
from widgets.pane import View
from widgets.sheets import Fact

USUAL = 72
"""Columns of a question whose answers need no more."""


class QuestionDialog(DialogScreen[str]):
    """The answers stay in view; what it is about scrolls above them where there is little room.

    The cursor stands on the answer whose key is `begin`, else on the first.
    """

    BINDINGS: ClassVar[list[BindingType]] = [*by_page()]

    def __init__(
        self, title: str, about: Sequence[Fact], choices: Sequence[Choice], view: View, begin: str | None = None
    ) -> None:
        super().__init__()
        self._title = title
        self._about = about
        self._choices = choices
        self._view = view
        self._begin = begin

    def compose(self) -> ComposeResult:
        """What it is about, and the answers below it."""
        with Vertical(id="question") as frame:
            frame.border_title = Content(printable(self._title))
            frame.border_subtitle = self.hint
            if self._about:
                yield Detail(self._view)
            yield ChoiceList("", self._choices, self._begin, self._view)

    @property
    def hint(self) -> str:
        """What the keys do."""
        return f"{self._choosing} chooses, {self.key_of('dialog.close')} leaves"

    @property
    def _choosing(self) -> str:
        """The keys that choose: the digits that stand before answers, where there are several, and Enter."""
        digits = min(len(self._choices), DIGITS)
        return f"1-{digits} or Enter" if digits > 1 else "Enter"

    def on_mount(self) -> None:
        """Show what it is about, and start at the answers."""
        for detail in self.query(Detail):
            detail.show("", self._about)
        self.query_one(ChoiceList).focus()

    def fit(self) -> None:
        """The answers get what they need, but what it is about keeps half of a low terminal."""
        room, about = self.room, 0
        choices = self.query_one(ChoiceList)
        columns = min(room.width, max(USUAL, choices.wanted_width))
        for detail in self.query(Detail):
            about = detail.wanted_height(columns) + 1
        answers = min(len(self._choices), max(room.height // 2, room.height - about))
        about = min(about, room.height - answers)
        for detail in self.query(Detail):
            detail.styles.height = about - 1
        choices.styles.height = answers
        self.frame(self.query_one("#question"), about + answers, columns)

    def on_choice_list_chosen(self, message: ChoiceList.Chosen) -> None:
        """Close with the answer."""
        self.dismiss(message.key)

    def action_page(self, direction: int) -> None:
        """Move what it is about."""
        for detail in self.query(Detail):
            detail.scroll_relative(y=direction * max(1, detail.size.height - 1), animate=False)
