"""What the first frame waits for."""

import shutil
import sys
from pathlib import Path

import pytest

from tests.cases import case_project
from tests.support.terminal import Terminal

NOTING = """
import os, runpy, sys, threading
own = os.getpid()

class Noting:
    def find_spec(self, name, path=None, target=None):
        main = threading.current_thread() is threading.main_thread()
        if name == "cockpit.systems.registry" and os.getpid() == own and main:
            open({note!r}, "w").close()

sys.meta_path.insert(0, Noting())
sys.argv = ["cockpit", {project!r}]
runpy.run_module("cockpit", run_name="__main__", alter_sys=True)
"""
PROJECTS = (
    "autopilot/healthy",  # a blocker
    "codewalk/healthy",  # a question
    "autodev/failed",  # a stop
    "maestro/gemini",  # a failed phase
    "",  # an empty folder
)
"""Each begins with another row, whose actions stand in the footer; every system is among them."""


@pytest.mark.parametrize("project", PROJECTS)
def test_no_reader_is_imported_on_the_event_loop(project: str, tmp_path: Path) -> None:
    """The footer, the panes and the empty folder ask what can be done: the readers of four systems would take longer
    to import than the frame to draw."""
    folder, note = tmp_path / "project", tmp_path / "note"
    if project:
        shutil.copytree(case_project(project), folder)
    else:
        folder.mkdir()
    code = NOTING.format(note=str(note), project=str(folder))
    with Terminal([sys.executable, "-c", code], folder) as terminal:
        terminal.see("q quit", "Needs you" if project else "No agent state here yet")
        terminal.press("q")
        terminal.ends()
    assert not note.exists()
