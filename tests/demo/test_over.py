"""The end of a demo: said once on the screen, when its agent has come to the end of its script."""

import tempfile
import threading
from datetime import UTC, datetime
from pathlib import Path
from shlex import split

import pytest

from cockpit import app as program
from cockpit.demo.sample import ENDED
from cockpit.model.intents import AddTodo
from cockpit.project.change import change
from cockpit.project.demo import demo
from cockpit.project.history import ledger
from cockpit.project.workspace import Workspace
from tests.support.demo_projects import wait_until
from tests.support.keyboard import EXAMPLE, said, until
from tests.support.static_app import app_on, sample_of_a_demo

OVER = "The demo's story is over. Press q to quit, then run `cockpit` in a project of your own."


async def test_the_end_is_said_once_and_until_a_key_is_pressed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "_LOOKING", 0.1)
    over, looked = threading.Event(), []

    def is_over() -> bool:
        looked.append(over.is_set())
        return looked[-1]

    app = app_on(EXAMPLE, sample=sample_of_a_demo(root=EXAMPLE, is_over=is_over))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: looked)
        assert said(app) == ""
        over.set()
        await until(pilot, lambda: said(app))
        assert said(app) == OVER
        assert [each.stays for each in app.said] == [True]
    assert looked.count(True) == 1


def test_a_running_demo_knows_its_end() -> None:
    with demo("fast", "maestro") as sample:
        home = Path(sample.root).parent
        assert not (home / ENDED).exists()
        assert not sample.is_over()
        (home / "resumed").touch()
        wait_until(sample.is_over, "the agent of the demo ends")
        assert (home / ENDED).exists()


def test_a_demo_that_is_kept_opens_again_with_its_history(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    now = datetime.now(UTC)
    with demo("fast", "autopilot", keep=True) as sample:
        done = change(Workspace(root=sample.root, now=now), None, AddTodo(text="Ask the harbour"))
    assert ledger(Workspace(root=sample.root, now=now)) == ()
    setting, _, root = split(sample.again)
    monkeypatch.setenv(*setting.split("=", 1))
    assert [each.sentence for each in ledger(Workspace(root=Path(root), now=now))] == [str(done.done)]
