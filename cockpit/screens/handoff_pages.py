"""The pages of the handoff wizard: what is typed on them, and the look at the file to be."""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Literal

from rich.cells import cell_len
from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.screen import Screen
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Input, Label, TextArea

from cockpit.model.checklist import Commit
from cockpit.model.errors import CommandError, HandoffWaits
from cockpit.model.handoff_draft import REASON_WORDS, DraftTask, HandoffDraft, Reason, TaskState
from cockpit.project.handing_off import MISSING, Preview, Proposal, TypedForms, preview
from cockpit.rules.handoff.handoff_status import all_decisions
from cockpit.rules.handoff.proposal import (
    is_filled_in,
    missing,
    problems,
    resumed_draft,
    row_of,
    updated_place,
    where_it_stands,
    why_it_stops,
)
from cockpit.rules.work import as_they_stand, remains, with_hidden_entries
from cockpit.screens.dialogs import diff_facts
from cockpit.values import dataclass
from cockpit.widgets.choice import Choice, ReasonList
from cockpit.widgets.detail import Detail
from cockpit.widgets.footer import GLANCE, Caption
from cockpit.widgets.painting import wrap
from cockpit.widgets.sheets import GAP, Fact
from cockpit.widgets.step_map import Stage
from cockpit.widgets.task_table import TaskTable
from cockpit.widgets.text_view import TextField
from cockpit.widgets.view import View
from cockpit.wording.printable import printable, printable_lines
from cockpit.wording.times import clock, day

if TYPE_CHECKING:
    from cockpit.project.workspace import Workspace


# What the person makes of a proposal: every change is a new draft, and the rows remember how they were

_NEXT: dict[TaskState, TaskState] = {"done": "open", "in_progress": "done", "open": "in_progress"}
"""The state that follows when a task is toggled."""
ADDING = "Add a task"
"""The title of the form for a row that is not there yet."""


def title_of(row: DraftTask) -> str:
    """The title of the form of a row."""
    return f"Task {row.id or row.name}"


@dataclass(frozen=True, slots=True)
class _RowsEdit:
    """A change of the rows: how they were and where it was; what was told of the remaining work and what of it stood
    there, before and after; what was typed into forms of rows that went.
    """

    rows: tuple[DraftTask, ...]
    at: int
    before: tuple[tuple[str, ...], tuple[str, ...]]
    after: tuple[tuple[str, ...], tuple[str, ...]]
    typed: TypedForms


