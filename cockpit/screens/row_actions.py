"""Which actions a row has: the one that answers it, and all in its menu."""

from collections.abc import Iterator, Mapping

from cockpit.actions import BY_ID
from cockpit.model import (
    ArchivedHandoff,
    Blocker,
    Decision,
    Finding,
    Phase,
    PhaseError,
    Position,
    Silence,
    Threshold,
    Track,
)
from cockpit.model.agents import AgentSession
from cockpit.rules.agent_words import where_words
from cockpit.rules.thresholds.alert_state import stated_stop, stops, value_and_limit
from cockpit.screens.acting import ActionTable, ActionTarget, unavailable
from cockpit.screens.threshold_actions import THRESHOLD_ACTIONS
from cockpit.screens.track_actions import TRACK_ACTIONS
from cockpit.screens.work_actions import WORK_ACTIONS
from cockpit.wording.messages import Words, clause

TABLE: ActionTable = {**THRESHOLD_ACTIONS, **WORK_ACTIONS, **TRACK_ACTIONS}
"""Every action that is about the track or the row."""

ANSWERING = frozenset(
    name for name, action in TABLE.items() if action.answers is not None and Track not in action.on
    and not BY_ID[name].key
)  # fmt: skip
"""Actions that the answering key does on some row, and that no other key and not every menu has."""
ON_OTHER_ROWS = {action.row: name for name, action in TABLE.items() if action.row}
"""By what a row is about the action that usually answers it, for the help."""
OF_PANE = {action.pane: name for name, action in TABLE.items() if action.records and action.pane}
"""What is new in a pane."""


def answer_of(target: ActionTarget) -> str | None:
    """The action that answers the row; None where it asks for nothing."""
    return next((name for name, action in TABLE.items() if action.answers is not None and action.answers(target)), None)


def no_answer(target: ActionTarget) -> Words:
    """Why the row needs no answer, and what can be done instead."""
    match target.row:
        case Finding():
            return f"Fix the file: <row.edit> opens it at the line.{_or_dismiss(target)}"
        case Threshold() as threshold:
            return f"{_no_answer_of(threshold)}{_or_dismiss(target)}"
        case AgentSession() as session:
            return _where_to_answer(session)
        case None:
            return "No row is selected."
    kind = _KINDS.get(type(target.row), "row")
    return f"A {kind} needs no answer. Press <row.more> for its actions."


def _or_dismiss(target: ActionTarget) -> str:
    can = unavailable(TABLE, "unread.dismiss", target) is None
    return " Or <row.more> dismisses it: the agent may go on." if can else ""


def _no_answer_of(threshold: Threshold) -> Words:
    metric = threshold.metric
    if stated_stop(threshold) is not None:
        return f"A file says stop for {metric}, although the value is below the limit. <row.edit> opens the file."
    if threshold.unreadable and not stops(threshold):
        return f"{clause(value_and_limit(threshold))} cannot be read. Fix the file: <row.edit> opens it at the line."
    return f"{metric} is at stop. A stop cannot be acknowledged. Raise the limit, or fix the cause."


def _where_to_answer(session: AgentSession) -> Words:
    if session.state not in ("waits", "failed"):
        return "This session does not wait for you. There is nothing to answer."
    where, _ = where_words(session)
    if session.alive:
        return f"Answer it {f'in its terminal, {where}' if where != '–' else f'in its terminal (pid {session.pid})'}."
    return "Answer it in its terminal. Press <row.copy> to copy the command that goes back to it."


_KINDS: Mapping[type, str] = {
    Decision: "decision",
    Phase: "phase",
    Position: "position",
    Blocker: "resolved blocker",
    PhaseError: "resolved error",
    ArchivedHandoff: "archived handoff",
    Silence: "silence",
}


def menu_of(target: ActionTarget) -> Iterator[tuple[str, Words | None]]:
    """The actions in the menu of a row, each with the reason why it cannot be done now, or None: what answers it, its
    own, and those of every row.
    """
    answer = answer_of(target)
    own = {name for name, action in TABLE.items() if name == answer or type(target.row) in action.on}
    listed = [name for name, action in TABLE.items() if name in own or Track in action.on]
    for name in sorted(listed, key=lambda each: (each != answer, each not in own, not TABLE[each].first)):
        why = unavailable(TABLE, name, target)
        if why is None or (name in own and TABLE[name].stays):
            yield name, why


def new_of(target: ActionTarget) -> list[str]:
    """What can be recorded anew."""
    return [name for name, each in TABLE.items() if each.records and unavailable(TABLE, name, target) is None]
