import shutil
from pathlib import Path

import pytest

from tests.support.demo_projects import Agent, begun


@pytest.fixture(autouse=True)
def outside_tmux(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing opens windows where the tests run."""
    monkeypatch.delenv("TMUX", raising=False)
    monkeypatch.delenv("TMUX_PANE", raising=False)


@pytest.fixture
def sample(tmp_path: Path) -> Path:
    """The sample project as the story begins."""
    return begun(tmp_path / "taskflow-app")


@pytest.fixture
def agent(sample: Path) -> Agent:
    """The agent that works on it, without git, of which its person asks nothing."""
    shutil.rmtree(sample / ".git")
    return Agent(sample)
