"""The handoff wizard: its steps, the draft that is kept, and the writing."""

import asyncio
import os
import tempfile
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual import getters, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.screen import Screen
from textual.widget import AwaitMount, Widget

from cockpit.model import Handoff, Track
from cockpit.model.errors import CommandError
from cockpit.model.handoff_draft import DraftTask
from cockpit.model.location import track_name
from cockpit.project.handing_off import (
    Existing,
    KeptDraft,
    Proposal,
    discard_draft,
    hand_off,
    keep_draft,
    propose_handoff,
)
from cockpit.rules.handoff.handoff_status import work_past
from cockpit.rules.handoff.proposal import missing, stands_at, wrong_commit, wrong_number
from cockpit.screens.acting import Answers, ChangeRunner, Filled, Form, FormLine, PendingChange, cancel_or
from cockpit.screens.dialogs import FormDialog, QuestionDialog
from cockpit.screens.editor import editor_command, hand_over
from cockpit.screens.handoff_pages import (
    ADDING,
    LOOK,
    NAMES,
    NEXT_ACTION,
    STEPS,
    FileView,
    Filling,
    Looking,
    LookPage,
    Page,
    RowsPage,
    TextPage,
    page_of,
    stage,
    title_of,
)
from cockpit.screens.help import HelpDialog
from cockpit.screens.keeper import Keeper
from cockpit.screens.keys import key_in
from cockpit.screens.mixin import Faults, Reasons
from cockpit.screens.project_app import ProjectApp, WizardPosition
from cockpit.widgets.choice import Choice, ReasonList
from cockpit.widgets.detail import Detail
from cockpit.widgets.footer import Caption, Footer, MessageLine
from cockpit.widgets.header import TitleBar
from cockpit.widgets.sheets import Fact
from cockpit.widgets.step_map import StepMap, Stop, signs_of
from cockpit.widgets.task_table import TaskTable
from cockpit.widgets.view import View
from cockpit.wording.messages import Words
from cockpit.wording.phrases import listed
from cockpit.wording.printable import printable
from cockpit.wording.times import lasting_age, moment

if TYPE_CHECKING:
    from cockpit.project.outcome import ChangeOutcome
    from cockpit.project.workspace import Workspace


# What the wizard is made of: its widgets, going from step to step, keeping the draft, leaving it for later

WIDE = 110
"""Columns from which map, step and file stand side by side."""
NARROW = 60
"""Columns below which fields are as narrow as can be."""
LOW = 16
"""Rows below which nothing is spent on air."""
BEGINNING = "Looking at git…"
_FILE_COMES = "The file, as soon as git has answered."


# The field of a step in the person's own editor


def _edited(wizard: "HandoffScreen", page: TextPage) -> str | None:
    """What came back from the editor; None where nothing can be taken over."""
    try:
        with tempfile.TemporaryDirectory(prefix="cockpit-") as folder:
            path = Path(folder) / f"{page.step.name}.md"
            text = page.field.text
            path.write_text(f"{text}\n" if text else "", "utf-8")  # what is added by a line stands on a line of its own
            os.chmod(path, 0o600)  # noqa: PTH101 -- as every file of our own
            if not hand_over(wizard.app, editor_command(path, None)):
                return None
            return path.read_text("utf-8").removesuffix("\n")
    except (OSError, UnicodeDecodeError) as error:
        why = "The edited text cannot be read: not UTF-8."
        if isinstance(error, OSError):
            why = f"The edited text cannot be read: {error.strerror}."
        wizard.app.notify(why, severity="warning")
        return None


# The completed work: what a person wishes of its rows


def _row(row: DraftTask, answers: Answers) -> DraftTask:
    """The row as it was filled in; a person's own where that changed anything."""
    filled = replace(row, id=answers["id"] or None, name=answers["name"], commit=answers["commit"] or None)
    return row if filled == row else replace(filled, origin="person")


# Writing the handoff: what is missing, what becomes of one that waits, and what was refused

_WAYS = [Choice("archive", "Archive it", "this one takes its place"), Choice("cancel", "Cancel", "nothing is written")]


def _taken(filling: Filling, waiting: Handoff) -> str:
    """Which steps say something that the proposal took from the handoff that waits."""
    draft = filling.draft
    fields = {name for name, origin in draft.origins.items() if origin == "handoff"}
    fields |= {"completed"} if any(row.origin == "handoff" for row in draft.completed) else set()
    fields |= {"remaining"} if {*map(printable, waiting.remaining)} & {*draft.remaining} else set()
    return listed(step.title for step in STEPS if step.field in fields)


