"""What came of an agent that was run from cockpit, in a line."""

import pytest

from cockpit.model import LastActivity, Position, Step, Track
from cockpit.rules.agent_exit import AgentExit, what_came
from tests.support.model_builders import track


@pytest.mark.parametrize(
    ("code", "seconds", "sentence"),
    [
        (0, 0.2, "sh exited with 0 after 1 s."),
        (3, 90, "sh exited with 3 after 1 min."),
        (-2, 3600, "sh was interrupted after 1 h."),
        (130, 5, "sh was interrupted after 5 s."),
        (-9, 5, "sh exited with 137 after 5 s."),
        (255, 5, "sh exited with 255 after 5 s."),
    ],
)
def test_how_it_ended(code: int, seconds: float, sentence: str) -> None:
    assert AgentExit(name="sh", code=code, seconds=seconds).sentence == sentence


def stood(task: str = "3", activity: str = "", **values: object) -> Track:
    position = {"phase": Step(id="2"), "task": Step(id=task, total=4), "last_activity": LastActivity(text=activity)}
    return track(position=Position(**{**position, **values}))  # type: ignore[arg-type]  # by name


@pytest.mark.parametrize(
    ("now", "commits", "told"),
    [
        (stood(), 0, "0 commits; the position did not change."),
        (stood(activity="wrote pdf.py"), 1, "1 commit; the position did not change."),
        (stood("4"), 2, "2 commits; the position changed."),
        (stood(status="complete"), None, "The position changed."),
    ],
)
def test_what_came_of_it(now: Track, commits: int | None, told: str) -> None:
    assert str(what_came(stood(), now, commits)) == told
