"""What another program took back, on screen: one row, never a dialog; reviewed, written again and dismissed by keys."""

from dataclasses import replace
from pathlib import Path

import pytest
from textual.pilot import Pilot

from cockpit.app import CockpitApp
from cockpit.model.intents import Acknowledge, AddTodo, TickTodo
from cockpit.project.change import change
from cockpit.project.load import load_project
from cockpit.project.workspace import Workspace
from cockpit.widgets.by_key import by_key
from cockpit.widgets.panes.attention import AttentionPane
from cockpit.wording.messages import clause, plain
from tests.screens.test_ledger import listed, writer
from tests.support.keyboard import everything, firing, press, put_back, said, seen, settle, slowly, transponder
from tests.support.messages import words as says
from tests.support.repositories import run
from tests.support.static_app import NOW, running

SIZE = (120, 40)


def changed(root: Path, number: int) -> None:
    """So many todos, one after the other."""
    for each in range(number):
        change(Workspace(root=root, now=NOW), None, AddTodo(text=f"Task {each}"))


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A repository with the state in it."""
    root = firing(tmp_path / "app")
    run(root, "init", "-q")
    run(root, "add", "-A")
    run(root, "commit", "-q", "-m", "Began")
    return root


async def look(app: CockpitApp, root: Path) -> None:
    """What the observer does when files have changed."""
    app.snapshot = replace(app.snapshot, project=load_project(root, clock=lambda: NOW))


def row(app: CockpitApp) -> str:
    """The row in Needs you."""
    return next((" ".join(line.strip("│ ▌").split()) for line in seen(app).splitlines() if "taken back" in line), "")


async def test_nothing_opens_while_a_person_types(project: Path) -> None:
    changed(project, 2)
    async with running(project, SIZE) as (app, pilot):
        await slowly(pilot, "n", "t", "a")
        screen, focused = app.screen, app.focused
        run(project, "checkout", "-q", ".")
        await look(app, project)
        await settle(pilot)
        await press(pilot, "b")
        assert (app.screen, app.focused) == (screen, focused)
        await press(pilot, "escape")
        assert len(app.screen_stack) == 1
        assert "2 changes were taken back at " in row(app)


def hint(app: CockpitApp) -> str:
    """What the finding says can be done about it."""
    found = app.snapshot.taken_back
    return by_key(found.hint, app.view.keys) if found is not None and found.hint is not None else ""


async def open_review(app: CockpitApp, pilot: Pilot[None]) -> None:
    """Go to the row and press Enter."""
    await slowly(pilot, "1")
    for _ in range(20):
        selected = app.screen.query_one(AttentionPane).row
        if selected is not None and selected.value.kind == "taken-back":
            break
        await press(pilot, "j")
    await slowly(pilot, "enter")


async def test_they_are_reviewed_written_again_and_dismissed(project: Path) -> None:
    changed(project, 3)
    run(project, "checkout", "-q", ".")
    async with running(project) as (app, pilot):
        await settle(pilot)
        await open_review(app, pilot)
        assert len(app.screen_stack) == 2
        assert "Taken back" in seen(app)
        assert sum("Added the todo: Task" in line for line in listed(seen(app))) == 3
        await slowly(pilot, "enter")
        assert "+- [ ] Task 2" in seen(app)
        assert transponder(project).read_text().count("- [ ] Task") == 0, "looking writes nothing"
        await slowly(pilot, "escape", "m", "d")
        assert f"Dismissed “{clause(says('Added the todo: Task 2'))}”, which another program took back." in said(app)
        await slowly(pilot, "m", "w", "enter")
        assert transponder(project).read_text().count("- [ ] Task") == 2
        assert "Wrote 2 changes again." in said(app)
        assert " undo)" not in said(app), "each of them is a change of its own"
        assert "No other program took a change back." in seen(app)
        await slowly(pilot, "escape")
        assert row(app) == ""


async def test_the_menu_of_the_only_one_names_each_action_once(project: Path) -> None:
    changed(project, 1)
    run(project, "checkout", "-q", ".")
    async with running(project, SIZE) as (app, pilot):
        await settle(pilot)
        assert hint(app) == "Press a on its row to review it, then write it again or dismiss it."
        await open_review(app, pilot)
        await slowly(pilot, "m")
        named = [seen(app).count(name) for name in ("Write this again", "Dismiss this", "Write it again", "Dismiss it")]
        assert named == [1, 1, 0, 0]
        await slowly(pilot, "a", "enter")
        assert transponder(project).read_text().count("- [ ] Task") == 1


async def test_what_cannot_be_written_again_is_only_to_be_dismissed(project: Path) -> None:
    changed(project, 1)
    stale = everything(project / ".autopilot")
    change(Workspace(root=project, now=NOW), None, TickTodo(text="Task 0"))
    put_back(stale)
    change(Workspace(root=project, now=NOW), None, AddTodo(text="Another"))
    put_back({path: data.replace(b"- [ ] Task 0\n", b"") for path, data in everything(project / ".autopilot").items()})
    async with running(project, SIZE) as (app, pilot):
        await settle(pilot)
        why = 'No todo "Task 0". Found: "Another".'
        assert hint(app) == (
            f"The change cannot be written again: {clause(plain(why))}. Press a on the row to review and dismiss it."
        )
        await open_review(app, pilot)
        await slowly(pilot, "m")
        assert why in seen(app)
        await slowly(pilot, "d")
        assert (f"Dismissed “{clause(says('Ticked the todo: Task 0'))}”, which another program took back.") in said(app)


async def test_all_are_dismissed_at_once_and_that_is_undone(project: Path) -> None:
    changed(project, 3)
    run(project, "checkout", "-q", ".")
    async with running(project, SIZE) as (app, pilot):
        await settle(pilot)
        await open_review(app, pilot)
        before = everything(project / ".autopilot")
        app.settings = replace(app.settings, read_only=True)
        for key in ("a", "m", "u", "U"):
            await slowly(pilot, key)
            assert said(app) == "Cockpit was opened read-only."
        assert everything(project / ".autopilot") == before
        app.settings = replace(app.settings, read_only=False)
        await slowly(pilot, "m", "x")
        assert "Dismissed 3 changes that another program took back." in said(app)
        await slowly(pilot, "escape")
        assert row(app) == ""
        await slowly(pilot, "L")
        shown = listed(seen(app))
        assert sum("Task" in line and "dismissed" in line for line in shown) == 3
        place = next(place for place, line in enumerate(shown) if "Task" in line and "dismissed" in line)
        await slowly(pilot, *["j"] * place, "U")
        assert (
            "Another program took this change back, and it was dismissed. Undo the dismissal to list it again."
        ) in said(app)
        await slowly(pilot, "escape", "u", "enter")
        assert "3 changes were taken back at " in row(app)
        assert transponder(project).read_text().count("- [ ] Task") == 0


async def test_undo_says_of_it_what_the_ledger_says(tmp_path: Path) -> None:
    root = firing(tmp_path / "project")
    before = everything(root)
    change(writer(root, 5), None, Acknowledge(metric="context"))
    put_back({path: data for path, data in before.items() if path.endswith("TRANSPONDER.md")})
    async with running(root, SIZE) as (app, pilot):
        await slowly(pilot, "u")
        assert said(app) == "Another program took this change back. Press a on its row to review it."
        await slowly(pilot, "L", "u")
        assert said(app).endswith("Another program took this change back. Press U to write it again.")
        assert "taken back" in seen(app)
        await slowly(pilot, "m", "d")
        assert (
            f"Dismissed “{clause(says('Acknowledged context at 44 %.'))}”, which another program took back."
        ) in said(app)