class Filling:
    """A draft on its way, and what it began as: `begun` is what was proposed then. `told` is the remaining work with
    what the rows hide of it, because it is done by them.

    `typed` is what stands in the forms that were left, by their titles. `changed` says that the draft is no longer what
    was proposed, so that it is worth keeping.
    """

    def __init__(self, proposal: Proposal, seen: Iterable[str] = ()) -> None:
        """`seen` are the fields that were looked at before."""
        self.proposal = proposal
        self.seen = set(seen)
        self.draft: HandoffDraft = proposal.unfinished.draft if proposal.unfinished is not None else proposal.draft
        self.begun = proposal.draft
        self.told: tuple[str, ...] = _told(proposal)
        self.typed = _about(self.draft.completed, proposal.unfinished.typed) if proposal.unfinished is not None else {}
        self._steps: list[_RowsEdit] = []

    @property
    def changed(self) -> bool:
        """Whether the person changed anything."""
        return bool(self.typed) or replace(self.draft, origins={}) != replace(self.proposal.draft, origins={})

    @property
    def entry(self) -> int | None:
        """The entry of the journal that wrote the draft as it is; None once it was changed."""
        kept = self.proposal.unfinished
        return kept.entry if kept is not None and self.draft == kept.draft else None

    @property
    def problems(self) -> Mapping[str, tuple[str, ...]]:
        """What is wrong with what was filled in, by field."""
        found = problems(self.draft, self.proposal.position)
        return {field: tuple(map(str, sentences)) for field, sentences in found.items()}

    @property
    def unfinished(self) -> tuple[str, ...]:
        """What was typed into a form and does not stand in the draft, one sentence for each form."""
        return tuple(f"{title}: what you typed is kept, but not in the handoff yet." for title in self.typed)

    def is_mine(self, name: str) -> bool:
        """Whether the person has looked at a field, or filled it in: what stands there is then theirs."""
        known = name in HandoffDraft.__dataclass_fields__
        return name in self.seen or (known and is_filled_in(self.draft, self.begun, name))

    def is_proposed(self, name: str) -> bool:
        """Whether a field stands as it was proposed, from somewhere."""
        return name in self.draft.origins

    @property
    def newest_of(self) -> str:
        """How many of the decisions are proposed, with a comma; empty where all are, and for those of before."""
        proposed, known = self.proposal.draft.decisions, len(self.proposal.track.decisions)
        as_proposed = self.draft.decisions == proposed and len(proposed) < known
        return f"the newest {len(proposed)} of {known}, " if as_proposed else ""

    @property
    def other_decisions(self) -> tuple[str, ...]:
        """The decisions of the files that the draft does not name, each with its why."""
        mine = tuple(dict.fromkeys(self.draft.decisions))
        return tuple(map(printable, all_decisions(mine, self.proposal.track.decisions)[len(mine) :]))

    @property
    def others(self) -> tuple[Commit, ...]:
        """The commits that stand in no row."""
        taken = tuple(row.commit for row in self.draft.completed if row.commit)
        return tuple(each for each in self.proposal.other_commits if not each.id.startswith(taken))

    def meet(self, proposal: Proposal) -> None:
        """Go by what the files say now; what was proposed stays."""
        self.proposal = replace(proposal, draft=self.proposal.draft, unfinished=None)

    def renew(self, proposal: Proposal) -> None:
        """Propose what the files say now wherever the person has changed nothing."""
        self.draft = resumed_draft(self.draft, self.begun, proposal.draft, proposal.track)
        if (self.draft.completed, self.draft.remaining) == (proposal.draft.completed, proposal.draft.remaining):
            self.told = proposal.remaining_in_files
        self.begun = proposal.draft
        self.proposal = replace(proposal, unfinished=None)

    def begin_anew(self) -> None:
        """Go back to what was proposed."""
        self.draft = self.begun = self.proposal.draft
        self.told = self.proposal.remaining_in_files
        self.typed.clear()
        self._steps.clear()

    def set(self, name: str, value: object) -> bool:
        """Fill in a field. True where that changes it; it is proposed from somewhere only while it is as it was begun.

        A current state that is as it was proposed follows the other fields.
        """
        if getattr(self.draft, name) == value:
            return False
        before = self.draft
        if name == "remaining":
            self.told = with_hidden_entries(self.told, before.remaining, value, before.completed)  # type: ignore[arg-type]
        self._put(name, value)
        return True

    def _put(self, name: str, value: object, *, follows: bool = False) -> None:
        """Give a field another value; one that only `follows` another field keeps where it came from."""
        before = self.draft
        if getattr(before, name) == value:
            return
        known = before if follows else self.begun if getattr(self.begun, name) == value else None
        origins = {field: origin for field, origin in before.origins.items() if field != name}
        if known is not None and name in known.origins:
            origins[name] = known.origins[name]
        self.draft = replace(before, **{name: value}, origins=origins)  # type: ignore[arg-type]  # as the field has
        track = self.proposal.track
        if name != "state" and ("state" in origins or where_it_stands(before, track)):
            text = updated_place(before.state, before, self.draft, track)
            self.draft = replace(self.draft, state=text)

    def text_of(self, name: str) -> str:
        """A field as a person edits it: entries stand each on a line."""
        value = getattr(self.draft, name)
        return "\n".join(value) if isinstance(value, tuple) else value or ""

    def set_text(self, name: str, text: str) -> bool:
        """Fill in a field from such a text. True where that changes it."""
        return self.set(name, self._meant(name, text))

    def says(self, name: str, text: str) -> bool:
        """Whether a field says what such a text does; empty lines between entries say nothing."""
        return (getattr(self.draft, name) or "") == self._meant(name, text)

    def _meant(self, name: str, text: str) -> str | tuple[str, ...]:
        if isinstance(getattr(self.draft, name), tuple):
            return tuple(line for line in text.split("\n") if line.strip())
        return text

    # The rows

    def toggle(self, place: int) -> None:
        """Give a row its next state."""
        row = self.draft.completed[place]
        self.put(place, replace(row, state=_NEXT[row.state], origin="person"))

    def put(self, place: int | None, row: DraftTask) -> int:
        """Put a row in the place of another, or at the end; where it stands now."""
        rows = list(self.draft.completed)
        if place is None:
            rows.append(row)
        else:
            rows[place] = row
        at = len(rows) - 1 if place is None else place
        self._set_rows(tuple(rows), at)
        return at

    def take(self, place: int) -> int:
        """Make a row of a commit; where that row stands."""
        return self.put(None, row_of(self.others[place]))

    def remove(self, place: int) -> DraftTask:
        """Take a row out. What is told of one that is not done remains."""
        rows = list(self.draft.completed)
        row = rows.pop(place)
        self._set_rows(tuple(rows), place, self.told if row.state == "done" else self._all_told())
        return row

    def undo_rows(self) -> int | None:
        """Take the last change of the rows back; where that was. None where there is none.

        With it goes what it did to the remaining work, unless the person has edited that since.
        """
        if not self._steps:
            return None
        step = self._steps.pop()
        self.typed = _about(step.rows, {**step.typed, **self.typed})
        untouched = (self.told, self.draft.remaining) == step.after
        self._put("completed", step.rows)
        if untouched:
            self.told, remaining = step.before
        else:
            remaining = remains(step.rows, self.told)
        self._put("remaining", remaining, follows=True)
        return step.at

    def _set_rows(self, rows: tuple[DraftTask, ...], at: int, told: tuple[str, ...] | None = None) -> None:
        """Change the rows: what they say of a task is what remains of it."""
        rows_before, before = self.draft.completed, (self.told, self.draft.remaining)
        self.told = self.told if told is None else told
        self._put("completed", rows)
        self._put("remaining", remains(rows, self.told), follows=True)
        typed = self.typed
        self.typed = _about(rows, typed)  # what was typed about a row goes with it
        gone = {title: lines for title, lines in typed.items() if title not in self.typed}
        self._steps.append(_RowsEdit(rows_before, at, before, (self.told, self.draft.remaining), gone))

    def _all_told(self) -> tuple[str, ...]:
        """What is told, with what stands there only because the rows say it."""
        rows, told = self.draft.completed, self.told
        return with_hidden_entries(told, as_they_stand(rows, told), self.draft.remaining, rows)


