"""The terminal is told what the sessions do (OSC 7501), where it says that it shows that."""

import os
import re
import signal
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest

from cockpit.storage.user_files.places import settings_file
from tests.agents.making import Made, claude
from tests.support.terminal import Terminal

ASKS, ANSWER = b"\x1b]7501;?\x1b\\", "\x1b]7501;?\x1b\\"
_TOLD = re.compile(rb"\x1b\]7501;state=(\w+):app=cockpit\x1b\\")


def told(terminal: Terminal, *states: str) -> bool:
    return [each.decode() for each in _TOLD.findall(terminal.raw)] == list(states)


def process() -> tuple[int, str]:
    """One that lives as long as the test."""
    return os.getpid(), Path("/proc/self/stat").read_text().rpartition(")")[2].split()[19]


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="only /proc tells whether a process runs")
def test_a_terminal_that_answers_is_told_what_changes(cockpit: str, tmp_path: Path) -> None:
    settings_file().parent.mkdir(parents=True)
    settings_file().write_text('notify = "title"\n')
    with Terminal([cockpit, "--all"], tmp_path) as terminal:
        terminal.see("? help")
        terminal.wait(lambda _: ASKS in terminal.raw, "the question")
        assert told(terminal)
        terminal.press(ANSWER[:5], ANSWER[5:])
        terminal.wait(lambda _: told(terminal, "idle"), "that nobody works")
        made = Made(Path(os.environ["HOME"], ".claude"), str(tmp_path), datetime.now(UTC), process)
        claude.waits_for_permission(claude.Writer(made, Random(1), "waits"))
        terminal.wait(lambda _: told(terminal, "idle", "blocked"), "that somebody waits")
        assert "Esc" not in terminal.text  # no part of the answer was typed: `?` opens the help
        terminal.press("ctrl+z")
        terminal.stops()
        assert told(terminal, "idle", "blocked", "clear")
        os.kill(terminal.process.pid, signal.SIGCONT)
        terminal.wait(lambda _: told(terminal, "idle", "blocked", "clear", "blocked"), "that somebody still waits")
        terminal.see("git push", "? help")
        terminal.press(ANSWER)  # again, and late
        terminal.press("q")
        assert terminal.ends() == 0
        assert told(terminal, "idle", "blocked", "clear", "blocked", "clear")
        assert terminal.raw.count(ASKS) == 1
