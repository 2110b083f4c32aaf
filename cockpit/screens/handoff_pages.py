"""The steps of the handoff wizard as records, and the pages on which they are filled in."""

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Input, Label, TextArea

from cockpit.model.checklist import Commit
from cockpit.model.handoff_draft import REASON_WORDS, DraftTask, Reason
from cockpit.project.handing_off import MISSING, Preview
from cockpit.rules.handoff.proposal import missing, why_it_stops, wrong_commit, wrong_number
from cockpit.screens.acting import ActionRunner, Answers, Form, FormLine, Written
from cockpit.screens.dialogs import diff_facts, styled_lines
from cockpit.screens.handoff_filling import Filling
from cockpit.values import dataclass
from cockpit.widgets.choice import Choice, ReasonList
from cockpit.widgets.detail import Detail
from cockpit.widgets.footer import Caption
from cockpit.widgets.painting import broken
from cockpit.widgets.pane import Pane
from cockpit.widgets.sheets import GAP, Fact
from cockpit.widgets.step_map import Stage
from cockpit.widgets.task_table import TaskTable
from cockpit.widgets.text_field import TextField
from cockpit.wording.times import clock, day

# The steps: what each asks, where its proposal comes from, what is wrong with it, which keys work there

ORIGINS = {
    "state": "from the state file",
    "log": "from the decision log",
    "state_and_log": "from the state file and the decision log",
    "handoff": "from the last handoff",
    "plan": "from the plan",
    "git": "from git",
}
"""Where a proposal comes from, in words."""


def _origin(filling: Filling, name: str) -> str:
    """Where the proposal comes from, as long as it is one."""
    return ORIGINS.get(filling.draft.origins.get(name, ""), "")


def _origin_of_reason(filling: Filling, _name: str) -> str:
    """What in the files shows the proposed reason, or fires beside it."""
    proposal = filling.proposal
    return str(why_it_stops(proposal.track)[1] or "") if filling.draft.reason == proposal.draft.reason else ""


def _origin_of_state(filling: Filling, name: str) -> str:
    """Git adds to the current state, it does not make it."""
    is_git_added = filling.draft.origins.get(name) == "git" and not filling.proposal.track.is_plain
    return f"{ORIGINS['state']} and git" if is_git_added else _origin(filling, name)


def _origin_of_decisions(filling: Filling, name: str) -> str:
    """How many of the decisions are proposed, where that is not all."""
    proposed, known = filling.proposal.draft.decisions, len(filling.proposal.track.decisions)
    origin, as_proposed = _origin(filling, name), filling.draft.decisions == proposed and len(proposed) < known
    return f"the newest {len(proposed)} of {known}, {origin}" if origin and as_proposed else origin


def _no_origin(_filling: Filling, _name: str) -> str:
    """None: each row says its own."""
    return ""


def _problems(filling: Filling, name: str) -> Sequence[str]:
    return filling.problems.get(name, ())


def _problems_of_rows(filling: Filling, name: str) -> Sequence[str]:
    """Odd numbers, and why nothing comes from git."""
    git = filling.proposal.git
    return (*_problems(filling, name), *((f"Nothing comes from git: {git}",) if git else ()))


def _all_problems(filling: Filling, _name: str) -> Sequence[str]:
    lacking = (f"The {each} is still missing." for each in missing(filling.draft))
    return (*lacking, *(sentence for found in filling.problems.values() for sentence in found))


def _keys_of_rows(_filling: Filling) -> Mapping[str, str]:
    return {"wizard.toggle": "state", "wizard.edit-row": "edit", "wizard.add-row": "add",
            "wizard.remove-row": "remove", "wizard.undo-row": "undo"}  # fmt: skip


