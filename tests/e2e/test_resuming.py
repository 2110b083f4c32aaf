"""Stopping in the middle and coming back, in a real terminal: the handoff, what changed behind it, the way on."""

import base64
import json
import re
import subprocess
from pathlib import Path

import pytest

from cockpit.storage.user_files.places import settings_file
from tests.support.handoff_projects import HANDOFF, STATE, commit, git, waiting
from tests.support.terminal import Terminal

AGENT = """\
echo "fresh agent in $(basename "$PWD")"
cp "$1" ../got
exit 4
"""


@pytest.fixture
def lighthouse(tmp_path: Path) -> Path:
    """A plan whose third task is begun and committed; no handoff waits."""
    root = waiting(tmp_path / "lighthouse")
    (root / HANDOFF).unlink()
    commit(root, "src/pdf.py", "feat: render the PDF, first half")
    return root


def test_a_contradiction_is_named_waived_reported_and_the_handoff_archived(
    cockpit: str, lighthouse: Path, tmp_path: Path
) -> None:
    """An agent that cannot be started gives the terminal back."""
    dropped = git(lighthouse, "rev-parse", "HEAD")
    settings_file().parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / "agent.sh").write_text(AGENT)
    (tmp_path / "not-executable").write_text("echo")
    settings_file().write_text(f'agent = "{tmp_path}/not-executable"\n')
    with Terminal([cockpit], lighthouse) as terminal:
        terminal.see("Lighthouse Billing", "task 3 of 4")
        hand_off(terminal)
        written = (lighthouse / HANDOFF).read_bytes()
        assert b"\nreason: user_interrupt\n" in written
        assert f"\nhead: {dropped}\n".encode() in written
        assert written.endswith(b"## Next Action\nFinish task 3: Render the PDF, fonts first\n")
        assert HANDOFF in (lighthouse / STATE).read_text()

        git(lighthouse, "reset", "-q", "HEAD~1")
        (lighthouse / "src" / "pdf.py").unlink()
        (lighthouse / "src" / "table.py").unlink()
        terminal.press("r")
        terminal.see("Resume", "block resuming", f"commit {dropped[:8]} is not in HE", "src/table.py no longer exists")
        told = json.loads(subprocess.run([cockpit, "resume", "--json"], cwd=lighthouse, capture_output=True,
                                         check=False).stdout)  # fmt: skip
        held = [each for each in told["checks"] if each["result"] == "failed"]
        assert told["checks"][: len(held)] == held  # what holds the resume is read first

        terminal.press("p")
        terminal.see("Held", "A check blocks resuming")
        terminal.press("y")
        terminal.see("! A check blocks resuming: nothing is copied, saved or run. Press Esc, then a to resolve it.")
        terminal.press("escape")
        waive_all(terminal, len(held))
        terminal.press("p")
        terminal.see("<objective>")
        terminal.press("y")
        terminal.see("Copied the prompt", "In case the clipboard is empty")
        (copied,) = re.findall(rb"\x1b\]52;c;([\w+/=]+)", terminal.raw)
        terminal.press("x")
        terminal.see("r Run not-executable")
        terminal.press("r")
        terminal.see("! not-executable cannot be started: Permission denied.", "<objective>")
        settings_file().write_text(f'agent = "sh {tmp_path}/agent.sh {{file}}"\n')  # while cockpit is open
        terminal.see("x run agent.sh")
        terminal.press("x")
        terminal.see("Run the agent?", "c Cancel", "r Run agent.sh")
        terminal.press("r")
        terminal.see("fresh agent in lighthouse", "agent.sh exited with 4 after", "Enter goes back to cockpit")
        prompt = (tmp_path / "got").read_text("utf-8")
        assert base64.b64decode(copied).decode("utf-8") == prompt
        assert prompt.startswith("<objective>\nContinue phase 2, plan 1 from task 3 of 4\n")
        assert prompt.count("Waived by the person: I dropped it") == len(held)
        assert "Finish task 3: Render the PDF, fonts first" in prompt.partition("<next_action>")[2]
        terminal.press("enter")
        terminal.see("agent.sh exited with 4 after", "0 commits; the position did not change.", "✓ Clear")

        terminal.press("m")
        terminal.see("v Archive the handoff")
        terminal.press("v")
        terminal.see("goes into the archive", "c Cancel", "a Archive it")
        terminal.press("a")
        terminal.see("Archived the handoff: .autopilot/archive/holding-pattern-", "Needs you")
        (archived,) = (lighthouse / ".autopilot" / "archive").iterdir()
        assert archived.read_bytes() == written
        assert not (lighthouse / HANDOFF).exists()
        terminal.press("q")
        assert terminal.ends() == 0
    ledger = subprocess.run([cockpit, "log"], cwd=lighthouse, capture_output=True, text=True, check=True).stdout
    assert ledger.count("I dropped it") == len(held)


