"""Closing the demo: what becomes of the sample project is asked before it is deleted."""

import asyncio
import time
from pathlib import Path

import pytest

from cockpit.app import CockpitApp
from tests.support.keyboard import copy, said, seen, slowly
from tests.support.patience import PATIENCE
from tests.support.static_app import running, sample_of_a_demo


@pytest.mark.parametrize(
    ("keys", "kept"),
    [
        (["q", "enter"], 1),
        (["q", "2"], 0),
        (["q", "escape", "q", "1"], 1),
        (["ctrl+q", "ctrl+q"], 0),
        (["n", "d", "ctrl+q", "2"], 0),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
async def test_the_sample_project(tmp_path: Path, keys: list[str], kept: int) -> None:
    project = copy(tmp_path / "project")
    told: list[str] = []
    async with running(project, sample=sample_of_a_demo(keep=lambda: told.append("kept"))) as (app, pilot):
        for key in keys[:-1]:
            await slowly(pilot, key)
            assert (app._exit, told) == (False, [])
            if key in ("q", "ctrl+q"):
                assert "is in ~/project." in seen(app)
                assert "Quit, and delete it" in seen(app)
        await last(app, keys[-1])
    assert (len(told), app._exit) == (kept, True)


@pytest.mark.parametrize("keys", [[], ["h"]], ids=" ".join)
async def test_ctrl_c_says_which_key_quits(tmp_path: Path, keys: list[str]) -> None:
    async with running(copy(tmp_path / "project")) as (app, pilot):
        await slowly(pilot, *keys, "ctrl+c")
        assert said(app) == "Press ^Q to quit."


async def last(app: CockpitApp, key: str) -> None:
    """Press a key that ends the program: afterwards nothing comes to rest, so nothing waits for it."""
    pressing = asyncio.ensure_future(app._press_keys([key]))
    end = time.monotonic() + PATIENCE
    while not app._exit:
        assert time.monotonic() < end, f"{key} never ended it"
        await asyncio.sleep(0.002)
    pressing.cancel()
