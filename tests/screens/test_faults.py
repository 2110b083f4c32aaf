"""What nobody expected is said in one sentence, and the program goes on."""

from pathlib import Path

import pytest
from textual.dom import DOMNode

from cockpit.app import CockpitApp
from cockpit.screens.dashboard import Dashboard
from cockpit.screens.ledger import LedgerScreen
from tests.support.keyboard import copy, press, said
from tests.support.static_app import running

COCKPIT = Path(__file__).resolve().parents[2] / "cockpit"


def fails(*_: object, **__: object) -> None:
    raise ZeroDivisionError("[red]nobody expected this")


@pytest.mark.parametrize(
    ("fault", "keys"),
    [
        ("cockpit.project.change.change", ("3", "home", "m", "w")),
        ("cockpit.project.history.undo_status", ("u",)),
        ("cockpit.project.turning.recover", ()),
        ("cockpit.project.history.history_items", ("L",)),
    ],
)
async def test_a_fault_in_the_background(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: str, keys: tuple[str, ...]
) -> None:
    monkeypatch.setattr(fault, fails)
    async with running(copy(tmp_path / "p")) as (app, pilot):
        await press(pilot, *keys)
        assert "Internal error (ZeroDivisionError). Please report it." in said(app)
        await press(pilot, "escape", "3")
        assert app.focused.id == "thresholds"


def test_no_work_is_started_that_could_end_the_program() -> None:
    lines = [line for path in COCKPIT.rglob("*.py") for line in path.read_text("utf-8").splitlines()]
    started = [line.strip() for line in lines if line.strip().startswith("@work") or ".run_worker(" in line]
    assert len(started) >= 9
    assert [line for line in started if "exit_on_error=False" not in line] == []


@pytest.mark.parametrize(("kind", "base"), [(CockpitApp, "App"), (Dashboard, "Screen"), (LedgerScreen, "ModalScreen")])
def test_what_is_mixed_in_takes_no_styles_away(kind: type[DOMNode], base: str) -> None:
    """Textual follows the first base that is a node: the styles of the others would be lost."""
    assert base in kind._css_type_names