def _keys_of_decisions(filling: Filling) -> Mapping[str, str]:
    """How to get those that are not proposed."""
    others = len(filling.other_decisions)
    return {"wizard.more": f"adds the other {'one' if others == 1 else others}"} if others else {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """A step, and the field of the draft that it fills. `section` is what stands over it in the file.

    `asks` is a sentence over the field, `hint` stands in it while it is empty; `{recording}` says which key records a
    blocker, where the track keeps any. `proposal` says where it comes from, `check` what is wrong with it; `keys` are
    the actions that are named with their keys, and what they do. `places` are fields of one line, with their labels.
    """

    name: str
    title: str
    page: "type[Page]"
    asks: str
    hint: str = ""
    section: str = ""
    proposal: Callable[[Filling, str], str] = _origin
    check: Callable[[Filling, str], Sequence[str]] = _problems
    keys: Callable[[Filling], Mapping[str, str]] = lambda _: {}
    places: Mapping[str, str] = field(default_factory=dict)

    def stage(self, filling: Filling) -> Stage:
        """How far the step is."""
        lacking, mine = missing(filling.draft), filling.is_mine(self.name)
        if self.name == "look":
            return "filled" if mine and not lacking else "empty"
        if self.name == "next_action" and lacking:
            return "missing"
        return "empty" if not getattr(filling.draft, self.name) else "filled" if mine else "proposed"


_MEANS: Mapping[Reason, str] = {
    "context": "A fresh agent works better.",
    "user_interrupt": "You stop or do something else.",
    "error": "Say under Blockers what failed.",
    "session_end": "The next session continues.",
}
REASONS = tuple(Choice(reason, REASON_WORDS[reason].capitalize(), told) for reason, told in _MEANS.items())


# The pages: a caption, and below it what is filled in


class Page(Vertical):
    """The page of a field, which is filled in in its `editor`."""

    editor: Widget

    class Changed(Message):
        """The person changed something."""

    def __init__(self, step: Field, filling: Filling, runner: ActionRunner) -> None:
        super().__init__(classes="page")
        self.step, self.filling, self.runner, self.view = step, filling, runner, runner.view

    def compose(self) -> ComposeResult:
        """The caption, the fields, and the keys that work there."""
        yield Caption(id="asks")
        yield from self.fields()
        yield Caption(id="keys")

    @abstractmethod
    def fields(self) -> Iterator[Widget]:
        """What is below the caption, the editor first."""

    def show(self) -> None:
        """Show the draft as it is now."""
        self.say()

    def say(self) -> None:
        """Say what is asked, where the proposal comes from, and what is wrong."""
        step, filling = self.step, self.filling
        recording = f"; {self.view.keys.get('blocker.add', 'n')} on the dashboard records it"
        keeps = "blockers" not in filling.proposal.track.lacks
        asks = step.asks.format_map({"recording": recording if keeps else ""})
        aside, wrong = step.proposal(filling, step.name), step.check(filling, step.name)
        self.query_one("#asks", Caption).show(asks, aside=aside, wrong=wrong)

    def changed(self) -> None:
        """The person changed something here."""
        self.say()
        self.post_message(self.Changed())


class ReasonPage(Page):
    """Why the work stops: one of four reasons."""

    editor: ReasonList

    def fields(self) -> Iterator[Widget]:
        """The list."""
        self.editor = ReasonList("", REASONS, self.filling.draft.reason, self.view)
        yield self.editor

    def show(self) -> None:
        """Select the reason of the draft."""
        super().show()
        self.editor.cursor = [each.key for each in REASONS].index(self.filling.draft.reason)

    @on(ReasonList.Moved)
    def _chosen(self, message: ReasonList.Moved) -> None:
        if self.filling.set("reason", message.key):
            self.changed()


class TextPage(Page):
    """A field of several lines, each an entry where the draft has a list; below it those of one line."""

    editor: TextField

    def fields(self) -> Iterator[Widget]:
        """The fields."""
        numbered = isinstance(getattr(self.filling.draft, self.step.name), tuple)
        self.editor = TextField(self.filling.text_of(self.step.name), hint=self.step.hint, numbered=numbered)
        self.editor.is_proposed = self._is_proposed
        yield self.editor
        if self.step.places:
            yield Horizontal(*self._places(), classes="places")

    def _places(self) -> Iterator[Widget]:
        for name, label in self.step.places.items():
            yield Label(label)
            line = Input(getattr(self.filling.draft, name) or "", id=name, compact=True)
            line.cursor_blink = False
            yield line

    def _is_proposed(self) -> bool:
        return self.step.name in self.filling.draft.origins

    def on_mount(self) -> None:
        """Make the field ready to be typed into."""
        self._ready()

    def _ready(self) -> None:
        """The cursor stands where a person goes on; a line that is only proposed is replaced by what they type."""
        self.editor.move_to_end()
        if self._is_proposed() and not self.editor.show_line_numbers and "\n" not in self.editor.text:
            self.editor.select_all()

    def show(self) -> None:
        """Show the texts of the draft."""
        super().show()
        self._show_text()
        for line in self.query(Input):
            line.value = getattr(self.filling.draft, line.id or "") or ""

    def _show_text(self) -> None:
        if not self.filling.says(self.step.name, self.editor.text):
            self.editor.load_text(self.filling.text_of(self.step.name))
            self._ready()

    @on(TextArea.Changed)
    def _typed(self, message: TextArea.Changed) -> None:
        if self.filling.set_text(self.step.name, message.text_area.text):
            self.changed()

    @on(Input.Changed)
    def _placed(self, message: Input.Changed) -> None:
        if self.filling.set(message.input.id or "", message.value.strip() or None):
            self._show_text()
            self.changed()

    @on(Input.Submitted)
    def _next_field(self, message: Input.Submitted) -> None:
        if message.input is self.query(Input).last():
            self.editor.focus()
        else:
            self.screen.focus_next()


class RowsPage(Page):
    """The completed work, which a person corrects row by row."""

    editor: TaskTable
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "turn", "state", show=False, id="wizard.toggle",
                tooltip="In progress, done, open: the next state of the task"),
        Binding("enter", "choose", "edit", show=False, id="wizard.edit-row",
                tooltip="Edit the task; put a commit among the tasks"),
        Binding("n", "add", "add", show=False, id="wizard.add-row", tooltip="Add a task"),
        Binding("delete", "remove", "remove", show=False, id="wizard.remove-row", tooltip="Remove the task"),
        Binding("u", "undo", "undo", show=False, id="wizard.undo-row",
                tooltip="Take the last change of this table back"),
    ]  # fmt: skip

    def fields(self) -> Iterator[Widget]:
        """The table."""
        self.editor = TaskTable(self.view)
        yield self.editor

    def show(self) -> None:
        """Show the rows of the draft, and the commits that stand in none."""
        super().show()
        proposal, now = self.filling.proposal, self.view.now()
        when = ", ".join(filter(None, (day(proposal.since, now), clock(proposal.since, now.tzinfo))))
        heading = f"Other commits since {when}; Enter adds one"
        self.editor.fill(self.filling.draft.completed, self.filling.other_commits, heading)

    def changed(self, select: int | None = None) -> None:
        """The person changed the rows: the cursor stays, or stands on the task `select`."""
        self.runner.app.dismiss_read()
        self.show()
        if select is not None:
            self.editor.select(f"task {min(select, len(self.filling.draft.completed) - 1)}")
        super().changed()

    def action_turn(self) -> None:
        """Give the task its next state; make one of what is no task yet."""
        place = self.editor.place
        if place is None:
            self.action_choose()
            return
        row = self.filling.toggle(place)
        self.changed()
        if row.state == "open":
            self.app.notify(f"{row.name or row.id} is not done. It is listed under Remaining work.")

    @on(Pane.Opened)
    def action_choose(self) -> None:
        """Edit the task, add one, or make one of the commit."""
        row = self.editor.row
        if row is not None and isinstance(row.value, Commit):
            self.filling.take(row.value)
            self.changed()
        elif row is not None:
            self._ask(self.editor.place)

    def action_add(self) -> None:
        """Add a task."""
        self._ask(None)

    def action_remove(self) -> None:
        """Take the task out."""
        place = self.editor.place
        if place is not None:
            gone = self.filling.remove(place)
            self.changed(place)
            self.app.notify(f"Removed {gone.name or gone.id}. Press <change.undo> to undo.")

    def action_undo(self) -> None:
        """Take the last change of the rows back."""
        at = self.filling.undo_rows()
        if at is not None:
            self.changed(at)
        else:
            self.app.notify("Nothing to undo in this table.", severity="warning")

    @on(Pane.Clicked)
    async def _clicked(self, message: Pane.Clicked) -> None:
        await self.run_action(message.action)

    def _ask(self, place: int | None) -> None:
        """Ask for number, name and commit of a task; of a new one, with None."""
        row = self.filling.draft.completed[place] if place is not None else DraftTask(state="done")
        title = "Add a task" if place is None else f"Task {row.id or row.name}"
        entries = [
            FormLine("name", "Name", row.name, "what was done", required=True),
            FormLine("id", "Task", row.id or "", "its number in the plan", check=wrong_number),
            FormLine("commit", "Commit", row.commit or "", "the id of the commit that finished it", check=wrong_commit),
        ]

        def write(answers: Answers, written: Written) -> None:
            filled = replace(row, **{name: text or None for name, text in answers.items()})  # type: ignore[arg-type]
            rows = self.filling.draft.completed
            here = rows.index(row) if row in rows else None  # it may have gone meanwhile, or stand elsewhere
            self.filling.put(here, row if filled == row else replace(filled, origin="person"))
            written.done()
            self.changed(here if here is not None else len(rows))

        self.runner.fill_in(self.filling.proposal.track, Form(title=title, entries=entries), write)