def _handed_off(track: Track) -> tuple[object, ...]:
    """What of a track a handoff is proposed from."""
    return track.position, track.phases, track.next_action, track.decisions, track.blockers


class HandoffScreen(Reasons, Faults, Screen[None]):
    """Map, step and file, and the keys that work in every step. Until git has answered there is nothing to fill in, and
    `filling` is None."""

    app: ProjectApp
    AUTO_FOCUS: ClassVar[str | None] = ""
    title_bar = getters.query_one(TitleBar)
    map = getters.query_one(StepMap)
    _under_way = False
    _kept = True
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "next", "next", key_display="Tab", priority=True, id="wizard.next",
                tooltip="Go to the next field, then to the next step"),
        Binding("shift+tab", "previous", "back", key_display="Shift+Tab", priority=True, id="wizard.previous",
                tooltip="Go to the field before, then to the step before"),
        Binding("ctrl+s", "write", "write", key_display="^S", priority=True, id="wizard.write",
                tooltip="Show what would be written; there, write it"),
        Binding("f4", "editor", "editor", key_display="F4", priority=True, id="wizard.editor",
                tooltip="Edit this field in your $EDITOR; e alone where nothing is typed"),
        Binding("e", "editor", "editor", show=False, id="wizard.editor-here",
                tooltip="Edit this field in your $EDITOR"),
        Binding("ctrl+p", "more", "more", key_display="^P", priority=True, id="wizard.more",
                tooltip="Add older decisions, start over; m alone where nothing is typed"),
        Binding("m", "more", "more", show=False, id="wizard.more-here", tooltip="Add older decisions, start over"),
        Binding("f1", "help", "help", key_display="F1", id="wizard.help", tooltip="Which keys work here"),
        Binding("question_mark", "help", "help", show=False, key_display="?", id="wizard.help-here",
                tooltip="Which keys work here"),
        Binding("escape", "close", "save draft", key_display="Esc", id="wizard.close",
                tooltip="Keep the draft and leave"),
        *(Binding(f"{number}", f"go({number})", step.title, show=False,
                  id=f"wizard.step-{step.name.replace('_', '-')}", tooltip=f"Go to {step.title}")
          for number, step in enumerate(STEPS, start=1)),
    ]  # fmt: skip

    def __init__(self, runner: ChangeRunner, track: Track, view: View) -> None:
        super().__init__()
        self.runner, self.track, self.view = runner, track, view
        self.filling: Filling | None = None
        self._left: KeptDraft | None = None
        self.place = 0
        self.keeper = Keeper(self, self._keeping)
        self.looking = Looking(self, self._look)
        self._file = Detail(view, focusable=True, empty=_FILE_COMES)
        self._pages: dict[int, Page] = {}
        self._leaving = False

    def compose(self) -> ComposeResult:
        """Title, notices, map, step, file, keys."""
        yield TitleBar(self.view.glyphs.dot)
        yield Caption(id="kept")
        yield Caption(id="waits")
        with Container(id="wizard"):
            yield StepMap(self.view)
            yield Container(Caption(id="beginning"), id="step")
            yield self._file
        yield Footer()
        yield MessageLine()

    def on_mount(self) -> None:
        """Begin."""
        self.map.border_title = "Steps"
        self.query_one("#beginning", Caption).show(BEGINNING)
        self._fit()
        self._show_title()
        self._begin()
        self.watch(self.app, "snapshot", self._look_again, init=False)

    def on_unmount(self) -> None:
        """Whatever ends the program, the draft is kept."""
        self.keeper.at_the_end()

    def on_resize(self) -> None:
        """Take the shape for another size."""
        self._fit()
        self.call_after_refresh(self._show_files)

    def _fit(self) -> None:
        width, height = self.app.size
        self.set_class(width >= WIDE, "-wide")
        self.set_class(width < NARROW, "-narrow")
        self.set_class(height < LOW, "-low")
        self._file.can_focus = width >= WIDE

    # Beginning

    @property
    def _key(self) -> str | None:
        """The key of the track; None where sessions alone are shown, beside which the handoff begins one."""
        return None if self.track.is_observed else self.track.key

    @work(group="beginning", exit_on_error=False)
    async def _begin(self) -> None:
        try:
            proposal = await asyncio.to_thread(propose_handoff, self.runner.workspace(), self._key)
        except CommandError as refusal:
            self.app.notify(refusal.whole, severity="warning", markup=False)
            self.dismiss()
            return
        left = self.app.wizard_positions.get(self.track.key, WizardPosition())
        self.filling = Filling(proposal, left.seen)
        kept = proposal.unfinished
        await self.query_one("#beginning").remove()
        self._left = kept
        if proposal.unread is not None:
            self.app.notify(proposal.unread, severity="warning")
        self.show_waiting()
        step = kept.step if kept is not None else left.step
        self.go(NAMES.index(step) if step in NAMES else 0)

    def _say_kept(self) -> None:
        """Until something is changed: whose draft this is."""
        told, kept = "", self._left
        if kept is not None:
            dot = self.view.glyphs.dot
            ago = lasting_age(kept.at, self.view.now()) or "before"
            whose = f"Your draft of {ago}" if kept.entry is None else f"Your handoff of {ago}, undone"
            told = f"{whose}  {dot}  {self.key_of('wizard.more')} start over"
        self.query_one("#kept", Caption).show(told, style="accent")

    @work(group="beginning", exit_on_error=False)
    async def begin_with(self, taken: Callable[[Proposal], None]) -> None:
        """Ask the files and git once more."""
        try:
            taken(await asyncio.to_thread(propose_handoff, self.runner.workspace(), self._key))
        except CommandError as refusal:
            self.notify(str(refusal), severity="warning", markup=False)

    # Steps

    @property
    def page(self) -> Page | None:
        """The page on screen."""
        return self._pages.get(self.place)

    def go(self, place: int, *, into: bool = True) -> None:
        """Go to a step; with `into` its field has the focus."""
        if self.filling is None or not 0 <= place < len(STEPS):
            return
        step, moved = STEPS[place], place != self.place
        if moved:
            self.app.dismiss_read()
        self.place = place
        self.filling.seen.add(step.name)
        mounting = None
        if place not in self._pages:
            self._pages[place] = page_of(step, self.filling, self.view)
            mounting = self.query_one("#step").mount(self._pages[place])
        for each, page in self._pages.items():
            page.display = each == place
        frame = self.query_one("#step")
        frame.border_title = f"{place + 1} {step.title}"
        frame.border_subtitle = self._pages[place].keys
        if moved and self.filling.changed:
            self.keeper.changed()
        self._say_kept()
        self._show_map()
        self._show_files()
        self._enter(self._pages[place], mounting, into)

    @work(group="entering", exit_on_error=False)
    async def _enter(self, page: Page, mounting: AwaitMount | None, into: bool) -> None:
        """Focus the field of the page, where that is wanted, once it is there."""
        if mounting is not None:
            await mounting
        if page is not self.page or not page.is_composed or self.app.screen is not self:
            return
        if into:
            page.field.focus()
        self._show_files()

    def on_descendant_focus(self) -> None:
        """Name the keys that work here now."""
        page = self.page
        if page is not None and page.is_composed and page.field.has_focus:
            self.name_keys()

    def name_keys(self) -> None:
        """Name the keys of the page on screen."""
        page = self.page
        if page is not None and page.is_composed:
            page.name_keys(self.key_of)
            self.query_one("#step").border_subtitle = page.keys

    def key_of(self, name: str) -> str:
        """The key of the action that the settings call so, in words."""
        return key_in(self.active_bindings, name)

    def why_not_next(self) -> Words | None:
        """Why there is no field and no step to go on to."""
        last = self.place == len(STEPS) - 1 and self._field(1) is None
        return f"This is the last step. Press {self.key_of('wizard.write')} to write the handoff." if last else None

    def why_not_previous(self) -> Words | None:
        """Why there is no field and no step to go back to."""
        return None if self.place or self._field(-1) is not None else "This is the first step."

    def _field(self, step: int) -> Widget | None:
        """The next field of the page in a direction, from outside the page its first one; behind the preview comes the
        file, where it is beside.
        """
        page = self.page
        fields = [each for each in page.query("*") if each.focusable] if page is not None else []
        fields += [self._file] if self.looks and self._file.focusable else []
        place = fields.index(self.focused) + step if self.focused in fields else 0
        return fields[place] if 0 <= place < len(fields) else None

    def action_more(self) -> None:
        """What else can be done with the draft."""
        ways = (("all_decisions", "Add all decisions", "d"), ("anew", "Start over", "o"))
        choices = [
            Choice(name, label, str(why or ""), letter=letter, able=why is None)
            for name, label, letter in ways
            for why in (self.why_not(name),)
        ]

        def chosen(way: str | None) -> None:
            if way == "all_decisions":
                self.action_all_decisions()
            elif way == "anew":
                self.action_anew()

        self.app.push_screen(QuestionDialog("Handoff", [], choices, self.view), chosen)

    def action_next(self) -> None:
        """Go to the next field of the page, from the last one to the next step."""
        if not self.refuses("next"):
            self._go_to(1)

    def action_previous(self) -> None:
        """Go to the field before, from the first one to the step before."""
        if not self.refuses("previous"):
            self._go_to(-1)

    def _go_to(self, step: int) -> None:
        field = self._field(step)
        if field is not None:
            field.focus()
        else:
            self.go(self.place + step)

    def action_go(self, number: int) -> None:
        """Go to a step by its number."""
        self.go(number - 1)

    @on(StepMap.Picked)
    def _go_by_map(self, message: StepMap.Picked) -> None:
        self.go(message.place, into=message.into)

    @on(ReasonList.Chosen)
    def _go_on(self) -> None:
        self.action_next()

    # What is on screen

    @on(Page.Changed)
    def changed(self) -> None:
        """The draft is another: show it, keep it."""
        if self.filling is None:
            return
        for page in self._pages.values():
            if page is not self.page and page.is_composed:
                page.follow()
        self._left = None
        self._say_kept()
        self.keeper.changed()
        self._show_map()
        self.looking.soon()
        self.name_keys()
        self.refresh_bindings()

    def take_over(self) -> None:
        """Show the draft, which was changed elsewhere than on a page."""
        for page in self._pages.values():
            page.take_over()
        self.changed()

    def _show_title(self) -> None:
        at = stands_at(self.filling.draft) if self.filling is not None else ""
        self.title_bar.show([text for text in ("Hand off", track_name(self.track, ()), at) if text])

    def _show_map(self) -> None:
        if self.filling is not None:
            stops = [Stop(step.title, stage(step, self.filling)) for step in STEPS]
            self.map.show(stops, self.place)
            self._show_title()

    def _look_again(self) -> None:
        if self.filling is None:
            return
        self.looking.soon()
        seen, project = self.filling.proposal.track, self.app.project
        now = next((each for each in (project.tracks if project else ()) if each.key == seen.key), seen)
        if _handed_off(now) != _handed_off(seen):
            self.begin_with(self._renew)

    def _renew(self, proposal: Proposal) -> None:
        """The agent has gone on while the wizard is open."""
        filling = self.filling
        if filling is not None and _handed_off(proposal.track) != _handed_off(filling.proposal.track):
            filling.renew(proposal)
            self.take_over()
            self.app.notify("The work has moved on. What you have not changed is proposed anew.", severity="warning")

    @work(group="looking", exclusive=True, exit_on_error=False)
    async def _look(self) -> None:
        if self.filling is not None:
            await asyncio.to_thread(self.looking.look_at, self.runner.workspace(), self.filling)
            if self.looking.another and self.is_mounted:
                self.another_waits()
                return
            self._show_files()

    @on(Detail.Resized)
    def _show_files(self) -> None:
        """Show what would be written: beside the step, and on the last page."""
        if self.filling is None or not self.is_mounted:
            return
        wide, page = self.has_class("-wide"), self.page
        looks = isinstance(page, LookPage)
        if (wide or looks) and self.looking.look is None and not self.looking.refused:
            self.looking.now()
        if wide:
            FileView(self._file, file=True, rest=False).show(self.looking, STEPS[self.place].section)
        if isinstance(page, LookPage) and page.is_composed:
            FileView(page.field, file=not wide, rest=True).show(self.looking)
            page.caption()

    # Keeping and leaving

    def _keeping(self) -> Callable[[], None]:
        """What keeps the draft as it is now."""
        assert self.filling is not None  # noqa: S101 -- nothing has changed before
        workspace, track = self.runner.workspace(), self.filling.proposal.track
        filling = self.filling
        if filling.changed:
            kept = KeptDraft(draft=filling.draft, step=NAMES[self.place], begun=filling.begun, typed=filling.typed,
                             remaining_in_files=filling.told, entry=filling.entry)  # fmt: skip
            return partial(keep_draft, workspace, track, kept)
        return partial(discard_draft, workspace, track)

    async def action_close(self) -> None:
        """Keep the draft and leave."""
        if not await self.keeper.now() and not self._leaving:
            self._leaving = True
            key = self.key_of("wizard.close")
            self.app.notify(f"The draft could not be saved. Press {key} again to leave without it.", severity="warning")
            return
        if self.filling is not None and self.filling.changed and not self._leaving:
            key = self.view.keys.get("wizard.write", "h")
            self.app.notify(f"Draft saved. Press {key} to continue.")
        self.keeper.forget()
        if self.filling is not None:
            self.app.wizard_positions[self.track.key] = WizardPosition(NAMES[self.place], frozenset(self.filling.seen))
        self.dismiss()

    @property
    def looks(self) -> bool:
        """Whether the last step is on screen."""
        return self.place == LOOK

    # The field of a step in the person's own editor

    def why_not_editor(self) -> Words | None:
        """Why there is no text to edit."""
        return None if isinstance(self.page, TextPage) else "This step has no text to edit."

    def action_editor(self) -> None:
        """Edit the field in $EDITOR."""
        page = self.page
        if self.refuses("editor") or not isinstance(page, TextPage):
            return
        text = _edited(self, page)
        if text is not None and page.filling.set_text(page.step.field, text):
            page.take_over()
            page.changed()
        page.field.focus()

    # The rows of the completed work. What was typed into a form that was left is kept with the draft

    @on(TaskTable.Wished)
    def _wished(self, message: TaskTable.Wished) -> None:
        filling, place = self.filling, message.place
        if filling is None:
            return
        self.app.dismiss_read()
        match message.wish:
            case "toggle":
                self._toggle(filling, place)
            case "take":
                filling.take(place)
                self._show_rows(None)
            case "remove":
                gone = filling.remove(place)
                self._show_rows(None)
                self.app.notify(f"Removed {gone.name or gone.id}. Press <change.undo> to undo.")
            case "undo":
                at = filling.undo_rows()
                if at is not None:
                    self._show_rows(min(at, len(filling.draft.completed) - 1))
                else:
                    self.app.notify("Nothing to undo in this table.", severity="warning")
            case "edit":
                self._ask(filling, place, filling.draft.completed[place])
            case "add":
                self._ask(filling, None, DraftTask(state="done"))

    def _toggle(self, filling: Filling, place: int) -> None:
        filling.toggle(place)
        self._show_rows(place)
        row = filling.draft.completed[place]
        if row.state == "open":
            self.app.notify(f"{row.name or row.id} is not done. It is listed under Remaining work.")

    def _show_rows(self, select: int | None) -> None:
        page = self.page
        if isinstance(page, RowsPage):
            page.take_over(select)
            page.changed()

    def _ask(self, filling: Filling, place: int | None, row: DraftTask) -> None:
        """Ask for number, name and commit."""
        entries = [
            FormLine("name", "Name", row.name, "what was done", required=True),
            FormLine("id", "Task", row.id or "", "its number in the plan", check=wrong_number),
            FormLine("commit", "Commit", row.commit or "", "the id of the commit that finished it", check=wrong_commit),
        ]
        title = ADDING if place is None else title_of(row)
        form = Form(title=title, entries=entries)

        def closed(filled: Filled | None) -> None:
            if filled is not None and filled.done:
                filling.typed.pop(title, None)
                self._show_rows(filling.put(place, _row(row, filled.answers)))
                return
            if title in filling.typed:
                self.app.notify("Draft saved. The same key opens it again.")
            if filling.typed.get(title) != typed:
                self._show_rows(place)

        def changed(answers: Answers) -> None:
            before = filling.typed.pop(title, form.empty)
            if answers != form.empty:
                filling.typed[title] = answers
            if answers != before:
                self.keeper.changed()

        typed = filling.typed.get(title)
        restored = None if typed is None else {**form.empty, **typed}
        self.app.push_screen(FormDialog(form, restored, changed=changed), closed)

    # Writing what was filled in

    def why_not_write(self) -> Words | None:
        """Why it can be neither shown nor written yet."""
        if self.filling is None:
            return "Git is still being read. Press the key again in a moment."
        return "The next action is missing." if self.looks and missing(self.filling.draft) else None

    def offers(self, action: str) -> bool:
        """Whether the footer names a key now; where there is little room, writing goes before going back."""
        crowded = action == "previous" and self.looks and self.has_class("-narrow")
        return not crowded and super().offers(action)

    def named(self, action: str, word: str) -> str:
        """What the footer calls an action: nothing is written that was not shown, nor kept that was not changed."""
        if action == "close" and (self.filling is None or not self.filling.changed):
            return "close"
        if action == "next" and self.looks:
            return "file"
        if action == "next" and self._field(1) is not None:
            return "next field"
        return "preview" if action == "write" and not self.looks else super().named(action, word)

    def action_write(self) -> None:
        """Show what would be written; there, write it, or go to what is missing."""
        if self.refuses("write"):
            self.go(NEXT_ACTION)
        elif not self.looks:
            self.go(LOOK)
        elif not self._under_way:
            self._ask_and_write()

    @work(group="handing off", exit_on_error=False)
    async def _write(self, existing: Existing | None = None) -> None:
        filling = self.filling
        if filling is None:
            return
        self._under_way = not self.app.review  # a diff that is shown first holds all keys
        self._kept = await self.keeper.now()
        track, draft = filling.proposal.track, filling.draft

        def do(workspace: "Workspace") -> "ChangeOutcome":
            return hand_off(workspace, track, draft, existing)

        self.runner.run(PendingChange(do=do, done=self._written, refused=self._refused))

    def _written(self) -> None:
        self.keeper.forget()
        self.app.wizard_positions.pop(self.track.key, None)
        self.dismiss()

    def _refused(self, refusal: CommandError) -> None:
        """Say why; what the files say now is what the next attempt goes by."""
        self._under_way = False
        why = f"{refusal.whole} Draft saved." if self._kept else refusal.whole
        self.app.notify(why, severity="warning")
        self.begin_with(self._go_by)

    def another_waits(self) -> None:
        """Go by it, and show that it waits."""
        self.begin_with(self._go_by)

    def _go_by(self, proposal: Proposal) -> None:
        filling = self.filling
        if filling is None:
            return
        filling.meet(proposal)
        self.show_waiting()
        self.looking.now()

    # A handoff that waits

    def _ask_and_write(self) -> None:
        """Write, where another handoff waits after a question."""
        filling = self.filling
        waiting = filling.proposal.track.handoff if filling is not None else None
        if filling is None or waiting is None:
            self._write()
            return
        place = self.looking.look.archived if self.looking.look is not None else None
        taken = _taken(filling, waiting)
        about = [Fact("", "Another handoff waits here.", "strong")]
        about += [Fact("", f"{past}.") for past in [work_past(filling.proposal.track)] if past]
        about += [Fact("Left", when) for when in [moment(waiting.created, self.view.now())] if when]
        about += [Fact("Next action", waiting.next_action)] if waiting.next_action else []
        about += [Fact("Archive", place)] if place else []
        about += [Fact("Taken over", f"{taken}.")] if taken else []

        def chosen(way: str | None) -> None:
            if way == "archive":
                self._write("archive")

        self.app.push_screen(QuestionDialog("A handoff waits", about, _WAYS, self.view), chosen)

    def show_waiting(self) -> None:
        """Say that one waits, and what becomes of it."""
        filling = self.filling
        waiting = filling.proposal.track.handoff if filling is not None else None
        caption = self.query_one("#waits", Caption)
        if waiting is None:
            caption.show("")
            return
        ago = lasting_age(waiting.created, self.view.now())
        what = f"The handoff of {ago}" if ago else "The handoff that waits"
        told = f"{self.view.glyphs.handoff} {what} still waits; writing this one archives it."
        caption.show(told, style="warning")

    # Keys of single steps

    def why_not_all_decisions(self) -> Words | None:
        """Why there are no decisions to add."""
        if self.filling is None or STEPS[self.place].name != "decisions":
            return "This key adds decisions. It works only in the step Decisions."
        return None if self.filling.other_decisions else "All decisions in the files are already listed."

    def action_all_decisions(self) -> None:
        """Add those that are not proposed."""
        if not self.refuses("all_decisions") and isinstance(self.page, TextPage):
            self.page.add_decisions()

    def why_not_anew(self) -> Words | None:
        """Why there is nothing to drop."""
        changed = self.filling is not None and self.filling.changed
        return None if changed else "Nothing has changed yet."

    def action_anew(self) -> None:
        """Drop the draft, after a question."""
        if self.refuses("anew"):
            return
        about = [Fact("", "What you filled in is deleted; files and git are read again.")]

        def chosen(way: str | None) -> None:
            if way == "yes" and self.filling is not None:
                self.filling.begin_anew()
                self.take_over()

        self.app.push_screen(QuestionDialog("Start over", about, cancel_or("Start over"), self.view), chosen)

    def action_help(self) -> None:
        """Which keys work here."""
        signs = (Fact(each.sign, each.means, label_style=each.style) for each in signs_of(self.view.glyphs))
        about = [Fact("", "The map", "strong"), *signs]
        self.app.push_screen(HelpDialog(None, self.active_bindings, self.view, self.why_not, about))
