"""What phases wait for and which of them run at the same time, as far as their order in the file does not tell it."""

from collections.abc import Mapping, Sequence

from cockpit.model import Phase

_NAMED = 6
"""Phases beside one that are named: a file may hold thousands."""


def told_order(phases: Sequence[Phase]) -> Mapping[int, str]:
    """By the place of a phase what is to be said of its order: `after 2, 4`, `beside 5`, or both.

    That one waits for the phase just before it goes without saying, unless others run beside it.
    """
    groups: dict[frozenset[str], list[int]] = {}
    for place, phase in enumerate(phases):
        if phase.parallel:
            groups.setdefault(frozenset(phase.blocked_by), []).append(place)
    told = {}
    for place, phase in enumerate(phases):
        group = groups.get(frozenset(phase.blocked_by), []) if phase.parallel else []
        beside = [phases[other].id or "?" for other in group[: _NAMED + 1] if other != place][:_NAMED]
        beside += [f"{len(group) - 1 - _NAMED} more"] if len(group) - 1 > _NAMED else []
        before = phases[place - 1].id if place else None
        waits = beside or [_bare(each) for each in phase.blocked_by] != [_bare(before or "")]
        parts = [f"after {', '.join(phase.blocked_by)}"] if phase.blocked_by and waits else []
        told[place] = ", ".join([*parts, f"beside {', '.join(beside)}"] if beside else parts)
    return told


def _bare(identity: str) -> str:
    """An id without the zeros before it: `003` is what `3` means."""
    return identity.lstrip("0")
