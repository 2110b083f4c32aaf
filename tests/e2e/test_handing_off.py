"""The wizard in a real terminal: begun, killed, begun again, written."""

import os
import signal
from pathlib import Path

from cockpit.demo.sample import create
from tests.support.static_app import NOW
from tests.support.terminal import Terminal


def test_what_a_killed_wizard_held_is_there_again(cockpit: str, tmp_path: Path) -> None:
    root = create(tmp_path / "taskflow-app", now=NOW)
    with Terminal([cockpit, "handoff"], root) as terminal:
        terminal.see("1 Reason", "Why does the work stop here?", "phase: 3")
        terminal.press("7")
        terminal.see("What were you thinking")
        terminal.type("the fonts come first")
        terminal.see("│ the fonts come first")  # beside the step, in the file to be
        kept = Path(os.environ["COCKPIT_STATE_DIR"])
        terminal.wait(
            lambda _: any("come first" in path.read_text() for path in kept.rglob("drafts/*.json")), "a draft"
        )
        os.kill(terminal.process.pid, signal.SIGKILL)
    with Terminal([cockpit, "handoff"], root, columns=80, rows=24) as terminal:
        terminal.see("7/9 Context", "Your draft of", "the fonts come first")
        terminal.press("\x13")  # Ctrl+S
        terminal.see("9/9 Preview", "What will be written.")
        terminal.press("\x13")
        terminal.see("Handed off at plan 3.2, task 3 of 5: .autopilot/holding-pattern.md.")
        assert "\n## Context\nthe fonts come first\n" in (root / ".autopilot" / "holding-pattern.md").read_text()
        terminal.press("u")
        terminal.see("Undo")
        terminal.press("enter")
        terminal.see("Undone: Handed off")
        terminal.press("h")
        terminal.see("9/9 Preview", "Your handoff of just now, undone")
        terminal.press("7")
        terminal.see("7/9 Context", "the fonts come first")
        terminal.press("\x1b")
        terminal.see("Draft saved.")
        terminal.press("ctrl+q")
        assert terminal.ends() == 0
