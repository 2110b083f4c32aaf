"""Which status of a phase may follow which (seed, "Update Rules"): the table, and the moves a person is offered."""

from collections.abc import Mapping

from cockpit.model.intents import PhaseMove

LEGAL: Mapping[str, tuple[str, ...]] = {
    "pending": ("in_progress", "skipped"),
    "in_progress": ("completed", "failed"),
    "failed": ("in_progress",),
    "completed": (),
    "skipped": (),
}
"""By the status of a phase the statuses that may follow; `skipped` by a person's decision only."""

MOVES: Mapping[PhaseMove, tuple[str, str]] = {
    "start": ("pending", "in_progress"),
    "complete": ("in_progress", "completed"),
    "fail": ("in_progress", "failed"),
    "retry": ("failed", "in_progress"),
    "skip": ("pending", "skipped"),
}
"""By the move the status that goes and the one that comes."""


def moves_from(status: str | None) -> tuple[PhaseMove, ...]:
    """What can be done with a phase of that status, the usual one first."""
    return tuple(move for move, (before, _) in MOVES.items() if before == status)
