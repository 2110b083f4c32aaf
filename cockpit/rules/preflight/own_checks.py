"""A handoff against itself: what it calls done cannot lie ahead of where it says that the work stopped, nor remain."""

from collections.abc import Collection, Iterator

from cockpit.model import Handoff, HandoffTask, Track
from cockpit.model.preflight import Check
from cockpit.rules.finished import finished
from cockpit.rules.listing import counted, ended, listed
from cockpit.rules.preflight.results import failed
from cockpit.rules.served import numbers_of

_MOST = 3
"""Steps that are named; the others are counted."""


def checks(track: Track) -> Iterator[Check]:
    """One line, where its table of finished steps contradicts it: tasks, or phases where there are no tasks."""
    handoff = track.handoff
    if handoff is None:
        return
    unit = "phase" if not handoff.task and "task" in track.lacks else "task"
    done = _done_by_table(handoff)
    if not done:
        return
    claim = "The handoff agrees with itself"
    contradictions = (*_behind(track, handoff, unit, done), *_beyond(handoff, unit, done), *_left(handoff, unit, done))
    if contradictions:
        yield failed("itself", claim, "The handoff contradicts itself", *contradictions, subject=unit)


def _done_by_table(handoff: Handoff) -> dict[int, HandoffTask]:
    """The finished steps of the handoff's own plan, by their number; one with several rows where each of them is."""
    found = {id(each) for each in finished(handoff)}
    rows = [(number, each) for each in handoff.completed if (number := number_in_plan(handoff, each)) is not None]
    opened = {number for number, each in rows if id(each) not in found}
    return {number: each for number, each in rows if number not in opened}


def number_in_plan(handoff: Handoff, task: HandoffTask) -> int | None:
    """The number of a row in the handoff's plan; None for a row of another plan, and for one without a number."""
    numbers, plan = numbers_of(task.id), numbers_of(handoff.plan)[-1:]
    elsewhere = plan and numbers[-2:-1] not in ((), plan)
    return numbers[-1] if numbers and not elsewhere else None


def _behind(track: Track, handoff: Handoff, unit: str, done: Collection[int]) -> Iterator[str]:
    """Where it stopped is done, and so is a later step. Of phases that run side by side that is no contradiction."""
    beside = unit == "phase" and any(each.parallel for each in track.phases if each.id == handoff.phase)
    for stopped in numbers_of(handoff.task if unit == "task" else handoff.phase)[-1:]:
        ahead = [number for number in sorted(done) if number > stopped]
        if stopped not in done or not ahead or beside:
            continue
        yield f"It stopped in {unit} {stopped}, but by its table {_named(unit, [stopped, *ahead])} done."


def _beyond(handoff: Handoff, unit: str, done: Collection[int]) -> Iterator[str]:
    for total in numbers_of(handoff.total_tasks) if unit == "task" else ():
        beyond = [number for number in sorted(done) if number > total]
        if beyond:
            yield f"It counts {counted(total, unit)}, but by its table {_named(unit, beyond)} done."


def _left(handoff: Handoff, unit: str, done: Collection[int]) -> Iterator[str]:
    """What remains begins with a step that is done."""
    for entry in handoff.remaining:
        word, _, number = entry.partition(":")[0].strip().casefold().partition(" ")
        known = numbers_of(number)[-1:]
        if word == unit and known and known[0] in done:
            yield ended(f"By its table {unit} {known[0]} is done, but it remains: {entry}")


def _named(unit: str, numbers: list[int]) -> str:
    """`task 2 is`, `tasks 2 and 3 are`."""
    more = [f"{len(numbers) - _MOST} more"] if len(numbers) > _MOST else []
    told = listed([*map(str, numbers[:_MOST]), *more])
    return f"{unit}s {told} are" if len(numbers) > 1 else f"{unit} {told} is"