class LookPage(Page):
    """What would be written."""

    editor: Detail

    def fields(self) -> Iterator[Widget]:
        """The text."""
        self.editor = Detail(self.view, focusable=True)
        yield self.editor


# All steps in their order

FIELDS = (
    Field(name="reason", title="Reason", page=ReasonPage, asks="Why does the work stop here?",
          proposal=_origin_of_reason),
    Field(name="state", title="Current state", page=TextPage, asks="Where exactly is the work?",
          hint="What runs, what is half done, which files are touched", section="Current State",
          proposal=_origin_of_state,
          places={"phase": "Phase", "plan": "Plan", "task": "Task", "total_tasks": "of"}),
    Field(name="completed", title="Completed work", page=RowsPage, asks="Which tasks are done, by which commit?",
          section="Completed Work", proposal=_no_origin, check=_problems_of_rows, keys=_keys_of_rows),
    Field(name="remaining", title="Remaining work", page=TextPage, asks="What is left to do? One entry a line.",
          hint="Nothing, as far as the files know", section="Remaining Work"),
    Field(name="decisions", title="Decisions", page=TextPage, asks="What was decided, and why? One entry a line.",
          hint="None yet. As in: what was chosen — and why", section="Decisions Made",
          proposal=_origin_of_decisions, keys=_keys_of_decisions),
    Field(name="blockers", title="Blockers", page=TextPage,
          asks="What holds the work up? One entry a line, for the handoff alone{recording}.",
          hint="None. As in: what is stuck, and what it waits for", section="Blockers"),
    Field(name="context", title="Context", page=TextPage, asks="What were you thinking that no file says?",
          hint="The plan in your head, what you tried, what you suspect", section="Context"),
    Field(name="next_action", title="Next action", page=TextPage, asks="The first thing to do next.",
          hint="One thing, with the file it is about: a fresh agent begins here", section="Next Action"),
    Field(name="look", title="Preview", page=LookPage, asks="What will be written.", check=_all_problems),
)  # fmt: skip
"""The steps in their order."""

