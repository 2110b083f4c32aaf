"""The pages of the wizard: what stands in the middle while a step is filled in."""

from collections.abc import Callable, Iterator, Mapping
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Input, Label, TextArea

from cockpit.rules.handoff import missing, why_it_stops
from cockpit.rules.times import clock, day
from cockpit.screens.handoff.filling import Filling
from cockpit.screens.handoff.steps import ORIGINS, REASONS, Step
from widgets.choice import Choice, ReasonList
from widgets.detail import Detail
from widgets.footer import Caption
from widgets.task_table import TaskTable
from widgets.text_view import TextField
from widgets.view import View

PLACES = (("phase", "Phase"), ("plan", "Plan"), ("task", "Task"), ("total_tasks", "of"))
"""The parts of the position, with the label that stands before each."""


class Page(Vertical):
    """A caption, and below it what is filled in."""

    KEYS: ClassVar[Mapping[str, str]] = {}
    """The actions that are named with their keys, in the frame or where it has none in a line below; what they do."""

    class Changed(Message):
        """The person changed something."""

    def __init__(self, step: Step, filling: Filling, view: View) -> None:
        super().__init__(classes="page")
        self.step, self.filling, self.view = step, filling, view
        self.keys = ""

    def compose(self) -> ComposeResult:
        """The caption and the fields."""
        yield Caption(id="asks")
        yield from self.fields()
        if self.KEYS or self.step.name == "decisions":
            yield Caption(id="keys")

    def on_mount(self) -> None:
        """Say what is asked."""
        self.caption()

    def on_resize(self) -> None:
        """The keys stand here where the page has no frame, and room."""
        self._show_keys()

    def name_keys(self, key_of: Callable[[str], str]) -> None:
        """Say which keys work here; `key_of` knows what the person has chosen."""
        self.keys = ", ".join(f"{key_of(name)} {does}" for name, does in self.named().items())
        self._show_keys()

    def named(self) -> Mapping[str, str]:
        """The actions that are named now."""
        return self.KEYS

    def _show_keys(self) -> None:
        framed = self.screen.has_class("-wide") or self.screen.has_class("-low")
        for line in self.query("#keys").results(Caption):
            line.show("" if framed else self.keys)

    @property
    def is_composed(self) -> bool:
        """Whether its widgets are there."""
        return bool(self.children)

    def fields(self) -> Iterator[Widget]:
        """What is below the caption."""
        raise NotImplementedError

    @property
    def field(self) -> Widget:
        """What is focused first."""
        raise NotImplementedError

    def caption(self) -> None:
        """Say what is asked, where the proposal comes from, and what is wrong."""
        asks = self.step.asks.format_map({"block": self.view.keys.get("block", "b")})
        self.query_one("#asks", Caption).show(asks, aside=self.origin(), wrong=self.wrong())

    def origin(self) -> str:
        """Where the proposal comes from, as long as it is one."""
        return ORIGINS.get(self.filling.draft.origins.get(self.step.field, ""), "")

    def wrong(self) -> tuple[str, ...]:
        """What is wrong with what was filled in here."""
        return self.filling.problems.get(self.step.field, ())

    def take_over(self) -> None:
        """Show the draft as it is now."""
        self.caption()

    def follow(self) -> None:
        """Something was changed elsewhere than here: show what follows from it."""

    def changed(self) -> None:
        """The person changed something here."""
        self.caption()
        self.post_message(self.Changed())


class ReasonPage(Page):
    """Why the work stops: one of four reasons."""

    def fields(self) -> Iterator[Widget]:
        """The list."""
        choices = [Choice(key, name, sentence) for key, name, sentence in REASONS]
        yield ReasonList("", choices, self.filling.draft.reason, self.view)

    @property
    def field(self) -> ReasonList:
        """The list."""
        return self.query_one(ReasonList)

    def origin(self) -> str:
        """What in the files shows the proposed reason, or fires beside it."""
        proposal = self.filling.proposal
        return why_it_stops(proposal.track)[1] if self.filling.draft.reason == proposal.draft.reason else ""

    def take_over(self) -> None:
        """Select the reason of the draft."""
        super().take_over()
        self.field.cursor = [key for key, _, _ in REASONS].index(self.filling.draft.reason)

    @on(ReasonList.Moved)
    def _chosen(self, message: ReasonList.Moved) -> None:
        if self.filling.set("reason", message.key):
            self.changed()


