"""The sample project of Codewalkers and its agent: what they write is read without a finding, verbs are heeded."""

import shlex
from pathlib import Path

import pytest

from cockpit.demo.sample import create
from cockpit.model.intents import Intent, StartSession, Unblock
from cockpit.project.change import change
from cockpit.project.resuming import look
from cockpit.project.workspace import Workspace
from tests.cli.conftest import Run, run  # noqa: F401 -- a fixture
from tests.support.demo_projects import NOW, Agent, git, track
from tests.support.messages import words


def where(root: Path) -> tuple[str | None, str | None, str, int]:
    """The phase, the task, the status, and how many tasks of the phase are done."""
    at = track(root).position
    return (
        at.phase.name if at.phase else None, at.task.name if at.task else None, at.status,
        at.counted.done if at.counted else 0,
    )  # fmt: skip


@pytest.fixture
def lights(tmp_path: Path) -> Path:
    return create(tmp_path / "harbour-lights", now=NOW, system="codewalk")


def test_it_passes_its_own_checklist_whenever_the_agent_pauses(lights: Path) -> None:
    agent, failed = Agent(lights, "codewalk"), []

    def ask() -> None:
        writer = Workspace(root=lights, now=agent.now())
        failed.append([each.key for each in look(writer, None).checks if each.result == "failed"])

    def carry_out(intent: Intent) -> None:
        writer = Workspace(root=lights, now=agent.now())
        change(writer, look(writer, None).track.key, intent)

    assert agent.work(ask) == "chart-is-here"
    assert failed.pop() == ["blocker:block-001"]  # what it shows
    carry_out(Unblock(blocker="block-001"))
    assert agent.work(ask) == "goes-on"
    carry_out(StartSession(agent="worker-rock"))
    assert agent.work(ask) is None
    assert len(failed) > 5
    assert not any(failed)


@pytest.mark.parametrize("way", ["blocker resolve block-001", "blocker bypass block-001 --note 'the old chart'"])
def test_it_is_blocked_goes_on_hands_on_and_ends(run: Run, lights: Path, way: str) -> None:  # noqa: F811
    agent = Agent(lights, "codewalk")
    assert (where(lights), track(lights).findings) == (("Sectors", "White sector", "in_progress", 0), ())
    assert agent.work() == "chart-is-here"
    blocked = track(lights)
    assert (where(lights), blocked.findings) == (("Sectors", "Green sector", "blocked", 2), ())
    (blocker,) = blocked.blockers
    assert blocker.stops == (
        words("blocks “Green sector” and “Print the card”"),
        words("pauses phase 2: all remaining tasks are blocked"),
    )
    assert [each.text for each in blocked.decisions] == ["The sun, not the clock", "By bearings from seaward"]
    assert agent.work() == "chart-is-here"
    assert where(lights) == ("Sectors", "Green sector", "blocked", 2)  # nobody has the chart

    assert run(*shlex.split(way), "-C", lights).code == 0
    assert agent.work() == "goes-on"
    handed_on = track(lights)
    assert where(lights) == ("Sectors", "Print the card", "in_progress", 3)
    assert [each.code for each in handed_on.findings] == ["context-over-half"]
    assert (handed_on.sessions[0].id, handed_on.sessions[0].handoff_reason) == ("session-002", "Context limit reached")

    assert run("session", "start", "--agent", "worker-rock", "-C", lights).code == 0
    assert agent.work() is None
    ended = track(lights)
    assert (ended.position.status, ended.extra["phases_done"]) == ("completed", "3 of 3")
    assert [each.status for each in ended.phases] == ["completed"] * 3
    assert ended.open_questions == ("Who is called when the keeper sleeps?",)
    assert git(lights, "status", "--short") == []
    assert agent.left_alone == []


def test_a_fresh_agent_goes_on_and_a_persons_entries_stay(run: Run, lights: Path) -> None:  # noqa: F811
    agent = Agent(lights, "codewalk")
    agent.work()
    assert run("blocker", "resolve", "block-001", "-C", lights).code == 0
    assert run("decision", "add", "Print it twice", "-C", lights).code == 0
    assert run("blocker", "add", "The printer is out of ink", "-C", lights).code == 0
    (lights.parent / "resumed").touch()
    assert agent.work() is None
    ended = track(lights)
    assert ended.position.status == "completed"
    assert [each.id for each in ended.sessions] == ["session-003", "session-002", "session-001"]
    assert [each.text for each in ended.decisions][-1] == "Print it twice"
    assert [each.text for each in ended.blockers if each.status == "active"] == ["The printer is out of ink"]
    assert agent.left_alone == []