def _about(rows: Iterable[DraftTask], typed: TypedForms) -> dict[str, Mapping[str, str]]:
    """What was typed into the forms of these rows, and of one that is not there yet."""
    titles = {ADDING, *map(title_of, rows)}
    return {title: lines for title, lines in typed.items() if title in titles}


def _told(proposal: Proposal) -> tuple[str, ...]:
    """The remaining work as it was told; in drafts of earlier versions there is nothing beside what stands there."""
    kept = proposal.unfinished
    return proposal.remaining_in_files if kept is None else kept.remaining_in_files or kept.draft.remaining


# The steps of the wizard as plain data: what each asks, which field it fills, how far it is

Kind = Literal["reason", "text", "list", "rows", "look"]


@dataclass(frozen=True, slots=True, kw_only=True)
class WizardStep:
    """A step. `field` is the field of the draft it fills, `section` what stands over it in the file.

    `asks` is a sentence over the field, `hint` stands in it while it is empty. `{recording}` says which key records a
    blocker, where the track keeps any.
    """

    name: str
    title: str
    kind: Kind
    asks: str
    hint: str = ""
    section: str = ""

    @property
    def field(self) -> str:
        """The field of the draft."""
        return self.name


STEPS = (
    WizardStep(name="reason", title="Reason", kind="reason", asks="Why does the work stop here?"),
    WizardStep(
        name="state",
        title="Current state",
        kind="text",
        asks="Where exactly is the work?",
        hint="What runs, what is half done, which files are touched",
        section="Current State",
    ),
    WizardStep(
        name="completed",
        title="Completed work",
        kind="rows",
        asks="Which tasks are done, by which commit?",
        section="Completed Work",
    ),
    WizardStep(
        name="remaining",
        title="Remaining work",
        kind="list",
        asks="What is left to do? One entry a line.",
        hint="Nothing, as far as the files know",
        section="Remaining Work",
    ),
    WizardStep(
        name="decisions",
        title="Decisions",
        kind="list",
        asks="What was decided, and why? One entry a line.",
        hint="None yet. As in: what was chosen — and why",
        section="Decisions Made",
    ),
    WizardStep(
        name="blockers",
        title="Blockers",
        kind="list",
        asks="What holds the work up? One entry a line, for the handoff alone{recording}.",
        hint="None. As in: what is stuck, and what it waits for",
        section="Blockers",
    ),
    WizardStep(
        name="context",
        title="Context",
        kind="text",
        asks="What were you thinking that no file says?",
        hint="The plan in your head, what you tried, what you suspect",
        section="Context",
    ),
    WizardStep(
        name="next_action",
        title="Next action",
        kind="text",
        asks="The first thing to do next.",
        hint="One thing, with the file it is about: a fresh agent begins here",
        section="Next Action",
    ),
    WizardStep(name="look", title="Preview", kind="look", asks="What will be written."),
)
"""The steps in their order."""

