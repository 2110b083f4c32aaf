"""The built wheel, installed away from the checkout: everything it needs came along."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.support.terminal import Terminal

INSTALLED = os.environ.get("COCKPIT_INSTALLED")
pytestmark = pytest.mark.skipif(
    INSTALLED is None, reason="set COCKPIT_INSTALLED to a `cockpit` installed from the wheel"
)


def test_version_and_commands(tmp_path: Path) -> None:
    assert INSTALLED is not None
    version = subprocess.run([INSTALLED, "--version"], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert version.stdout.startswith("cockpit ")
    themes = subprocess.run([INSTALLED, "--theme", "?"], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert {"cockpit-dark", "cockpit-light"} <= set(themes.stdout.split())
    empty = subprocess.run([INSTALLED, "status"], capture_output=True, text=True, check=False, cwd=tmp_path)
    assert (empty.returncode, empty.stderr) == (0, "")
    assert "No agent state" in empty.stdout


def test_it_installs_one_top_level_name() -> None:
    assert INSTALLED is not None
    code = (
        "from importlib.metadata import files; "
        "print(*sorted({path.parts[0] for path in files('cockpit-agents') if path.suffix in ('.py', '.toml')}))"
    )
    python = Path(INSTALLED).parent / "python"
    done = subprocess.run([python, "-I", "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["cockpit"]


def test_demo_runs_with_styles_and_themes(tmp_path: Path) -> None:
    assert INSTALLED is not None
    with Terminal([INSTALLED, "demo", "--theme", "cockpit-light"], tmp_path) as terminal:
        terminal.see("TaskFlow App", "1 Needs you", "f find")
        assert b"48;2;251;251;248" in terminal.raw  # the light theme's background: theme and stylesheet were found
        terminal.press("q")
        terminal.see("Quit, and delete it")
        terminal.press("2")
        assert terminal.ends() == 0


@pytest.mark.parametrize(
    ("system", "project"),
    [
        ("maestro", "Show the departures"),
        ("autodev", "Canal lock roster"),
        ("codewalk", "Harbour lights"),
        ("agents", "Gift vouchers"),
    ],
)
def test_every_story_came_along(tmp_path: Path, system: str, project: str) -> None:
    assert INSTALLED is not None
    with Terminal([INSTALLED, "demo", system], tmp_path) as terminal:
        terminal.see(project, "Needs you", "q quit")
        terminal.press("q")
        terminal.see("Quit, and delete it")
        terminal.press("2")
        assert terminal.ends() == 0
