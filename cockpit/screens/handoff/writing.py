"""Writing the handoff: what is missing, what becomes of one that waits, and what was refused."""

from typing import TYPE_CHECKING

from textual import work

from cockpit.actions.handing_off import Existing, Proposal, hand_off
from cockpit.model import Handoff
from cockpit.model.errors import Refused
from cockpit.rules.handoff import missing
from cockpit.rules.handoff_status import served
from cockpit.rules.printable import printable
from cockpit.rules.times import lasting_age, moment
from cockpit.rules.wording import listed
from cockpit.screens.deeds import Deed
from cockpit.screens.handoff.filling import Filling
from cockpit.screens.handoff.steps import LOOK, NEXT_ACTION, STEPS
from cockpit.screens.handoff.wizard import Wizard
from cockpit.screens.questions import QuestionDialog
from widgets.choice import Choice
from widgets.footer import Caption
from widgets.sheets import Fact

if TYPE_CHECKING:
    from cockpit.actions.change import Outcome, Writer

_WAYS = [
    Choice("archive", "Archive it", "this one takes its place"),
    Choice("cancel", "Cancel", "nothing is written"),
]


class Writing(Wizard):
    """Writing what was filled in."""

    _under_way = False
    _kept = True

    def why_not_write(self) -> str | None:
        """Why it can be neither shown nor written yet."""
        if self.filling is None:
            return "Git is still being asked."
        lacking = missing(self.filling.draft) if self.looks else ()
        return f"The {lacking[0]} is still missing." if lacking else None

    def named(self, action: str, word: str) -> str:
        """What the footer calls an action: nothing is written that was not shown."""
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

        def do(writer: "Writer") -> "Outcome":
            return hand_off(writer, track, draft, existing)

        self.deeds.carry_out(Deed(do=do, done=self._written, refused=self._refused))

    def _written(self) -> None:
        self.keeper.forget()
        self.app.wizards_left.pop(self.track.key, None)
        self.dismiss()

    def _refused(self, refusal: Refused) -> None:
        """Say why; what the files say now is what the next attempt goes by."""
        self._under_way = False
        self.notify(f"{refusal}{' Your draft is kept.' if self._kept else ''}", severity="warning", markup=False)
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
        waiting = filling.proposal.existing if filling is not None else None
        if filling is None or waiting is None:
            self._write()
            return
        place = self.looking.look.archived if self.looking.look is not None else None
        taken = _taken(filling, waiting)
        about = [Fact("", "Another handoff waits here.", "strong")]
        about += [Fact("Served", why) for why in [served(filling.proposal.track)] if why]
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
        waiting = filling.proposal.existing if filling is not None else None
        caption = self.query_one("#waits", Caption)
        if waiting is None:
            caption.show("")
            return
        ago = lasting_age(waiting.created, self.view.now())
        what = f"The handoff of {ago}" if ago else "The handoff that waits"
        told = f"{self.view.glyphs.handoff} {what} still waits; writing this one archives it."
        caption.show(told, style="warning")


def _taken(filling: Filling, waiting: Handoff) -> str:
    """Which steps say something that the proposal took from the handoff that waits."""
    draft = filling.draft
    fields = {name for name, origin in draft.origins.items() if origin == "handoff"}
    fields |= {"completed"} if any(row.origin == "handoff" for row in draft.completed) else set()
    fields |= {"remaining"} if {*map(printable, waiting.remaining)} & {*draft.remaining} else set()
    return listed(step.title for step in STEPS if step.field in fields)
