"""What can be done with the work: questions, blockers, todos, decisions, phases and their errors, the position, and
what is recorded of an agent's work.
"""

from collections.abc import Mapping, Sequence

from cockpit.model import (
    Blocker,
    BlockerStatus,
    Decision,
    Phase,
    PhaseError,
    PhaseMove,
    Position,
    RecordKind,
    Todo,
    Track,
    Waiting,
)
from cockpit.model.intents import Answer, CloseQuestion, Identify, Move, Reword, TickTodo
from cockpit.project.systems import is_stuck, known_moves, known_session_parts, known_session_reasons
from cockpit.regex import regex
from cockpit.rules.attention import OpenQuestion, blocker_key
from cockpit.rules.preconditions import part_of
from cockpit.rules.thresholds.metrics import RETRIES
from cockpit.screens.acting import (
    ActionRunner,
    ActionTable,
    ActionTarget,
    Do,
    Form,
    FormLine,
    ScreenAction,
    why_nothing,
)
from cockpit.screens.action_forms import ask_for
from cockpit.widgets.choice import Choice
from cockpit.widgets.sheets import Fact
from cockpit.wording.messages import Words
from cockpit.wording.phrases import either

# The agent's question

_REMARK = regex(r"(?P<option>.+?)\s+\((?P<remark>[^()]+)\)")


def _no_question(target: ActionTarget) -> Words | None:
    if not isinstance(target.row, Waiting):
        return "Select a question first."
    return target.lacks("answer")


def _answer(runner: ActionRunner, target: ActionTarget) -> None:
    """Ask which of the options it is, or for a text where the question has none; then write it."""
    track, waiting = target.track, target.row
    if track is None or not isinstance(waiting, Waiting):
        return
    question, options = str(waiting.question), [str(option) for option in waiting.options]
    if not options:
        entry = FormLine("option", "Answer", required=True)
        form = Form(title="Answer", entries=[entry], about=question, item=question)
        runner.ask(track, form, lambda answers: Answer(option=answers["option"], seen=question))
        return
    about = [Fact("", question, "strong")]
    about += [Fact("Recommended", str(waiting.recommendation))] if waiting.recommendation else []
    choices = [Choice(str(number), *_parted(option)) for number, option in enumerate(options)]
    title = "The agent asks" if waiting.asked_by == "agent" else "To be decided"
    runner.choose(
        title, about, choices, lambda number: runner.change(track, Answer(option=options[int(number)], seen=question))
    )


def _parted(option: str) -> tuple[str, str]:
    """An option, and the remark in brackets behind it."""
    found = _REMARK.fullmatch(option)
    return (found["option"], found["remark"]) if found is not None else (option, "")


# Blockers, todos, decisions


def _of_blocker(do: Do, *statuses: BlockerStatus) -> ScreenAction:
    """What is done with a blocker of one of these statuses, and answers it."""

    def answers(target: ActionTarget) -> bool:
        return isinstance(target.row, Blocker) and target.row.status in statuses

    def why_not(target: ActionTarget) -> Words | None:
        of_failure = isinstance(target.row, Blocker) and target.row.of_failure
        known = answers(target) and not of_failure
        return None if known else f"First select a blocker that is {either(statuses)}."

    return ScreenAction(do, why_not, "state", answers=answers, on=(Blocker,))


def _confirm(runner: ActionRunner, target: ActionTarget) -> None:
    if target.track is not None and isinstance(target.row, Blocker):
        runner.change(target.track, Identify(blocker=blocker_key(target.row)))


def _asking_of_blocker(action: str) -> Do:
    """What is done with a blocker, and a note on it."""

    def do(runner: ActionRunner, target: ActionTarget) -> None:
        blocker = target.row
        if target.track is not None and isinstance(blocker, Blocker):
            key = blocker_key(blocker)
            ask_for(runner, target.track, action, ("note",), {"blocker": key}, about=blocker.text, item=key)

    return do


def _no_open_todo(target: ActionTarget) -> Words | None:
    return None if isinstance(target.row, Todo) and not target.row.done else "Select a todo first."


def _no_done_todo(target: ActionTarget) -> Words | None:
    return None if isinstance(target.row, Todo) and target.row.done else "Select a todo first."


def _tick(runner: ActionRunner, target: ActionTarget) -> None:
    row = target.row
    if target.track is not None and isinstance(row, Todo):
        runner.change(target.track, TickTodo(text=row.text, done=not row.done))


def _no_open_question(target: ActionTarget) -> Words | None:
    return None if isinstance(target.row, OpenQuestion) else "Select a question first."


