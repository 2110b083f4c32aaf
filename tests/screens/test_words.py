"""What stands on the screen and in the terminal is true and can be read: dates, statuses, what was counted."""

from pathlib import Path

import pytest

from tests.cli.conftest import TRANSPONDER, Run, run  # noqa: F401 -- the fixture
from tests.support.keyboard import press, seen, settle
from tests.support.static_app import app_on


def write(root: Path, **changes: str) -> Path:
    """A project of Project Autopilot; each text of its state file that is replaced."""
    text = TRANSPONDER
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new)
    (root / ".autopilot").mkdir()
    (root / ".autopilot" / "TRANSPONDER.md").write_text(text, "utf-8")
    return root


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=str)
async def test_a_date_of_another_year_stands_apart_from_its_text(tmp_path: Path, size: tuple[int, int]) -> None:
    app = app_on(write(tmp_path, **{"2026-01-29 — Completed": "2024-01-10 — Completed"}))
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        await press(pilot, "2")
        assert "10 Jan 2024 Completed dashboard layout plan" in seen(app)


async def test_a_phase_in_progress_without_a_plan_is_one_finding_and_marked_as_present(
    tmp_path: Path,
    run: Run,  # noqa: F811
) -> None:
    root = write(tmp_path, **{"| Phase | 3 of 6 |": "| Phase | 2 of 4 |"})
    (root / ".autopilot" / "phases" / "002-lamps").mkdir(parents=True)
    assert run("lint", "-C", root).out.count('The status is "In progress", but phase 2 has no plan.') == 1
    app = app_on(root)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        assert "● 002" in seen(app)


async def test_details_say_who_counted(tmp_path: Path) -> None:
    root = write(tmp_path)
    phase = root / ".autopilot" / "phases" / "003-dashboard"
    phase.mkdir(parents=True)
    (phase / "ROUTE.md").write_text("# Plan\n\n- [x] One\n- [ ] Two\n", "utf-8")
    app = app_on(root)
    async with app.run_test(size=(200, 60)) as pilot:
        await press(pilot, "2", "home")
        assert "Plan files     1 of 2 tasks" in seen(app)
        assert "System" not in seen(app)
