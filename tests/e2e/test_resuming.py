"""Stopping in the middle and coming back, in a real terminal: the handoff, what changed behind it, the way on."""

import json
import subprocess
from pathlib import Path

import pytest

from cockpit.storage.places import settings_file
from tests.e2e.terminal import Terminal
from tests.resuming import HANDOFF, commit, git, waiting

AGENT = """\
echo "fresh agent in $(basename "$PWD")"
cp "$1" ../got
exit 4
"""


@pytest.fixture
def lighthouse(cockpit: str, tmp_path: Path) -> Path:
    """A plan whose second task is committed, interrupted: the handoff is written by the command."""
    root = waiting(tmp_path / "lighthouse")
    (root / HANDOFF).unlink()
    commit(root, "src/pdf.py", "feat: begin the PDF")
    row = f"3|Render the PDF|{git(root, 'rev-parse', 'HEAD')[:7]}|in_progress"
    given = ["--next", "Write render_pdf()", "--reason", "user_interrupt", "--state", "See `src/table.py`.",
             "--task", row]  # fmt: skip
    subprocess.run([cockpit, "handoff", *given], cwd=root, check=True, capture_output=True)
    return root


def test_a_contradiction_is_named_waived_told_and_the_handoff_archived(
    cockpit: str, lighthouse: Path, tmp_path: Path
) -> None:
    dropped = git(lighthouse, "rev-parse", "HEAD")[:7]
    git(lighthouse, "reset", "-q", "HEAD~1")
    (lighthouse / "src" / "pdf.py").unlink()
    (lighthouse / "src" / "table.py").unlink()
    settings_file().parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / "agent.sh").write_text(AGENT)
    settings_file().write_text(f'agent = "sh {tmp_path}/agent.sh {{file}}"\n')
    with Terminal([cockpit, "resume"], lighthouse) as terminal:
        terminal.see(f"Task 3: commit {dropped} is not in HEAD", "src/table.py is gone", "hold the resume")
        assert "HEAD does not contain it" in " ".join(terminal.text.replace("│", " ").split())
        terminal.press("p")
        terminal.see("Held", "1 more line holds the resume.")
        terminal.press("y")
        terminal.see("! A line of the checklist holds the resume.")
        terminal.press("escape")
        told = json.loads(subprocess.run([cockpit, "resume", "--json"], cwd=lighthouse, capture_output=True,
                                         check=False).stdout)  # fmt: skip
        held = [each for each in told["checks"] if each["result"] == "failed"]
        for left in range(len(held), 0, -1):
            terminal.see(f"{left} line{'s hold' if left > 1 else ' holds'} the resume")
            terminal.press("w")
            terminal.see("Waive this line")
            terminal.type("I dropped it")
            terminal.press("enter")
            terminal.gone("Waive this line")
            terminal.see(f"{left - 1} line{'s hold' if left > 2 else ' holds'} the resume" if left > 1 else "✓ Clear")
            if left > 1:
                to_the_next(terminal)
        terminal.press("p")
        terminal.see("<objective>")
        terminal.press("y")
        terminal.see("Copied the prompt", "It is also in")
        assert b"\x1b]52;c;" in terminal.raw
        terminal.press("x")
        terminal.see("fresh agent in lighthouse", "agent.sh ended with exit code 4 after", "Enter goes back to cockpit")
        prompt = (tmp_path / "got").read_text("utf-8")
        assert prompt.startswith("<objective>\nContinue phase 2, plan 1 from task 3 of 4\n")
        assert prompt.count("Waived by the person: I dropped it") == len(held)
        terminal.press("enter")
        terminal.see("ran", "agent.sh ended with exit code 4 after", "✓ Clear")
        terminal.press("d")
        terminal.see("Archive the handoff")
        terminal.press("2")
        terminal.see("Archived the handoff: .autopilot/archive/holding-pattern-", "Needs you")
        terminal.press("q")
        assert terminal.ends() == 0
    assert not (lighthouse / HANDOFF).exists()
    (archived,) = (lighthouse / ".autopilot" / "archive").iterdir()
    assert "Write render_pdf()" in archived.read_text("utf-8")
    assert "I dropped it" in subprocess.run([cockpit, "ledger"], cwd=lighthouse, capture_output=True, text=True,
                                            check=True).stdout  # fmt: skip


def to_the_next(terminal: Terminal) -> None:
    """Put the cursor from a waived line on the next one that failed."""
    terminal.see("│▌↷ waived")
    for _ in range(20):
        here = terminal.line("│▌")
        if "failed" in here:
            return
        terminal.press("j")
        terminal.wait(lambda _, before=here: before not in terminal.lines, "the cursor move")
    raise AssertionError("no line is left that failed")


def test_the_demo_is_resumed_and_goes_on(cockpit: str, tmp_path: Path) -> None:
    with Terminal([cockpit, "demo", "--script", "fast"], tmp_path) as terminal:
        terminal.see("cost $26.50, alert at $25")
        terminal.press("a")
        terminal.see("A handoff waits", "context 42 %")
        terminal.press("r")
        terminal.see("1 line holds the resume", "A fresh agent begins with an empty context")
        terminal.press("w")
        terminal.see("Waive this line")
        terminal.type("the tests use a fake socket")
        terminal.press("enter")
        terminal.see("✓ Clear")
        terminal.press("p")
        terminal.see("<objective>", "demo-agent")
        terminal.press("x")
        terminal.see("a fresh session, nothing remembered", "demo-agent ended well after", "Enter goes back")
        terminal.press("enter")
        terminal.see("The handoff has served", "d archives the handoff")  # it is offered
        terminal.press("d")
        terminal.see("Archive the handoff", "The handoff has served.")
        terminal.press("2")
        terminal.see("Archived the handoff", "Nothing waits for an answer.")
        terminal.press("q")
        terminal.see("Quit, and delete it")
        terminal.press("2")
        assert terminal.ends() == 0
