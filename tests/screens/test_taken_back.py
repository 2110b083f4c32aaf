"""What another program took back: said with true words, shown as a diff, written again, and marked in the ledger."""

from datetime import timedelta
from pathlib import Path

import pytest

from cockpit.actions.change import Writer, change
from cockpit.actions.load import load_project
from cockpit.demo.sample import create
from cockpit.model.intents import Acknowledge
from tests.actions.test_taken_back import HANDOFF, handed_off, written_over
from tests.screens.hands import (
    everything,
    firing,
    press,
    put_back,
    rewrite,
    said,
    seen,
    settle,
    slowly,
    transponder,
    write_acknowledgments,
)
from tests.screens.still import NOW, app_on
from tests.screens.test_ledger import writer
from tests.storage.repositories import run

SIZE = (120, 40)
GIVEN = ".autopilot/state/acknowledgments.json"


def older(root: Path) -> None:
    """An older handoff comes back in the place of ours."""
    path = root / HANDOFF
    text = path.read_text().replace("created: 2026-01-29", "created: 2026-01-20")
    path.write_text(text.replace("deadbee", "0ddba11"))


async def test_only_the_half_in_the_state_file_is_gone(tmp_path: Path) -> None:
    """Git knew an older state file than the handoff was written on, and the handoff not at all."""
    root = create(tmp_path / "app", now=NOW - timedelta(minutes=40))
    rewrite(transponder(root), "15:49:00Z", "16:10:00Z")
    rewrite(transponder(root), "Completed task 3.2.2: Show due dates", "Looked at task 3.2.3")
    handed_off(root, None)
    ours = (root / HANDOFF).read_bytes()
    app = app_on(root)
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        assert "Taken back" not in seen(app)
        run(root, "reset", "-q", "--hard")
        app.project = load_project(root, clock=lambda: NOW)
        await settle(pilot)
        assert "TRANSPONDER.md: an older one stands there." in " ".join(seen(app).replace("│", " ").split())
        await press(pilot, "1")
        assert "Applied again: Handed off" in said(app)
    assert (root / HANDOFF).read_bytes() == ours
    for line in ("Handed off at plan 3.2", "| Resume file | .autopilot/holding-pattern.md |", "16:29:00Z"):
        assert line in transponder(root).read_text()


@pytest.fixture
def merged(tmp_path: Path) -> Path:
    return handed_off(firing(tmp_path / "app"), "archive").root


async def test_an_older_handoff_is_told_and_the_one_written_comes_back(merged: Path) -> None:
    ours = (merged / HANDOFF).read_bytes()
    older(merged)
    app = app_on(merged)
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        told = " ".join(seen(app).replace("│", " ").split())
        assert "was taken back by another program (an agent, git, an editor)" in told
        assert f"{HANDOFF}: an older one stands there." in told
        assert "Writing it again changes this: " in told
        await press(pilot, "pagedown")
        assert any("+| 2 | Create API | deadbee" in line for line in seen(app).splitlines())
        await press(pilot, "1")
        assert (merged / HANDOFF).read_bytes() == ours
        assert "Applied again: Handed off" in said(app)


async def test_a_cockpit_that_only_reads_says_so_too(merged: Path) -> None:
    older(merged)
    theirs = (merged / HANDOFF).read_bytes()
    app = app_on(merged, read_only=True)
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        assert said(app).endswith(
            f"{HANDOFF}: an older one stands there. This cockpit only reads: another one can write it again."
        )
    assert (merged / HANDOFF).read_bytes() == theirs


async def test_one_that_another_agent_wrote_over_is_told_and_brought_back(merged: Path) -> None:
    app = app_on(merged)
    async with app.run_test(size=SIZE) as pilot:
        ours = written_over(Writer(root=merged, now=NOW))
        app.project = load_project(merged, clock=lambda: NOW)
        await settle(pilot)
        told = " ".join(seen(app).replace("│", " ").split())
        assert "was written over by another program (an agent, git, an editor)" in told
        assert f"{HANDOFF}: another one stands there, of 29 Jan," in told
        await press(pilot, "1", "L")
        assert f"written over {NOW:%H:%M}" in seen(app)
        await press(pilot, "u")
        assert said(app) == "Another program wrote over this; U brings it back."
        await press(pilot, "U", "enter")
        assert (merged / HANDOFF).read_bytes() == ours
        await slowly(pilot, "escape")
        (merged / HANDOFF).unlink()  # who goes on puts it away, and leaves another one later
        for text in (None, ours.replace(b"created: 2026-01-29T16:29", b"created: 2026-01-29T16:30")):
            if text is not None:
                (merged / HANDOFF).write_bytes(text)
            app.project = load_project(merged, clock=lambda: NOW)
            await settle(pilot)
        assert "Written over" not in seen(app)


async def test_it_is_told_on_the_screen_of_the_resume_too_and_the_ledger_writes_it_again(merged: Path) -> None:
    ours = (merged / HANDOFF).read_bytes()
    app = app_on(merged)
    async with app.run_test(size=SIZE) as pilot:
        await slowly(pilot, "r")
        older(merged)
        app.project = load_project(merged, clock=lambda: NOW)
        await settle(pilot)
        assert "Taken back" in seen(app)
        await press(pilot, "2")
        await slowly(pilot, "escape", "L")
        assert "Taken back" not in seen(app)
        at = f"{NOW:%H:%M}"
        assert any("Handed off at plan 3.2" in line and f"taken back {at}" in line for line in seen(app).splitlines())
        assert f"taken back by another program (an agent, git, an editor), noticed {at}" in seen(app)
        await press(pilot, "u")
        assert said(app) == "Another program took this back; U writes it again."
        await press(pilot, "U", "enter")
        assert (merged / HANDOFF).read_bytes() == ours
        assert "taken back by another program, made again later" in seen(app)


@pytest.mark.parametrize("whole", [True, False], ids=["every file", "the state file alone"])
async def test_undo_says_of_it_what_the_ledger_says(tmp_path: Path, whole: bool) -> None:
    root = firing(tmp_path / "project")
    before = everything(root)
    change(writer(root, 5), None, Acknowledge(metric="context"))
    put_back(before if whole else {path: data for path, data in before.items() if path.endswith("TRANSPONDER.md")})
    app = app_on(root)
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        assert "Taken back" in seen(app)
        await slowly(pilot, "2", "u")
        assert said(app) == "Another program took this back; L shows it, and U there writes it again."
        await slowly(pilot, "L", "u")
        assert said(app).endswith("Another program took this back; U writes it again.")


async def test_what_cannot_be_written_again_is_not_offered(tmp_path: Path) -> None:
    """The state file is an older one, but the acknowledgment was written anew by somebody."""
    root = firing(tmp_path / "project")
    before = transponder(root).read_text()
    change(writer(root, 5), None, Acknowledge(metric="context"))
    transponder(root).write_text(before)
    write_acknowledgments(root, context={"acknowledged_at": "2026-01-29T16:29:00Z", "value_at_acknowledgment": 45})
    app = app_on(root)
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        assert "Write it again" not in seen(app)
        assert f"It cannot be written again: The lines of {GIVEN} are others by now." in said(app)
        assert said(app).endswith("What it wrote is kept: see L.")