def _close(runner: ActionRunner, target: ActionTarget) -> None:
    """Ask for the answer, then close the question."""
    if target.track is not None and isinstance(target.row, OpenQuestion):
        question = target.row.text
        entry = FormLine("answer", "Answer", hint="recorded as a decision; empty: nothing is recorded")
        form = Form(title="Close the question", entries=[entry], about=question, item=question, does="close")
        runner.ask(target.track, form, lambda answers: CloseQuestion(text=question, answer=answers["answer"] or None))


def _not_rewordable(target: ActionTarget) -> Words | None:
    known = isinstance(target.row, Blocker | Todo | Decision)
    return None if known else "Select a decision, a blocker or a todo first."


def _reword(runner: ActionRunner, target: ActionTarget) -> None:
    row = target.row
    if target.track is None or not isinstance(row, Blocker | Todo | Decision):
        return
    kind, old = type(row).__name__.lower(), row.text
    entry = FormLine("text", kind.capitalize(), old, required=True, extends=True)
    form = Form(title=f"Reword the {kind}", entries=[entry], item=old)
    runner.ask(target.track, form, lambda answers: Reword(kind=kind, old=old, new=answers["text"]))  # type: ignore[arg-type]


def _asking(action: str, *asked: str) -> Do:
    """What is done once these fields of the action are filled in."""

    def do(runner: ActionRunner, target: ActionTarget) -> None:
        if target.track is not None:
            ask_for(runner, target.track, action, asked)

    return do


def _add_todo(runner: ActionRunner, target: ActionTarget) -> None:
    if target.track is not None:
        title = "Open question" if target.track.keeps_questions else ""
        ask_for(runner, target.track, "todo.add", ("text",), title=title)


def _no_todos(target: ActionTarget) -> Words | None:
    if target.track is not None and target.track.keeps_questions:
        return None
    return target.lacks("todos") or target.lacks("new-todo")


# Phases and their errors

_TITLES: Mapping[PhaseMove, str] = {
    "start": "Start phase {}",
    "complete": "Phase {} is complete",
    "fail": "Phase {} failed",
    "retry": "Retry phase {}",
    "skip": "Skip phase {}",
}
_ASKED: Mapping[PhaseMove, tuple[str, Sequence[str]]] = {
    "complete": ("step.done", ("note", "result")),
    "fail": ("phase.fail", ("note", "type")),
    "retry": ("phase.retry", ("note",)),
    "skip": ("phase.skip", ("note",)),
}
"""The action that a move is, and what of it is asked."""


def phase_of(target: ActionTarget) -> Phase | None:
    """The phase that the row is about: itself, the one of an error, or the one at which failed work is."""
    track, row = target.track, target.row
    if track is None:
        return None
    if isinstance(row, Phase):
        return row if row in track.phases else None
    if isinstance(row, PhaseError):
        return next((each for each in track.phases if each.id == row.phase), None)
    if isinstance(row, Position) and row.status == "failed" and row.phase is not None:
        return next((each for each in track.phases if each.id == row.phase.id), None)
    return None


def _moving(move: PhaseMove, *on: type) -> ScreenAction:
    """How a phase makes a move; the action is on rows of these types."""

    def why_not(target: ActionTarget) -> Words | None:
        phase = phase_of(target)
        if phase is None or target.track is None:
            return "Select a phase first."
        possible = move in phase.moves
        return None if possible else f"Not possible for phase {phase.id or phase.name} ({phase.status_label})."

    def do(runner: ActionRunner, target: ActionTarget) -> None:
        phase = phase_of(target)
        if target.track is not None and phase is not None:
            move_phase(runner, target.track, phase, move)

    return ScreenAction(do, why_not, "state", on=on)


def _is_retried(target: ActionTarget) -> bool:
    phase = phase_of(target) if isinstance(target.row, Phase | Position) else None
    return phase is not None and "retry" in phase.moves and why_nothing(target, "state") is None


def move_phase(runner: ActionRunner, track: Track, phase: Phase, move: PhaseMove) -> None:
    """Make a move of a phase; what it should be told is asked for first."""
    if move == "start":
        runner.change(track, Move(part="phase", value=phase.id or ""))
        return
    action, asked = _ASKED[move]
    retried, retries = track.threshold(RETRIES.name), track.retries
    unread = retried is not None and any(each.what == "stop limit" for each in retried.unreadable)
    beyond = retries is not None and (unread or (phase.retry_count or 0) >= retries.max)
    warning = "That it is tried once more is your decision." if beyond and move == "retry" else ""
    ask_for(
        runner,
        track,
        action,
        asked,
        {"whole": "phase", "step": phase.id, "phase": phase.id, "force": beyond},
        title=_TITLES[move].format(phase.id),
        about=". ".join(filter(None, (phase.name, warning))),
        item=phase.id or "",
    )


def _is_open_error(target: ActionTarget) -> bool:
    return isinstance(target.row, PhaseError) and not target.row.resolved


