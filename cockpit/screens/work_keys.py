"""The keys about the work: decisions, blockers, todos, the position."""

from collections.abc import Mapping

from cockpit.actions.known import is_stuck, known_moves, known_session_parts, known_session_reasons
from cockpit.model import Blocker, Decision, Todo, Track
from cockpit.model.intents import AddTodo, Block, Complete, Decide, Intent, Move, Reword, TickTodo
from cockpit.rules.preconditions import part_of
from cockpit.rules.wording import either
from cockpit.screens.blocker_keys import BlockerKeys
from cockpit.screens.forms import Answers, Entry, Form
from cockpit.screens.phase_keys import PhaseKeys
from cockpit.screens.questions import QuestionDialog
from cockpit.screens.record_keys import RecordKeys
from widgets.choice import Choice
from widgets.sheets import Fact

COMPLETES = ("task", "plan", "phase", "session")
"""What can be said to be complete."""

PARTS = {"next": "Next action", "task": "Task", "plan": "Plan", "phase": "Phase"}
"""The parts of the position beside the status, what changes most often first, and what they are called."""


class WorkKeys(PhaseKeys, BlockerKeys, RecordKeys):
    """Acting on the decision, blocker or todo under the cursor, adding to them, and moving the position."""

    def why_not_reword(self) -> str | None:
        """Why nothing here can be reworded."""
        known = isinstance(self.selected, Blocker | Todo | Decision)
        return None if known else "Select a decision, a blocker or a todo first."

    def why_not_decide(self) -> str | None:
        """Why no decision can be recorded."""
        return self.lacks("decisions")

    def why_not_block(self) -> str | None:
        """Why no blocker can be recorded."""
        return self.lacks("blockers")

    def why_not_todo(self) -> str | None:
        """Why no todo can be added."""
        return self.lacks("todos")

    def action_decide(self) -> None:
        """Record a decision."""
        track = self.track
        if self.refuses("decide") or track is None:
            return
        entries = [
            Entry("text", "Decision", hint="what was decided", required=True),
            Entry("outcome", "Outcome", hint="in a few words"),
            Entry("reason", "Why"),
            Entry("context", "Where it was needed"),
        ]
        self.ask(track, Form(title="Decision", entries=entries), _deciding)

    def action_block(self) -> None:
        """Record a blocker."""
        track = self.track
        if self.refuses("block") or track is None:
            return
        entries = [Entry("text", "Blocker", hint="what holds the work up", required=True), Entry("affects", "Affects")]
        self.ask(track, Form(title="Blocker", entries=entries), _blocking)

    def action_todo(self) -> None:
        """Add a todo."""
        track = self.track
        if self.refuses("todo") or track is None:
            return
        entry = Entry("text", "Todo", hint="what is to be done", required=True)
        self.ask(track, Form(title="Todo", entries=[entry]), lambda answers: AddTodo(text=answers["text"]))

    def tick(self, track: Track, todo: Todo) -> None:
        """Tick a todo, or take the tick back."""
        self.change(track, TickTodo(text=todo.text, done=not todo.done))

    def action_reword(self) -> None:
        """Change the text of what is selected."""
        track, selected = self.track, self.selected
        if self.refuses("reword") or track is None or not isinstance(selected, Blocker | Todo | Decision):
            return
        kind, old = type(selected).__name__.lower(), selected.text
        form = Form(
            title=f"Reword the {kind}", entries=[Entry("text", kind.capitalize(), old, required=True)], item=old
        )
        self.ask(track, form, lambda answers: _rewording(kind, old, answers))

    def proposed_moves(self) -> Mapping[str, str]:
        """By part of the position where it is to be moved, as far as that is known here."""
        return {}

    def action_move(self) -> None:
        """Change a part of the position; of the statuses only the legal ones are offered."""
        track = self.track
        if self.refuses("move") or track is None:
            return
        at = track.position
        phases = self.phase_choices(track)
        choices = [*self.blocker_choices(), *phases]
        left = () if is_stuck(track) else PARTS
        parts = [part for part in left if part not in track.lacks and not (phases and part == "phase")]
        proposed = self.proposed_moves()
        choices += [Choice(part, f"{PARTS[part]} …", _onward(track, part, proposed.get(part))) for part in parts]
        choices += [Choice(f"status:{to}", f"Status: {word}") for to, word in known_moves(track)]
        choices += self.record_choices(track)
        now = at.status_text or at.status.replace("_", " ")
        about = [Fact("", f"The status is {now}.")]

        def chosen(choice: str | None) -> None:
            if choice is not None:
                self._move(track, choice)

        begin = next(iter(proposed), None)
        self.app.push_screen(QuestionDialog("Move", about, choices, self.view, begin), chosen)

    def _move(self, track: Track, chosen: str) -> None:
        part, _, rest = chosen.partition(":")
        if part == "phase" and rest:
            self.move_phase(track, rest)
            return
        if part == "blocker":
            self.move_blocker(track, rest)
            return
        if part == "record":
            self.record(track, rest)
            return
        if part == "status":
            self.change(track, Move(part="status", value=rest, seen=track.position.status))
            return
        value = self.proposed_moves().get(part) or part_of(track, part) or ""
        entry = Entry("value", PARTS[part], value, required=True)
        self.ask(track, Form(title="Move", entries=[entry], item=part), lambda answers: _moving(track, part, answers))

    def action_complete(self) -> None:
        """Say that a task, plan, phase or session is complete."""
        track = self.track
        if self.refuses("complete") or track is None:
            return
        known = COMPLETES[-1:] if is_stuck(track) else COMPLETES
        choices = [Choice(whole, f"The {whole} is complete", _which(track, whole))
                   for whole in known if whole not in track.lacks]  # fmt: skip

        def chosen(whole: str | None) -> None:
            if whole is not None:
                self._ask_complete(track, whole)

        self.app.push_screen(QuestionDialog("Complete", [], choices, self.view), chosen)

    def _ask_complete(self, track: Track, whole: str) -> None:
        entries = [Entry("note", "What was done", hint="specific: “Completed auth API”, not “Made progress”")]
        reasons = known_session_reasons(track) if whole == "session" else ()
        if reasons:
            entries.append(Entry("reason", "Why it ends", reasons[0]))
        if whole == "session":
            entries += [_session_entry(part) for part in known_session_parts(track)]
        about = f"It ends by one of these: {either(reasons)}." if reasons else ""
        form = Form(title=f"The {whole} is complete", entries=entries, about=about, item=_which(track, whole))
        self.ask(track, form, lambda answers: _completing(track, whole, answers))


