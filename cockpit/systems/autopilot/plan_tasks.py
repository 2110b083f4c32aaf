"""The tasks of one plan, by the phase files."""

from cockpit.model import Position, Step
from cockpit.systems.autopilot.phases import PhaseCount
from cockpit.systems.autopilot.step_names import digits_of, find_phase, parts_of
from cockpit.systems.autopilot.steps import plan_in, task_in
from cockpit.values import dataclass


@dataclass(frozen=True, slots=True)
class Place:
    """A phase, plan and task by their bare numbers; empty where the file does not say."""

    phase: str
    plan: str
    task: str

    def ids(self, plans: int) -> tuple[tuple[str, ...], ...]:
        """The ids that can mean this task. Without its plan, one is sure only where the phase has a single plan."""
        whole = (self.phase, self.plan, self.task)
        return (whole,) if plans > 1 else (whole, (self.phase, self.task), (self.task,))


def place_at(position: Position) -> Place:
    """Where a position is, as far as it is numbered: `3.2` in phase 3 is plan 2, and `003.3` task 3."""
    phase, plan, task = (step.id if step else None for step in (position.phase, position.plan, position.task))
    own = (phase, plan_in(plan, phase), task_in(task, plan, phase))
    return Place(*(digits_of(Step(id=each)) for each in own))


@dataclass(frozen=True, slots=True)
class PlanTask:
    """A task of a plan: its number within it, its name, whether it is finished."""

    number: str
    name: str
    done: bool


def plan_tasks(phases: tuple[PhaseCount, ...], place: Place) -> tuple[PlanTask, ...]:
    """The tasks of the place's plan in file order; empty where the phase files do not tell."""
    count = find_phase(place.phase, phases)
    if count is None:
        return ()
    single = plan_count(count) <= 1
    tasks = []
    for task in count.tasks:
        parts = parts_of(task.id) if task.id else ()
        mine = parts[:2] == (place.phase, place.plan) and len(parts) == 3
        if mine or (single and len(parts) in (1, 2)):
            tasks.append(PlanTask(parts[-1], task.name, task.done is True))
    return tuple(tasks)


def lags_behind(tasks: tuple[PlanTask, ...], current: str) -> tuple[PlanTask, ...]:
    """The tasks that are done from the `current` one on, where it is done itself and so is a later one; else none."""
    at = next((place for place, task in enumerate(tasks) if task.number == current), len(tasks))
    done = tuple(task for task in tasks[at:] if task.done)
    return done if len(done) > 1 and tasks[at].done else ()


def plan_count(count: PhaseCount) -> int:
    """How many plans a phase has, as its files list them."""
    numbers = {parts[1] for task in count.tasks if task.id and len(parts := parts_of(task.id)) == 3}
    return max(len(count.plans), len(numbers))
