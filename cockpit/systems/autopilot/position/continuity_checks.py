"""Session Continuity against the position: an old stopping place sends the next session to where the work was."""

from dataclasses import replace

from cockpit.model import Step
from cockpit.systems.autopilot.position.phases import Place, digits_of, lags_behind, plan_tasks
from cockpit.systems.autopilot.position.steps import find_task, parse_step, plan_in
from cockpit.systems.autopilot.position.stopping_places import difference, place_in
from cockpit.systems.autopilot.report import Report
from cockpit.systems.autopilot.sources import Sources
from cockpit.systems.autopilot.state_file import StateFile
from cockpit.systems.shared.values import Value
from cockpit.wording.messages import Message


def check_continuity(state: StateFile, report: Report) -> None:
    """Report a stopping place that clearly is another than the position.

    One behind it is only noted: between two sessions the position moves on, and nobody writes the continuity.
    """
    stopped = place_in(state.stopped_at.text) if state.stopped_at else None
    if state.stopped_at is None or stopped is None:
        return
    position = place_of(state)
    part = difference(stopped, position)
    if part is None:
        return
    there, here = getattr(stopped, part), getattr(position, part)
    message = Message("autopilot.stopped-elsewhere", part=part, stopped=there, position=here)
    behind = float(there) < float(here)
    report.add("continuity-position", state.path, state.stopped_at.line, message, severity="note" if behind else None)


def check_task(state: StateFile, sources: Sources, report: Report) -> None:
    """Report a task that is done in the plan, and so is a later one: nobody wrote where the work went."""
    stated = state.task or state.stopped_at
    task = stopped_task(state) if state.task is None else find_task(state.task.text) or parse_step(state.task.text)[0]
    if stated is None or task is None:
        return
    place = replace(place_of(state), task=digits_of(task))
    tasks = plan_tasks(sources.phases, place)
    if done := lags_behind(tasks, place.task):
        more = (Message("autopilot.more-tasks", count=len(done) - 3),) if len(done) > 3 else ()
        numbers, count, total = (*(each.number for each in done[:3]), *more), len(tasks), task.total
        message = Message("autopilot.task-behind", task=place.task, done=numbers, count=count)
        if total:
            message = Message("autopilot.task-behind-of-total", task=place.task, total=total, done=numbers, count=count)
        report.add("task-behind", state.path, stated.line, message)


def stopped_task(state: StateFile) -> Step | None:
    """The task at which the session stopped; None where it stopped in another phase or plan than the position's."""
    if state.stopped_at is None:
        return None
    stopped = place_in(state.stopped_at.text)
    elsewhere = stopped is not None and difference(stopped, place_of(state)) in ("phase", "plan")
    return None if elsewhere else find_task(state.stopped_at.text)


def place_of(state: StateFile) -> Place:
    """The position, as far as it is numbered. A plan 0 has not begun."""
    phase = _id(state.phase)
    plan = plan_in(_id(state.plan), phase)
    number = digits_of(Step(id=plan))
    return Place(digits_of(Step(id=phase)), "" if number == "0" else number, digits_of(Step(id=_id(state.task))))


def _id(value: Value | None) -> str | None:
    return parse_step(value.text)[0].id if value else None