def _no_open_error(target: ActionTarget) -> Words | None:
    if not isinstance(target.row, PhaseError):
        return "Select an error first."
    if target.row.resolved:
        return "This error is already resolved."
    kept = target.track is not None and "error" in target.track.records
    return None if kept else "No command resolves errors of this track. Edit the file: <row.edit> opens it."


def _resolve_error(runner: ActionRunner, target: ActionTarget) -> None:
    error = target.row
    if target.track is not None and isinstance(error, PhaseError):
        given = {"text": error.message, "phase": error.phase}
        ask_for(runner, target.track, "phase.resolve", ("note",), given, about=error.message, item=error.message)


# The position

PARTS = {"next": "Next action", "task": "Task", "plan": "Plan", "phase": "Phase"}
"""The parts of the position beside the status, what changes most often first, and what they are called."""


def set_position(runner: ActionRunner, target: ActionTarget, proposed: Mapping[str, str] | None = None) -> None:
    """Change a part of the position, where `proposed` to what; of the statuses only the legal ones are offered."""
    track, proposed = target.track, proposed or {}
    if track is None:
        return
    present = _present(track)
    moves = [(phase, move) for phase in present for move in phase.moves if move in _TITLES]
    choices = [
        Choice(f"phase:{number}", _TITLES[move].format(phase.id), phase.name or "")
        for number, (phase, move) in enumerate(moves)
    ]
    left = () if is_stuck(track) else PARTS
    parts = [part for part in left if part not in track.lacks and not (moves and part == "phase")]
    choices += [Choice(part, f"{PARTS[part]} …", _onward(track, part, proposed.get(part))) for part in parts]
    choices += [Choice(f"status:{word}", f"Status: {word}") for _, word in known_moves(track)]
    now = track.position.status_label

    def chosen(choice: str) -> None:
        part, _, rest = choice.partition(":")
        if part == "phase" and rest:
            move_phase(runner, track, *moves[int(rest)])
        elif part == "status":
            runner.change(track, Move(part="status", value=rest, seen=track.position.status))
        else:
            _ask_part(runner, track, part, proposed.get(part) or part_of(track, part) or "")

    runner.choose("Set position", [Fact("", f"The status is {now}.")], choices, chosen, next(iter(proposed), None))


def _ask_part(runner: ActionRunner, track: Track, part: str, value: str) -> None:
    entry = FormLine("value", PARTS[part], value, required=True, extends=part == "next")
    form = Form(title="Set position", entries=[entry], item=part)
    seen = part_of(track, part)
    runner.ask(track, form, lambda answers: Move(part=part, value=answers["value"], seen=seen))  # type: ignore[arg-type]


def _present(track: Track) -> list[Phase]:
    """The phases that are under way or failed, and the first that can be begun."""
    open_ones = [phase for phase in track.phases if phase.moves]
    begun = [phase for phase in open_ones if "start" not in phase.moves]
    return [*begun, *[phase for phase in open_ones if phase not in begun][:1]]


def _onward(track: Track, part: str, proposed: str | None) -> str:
    """A part of the position as it is, and where it is proposed to go."""
    now = part_of(track, part) or ""
    return f"{now} → {proposed}" if proposed is not None else now


COMPLETES = ("task", "plan", "phase", "session")
"""What can be said to be complete."""


def _complete(runner: ActionRunner, target: ActionTarget) -> None:
    """The phase of the row; else ask what is complete."""
    track, phase = target.track, phase_of(target)
    if track is None:
        return
    if phase is not None and "complete" in phase.moves:
        move_phase(runner, track, phase, "complete")
        return
    open_phase = _phase_not_to_complete(track)
    choices = [
        Choice(whole, f"The {whole} is complete", open_phase, able=False)
        if whole == "phase" and open_phase
        else Choice(whole, f"The {whole} is complete", _which(track, whole))
        for whole in _completes(track)
    ]
    runner.choose("Complete", [], choices, lambda whole: _ask_complete(runner, track, whole))


def _completes(track: Track) -> list[str]:
    """What of the track can ever be complete; of work that failed for good the session alone."""
    return [whole for whole in (COMPLETES[-1:] if is_stuck(track) else COMPLETES) if whole not in track.lacks]


def _phase_not_to_complete(track: Track) -> str:
    """That the present phase is at a status from which it cannot be completed; empty where it can, or phases have no
    moves of their own."""
    present = next((each for each in track.phases if each.id == part_of(track, "phase")), None)
    if present is None or "complete" in present.moves or not any(each.moves for each in track.phases):
        return ""
    return f"Phase {present.id} is {present.status_label}."


