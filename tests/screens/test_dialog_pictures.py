"""Pictures of the ledger, of questions, forms and messages. Look at a new one before you accept it."""

from datetime import timedelta
from pathlib import Path

import pytest

from cockpit.model.intents import Acknowledge, AddTodo, Block, Decide, Intent, Move, SetLimit, TickTodo
from cockpit.project.change import change
from cockpit.project.turning import redo_change, undo_change
from cockpit.project.workspace import Workspace
from tests.screens.conftest import Pictures
from tests.support.keyboard import firing
from tests.support.static_app import NOW, app_on

SMALLEST, SMALL, USUAL, WIDE = (40, 10), (80, 24), (120, 40), (200, 60)
LONG = "Write the changelog for the release, with the names of all who helped"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return firing(tmp_path / "taskflow-app")


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the same project stands for all tests that only look, and what cockpit knows about it."""
    return tmp_path_factory.mktemp("kept")


@pytest.fixture
def looked_at(kept: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same, made by the first test that only looks."""
    monkeypatch.setenv("COCKPIT_STATE_DIR", str(kept / "state"))
    root = kept / "taskflow-app"
    return root if root.exists() else work(firing(root), monkeypatch)


def work(project: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Do a day's work, some of it undone, some by an agent."""

    def at(minutes_ago: int) -> Workspace:
        return Workspace(root=project, now=NOW - timedelta(minutes=minutes_ago))

    def do(minutes_ago: int, intent: Intent) -> None:
        change(at(minutes_ago), None, intent)

    do(1560, Decide(text="Hybrid sidebar layout", outcome="working well", reason="fits both"))
    do(900, AddTodo(text=LONG))
    do(720, SetLimit(metric="cost", level="stop", value=80))
    undo_change(at(718))
    do(420, Acknowledge(metric="context", note="it may compact itself"))
    with monkeypatch.context() as environment:
        environment.setenv("CODEX_SANDBOX", "seatbelt")
        do(120, Block(text="The build server is down"))
    do(7, TickTodo(text=LONG))
    undo_change(at(5))
    redo_change(at(4))
    do(2, Move(part="task", value="4"))
    return project


async def test_ledger(pictures: Pictures, looked_at: Path) -> None:
    await pictures.take(app_on(looked_at), "L", "j")
