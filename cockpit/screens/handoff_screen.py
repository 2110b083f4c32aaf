"""The handoff wizard: its steps, the draft that is kept, and the writing."""

import asyncio
import os
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual import getters, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.screen import Screen
from textual.widget import Widget

from cockpit.model import Handoff, Track
from cockpit.model.errors import CommandError, HandoffWaits
from cockpit.model.location import track_name, where_left
from cockpit.project.handing_off import (
    Existing,
    Preview,
    Proposal,
    discard_draft,
    hand_off,
    keep_draft,
    preview,
    propose_handoff,
)
from cockpit.rules.handoff.handoff_status import why_used
from cockpit.rules.handoff.proposal import missing
from cockpit.screens.acting import ActionRunner, PendingChange
from cockpit.screens.editor import editor_command, hand_over
from cockpit.screens.handoff_filling import Filling
from cockpit.screens.handoff_pages import (
    FIELDS,
    LOOK,
    NAMES,
    NEXT_ACTION,
    LookedAt,
    LookPage,
    Page,
    TextPage,
    show_file,
)
from cockpit.screens.help import HelpDialog
from cockpit.screens.keeper import Keeper
from cockpit.screens.keys import key_in
from cockpit.screens.mixin import Faults, OwnScreen
from cockpit.screens.project_app import ProjectApp, WizardPosition
from cockpit.widgets.choice import Choice, ReasonList
from cockpit.widgets.detail import Detail
from cockpit.widgets.footer import Caption, Footer, MessageLine
from cockpit.widgets.header import TitleBar
from cockpit.widgets.sheets import Fact, Sheet
from cockpit.widgets.step_map import SIGNS, StepMap
from cockpit.widgets.text_field import TextField
from cockpit.wording.messages import Words
from cockpit.wording.phrases import listed
from cockpit.wording.printable import printable
from cockpit.wording.times import lasting_age

if TYPE_CHECKING:
    from cockpit.project.outcome import ChangeOutcome
    from cockpit.project.workspace import Workspace

SOON = 0.15
"""Seconds from a change to a look at what it comes to."""
WIDE = 110
"""Columns from which map, step and file stand side by side."""
NARROW = 60
"""Columns below which fields are as narrow as can be."""
LOW = 16
"""Rows below which nothing is spent on air."""
_WAYS = [Choice("archive", "Archive it", "this one takes its place"), Choice("cancel", "Cancel", "nothing is written")]


def propose(runner: ActionRunner, track: Track) -> Proposal:
    """Ask the files and git. Where sessions alone are shown, the handoff begins a track beside them. Raises
    CommandError.
    """
    return propose_handoff(runner.changes.workspace(), None if track.is_observed else track.key)


