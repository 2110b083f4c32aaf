"""Pictures of the ledger, of questions, forms and messages. Look at a new one before you accept it."""

from datetime import timedelta
from pathlib import Path

import pytest
from textual.pilot import Pilot

from cockpit.model.intents import Acknowledge, AddTodo, Block, Decide, Intent, Move, SetLimit, TickTodo
from cockpit.project.change import change
from cockpit.project.turning import redo_change, undo_change
from cockpit.project.workspace import Workspace
from tests.screens.conftest import Pictures
from tests.support.keyboard import copy, firing, slowly
from tests.support.static_app import NOW, app_on

SMALLEST, SMALL, USUAL, WIDE = (40, 10), (80, 24), (120, 40), (200, 60)
SIZES = pytest.mark.parametrize("size", [SMALL, USUAL, WIDE], ids=["80x24", "120x40", "200x60"])
LONG = "Write the changelog for the release, with the names of all who helped"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return firing(tmp_path / "taskflow-app")


@pytest.fixture
def worked(project: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A day's work, some of it undone, some by an agent."""
    return work(project, monkeypatch)


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


@pytest.fixture
def several(tmp_path: Path) -> Path:
    """Two tracks, both worked on."""
    project = firing(tmp_path / "taskflow-app")
    copy(project / "packages" / "billing", "healthy")
    for minutes, folder, text in ((40, "", "Call Ada"), (12, "packages/billing/", "Try it on a phone")):
        writer = Workspace(root=project, now=NOW - timedelta(minutes=minutes))
        change(writer, f"autopilot:{folder}.autopilot/TRANSPONDER.md", AddTodo(text=text))
    return project


def keys(*pressed: str):
    async def press(pilot: Pilot[None]) -> None:
        await slowly(pilot, *pressed)

    return press


async def test_ledger(pictures: Pictures, looked_at: Path) -> None:
    await pictures.take(app_on(looked_at), "L", "j")


async def test_ledger_empty(pictures: Pictures, project: Path) -> None:
    await pictures.take(app_on(project), "L")


async def test_ledger_what_it_wrote(pictures: Pictures, looked_at: Path) -> None:
    pressed = ["L", *["j"] * 7, "enter", "j"]
    await pictures.take(app_on(looked_at), *pressed)


async def test_ledger_of_several_tracks(pictures: Pictures, several: Path) -> None:
    await pictures.take(app_on(several), "L")


async def test_ledger_read_only(pictures: Pictures, looked_at: Path) -> None:
    app = app_on(looked_at, read_only=True)
    await pictures.take(app, "L", "u")


def test_ledger_filtered(snap_compare, looked_at: Path) -> None:
    assert snap_compare(app_on(looked_at), terminal_size=SMALL, run_before=keys("L", "slash", *"limit"))


def test_ledger_undone_from_there(snap_compare, worked: Path) -> None:
    pressed = ["L", *["j"] * 5, "u"]
    assert snap_compare(app_on(worked), terminal_size=USUAL, run_before=keys(*pressed))


@pytest.mark.parametrize(("theme", "ascii_only"), [("cockpit-light", False), ("cockpit-dark", True)])
def test_ledger_in_other_clothes(snap_compare, looked_at: Path, theme: str, ascii_only: bool) -> None:
    app = app_on(looked_at, theme=theme, ascii=ascii_only)
    assert snap_compare(app, terminal_size=USUAL, run_before=keys("L", "j"))


async def test_snooze_question(pictures: Pictures, project: Path) -> None:
    await pictures.take(app_on(project), "3", "m", "s")


async def test_reset_question(pictures: Pictures, project: Path) -> None:
    await pictures.take(app_on(project), "m", "x")


async def test_move_question(pictures: Pictures, project: Path) -> None:
    await pictures.take(app_on(project), "m", "p", "j")


async def test_undo_question(pictures: Pictures, looked_at: Path) -> None:
    await pictures.take(app_on(looked_at), "u")


async def test_what_was_typed_before(pictures: Pictures, project: Path) -> None:
    pressed = ["n", "d", *"Cursor paging", "tab", *"fast", "escape", "n", "d", "tab"]
    await pictures.take(app_on(project), *pressed)


async def test_why_it_was_refused(pictures: Pictures, project: Path) -> None:
    pressed = ["3", "home", "l", "tab", "tab", "5", "enter"]
    await pictures.take(app_on(project), *pressed)


async def test_a_warning(pictures: Pictures, project: Path) -> None:
    await pictures.take(app_on(project), "3", "G", "a")


async def test_what_is_to_be_read_beside_a_deed(pictures: Pictures, project: Path) -> None:
    pressed = ["m", "c", "2", *"Layout", "enter"]
    await pictures.take(app_on(project), *pressed)


@pytest.mark.parametrize(
    "pressed",
    [["L", "j"], ["L", "enter"], ["n", "d"], ["m", "p", "G"], ["3", "m", "s"], ["u"], ["3", "question_mark"], ["m"]],
    ids=["ledger", "what it wrote", "form", "move", "snooze", "undo", "help", "menu"],
)
def test_in_the_smallest_terminal(snap_compare, looked_at: Path, pressed: list[str]) -> None:
    assert snap_compare(app_on(looked_at), terminal_size=SMALLEST, run_before=keys(*pressed))
