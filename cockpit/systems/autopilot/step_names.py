"""Names of phases, plans and tasks, from the phase files, where the state file gives only their numbers."""

from collections.abc import Iterable
from dataclasses import replace

from cockpit.model import Step
from cockpit.systems.autopilot.phase_file import PhaseFile
from cockpit.systems.autopilot.phases import PhaseCount
from cockpit.systems.autopilot.steps import number_of, same_step
from cockpit.systems.reading.tasks import Task


def name_phase(phase: Step | None, phases: tuple[PhaseCount, ...]) -> Step | None:
    """A phase with its name."""
    found = _find(phase, phases)
    return replace(phase, name=found.phase.name) if phase and found and phase.name is None else phase


def name_plan(plan: Step | None, phase: Step | None, phases: tuple[PhaseCount, ...]) -> Step | None:
    """A plan with its name; phase files write its id alone or after that of the phase."""
    found = _find(phase, phases)
    if plan is None or plan.name or found is None:
        return plan
    return replace(plan, name=_name(found.plans, (digits_of(plan),), (digits_of(phase), digits_of(plan))))


def name_task(task: Step | None, plan: Step | None, phase: Step | None, phases: tuple[PhaseCount, ...]) -> Step | None:
    """A task with its name. Its id may follow those of the phase and the plan; where there are several plans, by the
    files or by the position, a number without them could mean any."""
    found = _find(phase, phases)
    if task is None or task.name or found is None:
        return task
    whole = (digits_of(phase), digits_of(plan), digits_of(task))
    several = len(found.plans) > 1 or (plan is not None and (plan.total or 1, digits_of(plan)) > (1, "1"))
    alone = () if several else ((digits_of(phase), digits_of(task)), (digits_of(task),))
    return replace(task, name=_name(found.tasks, whole, *alone, parts_of(task.id or "")))


def find_phase(identifier: str | None, phases: tuple[PhaseCount, ...]) -> PhaseCount | None:
    """The phase of that id, whatever the padding; None where it is not known."""
    if identifier is None:
        return None
    return next((count for count in phases if count.phase.id and same_step(count.phase.id, identifier)), None)


def present_route(phase: Step | None, plan: Step | None, phases: tuple[PhaseCount, ...]) -> PhaseFile | None:
    """The plan file of the present plan; None where the phase has several and none says that it is this one."""
    found = _find(phase, phases)
    routes = found.routes if found else ()
    if len(routes) == 1:
        return routes[0]
    number = digits_of(plan)
    mine = (route for route in routes if number and route.plan and parts_of(route.plan)[-1:] == (number,))
    return next(mine, None)


def parts_of(identifier: str) -> tuple[str, ...]:
    """The numbers an id consists of, without padding: `003.2-1` is 3, 2, 1."""
    return tuple(part.lstrip("0") or "0" for part in identifier.replace("-", ".").split("."))


def digits_of(step: Step | None) -> str:
    """The bare number of a step's id; empty where it has none."""
    number = number_of(step.id) if step else None
    return f"{number:g}" if number is not None else ""


def _find(phase: Step | None, phases: tuple[PhaseCount, ...]) -> PhaseCount | None:
    return find_phase(phase.id if phase else None, phases)


def _name(tasks: Iterable[Task], *ids: tuple[str, ...]) -> str | None:
    names = {parts_of(task.id): task.name for task in tasks if task.id}
    return next((names[wanted] for wanted in ids if wanted in names), None)
