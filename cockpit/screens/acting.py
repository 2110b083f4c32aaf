"""What all keys that act share: the track, pane and row they are about, why one cannot act, asking, and changing.

An action takes the track as it is on screen when its key goes down, and hands it on through every dialog: what is
written is about that track, and refused where it is no longer what the person saw.
"""

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from textual.screen import Screen

from cockpit.actions.actor import not_a_person
from cockpit.model import Track
from cockpit.model.intents import Intent
from cockpit.rules.attention import Need
from cockpit.screens.deeds import Deed, Deeds, nothing
from cockpit.screens.faults import Faults
from cockpit.screens.forms import Answers, Filled, Form, FormDialog
from cockpit.screens.keys import ACTIONS, HISTORY, LOOKING, PERSONAL
from cockpit.screens.project_app import ProjectApp
from cockpit.screens.questions import QuestionDialog
from cockpit.screens.reasons import Reasons
from cockpit.values import dataclass
from widgets.by_key import by_key
from widgets.choice import Choice
from widgets.pane import Pane, View
from widgets.sheets import Fact

if TYPE_CHECKING:
    from cockpit.actions.change import Outcome, Writer
    from cockpit.model.errors import Asks, Refused

NO_STATE = "There is no agent state here."
KEPT = "What you typed is kept; the same key brings it back."


@dataclass(frozen=True, slots=True)
class Written:
    """What follows the writing of what was typed: it is `done`, or was `refused`."""

    done: Callable[[], None]
    refused: Callable[["Refused"], None]


class Acting(Reasons, Faults, Screen[None]):
    """A screen with a track, panes and keys that act. `why_not_<action>` says why a key cannot act now."""

    app: ProjectApp

    def __init__(self, view: View) -> None:
        super().__init__()
        self.view = view
        self.track_key: str | None = None
        self._typed: dict[tuple[str, ...], Answers] = {}

    @cached_property
    def deeds(self) -> Deeds:
        """What carries out."""
        return Deeds(self.app, self.view, self.after_deed)

    def after_deed(self) -> None:
        """What follows everything that was done."""

    @property
    def track(self) -> Track | None:
        """The track on screen."""
        project = self.app.project
        return None if project is None else project.track(self.track_key) or project.track(None)

    @property
    def pane(self) -> Pane | None:
        """The focused pane."""
        return self.focused if isinstance(self.focused, Pane) else None

    @property
    def selected(self) -> object:
        """What stands under the cursor: for a need, the thing it is about."""
        value = self.pane.row.value if self.pane is not None and self.pane.row is not None else None
        return value.value if isinstance(value, Need) else value

    def lacks(self, part: str) -> str | None:
        """Why there can be none of something in this track; None where there can."""
        return self.track.lacks.get(part) if self.track is not None else None

    def why_not(self, action: str) -> str | None:
        """Why a key cannot act now, as one sentence; None where it can."""
        if action in ACTIONS:
            if self.app.project is None:
                return "The project is still being read."
            if self.track is None and action not in HISTORY:
                return NO_STATE
            if self.app.settings.read_only and action not in LOOKING:
                return "Cockpit was opened read-only."
            if action in PERSONAL and (why := not_a_person(allow_agents=self.app.settings.allow_agents)) is not None:
                return why
        return super().why_not(action)

    def ask(self, track: Track, form: Form, intent: Callable[[Answers], Intent]) -> None:
        """Let the person fill in a form, then change that track by what it comes to."""

        def write(answers: Answers, written: Written) -> None:
            self.change(track, intent(answers), done=written.done, refused=written.refused)

        self.fill_in(track, form, write)

    def fill_in(
        self, track: Track, form: Form, write: Callable[[Answers, "Written"], None], *, wrong: str = ""
    ) -> None:
        """Let the person fill in a form about a track, then `write` what stands in it.

        What they typed is kept until it is written: the same form begins with it, and says what was `wrong`.
        """
        kept = (track.key, form.title, form.item)

        def closed(filled: Filled | None) -> None:
            if filled is None or filled.answers == form.empty:
                self._typed.pop(kept, None)
            else:
                self._typed[kept] = filled.answers
            if filled is not None and filled.done:
                write(filled.answers, Written(done=forget, refused=refused))
            elif kept in self._typed:
                self.notify(KEPT)

        def forget() -> None:
            self._typed.pop(kept, None)

        def refused(refusal: "Refused") -> None:
            from cockpit.model.errors import Asks, Changed

            told = by_key(str(refusal), self.view.keys)
            if isinstance(refusal, Asks):
                self.ask_first(form.title, refusal, lambda instead: self.change(track, instead))
            elif isinstance(refusal, Changed):  # asking again about what is gone would lead nowhere
                self.notify(told, severity="warning", markup=False)
            else:
                self.fill_in(track, form, write, wrong=told)

        self.app.push_screen(FormDialog(form, self._typed.get(kept), wrong), closed)

    def change(
        self,
        track: Track,
        intent: Intent,
        *,
        done: Callable[[], None] = nothing,
        refused: Callable[["Refused"], None] | None = None,
    ) -> None:
        """Make a change to a track; where it is done only when a person says so, ask first."""

        def do(writer: "Writer") -> "Outcome":
            from cockpit.actions.change import change

            return change(writer, track.key, intent)

        def asked(refusal: "Refused") -> None:
            from cockpit.model.errors import Asks

            if isinstance(refusal, Asks):
                self.ask_first("To be decided", refusal, lambda instead: self.change(track, instead, done=done))
            else:
                self.notify(by_key(str(refusal), self.view.keys), severity="warning", markup=False)

        self.deeds.carry_out(Deed(do=do, done=done, refused=refused or asked))

    def ask_first(self, title: str, asks: "Asks", then: Callable[[Intent], None]) -> None:
        """Let a person say whether something is done all the same, and do it `then`."""

        def chosen(answer: str | None) -> None:
            if answer == "yes":
                then(asks.instead)

        about = [Fact("", by_key(asks.why, self.view.keys), "strong")]
        answers = [Choice("no", "Leave it"), Choice("yes", asks.agreed)]
        self.app.push_screen(QuestionDialog(title, about, answers, self.view), chosen)
