"""Whenever an agent pauses, its files agree: no story shows a finding that is not told in it."""

from pathlib import Path

import pytest

from cockpit.demo.sample import STORIES, create
from cockpit.project.load import load_project
from tests.cli.conftest import Run, run  # noqa: F401 -- a fixture
from tests.support.demo_projects import NOW, Agent

ANSWERS = {
    "cost-is-answered": ("ack", "cost"),
    "goes-on": None,
    "handoff-is-taken": None,
    "answered": ("answer", "A"),
    "failed-tests is not 7": ("retry", "reset"),
    "chart-is-here": ("unblock", "block-001"),
}
"""What a person does about what an agent waits for; None sends a fresh agent."""

TOLD = {"autopilot": {"handoff-position"}, "codewalk": {"context-over-half"}}
"""The findings that belong to a story: a handoff that has served lies there until a person archives it."""


@pytest.mark.parametrize("system", STORIES)
def test_the_files_agree_whenever_the_agent_pauses(run: Run, tmp_path: Path, system: str) -> None:  # noqa: F811
    root = create(tmp_path / "project", now=NOW, system=system)
    agent = Agent(root, system)
    seen: set[str] = set()

    def look() -> None:
        (track,) = load_project(root, clock=agent.now).tracks
        seen.update(f"{each.code}: {each.message}" for each in track.findings)

    while (waits_for := agent.work(look)) is not None:
        answer = ANSWERS[waits_for]
        if answer is None:
            (tmp_path / "resumed").touch()
        else:
            assert run(*answer, "-C", root).code == 0
    assert {each.partition(":")[0] for each in seen} == TOLD.get(system, set())
    assert agent.left_alone == []
