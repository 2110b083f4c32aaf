"""What the first frame waits for."""

import shutil
import sys
from pathlib import Path

from tests.cases import case_project
from tests.support.terminal import Terminal

EACH = """
import os, sys, threading
import cockpit.app
from cockpit.cli.main import main

class Noting:
    def find_spec(self, name, path=None, target=None):
        is_main = threading.current_thread() is threading.main_thread()
        if name == "cockpit.systems.registry" and os.getpid() == own and is_main:
            open(project + ".note", "w").close()

for number, project in enumerate(sys.argv[1:]):
    if os.fork() == 0:
        own = os.getpid()
        sys.meta_path.insert(0, Noting())
        sys.exit(main([project]))
    _, status = os.wait()
    input(f"\x1b[2J\x1b[H{number} ended with {status}")
"""
"""Opens projects one after the other, each in a process that has imported only what all do; Enter goes on."""
PROJECTS = (
    "autopilot/healthy",  # a blocker
    "codewalk/healthy",  # a question
    "autodev/failed",  # a stop
    "maestro/gemini",  # a failed phase
    "",  # an empty folder
)
"""Each begins with another row, whose actions stand in the footer; every system is among them."""


def test_no_reader_is_imported_on_the_event_loop(tmp_path: Path) -> None:
    """The footer, the panes and the empty folder ask what can be done: the readers of four systems would take longer
    to import than the frame to draw."""
    folders = [tmp_path / f"project{number}" for number in range(len(PROJECTS))]
    for folder, project in zip(folders, PROJECTS, strict=True):
        shutil.copytree(case_project(project), folder) if project else folder.mkdir()
    with Terminal([sys.executable, "-c", EACH, *map(str, folders)], tmp_path) as terminal:
        for number, project in enumerate(PROJECTS):
            terminal.see("q quit", "Needs you" if project else "No agent state here yet")
            terminal.press("q")
            terminal.see(f"{number} ended with 0")
            terminal.press("enter")
        assert terminal.ends() == 0
    assert [path.name for path in tmp_path.glob("*.note")] == []