NAMES = tuple(step.name for step in STEPS)
NEXT_ACTION, LOOK = NAMES.index("next_action"), NAMES.index("look")

_MEANS: Mapping[Reason, str] = {
    "context": "A fresh agent works better than one that forgets.",
    "user_interrupt": "You stop, or do something else first.",
    "error": "Something failed; say under Blockers what.",
    "session_end": "Enough for today; the next session continues.",
}
REASONS = tuple((reason, REASON_WORDS[reason].capitalize(), told) for reason, told in _MEANS.items())
"""Each reason with its name and what it means."""

ORIGINS = {
    "state": "from the state file",
    "log": "from the decision log",
    "state_and_log": "from the state file and the decision log",
    "handoff": "from the last handoff",
    "plan": "from the plan",
    "git": "from git",
}
_STATE_AND_GIT = "from the state file and git"
"""Where a proposal comes from, in words."""


def stage(step: WizardStep, filling: Filling) -> Stage:
    """How far a step is."""
    lacking, mine = missing(filling.draft), filling.is_mine(step.name)
    if step.kind == "look":
        return "filled" if mine and not lacking else "empty"
    if step.name == "next_action" and lacking:
        return "missing"
    return "empty" if not getattr(filling.draft, step.field) else "filled" if mine else "proposed"


PLACES = (("phase", "Phase"), ("plan", "Plan"), ("task", "Task"), ("total_tasks", "of"))
"""The parts of the position, with the label that stands before each."""


class Page(Vertical):
    """A caption, and below it what is filled in."""

    KEYS: ClassVar[Mapping[str, str]] = {}
    """The actions that are named with their keys, in the frame or where it has none in a line below; what they do."""

    class Changed(Message):
        """The person changed something."""

    def __init__(self, step: WizardStep, filling: Filling, view: View) -> None:
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

    @abstractmethod
    def fields(self) -> Iterator[Widget]:
        """What is below the caption."""

    @property
    @abstractmethod
    def field(self) -> Widget:
        """What is focused first."""

    def caption(self) -> None:
        """Say what is asked, where the proposal comes from, and what is wrong."""
        recording = f"; {self.view.keys.get('blocker.add', 'n')} on the dashboard records it"
        keeps = "blockers" not in self.filling.proposal.track.lacks
        asks = self.step.asks.format_map({"recording": recording if keeps else ""})
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
        shown = why_it_stops(proposal.track)[1] if self.filling.draft.reason == proposal.draft.reason else None
        return str(shown or "")

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
        field = TextField(text, hint=self.step.hint, numbered=numbered)
        field.is_proposed = partial(self.filling.is_proposed, self.step.field)
        yield field
        if self.step.name == "state":
            yield Horizontal(*self._places(), classes="places")

    def named(self) -> Mapping[str, str]:
        """Of the decisions, how to get those that are not proposed."""
        others = len(self.filling.other_decisions) if self.step.name == "decisions" else 0
        return {"wizard.more": f"adds the other {'one' if others == 1 else others}"} if others else {}

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
        origin = super().origin()
        if origin and self.step.name == "decisions":
            return f"{self.filling.newest_of}{origin}"
        is_git_added = self.step.name == "state" and self.filling.draft.origins.get("state") == "git"
        return _STATE_AND_GIT if is_git_added and not self.filling.proposal.track.is_plain else origin

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

    @on(TextField.DigitRefused)
    def _keep_proposal(self) -> None:
        self.app.notify("A digit replaces no proposal. Tab goes to the next step, Delete empties the field.",
                        severity="warning", timeout=GLANCE)  # fmt: skip

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
        "wizard.toggle": "state",
        "wizard.edit-row": "edit",
        "wizard.add-row": "add",
        "wizard.remove-row": "remove",
        "wizard.undo-row": "undo",
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


