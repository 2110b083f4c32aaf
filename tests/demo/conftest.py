import shutil
from pathlib import Path

import pytest

from cockpit.demo.sample import create
from tests.support.demo_projects import NOW, Agent, acknowledge


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


@pytest.fixture(scope="session")
def first_act(begun: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project whose agent, acknowledged beforehand, has left its holding pattern. Not to be changed."""
    root = shutil.copytree(begun, tmp_path_factory.mktemp("first-act") / "taskflow-app")
    acknowledge(root)
    assert Agent(root).work() == "handoff-is-taken"
    return root


@pytest.fixture
def interrupted(first_act: Path, tmp_path: Path) -> Path:
    """A copy of that project."""
    return shutil.copytree(first_act, tmp_path / "interrupted")
