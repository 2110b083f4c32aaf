"""What no rule reads, on the screen: its row, the line that is opened, dismissing it and undoing that."""

from pathlib import Path

import pytest

from cockpit.app import CockpitApp
from cockpit.screens import editor
from tests.cli.conftest import Run
from tests.cli.test_unread import maestro, write
from tests.screens.test_limits import opened as opened_over
from tests.support.keyboard import press, said, seen, until


def words(app: CockpitApp) -> str:
    """What is on screen, however wide its columns are."""
    return " ".join(seen(app).split())


async def test_the_row_opens_the_line_and_is_dismissed_and_undone(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    files, place = maestro("needs_approval"), "active-session.md:10"
    root = tmp_path / "dock"
    (root / ".git").mkdir(parents=True)
    write(root, files)
    opened: list[tuple[str, int | None]] = []
    monkeypatch.setattr(editor, "edit_file", lambda _, path, line: opened.append((path.rpartition("/")[2], line)))
    async with opened_over(root) as (app, pilot):
        await until(pilot, lambda: f"unread {place}" in words(app))
        await press(pilot, "e")
        await until(pilot, lambda: opened == [(place.partition(":")[0], int(place.partition(":")[2]))])
        await press(pilot, "a")
        assert "dismisses it: the agent may go on" in said(app)
        await press(pilot, "m", "d")
        await until(pilot, lambda: f"unread {place}" not in words(app))
        assert run("check", "-C", root).code == 0
        await until(pilot, lambda: "u undo" in seen(app))
        await press(pilot, "u")
        await until(pilot, lambda: "Enter undo" in seen(app))
        await press(pilot, "enter")
        await until(pilot, lambda: f"unread {place}" in words(app))
        assert run("check", "-C", root).code == 20
