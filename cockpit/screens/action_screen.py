"""A screen whose keys do actions: what they are about, when they can be done, the answer, the menu, what is new."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from time import monotonic

from textual.reactive import Reactive
from textual.screen import Screen
from textual.widget import Widget

from cockpit.actions import BY_ID
from cockpit.model import Threshold, Track
from cockpit.model.agents import AgentSession
from cockpit.rules.attention import Need
from cockpit.screens.acting import (
    ActionRunner,
    ActionTable,
    ActionTarget,
    free_letter,
    target_of,
    unavailable,
    why_nothing,
)
from cockpit.screens.keys import action_of
from cockpit.screens.mixin import Faults, OwnScreen
from cockpit.screens.project_app import ProjectApp
from cockpit.screens.row_actions import ANSWERING, OF_PANE, TABLE, answer_of, menu_of, new_of, no_answer
from cockpit.widgets.by_key import by_key
from cockpit.widgets.choice import Choice
from cockpit.widgets.footer import GLANCE
from cockpit.widgets.pane import Pane
from cockpit.widgets.sheets import facts
from cockpit.widgets.view import View
from cockpit.wording.messages import Words
from cockpit.wording.printable import printable

SETTLING = 0.5
"""Seconds after an answer in which the same key answers no other row: a key pressed twice was meant for the one before,
and nobody reads a row in less."""
_ROOMY = 100
"""Columns from which the footer says whose limits `l` changes."""


class ActionScreen(OwnScreen, Faults, Screen[None]):
    """A screen with a track and rows."""

    app: ProjectApp
    focused: Reactive[Widget | None] = Reactive(None, repaint=False)
    """As Textual's own, which draws the whole screen again with each change; the two widgets do that themselves."""

    def __init__(self, view: View) -> None:
        super().__init__()
        self.view = view
        self.track_key: str | None = None
        self._acted = ""
        """The action that was done last."""
        self._answered = self._ignored = 0.0
        """When a row was answered last, and when an answer was ignored last (monotonic)."""

    @cached_property
    def runner(self) -> ActionRunner:
        """What carries out."""
        return ActionRunner(self.app, self.view, self.after_action, self._before_writing)

    def _before_writing(self) -> None:
        if self.pane is not None:
            self.pane.forget_new()

    def after_action(self) -> None:
        """What follows everything that was done: what a person recorded in a pane, or brought back under Needs you, is
        selected there once it is read."""
        pane = self.pane
        acted = self.table.get(self._acted)
        if pane is not None and acted is not None and acted.pane == pane.pane_id():
            pane.go_to_new()
        self._acted = ""

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
        """The value of the row under the cursor: for a need, the thing it is about."""
        value = self.pane.row.value if self.pane is not None and self.pane.row is not None else None
        return value.value if isinstance(value, Need) else value

    @property
    def target(self) -> ActionTarget:
        """What actions are about now."""
        value = self.pane.row.value if self.pane is not None and self.pane.row is not None else None
        need = value if isinstance(value, Need) else None
        if need is not None and need.there is not None and isinstance(need.value, Track):  # of another track
            return ActionTarget(self.app, need.value, need.there.value, need.there, self.track)
        track = (self.pane.row_track(self.pane.row) if self.pane is not None else None) or self.track
        return ActionTarget(self.app, track, self.selected, need, self.track)

    # What undo and redo would do, as it becomes known

    def on_screen_resume(self) -> None:
        """Look again when a dialog has closed: what it did may be undone now."""
        self.app.history.look()
        self.undo_status_changed()

    def undo_status_changed(self) -> None:
        """Show whether undo and redo can be done."""
        self.refresh_bindings()

    # When an action can be done

    @cached_property
    def table(self) -> ActionTable:
        """How each action is done here."""
        return TABLE

    def reason(self, action: str) -> Words | None:
        """Why an action cannot be done now; None where it can."""
        return unavailable(self.table, action, self.target)

    def menu(self, target: ActionTarget) -> Iterator[tuple[str, Words | None]]:
        """The actions in the menu of the row, each with the reason why it cannot be done now, or None."""
        return menu_of(target)

    def why_not(self, action: str) -> Words | None:
        """Why what a binding does cannot be done now; None where it can."""
        known = action_of(action)
        return self.reason(known) if known is not None else super().why_not(action)

    def why_not_answer(self) -> Words | None:
        """Why the row cannot be answered."""
        answer = self.answer()
        if answer is not None:
            return self.reason(answer)
        if isinstance(self.selected, AgentSession):
            return no_answer(self.target)
        return why_nothing(self.target, "track", looks=True) or no_answer(self.target)

    def why_not_more(self) -> Words | None:
        """Why there is no menu."""
        if isinstance(self.selected, AgentSession):
            return (
                "An agent's session has no menu. Press <row.details> for its details, <row.copy> to copy the "
                "command that opens it."
            )
        if (why := why_nothing(self.target, "track", looks=True)) is not None:
            return why
        if any(why is None for _, why in self.menu(self.target)):
            return None
        return self.reason("position.set") or "No row is selected."

    def why_not_new(self) -> Words | None:
        """Why nothing can be recorded."""
        if (why := why_nothing(self.target.of_work, "state")) is not None:
            return why
        return None if new_of(self.target) else "Nothing can be recorded in this track."

    def answer(self) -> str | None:
        """The action that answers the row."""
        return answer_of(self.target)

    def named(self, action: str, word: str) -> str:
        """What the footer calls what a binding does here."""
        answer = self.answer() if action == "answer" else None
        new = OF_PANE.get(self.pane.pane_id()) if action == "new" and self.pane is not None else None
        if new is not None and self.reason(new) is None:
            return f"new {self._of_new(new)}"
        if action_of(action) == "threshold.limit" and isinstance(self.selected, Threshold):
            return f"{self.selected.metric} limits" if self.app.size.width >= _ROOMY else "limits"
        return BY_ID[answer].label if answer is not None else word

    def offers(self, action: str) -> bool:
        """Whether the footer names a key now; an action that answers the row is named with the key that answers."""
        known = action_of(action)
        if known is not None and (known == self.answer() or not self.table[known].in_footer(self.target)):
            return False
        return super().offers(action)

    def belongs(self, action: str) -> bool:
        """Whether the footer keeps it, dimmed, where it cannot be done."""
        return False

    # Doing it

    def act(self, action: str, target: ActionTarget | None = None) -> None:
        """Do an action, or say why it cannot be done; about what was on screen when `target` was taken."""
        target = target_of(self.table, action, target if target is not None else self.target)
        why = unavailable(self.table, action, target)
        if why is not None:
            self._say(why)
            return
        self._acted = action
        self.table[action].do(self.runner, target)

    def _say(self, why: Words) -> None:
        self.app.notify(by_key(why, self.view.keys), severity="warning", timeout=GLANCE, markup=False)

    def _copy(self, text: str, purpose: str = "", *, key: str | None = None) -> None:
        """Copy a text, and say so; with `key` also that it checks the handoff that waits."""
        if text := printable(text):
            self.app.copy(text, purpose, f". Press {key} to check the handoff first." if key else "")

    def action_act(self, action: str) -> None:
        """Do the action of a key."""
        self.act(action)

    def action_answer(self) -> None:
        """Do what answers the row. Shortly after an answer only the same row is answered again, and none shortly after
        the selection went by itself to what is more urgent."""
        turned, jumped = (self.pane.turned_at, self.pane.jumped) if self.pane is not None else (0.0, False)
        if (jumped or turned > self._answered > 0) and monotonic() - max(turned, self._ignored) < SETTLING:
            self._ignored = monotonic()  # a key that is held down answers nothing
            self._say(
                "The selection has just moved to another row, so the key was ignored. Press it again to "
                "answer this row."
            )
            return
        if self.pane is not None:
            self.pane.choose_row()
        answer = self.answer()
        if answer is None:
            self._say(self.why_not_answer() or no_answer(self.target))
            return
        if self.reason(answer) is None and answer in ANSWERING:
            self._answered = monotonic()
        self.act(answer)

    def action_more(self) -> None:
        """Show everything that can be done with the row."""
        if self.refuses("more"):
            return
        target, choices = self.target, []
        if self.pane is not None:
            self.pane.choose_row()
        for action, letter, why in self.lettered(target):
            known = BY_ID[action]
            new = self.table[action].records
            label = f"New {self._of_new(action)}" if new else f"{known.label[:1].upper()}{known.label[1:]}"
            choices.append(
                Choice(action, label, by_key(why, self.view.keys) if why else "", letter=letter, able=why is None)
            )
        self.runner.choose(self.subject(), [], choices, lambda action: self.act(action, target))

    def lettered(self, target: ActionTarget) -> Iterator[tuple[str, str, Words | None]]:
        """The actions in the menu of the row, each with its letter there and why it cannot be done now, or None."""
        entries, answer, taken = [*self.menu(target)], self.answer(), ""
        own = {action: "a" if action == answer else BY_ID[action].key or BY_ID[action].letter for action, _ in entries}
        for action, why in entries:
            letter = own[action]
            if not letter or letter in taken:
                letter = free_letter(BY_ID[action].label, f"{taken}{_KEPT}{''.join(own.values())}")
            taken += letter
            yield action, letter, why

    def show_help(self, pane: Pane) -> None:
        """Show what this pane shows and which keys work here."""
        from cockpit.screens.help import HelpDialog

        self.app.push_screen(
            HelpDialog(pane, self.active_bindings, self.view, self.why_not, row=self.subject(),
                       menu=[*self.lettered(self.target)], named=self.named, does=self.local_tooltips())
        )  # fmt: skip

    def local_tooltips(self) -> Mapping[str, str]:
        """What bindings do here, where it is something else than elsewhere."""
        return {}

    def subject(self) -> str:
        """What the menu is about: the row, as its details are headed."""
        pane = self.pane
        if pane is None or pane.row is None:
            return self.track.title or self.track.key if self.track is not None else ""
        about = facts(pane.row.value, self.view.now(), track=self.track)
        return next((each.text for each in about if not each.label and each.text), pane.title_of(pane.row))

    def _of_new(self, action: str) -> str:
        """What an action records, as the system calls it."""
        asks = action == "todo.add" and self.track is not None and self.track.keeps_questions
        return "question" if asks else BY_ID[action].label

    def action_new(self) -> None:
        """Record something new: what the pane lists, else ask what."""
        if self.refuses("new"):
            return
        target = self.target
        possible = new_of(target)
        here = OF_PANE.get(self.pane.pane_id()) if self.pane is not None else None
        if here in possible and here is not None:
            self.act(here)
            return
        taken, choices = "", []
        for action in possible:
            letter = free_letter(self._of_new(action), taken)
            taken += letter
            choices.append(Choice(action, f"{self._of_new(action).capitalize()} …", letter=letter))
        self.runner.choose("New", [], choices, lambda action: self.act(action, target))


_KEPT = "aehlruym"
"""Letters in a menu that are keys of their own."""
