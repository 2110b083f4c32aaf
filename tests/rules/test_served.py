"""When a handoff has served: the state stands past it, or work was committed after it."""

import pytest

from cockpit.model import Handoff, Position, Step
from cockpit.model.preflight import Commit, Evidence, RepositoryFacts
from cockpit.rules.served import served
from tests.builders import track

HANDOFF = Handoff(path=".autopilot/h.md", phase="3", plan="2", task="3", created="2026-01-29T14:00:00Z", head="a" * 40)


def at(phase: str | None, plan: str | None = None, task: str | None = None) -> Position:
    ids = {"phase": phase, "plan": plan, "task": task}
    return Position(**{name: Step(id=each) for name, each in ids.items() if each})


def commit(*files: str, when: str = "2026-01-29T15:00:00Z", name: str = "b") -> Commit:
    return Commit(id=name * 40, subject="work", at=when, files=files)


@pytest.mark.parametrize(
    ("position", "told"),
    [
        (at("3", "2", "3"), None),
        (at("3", "2", "4"), "The state stands at task 4, past task 3."),
        (at("3", "2", "10"), "The state stands at task 10, past task 3."),
        (at("3", "2", "2"), None),
        (at("3", "3", "1"), "The state stands at plan 3, past plan 2."),
        (at("3", "3.3"), "The state stands at plan 3.3, past plan 2."),
        (at("04"), "The state stands at phase 04, past phase 3."),
        (at("2", "9", "9"), None),
        (at("three"), None),
        (at(None), None),
    ],
)
def test_by_the_position(position: Position, told: str | None) -> None:
    assert served(track(handoff=HANDOFF, position=position), Evidence()) == told


@pytest.mark.parametrize(
    ("made", "counts"),
    [
        (commit("src/a.py"), True),
        (commit("src/a.py", ".autopilot/TRANSPONDER.md"), True),
        (commit(".autopilot/TRANSPONDER.md"), False),
        (commit("src/a.py", when="2026-01-29T13:00:00Z"), False),
        (commit("src/a.py", name="a"), False),
        (commit(), False),
    ],
)
def test_by_a_commit(made: Commit, counts: bool) -> None:
    evidence = Evidence(repository=RepositoryFacts(recent=(made,)))
    found = served(track(handoff=HANDOFF, position=at("3", "2", "3")), evidence)
    assert found == ("Commit bbbbbbbb work came after it." if counts else None)


def test_without_a_handoff() -> None:
    assert served(track(position=at("3")), Evidence()) is None
