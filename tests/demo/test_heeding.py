"""The agents of the samples heed what a person does, with cockpit's verbs or an editor, and leave what is theirs."""

import re
from pathlib import Path

import pytest
import time_machine

from cockpit.rules.attention import needs
from cockpit.rules.handoff.handoff_status import why_used
from tests.cli.conftest import Run, run  # noqa: F401 -- a fixture
from tests.support.demo_projects import (
    NOW,
    Agent,
    acknowledge,
    begun,
    contents,
    edit_transponder,
    git,
    line_after,
    state,
    track,
    transponder,
    write_state,
)
from tests.support.said import Said

HANDOFF = ".autopilot/holding-pattern.md"
SESSION = "docs/maestro/state/active-session.md"
ANSWER, TAKEN = "cost-is-answered", "handoff-is-taken"


def agent_of(folder: Path, system: str) -> Agent:
    return Agent(begun(folder / system, system), system)


def statuses(root: Path) -> list[str | None]:
    return [phase.status for phase in track(root).phases]


def where(root: Path) -> tuple[str | None, str, int]:
    """The step, its status, and how often it was tried again."""
    found = track(root)
    assert found.retries is not None
    return found.position.phase.name if found.position.phase else None, found.position.status, found.retries.count


def test_an_acknowledgment_of_the_alert_alone_releases_it_and_a_reset_holds_the_next_one(
    run: Run,  # noqa: F811
    agent: Agent,
    sample: Path,
) -> None:
    given = sample / ".autopilot/state/acknowledgments.json"
    none = given.read_bytes()
    assert agent.work() == ANSWER
    before = contents(sample)
    assert agent.work() == ANSWER
    assert contents(sample) == before, "it only waits"
    acknowledge(sample, "context")
    assert (agent.work(), agent.work()) == (ANSWER, ANSWER), "something else was acknowledged"
    assert not (sample / HANDOFF).exists()
    given.write_bytes(none)
    assert run("ack", "cost", "--note", "live board is worth it", "-C", sample).code == 0
    assert agent.work() == TAKEN
    assert transponder(sample).count("- Cost @ $26.50 — acknowledged ") == 1
    assert state(sample, "acknowledgments")["acknowledgments"]["cost"]["user_note"] == "live board is worth it"
    assert run("unack", "--all", "-C", sample).code == 0
    (sample / HANDOFF).unlink()
    assert agent.work() == ANSWER
    assert "Cost $31.62 reached the $25 alert: paused until acknowledged" in transponder(sample)
    assert agent.left_alone == []


def test_a_raised_limit_releases_it_until_the_cost_is_there(run: Run, agent: Agent, sample: Path) -> None:  # noqa: F811
    """Raised by an editor, and by cockpit."""
    agent.work()
    edit_transponder(sample, "| $25 🔶 | $50 | Alert |", "| $29 🔶 | $50 | Alert |")
    assert agent.work() == ANSWER
    assert "Cost $29.06 reached the $29 alert: paused until acknowledged" in transponder(sample)
    assert run("limit", "cost.alert=40", "-C", sample).code == 0
    assert agent.work() == TAKEN
    assert line_after(transponder(sample), "| Cost |") == "$31.62 | $10 ⚠️ | $40 | $50 | Warning"


def test_a_persons_edits_survive(run: Run, agent: Agent, sample: Path) -> None:  # noqa: F811
    agent.work()
    for line in (
        ("todo", "add", "Ask Ana about the icons"),
        ("decision", "add", "Icons from the old board", "--outcome", "Ana has them"),
        ("blocker", "add", "The designer is on leave"),
        ("ack", "cost"),
    ):
        assert run(*line, "-C", sample).code == 0
    mine = "## Notes of mine\n\nkeep   this | spacing\n"
    edit_transponder(sample, "## Quick Reference\n", f"{mine}\n## Quick Reference\n")
    write_state(sample, "thresholds", {"reviewer": "Ana", **state(sample, "thresholds")})
    assert agent.work() == TAKEN
    text = transponder(sample)
    for kept in ("- [ ] Ask Ana about the icons\n", mine, "- Icons from the old board — Ana has them\n"):
        assert kept in text
    assert next(iter(state(sample, "thresholds"))) == "reviewer"
    log = (sample / ".autopilot/DECISIONS.md").read_text("utf-8")
    assert re.findall(r"^## (D\d+)", log, re.MULTILINE) == [f"D{number:03}" for number in range(1, 10)]
    blockers = text.split("### Blockers\n")[1].split("\n\n")[0].splitlines()
    assert [each.partition(": ")[2][:20] for each in blockers] == ["staging closes WebSo", "The designer is on l"]
    assert (track(sample).findings, agent.left_alone) == ((), [])


