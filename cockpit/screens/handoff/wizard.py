"""What the wizard is made of: its widgets, going from step to step, keeping the draft, leaving it for later."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import ClassVar

from textual import getters, on, work
from textual.app import ComposeResult
from textual.containers import Container
from textual.screen import Screen
from textual.widget import AwaitMount

from cockpit.actions.handing_off import KeptDraft, Proposal, begin, discard_draft, keep_draft
from cockpit.model import Track
from cockpit.model.errors import Refused
from cockpit.rules.handoff import stands_at
from cockpit.rules.times import lasting_age
from cockpit.rules.wording import called
from cockpit.screens.deeds import Deeds
from cockpit.screens.faults import Faults
from cockpit.screens.handoff.filling import Filling
from cockpit.screens.handoff.keeping import Keeper
from cockpit.screens.handoff.looking import FileView, Looking
from cockpit.screens.handoff.pages import LookPage, Page, page_of
from cockpit.screens.handoff.steps import LOOK, NAMES, STEPS, stage
from cockpit.screens.keys import key_in
from cockpit.screens.project_app import Left, ProjectApp
from cockpit.screens.reasons import Reasons
from widgets.choice import ReasonList
from widgets.detail import Detail
from widgets.footer import Caption, Footer, MessageLine
from widgets.header import TitleBar
from widgets.step_map import StepMap, Stop
from widgets.view import View

WIDE = 110
"""Columns from which map, step and file stand side by side."""
NARROW = 60
"""Columns below which fields are as narrow as can be."""
LOW = 16
"""Rows below which nothing is spent on air."""
BEGINNING = "Looking at git…"
_FILE_COMES = "The file, as soon as git has answered."


class Wizard(Reasons, Faults, Screen[None]):
    """The steps of a handoff. Until git has answered there is nothing to fill in, and `filling` is None."""

    app: ProjectApp
    AUTO_FOCUS: ClassVar[str | None] = ""
    title_bar = getters.query_one(TitleBar)
    map = getters.query_one(StepMap)

    def __init__(self, deeds: Deeds, track: Track, view: View) -> None:
        super().__init__()
        self.deeds, self.track, self.view = deeds, track, view
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
        self.watch(self.app, "project", self._look_again, init=False)

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

    @work(group="beginning", exit_on_error=False)
    async def _begin(self) -> None:
        try:
            proposal = await asyncio.to_thread(begin, self.deeds.writer(), self.track.key)
        except Refused as refusal:
            self.app.notify(str(refusal), severity="warning", markup=False)
            self.dismiss()
            return
        left = self.app.wizards_left.get(self.track.key, Left())
        self.filling = Filling(proposal, left.seen)
        kept = proposal.kept
        await self.query_one("#beginning").remove()
        self._left = kept
        if proposal.unread is not None:
            self.notify(proposal.unread, severity="warning", markup=False)
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
            told = f"{whose}  {dot}  {self.key_of('handoff.anew')} begins anew"
        self.query_one("#kept", Caption).show(told, style="accent")

    @work(group="beginning", exit_on_error=False)
    async def begin_with(self, taken: Callable[[Proposal], None]) -> None:
        """Ask the files and git once more."""
        try:
            taken(await asyncio.to_thread(begin, self.deeds.writer(), self.track.key))
        except Refused as refusal:
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
            self.app.hush()
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

    def why_not_next(self) -> str | None:
        """Why there is no step to go on to."""
        last = self.place == len(STEPS) - 1
        return f"This is the last step: {self.key_of('handoff.write')} writes the handoff." if last else None

    def why_not_previous(self) -> str | None:
        """Why there is no step to go back to."""
        return None if self.place else "This is the first step."

    def action_next(self) -> None:
        """Go to the next step."""
        if not self.refuses("next"):
            self.go(self.place + 1)

    def action_previous(self) -> None:
        """Go to the previous step."""
        if not self.refuses("previous"):
            self.go(self.place - 1)

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
        self.refresh_bindings()

    def take_over(self) -> None:
        """Show the draft, which was changed elsewhere than on a page."""
        for page in self._pages.values():
            page.take_over()
        self.changed()

    def _show_title(self) -> None:
        at = stands_at(self.filling.draft) if self.filling is not None else ""
        self.title_bar.show([text for text in ("Hand off", called(self.track, ()), at) if text])

    def _show_map(self) -> None:
        if self.filling is not None:
            stops = [Stop(step.title, stage(step, self.filling)) for step in STEPS]
            self.map.show(stops, self.place)
            self._show_title()

    def show_waiting(self) -> None:
        """What there is to say of a handoff that waits."""

    def another_waits(self) -> None:
        """A handoff appeared while this one was written: go by what the files say now."""

    def _look_again(self) -> None:
        if self.filling is not None:
            self.looking.soon()

    @work(group="looking", exclusive=True, exit_on_error=False)
    async def _look(self) -> None:
        if self.filling is not None:
            await asyncio.to_thread(self.looking.look_at, self.deeds.writer(), self.filling)
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
        writer, track = self.deeds.writer(), self.filling.proposal.track
        filling = self.filling
        if filling.changed:
            return partial(keep_draft, writer, track, filling.draft, NAMES[self.place], filling.begun,
                           told=filling.told, entry=filling.entry, typed=filling.typed)  # fmt: skip
        return partial(discard_draft, writer, track)

    async def action_close(self) -> None:
        """Keep the draft and leave."""
        if not await self.keeper.now() and not self._leaving:
            self._leaving = True
            key = self.key_of("handoff.close")
            self.notify(f"The draft could not be kept; {key} once more leaves without it.", severity="warning")
            return
        if self.filling is not None and self.filling.changed and not self._leaving:
            key = self.view.keys.get("hand_off", "h")
            self.app.notify(f"Your draft is kept; {key} goes on with it.", markup=False)
        self.keeper.forget()
        if self.filling is not None:
            self.app.wizards_left[self.track.key] = Left(NAMES[self.place], frozenset(self.filling.seen))
        self.dismiss()

    @property
    def looks(self) -> bool:
        """Whether the last step is on screen."""
        return self.place == LOOK
