"""The end of a demo: said once on the screen, when its agent has come to the end of its script."""

import asyncio
from pathlib import Path

import pytest

from cockpit import app as program
from cockpit.demo.sample import ENDED
from cockpit.project.demo import demo
from cockpit.screens import project_app
from cockpit.widgets import footer
from tests.support.demo_projects import wait_until
from tests.support.keyboard import EXAMPLE, said
from tests.support.messages import wording
from tests.support.static_app import app_on, sample_of_a_demo

OVER = wording("screens.demo-is-over", quits="q")


async def test_the_end_is_said_once_and_until_a_key_is_pressed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "_LOOKING", 0.1)
    for module in (footer, project_app):
        monkeypatch.setattr(module, "GLANCE", 0.2)
    over: list[bool] = []
    app = app_on(EXAMPLE, sample=sample_of_a_demo(root=EXAMPLE, is_over=lambda: bool(over)))
    async with app.run_test(size=(80, 24)) as pilot:
        await asyncio.sleep(0.3)
        assert said(app) == ""
        over.append(True)
        for _ in range(100):
            await asyncio.sleep(0.1)
            if said(app):
                break
        assert said(app) == OVER
        await asyncio.sleep(0.4)
        assert said(app) == OVER, "it stays until it was read"
        await pilot.press("down")
        await asyncio.sleep(0.4)
        assert said(app) == ""


def test_a_running_demo_knows_its_end() -> None:
    with demo("fast", "maestro") as sample:
        home = Path(sample.root).parent
        assert not (home / ENDED).exists()
        assert not sample.is_over()
        (home / "resumed").touch()
        wait_until(sample.is_over, "the agent of the demo ends")
        assert (home / ENDED).exists()
