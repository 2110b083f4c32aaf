"""The order of phases: which ones block which, unknown blockers, cycles, and the legal moves between statuses."""

from collections.abc import Iterator, Mapping, Sequence

from cockpit.model import Phase, PhaseMove
from cockpit.systems.maestro.vocabulary import id_of, is_open, status_of


def blocking_phases(phases: Sequence[Phase], phase: Phase) -> tuple[Phase, ...]:
    """The phases that block one: those it waits for that are open or failed."""
    return tuple(each for each in phases if each.id in phase.blocked_by and is_open(each))


def next_pending(phases: Sequence[Phase]) -> Phase | None:
    """The first pending phase that is not blocked, else the first pending one."""
    candidates = [each for each in phases if id_of(each.id) is not None and status_of(each.status) == "not_started"]
    return next((each for each in candidates if not blocking_phases(phases, each)), next(iter(candidates), None))


def unknown_blockers(phases: Sequence[Phase]) -> Iterator[tuple[int, str]]:
    """The index of each phase that waits for an unknown phase, with the unknown id."""
    known_ids = {phase.id for phase in phases}
    for place, phase in enumerate(phases):
        yield from ((place, each) for each in phase.blocked_by if each not in known_ids)


def find_cycle(phases: Sequence[Phase]) -> tuple[str, ...]:
    """The ids of the first cycle of phases that wait for each other; empty where there is none."""
    blockers: dict[str, tuple[str, ...]] = {}
    for phase in phases:
        if phase.id is not None:
            blockers[phase.id] = (*blockers.get(phase.id, ()), *phase.blocked_by)
    checked: set[str] = set()
    for first in blockers:
        cycle = _cycle_from(first, blockers, checked)
        if cycle:
            return cycle
    return ()


def _cycle_from(first: str, blockers: Mapping[str, Sequence[str]], checked: set[str]) -> tuple[str, ...]:
    """Iterative, not recursive: a file may chain thousands of phases."""
    path: dict[str, Iterator[str]] = {}
    step: str | None = first
    while step is not None:
        if step not in path and step not in checked:
            path[step] = iter(blockers.get(step, ()))
        following = next(path[step], None) if step in path else None
        if following is None:
            checked.add(step)
            path.pop(step, None)
            step = next(reversed(path), None)
        elif following in path:
            names = [*path]
            return tuple(names[names.index(following) :])
        elif following not in checked:
            step = following
    return ()


# Which status of a phase may follow which (seed, "Update Rules"): the table, and the moves a person is offered

LEGAL: Mapping[str, tuple[str, ...]] = {
    "pending": ("in_progress", "skipped"),
    "in_progress": ("completed", "failed"),
    "failed": ("in_progress",),
    "completed": (),
    "skipped": (),
}
"""The statuses that may follow each status; `skipped` only by a person's decision."""

MOVES: Mapping[PhaseMove, tuple[str, str]] = {
    "start": ("pending", "in_progress"),
    "complete": ("in_progress", "completed"),
    "fail": ("in_progress", "failed"),
    "retry": ("failed", "in_progress"),
    "skip": ("pending", "skipped"),
}
"""The status before and after each move."""


def moves_from(status: str | None) -> tuple[PhaseMove, ...]:
    """The moves a phase of that status can make, the usual one first."""
    return tuple(move for move, (before, _) in MOVES.items() if before == status)
