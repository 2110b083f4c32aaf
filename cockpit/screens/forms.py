"""Forms: a few labelled lines a person fills in. What was typed outlives the form until it is written."""

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Input, Static

from cockpit.rules.printable import printable
from cockpit.screens.dialogs import LOW, DialogScreen
from cockpit.values import dataclass

Answers = dict[str, str]
RESTORED = "This is what you typed before"


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a form. `value` is proposed: what is typed replaces it. `hint` stands in it while it is empty.
    `check` answers with what is wrong with what was typed there, as a sentence; `comes_to` with what it changes, to be
    shown while it is typed.
    """

    name: str
    label: str
    value: str = ""
    hint: str = ""
    required: bool = False
    check: Callable[[str], str | None] = lambda _: None
    comes_to: Callable[[str], str] | None = None

    def wrong(self, typed: str) -> str | None:
        """What is wrong with what stands in the line, as a sentence."""
        return f"{self.label} is missing." if self.required and not typed else self.check(typed)


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """What a form asks. `item` names what it is about where several things have the same form."""

    title: str
    entries: Sequence[Entry]
    about: str = ""
    item: str = ""

    @property
    def empty(self) -> Answers:
        """The answers before anything was typed."""
        return {entry.name: entry.value for entry in self.entries}


@dataclass(frozen=True, slots=True)
class Filled:
    """What stands in a form when it is closed, and whether the person is `done` with it."""

    answers: Answers
    done: bool


class FormDialog(DialogScreen[Filled]):
    """Labelled lines; Enter goes on and at the last one finishes, Ctrl+S finishes at once, Escape leaves it for later.

    `typed` is what was typed when it was left; `wrong` says why it could not be written.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s", "finish", "Done", show=False, id="form.finish"),
        Binding("ctrl+l", "clear", "Clear", show=False, id="form.clear"),
        Binding("escape", "close", "Leave", show=False, id="form.close"),
        Binding("down", "app.focus_next", "Next line", show=False),
        Binding("up", "app.focus_previous", "Previous line", show=False),
    ]

    def __init__(self, form: Form, typed: Answers | None = None, wrong: str = "") -> None:
        super().__init__()
        self._form = form
        self._typed = typed
        self._wrong = wrong
        self._concerned: Entry | None = None

    def compose(self) -> ComposeResult:
        """A label and an input for each entry, and a line for what is wrong."""
        form, typed = self._form, self._typed or self._form.empty
        with VerticalScroll(id="form", can_focus=False) as frame:
            frame.border_title = Content(printable(form.title))
            if self._typed is not None and not self._wrong:
                yield Static(Content(f"{RESTORED}; {self.key_of('form.clear')} clears it."), id="restored")
            if form.about:
                yield Static(Content(printable(form.about)), classes="about")
            for entry in form.entries:
                text = printable(typed[entry.name])
                line = Input(text, placeholder=entry.hint, id=entry.name, select_on_focus=_is_proposed(entry, text))
                line.border_title = Content(entry.label + (" *" if entry.required else ""))
                yield line
                if entry.comes_to is not None:
                    yield Static(id=f"{entry.name}-comes-to", classes="comes-to")
            yield Static(Content(printable(self._wrong)), id="wrong")

    def on_mount(self) -> None:
        """Start in the first line."""
        self.query(Input).first().focus()

    def fit(self) -> None:
        """As high as its lines; close together where the terminal is low."""
        self._say_keys()
        self.set_class(self.app.size.height < LOW, "-low")
        frame = self.query_one("#form")
        frame.styles.width, frame.styles.max_height = self.room.width + 2, self.room.height + 2

    @on(events.DescendantFocus)
    def _say_keys(self) -> None:
        """What Enter does in this field, and the other keys; in fewer words where there is little room."""
        leaves = f"{self.key_of('form.close')} leaves"
        said = [f"Enter done, {leaves}"]
        if not self.query(Input).last().has_focus:
            finish = f"{self.key_of('form.finish')} done, {leaves}"
            said = [f"Enter next field, {finish}", finish]
        fitting = (each for each in said if len(each) <= self.room.width - 4)
        self.query_one("#form").border_subtitle = next(fitting, said[-1])

    @on(Input.Submitted)
    def _next(self, event: Input.Submitted) -> None:
        event.stop()
        if event.input is self.query(Input).last():
            self.action_finish()
        else:
            self.focus_next()

    @property
    def answers(self) -> Answers:
        """What stands in the lines."""
        return {entry.name: self._line(entry.name).value.strip() for entry in self._form.entries}

    def _line(self, name: str) -> Input:
        return self.query_one(f"#{name}", Input)

    def action_finish(self) -> None:
        """Close with the answers, or say what is wrong and go to that line."""
        answers = self.answers
        found = ((entry, entry.wrong(answers[entry.name])) for entry in self._form.entries)
        wrong = next(((entry, sentence) for entry, sentence in found if sentence is not None), None)
        if wrong is None:
            self.dismiss(Filled(answers, done=True))
            return
        entry, sentence = wrong
        self._concerned = entry
        said = self.query_one("#wrong", Static)
        said.update(Content(printable(sentence)))
        self._line(entry.name).focus()
        self.call_after_refresh(said.scroll_visible, animate=False)

    @on(Input.Changed)
    def _typed_on(self, event: Input.Changed) -> None:
        """Show what it comes to. What a person typed is not replaced when they come back to the line."""
        entry = next(each for each in self._form.entries if each.name == event.input.id)
        event.input.select_on_focus = _is_proposed(entry, event.value)
        if entry.comes_to is not None:
            told = printable(entry.comes_to(event.value.strip()))
            self.query_one(f"#{entry.name}-comes-to", Static).update(Content(told))

    @on(Input.Changed)
    def _mended(self, event: Input.Changed) -> None:
        """Take back what is said of a line as soon as it is right."""
        entry = self._concerned
        if entry is not None and event.input.id == entry.name and entry.wrong(event.value.strip()) is None:
            self._concerned = None
            self.query_one("#wrong", Static).update("")

    def action_close(self) -> None:
        """Leave it; what was typed goes along, to be kept."""
        self.dismiss(Filled(self.answers, done=False))

    def action_clear(self) -> None:
        """As it was before anything was typed."""
        for name, value in self._form.empty.items():
            self._line(name).value = printable(value)
        self.query("#restored").remove()
        first = self.query(Input).first()
        first.focus()
        first.action_select_all()


def _is_proposed(entry: Entry, text: str) -> bool:
    return text == printable(entry.value)