def _onward(track: Track, part: str, proposed: str | None) -> str:
    """A part of the position as it is, and where it is proposed to go."""
    now = part_of(track, part) or ""
    return f"{now} → {proposed}" if proposed is not None else now


def _which(track: Track, whole: str) -> str:
    """Which task, plan or phase is meant by the present one; a session has no number."""
    step = {"phase": track.position.phase, "plan": track.position.plan, "task": track.position.task}.get(whole)
    named = " ".join(filter(None, (step.id, step.name))) if step is not None else ""
    return named or ("none is named" if whole != "session" else "")


def _deciding(answers: Answers) -> Intent:
    return Decide(text=answers["text"], outcome=answers["outcome"] or None, reason=answers["reason"] or None,
                  context=answers["context"] or None)  # fmt: skip


def _blocking(answers: Answers) -> Intent:
    return Block(text=answers["text"], affects=(answers["affects"],) if answers["affects"] else ())


def _rewording(kind: str, old: str, answers: Answers) -> Intent:
    return Reword(kind=kind, old=old, new=answers["text"])  # type: ignore[arg-type]  # the three kinds it is called for


def _completing(track: Track, whole: str, answers: Answers) -> Intent:
    seen = part_of(track, whole)
    note, reason = answers["note"] or None, answers.get("reason") or None
    done, issue = answers.get("completed"), answers.get("issues")
    used = _share(answers.get("context") or "")
    return Complete(whole=whole, note=note, seen=seen, reason=reason, completed=(done,) if done else (),  # type: ignore[arg-type]  # one of COMPLETES
                    issues=(issue,) if issue else (), context=used)  # fmt: skip


def _session_entry(part: str) -> Entry:
    """What is asked about a session that ends."""
    if part == "context":
        return Entry(part, "Context used", hint="in percent", check=_no_share)
    return Entry(part, {"completed": "What it completed", "issues": "What it met"}[part])


def _share(typed: str) -> float | None:
    """A part of the context in percent; None for what is no number."""
    try:
        return float(typed.strip().removesuffix("%"))
    except ValueError:
        return None


def _no_share(typed: str) -> str | None:
    used = _share(typed)
    return None if not typed or (used is not None and 0 <= used <= 100) else "The context is used by 0 to 100 percent."


def _moving(track: Track, part: str, answers: Answers) -> Intent:
    return Move(part=part, value=answers["value"], seen=part_of(track, part))  # type: ignore[arg-type]  # one of PARTS
