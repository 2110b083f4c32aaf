"""Projects for the end-to-end tests, and the installed command."""

import shutil
import sys
from pathlib import Path

import pytest

from tests.cases import case_project

FIXTURE = case_project("autopilot/seed-thresholds")


@pytest.fixture
def cockpit() -> str:
    """The installed `cockpit` command of this environment."""
    command = Path(sys.executable).parent / "cockpit"
    assert command.is_file(), "install the project first: pip install -e '.[test]'"
    return str(command)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of the example project, to be written to."""
    folder = tmp_path / "taskflow"
    shutil.copytree(FIXTURE, folder)
    return folder