def test_what_a_person_removed_does_not_stop_it(agent: Agent, sample: Path) -> None:
    (sample / ".autopilot/TRANSPONDER.md").write_text("# Mine now\n", "utf-8")
    (sample / ".autopilot/DECISIONS.md").unlink()
    (sample / ".autopilot/phases/003-dashboard/ROUTE.md").write_bytes(b"\xff\xfe")
    (sample / ".autopilot/flightplan.md").unlink()
    (sample / ".autopilot/flightplan.md").mkdir()
    acknowledge(sample)
    assert agent.work() == TAKEN
    (sample / HANDOFF).unlink()
    assert agent.work() is None
    assert transponder(sample) == "# Mine now\n"
    assert len(agent.left_alone) > 20


def test_it_works_without_a_repository(agent: Agent, sample: Path) -> None:
    acknowledge(sample)
    assert agent.work() == TAKEN
    assert "| 1 | Subscribe to task changes | — | ✅ |" in (sample / HANDOFF).read_text("utf-8")


def test_that_of_autodev_waits_for_an_answer_and_a_new_conversation_and_fails_three_times(
    run: Run,  # noqa: F811
    tmp_path: Path,
) -> None:
    agent = agent_of(tmp_path, "autodev")
    root = agent.root
    for words in ((), ("answer", "A")):  # which is taken up where a person begins a new conversation
        assert [agent.work(), agent.work()] == ["goes-on"] * 2
        assert where(root) == ("Implement", "not_started", 0)
        assert not words or run(*words, "-C", root).code == 0
    (tmp_path / "resumed").touch()
    assert agent.work() == agent.work() == "failed-tests is not 7", "it tries no more"
    assert (where(root), track(root).findings) == (("Run Tests", "failed", 3), ())
    assert run("check", "-C", root).code == 30
    assert run("phase", "reset", "-C", root).code == 0
    assert agent.work() is None
    assert (where(root), track(root).blockers, git(root, "status", "--short")) == ((None, "completed", 0), (), [])


@time_machine.travel(NOW, tick=False)
def test_at_the_end_of_autodev_the_work_is_past_every_handoff(run: Run, tmp_path: Path) -> None:  # noqa: F811
    """There is no step any more whose number could be compared with that of the handoff."""
    agent = agent_of(tmp_path, "autodev")
    (tmp_path / "resumed").touch()
    assert agent.work() == "failed-tests is not 7"
    for words in (("handoff", "--next", "Say which clock counts"), ("phase", "reset")):
        assert run(*words, "-C", agent.root).code == 0
    assert agent.work() == TAKEN
    (tmp_path / "resumed").touch()
    assert agent.work() is None
    ended = track(agent.root)
    assert why_used(ended) == Said("", "all work is done", "phase", "7")
    assert [each.kind for each in needs(ended)] == ["handoff"]
    resumed = run("resume", "-C", agent.root).out
    assert "The work has moved past this handoff, which stops at phase 7: all work is done." in resumed
    assert "Say which clock counts" not in run("resume", "prompt", "-C", agent.root).out
    archived = run("resume", "done", "-C", agent.root)
    assert (archived.code, "Nothing shows that the work has moved past the handoff." in archived.out) == (0, False)


def test_that_of_codewalkers_waits_for_the_blocker_alone(run: Run, tmp_path: Path) -> None:  # noqa: F811
    agent = agent_of(tmp_path, "codewalk")
    assert agent.work() == agent.work() == "chart-is-here"
    assert run("decision", "add", "Print it twice", "-C", agent.root).code == 0
    assert run("blocker", "bypass", "block-001", "--note", "the old chart", "-C", agent.root).code == 0
    assert agent.work() == "goes-on"
    assert run("session", "start", "--agent", "worker-rock", "-C", agent.root).code == 0
    assert agent.work() is None
    ended = track(agent.root)
    assert (ended.position.status, statuses(agent.root)) == ("completed", ["completed"] * 3)
    assert "Print it twice" in [each.text for each in ended.decisions]
    assert (git(agent.root, "status", "--short"), agent.left_alone) == ([], [])


@pytest.mark.parametrize("decided", ["skipped", "put away"])
def test_that_of_maestro_breaks_off_at_a_failed_phase_until_a_person_decides(
    run: Run,  # noqa: F811
    tmp_path: Path,
    decided: str,
) -> None:
    """That it is tried again is in its story."""
    agent = agent_of(tmp_path, "maestro")
    file = agent.root / SESSION
    assert agent.work() == agent.work() == "goes-on"
    assert (track(agent.root).findings, statuses(agent.root)[1]) == ((), "failed")
    if decided == "skipped":  # by hand: no verb skips a phase that has failed
        file.write_text(file.read_text("utf-8").replace('status: "failed"', 'status: "skipped"'), "utf-8")
    else:
        assert run("track", "archive", "--force", "-C", agent.root).code == 0
    assert agent.work() is None
    assert file.exists() == (decided == "skipped")
    if decided == "skipped":
        assert (statuses(agent.root), agent.left_alone) == (["completed", "skipped", "completed", "completed"], [])