def _nothing_to_complete(target: ActionTarget) -> Words | None:
    """Why the one thing that the track completes, its phase, cannot be; None where anything can."""
    track, phase = target.track, phase_of(target)
    if track is None or (phase is not None and "complete" in phase.moves) or _completes(track) != ["phase"]:
        return None
    return _phase_not_to_complete(track) or None


def _ask_complete(runner: ActionRunner, track: Track, whole: str) -> None:
    reasons = known_session_reasons(track) if whole == "session" else ()
    parts = known_session_parts(track) if whole == "session" else ()
    ask_for(
        runner,
        track,
        "step.done",
        ("note", *(["reason"] if reasons else []), *parts),
        {"whole": whole, "seen": part_of(track, whole)},
        title=f"The {whole} is complete",
        about=f"Known reasons: {either(reasons)}." if reasons else "",
        item=_which(track, whole),
        proposed={"reason": "".join(reasons[:1])},
    )


def _which(track: Track, whole: str) -> str:
    """Which task, plan or phase is meant by the present one; a session has no number."""
    step = {"phase": track.position.phase, "plan": track.position.plan, "task": track.position.task}.get(whole)
    named = " ".join(filter(None, (step.id, step.name))) if step is not None else ""
    return named or ("none is named" if whole != "session" else "")


# What is recorded of an agent's work


def _recording(what: RecordKind, action: str, *asked: str) -> ScreenAction:
    """How something is recorded that not every system can record."""

    def why_not(target: ActionTarget) -> Words | None:
        track = target.track
        if track is None or what not in track.records:
            return "The files of this track do not record that."
        active = any(each.status == "active" for each in track.sessions)
        fits = {"session": not active, "crash": active}.get(what, True)
        return None if fits else "A session is active. End it first." if active else "No session is active."

    return ScreenAction(_asking(action, *asked), why_not, "state", records=True)


WORK_ACTIONS: ActionTable = {
    "question.answer": ScreenAction(
        _answer, _no_question, on=(Waiting,), answers=lambda target: isinstance(target.row, Waiting), row="question"
    ),
    "blocker.confirm": _of_blocker(_confirm, "new"),
    "blocker.resolve": _of_blocker(_asking_of_blocker("blocker.resolve"), "active", "bypassed")._replace(row="blocker"),
    "blocker.bypass": _of_blocker(_asking_of_blocker("blocker.bypass"), "active")._replace(answers=None, stays=True),
    "todo.done": ScreenAction(
        _tick, _no_open_todo, "state", on=(Todo,), answers=lambda target: _no_open_todo(target) is None, row="todo"
    ),
    "todo.reopen": ScreenAction(
        _tick, _no_done_todo, "state", on=(Todo,), answers=lambda target: _no_done_todo(target) is None
    ),
    "question.close": ScreenAction(
        _close, _no_open_question, "state", on=(OpenQuestion,),
        answers=lambda target: _no_open_question(target) is None,
    ),
    "row.reword": ScreenAction(_reword, _not_rewordable, "state", on=(Blocker, Todo, Decision)),
    "decision.add": ScreenAction(
        _asking("decision.add", "text", "outcome", "reason", "context"), lambda target: target.lacks("decisions"),
        "state", records=True, pane="decisions",
    ),
    "blocker.add": ScreenAction(
        _asking("blocker.add", "text", "affects"), lambda target: target.lacks("blockers"), "state", records=True,
        pane="blockers",
    ),
    "todo.add": ScreenAction(_add_todo, _no_todos, "state", records=True, pane="todos"),
    "phase.start": _moving("start", Phase)._replace(first=True),
    "phase.fail": _moving("fail", Phase, PhaseError, Position),
    "phase.retry": _moving("retry", Phase, PhaseError, Position)._replace(answers=_is_retried, row="failed phase"),
    "phase.skip": _moving("skip", Phase, PhaseError, Position),
    "phase.resolve": ScreenAction(
        _resolve_error, _no_open_error, "state", on=(PhaseError,), answers=_is_open_error
    ),
    "position.set": ScreenAction(
        set_position, lambda target: target.lacks("position"), "state", on=(Track,), first=True
    ),
    "step.done": ScreenAction(_complete, _nothing_to_complete, "state", on=(Phase, Track), first=True),
    "phase.error": _recording("error", "phase.error", "text", "type", "agent", "phase"),
    "session.tokens": _recording("tokens", "session.tokens", "input", "output", "cached", "agent"),
    "phase.files": _recording("files", "phase.files", "created", "modified", "deleted", "phase"),
    "session.implemented": _recording("implementation", "session.implemented", "text"),
    "phase.verify": _recording("verification", "phase.verify", "result", "note", "blocker", "todo"),
    "session.start": _recording("session", "session.start", "agent", "working_on"),
    "session.crash": _recording("crash", "session.crash", "note"),
}  # fmt: skip
