import shutil
from pathlib import Path

import pytest

from cockpit.demo.sample import create
from tests.support.demo_projects import NOW, Agent, acknowledge


@pytest.fixture
def sample(tmp_path: Path) -> Path:
    """The sample project as the story begins."""
    return create(tmp_path / "taskflow-app", now=NOW)


@pytest.fixture
def agent(sample: Path) -> Agent:
    """The agent that works on it."""
    return Agent(sample)


@pytest.fixture(scope="session")
def first_act(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project whose agent, acknowledged beforehand, has left its holding pattern. Not to be changed."""
    root = create(tmp_path_factory.mktemp("first-act") / "taskflow-app", now=NOW)
    acknowledge(root)
    assert Agent(root).work() == "handoff-is-taken"
    return root


@pytest.fixture
def interrupted(first_act: Path, tmp_path: Path) -> Path:
    """A copy of that project."""
    return shutil.copytree(first_act, tmp_path / "interrupted")
