"""autodev's sample project and its agent: what they write is read without a finding, and cockpit's verbs are heeded."""

from pathlib import Path

import pytest

from cockpit.actions.load import load_project
from cockpit.demo.autodev.project import STATE, create
from cockpit.demo.autodev.state_text import StateText
from cockpit.demo.stories import STORIES
from cockpit.model import Track
from tests.cli.conftest import Run, run  # noqa: F401 -- a fixture
from tests.demo.helpers import NOW, git, run_agent


def track(root: Path) -> Track:
    (found,) = load_project(root, clock=lambda: NOW).tracks
    return found


def where(root: Path) -> tuple[str | None, str, int]:
    """The step, its status, and how often it was tried again."""
    found = track(root)
    at = found.position
    assert found.retries is not None
    return at.phase.name if at.phase else None, at.status, found.retries.count


@pytest.fixture
def locks(tmp_path: Path) -> Path:
    return create(tmp_path / "canal-locks", now=NOW)


@pytest.mark.parametrize("answer", ["A", "B"])
def test_it_asks_goes_on_fails_three_times_and_ends(run: Run, locks: Path, answer: str) -> None:  # noqa: F811
    assert (where(locks), track(locks).findings) == (("Decompose", "in_progress", 0), ())
    assert run_agent(locks) == 0
    asking = track(locks)
    assert (where(locks), asking.findings) == (("Implement", "not_started", 0), ())
    assert asking.waiting is not None
    assert asking.waiting.question == (
        "Decompose complete — start implementation? 5 tasks, about 3 batches, 16 complexity points."
    )
    assert git(locks, "log", "--format=%s", "-1") == ["Decompose: five tasks in three batches"]
    assert run_agent(locks) == 0
    assert where(locks) == ("Implement", "not_started", 0)  # nobody has answered

    assert run("answer", answer, "-C", locks).code == 0
    assert run("decide", "The clock of the lock house counts", "-C", locks).code == 0
    assert run_agent(locks) == 0
    failed = track(locks)
    assert (where(locks), failed.findings) == (("Run Tests", "failed", 3), ())
    assert failed.retries is not None
    assert [each.attempt for each in failed.retries.log] == ["1", "2", "3"]
    assert [each.text for each in failed.blockers] == [
        "Step 7 Run Tests failed after 3 retries: test_swap_at_midnight: which clock counts is not said anywhere"
    ]
    assert run("check", "-C", locks).code == 30
    assert run_agent(locks) == 0
    assert where(locks) == ("Run Tests", "failed", 3)  # it tries no more

    assert run("retry", "reset", "-C", locks).code == 0
    assert run_agent(locks) == 0
    ended = track(locks)
    assert (where(locks), ended.findings, ended.blockers) == ((None, "completed", 0), (), ())
    assert [each.status for each in ended.phases] == [*["completed"] * 7, "skipped", "completed", "completed"]
    assert "The clock of the lock house counts" in [each.text for each in ended.decisions]
    assert git(locks, "status", "--short") == []


def test_a_fresh_agent_is_the_new_conversation(locks: Path, tmp_path: Path) -> None:
    mark = tmp_path / "resumed"
    mark.touch()
    assert run_agent(locks, "--resumed", str(mark)) == 0
    assert where(locks) == ("Run Tests", "failed", 3)


def test_what_others_wrote_stays() -> None:
    text = StateText("# Autopilot State\n\n## Current Step\nstep: 5\nmine: 7\n\n## Blockers\n- The map is missing\n")
    text.put("step", "6")
    text.put("gone", "1")
    text.block("No keys")
    assert text.text == (
        "# Autopilot State\n\n## Current Step\nstep: 6\nmine: 7\n\n## Blockers\n- The map is missing\n- No keys\n"
    )


def test_it_is_among_the_stories() -> None:
    assert (STORIES["autodev"].folder, STORIES["autodev"].state) == ("canal-locks", STATE)
