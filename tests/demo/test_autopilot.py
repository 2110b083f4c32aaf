"""The story of TaskFlow: its agent works, waits, goes on, hands off, resumes; what a person wrote stays."""

import re
import shutil
from pathlib import Path

import pytest

from cockpit.project.load import load_project
from tests.cli.conftest import Run, run  # noqa: F401 -- a fixture
from tests.support.demo_projects import (
    NOW,
    Agent,
    acknowledge,
    contents,
    edit_transponder,
    git,
    line_after,
    state,
    transponder,
    write_state,
)

PAUSED = "paused until acknowledged"
HANDOFF = ".autopilot/holding-pattern.md"
ANSWER, TAKEN = "cost-is-answered", "handoff-is-taken"


def findings(root: Path) -> list[str]:
    (track,) = load_project(root, clock=lambda: NOW).tracks
    return [f"{each.code}: {each.message}" for each in track.findings]


def test_it_crosses_the_alert_and_only_waits(agent: Agent, sample: Path) -> None:
    assert findings(sample) == []
    assert agent.work() == ANSWER
    before = contents(sample)
    assert agent.work() == ANSWER
    assert contents(sample) == before
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
    assert git(sample, "log", "-1", "--format=%s") == ["feat(3.2.3): open a card with the keyboard"]
    assert findings(sample) == []
    assert agent.left_alone == []


def test_an_acknowledgment_releases_it(run: Run, agent: Agent, sample: Path) -> None:  # noqa: F811
    given = sample / ".autopilot/state/acknowledgments.json"
    none = given.read_bytes()
    acknowledge(sample, "context")
    assert (agent.work(), agent.work()) == (ANSWER, ANSWER), "something else was acknowledged"
    assert not (sample / HANDOFF).exists()
    given.write_bytes(none)
    assert run("check", "-C", sample).code == 20
    assert run("ack", "cost", "--note", "live board is worth it", "-C", sample).code == 0
    assert agent.work() == TAKEN
    text = transponder(sample)
    assert line_after(text, "| Cost |").endswith("$25 🔶 ACK | $50 | Alert (ack)")
    assert text.count("- Cost @ $26.50 — acknowledged ") == 1
    assert "Cost acknowledged at $26.50, going on" in agent.said
    assert state(sample, "triggers")["triggers"]["cost_alert"]["acknowledged"] is True
    assert state(sample, "acknowledgments")["acknowledgments"]["cost"]["user_note"] == "live board is worth it"
    assert findings(sample) == []
    assert agent.left_alone == []


@pytest.mark.parametrize("by", ["cockpit", "an editor"])
def test_a_raised_limit_releases_it_until_the_cost_is_there(run: Run, agent: Agent, sample: Path, by: str) -> None:  # noqa: F811
    agent.work()
    if by == "cockpit":
        assert run("limit", "cost.alert=29", "-C", sample).code == 0
    else:
        edit_transponder(sample, "| $25 🔶 | $50 | Alert |", "| $29 🔶 | $50 | Alert |")
    assert agent.work() == ANSWER
    assert "Cost is no longer at its alert, going on" in agent.said
    assert line_after(transponder(sample), "| Cost |") == "$29.06 | $10 ⚠️ | $29 🔶 | $50 | Alert"
    assert "Cost $29.06 reached the $29 alert: paused until acknowledged" in transponder(sample)
    assert run("limit", "cost.alert=40", "-C", sample).code == 0
    assert agent.work() == TAKEN
    assert state(sample, "thresholds")["levels_triggered"]["cost"] == "warning"
    assert line_after(transponder(sample), "| Cost |") == "$31.62 | $10 ⚠️ | $40 | $50 | Warning"
    assert findings(sample) == []


POINTED = {
    "Plan": "3 of 4", "Status": "In progress", "Progress": "█████░░░░░ 52%", "Plans completed": "9",
    "Errors": "2 | 2 ⚠️ | 3 | 5 | Warning", "Context": "42% | 30% ⚠️ | 40% 🔶 | 50% | Alert",
    "Stopped at": "Mid-plan 3.3, task 3 of 4", "Resume file": HANDOFF, "Next action": "/autopilot:cockpit",
}  # fmt: skip


