"""The keys about the work: decisions, blockers, todos, the position."""

from functools import partial

from cockpit.model import Blocker, Decision, Threshold, Todo, Track
from cockpit.model.intents import AddTodo, Block, Complete, Decide, Intent, Move, Reword, TickTodo, Unblock
from cockpit.rules.attention import blocker_key
from cockpit.rules.transitions import legal_moves
from cockpit.screens.forms import Answers, Entry, QuestionDialog
from cockpit.screens.threshold_keys import ThresholdKeys
from widgets.choice import Choice
from widgets.facts import Fact

COMPLETES = ("task", "plan", "phase", "session")
"""What can be said to be complete."""

PARTS = {"phase": "Phase", "plan": "Plan", "task": "Task", "next": "Next action"}
"""The parts of the position beside the status, and what they are called."""


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
                self.ask_limit(threshold, threshold.level or "alert")

    def action_reword(self) -> None:
        """Change the text of what is selected."""
        selected = self.selected
        if self.refuses("reword") or not isinstance(selected, Blocker | Todo | Decision):
            return
        kind = type(selected).__name__.lower()
        entry = Entry("text", kind.capitalize(), selected.text, required=True)
        self.ask(f"Reword the {kind}", [entry], partial(_rewording, kind, selected.text))

    def action_move(self) -> None:
        """Change a part of the position; of the statuses only the legal ones are offered."""
        if self.refuses("move") or self.track is None:
            return
        at = self.track.position
        choices = [Choice(f"status:{to}", f"Status: {to.replace('_', ' ')}") for to in legal_moves(at.status)]
        choices += [Choice(part, f"{PARTS[part]} …", value) for part, value in _parts(self.track).items()]
        now = at.status_text or at.status.replace("_", " ")
        about = [Fact("", f"The status is {now}. These may follow it:")]
        self.app.push_screen(QuestionDialog("Move", about, choices, self.view), self._move)

    def _move(self, chosen: str | None) -> None:
        if chosen is None or self.track is None:
            return
        if chosen.startswith("status:"):
            self.change(Move(part="status", value=chosen.removeprefix("status:"), seen=self.track.position.status))
            return
        entry = Entry("value", PARTS[chosen], _parts(self.track)[chosen], required=True)
        self.ask("Move", [entry], partial(_moving, chosen))

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


def _parts(track: Track) -> dict[str, str]:
    """The parts of the position that can be set, each as it stands."""
    at = track.position
    steps = {"phase": at.phase, "plan": at.plan, "task": at.task}
    parts = {name: (step.id or "") if step is not None else "" for name, step in steps.items()}
    return {**parts, "next": track.continuity.next_action or ""}


def _moving(part: str, answers: Answers) -> Intent:
    return Move(part=part, value=answers["value"])  # type: ignore[arg-type]  # one of PARTS
