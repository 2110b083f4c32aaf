"""Moving one part of the position: status, phase, plan, task, next action."""

import re
from dataclasses import replace

from cockpit.documents.markdown import Field
from cockpit.model import Status, Step, Track
from cockpit.model.intents import Move
from cockpit.systems.autopilot.editing.acknowledging import others_stay
from cockpit.systems.autopilot.editing.arguments import checked_text
from cockpit.systems.autopilot.editing.desk import Desk, Outcome
from cockpit.systems.autopilot.editing.layout import transponder_sheet
from cockpit.systems.autopilot.editing.next_steps import ensure_next, follow_status
from cockpit.systems.autopilot.editing.state_fields import (
    NEXT,
    PHASE,
    PLAN,
    STATUS,
    STOPPED,
    TASK,
    Labels,
    find_continuity,
    find_position,
    set_continuity,
    set_position,
    set_updated,
)
from cockpit.systems.autopilot.editing.statuses import checked_move, word_for
from cockpit.systems.autopilot.editing.step_texts import with_step, with_task
from cockpit.systems.autopilot.steps import number_of, same_step
from cockpit.systems.interface import Refused

TOUCHES = frozenset(
    {"position", "next_action", "next_by_rule", "continuity", "sessions", "updated", "findings", "thresholds"}
)
"""What a verb on the position may change of a track; of the thresholds, when they were read."""

_ID = re.compile(r"(?:[A-Za-z]{1,4}-)?\d+(?:[.-]\d+)*[A-Za-z]?")


def move(desk: Desk, intent: Move) -> Outcome:
    """Set one part of the position. The other parts stay; what then may be wrong is said."""
    value = checked_text(intent.value, intent.part)
    if intent.seen is not None and intent.seen != desk.before.position.status:
        raise Refused(f"The status was {intent.seen} when you looked, now it is {desk.before.position.status}.")
    transponder_sheet(desk)
    outcome = _MOVES[intent.part](desk, value)
    if desk.draft.changes():
        set_updated(transponder_sheet(desk), desk.now)
        ensure_next(desk, desk.before.position.status)
    return thresholds_stay(desk, outcome)


def thresholds_stay(desk: Desk, outcome: Outcome) -> Outcome:
    """An outcome that changes no threshold; when a table was read is told by the line that says when it was updated."""
    return replace(outcome, holds=lambda track: outcome.holds(track) and others_stay(desk, track))


def _move_status(desk: Desk, value: str) -> Outcome:
    before = desk.before.position.status
    target: Status = checked_move(desk, value)
    if target != before:
        set_position(transponder_sheet(desk), STATUS, word_for(desk, target))
        follow_status(desk, before, target)
    return Outcome(
        sentence=f"The status is {word_for(desk, target)}.",
        touches=TOUCHES,
        holds=lambda track: track.position.status == target,
    )


def _move_phase(desk: Desk, value: str) -> Outcome:
    step = desk.before.position.phase
    identifier = checked_id("phase", value, step)
    name = next((phase.name for phase in desk.before.phases if same_step(phase.id, identifier) and phase.name), None)
    _write(desk, PHASE, step, identifier, name)
    plan = desk.before.position.plan
    moved = step is None or not same_step(step.id, identifier)
    remark = f"The plan still is {plan.id} of the phase before: `cockpit move plan N`." if plan and moved else None
    return _outcome("phase", identifier, remark)


def _move_plan(desk: Desk, value: str) -> Outcome:
    step = desk.before.position.plan
    identifier = checked_id("plan", value, step)
    _write(desk, PLAN, step, identifier, None)
    return _outcome("plan", identifier, None)


def _move_task(desk: Desk, value: str) -> Outcome:
    identifier = checked_id("task", value, desk.before.position.task)
    write_task(desk, identifier)
    return _outcome("task", identifier, None)


def _move_next(desk: Desk, value: str) -> Outcome:
    set_continuity(transponder_sheet(desk), NEXT, value)
    return Outcome(
        sentence=f"Next: {value}",
        touches=TOUCHES,
        holds=lambda track: track.next_action is not None and track.next_action.source == "file",
    )


def write_task(desk: Desk, identifier: str, total: int | None = None) -> None:
    """Write the task where the file keeps it: in its Task row, in "task 3 of 5" where it stopped, else in a new row."""
    sheet = transponder_sheet(desk)
    row, stopped = find_position(sheet.markdown, TASK), find_continuity(sheet.markdown, STOPPED)
    if row is not None:
        set_position(sheet, TASK, with_task(row.value, identifier, total) or with_step(row.value, identifier, None))
        return
    text = with_task(stopped.value, identifier, total) if stopped else None
    if text is not None:
        set_continuity(sheet, STOPPED, text)
    else:
        set_position(sheet, TASK, f"{identifier} of {total}" if total else identifier)


def checked_id(part: str, value: str, step: Step | None) -> str:
    """The id of a phase, plan or task, padded as the present one is. Raises Refused beyond the total."""
    value = value.strip()
    if _ID.fullmatch(value) is None:
        raise Refused(f'A {part} is a number such as 3, 03 or 2.1, not "{value[:40]}".')
    number = number_of(value)
    if step is not None and step.total is not None and number is not None and number > step.total:
        raise Refused(f"There is no {part} {value}: there are {step.total}.")
    if number == 0:
        raise Refused(f"There is no {part} {value}: counting begins at 1.")
    padded = step is not None and step.id is not None and step.id.isdigit() and step.id.startswith("0")
    return value.zfill(len(step.id or "")) if padded and step and value.isdigit() else value


def _write(desk: Desk, labels: Labels, step: Step | None, identifier: str, name: str | None) -> None:
    sheet = transponder_sheet(desk)
    field: Field | None = find_position(sheet.markdown, labels)
    if field is not None and step is not None and same_step(step.id, identifier):
        return
    set_position(sheet, labels, with_step(field.value, identifier, name) if field else identifier)


def _outcome(part: str, identifier: str, remark: str | None) -> Outcome:
    return Outcome(
        sentence=f"The {part} is {identifier}.",
        remarks=(remark,) if remark else (),
        touches=TOUCHES,
        holds=lambda track: _is_at(track, part, identifier),
    )


def _is_at(track: Track, part: str, identifier: str) -> bool:
    step: Step | None = getattr(track.position, part)
    return step is not None and step.id is not None and same_step(step.id, identifier)


_MOVES = {
    "status": _move_status,
    "phase": _move_phase,
    "plan": _move_plan,
    "task": _move_task,
    "next": _move_next,
}
