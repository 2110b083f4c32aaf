"""Whenever an agent pauses, its files agree: no story shows a finding that is not told in it."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
import time_machine

from cockpit.project.load import load_project
from cockpit.project.taken_back import removed_by_others
from cockpit.project.workspace import Workspace
from cockpit.rules.attention import needs
from tests.cli.conftest import Run, run  # noqa: F401 -- a fixture
from tests.support.demo_projects import NOW, OF_SYSTEMS, Agent, begun, contents

ANSWERS: dict[str, tuple[str, ...] | None] = {
    "cost-is-answered": ("ack", "cost"),
    "goes-on": None,
    "handoff-is-taken": None,
    "failed-tests is not 7": ("phase", "reset"),
    "chart-is-here": ("blocker", "resolve", "block-001"),
}
"""What a person does about what an agent waits for; None sends a fresh agent."""

GOES_ON = {
    "autodev": {"goes-on": ("answer", "B")},
    "maestro": {"goes-on": ("phase", "retry", "2")},
    "speckit": {"goes-on": ("todo", "done", "T001")},
}
"""What lets the same agent go on, where `ANSWERS` sends another; a checkpoint asks for a look alone."""

LEFT = {"autopilot": ["handoff"], "maestro": ["finished"], "autodev": [], "codewalk": ["asked"], "speckit": []}
"""What a person can still do at the end: archive what has served, answer a question that was written down."""

TOLD = {"autopilot": {"handoff-position"}, "codewalk": {"context-over-half"}, "speckit": {"checkpoint"}}
"""The findings that belong to a story: a handoff that has served lies there until a person archives it."""


def play(run: Run, agent: Agent, look: Callable[[], None]) -> None:  # noqa: F811
    """The whole story, with a person who answers."""
    while (waits_for := agent.work(look)) is not None:
        answer = ANSWERS[waits_for]
        if answer is None:
            (agent.root.parent / "resumed").touch()
        else:
            assert run(*answer, "-C", agent.root).code == 0


@pytest.mark.parametrize("system", OF_SYSTEMS)
def test_the_files_agree_whenever_the_agent_pauses_and_pass_its_own_checks_at_the_end(
    run: Run,  # noqa: F811
    tmp_path: Path,
    system: str,
) -> None:
    root = begun(tmp_path / "project", system)
    if system != "autopilot":  # whose handoff names commits
        shutil.rmtree(root / ".git")
    agent = Agent(root, system)
    seen: set[str] = set()

    def look() -> None:
        (track,) = load_project(root, clock=agent.now).tracks
        seen.update(f"{each.code}: {each.message}" for each in track.findings)

    play(run, agent, look)
    assert {each.partition(":")[0] for each in seen} == TOLD.get(system, set())
    assert agent.left_alone == []
    (track,) = load_project(root, clock=agent.now).tracks
    assert [each.kind for each in needs(track)] == LEFT[system], "no story waits for an agent"
    assert run("lint", "-C", root).code == 0
    resumed = run("resume", "-C", root)
    assert (resumed.code, "failed" in resumed.out) == (0, False)


@pytest.mark.parametrize("system", OF_SYSTEMS)
def test_an_agent_that_goes_on_takes_nothing_back(run: Run, tmp_path: Path, system: str) -> None:  # noqa: F811
    """The person answers what the agent asks, hands off while it waits, and takes notes; it only goes on."""
    root = begun(tmp_path / "project", system)
    shutil.rmtree(root / ".git")  # of which nothing is asked
    agent = Agent(root, system)
    lost: list[str] = []
    with time_machine.travel(NOW, tick=False) as clock:

        def look() -> None:
            clock.move_to(agent.now())
            lost.extend(each.entry.sentence for each in removed_by_others(Workspace(root=root, now=agent.now())))

        while (waits_for := agent.work(look)) is not None:
            answer = GOES_ON.get(system, {}).get(waits_for, ANSWERS[waits_for])
            if answer is None:
                (root.parent / "resumed").touch()
            else:
                assert run(*answer, "-C", root).code == 0
            if waits_for != "handoff-is-taken":
                assert run("handoff", "--next", "Go on", "--existing", "archive", "-C", root).code == 0
            if system not in ("maestro", "speckit"):
                assert run("decision", "add", f"Asked: {waits_for}", "-C", root).code == 0
            look()
    assert lost == []
    assert agent.left_alone == []


@pytest.mark.parametrize("system", ["autopilot", "codewalk"])
def test_a_handoff_of_a_person_ends_the_session(run: Run, tmp_path: Path, system: str) -> None:  # noqa: F811
    """What would let the old session go on changes nothing then: a fresh one takes the work up."""
    root = begun(tmp_path / "project", system)
    agent = Agent(root, system)
    waits_for = agent.work()
    assert waits_for is not None
    with time_machine.travel(agent.now(), tick=False):
        assert run("handoff", "--next", "Go on", "-C", root).code == 0
        assert run(*(GOES_ON.get(system, {}).get(waits_for) or ANSWERS[waits_for] or ()), "-C", root).code == 0
    before = contents(root)
    assert (agent.work(), agent.said[-1]) == ("handoff-is-taken", "session ended, waiting to be resumed")
    assert agent.work() == "handoff-is-taken"
    assert contents(root) == before
    (root.parent / "resumed").touch()
    agent.work()
    assert "a fresh session goes on" in agent.said
    assert agent.left_alone == []
