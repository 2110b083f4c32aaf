"""Which phases may run at the same time."""

from collections.abc import Mapping, Sequence

from cockpit.model import Phase


def together(phases: Sequence[Phase]) -> Mapping[str, tuple[str, ...]]:
    """By the id of a phase the ids of the others that run in parallel and wait for the same ones."""
    groups: dict[frozenset[str], list[str]] = {}
    for phase in phases:
        if phase.parallel and phase.id is not None:
            groups.setdefault(frozenset(phase.blocked_by), []).append(phase.id)
    return {each: tuple(other for other in group if other != each) for group in groups.values() for each in group}
