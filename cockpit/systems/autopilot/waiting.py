"""Whether the agent waits for a person: at a checkpoint of the present plan (docs/systems/autopilot.md)."""

from cockpit.model import Position, Waiting
from cockpit.systems.autopilot.phase_file import Checkpoint, PhaseFile
from cockpit.systems.autopilot.phases import PhaseCount
from cockpit.systems.autopilot.state_file import StateFile
from cockpit.systems.autopilot.step_names import parts_of, present_route

_HELD = ("blocked", "paused", "verifying")
"""Statuses of an agent that does not go on; a plan file alone does not say that an answer was given since."""


def read_waiting(state: StateFile | None, position: Position, phases: tuple[PhaseCount, ...]) -> Waiting | None:
    """The question of a checkpoint that is reached; None unless the status says too that the agent does not go on."""
    route = present_route(position.phase, position.plan, phases)
    if state is None or route is None or route.checkpoint is None or position.status not in _HELD:
        return None
    point = route.checkpoint
    if not _is_reached(route, point):
        return None
    return Waiting(question=point.what or f"Checkpoint after task {point.after_task}", options=point.options)


def _is_reached(route: PhaseFile, point: Checkpoint) -> bool:
    """Whether the task before the checkpoint is done and none behind it is."""
    number = parts_of(point.after_task)[-1:]
    places = [at for at, task in enumerate(route.tasks) if task.id and parts_of(task.id)[-1:] == number]
    if not places or not route.tasks[places[-1]].done:
        return False
    return not any(task.done for task in route.tasks[places[-1] + 1 :])
