"""What a person decides before work goes on: about an error or a session that failed, and that a step is under way."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from cockpit.actions.resuming import begin, held_by
from cockpit.model import Track
from cockpit.model.checklist import Check, Option
from cockpit.model.intents import Intent
from cockpit.rules.printable import printable
from cockpit.rules.remedies import to_move
from cockpit.rules.times import with_moments
from cockpit.screens.acting import Written
from cockpit.screens.deeds import Deed, nothing
from cockpit.screens.forms import Answers, Entry, Form
from cockpit.screens.questions import QuestionDialog
from cockpit.screens.resume.waiving import Waiving
from widgets.choice import Choice
from widgets.sheets import Fact

if TYPE_CHECKING:
    from cockpit.actions.change import Outcome, Writer
    from cockpit.actions.resuming import Preflight


class Deciding(Waiving):
    """The choices of the selected line, and the mark of the step at which the work goes on."""

    def _place(self) -> Mapping[str, Sequence[str]]:
        raise NotImplementedError

    @property
    def leaves_a_choice(self) -> bool:
        """Whether there are ways to choose from for the selected line."""
        check = self.checklist.check
        return check is not None and bool(check.choices)

    def named(self, action: str, word: str) -> str:
        """What the footer calls a key: where a line leaves a choice, the one that moves decides."""
        return "decide" if action == "move" and self.leaves_a_choice else super().named(action, word)

    def action_move(self) -> None:
        """Choose what becomes of the selected line, and do it; where it leaves no choice, move the state."""
        check, preflight = self.checklist.check, self.preflight
        if not self.leaves_a_choice:
            super().action_move()
        elif not self.refuses("move") and check is not None and preflight is not None:
            self._choose(check, preflight)

    def proposed_moves(self) -> Mapping[str, str]:
        """Where the handoff stands and the state does not."""
        track = self.preflight.track if self.preflight is not None else None
        return dict(to_move(track.handoff, track.position)) if track is not None and track.handoff is not None else {}

    def _choose(self, check: Check, preflight: "Preflight") -> None:
        now = self.view.now()
        options = {option.name: option for option in check.choices}
        choices = [Choice(name, name.capitalize(), option.does) for name, option in options.items()]
        about = [Fact("", check.told, "strong"), *(Fact("", with_moments(each, now)) for each in check.evidence[:3])]

        def chosen(name: str | None) -> None:
            if name is not None:
                self._decide(preflight.track, options[name], check.key)

        self.app.push_screen(QuestionDialog("Decide", about, choices, self.view), chosen)

    def _decide(self, track: Track, option: Option, item: str) -> None:
        if not option.intents:
            command = printable(option.way.typed(self._place()))
            self.app.copy_to_clipboard(command)
            self.notify(f"Copied: {command}", markup=False)
        elif option.asks:
            entry = Entry("note", "Note", hint=option.asks, required=True)
            form = Form(title=option.name.capitalize(), entries=[entry], about=option.does, item=item)

            def write(answers: Answers, written: Written) -> None:
                noted: Any = option.intents[-1]  # it has a note, for it asks for one
                told = replace(noted, note=answers["note"])
                self._each(track, [*option.intents[:-1], told], done=written.done)

            self.fill_in(track, form, write)
        else:
            self._each(track, option.intents)

    def _each(self, track: Track, intents: Sequence[Intent], done: Callable[[], None] = nothing) -> None:
        """One after the other, each once the one before it is done."""
        first, *others = intents
        self.change(track, first, done=partial(self._each, track, others, done) if others else done)

    def why_not_begin(self) -> str | None:
        """Why no step can be marked as under way."""
        preflight = self.preflight
        if preflight is None:
            return "Git and disk are still being checked: press it again then."
        if preflight.begins is None:
            return "There is no step here that could be marked as under way."
        return held_by(preflight, self.view.now())

    def action_begin(self) -> None:
        """Mark the step at which the work goes on as under way, after a look at what changes."""
        preflight = self.preflight
        if not self.refuses("begin") and preflight is not None:
            self.deeds.carry_out(Deed(do=partial(_beginning, preflight), shown=True))


def _beginning(preflight: "Preflight", writer: "Writer") -> "Outcome":
    return begin(writer, preflight)
