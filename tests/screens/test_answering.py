"""The keys that change something, pressed in the app, on files of a real project."""

import os
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from cockpit.project.load import load_project
from cockpit.widgets.choice import ChoiceList
from cockpit.wording.messages import clause
from tests.cases import case_project
from tests.support.keyboard import alerted, everything, press, said, seen, settle, slowly
from tests.support.messages import words as says
from tests.support.static_app import NOW, running


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """The example, with an alert nobody acknowledged."""
    return alerted(tmp_path / "taskflow")


def written_two_hours_ago(folder: Path) -> Path:
    """A project whose files state no time."""
    project = Path(shutil.copytree(case_project("autodev/nested"), folder / "nested"))
    for path in project.rglob("*.md"):
        os.utime(path, (NOW.timestamp() - 7_200,) * 2)
    return project


async def test_a_silence_is_snoozed_by_its_row_and_no_agent_is_told(tmp_path: Path) -> None:
    project = written_two_hours_ago(tmp_path)
    before = everything(project)
    async with running(project, (120, 40)) as (app, pilot):
        await press(pilot, "1")
        assert "silent Nothing written for 2 h while task 6 is in progress" in " ".join(seen(app).split())
        assert "a resume  m more" in seen(app)
        await slowly(pilot, "m", "s", "enter")
        assert "Snoozed silence until 17:00." in said(app)
    silence = load_project(project, clock=lambda: NOW).tracks[0].silence
    assert silence.snoozed_until == "2026-01-29T17:00:00Z"
    assert everything(project) == before


async def test_only_legal_statuses_are_offered_and_the_chosen_one_is_written(project: Path) -> None:
    async with running(project) as (app, pilot):
        await slowly(pilot, "m", "p")
        offered = [choice.name for choice in app.screen.query_one(ChoiceList)._choices]
        assert "Status: Blocked" in offered
        assert "Status: Ready to discuss" not in offered  # not out of work
        for _ in range(offered.index("Status: Blocked")):
            await pilot.press("down")
        await press(pilot, "enter")
    assert "| Status | Blocked |" in (project / ".autopilot" / "TRANSPONDER.md").read_text()


@pytest.fixture
def killed_half_way(project: Path) -> Path:
    """The project after an acknowledgment was killed between its first file and its second."""
    path = project / ".autopilot" / "state" / "acknowledgments.json"
    done = Path.read_bytes(path)
    script = (
        "import os, sys\n"
        "from cockpit.storage import disk\n"
        "real, calls = disk.exchange if hasattr(disk, 'exchange') else disk.replace, []\n"
        "def killed(*a, **k):\n"
        "    if calls: os._exit(9)\n"
        "    calls.append(1); return real(*a, **k)\n"
        "setattr(disk, 'exchange' if hasattr(disk, 'exchange') else 'replace', killed)\n"
        "from cockpit.cli.main import main\n"
        "main(['-C', sys.argv[1], 'ack', 'context'])\n"
    )
    killed = subprocess.run([sys.executable, "-c", script, str(project)], check=False, capture_output=True)
    assert killed.returncode == 9, killed.stderr
    assert path.read_bytes() != done  # the first file is written, the table is not
    assert "Context @ " not in (project / ".autopilot" / "TRANSPONDER.md").read_text()
    return project


async def test_what_a_crash_left_half_done_is_completed_when_the_project_comes(killed_half_way: Path) -> None:
    async with running(None) as (app, pilot):
        await settle(pilot)
        assert said(app) == ""
        for _ in range(2):  # once only
            app.snapshot = replace(app.snapshot, project=load_project(killed_half_way, clock=lambda: NOW))
            await settle(pilot)
        assert (
            said(app).count(f"“{clause(says('Acknowledged context at 44 %.'))}” was interrupted and is now complete.")
            == 1
        )
    assert "Context @ 44" in (killed_half_way / ".autopilot" / "TRANSPONDER.md").read_text()


async def test_an_open_question_asks_for_its_answer(tmp_path: Path) -> None:
    project = shutil.copytree(case_project("codewalk/healthy"), tmp_path / "ferry")
    before = load_project(project, clock=lambda: NOW).tracks[0]
    question, *others = before.open_questions
    async with running(project, (120, 40)) as (app, pilot):
        await press(pilot, "7", "a")
        assert "empty: nothing is recorded" in seen(app)
        assert load_project(project, clock=lambda: NOW).tracks[0].open_questions == before.open_questions
        await press(pilot, "=The deck officer", "enter")
        await settle(pilot)
        after = load_project(project, clock=lambda: NOW).tracks[0]
        assert after.open_questions == tuple(others)
        new = [(each.text, each.context) for each in after.decisions if each not in before.decisions]
        assert new == [("The deck officer", question)]
        await slowly(pilot, "u", "enter")
        back = load_project(project, clock=lambda: NOW).tracks[0]
        assert (back.open_questions, back.decisions) == (before.open_questions, before.decisions)
