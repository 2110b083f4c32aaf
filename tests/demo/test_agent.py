"""The agent as a process: it works, waits for a person, goes on, hands off, resumes, and ends when told."""

import re
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from cockpit.demo.files import Files
from cockpit.demo.plot import FIRST_ACT, SECOND_ACT, remaining
from tests.demo.helpers import (
    LIMIT,
    NOW,
    acknowledge,
    contents,
    edit_transponder,
    git,
    line_after,
    run_agent,
    start_agent,
    state,
    transponder,
    wait_until,
    write_state,
)

PAUSED = "paused until acknowledged"
HANDOFF = ".autopilot/holding-pattern.md"


@contextmanager
def working(root: Path) -> Iterator[subprocess.Popen[str]]:
    agent = start_agent(root, "--timeout", str(LIMIT), "--clock", NOW.isoformat())
    try:
        yield agent
    finally:
        if agent.poll() is None:
            agent.kill()
        agent.communicate()


def paused(root: Path) -> bool:
    return PAUSED in transponder(root)


def handed_off(root: Path) -> bool:
    """Whether the agent has done the last thing of its first act: commit the holding pattern."""
    return git(root, "log", "-1", "--format=%s")[0].startswith("docs(autopilot): holding pattern")


def test_it_crosses_the_alert_and_only_waits(sample: Path) -> None:
    with working(sample) as agent:
        wait_until(lambda: paused(sample), "the agent pauses")
        before = contents(sample)
        time.sleep(0.7)
        assert contents(sample) == before
        assert agent.poll() is None
    assert state(sample, "thresholds")["current_values"]["cost"] == 26.5
    assert state(sample, "thresholds")["levels_triggered"]["cost"] == "alert"
    assert state(sample, "triggers")["triggers"]["cost_alert"]["acknowledged"] is False
    assert state(sample, "acknowledgments")["acknowledgments"] == {}
    text = transponder(sample)
    assert line_after(text, "| Cost |") == "$26.50 | $10 ⚠️ | $25 🔶 | $50 | Alert"
    assert line_after(text, "| Progress |") == "████░░░░░░ 44%"
    assert line_after(text, "| Stopped at |") == "Mid-plan 3.2, task 4 of 5"
    assert line_after(text, "**Last Activity:**") == (
        "2026-01-29 — Cost $26.50 reached the $25 alert: paused until acknowledged"
    )
    assert git(sample, "log", "-1", "--format=%s") == ["feat(dashboard): open a card with the keyboard"]


def test_nobody_answers(sample: Path) -> None:
    assert run_agent(sample) == 3
    assert paused(sample)


def test_an_acknowledgment_releases_it(sample: Path) -> None:
    with working(sample):
        wait_until(lambda: paused(sample), "the agent pauses")
        acknowledge(sample)
        wait_until(lambda: handed_off(sample), "the agent hands off")
    text = transponder(sample)
    assert line_after(text, "| Cost |").endswith("$25 🔶 ACK | $50 | Alert (ack)")
    assert text.count("- Cost @ $26.50 — acknowledged 2026-01-29T14:30") == 1
    assert state(sample, "triggers")["triggers"]["cost_alert"]["acknowledged"] is True
    assert state(sample, "acknowledgments")["acknowledgments"]["cost"]["user_note"] == "live board is worth it"


def test_an_acknowledgment_of_something_else_does_not_release_it(sample: Path) -> None:
    acknowledge(sample, "context")
    acknowledge(sample, at="2020-01-01T00:00:00Z")
    assert run_agent(sample) == 3
    assert not (sample / HANDOFF).exists()


def test_a_raised_limit_releases_it(sample: Path) -> None:
    with working(sample):
        wait_until(lambda: paused(sample), "the agent pauses")
        edit_transponder(sample, "| $25 🔶 | $50 |", "| $40 | $50 |")
        wait_until(lambda: handed_off(sample), "the agent hands off")
    assert "no longer at its alert" not in transponder(sample)
    assert state(sample, "thresholds")["levels_triggered"]["cost"] == "warning"


