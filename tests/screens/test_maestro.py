"""A system that keeps no thresholds, decisions or todos on the screen: what there is, and why the rest is empty."""

import shutil
from pathlib import Path

import pytest

from cockpit.app import CockpitApp
from tests.screens.conftest import Pictures
from tests.screens.hands import press, said, seen, settle
from tests.screens.still import app_on

FIXTURES = Path(__file__).resolve().parents[1] / "fixtures" / "maestro"
SMALL_AND_USUAL = ((80, 24), (120, 40))


def opened(tmp_path: Path, case: str) -> CockpitApp:
    """The program on a copy of a fixture."""
    return app_on(Path(shutil.copytree(FIXTURES / case, tmp_path / case)))


async def test_at_work(tmp_path: Path, pictures: Pictures) -> None:
    await pictures.take(opened(tmp_path, "healthy"))


async def test_no_active_session(tmp_path: Path, pictures: Pictures) -> None:
    await pictures.take(opened(tmp_path, "archived"), sizes=SMALL_AND_USUAL)


async def test_details(tmp_path: Path) -> None:
    app = opened(tmp_path, "healthy")
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await press(pilot, "8", "down", "down", "enter")
        shown = seen(app)
        for words in (
            "Delay service",
            "· api_designer",
            "In parallel  yes",
            "Comes after  2",
            "· src/delays/service.py",
        ):
            assert words in shown
        await press(pilot, "escape", "7", "down", "down", "down", "enter")
        for words in ("src/board/view.py", "scripts/old_import.sh", "Workflow mode", "standard"):
            assert words in seen(app)
        await press(pilot, "end")
        for words in ("Phase 2: Import of the published tables ✅", "Pass, after one retry", "no text"):
            assert words in seen(app)


@pytest.mark.parametrize(
    ("key", "sentence"),
    [
        ("d", "Maestro keeps no decisions; its log may tell of them."),
        ("b", "Maestro keeps no blockers, only errors of phases."),
        ("t", "Maestro keeps no todos, only phases."),
        ("h", "Maestro leaves no handoff of this kind; its session file is what the next one reads."),
    ],
)
async def test_a_key_says_why_it_does_nothing(tmp_path: Path, key: str, sentence: str) -> None:
    app = opened(tmp_path, "healthy")
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await press(pilot, key)
        assert said(app) == sentence
        assert len(app.screen_stack) == 1
