"""The keys about the work: decisions, blockers, todos, the position."""

from functools import partial

from cockpit.model import Blocker, Decision, Threshold, Todo
from cockpit.model.intents import AddTodo, Block, Complete, Decide, Intent, Move, Reword, TickTodo, Unblock
from cockpit.rules.attention import blocker_key
from cockpit.screens.forms import Answers, Entry, FormDialog, QuestionDialog
from cockpit.screens.threshold_keys import ThresholdKeys
from widgets.choice import Choice

COMPLETES = ("task", "plan", "phase", "session")
"""What can be said to be complete."""


class WorkKeys(ThresholdKeys):
    """Acting on what is selected, and adding to it."""

    def why_not_resolve(self) -> str | None:
        """Why nothing here can be resolved."""
        known = isinstance(self.selected, Blocker | Todo | Threshold)
        return None if known else "Select a blocker, a todo or a threshold first."

    def why_not_reword(self) -> str | None:
        """Why nothing here can be reworded."""
        known = isinstance(self.selected, Blocker | Todo | Decision)
        return None if known else "Select a decision, a blocker or a todo first."

    def action_decide(self) -> None:
        """Record a decision."""
        entries = [
            Entry("text", "Decision", hint="what was decided", required=True),
            Entry("outcome", "Outcome", hint="in a few words"),
            Entry("reason", "Why"),
            Entry("context", "Where it was needed"),
        ]
        if not self.refuses("decide"):
            self.ask("Decision", entries, _deciding)

    def action_block(self) -> None:
        """Record a blocker."""
        entries = [Entry("text", "Blocker", hint="what holds the work up", required=True), Entry("affects", "Affects")]
        if not self.refuses("block"):
            self.ask("Blocker", entries, _blocking)

    def action_todo(self) -> None:
        """Add a todo."""
        if not self.refuses("todo"):
            entry = Entry("text", "Todo", hint="what is to be done", required=True)
            self.ask("Todo", [entry], lambda a: AddTodo(text=a["text"]))

    def action_resolve(self) -> None:
        """Resolve what is selected: a blocker, a todo, a threshold."""
        if self.refuses("resolve"):
            return
        match self.selected:
            case Blocker() as blocker:
                entry = Entry("note", "Note", hint="how it was resolved")
                key = blocker_key(blocker)
                self.ask("Resolve the blocker", [entry], lambda a: Unblock(blocker=key, note=a["note"] or None),
                          about=blocker.text)  # fmt: skip
            case Todo(text=text, done=done):
                self.change(TickTodo(text=text, done=not done))
            case Threshold() as threshold:
                self._ask_limit(threshold)

    def action_reword(self) -> None:
        """Change the text of what is selected."""
        selected = self.selected
        if self.refuses("reword") or not isinstance(selected, Blocker | Todo | Decision):
            return
        kind = type(selected).__name__.lower()
        entry = Entry("text", kind.capitalize(), selected.text, required=True)
        self.ask(f"Reword the {kind}", [entry], partial(_rewording, kind, selected.text))

    def action_move(self) -> None:
        """Change a part of the position."""
        if self.refuses("move") or self.track is None:
            return
        at = self.track.position
        entries = [
            Entry("status", "Status", at.status_text or ""),
            Entry("phase", "Phase", (at.phase.id or "") if at.phase else ""),
            Entry("plan", "Plan", (at.plan.id or "") if at.plan else ""),
            Entry("next", "Next action", self.track.continuity.next_action or ""),
        ]
        before = {entry.name: entry.value for entry in entries}
        self.app.push_screen(FormDialog("Move", entries, about="What you leave as it is stays as it is."),
                             partial(self._move, before))  # fmt: skip

    def _move(self, before: Answers, answers: Answers | None) -> None:
        changed = [(part, value) for part, value in (answers or {}).items() if value and value != before[part]]
        for part, value in changed:
            self.change(Move(part=part, value=value))  # type: ignore[arg-type]  # the entries are its parts

    def action_complete(self) -> None:
        """Say that a task, plan, phase or session is complete."""
        if not self.refuses("complete"):
            choices = [Choice(whole, f"The {whole} is complete") for whole in COMPLETES]
            self.app.push_screen(QuestionDialog("Complete", [], choices, self.view), self._ask_complete)

    def _ask_complete(self, whole: str | None) -> None:
        if whole is not None:
            entry = Entry("note", "What was done", hint="specific: “Completed auth API”, not “Made progress”")
            self.ask(f"The {whole} is complete", [entry], partial(_completing, whole))


def _deciding(answers: Answers) -> Intent:
    return Decide(text=answers["text"], outcome=answers["outcome"] or None, reason=answers["reason"] or None,
                  context=answers["context"] or None)  # fmt: skip


def _blocking(answers: Answers) -> Intent:
    return Block(text=answers["text"], affects=(answers["affects"],) if answers["affects"] else ())


def _rewording(kind: str, old: str, answers: Answers) -> Intent:
    return Reword(kind=kind, old=old, new=answers["text"])  # type: ignore[arg-type]  # the three kinds it is called for


def _completing(whole: str, answers: Answers) -> Intent:
    return Complete(whole=whole, note=answers["note"] or None)  # type: ignore[arg-type]  # one of COMPLETES
