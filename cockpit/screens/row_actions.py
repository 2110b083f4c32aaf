"""Which actions a row has: the one that answers it, and all in its menu."""

from collections.abc import Callable, Iterator, Mapping

from cockpit.model import (
    ArchivedHandoff,
    Blocker,
    Decision,
    Finding,
    Handoff,
    Phase,
    PhaseError,
    Position,
    Retries,
    Silence,
    Threshold,
    Todo,
    Waiting,
)
from cockpit.model.agents import AgentSession
from cockpit.rules.agent_words import where_words
from cockpit.rules.attention import OpenQuestion, can_be_reset
from cockpit.rules.thresholds.alert_state import agent_behaviour, is_retried, stated_stop, stops
from cockpit.screens.acting import State, Table, unavailable
from cockpit.screens.threshold_actions import THRESHOLD_ACTIONS, retries_of
from cockpit.screens.track_actions import TRACK_ACTIONS
from cockpit.screens.work_actions import RECORDS, WORK_ACTIONS
from cockpit.wording.messages import Message

TABLE: Table = {**THRESHOLD_ACTIONS, **WORK_ACTIONS, **TRACK_ACTIONS}
"""Every action that is about the track or the row."""

_BY_REMEDY = {
    "resume": "resume.check",
    "archive": "resume.check",
    "put-away": "track.archive",
    "review": "taken-back.review",
}
"""What answers a need, whatever it is about, by its usual remedy."""


def answer_of(state: State) -> str | None:
    """The action that answers the row; None where it asks for nothing."""
    if state.need is not None and state.need.remedies[0] in _BY_REMEDY:
        return _BY_REMEDY[state.need.remedies[0]]
    if retries_of(state) is not None and not isinstance(state.row, Threshold):
        return "phase.reset"
    answer = _BY_KIND.get(type(state.row))
    return answer(state) if callable(answer) else answer


def _of_threshold(state: State) -> str | None:
    threshold, track = state.row, state.track
    if not isinstance(threshold, Threshold) or track is None:
        return None
    if is_retried(threshold):
        return "phase.reset" if can_be_reset(threshold, track.lacks) else None
    if agent_behaviour(threshold, track).kind == "ended":
        return "resume.check"
    if stops(threshold):
        return None if stated_stop(threshold) is not None else "threshold.limit"
    return "alert.acknowledge"


def _of_blocker(state: State) -> str | None:
    status = state.row.status if isinstance(state.row, Blocker) else "resolved"
    return {"new": "blocker.confirm", "resolved": None}.get(status, "blocker.resolve")


def _of_todo(state: State) -> str:
    return "todo.reopen" if isinstance(state.row, Todo) and state.row.done else "todo.done"


def _of_error(state: State) -> str | None:
    return "phase.resolve" if isinstance(state.row, PhaseError) and not state.row.resolved else None


def _of_phase(state: State) -> str | None:
    return "phase.retry" if unavailable(TABLE, "phase.retry", state) is None else None


_BY_KIND: Mapping[type, str | Callable[[State], str | None]] = {
    Threshold: _of_threshold,
    Waiting: "question.answer",
    Blocker: _of_blocker,
    Todo: _of_todo,
    OpenQuestion: "question.close",
    PhaseError: _of_error,
    Phase: _of_phase,
    Position: _of_phase,
    Handoff: "resume.check",
}
"""What answers a row, by its kind."""

ON_OTHER_ROWS = {
    "alert": "alert.acknowledge",
    "stop": "threshold.limit",
    "question": "question.answer",
    "blocker": "blocker.resolve",
    "todo": "todo.done",
    "failed phase": "phase.retry",
    "handoff": "resume.check",
}
"""By what a row is about the action that usually answers it, for the help."""


def no_answer(state: State) -> Message:
    """Why the row needs no answer, and what can be done instead."""
    match state.row:
        case Finding():
            return Message("screens.finding-has-no-answer")
        case Threshold() as threshold if stated_stop(threshold) is not None:
            return Message("screens.stated-stop-has-no-answer", metric=threshold.metric)
        case Threshold() as threshold:
            return Message("screens.stop-not-acknowledged", metric=threshold.metric)
        case AgentSession() as session:
            return _where_to_answer(session)
        case None:
            return Message("screens.no-row")
    kind = _KINDS.get(type(state.row), "row")
    return Message("screens.row-needs-no-answer", kind=kind)


def _where_to_answer(session: AgentSession) -> Message:
    if session.state not in ("waits", "failed"):
        return Message("screens.session-needs-no-answer")
    where, _ = where_words(session)
    if session.alive:
        return Message(
            "screens.answered-where-it-runs",
            where=f"in its terminal, {where}" if where != "–" else f"in its terminal (pid {session.pid})",
        )
    return Message("screens.answered-in-its-terminal")


_KINDS: Mapping[type, str] = {
    Decision: "decision",
    Phase: "phase",
    Position: "position",
    Blocker: "resolved blocker",
    PhaseError: "resolved error",
    ArchivedHandoff: "archived handoff",
    Silence: "silence",
}

_OWN: Mapping[type, tuple[str, ...]] = {
    Threshold: ("alert.acknowledge", "alert.acknowledge-with-note", "threshold.limit", "alert.withdraw",
                "threshold.snooze", "phase.reset"),
    Waiting: ("question.answer",),
    Blocker: ("blocker.confirm", "blocker.resolve", "blocker.bypass", "phase.reset", "row.reword"),
    Todo: ("todo.done", "todo.reopen", "row.reword"),
    OpenQuestion: ("question.close",),
    Decision: ("row.reword",),
    Phase: ("phase.retry", "phase.start", "step.done", "phase.fail", "phase.skip"),
    PhaseError: ("phase.resolve", "phase.retry", "phase.fail", "phase.skip"),
    Position: ("phase.retry", "phase.reset", "phase.fail", "phase.skip"),
    Retries: ("phase.reset",),
    Silence: ("threshold.snooze",),
}  # fmt: skip
"""By kind of row the actions in its menu."""
_DIMMED = frozenset({"alert.acknowledge", "alert.withdraw", "blocker.bypass"})
"""Those that stay in the menu, with the reason, where they cannot be done."""
_OF_TRACK = ("position.set", "step.done", "alert.withdraw-all", "handoff.write", "resume.check", "track.archive")
"""What is in every menu, where it can be done."""


def menu_of(state: State) -> Iterator[tuple[str, Message | None]]:
    """The actions in the menu of a row, each with the reason why it cannot be done now, or None."""
    own = dict.fromkeys((*filter(None, (answer_of(state),)), *_OWN.get(type(state.row), ())))
    for action in (*own, *(each for each in _OF_TRACK if each not in own)):
        why = unavailable(TABLE, action, state)
        if why is None or (action in own and action in _DIMMED):
            yield action, why


def new_of(state: State) -> list[str]:
    """What can be recorded anew."""
    candidates = ("decision.add", "blocker.add", "todo.add", *RECORDS.values())
    return [action for action in candidates if unavailable(TABLE, action, state) is None]


OF_PANE = {"decisions": "decision.add", "blockers": "blocker.add", "todos": "todo.add"}
"""What is new in a pane."""
