"""What came of an agent that was run from cockpit, in a line."""

import pytest

from cockpit.model import LastActivity, Position, Step, Track
from cockpit.rules.agent_exit import AgentExit, what_came
from cockpit.wording.messages import Message
from tests.support.model_builders import track


@pytest.mark.parametrize(
    ("code", "seconds", "sentence"),
    [
        (0, 0.2, Message("rules.agent-ended-well", agent="sh", time="1 s")),
        (3, 90, Message("rules.agent-failed", agent="sh", code=3, time="1 min")),
        (-2, 3600, Message("rules.agent-interrupted", agent="sh", time="1 h")),
        (130, 5, Message("rules.agent-interrupted", agent="sh", time="5 s")),
        (-9, 5, Message("rules.agent-failed", agent="sh", code=137, time="5 s")),
        (255, 5, Message("rules.agent-failed", agent="sh", code=255, time="5 s")),
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
        (stood(), 0, Message("rules.commits-and-state-stayed", commits=0)),
        (stood(activity="wrote pdf.py"), 1, Message("rules.commits-and-state-stayed", commits=1)),
        (stood("4"), 2, Message("rules.commits-and-state-moved", commits=2)),
        (stood(status="complete"), None, Message("rules.state-moved")),
    ],
)
def test_what_came_of_it(now: Track, commits: int | None, told: str) -> None:
    assert what_came(stood(), now, commits) == told
