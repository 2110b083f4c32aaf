"""State of a system that is not read yet is said to be there, and goes by itself."""

import shutil
from pathlib import Path

import pytest

from cockpit.cli.main import main
from cockpit.storage.reading.loader import Loader
from cockpit.systems.registry import SYSTEMS, UNREAD
from cockpit.wording.messages import Message, clause
from tests.support.keyboard import press, seen
from tests.support.static_app import app_on


def write(root: Path, name: str) -> Path:
    (root / name).parent.mkdir(parents=True)
    (root / name).write_text("text")
    return root


def test_other_folders_of_these_names_are_nothing(tmp_path: Path) -> None:
    for name in ("_docs/notes.md", "docs/maestro.md", ".gemini/settings.json", ".planning/1-1-PLAN.md"):
        write(tmp_path, name)
    assert [each.code for each in Loader(tmp_path, home=None).load().findings if each.code == "system-unread"] == []
    shutil.rmtree(tmp_path / ".planning")
    (tmp_path / ".planning").write_text("a file")
    assert [each.code for each in Loader(tmp_path, home=None).load().findings if each.code == "system-unread"] == []


def test_a_system_that_is_read_is_not_among_those_that_are_not() -> None:
    assert {each.name for each in UNREAD}.isdisjoint({system.name for system in SYSTEMS})


async def test_the_screen_and_the_commands_say_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    root = write(tmp_path / "p", ".planning/STATE.md")
    assert main(["check", "-C", str(root)]) == 0
    assert capsys.readouterr().out == (
        f"The agent may continue, but nothing was checked: this version cannot read the state in {root} (.planning/).\n"
    )
    assert main(["status", "-C", str(root), "--no-agents"]) == 0
    unread = Message(
        "systems.state-not-read-yet",
        ("STATE.md looks like the state of get-shit-done, which this version of cockpit does not read."),
    )
    nothing = f"No agent state was found in {root} (.planning/: {clause(unread)})."
    assert f"{nothing} " in capsys.readouterr().out
    for size in ((80, 24), (120, 40)):
        app = app_on(root)
        async with app.run_test(size=size) as pilot:
            await press(pilot)
            shown = " ".join(seen(app).split())
            assert "No agent state here that can be read" in shown
            assert ".planning/ STATE.md looks like the state of get-shit-done, which this" in shown
