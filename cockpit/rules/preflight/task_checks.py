"""The tasks that the handoff calls done, or not, against the plan files: one may have been reopened since."""

from collections.abc import Collection, Iterator
from dataclasses import replace

from cockpit.model import Handoff, HandoffTask, Phase, Track
from cockpit.model.preflight import Check
from cockpit.rules.finished import finished
from cockpit.rules.own_table import number_in_plan
from cockpit.rules.preflight.claims import plan_files
from cockpit.rules.preflight.results import failed, passed
from cockpit.rules.remaining import told_task
from cockpit.rules.served import open_of, stands_past
from cockpit.rules.whole_numbers import Numbers, numbers_of


def checks(track: Track) -> Iterator[Check]:
    """One line, where the plan file of the handoff's phase keeps count of tasks that the handoff names."""
    handoff, phase = track.handoff, _kept_count(track)
    if handoff is None or phase is None:
        return
    opened = dict(_open_here(phase, handoff))
    done = _done(handoff)
    again = reopened(track)
    kept = _kept(phase, opened) and not stands_past(handoff, track.position)  # what was worked on since is done
    others = [*_others(handoff, done), *_remaining(handoff, phase, done)]
    since = [each for number, each in others if kept and (number,) not in opened]
    if again or since:
        fact = (
            "A task that the handoff calls done is open"
            if again
            else "A task that the handoff calls open is no longer open"
        )
        path = _plan_of(track, phase)
        plan = path or "the plan file"
        line = failed("done", "The tasks are as the handoff says", fact,
                      *(f"{_named(each)} is done by the handoff, open in {plan}." for each in again),
                      *(f"{_named(each)} is not done by the handoff, and no longer open in {plan}." for each in since),
                      )  # fmt: skip
        yield replace(line, files=(path,) if path else ())
    elif done:
        told = f"{len(done)} done by the handoff, none of them open in the plan file."
        yield passed("done", "The tasks are as the handoff says", told)


def open_beyond(track: Track) -> str | None:
    """The last open task of the handoff's plan that lies beyond the number of tasks that the handoff tells."""
    handoff, phase = track.handoff, _kept_count(track)
    total = numbers_of(handoff.total_tasks)[:1] if handoff is not None else ()
    if handoff is None or phase is None or not total:
        return None
    beyond = [(number, each) for number, each in _open_here(phase, handoff) if number > total]
    return max(beyond)[1] if beyond else None


def _plan_of(track: Track, phase: Phase) -> str | None:
    """The plan file of a phase, where the track names one that lies in its folder; else what the phase names."""
    folder = f"{phase.path.rstrip('/')}/" if phase.path else ""
    inside = (path for path in plan_files(track) if folder and path.startswith(folder))
    return next(inside, phase.path)


def reopened(track: Track) -> tuple[HandoffTask, ...]:
    """The tasks that the handoff calls done and the plan file calls open."""
    handoff, phase = track.handoff, _kept_count(track)
    if handoff is None or phase is None:
        return ()
    opened = dict(_open_here(phase, handoff))
    return tuple(each for number, each in _done(handoff).items() if (number,) in opened)


def _kept_count(track: Track) -> Phase | None:
    """The handoff's phase, where its plan file keeps count of tasks."""
    own = numbers_of(track.handoff.phase)[-1:] if track.handoff is not None else ()
    phase = next((each for each in track.phases if own and numbers_of(each.id)[-1:] == own), None)
    return phase if phase is not None and phase.counted_done else None


def _done(handoff: Handoff) -> dict[int, HandoffTask]:
    numbered = ((number_in_plan(handoff, each), each) for each in finished(handoff))
    return {number: each for number, each in numbered if number is not None}


def _open_here(phase: Phase, handoff: Handoff) -> Iterator[tuple[Numbers, str]]:
    """The open tasks of the handoff's plan, by their number in it."""
    plan = numbers_of(handoff.plan)[-1:]
    return ((task, each) for (_, own, task), each in open_of(phase) if own in ((), plan))


def _others(handoff: Handoff, done: Collection[int]) -> Iterator[tuple[int, HandoffTask]]:
    """The tasks that the handoff names as not done, by their number, of those the plan surely has."""
    total = (*numbers_of(handoff.total_tasks), 0)[0]
    for each in handoff.completed:
        number = number_in_plan(handoff, each)
        if number is not None and number not in done and 0 < number <= total:
            yield number, each


def _remaining(handoff: Handoff, phase: Phase, done: Collection[int]) -> Iterator[tuple[int, HandoffTask]]:
    """The tasks that remain by the handoff, in the words of the house and without a row, by their number: of those the
    plan can have by the handoff, or by what the phase counts.
    """
    total = (*numbers_of(handoff.total_tasks), phase.counted_total or 0)[0]
    rows = {number_in_plan(handoff, each) for each in handoff.completed}
    for task in filter(None, map(told_task, handoff.remaining)):
        number = number_in_plan(handoff, task)
        if number is not None and number not in rows and number not in done and 0 < number <= total:
            yield number, task


def _kept(phase: Phase, opened: dict[Numbers, str]) -> bool:
    """Whether a task that is not among the open ones is done: the plan has others that are open, or all is done."""
    return bool(opened) or phase.counted_done == phase.counted_total


def _named(task: HandoffTask) -> str:
    return f"Task {task.id}{f', {task.name},' if task.name else ''}"
