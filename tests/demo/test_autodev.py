"""autodev's sample project and its agent: what they write is read without a finding, and cockpit's verbs are heeded."""

from pathlib import Path

import pytest
import time_machine

from cockpit.demo.sample import create
from cockpit.rules.attention import needs
from cockpit.rules.handoff.handoff_status import why_used
from cockpit.wording.messages import clause
from tests.cli.conftest import Run, run  # noqa: F401 -- a fixture
from tests.support.demo_projects import NOW, Agent, git, track
from tests.support.said import Said


def where(root: Path) -> tuple[str | None, str, int]:
    """The step, its status, and how often it was tried again."""
    found = track(root)
    at = found.position
    assert found.retries is not None
    return at.phase.name if at.phase else None, at.status, found.retries.count


@pytest.fixture
def locks(tmp_path: Path) -> Path:
    return create(tmp_path / "canal-locks", now=NOW, system="autodev")


@pytest.mark.parametrize("answer", ["A", "B"])
def test_it_asks_goes_on_fails_three_times_and_ends(run: Run, locks: Path, answer: str) -> None:  # noqa: F811
    agent = Agent(locks, "autodev")
    assert (where(locks), track(locks).findings) == (("Decompose", "in_progress", 0), ())
    assert agent.work() == "goes-on"
    asking = track(locks)
    assert (where(locks), asking.findings) == (("Implement", "not_started", 0), ())
    assert asking.waiting is not None
    assert str(asking.waiting.question) == (
        "Decompose complete — start implementation? 5 tasks, about 3 batches, 16 complexity points."
    )
    assert git(locks, "log", "--format=%s", "-1") == ["Decompose: five tasks in three batches"]
    assert agent.work() == "goes-on"
    assert where(locks) == ("Implement", "not_started", 0)  # nobody has answered

    assert run("answer", answer, "-C", locks).code == 0
    if answer == "A":  # a new conversation: it begins where a person begins it
        assert agent.work() == "goes-on"
        assert where(locks) == ("Implement", "not_started", 0)
        assert run("resume", "-C", locks).code == 0
        (locks.parent / "resumed").touch()
    assert run("decision", "add", "The clock of the lock house counts", "-C", locks).code == 0
    assert agent.work() == "failed-tests is not 7"
    failed = track(locks)
    assert (where(locks), failed.findings) == (("Run Tests", "failed", 3), ())
    assert failed.retries is not None
    assert [each.attempt for each in failed.retries.log] == ["1", "2", "3"]
    assert [each.text for each in failed.blockers] == [
        "Step 7 Run Tests failed after 3 retries: test_swap_at_midnight: which clock counts is not said anywhere"
    ]
    assert run("check", "-C", locks).code == 30
    assert agent.work() == "failed-tests is not 7"
    assert where(locks) == ("Run Tests", "failed", 3)  # it tries no more

    assert run("phase", "reset", "-C", locks).code == 0
    assert agent.work() is None
    ended = track(locks)
    assert (where(locks), ended.findings, ended.blockers) == ((None, "completed", 0), (), ())
    assert [each.status for each in ended.phases] == [*["completed"] * 7, "skipped", "completed", "completed"]
    assert "The clock of the lock house counts" in [each.text for each in ended.decisions]
    assert git(locks, "status", "--short") == []
    assert agent.left_alone == []


def test_a_fresh_agent_is_the_new_conversation(locks: Path) -> None:
    (locks.parent / "resumed").touch()
    assert Agent(locks, "autodev").work() == "failed-tests is not 7"
    assert where(locks) == ("Run Tests", "failed", 3)


def test_steps_that_a_person_took_are_not_taken_again(run: Run, locks: Path) -> None:  # noqa: F811
    agent = Agent(locks, "autodev")
    agent.work()
    run("answer", "B", "-C", locks)
    agent.work()
    assert run("blocker", "add", "The map is missing", "-C", locks).code == 0
    state = locks / "_docs/_autopilot_state.md"
    state.write_text(state.read_text("utf-8").replace("step: 7", "step: 9").replace("status: failed", "status: x"))
    assert agent.work() is None
    assert "| 9 | Performance Test |" in state.read_text("utf-8")
    assert "| 7 | Run Tests | 2026" not in state.read_text("utf-8")
    assert "- The map is missing" in state.read_text("utf-8")


@time_machine.travel(NOW, tick=False)
def test_at_its_end_the_work_is_past_every_handoff(run: Run, locks: Path) -> None:  # noqa: F811
    """There is no step any more whose number could be compared with that of the handoff."""
    agent = Agent(locks, "autodev")
    (locks.parent / "resumed").touch()
    assert agent.work() == "failed-tests is not 7"
    assert run("handoff", "--next", "Say which clock counts", "-C", locks).code == 0
    assert run("phase", "reset", "-C", locks).code == 0
    assert agent.work() == "handoff-is-taken"
    (locks.parent / "resumed").touch()
    assert agent.work() is None
    ended = track(locks)
    past = Said("", "all work is done", "phase", "7")
    assert (why_used(ended), [each.kind for each in needs(ended)]) == (past, ["handoff"])
    resumed = run("resume", "-C", locks)
    assert "  past     The state does not match the handoff " in resumed.out
    said = "The work has moved past this handoff, which stops at phase 7: all work is done"
    assert f"{clause(said)}. Archive the handoff: `cockpit resume done`.".partition(" `")[0] in resumed.out
    assert "Say which clock counts" not in run("resume", "prompt", "-C", locks).out
    archived = run("resume", "done", "-C", locks)
    assert (archived.code, "Nothing shows that the work has moved past the handoff." in archived.out) == (0, False)
