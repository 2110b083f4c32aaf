"""What has no key of its own, from the menu of the row to the file: written as typed, and undone."""

import shutil
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from cockpit.project.load import load_project
from tests.cases import case_project
from tests.support.keyboard import alerted, everything, said, seen, settle, slowly
from tests.support.static_app import NOW, running


@dataclass(frozen=True)
class Walk:
    """Keys from the board to a change, what is said of it, and the lines that a file then has."""

    project: str
    keys: str
    told: str
    path: str
    lines: tuple[str, ...]


WALKS = [
    Walk("alerted", "3 j m n =Review enter", "Acknowledged context at 44 %: Review",
         ".autopilot/state/acknowledgments.json", ('      "user_note": "Review"',)),
    Walk("autodev/boundary", "2 m c 3 =Review enter enter", "Ended the session: user paused.",
         "_docs/_autopilot_state.md", ("reason: user paused", "notes: Review")),
    Walk("autodev/boundary", "2 m p 2", "Moved to step 7 Run Tests.",
         "_docs/_autopilot_state.md", ("step: 7", "name: Run Tests")),
    Walk("autopilot/healthy", "2 m c 2 enter", "Completed plan 2.1.",
         ".autopilot/TRANSPONDER.md", ("| Plan | 2 of 2 |", "| Stopped at | Plan 2.1 complete, next is 2.2 |")),
    Walk("codewalk/healthy", "2 m c 4 =Review enter =Rest tab =Drew ctrl+s", "Ended session-003.",
         ".planning/STATE.md", ("    notes: Review", "    handoff_reason: Rest", "    completed: [Drew]")),
]  # fmt: skip


def copied(name: str, target: Path) -> Path:
    return alerted(target) if name == "alerted" else Path(shutil.copytree(case_project(name), target))


@pytest.mark.parametrize("walk", WALKS, ids=lambda walk: f"{walk.project} {walk.keys}")
async def test_it_is_written_as_typed_and_undone(tmp_path: Path, walk: Walk) -> None:
    root = copied(walk.project, tmp_path / "p")
    before = everything(root)
    async with running(root, (120, 40)) as (app, pilot):
        await slowly(pilot, *walk.keys.split())
        assert walk.told in said(app)
        written = (root / walk.path).read_text().splitlines()
        assert [line for line in walk.lines if line not in written] == [], written
        await slowly(pilot, "u", "enter")
        assert everything(root) == before


async def test_an_alert_is_hidden_on_this_screen_only_until_it_is_shown_again(tmp_path: Path) -> None:
    root = copied("alerted", tmp_path / "p")
    before = everything(root)
    async with running(root, (120, 40)) as (app, pilot):

        async def looked() -> str:
            app.snapshot = replace(app.snapshot, project=load_project(root, clock=lambda: NOW))
            await settle(pilot)
            return seen(app)

        await slowly(pilot, "3", "j", "m", "s", "2")
        assert "Snoozed context until 18:30, unless its level rises." in said(app)
        shown = await looked()
        assert "context is snoozed until 18:30: the agent waits until it is acknowledged." in shown
        assert "▲ alert  " not in shown
        await slowly(pilot, "m", "s", "1")
        assert "▲ alert  " in await looked()
        assert everything(root) == before
