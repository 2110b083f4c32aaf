"""Maestro's sample project and its agent: what they write is read without a finding, and cockpit's verbs are heeded."""

from pathlib import Path

import pytest

from cockpit.demo.sample import create
from cockpit.model.errors import CommandError
from cockpit.project.demo import demo
from tests.cli.conftest import Run, run  # noqa: F401 -- a fixture
from tests.support.demo_projects import NOW, Agent, git, track
from tests.support.said import Said

STATE = "docs/maestro/state/active-session.md"


def statuses(root: Path) -> list[str | None]:
    return [phase.status for phase in track(root).phases]


@pytest.fixture
def board(tmp_path: Path) -> Path:
    return create(tmp_path / "ferry-board", now=NOW, system="maestro")


def test_the_story_breaks_off_at_a_failed_phase_and_goes_on_once_it_is_tried_again(run: Run, board: Path) -> None:  # noqa: F811
    agent = Agent(board, "maestro")
    assert (track(board).findings, statuses(board)) == ((), ["completed", "in_progress", "in_progress", "pending"])
    assert agent.work() == "goes-on"
    broken = track(board)
    assert (broken.findings, statuses(board)) == ((), ["completed", "failed", "completed", "pending"])
    assert [(error.phase, error.type, error.resolved) for error in broken.errors] == [("2", "timeout", False)]
    assert git(board, "log", "--format=%s", "-1") == ["Departures board"]
    assert agent.work() == "goes-on"  # nobody has it tried again

    assert run("phase", "retry", "2", "--note", "Once more", "-C", board).code == 0
    assert agent.work() is None
    ended = track(board)
    assert (statuses(board), [error.resolved for error in ended.errors]) == (["completed"] * 4, [True, True])
    assert (ended.retries, str(ended.next_by_rule.text) if ended.next_by_rule else None) == (
        None, "Review the work and archive the session",
    )  # fmt: skip
    assert "Once more" in (board / STATE).read_text("utf-8")
    assert agent.left_alone == []
    archived = run("track", "archive", "-C", board).out
    assert archived.startswith("Archived session 2026-01-29-ferry-board, its design and its plan: ")
    assert git(board, "log", "--format=%s", "-2") == ["Tests", "Delay feed"]


def test_a_phase_that_a_person_skips_stays_skipped(board: Path) -> None:
    agent = Agent(board, "maestro")
    agent.work()
    text = (board / STATE).read_text("utf-8")
    (board / STATE).write_text(text.replace('status: "failed"', 'status: "skipped"'), "utf-8")
    assert agent.work() is None
    assert (statuses(board), agent.left_alone) == (["completed", "skipped", "completed", "completed"], [])
    assert not (board / "src/delays.js").exists()


def test_a_fresh_agent_has_it_go_on_and_resolves_what_failed(board: Path) -> None:
    (board.parent / "resumed").touch()
    agent = Agent(board, "maestro")
    assert agent.work() is None
    ended = track(board)
    assert (statuses(board), [error.resolved for error in ended.errors]) == (["completed"] * 4, [True])
    assert (ended.phases[1].retry_count, agent.left_alone) == (1, [])


def test_a_session_that_was_put_away_ends_it(run: Run, board: Path) -> None:  # noqa: F811
    agent = Agent(board, "maestro")
    agent.work()
    assert run("track", "archive", "--force", "-C", board).code == 0
    assert agent.work() is None
    assert not (board / STATE).exists()


def test_only_what_it_can_play() -> None:
    with pytest.raises(CommandError) as refused, demo("fast", "gsd"):
        pass
    played = ("autopilot", "maestro", "autodev", "codewalk", "agents")
    assert refused.value.message == Said("project.no-demo-of-system", "gsd", played)
    for system in ("Codewalkers", "CODEWALK"):
        with demo("fast", system) as sample:
            assert sample.root.name == "harbour-lights"
