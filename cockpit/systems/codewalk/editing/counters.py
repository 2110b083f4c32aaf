"""The counters of the state and their bar: the tasks of the present phase, the phases (seed, "STATE.md")."""

import math

from cockpit.rules.work import filled_cells
from cockpit.systems.codewalk.editing.desk import Desk
from cockpit.systems.codewalk.position import Progress
from cockpit.systems.codewalk.vocabulary import BAR_CELLS


def count_tasks(desk: Desk, phase: str) -> tuple[int, int]:
    """Write how many tasks a phase has that is entered, and how many are done, as far as plan files say."""
    tasks = [task for each in desk.sources.plans.of_phase(phase) for task in each.tasks]
    counted = len(tasks), sum(task.done is True for task in tasks)
    desk.put(("progress", "current_phase_tasks"), counted[0])
    desk.put(("progress", "current_phase_completed"), counted[1])
    return counted


def write_bar(desk: Desk, progress: Progress, tasks_done: int) -> tuple[str, ...]:
    """Draw the bar anew, as wide as it was: the phases, the present one counted by its tasks. A remark where it said
    more before.
    """
    if progress.bar is None:
        return ()
    now = Progress(
        phases=progress.phases, phases_done=progress.phases_done, tasks=progress.tasks, tasks_done=tasks_done
    )
    share = now.together
    if share is None:
        return ()
    cells = filled_cells(progress.bar)
    width = cells[1] if cells is not None else BAR_CELLS
    filled, percent = math.floor(share * width / 100 + 1e-9), math.floor(share + 0.5)
    desk.put(("progress", "bar"), f"{'█' * filled}{'░' * (width - filled)} {percent}%")
    before = progress.claimed
    return (f"The bar said {before:g} %; by the counters it is {percent} %.",) if before and before > percent else ()
