"""Forms: a few labelled lines a person fills in, and short questions."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, Static

from cockpit.rules.printable import printable
from cockpit.screens.dialogs import DialogScreen
from widgets.choice import Choice, ChoiceList
from widgets.detail import Detail
from widgets.facts import Fact
from widgets.pane import View

Answers = dict[str, str]


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a form. `hint` stands in it while it is empty."""

    name: str
    label: str
    value: str = ""
    hint: str = ""
    required: bool = False


class FormDialog(DialogScreen[Answers]):
    """Labelled lines; Enter goes on and at the last one finishes, Ctrl+S finishes at once, Escape gives up."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s", "finish", "Done", show=False, id="form.finish"),
        Binding("escape", "dismiss", "Give up", show=False, id="form.close"),
        Binding("down", "app.focus_next", "Next line", show=False),
        Binding("up", "app.focus_previous", "Previous line", show=False),
    ]

    def __init__(
        self,
        title: str,
        entries: Sequence[Entry],
        *,
        about: str = "",
        check: Callable[[Answers], str | None] = lambda _: None,
    ) -> None:
        super().__init__()
        self._title = title
        self._entries = entries
        self._about = about
        self._check = check

    def compose(self) -> ComposeResult:
        """A label and an input for each entry, and a line for what is wrong."""
        with Vertical(id="form") as form:
            form.border_title = Content(printable(self._title))
            form.border_subtitle = (
                "Enter done, Esc gives up" if len(self._entries) == 1 else "Ctrl+S done, Esc gives up"
            )
            if self._about:
                yield Static(Content(printable(self._about)), classes="about")
            for entry in self._entries:
                yield Static(Content(entry.label + (" *" if entry.required else "")), classes="label")
                yield Input(
                    printable(entry.value), placeholder=entry.hint, id=entry.name, compact=True, select_on_focus=False
                )
            yield Static("", id="wrong", markup=False)

    def on_mount(self) -> None:
        """Start in the first line."""
        self.query(Input).first().focus()

    @on(Input.Submitted)
    def _next(self, event: Input.Submitted) -> None:
        event.stop()
        if event.input is self.query(Input).last():
            self.action_finish()
        else:
            self.focus_next()

    def action_finish(self) -> None:
        """Close with the answers, or say what is wrong."""
        answers = {entry.name: self.query_one(f"#{entry.name}", Input).value.strip() for entry in self._entries}
        missing = next((entry for entry in self._entries if entry.required and not answers[entry.name]), None)
        wrong = f"{missing.label} is missing." if missing is not None else self._check(answers)
        if wrong is None:
            self.dismiss(answers)
            return
        self.query_one("#wrong", Static).update(Content(printable(wrong)))
        if missing is not None:
            self.query_one(f"#{missing.name}", Input).focus()


class QuestionDialog(DialogScreen[str]):
    """A sentence and a few answers to pick from."""

    def __init__(self, title: str, about: Sequence[Fact], choices: Sequence[Choice], view: View) -> None:
        super().__init__()
        self._title = title
        self._about = about
        self._choices = choices
        self._view = view

    def compose(self) -> ComposeResult:
        """What it is about, and the answers below it."""
        if self._about:
            yield Detail(self._view)
        yield ChoiceList("What now?" if self._about else self._title, self._choices, None, self._view)

    def on_mount(self) -> None:
        """Show what it is about, and start at the first answer."""
        if self._about:
            detail = self.query_one(Detail)
            detail.show(self._title, self._about)
            width = min(100, int(self.app.size.width * 0.9)) - 2
            detail.styles.height = min(detail.wanted_height(width) + 2, int(self.app.size.height * 0.6))
        self.query_one(ChoiceList).focus()

    def on_choice_list_chosen(self, message: ChoiceList.Chosen) -> None:
        """Close with the answer."""
        self.dismiss(message.key)


class DiffDialog(DialogScreen[bool]):
    """What a change would write. Enter writes it, Escape does not."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "write", "Write", show=False, id="diff.write"),
        Binding("down,j", "scroll(1)", "Down", show=False),
        Binding("up,k", "scroll(-1)", "Up", show=False),
    ]

    def __init__(self, sentence: str, diff: Sequence[str], view: View) -> None:
        super().__init__()
        self._sentence = sentence
        self._diff = diff
        self._view = view

    def compose(self) -> ComposeResult:
        """The one widget."""
        yield Detail(self._view, focusable=True)

    def on_mount(self) -> None:
        """Show the diff."""
        styles = {"+": "ok", "-": "stop", "@": "accent"}
        detail = self.query_one(Detail)
        facts = [Fact("", self._sentence, "strong"), Fact("", "")]
        facts += [Fact("", line.rstrip("\n"), styles.get(line[:1], "muted"), as_is=True) for line in self._diff]
        detail.show("This would be written", facts)
        detail.border_subtitle = "Enter writes it, Esc does not"
        width = min(100, int(self.app.size.width * 0.9)) - 2
        detail.styles.height = min(detail.wanted_height(width) + 2, int(self.app.size.height * 0.9))

    def action_write(self) -> None:
        """Go ahead."""
        self.dismiss(True)

    def action_scroll(self, step: int) -> None:
        """Scroll a long diff."""
        self.query_one(Detail).scroll_relative(y=step, animate=False)
