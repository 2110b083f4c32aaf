import shutil
from pathlib import Path

import pytest

from cockpit.demo.sample import create
from tests.support.demo_projects import NOW, Agent


@pytest.fixture(autouse=True)
def outside_tmux(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing opens windows where the tests run."""
    monkeypatch.delenv("TMUX", raising=False)
    monkeypatch.delenv("TMUX_PANE", raising=False)


@pytest.fixture(scope="session")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample project as the story begins. Not to be changed."""
    return create(tmp_path_factory.mktemp("begun") / "taskflow-app", now=NOW)


@pytest.fixture
def sample(begun: Path, tmp_path: Path) -> Path:
    """A copy of that project."""
    return shutil.copytree(begun, tmp_path / "taskflow-app")


@pytest.fixture
def agent(sample: Path) -> Agent:
    """The agent that works on it."""
    return Agent(sample)
