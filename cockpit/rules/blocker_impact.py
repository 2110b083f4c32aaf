"""What blockers hold up, computed upward: tasks, phases, the whole; and what resolving one of them frees.

Source: Codewalkers' session state, "Blocker Impact on Execution": a task is blocked; a phase is paused when all its
remaining tasks are; the initiative is escalated when all its phases are. Where the files do not say which tasks there
are, or which are blocked, nothing is concluded: that is unknown, and said so.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import field

from cockpit.values import dataclass


@dataclass(frozen=True, slots=True)
class Holding:
    """A blocker that holds: the tasks it blocks, and the phases of which it only says that they are affected."""

    key: str
    tasks: frozenset[str]
    phases: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class OpenPhase:
    """A phase that is not completed. `remaining` are its tasks that are not done, or where nobody ticks them those that
    may remain (`counted` is False); None where no file lists them.
    """

    id: str
    remaining: frozenset[str] | None = None
    counted: bool = True


@dataclass(frozen=True, slots=True)
class Impact:
    """What one blocker holds up. `paused` are the phases whose remaining tasks are all blocked, `touched` those with
    some of them, `unknown` those it affects without saying how. The last two are what begins to move without it alone.
    """

    tasks: frozenset[str] = frozenset()
    paused: tuple[str, ...] = ()
    touched: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    frees_tasks: frozenset[str] = frozenset()
    frees_phases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Held:
    """What all blockers hold up together. `escalated` is None where that cannot be told."""

    by_blocker: Mapping[str, Impact] = field(default_factory=dict)
    paused: tuple[str, ...] = ()
    escalated: bool | None = False


def impact(blockers: Sequence[Holding], phases: Sequence[OpenPhase]) -> Held:
    """What these blockers hold up among the phases that are not completed."""
    blocked = frozenset[str]().union(*(each.tasks for each in blockers))
    phases = [each if each.counted or _is_paused(each, blocked) else OpenPhase(each.id) for each in phases]
    paused = tuple(phase.id for phase in phases if _is_paused(phase, blocked))
    holders = Counter(task for each in blockers for task in each.tasks)
    found = {each.key: _of(each, holders, phases, paused) for each in blockers}
    affected = {phase for each in blockers for phase in each.phases}
    return Held(found, paused, _is_escalated(phases, paused, affected))


def _is_paused(phase: OpenPhase, blocked: Collection[str]) -> bool:
    return bool(phase.remaining) and phase.remaining is not None and phase.remaining <= frozenset(blocked)


def _of(one: Holding, holders: Mapping[str, int], phases: Sequence[OpenPhase], paused: Sequence[str]) -> Impact:
    """What one of them holds up; `holders` says of each task how many block it."""
    alone = frozenset(task for task in one.tasks if holders[task] == 1)
    mine = [phase for phase in phases if phase.remaining and phase.remaining & one.tasks]
    stopped = tuple(phase.id for phase in mine if phase.id in paused)
    freed = tuple(phase.id for phase in mine if phase.id in stopped and phase.remaining and phase.remaining & alone)
    known = {phase.id for phase in mine}
    return Impact(
        tasks=one.tasks,
        paused=stopped,
        touched=tuple(phase.id for phase in mine if phase.id not in stopped),
        unknown=tuple(phase.id for phase in phases if phase.id in one.phases and phase.id not in known),
        frees_tasks=alone,
        frees_phases=freed,
    )


def _is_escalated(phases: Sequence[OpenPhase], paused: Sequence[str], affected: Collection[str]) -> bool | None:
    """Whether nothing can go on. Unknown where each is paused or may be: affected, its tasks not listed."""
    moving = [phase for phase in phases if phase.id not in paused]
    if not phases or any(phase.id not in affected or phase.remaining for phase in moving):
        return False
    return None if moving else True
