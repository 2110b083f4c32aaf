"""Limits in a repository without a framework on the screen: set, reached, answered, while the program is open."""

import os
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest
from textual.pilot import Pilot

from cockpit.app import CockpitApp
from cockpit.model.reading_options import ReadingOptions
from cockpit.project.observe import Observer
from tests.cases import case_project
from tests.cli.conftest import Run
from tests.support.keyboard import press, said, seen, settle, until
from tests.support.limited_repository import LIMITS, files, make, tell, tell_codex


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return make(tmp_path / "shop-api")


@pytest.fixture
def hooked(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The person's home, with a command `cockpit` that hooks can run."""
    program(tmp_path / "bin/cockpit", "")
    monkeypatch.setenv("PATH", f"{tmp_path}/bin:{os.environ['PATH']}")
    monkeypatch.setenv("HOME", str(root.parent))
    return root.parent


def program(path: Path, text: str) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)


def first_line(app: CockpitApp) -> str:
    return seen(app).splitlines()[0]


def limits(app: CockpitApp) -> list[tuple[float | None, float | None]]:
    """At what each metric alerts and stops, as the program has read it."""
    tracks = app.project.tracks if app.project is not None else ()
    return [(each.limits.alert, each.limits.stop) for track in tracks for each in track.thresholds]


@asynccontextmanager
async def opened(root: Path, width: int = 120) -> AsyncIterator[tuple[CockpitApp, Pilot[None]]]:
    """The program as it opens over the repository, and who presses its keys."""
    app = CockpitApp(
        lambda on_snapshot: Observer(root, on_snapshot, options=ReadingOptions(agents=None), home=root.parent),
        now=lambda: datetime.now().astimezone(),
        home=str(root.parent),
    )
    async with app.run_test(size=(width, 40)) as pilot:
        yield app, pilot


async def test_the_form_of_a_first_limit_says_what_the_row_does(root: Path) -> None:
    tell_codex(root.parent / ".codex", root, context=70, session="0199d7c2-4e8b-7a30-b6d1-93f04c5a7e22")
    async with opened(root) as (app, pilot):
        await until(pilot, lambda: "tokens" in seen(app) and "70 k" in seen(app))
        around = replace(app.snapshot.surroundings, enforcement="advisory")
        app.snapshot = replace(app.snapshot, surroundings=around)
        await press(pilot, "3", "home", "l")
        await until(pilot, lambda: "tokens is 70 k (1 session of the last 14 days)." in " ".join(seen(app).split()))
        await press(pilot, "down", "=50000")
        await until(pilot, lambda: "alert none → 50 k" in seen(app))
        told = " ".join(seen(app).replace("│", " ").split())
        assert "What was used before the first limit does not" in told
        assert "No hook holds an agent at it yet: `cockpit hooks` says how." in told
        assert "The agent will wait" not in told


async def test_levels_out_of_order_are_told_and_an_emptied_field_removes_its_limit(root: Path, run: Run) -> None:
    run("limit", "-C", root, "cost.warning=1")
    async with opened(root) as (app, pilot):
        await until(pilot, lambda: "3 Limits" in seen(app))
        await press(pilot, "3", "l")
        await until(pilot, lambda: "Limits of cost" in seen(app))
        await press(pilot, "down", *"12", "down", *"9", "ctrl+s")
        await until(pilot, lambda: "alert, $12, is above stop, $9" in " ".join(seen(app).split()))
        assert "command" not in seen(app)
        await press(pilot, "ctrl+u", *"19", "ctrl+s")
        await until(pilot, lambda: "Limits of cost" not in seen(app))
        await until(pilot, lambda: (12, 19) in limits(app))
        assert files(root)[LIMITS] == b"[limits.cost]\nwarning = 1\nstop = 19\nalert = 12\n"
        await press(pilot, "3", "l")
        await until(pilot, lambda: "Limits of cost" in seen(app))
        await press(pilot, "down", "ctrl+u")
        await until(pilot, lambda: "alert $12 → none" in seen(app))
        await press(pilot, "ctrl+s")
        await until(pilot, lambda: "Removed the alert limit of cost" in said(app))
    assert files(root)[LIMITS] == b"[limits.cost]\nwarning = 1\nstop = 19\n"


