"""A handoff against itself and against the state file: an old one lies about where the work stands."""

from datetime import timedelta
from pathlib import PurePosixPath

from cockpit.rules.numbers import last_number, whole_number
from cockpit.rules.times import parse_instant
from cockpit.systems.autopilot.continuity_checks import stopped_task
from cockpit.systems.autopilot.report import Report
from cockpit.systems.autopilot.sources import Sources
from cockpit.systems.autopilot.state_file import StateFile
from cockpit.systems.autopilot.steps import parse_step, plan_in, same_step, task_in
from cockpit.systems.reading.holding_pattern import HoldingPattern, check_pattern

_STATE_FOLLOWS = timedelta(hours=1)
"""The state file is written right after the handoff (seed: "update LAST"); a much newer one is of another time."""


def check_handoff(sources: Sources, report: Report) -> None:
    """Report a handoff that lacks what it is for, whose task is no number or beyond its total, that is for another
    place, or much older than the state.
    """
    if sources.handoff is None:
        return
    handoff, lines = sources.handoff.handoff, sources.handoff.lines
    check_pattern(sources.handoff, report)
    task, total = last_number(handoff.task), whole_number(handoff.total_tasks)
    if task is not None and total is not None and task > total:
        message = f"The handoff is at task {handoff.task}, of {handoff.total_tasks} in all."
        report.add("task-beyond-total", handoff.path, lines.get("task"), message)
    if sources.state is not None:
        _check_place(sources.handoff, sources.state, report)
        _check_age(sources.handoff, sources.state, report)


def _check_place(pattern: HoldingPattern, state: StateFile, report: Report) -> None:
    handoff = pattern.handoff
    ours = _place(state)
    theirs = _bare(_id(handoff.phase) or ours["phase"], _id(handoff.plan), _id(handoff.task))
    for part in ("phase", "plan", "task"):
        if not same_step(theirs[part], ours[part]):
            name = PurePosixPath(state.path).name
            message = f"The handoff is for {part} {theirs[part]}, {name} stands at {part} {ours[part]}."
            report.add("handoff-position", handoff.path, pattern.lines.get(part), message)
            return


def _check_age(pattern: HoldingPattern, state: StateFile, report: Report) -> None:
    created = parse_instant(pattern.handoff.created)
    updated = parse_instant(state.updated.text) if state.updated else None
    if created is None or updated is None or updated.at - created.latest <= _STATE_FOLLOWS:
        return
    name = PurePosixPath(state.path).name
    told = state.updated.text if state.updated else ""
    message = f"The handoff was written {pattern.created}, {name} was updated later, {told}."
    report.add("handoff-older", pattern.handoff.path, pattern.lines.get("created"), message)


def _place(state: StateFile) -> dict[str, str | None]:
    """Where the state file stands; a task only where it says in which the session stopped."""
    stopped = stopped_task(state)
    phase, plan = (_id(value.text if value else None) for value in (state.phase, state.plan))
    return _bare(phase, plan, stopped.id if stopped else None)


def _bare(phase: str | None, plan: str | None, task: str | None) -> dict[str, str | None]:
    return {"phase": phase, "plan": plan_in(plan, phase), "task": task_in(task, plan, phase)}


def _id(text: str | None) -> str | None:
    """The id a text has; None for words without a number, with which nothing can be compared."""
    identifier = parse_step(text)[0].id if text else None
    return identifier if identifier and any(sign.isdigit() for sign in identifier) else None