def test_the_first_act_ends_with_a_holding_pattern(interrupted: Path) -> None:
    text = (interrupted / HANDOFF).read_text("utf-8")
    assert text.startswith(
        "---\nphase: 3\nplan: 3\ntask: 3\ntotal_tasks: 4\nstatus: in_progress\ncreated: 2026-01-29T14:30:"
    )
    assert re.findall(r"^## (.*)$", text, re.MULTILINE) == [
        "Current State",
        "Completed Work",
        "Remaining Work",
        "Decisions Made",
        "Blockers",
        "Context",
        "Next Action",
    ]
    rows = re.findall(r"^\| (\d) \| (.*?) \| (.*?) \| (.*?) \|$", text, re.MULTILINE)
    assert [(number, name, status) for number, name, _, status in rows] == [
        ("1", "Subscribe to task changes", "✅"),
        ("2", "Apply moves optimistically", "✅"),
        ("3", "Reconnect with backoff", "🔄 In progress"),
    ]
    subjects = [git(interrupted, "log", "-1", "--format=%s", commit)[0] for _, _, commit, _ in rows[:2]]
    assert subjects == ["feat(live): subscribe a board to its changes", "feat(dashboard): apply moves optimistically"]
    assert rows[2][2] == "—"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("| Plan |", "3 of 4"),
        ("| Status |", "In progress"),
        ("| Progress |", "█████░░░░░ 52%"),
        ("| Plans completed |", "9"),
        ("| Context |", "42% | 30% ⚠️ | 40% 🔶 | 50% | Alert"),
        ("| Stopped at |", "Mid-plan 3.3, task 3 of 4"),
        ("| Resume file |", ".autopilot/holding-pattern.md"),
        ("| Next action |", "/autopilot:cockpit"),
    ],
)
def test_the_transponder_points_to_it(interrupted: Path, field: str, value: str) -> None:
    assert line_after(transponder(interrupted), field) == value


def test_decisions_are_logged_and_pruned(interrupted: Path) -> None:
    recent = transponder(interrupted).split("### Recent Decisions\n")[1].split("\n\n")[0].splitlines()
    assert len(recent) == 5
    assert recent[-1] == "- Optimistic moves, server order wins — cards follow the pointer at once"
    log = (interrupted / ".autopilot/DECISIONS.md").read_text("utf-8")
    assert re.findall(r"^\| (D\d+)", log, re.MULTILINE) == [f"D{number:03}" for number in range(1, 9)]
    assert re.findall(r"^## (D\d+)", log, re.MULTILINE) == [f"D{number:03}" for number in range(1, 9)]


def test_one_blocker_was_resolved_and_one_is_left(interrupted: Path) -> None:
    blockers = transponder(interrupted).split("### Blockers\n")[1].split("\n\n")[0]
    assert blockers == "- Phase 3: staging closes WebSockets after 60 s; ops has to raise the proxy timeout"


def test_everything_still_agrees(interrupted: Path) -> None:
    text = transponder(interrupted)
    values = state(interrupted, "thresholds")["current_values"]
    usage = (interrupted / ".autopilot/token-usage.md").read_text("utf-8")
    assert line_after(usage, "| Total cost |") == f"${values['cost']:.2f}"
    assert line_after(text, "| Cost |").startswith(f"${values['cost']:.2f} ")
    assert len(text.splitlines()) < 100
    assert git(interrupted, "status", "--short") == ["?? src/live/reconnect.ts"]
    assert git(interrupted, "fsck", "--strict") == []
    card = (interrupted / ".autopilot/phases/003-dashboard/PHASE.md").read_text("utf-8")
    assert "| 2 | Task cards | ✅ Complete |\n| 3 | Live board | 🔄 In Progress |" in card


def test_it_stays_idle_while_the_holding_pattern_lies_there(interrupted: Path) -> None:
    before = contents(interrupted)
    assert run_agent(interrupted) == 0
    assert contents(interrupted) == before


def test_a_fresh_agent_completes_the_phase(interrupted: Path) -> None:
    (interrupted / HANDOFF).unlink()
    assert run_agent(interrupted) == 0
    text = transponder(interrupted)
    assert line_after(text, "| Status |") == "Phase complete"
    assert line_after(text, "| Plan |") == "4 of 4"
    assert line_after(text, "| Progress |") == "██████░░░░ 60%"
    assert line_after(text, "| Resume file |") == "None"
    assert line_after(text, "| Next action |") == "/autopilot:preflight 4"
    assert line_after(text, "| Context |") == "15% | 30% | 40% | 50% | OK"
    assert "| 003 | Dashboard | 4 | 15 | ✅ Complete |" in (interrupted / ".autopilot/flightplan.md").read_text("utf-8")
    assert git(interrupted, "status", "--short") == []


def test_the_same_agent_goes_on_when_the_holding_pattern_is_archived(sample: Path) -> None:
    acknowledge(sample)
    with working(sample) as agent:
        wait_until(lambda: handed_off(sample), "the agent hands off")
        (sample / ".autopilot/archive").mkdir()
        (sample / HANDOFF).rename(sample / ".autopilot/archive/holding-pattern.md")
        assert agent.wait(LIMIT) == 0
    assert line_after(transponder(sample), "| Status |") == "Phase complete"


def test_a_reset_makes_the_fresh_agent_wait_again(interrupted: Path) -> None:
    (interrupted / HANDOFF).unlink()
    content = state(interrupted, "acknowledgments")
    content["acknowledgments"] = {}
    write_state(interrupted, "acknowledgments", content)
    assert run_agent(interrupted) == 3
    assert paused(interrupted)


