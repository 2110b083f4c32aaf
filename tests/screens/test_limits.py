"""Limits in a repository without a framework on the screen: set, reached, answered, while the program is open."""

import os
import shutil
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest

from cockpit.app import CockpitApp
from cockpit.model.reading_options import ReadingOptions
from cockpit.project.observe import Observer
from tests.cases import case_project
from tests.cli.conftest import Run, run  # noqa: F401 -- the fixture
from tests.support.keyboard import press, said, seen, settle, until
from tests.support.limited_repository import LIMITS, files, make, tell, tell_codex
from tests.support.wizard import fill, step


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return make(tmp_path / "shop-api")


def opened(root: Path) -> CockpitApp:
    """The program as it opens over the repository."""
    return CockpitApp(
        lambda on_snapshot: Observer(root, on_snapshot, options=ReadingOptions(agents=None), home=root.parent),
        now=lambda: datetime.now().astimezone(),
        home=str(root.parent),
    )


async def test_l_sets_the_first_limit_where_nothing_is_kept_and_u_undoes_it(root: Path) -> None:
    app = opened(root)
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: "Set a limit here" in seen(app))
        await press(pilot, "l")
        await press(pilot, "enter", *"5", "down", *"10", "down", *"20", "enter")
        await until(pilot, lambda: "3 Limits" in seen(app))
        assert "not known: no session has stated it" in seen(app)
        assert files(root)[LIMITS] == b"[limits.cost]\nstop = 20\nalert = 10\nwarning = 5\n"
        await until(pilot, lambda: "u undo" in seen(app))
        await press(pilot, "u")
        await until(pilot, lambda: "Enter undo" in seen(app))
        await press(pilot, "enter")
        await until(pilot, lambda: not files(root))
        await until(pilot, lambda: "Undone" in said(app))


async def test_what_a_status_line_tells_arrives_and_a_lets_the_agent_go_on(root: Path, run: Run) -> None:  # noqa: F811
    run("limit", "-C", root, "cost.alert=10", "cost.stop=20")
    app = opened(root)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        tell(root, cost=10.04, context=72)
        await until(pilot, lambda: "cost $10.04 reached your alert of $10" in seen(app))
        assert run("check", "-C", root).code == 20
        for words in ("status line at ", "no limit", "a acknowledge", "72 %"):
            assert words in seen(app)
        await press(pilot, "a")
        await until(pilot, lambda: "acknowledged" in seen(app))
        assert run("check", "-C", root).code == 0
        tell(root, cost=21)
        await until(pilot, lambda: "cost $21 reached your stop of $20" in seen(app))
        await press(pilot, "3", "l")
        await until(pilot, lambda: "Limits of cost" in seen(app))


async def test_the_form_of_a_first_limit_says_what_the_row_does(root: Path) -> None:
    tell_codex(root.parent / ".codex", root, context=70, session="0199d7c2-4e8b-7a30-b6d1-93f04c5a7e22")
    app = opened(root)
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: "tokens" in seen(app) and "70 k" in seen(app))
        around = replace(app.snapshot.surroundings, enforcement="advisory")
        app.snapshot = replace(app.snapshot, surroundings=around)
        await press(pilot, "3", "home", "l")
        await until(pilot, lambda: "tokens is 70 k (1 session of the last 14 days)." in " ".join(seen(app).split()))
        await press(pilot, "down", *"50000")
        await until(pilot, lambda: "alert none → 50 k" in seen(app))
        told = " ".join(seen(app).replace("│", " ").split())
        assert "It counts from the first limit on, tokens of" in told
        assert "No hook holds an agent at it yet: `cockpit hooks` says how." in told
        assert "The agent will wait" not in told


async def test_an_emptied_field_removes_its_limit(root: Path, run: Run) -> None:  # noqa: F811
    run("limit", "-C", root, "cost.alert=10", "cost.stop=20")
    app = opened(root)
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: "3 Limits" in seen(app))
        await press(pilot, "3", "l")
        await until(pilot, lambda: "Limits of cost" in seen(app))
        await press(pilot, "down", "ctrl+u")
        await until(pilot, lambda: "alert $10 → none" in seen(app))
        assert "Kept in limits.toml: cockpit and its hook read it" in seen(app)
        await press(pilot, "ctrl+s")
        await until(pilot, lambda: "Removed the alert limit of cost" in said(app))
    assert files(root)[LIMITS] == b"[limits.cost]\nstop = 20\n"


async def test_levels_out_of_order_are_told_in_the_words_of_the_form(root: Path, run: Run) -> None:  # noqa: F811
    run("limit", "-C", root, "cost.warning=1")
    app = opened(root)
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: "3 Limits" in seen(app))
        await press(pilot, "3", "l")
        await until(pilot, lambda: "Limits of cost" in seen(app))
        await press(pilot, "down", *"12", "down", *"9", "ctrl+s")
        await until(pilot, lambda: "alert, $12, is above stop, $9" in " ".join(seen(app).split()))
        assert "command" not in seen(app)
        await press(pilot, "ctrl+u", *"19", "ctrl+s")
        await until(pilot, lambda: "Limits of cost" not in seen(app))
    assert files(root)[LIMITS] == b"[limits.cost]\nwarning = 1\nstop = 19\nalert = 12\n"