def page_of(step: WizardStep, filling: Filling, view: View) -> Page:
    """The page of a step."""
    return _PAGES[step.kind](step, filling, view)


# The preview: what would be written, found out a moment after each change and away from the event loop

SOON = 0.15
"""Seconds from a change to a look at what it comes to."""
_EDGE = "---"


class Looking:
    """The newest look at the files to be, and when the next one is due. `again` takes it."""

    def __init__(self, screen: Screen[None], again: Callable[[], object]) -> None:
        self._screen = screen
        self._again = again
        self._timer: Timer | None = None
        self.look: Preview | None = None
        self.refused = ""
        self.another = False
        """Whether a handoff appeared that the wizard knows nothing of."""

    @property
    def waits(self) -> bool:
        """Whether a look is due."""
        return self._timer is not None

    def soon(self) -> None:
        """Look again, a moment from now."""
        if self._timer is not None:
            self._timer.stop()
        self._timer = self._screen.set_timer(SOON, self.now)

    def now(self) -> None:
        """Look again."""
        self._timer = None
        self._again()

    def look_at(self, workspace: "Workspace", filling: Filling) -> None:
        """Find out what would be written. Reads the files: not for the event loop."""
        self.another = False
        try:
            self.look, self.refused = preview(workspace, filling.proposal.track, filling.draft), ""
        except HandoffWaits:
            self.look, self.refused, self.another = None, "", True
        except CommandError as refusal:
            self.look, self.refused = None, str(refusal)


class FileView:
    """Shows a look in a detail view: the file, the rest of what is written, or both."""

    def __init__(self, detail: Detail, *, file: bool, rest: bool) -> None:
        self._detail = detail
        self._file, self._rest = file, rest

    def show(self, looking: Looking, section: str = "") -> None:
        """Show the newest look, with that section in view."""
        width = self._detail.size.width
        found = looking.look
        if found is None:
            told = looking.refused or "Looking at what would be written…"
            self._detail.show("", [Fact("", told, "stop" if looking.refused else "muted")])
            return
        facts, at = file_facts(found.text, width, section) if self._file else ([], 0)
        if self._rest:
            facts += [*([GAP] if facts else []), *_rest(found, width)]
        self._detail.show(found.path if self._file else "What else is written", facts)
        if section:
            # once the lines are laid out: a detail that just became visible cannot scroll yet
            self._detail.call_after_refresh(self._detail.scroll_to, y=max(0, at - 1), animate=False)


def _rest(found: Preview, width: int) -> Sequence[Fact]:
    """What is said beside the handoff, and the diff of the other files."""
    told, changed = [Fact("", str(remark)) for remark in found.remarks], diff_facts(found.diff, width)
    return [*told, *(changed if told else changed[1:])] or [Fact("", "No other file changes.", "muted")]


def file_facts(text: str, width: int, section: str = "") -> tuple[list[Fact], int]:
    """The lines of a handoff in a detail view of that width, and the place of the line with the heading `section`."""
    facts: list[Fact] = []
    at, frontmatter = 0, False
    for place, line in enumerate(printable_lines(text.rstrip("\n"))):
        style = "text"
        if line == _EDGE and (place == 0 or frontmatter):
            frontmatter, style = place == 0, "muted"
        elif frontmatter:
            style = "muted"
        elif line.startswith("## "):
            here = bool(section) and line[3:].strip() == section
            at = len(facts) if here else at
            style = "accent" if here else "strong"
        elif line == MISSING:
            style = "stop"
        facts += [Fact("", piece, style, as_is=True) for piece in _pieces(line, max(8, width - 2))]
    return facts, at


def _pieces(line: str, width: int) -> Iterator[str]:
    """A line in pieces of that many cells, broken at blanks; what goes on stands below its own beginning."""
    text = line.lstrip(" ")
    indent = " " * (len(line) - len(text))
    if cell_len(line) <= width:
        yield line
        return
    first, *more = wrap(text, max(8, width - len(indent)))
    yield indent + first
    hanging = indent + ("  " if text.startswith(("- ", "| ")) else "")
    for piece in wrap(" ".join(more), max(8, width - len(hanging))) if more else ():
        yield hanging + piece
