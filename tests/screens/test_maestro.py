"""A system that keeps no thresholds, decisions or todos on the screen: what there is, and why the rest is empty."""

import shutil
from pathlib import Path

from cockpit.app import CockpitApp
from tests.cases import case_project
from tests.support.keyboard import press, said, seen, slowly
from tests.support.static_app import app_on


def opened(tmp_path: Path, case: str) -> CockpitApp:
    """The program on a copy of a fixture."""
    return app_on(Path(shutil.copytree(case_project(f"maestro/{case}"), tmp_path / case)))


async def test_the_checklist_is_its_resume_protocol(tmp_path: Path) -> None:
    """Without a handoff it opens on the session: an error leaves a choice, and the phase is marked after a look. Then a
    handoff is left, and put away.
    """
    app = opened(tmp_path, "healthy")
    session = tmp_path / "healthy" / "docs/maestro/state/active-session.md"
    before = session.read_bytes()
    for path in ("src/timetable/model.py", "src/timetable/__init__.py", "src/timetable/importing.py", "pyproject.toml"):
        (tmp_path / "healthy" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "healthy" / path).touch()
    async with app.run_test(size=(120, 40)) as pilot:
        await slowly(pilot, "r")
        shown = seen(app)
        for words in (
            "✗ 2 checks block resuming",
            "An error is unresolved",
            "Phase 4 names files that do not exist",
        ):
            assert words in shown
        await slowly(pilot, "f", *"start the next", "enter")
        assert said(app).startswith("Phase 4 names files that do not exist" + ": ")  # reported before anything
        await slowly(pilot, "down", "a")
        for words in ("1 Retry", "2 Skip", "3 Abort", "4 Adjust", "5 Resolve"):
            assert words in seen(app)
        await slowly(pilot, "4")
        await press(pilot, *"wait", "enter")
        assert "Restarted phase 3 (Delay service), retry 2 of 2." in said(app)
        assert "resolution: wait" in session.read_text("utf-8")
        assert "✗ 1 check blocks resuming" in seen(app)
        await slowly(pilot, "u", "enter")  # it failed first, and then was tried again: one choice
        assert session.read_bytes() == before
        await slowly(pilot, "home", "down", "down", "a", "5")
        await press(pilot, *"back", "enter")
        assert "resolution: back" in session.read_text("utf-8")
        await slowly(pilot, "home", "down", "w")
        await press(pilot, *"so", "enter")
        assert "✓ Clear" in seen(app)
        await slowly(pilot, "m", "s")
        assert "+current_phase: 3" in seen(app).replace("+ ", "+")
        await slowly(pilot, "enter")
        assert "current_phase: 3" in session.read_text("utf-8")
        await slowly(pilot, "p")
        assert ("Begin " + "phase 3 (Delay service)" + " again from the start") in app.screen.preflight.prompt.text  # type: ignore[attr-defined]
        await slowly(pilot, "escape", "escape", "h", "ctrl+s", "ctrl+s")
        assert "Handed off at phase 3: docs/maestro/state/holding-pattern.md." in said(app)
        assert "### Handoff " in session.read_text("utf-8")
        await slowly(pilot, "r")
        assert "The handoff names the next action" in seen(app)
        await slowly(pilot, "m", "v", "a")
        assert [*session.parent.glob("handoffs/*.md")]
