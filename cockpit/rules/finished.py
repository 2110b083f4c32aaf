"""Which tasks of a handoff are done, by its own words."""

from cockpit.model import Handoff, HandoffTask


def finished(handoff: Handoff | None) -> tuple[HandoffTask, ...]:
    """The tasks that are done. In a table that states no status at all, as in the tagged form, each one is."""
    tasks = handoff.completed if handoff is not None else ()
    if not any(task.status for task in tasks):
        return tasks
    done = [(task, (task.status or "").casefold()) for task in tasks]
    return tuple(task for task, status in done if "✅" in status or "done" in status or "complete" in status)
