"""When a handoff has served: the state stands past it."""

from dataclasses import replace

import pytest

from cockpit.model import Handoff, HandoffTask, Phase, Position, Step
from cockpit.rules.handoff.handoff_status import contradicted, why_used
from cockpit.wording.messages import Message, clause
from cockpit.wording.phrases import listed
from tests.support.model_builders import track
from tests.support.said import Said

HANDOFF = Handoff(path=".autopilot/h.md", phase="3", plan="2", task="3", created="2026-01-29T14:00:00Z", head="a" * 40)


def at(phase: str | None, plan: str | None = None, task: str | None = None) -> Position:
    ids = {"phase": phase, "plan": plan, "task": task}
    return Position(**{name: Step(id=each) for name, each in ids.items() if each})


@pytest.mark.parametrize(
    ("position", "told"),
    [
        (at("3", "2", "3"), None),
        (at("3", "2", "4"), Said("", "past", "task", "4", "3")),
        (at("3", "2", "10"), Said("", "past", "task", "10", "3")),
        (at("3", "2", "2"), None),
        (at("3", "3", "1"), Said("", "past", "plan", "3", "2")),
        (at("3", "3.3"), Said("", "past", "plan", "3.3", "2")),
        (at("04"), Said("", "past", "phase", "04", "3")),
        (at("2", "9", "9"), None),
        (at("three"), None),
        (at(None), None),
    ],
)
def test_by_the_position(position: Position, told: Message | None) -> None:
    assert why_used(track(handoff=HANDOFF, position=position)) == told


@pytest.mark.parametrize(
    ("updated", "past"),
    [("2026-01-29T13:59:00Z", False), ("2026-01-29T14:00:00Z", True), ("2026-01-29", True), (None, True)],
)
def test_a_state_from_before_the_handoff_tells_nothing(updated: str | None, past: bool) -> None:
    told = why_used(track(handoff=HANDOFF, position=at("4"), updated=updated))
    assert told == (Said("", "past", "phase", "4", "3") if past else None)


@pytest.mark.parametrize(
    ("parallel", "status", "past"),
    [(True, "in_progress", False), (True, "failed", False), (True, "completed", True), (None, "in_progress", True)],
)
def test_a_phase_beside_others_is_past_once_it_is_not_open(parallel: bool | None, status: str, past: bool) -> None:
    phases = (Phase(id="3", status=status, parallel=parallel), Phase(id="4", status="in_progress", parallel=parallel))
    told = why_used(track(handoff=HANDOFF, position=at("4"), phases=phases))
    assert told == (Said("", "past", "phase", "4", "3") if past else None)


DONE, OPEN = Phase(id="3", status="completed"), Phase(id="4", status="pending")


@pytest.mark.parametrize(
    ("position", "phases", "past"),
    [
        (Position(status="completed"), (DONE, replace(OPEN, status="skipped")), True),
        (Position(status="completed"), (), True),
        (replace(at("3", "2", "3"), status="completed"), (), True),
        (replace(at("3", "2", "3"), status="in_progress"), (DONE,), True),
        (Position(status="completed"), (DONE, OPEN), False),
        (replace(at("3"), status="completed"), (replace(DONE, counted_done=2, open_tasks=("3.2.3 Lock",)),), False),
        (replace(at("3"), status="paused"), (DONE, OPEN), False),
    ],
)
def test_work_that_is_done_is_past_every_place(position: Position, phases: tuple[Phase, ...], past: bool) -> None:
    told = Said("", "all work is done", "phase", "3")
    assert why_used(track(handoff=HANDOFF, position=position, phases=phases)) == (told if past else None)
    assert why_used(track(handoff=replace(HANDOFF, phase=None, plan=None, task=None), position=position)) is None


def test_without_a_handoff() -> None:
    assert why_used(track(position=at("3"))) is None


@pytest.mark.parametrize(
    ("task", "done", "stands", "moved"),
    [("2", "123", "4", False), ("2", "123", "5", True), ("2", "12", "3", True), ("2", "13", "3", True)],
)
def test_the_task_of_a_handoff_that_contradicts_itself_tells_nothing(
    task: str, done: str, stands: str, moved: bool
) -> None:
    tasks = tuple(HandoffTask(id=each, status="✅") for each in done)
    handoff = replace(HANDOFF, task=task, completed=tasks)
    found = track(handoff=handoff, position=at("3", "2", stands))
    assert (why_used(found) is not None) is moved
    assert (contradicted(found) is None) is moved


def counted(*open_tasks: str, phase: str = "3", done: int = 2) -> Phase:
    return Phase(id=phase, counted_done=done, counted_total=done + len(open_tasks), open_tasks=open_tasks)


def open_before(at: str, tasks: tuple[str | Message, ...], whole: str, *, count: int = 1) -> Message:
    (part, now), (whole, number) = at.split(), whole.split()
    return (
        f"The state is at {part} {now}, but {'task' if count == 1 else 'tasks'} "
        f"{listed(map(clause, tasks))} of {whole} {number} {'is' if count == 1 else 'are'} "
        "open in the plan file."
    )


@pytest.mark.parametrize(
    ("position", "phases", "told"),
    [
        (at("3", "3"), (counted("3.2.3", "3.2.4", "3.3.1"),),
         open_before("plan 3", ("3.2.3", "3.2.4"), "plan 2", count=2)),
        (at("3", "3"), (counted("3.2.4"),),
         open_before("plan 3", ("3.2.4",), "plan 2")),
        (at("3", "3"), (counted("3.1.4", "3.3.1"),), None),
        (at("3", "3"), (counted("3.2.4", done=0),), None),
        (at("3", "3"), (), None),
        (at("4"), (counted("3", "4", "5", "6", "7"), counted("4.1.1", phase="4")),
         open_before("phase 4", ("3", "4", "5", "2 more"), "phase 3", count=5)),
        (at("3", "2", "5"), (counted("3.2.4", "3.2.5", "3.1.4"),),
         open_before("task 5", ("3.2.4",), "plan 2")),
        (at("3", "2", "5"), (counted("3.4"),),
         open_before("task 5", ("3.4",), "plan 2")),
        (at("3", "2", "4"), (counted("3.2.4"),), None),
    ],
)  # fmt: skip
def test_open_tasks_contradict_a_state_that_stands_past_it(
    position: Position, phases: tuple[Phase, ...], told: Message | None
) -> None:
    stands = track(handoff=HANDOFF, position=position, phases=phases)
    assert contradicted(stands) == told
    assert (why_used(stands) is None) == (told is not None)