async def test_the_header_says_how_far_hooks_hold_the_agents(
    root: Path, run: Run, tmp_path: Path, hooked: Path
) -> None:
    asked = tmp_path / "asked"
    program(tmp_path / "bin/claude", f"echo x >> {asked}; cat {tmp_path}/version")
    run("limit", "-C", root, "cost.alert=10")
    async with opened(root) as (app, pilot):
        await until(pilot, lambda: "limits advisory" in first_line(app))
        assert not asked.exists(), "no hook of it is installed"
        for version, word in (("2.1.214", "in part"), ("2.1.332", "enforced")):
            (tmp_path / "version").write_text(version)
            run("hooks", "install", "claude", "--yes", "-C", root)
            await until(pilot, lambda word=word: f"limits {word}" in seen(app))
        assert len(asked.read_text().split()) == 4, "once by each command, and once after each"
        tell_codex(root.parent / ".codex", root, context=10, session="0199d7c2-4e8b-7a30-b6d1-93f04c5a7e22")
        await until(pilot, lambda: "limits advisory" in seen(app))
        run("hooks", "remove", "--yes", "-C", root)
        await settle(pilot)
        await pilot.resize_terminal(80, 40)
        await until(pilot, lambda: "limits advisory" in first_line(app))
        await pilot.click("#header", offset=(first_line(app).index("advisory"), 0))
        await until(pilot, lambda: "Enter write" in seen(app))


async def test_a_framework_that_keeps_no_limits_shows_those_of_the_repository(root: Path) -> None:
    shutil.copytree(case_project("maestro/healthy"), root, dirs_exist_ok=True)
    async with opened(root) as (app, pilot):
        await settle(pilot)
        await press(pilot, "l", "enter", *"5", "down", *"10", "down", *"20", "enter")
        await until(pilot, lambda: "· cost           —" in seen(app))
        assert files(root)[LIMITS] == b"[limits.cost]\nstop = 20\nalert = 10\nwarning = 5\n"
        assert "track 1/" not in seen(app)
        tell(root, cost=10.04)
        await until(pilot, lambda: "  cost $10.04 reached your alert of $10" in seen(app))
        assert "track shop-api" not in seen(app)
        await press(pilot, "3", "end", "enter")
        assert "Read from     status line" in seen(app)
        await press(pilot, "escape", "1", "home", "a")
        await until(pilot, lambda: "✓ cost      $10.04" in seen(app))
        await press(pilot, "3", "end", "l", "tab", "tab", *"30", "enter")
        await until(pilot, lambda: b"stop = 30" in files(root)[LIMITS])


async def test_a_first_limit_before_any_agent_works_says_that_nothing_holds_one(root: Path, hooked: Path) -> None:
    (hooked / ".codex").mkdir()
    async with opened(root) as (app, pilot):
        await until(pilot, lambda: "Set a limit here" in seen(app) or "3 Usage" in seen(app))
        await press(pilot, "l", "1", "tab", "tab", *"75", "enter")
        row = "No hook holds claude and codex at these limits: `cockpit hooks install claude`"
        await until(pilot, lambda: row in seen(app))
        await press(pilot, "1", "end", "m", "d")
        await until(pilot, lambda: "No hook holds" not in seen(app) and "u undo" in seen(app))
        await press(pilot, "u")
        await until(pilot, lambda: "Enter undo" in seen(app))
        await press(pilot, "enter")
        await until(pilot, lambda: row in seen(app))
        await press(pilot, "1", "end", "a", "2")
        await until(pilot, lambda: "Enter write" in seen(app))
        await press(pilot, "enter")
        await until(pilot, lambda: "No hook holds" not in seen(app))
    assert "check --hook codex" in (hooked / ".codex/hooks.json").read_text()


async def test_an_agent_that_no_hook_holds_should_wait_and_one_that_is_held_waits(
    root: Path, run: Run, hooked: Path
) -> None:
    run("limit", "-C", root, "cost.alert=10", "cost.stop=20")
    tell(root, cost=10.04)
    async with opened(root, 160) as (app, pilot):
        await until(pilot, lambda: "reached your alert of $10: the agent should wait; no hook holds it" in seen(app))
        assert "3 Limits  the agent should wait: cost" in seen(app)
        assert "the agent waits" not in seen(app)
        run("hooks", "install", "claude", "--yes", "-C", root)
        await until(pilot, lambda: "3 Limits  the agent waits: cost" in seen(app))
        tell(root, cost=21)
        await until(pilot, lambda: "the agent ends; raise the limit" in seen(app))


async def test_find_leads_to_the_hook(root: Path, run: Run, hooked: Path) -> None:
    for folder in (".codex", ".gemini"):
        (hooked / folder).mkdir()
    run("limit", "-C", root, "cost.stop=75")
    async with opened(root) as (app, pilot):
        await settle(pilot)
        await press(pilot, "f", "=hooks")
        await until(pilot, lambda: "Install a hook" in seen(app))
        await press(pilot, "enter")  # the row that says it is found first
        await until(pilot, lambda: "decides by itself" in seen(app))
        await press(pilot, "a")
        await until(pilot, lambda: "Claude Code" in seen(app) and "Gemini CLI" in seen(app))
        await press(pilot, "escape", "f", "=enforce")
        await until(pilot, lambda: "Install a hook" in seen(app))
        await press(pilot, "enter")
        await until(pilot, lambda: "Claude Code" in seen(app) and "Gemini CLI" in seen(app))