class HandoffScreen(OwnScreen, Faults, Screen[None]):
    """Map, step and file, and the keys that work in every step."""

    app: ProjectApp
    AUTO_FOCUS: ClassVar[str | None] = ""
    map = getters.query_one(StepMap)
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
          for number, step in enumerate(FIELDS, start=1)),
    ]  # fmt: skip

    def __init__(self, runner: ActionRunner, track: Track, proposal: Proposal) -> None:
        super().__init__()
        self.runner, self.track, self.view = runner, track, runner.view
        left = runner.app.wizard_positions.get(track.key, WizardPosition())
        self.filling = Filling(proposal, left.seen)
        step = proposal.unfinished.step if proposal.unfinished is not None else left.step
        self.place = NAMES.index(step) if step in NAMES else 0
        self.pages = [each.page(each, self.filling, runner) for each in FIELDS]
        self.keeper = Keeper(self, self._keeping)
        self.found: LookedAt = None
        self._file = Detail(self.view, focusable=True, empty="")
        self._leaving = False

    def compose(self) -> ComposeResult:
        """Title, notices, map, step, file, keys."""
        yield TitleBar(self.view.glyphs.dot)
        yield Caption(id="kept")
        yield Caption(id="waits")
        with Container(id="wizard"):
            yield StepMap(self.view)
            yield Container(id="step")
            yield self._file
        yield Footer()
        yield MessageLine()

    async def on_mount(self) -> None:
        """Go where the person was."""
        self._fit()
        await self.go(self.place)
        self._look(0)
        if self.filling.proposal.unread is not None:
            self.app.notify(self.filling.proposal.unread, severity="warning")
        self.watch(self.app, "snapshot", self._follow, init=False)

    def on_unmount(self) -> None:
        """Whatever ends the program, the draft is kept."""
        self.keeper.at_the_end()

    def on_resize(self) -> None:
        """Take the shape for another size."""
        self._fit()
        self._show()

    def _fit(self) -> None:
        width, height = self.app.size
        self.set_class(width >= WIDE, "-wide")
        self.set_class(width < NARROW, "-narrow")
        self.set_class(height < LOW, "-low")
        self._file.can_focus = width >= WIDE

    # Where the files say something else by now

    def _follow(self) -> None:
        self._look(SOON)
        seen, project = self.filling.proposal.track, self.app.project
        now = next((each for each in (project.tracks if project else ()) if each.key == seen.key), seen)
        if _handed_off(now) != _handed_off(seen):
            self._propose_again()

    @work(group="beginning", exit_on_error=False)
    async def _propose_again(self) -> None:
        """Go by what the files say now; where the work has gone on, propose anew what the person has not changed."""
        try:
            proposal = await asyncio.to_thread(propose, self.runner, self.track)
        except CommandError as refusal:
            self.app.notify(refusal.whole, severity="warning")
            return
        if _handed_off(proposal.track) != _handed_off(self.filling.proposal.track):
            self.filling.renew(proposal)
            self.page.show()
            self._changed()
            self.app.notify("The work has moved on. What you have not changed is proposed anew.", severity="warning")
        else:
            self.filling.meet(proposal)
            self._show()
        self._look(0)

    # Going from step to step

    @property
    def page(self) -> Page:
        """The page on screen."""
        return self.pages[self.place]

    @property
    def looks(self) -> bool:
        """Whether the last step is on screen."""
        return self.place == LOOK

    async def go(self, place: int, *, into: bool = True) -> None:
        """Go to a step; with `into` its field has the focus."""
        if not 0 <= place < len(FIELDS):
            return
        if place != self.place:
            self.app.dismiss_read()
            if self.filling.changed:
                self.keeper.changed()
        self.place = place
        self.filling.seen.add(NAMES[place])
        if not self.page.is_attached:
            await self.query_one("#step").mount(self.page)
        for page in self.pages:
            page.display = page is self.page
        self.query_one("#step").border_title = f"{place + 1} {FIELDS[place].title}"
        self.page.show()
        self._show()
        self._show_file()
        if into:
            self.set_focus(self.page.editor)

    def on_descendant_focus(self) -> None:
        """Name the keys that work here now."""
        self._name_keys()

    def _field(self, step: int) -> Widget | None:
        """The next field of the page in a direction, from outside the page its first one; behind the preview comes the
        file, where it is beside.
        """
        fields = [each for each in self.page.query("*") if each.focusable]
        fields += [self._file] if self.looks and self._file.focusable else []
        place = fields.index(self.focused) + step if self.focused in fields else 0
        return fields[place] if 0 <= place < len(fields) else None

    def why_not_next(self) -> Words | None:
        """Why there is no field and no step to go on to."""
        last = self.looks and self._field(1) is None
        return f"This is the last step. Press {self._key_of('wizard.write')} to write the handoff." if last else None

    def why_not_previous(self) -> Words | None:
        """Why there is no field and no step to go back to."""
        return None if self.place or self._field(-1) is not None else "This is the first step."

    @on(ReasonList.Chosen)
    async def action_next(self) -> None:
        """Go to the next field of the page, from the last one to the next step."""
        if not self.refuses("next"):
            await self._go_to(1)

    async def action_previous(self) -> None:
        """Go to the field before, from the first one to the step before."""
        if not self.refuses("previous"):
            await self._go_to(-1)

    async def _go_to(self, step: int) -> None:
        field = self._field(step)
        if field is not None:
            field.focus()
        else:
            await self.go(self.place + step)

    async def action_go(self, number: int) -> None:
        """Go to a step by its number."""
        await self.go(number - 1)

    @on(StepMap.Picked)
    async def _go_by_map(self, message: StepMap.Picked) -> None:
        await self.go(message.place, into=message.into)

    # What is on screen

    def _show(self) -> None:
        """Show how far everything is: title, notices, map, keys."""
        filling, glyphs, now = self.filling, self.view.glyphs, self.view.now()
        at = where_left(filling.draft)
        self.query_one(TitleBar).show([text for text in ("Hand off", track_name(self.track, ()), at) if text])
        self.map.show([Choice(each.name, each.title, each.stage(filling)) for each in FIELDS], NAMES[self.place])
        left, waiting = filling.left, filling.proposal.track.handoff
        told = waits = ""
        if left is not None:
            ago = lasting_age(left.at, now) or "before"
            whose = f"Your draft of {ago}" if left.entry is None else f"Your handoff of {ago}, undone"
            told = f"{whose}  {glyphs.dot}  {self._key_of('wizard.more')} start over"
        if waiting is not None:
            when = lasting_age(waiting.created, now)
            what = f"The handoff of {when}" if when else "The handoff that waits"
            waits = f"{glyphs.handoff} {what} still waits; writing this one archives it."
        self.query_one("#kept", Caption).show(told, style="accent")
        self.query_one("#waits", Caption).show(waits, style="warning")
        self._name_keys()
        self.refresh_bindings()

    def _name_keys(self) -> None:
        """Name the keys of the step: in its frame, or where it has none and there is room, below it."""
        named = FIELDS[self.place].keys(self.filling)
        keys = ", ".join(f"{self._key_of(name)} {does}" for name, does in named.items())
        self.query_one("#step").border_subtitle = keys
        framed = self.has_class("-wide") or self.has_class("-low")
        self.page.query_one("#keys", Caption).show("" if framed else keys)

    def _key_of(self, name: str) -> str:
        """The key of the action that the settings call so, in words."""
        return key_in(self.active_bindings, name)

    @on(Page.Changed)
    def _changed(self) -> None:
        """The draft is another: show it, keep it."""
        self._show()
        self.keeper.changed()
        self._look(SOON)

    @work(group="looking", exclusive=True, exit_on_error=False)
    async def _look(self, seconds: float) -> None:
        """After so many seconds without a change, look at what would be written; it reads the files."""
        await asyncio.sleep(seconds)
        track, draft = self.filling.proposal.track, self.filling.draft
        try:
            self.found = await asyncio.to_thread(preview, self.runner.changes.workspace(), track, draft)
        except HandoffWaits:
            self._propose_again()
        except CommandError as refusal:
            self.found = str(refusal)
        self._show_file()

    @on(Detail.Resized)
    def _show_file(self) -> None:
        """Show what would be written: beside the step, and on the last page."""
        wide, page = self.has_class("-wide"), self.page
        if wide:
            show_file(self._file, self.found, FIELDS[self.place].section)
        if isinstance(page, LookPage):
            show_file(page.editor, self.found, file=not wide, rest=True)

    # Keeping and leaving

    def _keeping(self) -> Callable[[], None]:
        """What keeps the draft as it is now."""
        workspace, track = self.runner.changes.workspace(), self.filling.proposal.track
        if self.filling.changed:
            return partial(keep_draft, workspace, track, self.filling.kept(NAMES[self.place]))
        return partial(discard_draft, workspace, track)

    async def action_close(self) -> None:
        """Keep the draft and leave."""
        if not await self.keeper.now() and not self._leaving:
            self._leaving = True
            key = self._key_of("wizard.close")
            self.app.notify(f"The draft could not be saved. Press {key} again to leave without it.", severity="warning")
            return
        if self.filling.changed and not self._leaving:
            self.app.notify("Draft saved. Press <handoff.write> to continue.")
        self.keeper.forget()
        self.app.wizard_positions[self.track.key] = WizardPosition(NAMES[self.place], frozenset(self.filling.seen))
        self.dismiss()

    # The field of a step in the person's own editor

    def why_not_editor(self) -> Words | None:
        """Why there is no text to edit."""
        return None if FIELDS[self.place].page is TextPage else "This step has no text to edit."

    def action_editor(self) -> None:
        """Edit the field in $EDITOR."""
        page = self.page
        if self.refuses("editor") or not isinstance(page, TextPage):
            return
        text = self._edited(page)
        if text is not None and page.filling.set_text(page.step.name, text):
            page.show()
            page.changed()
        page.editor.focus()

    def _edited(self, page: TextPage) -> str | None:
        """What came back from the editor; None where nothing can be taken over."""
        try:
            with tempfile.TemporaryDirectory(prefix="cockpit-") as folder:
                path, text = Path(folder) / f"{page.step.name}.md", page.editor.text
                # what is added by a line stands on a line of its own
                path.write_text(f"{text}\n" if text else "", "utf-8")
                os.chmod(path, 0o600)  # noqa: PTH101 -- as every file of our own
                edited = hand_over(self.app, editor_command(path, None))
                return path.read_text("utf-8").removesuffix("\n") if edited else None
        except (OSError, UnicodeDecodeError) as error:
            why = error.strerror if isinstance(error, OSError) else "not UTF-8"
            self.app.notify(f"The edited text cannot be read: {why}.", severity="warning")
            return None

    # Writing what was filled in

    def why_not_write(self) -> Words | None:
        """Why it cannot be written yet."""
        return "The next action is missing." if self.looks and missing(self.filling.draft) else None

    def offers(self, action: str) -> bool:
        """Whether the footer names a key now; where there is little room, writing goes before going back."""
        crowded = action == "previous" and self.looks and self.has_class("-narrow")
        return not crowded and super().offers(action)

    def named(self, action: str, word: str) -> str:
        """What the footer calls an action: nothing is written that was not shown, nor kept that was not changed."""
        if action == "close" and not self.filling.changed:
            return "close"
        if action == "next" and self._field(1) is not None:
            return "file" if self.looks else "next field"
        return "preview" if action == "write" and not self.looks else super().named(action, word)

    async def action_write(self) -> None:
        """Show what would be written; there, write it, after a question where another handoff waits; or go to what is
        missing."""
        waiting = self.filling.proposal.track.handoff
        if self.refuses("write"):
            await self.go(NEXT_ACTION)
        elif not self.looks:
            await self.go(LOOK)
        elif waiting is None:
            self._write()
        else:
            self._ask_and_write(waiting)

    def _ask_and_write(self, waiting: Handoff) -> None:
        past, taken = why_used(self.filling.proposal.track), _taken(self.filling, waiting)
        sheet = Sheet(self.view.now())
        sheet.say("", "Another handoff waits here.", "strong")
        sheet.say("", past)
        sheet.when("Left", waiting.created)
        sheet.say("Next action", waiting.next_action)
        sheet.say("Archive", self.found.archived if isinstance(self.found, Preview) else None)
        sheet.say("Taken over", f"{taken}." if taken else None)

        def chosen(way: str) -> None:
            if way == "archive":
                self._write("archive")

        self.runner.choose("A handoff waits", sheet.facts(), _WAYS, chosen)

    @work(group="writing", exit_on_error=False)
    async def _write(self, existing: Existing | None = None) -> None:
        """Write the handoff; once, however often that is asked for."""
        under_way = [each for each in self.app.workers if each.group == "writing" and not each.is_finished]
        if len(under_way) > 1:  # one of them is this
            return
        kept = await self.keeper.now()
        track, draft = self.filling.proposal.track, self.filling.draft

        def do(workspace: "Workspace") -> "ChangeOutcome":
            return hand_off(workspace, track, draft, existing)

        def done() -> None:
            self.keeper.forget()
            self.app.wizard_positions.pop(self.track.key, None)
            self.dismiss()

        def refused(refusal: CommandError) -> None:
            """Say why; what the files say now is what the next attempt goes by."""
            self.app.notify(f"{refusal.whole} Draft saved." if kept else refusal.whole, severity="warning")
            self._propose_again()

        self.runner.changes.run(PendingChange(do=do, done=done, refused=refused))

    # What else can be done with the draft

    def action_more(self) -> None:
        """Choose what else to do."""
        decisions = ""
        if NAMES[self.place] != "decisions":
            decisions = "This key adds decisions. It works only in the step Decisions."
        elif not self.filling.other_decisions:
            decisions = "All decisions in the files are already listed."
        begun = "" if self.filling.changed else "Nothing has changed yet."
        choices = [
            Choice("decisions", "Add all decisions", decisions, letter="d", able=not decisions),
            Choice("anew", "Start over", begun, letter="o", able=not begun),
        ]
        self.runner.choose("Handoff", [], choices, lambda way: self._start_over() if way == "anew" else self._add_all())

    def _add_all(self) -> None:
        """Put the decisions that are not proposed before the others, which are newer."""
        told, field = "\n".join(self.filling.other_decisions), self.page.editor
        if isinstance(field, TextField):
            field.insert(f"{told}\n" if field.text else told, (0, 0))
            field.move_to_end()

    def _start_over(self) -> None:
        """Drop the draft, after a question."""

        def begin() -> None:
            self.filling.begin_anew()
            self.page.show()
            self._changed()

        about = [Fact("", "What you filled in is deleted; files and git are read again.")]
        self.runner.confirm("Start over", about, "Start over", begin)

    def action_help(self) -> None:
        """Which keys work here."""
        signs = (Fact(getattr(self.view.glyphs, each.glyph), each.means, label_style=each.style)
                 for each in SIGNS.values())  # fmt: skip
        about = [Fact("", "The map", "strong"), *signs]
        self.app.push_screen(HelpDialog(None, self.active_bindings, self.view, self.why_not, about))


def _handed_off(track: Track) -> tuple[object, ...]:
    """What of a track a handoff is proposed from."""
    return track.position, track.phases, track.next_action, track.decisions, track.blockers


def _taken(filling: Filling, waiting: Handoff) -> str:
    """Which steps say something that the proposal took from the handoff that waits."""
    draft = filling.draft
    fields = {name for name, origin in draft.origins.items() if origin == "handoff"}
    fields |= {"completed"} if any(row.origin == "handoff" for row in draft.completed) else set()
    fields |= {"remaining"} if {*map(printable, waiting.remaining)} & {*draft.remaining} else set()
    return listed(step.title for step in FIELDS if step.name in fields)