NAMES = tuple(each.name for each in FIELDS)
NEXT_ACTION, LOOK = NAMES.index("next_action"), NAMES.index("look")


# What would be written: the file, and what else is

LookedAt = Preview | str | None
"""What came of the newest look; why it was refused, in a sentence; None while nobody knows."""


def show_file(detail: Detail, found: LookedAt, section: str = "", *, file: bool = True, rest: bool = False) -> None:
    """Show the `file` in a detail view, with that section in view, the `rest` of what is written, or both."""
    if not isinstance(found, Preview):
        detail.show("", [Fact("", found or "Looking at what would be written…", "stop" if found else "muted")])
        return
    width = detail.size.width
    facts, at = file_facts(found.text, width, section) if file else ([], 0)
    if rest:
        told, changed = [Fact("", str(remark)) for remark in found.remarks], diff_facts(found.diff, width)
        others = [*told, *(changed if told else changed[1:])] or [Fact("", "No other file changes.", "muted")]
        facts += [*([GAP] if facts else []), *others]
    detail.show(found.path if file else "What else is written", facts)
    if section:
        # once the lines are laid out: a detail that just became visible cannot scroll yet
        detail.call_after_refresh(detail.scroll_to, y=max(0, at - 1), animate=False)


def file_facts(text: str, width: int, section: str = "") -> tuple[list[Fact], int]:
    """The lines of a handoff in a detail view of that width, and the place of the line with the heading `section`."""
    facts: list[Fact] = []
    at = 0
    for line, usual in styled_lines(text):
        here = bool(section) and line == f"## {section}"
        at = len(facts) if here else at
        style = "accent" if here else "stop" if line == MISSING else usual
        lead = " " * min(8, len(line) - len(line.lstrip(" -|")))  # what goes on stands below its own beginning
        facts += [Fact("", piece, style, as_is=True) for piece in broken(line, max(8, width - 2), lead)]
    return facts, at
