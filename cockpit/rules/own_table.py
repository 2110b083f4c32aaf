"""The table of finished steps in a handoff, by their numbers in its plan, against the step it says it stopped in."""

from collections.abc import Sequence

from cockpit.model import Handoff, HandoffTask
from cockpit.rules.finished import finished
from cockpit.rules.listing import listed
from cockpit.rules.whole_numbers import numbers_of

_MOST = 3
"""Steps that are named; the others are counted."""


def done_by_table(handoff: Handoff) -> dict[int, HandoffTask]:
    """The finished steps of the handoff's own plan, by their number; one with several rows where each of them is."""
    found = {id(each) for each in finished(handoff)}
    rows = [(number, each) for each in handoff.completed if (number := number_in_plan(handoff, each)) is not None]
    opened = {number for number, each in rows if id(each) not in found}
    return {number: each for number, each in rows if number not in opened}


def number_in_plan(handoff: Handoff, task: HandoffTask) -> int | None:
    """The number of a row in the handoff's plan; None for a row of another plan, and for one without a number. With one
    number before its own, it is of that plan, or of that phase.
    """
    numbers, plan = numbers_of(task.id), numbers_of(handoff.plan)[-1:]
    phase = numbers_of(handoff.phase)[-1:] if len(numbers) == 2 else plan
    elsewhere = plan and numbers[-2:-1] not in ((), plan, phase)
    return numbers[-1] if numbers and not elsewhere else None


def stops_behind(handoff: Handoff, unit: str) -> str | None:
    """That the step it stopped in, a task or a phase, is done by its table and so is a later one, in one sentence; None
    where that is not so.
    """
    done = sorted(done_by_table(handoff))
    for stopped in numbers_of(handoff.task if unit == "task" else handoff.phase)[-1:]:
        ahead = [number for number in done if number > stopped]
        if stopped in done and ahead:
            return f"It stopped in {unit} {stopped}, but by its table {named(unit, [stopped, *ahead])} done."
    return None


def named(unit: str, numbers: Sequence[int]) -> str:
    """`task 2 is`, `tasks 2 and 3 are`."""
    more = [f"{len(numbers) - _MOST} more"] if len(numbers) > _MOST else []
    told = listed([*map(str, numbers[:_MOST]), *more])
    return f"{unit}s {told} are" if len(numbers) > 1 else f"{unit} {told} is"