def test_a_persons_edits_survive(sample: Path) -> None:
    with working(sample):
        wait_until(lambda: paused(sample), "the agent pauses")
        edit_transponder(sample, "### Pending Todos\n", "### Pending Todos\n- [ ] Ask Ana about the icons\n")
        edit_transponder(
            sample, "## Quick Reference\n", "## Notes of mine\n\nkeep   this | spacing\n\n## Quick Reference\n"
        )
        thresholds = state(sample, "thresholds")
        write_state(sample, "thresholds", {"reviewer": "Ana", **thresholds})
        route = sample / ".autopilot/phases/003-dashboard/ROUTE.md"
        route.write_text(
            route.read_text("utf-8").replace("## Plan 4", "- [ ] extra Ask for a review\n\n## Plan 4"), "utf-8"
        )
        acknowledge(sample)
        wait_until(lambda: handed_off(sample), "the agent hands off")
    text = transponder(sample)
    assert "- [ ] Ask Ana about the icons\n" in text
    assert "## Notes of mine\n\nkeep   this | spacing\n" in text
    assert next(iter(state(sample, "thresholds"))) == "reviewer"
    assert "total_tasks: 5" in (sample / HANDOFF).read_text("utf-8")
    assert "- Task 5: Ask for a review (not started)" in (sample / HANDOFF).read_text("utf-8")


def test_fields_that_a_person_removed_do_not_stop_it(sample: Path) -> None:
    (sample / ".autopilot/TRANSPONDER.md").write_text("# Mine now\n", "utf-8")
    (sample / ".autopilot/DECISIONS.md").unlink()
    (sample / ".autopilot/phases/003-dashboard/ROUTE.md").unlink()
    acknowledge(sample)
    assert run_agent(sample) == 0
    assert transponder(sample) == "# Mine now\n"
    assert (sample / HANDOFF).exists()


def test_it_works_without_a_repository(sample: Path) -> None:
    shutil.rmtree(sample / ".git")
    acknowledge(sample)
    assert run_agent(sample) == 0
    assert "| 1 | Subscribe to task changes | — | ✅ |" in (sample / HANDOFF).read_text("utf-8")


def test_scripted_times_make_runs_equal(interrupted: Path, tmp_path: Path) -> None:
    from cockpit.demo.sample import create

    other = create(tmp_path / "other", now=NOW)
    acknowledge(other)
    assert run_agent(other) == 0
    assert contents(other) == contents(interrupted)
    assert git(other, "rev-parse", "HEAD") == git(interrupted, "rev-parse", "HEAD")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it(sample: Path, number: signal.Signals) -> None:
    with working(sample) as agent:
        wait_until(lambda: paused(sample), "the agent pauses")
        agent.send_signal(number)
        assert agent.wait(LIMIT) == 0


def test_it_ends_when_the_project_is_deleted(sample: Path) -> None:
    with working(sample) as agent:
        wait_until(lambda: paused(sample), "the agent pauses")
        shutil.rmtree(sample)
        assert agent.wait(LIMIT) == 0
        assert "Traceback" not in agent.stderr.read()


def test_it_ends_when_its_parent_is_gone(sample: Path) -> None:
    before = contents(sample)
    agent = start_agent(sample, "--parent", "0")
    assert agent.wait(LIMIT) == 0
    agent.communicate()
    assert contents(sample) == before


def test_a_folder_that_is_no_demo_is_refused(tmp_path: Path) -> None:
    agent = start_agent(tmp_path)
    _, errors = agent.communicate(timeout=LIMIT)
    assert agent.returncode == 2
    assert "is not a demo project" in errors


def test_writes_go_in_place_and_by_rename(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("old", "utf-8")
    files = Files(tmp_path)
    inodes = []
    for text in ("one", "two", "three"):
        files.write("a.md", text)
        inodes.append((tmp_path / "a.md").stat().st_ino)
    assert inodes[0] != inodes[1] == inodes[2]
    assert [path.name for path in tmp_path.iterdir()] == ["a.md"]


@pytest.mark.parametrize(
    ("done", "left"),
    [
        (set(), len(FIRST_ACT)),
        ({"3.2.3"}, len(FIRST_ACT) - 2),
        ({"3.2.3", "3.3.2"}, 3),
        ({"1.1.1"}, len(FIRST_ACT)),
    ],
)
def test_a_restarted_agent_skips_what_is_done(done: set[str], left: int) -> None:
    assert len(remaining(FIRST_ACT, frozenset(done))) == left
    assert remaining(SECOND_ACT, frozenset(done)) == SECOND_ACT


def test_it_goes_on_once_the_prompt_was_handed_on(interrupted: Path, tmp_path: Path) -> None:
    """The holding pattern stays; a person archives it when the work has gone past it."""
    assert run_agent(interrupted, "--resumed", str(tmp_path / "resumed")) == 0
    assert line_after(transponder(interrupted), "| Status |") == "In progress"
    (tmp_path / "resumed").touch()
    assert run_agent(interrupted, "--resumed", str(tmp_path / "resumed")) == 0
    assert line_after(transponder(interrupted), "| Status |") == "Phase complete"
    assert (interrupted / HANDOFF).exists()