def hand_off(terminal: Terminal) -> None:
    """Interrupt the plan with the wizard: where it stands, and what comes first."""
    terminal.press("h")
    terminal.see("1 Reason", "Why does the work stop here?", "Interrupted")
    terminal.press("2")
    terminal.see("Where exactly is the work?", "Last activity: Completed the invoice number sequence")
    for asked in ("3 Completed", "4 Remaining", "5 Decisions", "6 Blockers", "7 Context", "8 Next action"):
        terminal.press(*["\t"] * (5 if asked == "3 Completed" else 1))  # through phase, plan, task and number of tasks
        terminal.see(f"╭─ {asked}")
    terminal.press("end")  # what is proposed would be replaced otherwise
    terminal.type(", fonts first")
    terminal.see("Finish task 3: Render the PDF, fonts first")
    terminal.press("\x13")  # Ctrl+S
    terminal.see("9 Preview", "What will be written.")
    terminal.press("\x13")
    terminal.see("Handed off at plan 2.1, task 3 of 4: .autopilot/holding-pattern.md.", "A handoff waits")


def waive_all(terminal: Terminal, held: int) -> None:
    """Waive every check that blocks resuming, one after the other."""
    for left in range(held, 0, -1):
        terminal.see(f"{left} check{'s block' if left > 1 else ' blocks'} resuming")
        terminal.press("w")
        terminal.see("Waive this line")
        terminal.type("I dropped it")
        terminal.press("enter")
        terminal.gone("Waive this line")
        terminal.see(f"{left - 1} check{'s block' if left > 2 else ' blocks'} resuming" if left > 1 else "✓ Clear")
        if left > 1:
            terminal.see("│▌✗ failed")  # the next one


def test_the_demos_agent_is_answered_hands_off_is_resumed_and_goes_on(cockpit: str, tmp_path: Path) -> None:
    with Terminal([cockpit, "demo", "--speed", "fast"], tmp_path) as terminal:
        terminal.see("TaskFlow App", "3 of 6", "the agent waits: cost", "a acknowledge")
        terminal.see("cost $26.50, alert at $25: claude is held since")
        terminal.press("a")
        terminal.see("A handoff waits", "context 42 %")
        terminal.press("r")
        terminal.see("1 check blocks resuming", "A fresh agent starts with an empty context")
        terminal.press("w")
        terminal.see("Waive this line")
        terminal.type("the tests use a fake socket")
        terminal.press("enter")
        terminal.see("✓ Clear")
        terminal.press("p")
        terminal.see("<objective>", "demo-agent")
        terminal.press("x")
        terminal.see("Run the agent?", "c Cancel", "r Run demo-agent")
        terminal.press("r")
        terminal.see("a fresh session, nothing remembered", "demo-agent exited with 0 after", "Enter goes back")
        terminal.press("enter")
        terminal.see("The work is past this handoff", "a archives the handoff")  # it is offered
        terminal.press("a")
        terminal.see("Archive the handoff", "The work has moved past this handoff: ")
        terminal.press("enter")
        terminal.see("Nothing needs you.", "Archived")
        terminal.press("q")
        terminal.see("Quit, and delete it")
        terminal.press("2")
        assert terminal.ends() == 0
