"""What is done: the tasks of a handoff by its own words, a track by its status or by what was counted."""

from cockpit.model import Handoff, HandoffTask, Track
from cockpit.rules.done_words import is_done


def finished(handoff: Handoff | None) -> tuple[HandoffTask, ...]:
    """The tasks that are done. In a table that states no status at all, as in the tagged form, each one is."""
    tasks = handoff.completed if handoff is not None else ()
    if not any(task.status for task in tasks):
        return tasks
    return tuple(task for task in tasks if is_done(task.status))


def is_over(track: Track) -> bool:
    """Whether nothing is left to do in a track, so that it can be put away."""
    if track.position.status == "completed":
        return True
    counted = track.position.counted
    ended = bool(track.phases) and all(phase.status in ("completed", "skipped") for phase in track.phases)
    return ended or (counted is not None and 0 < counted.total <= counted.done)
