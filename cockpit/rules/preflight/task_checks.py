"""The tasks that the handoff calls done, or not, against the plan files: one may have been reopened since."""

from collections.abc import Iterator

from cockpit.model import Handoff, HandoffTask, Phase, Track
from cockpit.model.preflight import Check
from cockpit.rules.finished import finished
from cockpit.rules.preflight.results import failed, passed
from cockpit.rules.served import Numbers, numbers_of, open_of, stands_past


def checks(track: Track) -> Iterator[Check]:
    """One line, where the plan file of the handoff's phase keeps count of tasks that the handoff names."""
    handoff = track.handoff
    own = numbers_of(handoff.phase)[-1:] if handoff is not None else ()
    phase = next((each for each in track.phases if own and numbers_of(each.id)[-1:] == own), None)
    if handoff is None or phase is None or not phase.counted_done:
        return
    opened = dict(_open_here(phase, handoff))
    done = {numbers_of(each.id)[-1:]: each for each in finished(handoff) if numbers_of(each.id)}
    reopened = [each for number, each in done.items() if number in opened]
    kept = _kept(phase, opened) and not stands_past(handoff, track.position)  # what was worked on since is done
    since = [each for each in _others(handoff, done) if kept and numbers_of(each.id)[-1:] not in opened]
    if reopened or since:
        fact = "A task is open again since the handoff" if reopened else "A task is done that the handoff calls open"
        yield failed("done", "The tasks are as the handoff says", fact,
                     *(f"{_named(each)} is done by the handoff, open in the plan file." for each in reopened),
                     *(f"{_named(each)} is not done by the handoff, done in the plan file." for each in since),
                     )  # fmt: skip
    elif done:
        told = f"{len(done)} done by the handoff, none of them open in the plan file."
        yield passed("done", "The tasks are as the handoff says", told)


def _open_here(phase: Phase, handoff: Handoff) -> Iterator[tuple[Numbers, str]]:
    """The open tasks of the handoff's plan, by their number in it."""
    plan = numbers_of(handoff.plan)[-1:]
    return ((task, each) for (_, own, task), each in open_of(phase) if own in ((), plan))


def _others(handoff: Handoff, done: dict[Numbers, HandoffTask]) -> Iterator[HandoffTask]:
    """The tasks that the handoff names as not done, of those the plan surely has."""
    total = numbers_of(handoff.total_tasks)
    for each in handoff.completed:
        number = numbers_of(each.id)[-1:]
        if number and number not in done and (0,) < number <= total:
            yield each


def _kept(phase: Phase, opened: dict[Numbers, str]) -> bool:
    """Whether a task that is not among the open ones is done: the plan has others that are open, or all is done."""
    return bool(opened) or phase.counted_done == phase.counted_total


def _named(task: HandoffTask) -> str:
    return f"Task {task.id}{f', {task.name},' if task.name else ''}"