async def test_a_file_that_cannot_be_read_is_one_row_and_a_says_what_opens_it(root: Path) -> None:
    (root / ".cockpit").mkdir()
    (root / LIMITS).write_text("[limits.cost\n")
    app = opened(root)
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: "▲ unknown" in seen(app))
        assert seen(app).count("▲ unknown") == 1
        await press(pilot, "a")
        await until(pilot, lambda: "Fix the file: e opens it at the line." in said(app))


async def test_the_header_says_how_far_hooks_hold_the_agents(
    root: Path,
    run: Run,  # noqa: F811
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = tmp_path / "asked"
    for name, text in (("cockpit", ""), ("claude", f"echo x >> {asked}; cat {tmp_path}/version")):
        program = tmp_path / "bin" / name
        program.parent.mkdir(exist_ok=True)
        program.write_text(f"#!/bin/sh\n{text}\n")
        program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}/bin:{os.environ['PATH']}")
    run("limit", "-C", root, "cost.alert=10")
    app = opened(root)
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: "limits advisory" in seen(app))
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
        assert "limits advisory" in seen(app)


async def test_h_leaves_a_handoff_where_only_sessions_are(root: Path) -> None:
    tell_codex(root.parent / ".codex", root, context=10, session="0199d7c2-4e8b-7a30-b6d1-93f04c5a7e22")
    app = opened(root)
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: "h hand off" in seen(app))
        await fill(pilot, "h")
        await step(pilot, 8)
        await fill(pilot, *"Go", "ctrl+s")
        assert "No agent state" not in seen(app)
        assert "line 1" in seen(app)
        await fill(pilot, "ctrl+s")
        await until(pilot, lambda: "A handoff waits: Go" in seen(app))
        await settle(pilot)
        assert said(app).startswith("Handed off: .cockpit/holding-pattern.md.")


async def test_h_leaves_a_handoff_where_only_limits_are_kept(root: Path, run: Run) -> None:  # noqa: F811
    run("limit", "-C", root, "cost.alert=10")
    app = opened(root)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await press(pilot, "h")
        assert "Why does the work stop here?" in seen(app)


async def test_the_first_limit_of_a_framework_without_values_stands_in_the_pane(tmp_path: Path) -> None:
    root = Path(shutil.copytree(case_project("autopilot/seed-example"), tmp_path / "p"))
    app = opened(root)
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: "TaskFlow App" in seen(app))
        await settle(pilot)
        await press(pilot, "3", "l")
        await until(pilot, lambda: "5 tokens" in seen(app))
        await press(pilot, "enter")
        await until(pilot, lambda: "Kept in limits.toml: cockpit and its hook read it" in seen(app))
        await press(pilot, "down", "down", "ctrl+u", *"75")
        await until(pilot, lambda: "stop $50 → $75" in seen(app))
        await press(pilot, "ctrl+s")
        await until(pilot, lambda: "$10" in seen(app) and "$75" in seen(app))
    assert (root / LIMITS).read_text() == "[limits.cost]\nstop = 75\n"


async def test_a_framework_that_keeps_no_limits_shows_those_of_the_repository(root: Path) -> None:
    shutil.copytree(case_project("maestro/healthy"), root, dirs_exist_ok=True)
    app = opened(root)
    async with app.run_test(size=(120, 40)) as pilot:
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


def place(app: CockpitApp, begins: str, text: str) -> list[int]:
    """Where a text stands in the row that begins so, each time."""
    row = next(line for line in seen(app).splitlines() if begins in line)
    return [at for at in range(len(row)) if row.startswith(text, at)]


async def test_nothing_moves_sideways_when_a_metric_fires_or_a_blocker_comes(
    root: Path,
    run: Run,  # noqa: F811
) -> None:
    shutil.copytree(case_project("autopilot/table-alone"), root, dirs_exist_ok=True)
    assert run("set", "-C", root, "cost=12").code == 0
    app = opened(root)
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: " cost  " in seen(app))
        marks = place(app, " cost  ", "┿")
        assert len(marks) >= 2
        assert run("set", "-C", root, "cost=26").code == 0
        await until(pilot, lambda: "▲ cost" in seen(app))
        assert {*place(app, "▲ cost", "┿"), *place(app, "▲ cost", "●")} >= {*marks}
        (text,) = place(app, "▲ alert", "cost $26, alert")
        assert run("blocker", "add", "The map is missing", "-C", root).code == 0
        await until(pilot, lambda: "blocked" in seen(app))
        assert place(app, "▲ alert", "cost $26, alert") == [text]