class TextPage(Page):
    """A field of several lines."""

    def fields(self) -> Iterator[Widget]:
        """The field; below the current state, the position as well."""
        text, numbered = self.filling.text_of(self.step.field), self.step.kind == "list"
        yield TextField(text, hint=self.step.hint, numbered=numbered)
        if self.step.name == "state":
            yield Horizontal(*self._places(), classes="places")

    def named(self) -> Mapping[str, str]:
        """Of the decisions, how to get those that are not proposed."""
        others = len(self.filling.other_decisions) if self.step.name == "decisions" else 0
        return {"handoff.all-decisions": f"adds the other {'one' if others == 1 else others}"} if others else {}

    def add_decisions(self) -> None:
        """Put the decisions that are not proposed before the others, which are newer."""
        told = "\n".join(self.filling.other_decisions)
        self.field.insert(f"{told}\n" if self.field.text else told, (0, 0))
        self.field.move_to_end()

    def _places(self) -> Iterator[Widget]:
        for name, label in PLACES:
            yield Label(label)
            yield Input(getattr(self.filling.draft, name) or "", id=name, compact=True)

    @property
    def field(self) -> TextField:
        """The field."""
        return self.query_one(TextField)

    def _ready(self) -> None:
        """The cursor stands where a person goes on; a line that is only proposed is replaced by what they type."""
        self.field.move_to_end()
        if self.step.kind == "text" and self.filling.is_proposed(self.step.field) and "\n" not in self.field.text:
            self.field.select_all()

    def on_mount(self) -> None:
        """Make the fields ready to be typed into."""
        self._ready()
        for line in self.query(Input):
            line.cursor_blink = False

    def origin(self) -> str:
        """Where it comes from; git adds to the current state, it does not make it."""
        told = super().origin()
        if told and self.step.name == "decisions":
            return f"{self.filling.newest_of}{told}"
        return f"from the state file and {told.removeprefix('from ')}" if self._is_git_added(told) else told

    def _is_git_added(self, told: str) -> bool:
        return self.step.name == "state" and told == ORIGINS["git"]

    def take_over(self) -> None:
        """Show the text of the draft."""
        super().take_over()
        self._show_text()
        for line in self.query(Input):
            line.value = getattr(self.filling.draft, line.id or "") or ""

    def follow(self) -> None:
        """A text that is as it was proposed may be another now, and so may what remains."""
        self.caption()
        self._show_text()

    def _show_text(self) -> None:
        if not self.filling.says(self.step.field, self.field.text):
            self.field.load_text(self.filling.text_of(self.step.field))
            self._ready()

    @on(TextArea.Changed)
    def _typed(self, message: TextArea.Changed) -> None:
        if self.filling.set_text(self.step.field, message.text_area.text):
            self.changed()

    @on(Input.Changed)
    def _placed(self, message: Input.Changed) -> None:
        if self.filling.set(message.input.id or "", message.value.strip() or None):
            self._show_text()
            self.changed()

    @on(Input.Submitted)
    def _next_field(self, message: Input.Submitted) -> None:
        if message.input is self.query(Input).last():
            self.field.focus()
        else:
            self.screen.focus_next()


class RowsPage(Page):
    """The completed work."""

    KEYS: ClassVar[Mapping[str, str]] = {
        "handoff.toggle": "state",
        "handoff.edit-row": "edit",
        "handoff.add-row": "add",
        "handoff.remove-row": "remove",
        "handoff.undo-row": "undo",
    }

    def fields(self) -> Iterator[Widget]:
        """The table."""
        yield TaskTable(self.view)

    @property
    def field(self) -> TaskTable:
        """The table."""
        return self.query_one(TaskTable)

    def on_mount(self) -> None:
        """Fill the table."""
        self.take_over()

    def origin(self) -> str:
        """Nothing: each row says it."""
        return ""

    def wrong(self) -> tuple[str, ...]:
        """Odd numbers, and why nothing comes from git."""
        git = self.filling.proposal.git
        found = (*super().wrong(), *self.filling.unfinished)
        return (*found, *((f"Nothing comes from git: {git}",) if git else ()))

    def take_over(self, select: int | None = None) -> None:
        """Show the rows of the draft, and the commits that stand in none."""
        super().take_over()
        others, since = self.filling.others, self.filling.proposal.since
        now = self.view.now()
        when = ", ".join(filter(None, (day(since, now), clock(since, now.tzinfo))))
        heading = f"Other commits since {when}; Enter adds one" if others else ""
        self.field.show(self.filling.draft.completed, others, heading, select)


class LookPage(Page):
    """What would be written."""

    def wrong(self) -> tuple[str, ...]:
        """All that is missing or wrong."""
        lacking = tuple(f"The {each} is still missing." for each in missing(self.filling.draft))
        wrong = (sentence for found in self.filling.problems.values() for sentence in found)
        return (*lacking, *wrong, *self.filling.unfinished)

    def fields(self) -> Iterator[Widget]:
        """The text."""
        yield Detail(self.view, focusable=True)

    @property
    def field(self) -> Detail:
        """The text."""
        return self.query_one(Detail)


_PAGES: dict[str, type[Page]] = {
    "reason": ReasonPage,
    "text": TextPage,
    "list": TextPage,
    "rows": RowsPage,
    "look": LookPage,
}


def page_of(step: Step, filling: Filling, view: View) -> Page:
    """The page of a step."""
    return _PAGES[step.kind](step, filling, view)
