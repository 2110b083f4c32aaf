"""The ledger on screen: reading it, looking at what a deed wrote, taking it back from there."""

import os
import re
import shutil
import subprocess
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from cockpit.model.intents import AddTodo, Block, SetLimit
from cockpit.project.agents import with_agents
from cockpit.project.change import change
from cockpit.project.load import load_project
from cockpit.project.turning import undo_change
from cockpit.project.workspace import Workspace
from cockpit.rules.thresholds.alert_state import amount
from cockpit.storage.user_files.store import ProjectStore
from cockpit.widgets.footer import Footer
from tests.support.agent_sessions import LOOKED_AT, WAITS, WORKS, ago, told
from tests.support.keyboard import (
    copy,
    everything,
    press,
    rewrite,
    said,
    seen,
    settle,
    slowly,
    transponder,
    write_values,
)
from tests.support.messages import words as says
from tests.support.said import Said
from tests.support.static_app import NOW, running

SIZE = (120, 40)
ROOT, BILLING = ".autopilot/TRANSPONDER.md", "packages/billing/.autopilot/TRANSPONDER.md"


def writer(project: Path, minutes_ago: int) -> Workspace:
    return Workspace(root=project, now=NOW - timedelta(minutes=minutes_ago))


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Three deeds, the second of which was undone, the last one by an agent."""
    folder = copy(tmp_path / "project", "healthy")
    change(writer(folder, 200), None, AddTodo(text="Call Ada"))
    change(writer(folder, 90), None, SetLimit(metric="cost", level="stop", value=80))
    undo_change(writer(folder, 30))
    with monkeypatch.context() as environment:
        environment.setenv("CODEX_SANDBOX", "seatbelt")
        change(writer(folder, 2), None, Block(text="The build server is down"))
    return folder


def listed(screen: str) -> list[str]:
    """The lines of the list, without its frame."""
    rows = screen.splitlines()
    end = next(index for index, row in enumerate(rows) if row.startswith("╰"))
    return [" ".join(row.strip("│").split()) for row in rows[1:end] if row.strip("│ ")]


async def test_u_and_shift_u_are_about_the_selected_deed_not_the_newest(project: Path) -> None:
    async with running(project, SIZE) as (app, pilot):
        await slowly(pilot, "L", "j", "U")  # on the undo: what it took back
        assert f"Redone: {says('Set the stop limit of cost to $80.')}" in said(app)
        assert "| $80 |" in transponder(project).read_text("utf-8")
        await slowly(pilot, "G", "u")
        assert (f"Undone: {says('Added the todo: Call Ada')}" + "  (U redo)") in said(app)
        todo = "Added the todo: Call Ada"
        assert f"▌13:10 3 h ago {todo} undone person" in listed(seen(app))  # the cursor stays with it
        assert "Call Ada" not in transponder(project).read_text("utf-8")
        assert "The build server is down" in transponder(project).read_text("utf-8")
        await slowly(pilot, "U")
        assert (f"Redone: {says('Added the todo: Call Ada')}" + "  (u undo)") in said(app)
        assert "- [ ] Call Ada" in transponder(project).read_text("utf-8")
        await pilot.resize_terminal(40, 10)
        await settle(pilot)
        assert "What it wrote" not in seen(app)
        await slowly(pilot, "enter")
        assert "What it wrote" in seen(app)
        await slowly(pilot, *["j"] * 9)
        assert "+- [ ] Call Ada" in seen(app)
        await slowly(pilot, "escape", "escape")
        assert len(app.screen_stack) == 1


async def test_what_the_files_do_not_let_be_undone_is_dimmed_and_says_why(project: Path) -> None:
    rewrite(transponder(project), "- [ ] Call Ada", "- [ ] Call Ada today")
    async with running(project, SIZE) as (app, pilot):
        await slowly(pilot, "L", "G")
        spans = app.screen.query_one(Footer).line(SIZE[0]).spans
        assert [(span.text, span.style) for span in spans if span.action == "undo"] == [
            ("u", "muted"),
            ("undo", "muted"),
        ]
        why = app.screen.why_not("undo")
        changed = Said("storage.lines-changed-since", ".autopilot/TRANSPONDER.md", says("Added the todo: Call Ada"))
        assert why == Said("model.nothing-changed", changed)
        await press(pilot, "u")
        assert said(app) == str(why)
        await slowly(pilot, "home")
        assert app.screen.why_not("undo") is None


async def test_what_a_later_change_holds_up_names_it_and_is_undone_behind_it(tmp_path: Path) -> None:
    project = copy(tmp_path / "project", "healthy")
    before = everything(project)
    for minutes_ago, value in ((30, 70), (20, 80)):
        change(writer(project, minutes_ago), None, SetLimit(metric="cost", level="stop", value=value))
    async with running(project, SIZE) as (app, pilot):
        await slowly(pilot, "L", "G", "u")
        later = "Set the stop limit of cost to $80.".removesuffix(".")
        assert said(app).endswith(f" Nothing changed. Undo “{later}” first (u).")
        await slowly(pilot, "home", "u")
        await slowly(pilot, "G", "u")
    assert everything(project) == before


async def test_the_filter_finds_words_who_did_it_and_whether_it_stands(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(project, SIZE) as (app, pilot):
        await slowly(pilot, "L", "slash", "=limit", "enter")
        assert [line.split(" ago ")[1] for line in listed(seen(app))] == [
            f"Undone: {says('Set the stop limit of cost to $80.')}" + " person",
            "Set the stop limit of cost to $80." + " undone person",
        ]
        assert "Log  /limit 2" in seen(app)
        await slowly(pilot, "escape")
        assert len(listed(seen(app))) == 4
        for needle in ("codex", "undone", "ada"):  # who did it, and whether it stands, too
            await press(pilot, "slash", f"={needle}")
            assert 1 <= len(listed(seen(app))) < 4, needle
            await slowly(pilot, "escape")
            assert len(listed(seen(app))) == 4
        shutil.rmtree(ProjectStore.of(project).journal)
        await slowly(pilot, "escape", "L", "G", "u")
        assert said(app) == "The journal no longer contains this change."
        monkeypatch.setattr("cockpit.screens.ledger.SHOWN", 3)  # many are cut at a number and counted
        await slowly(pilot, "escape", "L", "G")
        assert listed(seen(app))[-1] == "1 older ones: `cockpit log` prints all."
        assert listed(seen(app))[2].startswith("▌15:00 1 h ago")


async def test_a_deed_of_another_track_names_it(tmp_path: Path) -> None:
    project = copy(tmp_path / "project")
    copy(project / "packages" / "billing", "healthy")
    change(writer(project, 9), f"autopilot:{ROOT}", AddTodo(text="Here"))
    change(writer(project, 8), f"autopilot:{BILLING}", AddTodo(text="There"))
    async with running(project, SIZE) as (app, pilot):
        await slowly(pilot, "L")
        assert listed(seen(app)) == [
            "▌16:22 8 min ago " + "Added the todo: There" + " Lighthouse Billing person",
            "16:21 9 min ago " + "Added the todo: Here" + " person",
        ]
        assert "│ Track  Lighthouse Billing" in seen(app)


async def test_a_ledger_that_cannot_be_read_says_so(tmp_path: Path) -> None:
    project = copy(tmp_path / "project")
    ProjectStore.of(project).ledger.mkdir(parents=True)
    async with running(project, SIZE) as (app, pilot):
        await slowly(pilot, "L")
        assert "Nothing changed" not in seen(app)
        assert any("cockpit" in line.lower() for line in listed(seen(app))), seen(app)


def committed(folder: Path, *subjects: str, at: str = "2026-01-29T16:00:00Z") -> None:
    """Commits of an agent, each with a file."""
    who = ("-c", "user.name=Agent \x1b[31m", "-c", "user.email=agent@example.org")
    dates = {**os.environ, "GIT_AUTHOR_DATE": at, "GIT_COMMITTER_DATE": at}
    if not (folder / ".git").exists():
        subprocess.run(["git", "init", "-q", str(folder)], check=True)
    for number, subject in enumerate(subjects):
        (folder / f"work{number}.txt").write_text(subject)
        for command in (("add", f"work{number}.txt"), (*who, "commit", "-qm", subject)):
            subprocess.run(["git", "-C", str(folder), *command], check=True, env=dates)


async def test_commits_stand_between_the_changes_and_cannot_be_undone_here(tmp_path: Path) -> None:
    project = copy(tmp_path / "project", "healthy")
    committed(project, "Before all of them", at="2026-01-29T10:00:00Z")
    change(writer(project, 200), None, AddTodo(text="Call Ada"))
    change(writer(project, 90), None, SetLimit(metric="cost", level="stop", value=80))
    committed(project, "Add [b]render[/b]")
    change(writer(project, 2), None, Block(text="The build server is down"))
    async with running(project, SIZE) as (app, pilot):
        await slowly(pilot, "L")
        rows = listed(seen(app))
        assert [row.split(": ")[0].split(" ago ")[-1][:6] for row in rows] == [
            "Record", "Commit", "Set th", "Added ", "Commit",
        ]  # fmt: skip
        assert "Add [b]render[/b]" in rows[1]
        assert rows[1].endswith("Agent \\x1…")
        assert "Before all of them" in rows[-1]
        await slowly(pilot, "j")
        assert "Files work0.txt" in " ".join(seen(app).split())
        for key in ("u", "U"):
            await slowly(pilot, key)
            assert said(app) == "Cockpit undoes no commit: `git revert` does."
        await slowly(pilot, "k", "u")
        assert "Undone" in said(app)  # what stands there now is another row than before


async def test_what_sessions_did_while_the_program_ran_stands_between_the_changes(tmp_path: Path) -> None:
    folder = copy(tmp_path / "project", "healthy")
    tell, state = load_project(folder, clock=lambda: NOW), replace(WORKS, started=ago(50))
    ended = replace(state, evidence=told("turn", "turn-ended", 0.1), said="All is exported.")
    async with running(folder, SIZE) as (app, pilot):
        for sessions in ((WAITS, state), (WAITS, ended)):
            app.post_message(app.Loaded(with_agents(tell, sessions, LOOKED_AT, NOW), app.snapshot.surroundings))
            await settle(pilot)
        await slowly(pilot, "L")
        assert [" ".join(line.strip("▌ ").split()) for line in listed(seen(app))[:5]] == [
            "16:29 just now add csv export: ended its turn: All is exported. codex",
            "16:29 just now add csv export: works codex",
            "16:26 4 min ago fix checkout tax: wants to run: git push --force origin main claude",
            "15:40 50 min ago add csv export: began codex",
            "14:55 1 h ago fix checkout tax: began claude",
        ]
        await slowly(pilot, "u")
        assert said(app) == "This entry changed no file of the project."


async def test_of_what_changed_in_the_files_the_log_tells_which_sessions_were_at_work(project: Path) -> None:
    async with running(project, SIZE) as (app, pilot):
        for cost in (31.5, 32.5):
            write_values(project, cost=cost)
            read = load_project(project, clock=lambda: NOW)
            now = with_agents(read, (WAITS, WORKS), LOOKED_AT, NOW)
            app.post_message(app.Loaded(now, app.snapshot.surroundings))
            await settle(pilot)
        await slowly(pilot, "L", "slash", *"cost:", "enter")
        assert "32.50" in seen(app)
        assert f"At work  {WORKS.agent} {WORKS.title}" in seen(app)


async def test_the_values_that_the_last_reading_changed_are_a_line_as_long_as_the_program_runs(project: Path) -> None:
    async with running(project, SIZE) as (app, pilot):
        before = app.project
        write_values(project, cost=31.5, errors=1)
        for _ in range(2):  # the second reading changes nothing
            app.post_message(app.Loaded(load_project(project, clock=lambda: NOW), app.snapshot.surroundings))
            await settle(pilot)
        await slowly(pilot, "L")
        old = {each.metric: each for each in before.tracks[0].thresholds}
        assert f"cost: {amount(old['cost'])} → $31.50" in listed(seen(app))[1]
        assert "context" not in " ".join(listed(seen(app))[:2])
        told = " ".join(re.sub("[│╭╮╰╯─]", " ", seen(app)).split())
        assert "Who not stated in the files At work no session that is known Files .autopilot/TRANSPONDER.md" in told
        await slowly(pilot, "u")
        assert said(app) == "This entry changed no file of the project."
    before = everything(project)
    async with running(project, SIZE) as (app, pilot):
        await slowly(pilot, "L")
        assert "→ $31.50" not in seen(app)
    assert everything(project) == before


async def test_sessions_are_in_it_before_anything_changed(tmp_path: Path) -> None:
    found = load_project(copy(tmp_path / "p", "healthy"), clock=lambda: NOW)
    at_work = replace(found, tracks=tuple(replace(each, agents=(WAITS,)) for each in found.tracks))
    async with running(at_work, SIZE) as (app, pilot):
        await slowly(pilot, "L")
        assert listed(seen(app)) == ["▌14:55 1 h ago fix checkout tax: began claude"]
