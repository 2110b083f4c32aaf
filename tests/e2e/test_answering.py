"""A person answers in a real terminal, and the files say what was meant."""

import json
import subprocess
import sys
from pathlib import Path

from tests.support.terminal import Terminal


def write_cost(project: Path, cost: float) -> None:
    """An agent measures another cost."""
    path = project / ".autopilot" / "state" / "thresholds.json"
    state = json.loads(path.read_text())
    state["current_values"]["cost"] = cost
    code = (
        "import os, sys; path, text = sys.argv[1:]; open(path + '.new', 'w').write(text);"
        "os.replace(path + '.new', path)"
    )
    subprocess.run([sys.executable, "-c", code, str(path), json.dumps(state, indent=2)], check=True)


def acknowledgments(project: Path) -> dict[str, dict[str, object]]:
    state = json.loads((project / ".autopilot" / "state" / "acknowledgments.json").read_text())
    return state["acknowledgments"]


def test_what_a_stale_copy_took_back_is_answered_again_and_a_limit_raised_and_undone(
    cockpit: str, project: Path
) -> None:
    transponder = project / ".autopilot" / "TRANSPONDER.md"
    answers = project / ".autopilot" / "state" / "acknowledgments.json"
    subprocess.run([cockpit, "unack", "cost"], cwd=project, check=True, capture_output=True)
    stale = answers.read_bytes()
    with Terminal([cockpit], project) as terminal:
        terminal.see("cost $26.50, alert at $25: the agent waits until it is acknowledged", "the agent waits: cost")
        terminal.press("3", "m")
        terminal.see("Acknowledge with a note")
        terminal.press("n")
        terminal.see("Acknowledge cost")
        terminal.type("the feature is worth it")
        terminal.press("enter")
        terminal.see("nothing holds the agent", "Acknowledged cost at $26.50")
        given = acknowledgments(project)["cost"]
        assert (given["value_at_acknowledgment"], given["user_note"]) == (26.5, "the feature is worth it")
        assert "$25 🔶 ACK" in transponder.read_text("utf-8")

        answers.write_bytes(stale)
        terminal.see("the agent waits: cost", "1 change was taken back at", "by another program")
        assert answers.read_bytes() == stale
        terminal.press("1", "<", "j", "enter")
        terminal.see("Taken back", "Acknowledged cost at $26.50")
        terminal.press("a")
        terminal.see("Enter redo", "value_at_acknowledgment")
        terminal.press("enter")
        terminal.see("No other program took a change back.")
        terminal.press("escape")
        terminal.see("nothing holds the agent")
        assert acknowledgments(project)["cost"] == given

        write_cost(project, 52.0)
        terminal.see("cost $52, stop at $50: the agent ends; raise the limit or fix the cause")
        terminal.press("3", "a")
        terminal.see("Limits of cost", "Enter save")
        terminal.type("$80")
        terminal.see("stop $50 → $80. The agent may continue.")
        terminal.press("enter")
        terminal.gone("the agent ends; raise the limit or fix the cause")
        assert "| $80 |" in transponder.read_text("utf-8")

        terminal.press("u")
        terminal.see("Undo", "-| Cost", "+| Cost")
        terminal.press("enter")
        terminal.see("cost $52, stop at $50")
        assert "| $50 |" in transponder.read_text("utf-8")
        assert acknowledgments(project)["cost"] == given
        terminal.press("q")
        assert terminal.ends() == 0
