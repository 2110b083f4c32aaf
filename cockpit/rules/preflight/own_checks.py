"""A handoff against itself: what it calls done cannot lie ahead of where it says that the work stopped, nor remain."""

from collections.abc import Collection, Iterator

from cockpit.model import Handoff, Track
from cockpit.model.preflight import Check
from cockpit.rules.listing import counted, ended
from cockpit.rules.own_table import done_by_table, named, stops_behind
from cockpit.rules.preflight.results import failed
from cockpit.rules.whole_numbers import numbers_of

LEFT = ", but it remains: "
"""What stands before the entry of the remaining work that is done."""


def checks(track: Track) -> Iterator[Check]:
    """One line, where its table of finished steps contradicts it: tasks, or phases where there are no tasks."""
    handoff = track.handoff
    if handoff is None:
        return
    unit = "phase" if not handoff.task and "task" in track.lacks else "task"
    done = done_by_table(handoff)
    if not done:
        return
    claim = "The handoff agrees with itself"
    contradictions = (*_behind(track, handoff, unit), *_beyond(handoff, unit, done), *_left(handoff, unit, done))
    if contradictions:
        yield failed("itself", claim, "The handoff contradicts itself", *contradictions, subject=unit)


def _behind(track: Track, handoff: Handoff, unit: str) -> Iterator[str]:
    """Where it stopped is done, and so is a later step. Of phases that run side by side that is no contradiction."""
    beside = unit == "phase" and any(each.parallel for each in track.phases if each.id == handoff.phase)
    told = None if beside else stops_behind(handoff, unit)
    yield from () if told is None else (told,)


def _beyond(handoff: Handoff, unit: str, done: Collection[int]) -> Iterator[str]:
    for total in numbers_of(handoff.total_tasks) if unit == "task" else ():
        beyond = [number for number in sorted(done) if number > total]
        if beyond:
            yield f"It counts {counted(total, unit)}, but by its table {named(unit, beyond)} done."


def _left(handoff: Handoff, unit: str, done: Collection[int]) -> Iterator[str]:
    """What remains begins with a step that is done."""
    for entry in handoff.remaining:
        word, _, number = entry.partition(":")[0].strip().casefold().partition(" ")
        known = numbers_of(number)[-1:]
        if word == unit and known and known[0] in done:
            yield ended(f"By its table {unit} {known[0]} is done{LEFT}{entry}")
