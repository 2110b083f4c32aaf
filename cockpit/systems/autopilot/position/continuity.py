"""Session Continuity: where a session stopped, in words (`Mid-plan 3.2, task 3 of 5`), and where that contradicts the
position (seed, "Session Continuity").
"""

import re
from dataclasses import replace

from cockpit.model import Step
from cockpit.regex import regex
from cockpit.systems.autopilot.position.phases import Place, digits_of, lags_behind, plan_tasks
from cockpit.systems.autopilot.position.steps import find_task, number_of, parse_step, plan_in
from cockpit.systems.autopilot.report import Report
from cockpit.systems.autopilot.sources import Sources
from cockpit.systems.autopilot.state_file import StateFile
from cockpit.systems.shared.stated_values import Value
from cockpit.wording.messages import Message

# Where a session stopped, in words: `Mid-plan 3.2, task 3 of 5` (seed, "Session Continuity")

_WHOLE = r"(?P<whole>\d+(?:\.\d+)*)"
_TASK = r"(?:,?\s+task\s+(?P<task>\d+)(?:\s+of\s+\d+)?)?"
_MID_PLAN = regex(rf"mid-plan\s+{_WHOLE}(?![\w.]*\d)(?:,?\s+task\s+(?P<task>\d+)\b)?", re.IGNORECASE)
_AT = regex(
    rf"(?:(?:before|at|in)\s+)?(?:plan\s+{_WHOLE}|phase\s+(?P<phase>\d+(?:\.\d+)*)(?:,?\s+plan\s+(?P<plan>\d+))?){_TASK}\.?",
    re.IGNORECASE,
)
_NEXT = regex(rf".*\bnext is {_WHOLE}{_TASK}", re.IGNORECASE | re.DOTALL)
_FINISHED = regex(
    r"(?:plan|phase|task)\s+\S+\s+(?:complete|done)\b.*|completed\s+(?:plan|phase|task)\s+\S+.*"
    r"|all tasks of the plan\b.*|before task\s+\S+|not started\.?",
    re.IGNORECASE | re.DOTALL,
)


def place_in(text: str) -> Place | None:
    """The place that a session's stopping place clearly names; None for what was finished, and for any other words."""
    text = text.strip()
    found = _MID_PLAN.match(text) or _AT.fullmatch(text) or _NEXT.fullmatch(text)
    if found is None:
        return None
    parts = found.groupdict()
    phase, plan = parts.get("phase"), parts.get("plan")
    if parts["whole"]:
        phase, _, plan = parts["whole"].rpartition(".")
    return Place(*(_bare(part) for part in (phase, plan, parts["task"])))


def says_where(text: str) -> bool:
    """Whether a stopping place says nothing but where the work stands, or what was finished just before."""
    return place_in(text) is not None or _FINISHED.fullmatch(text.strip()) is not None


def place_words(place: Place, total: int | None = None, *, begun: bool = True) -> str:
    """A place in the seed's words. `total` is the number of tasks; what has not begun is named as what comes next."""
    number = ".".join(part for part in (place.phase, place.plan) if part)
    if place.plan:
        location = f"Mid-plan {number}" if begun else f"Before plan {number}"
    else:
        location = f"Phase {number}" if begun else f"Before phase {number}"
    if not place.task:
        return location
    return f"{location}, task {place.task} of {total}" if total else f"{location}, task {place.task}"


def difference(one: Place, other: Place) -> str | None:
    """The first part in which two places differ: phase, plan or task; None where they agree as far as both say."""
    if _same_number(f"{one.phase}.{one.plan}", other.phase) or _same_number(f"{other.phase}.{other.plan}", one.phase):
        return None  # `2.1` is a plan of phase 2, or the phase 2.1
    pairs = (("phase", one.phase, other.phase), ("plan", one.plan, other.plan), ("task", one.task, other.task))
    return next((part for part, mine, theirs in pairs if "" not in (mine, theirs) and mine != theirs), None)


def _same_number(whole: str, phase: str) -> bool:
    return "." in phase and whole == phase


def _bare(part: str | None) -> str:
    number = number_of(part) if part else None
    return f"{number:g}" if number else ""


# Session Continuity against the position: an old stopping place sends the next session to where the work was


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
    phase = _step_id(state.phase)
    plan = plan_in(_step_id(state.plan), phase)
    number = digits_of(Step(id=plan))
    return Place(digits_of(Step(id=phase)), "" if number == "0" else number, digits_of(Step(id=_step_id(state.task))))


def _step_id(value: Value | None) -> str | None:
    return parse_step(value.text)[0].id if value else None
