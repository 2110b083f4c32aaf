"""The sample project of Codewalkers and its agent: what they write is read without a finding, verbs are heeded."""

from pathlib import Path

import pytest

from cockpit.actions.load import load_project
from cockpit.demo.codewalk.project import STATE, create
from cockpit.demo.codewalk.state_text import StateText
from cockpit.demo.stories import STORIES
from cockpit.model import Track
from tests.cli.conftest import Run, run  # noqa: F401 -- a fixture
from tests.demo.helpers import NOW, git, run_agent


def track(root: Path) -> Track:
    (found,) = load_project(root, clock=lambda: NOW).tracks
    return found


def where(root: Path) -> tuple[str | None, str | None, str, int]:
    """The phase, the task, the status, and how many tasks of the phase are done."""
    at = track(root).position
    return (
        at.phase.name if at.phase else None, at.task.name if at.task else None, at.status,
        at.counted.done if at.counted else 0,
    )  # fmt: skip


@pytest.fixture
def lights(tmp_path: Path) -> Path:
    return create(tmp_path / "harbour-lights", now=NOW)


@pytest.mark.parametrize("way", ["unblock block-001", "bypass block-001 --note 'the old chart'"])
def test_it_is_blocked_goes_on_hands_on_and_ends(run: Run, lights: Path, way: str) -> None:  # noqa: F811
    assert (where(lights), track(lights).findings) == (("Sectors", "White sector", "in_progress", 0), ())
    assert run_agent(lights) == 0
    blocked = track(lights)
    assert (where(lights), blocked.findings) == (("Sectors", "Green sector", "blocked", 2), ())
    (blocker,) = blocked.blockers
    assert blocker.stops == (
        "blocks “Green sector” and “Print the card”", "pauses phase 2: all that remains there is blocked",
    )  # fmt: skip
    assert [each.text for each in blocked.decisions] == ["The sun, not the clock", "By bearings from seaward"]
    assert run_agent(lights) == 0
    assert where(lights) == ("Sectors", "Green sector", "blocked", 2)  # nobody has the chart

    verb, *more = way.split(" ", 3)
    assert run(verb, *(each.strip("'") for each in more), "-C", lights).code == 0
    assert run_agent(lights) == 0
    handed_on = track(lights)
    assert where(lights) == ("Sectors", "Print the card", "in_progress", 3)
    assert [each.code for each in handed_on.findings] == ["context-over-half"]
    assert (handed_on.sessions[0].id, handed_on.sessions[0].handoff_reason) == ("session-002", "Context limit reached")

    assert run("session", "start", "--agent", "worker-rock", "-C", lights).code == 0
    assert run_agent(lights) == 0
    ended = track(lights)
    assert (ended.position.status, ended.extra["phases_done"]) == ("completed", "3 of 3")
    assert [each.status for each in ended.phases] == ["completed"] * 3
    assert ended.open_questions == ("Who is called when the keeper sleeps?",)
    assert git(lights, "status", "--short") == []


def test_a_fresh_agent_goes_on(run: Run, lights: Path, tmp_path: Path) -> None:  # noqa: F811
    run_agent(lights)
    assert run("unblock", "block-001", "-C", lights).code == 0
    mark = tmp_path / "resumed"
    mark.touch()
    assert run_agent(lights, "--resumed", str(mark)) == 0
    assert track(lights).position.status == "completed"
    assert [each.id for each in track(lights).sessions] == ["session-003", "session-002", "session-001"]


def test_what_others_wrote_stays() -> None:
    text = StateText('title: x\nposition:\n  task: "a"\n  mine: 7\nblockers: []\nnext_action: one\nowner: me\n')
    text.put("task", '"b"')
    text.put("gone", "1")
    text.add("blockers", ("id: b-1", "status: active"))
    text.next_action("two", "three")
    assert text.text == (
        'title: x\nposition:\n  task: "b"\n  mine: 7\nblockers:\n  - id: b-1\n    status: active\n'
        "next_action: |\n  two\n  three\nowner: me\n"
    )


def test_it_is_among_the_stories() -> None:
    assert (STORIES["codewalk"].folder, STORIES["codewalk"].state) == ("harbour-lights", STATE)
