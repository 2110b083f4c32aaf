"""One moment in the life of the sample project, from which all its documents are drawn."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import accumulate

from cockpit.demo.taskflow import PHASES, TASKS, Task


def stamp(at: datetime) -> str:
    """An instant as the agent writes it: ISO 8601 in UTC, to the second."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def day(at: datetime) -> str:
    """The UTC date of an instant."""
    return at.astimezone(UTC).strftime("%Y-%m-%d")


@dataclass(frozen=True, slots=True)
class Finished:
    """When a task was finished and in which commit; `commit` is None where there is no git."""

    at: datetime
    commit: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """How far the work was at one instant: the first `done` tasks are finished, `log` tells when and how.

    `cost` is in USD, `context` in percent of the window used, `variance` in percent over the estimate.
    """

    at: datetime
    done: int
    log: Mapping[str, Finished] = field(default_factory=dict)
    cost: float = 0.0
    context: int = 0
    variance: int = 0
    errors: int = 0

    @property
    def task(self) -> Task:
        """The task at hand; at the end of a phase its last one."""
        return TASKS[self.done - 1] if self.phase_complete else TASKS[self.done]

    @property
    def phase_complete(self) -> bool:
        """Whether the last finished task was the last of its phase."""
        return self.done > 0 and (self.done == len(TASKS) or TASKS[self.done].phase != TASKS[self.done - 1].phase)

    @property
    def status(self) -> str:
        """The status in the words of the seed, Status Values."""
        if self.phase_complete:
            return "Project complete" if self.done == len(TASKS) else "Phase complete"
        return "In progress" if self.done else "Ready to execute"

    @property
    def percent(self) -> int:
        """Finished tasks in percent of all tasks (seed, Progress Bar Generation)."""
        return self.done * 100 // len(TASKS)

    @property
    def plans_done(self) -> int:
        """The number of plans whose tasks are all finished."""
        ends = accumulate(len(plan.tasks) for phase in PHASES for plan in phase.plans)
        return sum(end <= self.done for end in ends)

    @property
    def done_ids(self) -> frozenset[str]:
        """The ids of the finished tasks."""
        return frozenset(task.id for task in TASKS[: self.done])

    @property
    def last(self) -> Task | None:
        """The task that was finished last; None before the first."""
        return TASKS[self.done - 1] if self.done else None

    @property
    def session_start(self) -> datetime:
        """When the agent's present session began."""
        return self.at - timedelta(minutes=24)

    @property
    def running_costs(self) -> list[float]:
        """The total cost in USD after each finished task, the last one being `cost`; some tasks cost twice others."""
        weights = [1 + (number * 7 % 5) / 4 for number in range(self.done)]
        share = self.cost / sum(weights) if weights else 0.0
        return [round(running * share, 2) for running in accumulate(weights)]

    def finished_at(self, number: int) -> datetime:
        """When the task with this number (from 1) was finished; the moment itself where the log does not know."""
        entry = self.log.get(TASKS[number - 1].id)
        return entry.at if entry else self.at
