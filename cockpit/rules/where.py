"""Where work stands, in words: `phase 3, plan 2, task 3 of 5`."""

from cockpit.model import Handoff, Position, Track


def where(track: Track) -> str:
    """Where the handoff of a track was left; without one, where the state file stands. Empty where nothing says it."""
    return where_left(track.handoff) if track.handoff is not None else where_at(track.position)


def where_left(handoff: Handoff) -> str:
    """Where a handoff was left."""
    return _told(handoff.phase, handoff.plan, handoff.task, handoff.total_tasks)


def where_at(position: Position, phase: str | None = None) -> str:
    """Where the state file stands, in `phase` where that is another one than it says."""
    at, plan, task = (step.id if step else None for step in (position.phase, position.plan, position.task))
    total = position.task.total if position.task else None
    return _told(phase or at, plan, task, str(total) if total is not None else None)


def _told(phase: str | None, plan: str | None, task: str | None, total: str | None) -> str:
    steps = (("phase", phase), ("plan", plan), ("task", task))
    told = ", ".join(f"{name} {number}" for name, number in steps if number)
    return f"{told} of {total}" if task and total else told