def test_the_first_act_ends_with_a_holding_pattern(interrupted: Path, agent: Agent, sample: Path) -> None:
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
    assert subjects == ["feat(3.3.1): subscribe a board to its changes", "feat(3.3.2): apply moves optimistically"]
    assert rows[2][2] == "—"

    text, folder = transponder(interrupted), interrupted / ".autopilot"
    assert {field: line_after(text, f"| {field} |") for field in POINTED} == POINTED
    recent = text.split("### Recent Decisions\n")[1].split("\n\n")[0].splitlines()
    assert len(recent) == 5
    assert recent[-1] == "- Optimistic moves, server order wins — cards follow the pointer at once"
    log = (folder / "DECISIONS.md").read_text("utf-8")
    for row in (r"^\| (D\d+)", r"^## (D\d+)"):
        assert re.findall(row, log, re.MULTILINE) == [f"D{number:03}" for number in range(1, 9)]
    blockers = text.split("### Blockers\n")[1].split("\n\n")[0]
    assert blockers == "- Phase 3: staging closes WebSockets after 60 s; ops has to raise the proxy timeout"
    cost = state(interrupted, "thresholds")["current_values"]["cost"]
    assert line_after((folder / "token-usage.md").read_text("utf-8"), "| Total cost |") == f"${cost:.2f}"
    assert line_after(text, "| Cost |").startswith(f"${cost:.2f} ")
    assert len(text.splitlines()) < 100
    assert git(interrupted, "status", "--short") == ["?? src/live/reconnect.ts"]
    card = (folder / "phases/003-dashboard/PHASE.md").read_text("utf-8")
    assert "| 2 | Task cards | ✅ Complete |\n| 3 | Live board | 🔄 In Progress |" in card
    acknowledge(sample)
    agent.work()
    assert contents(sample) == contents(interrupted), "scripted times make runs equal"
    assert git(sample, "rev-parse", "HEAD") == git(interrupted, "rev-parse", "HEAD")


@pytest.mark.parametrize("by", ["the prompt", "an archived handoff"])
def test_a_fresh_agent_completes_the_phase(agent: Agent, sample: Path, by: str) -> None:
    acknowledge(sample)
    agent.work()
    before = contents(sample)
    assert agent.work() == TAKEN
    assert contents(sample) == before
    if by == "the prompt":
        (sample.parent / "resumed").touch()
    else:
        (sample / HANDOFF).unlink()
    assert agent.work() is None
    text = transponder(sample)
    assert line_after(text, "| Status |") == "Phase complete"
    assert line_after(text, "| Plan |") == "4 of 4"
    assert line_after(text, "| Progress |") == "██████░░░░ 60%"
    assert line_after(text, "| Plans completed |") == "11"
    assert line_after(text, "| Resume file |") == "None"
    assert line_after(text, "| Next action |") == "/autopilot:preflight 4"
    assert line_after(text, "| Context |") == "15% | 30% | 40% | 50% | OK"
    assert "| 003 | Dashboard | 4 | 15 | ✅ Complete |" in (sample / ".autopilot/flightplan.md").read_text("utf-8")
    assert (sample / HANDOFF).exists() == (by == "the prompt")
    assert git(sample, "status", "--short") == []
    assert agent.left_alone == []


def test_a_reset_makes_the_fresh_agent_wait_again(run: Run, agent: Agent, sample: Path) -> None:  # noqa: F811
    agent.work()
    run("ack", "cost", "-C", sample)
    assert agent.work() == TAKEN
    assert run("unack", "--all", "-C", sample).code == 0
    (sample / HANDOFF).unlink()
    assert agent.work() == ANSWER
    assert f"Cost $31.62 reached the $25 alert: {PAUSED}" in transponder(sample)


def test_a_persons_edits_survive(run: Run, agent: Agent, sample: Path) -> None:  # noqa: F811
    agent.work()
    for line in (
        ("todo", "add", "Ask Ana about the icons"),
        ("decision", "add", "Icons from the old board", "--outcome", "Ana has them"),
        ("blocker", "add", "The designer is on leave"),
        ("ack", "cost"),
    ):
        assert run(*line, "-C", sample).code == 0
    edit_transponder(
        sample, "## Quick Reference\n", "## Notes of mine\n\nkeep   this | spacing\n\n## Quick Reference\n"
    )
    write_state(sample, "thresholds", {"reviewer": "Ana", **state(sample, "thresholds")})
    assert agent.work() == TAKEN
    text = transponder(sample)
    assert "- [ ] Ask Ana about the icons\n" in text
    assert "## Notes of mine\n\nkeep   this | spacing\n" in text
    assert next(iter(state(sample, "thresholds"))) == "reviewer"
    recent = text.split("### Recent Decisions\n")[1].split("\n\n")[0].splitlines()
    assert recent == [
        "- Hybrid sidebar layout — working well",
        "- Bottom nav on mobile — user approved",
        "- Icons from the old board — Ana has them",
        "- Pointer events for dragging — no new dependency",
        "- Optimistic moves, server order wins — cards follow the pointer at once",
    ]
    log = (sample / ".autopilot/DECISIONS.md").read_text("utf-8")
    assert re.findall(r"^\| (D\d+) \| (.*?) \|", log, re.MULTILINE)[6:] == [
        ("D007", "Icons from the old board"),
        ("D008", "Pointer events for dragging"),
        ("D009", "Optimistic moves, server order wins"),
    ]
    assert re.findall(r"^## (D\d+)", log, re.MULTILINE) == [f"D{number:03}" for number in range(1, 10)]
    blockers = text.split("### Blockers\n")[1].split("\n\n")[0].splitlines()
    assert [each.partition(": ")[2][:20] for each in blockers] == ["staging closes WebSo", "The designer is on l"]
    assert findings(sample) == []
    assert agent.left_alone == []


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
    shutil.rmtree(sample / ".git")
    acknowledge(sample)
    assert agent.work() == TAKEN
    assert "| 1 | Subscribe to task changes | — | ✅ |" in (sample / HANDOFF).read_text("utf-8")
