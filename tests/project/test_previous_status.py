"""A status that was left comes back in the file's own words, by a move, by resolving the blocker, and by undo."""

import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest

from cockpit.model.intents import Block, Intent, Move, Unblock
from cockpit.project.change import change
from cockpit.project.turning import undo_change
from cockpit.project.workspace import Workspace
from tests.cases import case_project
from tests.support.messages import words as says

FIXTURE = case_project("autopilot/seed-thresholds")
NOW = datetime(2026, 1, 29, 16, 30, tzinfo=UTC)
BLOCKED = Move(part="status", value="blocked")
ON = Move(part="status", value="in_progress")
KEYS = Unblock(blocker="Phase 3: No keys")


@pytest.fixture
def writer(tmp_path: Path) -> Workspace:
    """The seed's example, its status in the words of the system's commands."""
    made = Workspace(root=Path(shutil.copytree(FIXTURE, tmp_path / "p")), now=NOW)
    replace(made, "| Status | In progress |", "| Status | Executing — wave 2 |")
    return made


def text(writer: Workspace) -> str:
    return (writer.root / ".autopilot" / "TRANSPONDER.md").read_text("utf-8")


def replace(writer: Workspace, old: str, new: str) -> None:
    assert old in text(writer)
    (writer.root / ".autopilot" / "TRANSPONDER.md").write_text(text(writer).replace(old, new), "utf-8")


def row(writer: Workspace, label: str) -> str:
    return next(line for line in text(writer).splitlines() if line.startswith(f"| {label} |"))[len(label) + 5 :]


@pytest.mark.parametrize(
    ("intents", "status"),
    [
        ((BLOCKED,), "Blocked |"),
        ((BLOCKED, ON), "Executing — wave 2 |"),
        ((BLOCKED, ON, BLOCKED, ON), "Executing — wave 2 |"),
        ((BLOCKED, Move(part="status", value="planning")), "Ready to plan |"),
        ((Block(text="No keys"), BLOCKED, KEYS), "Executing — wave 2 |"),
        ((Block(text="No keys"), Block(text="No disk"), BLOCKED, KEYS), "Blocked |"),
        ((Block(text="No keys"), KEYS), "Executing — wave 2 |"),
    ],
)
def test_the_words_of_the_file_come_back(writer: Workspace, intents: tuple[Intent, ...], status: str) -> None:
    for intent in intents:
        change(writer, None, intent)
    assert row(writer, "Status") == status


def test_what_an_agent_wrote_since_is_not_taken_back(writer: Workspace) -> None:
    change(writer, None, Block(text="No keys"))
    change(writer, None, BLOCKED)
    replace(writer, "| Status | Blocked |", "| Status | Waiting on external |")
    assert change(writer, None, KEYS).remarks == (
        says("The status is still Waiting on external. Change it: `cockpit set status=in_progress`."),
    )
    change(writer, None, ON)
    assert row(writer, "Status") == "In progress |"


def test_resolving_says_so_and_brings_the_next_action_along(writer: Workspace) -> None:
    before = row(writer, "Next action")
    change(writer, None, Block(text="No keys"))
    change(writer, None, BLOCKED)
    assert row(writer, "Next action") != before
    assert change(writer, None, KEYS).remarks == (says("The status is Executing — wave 2 again."),)
    assert row(writer, "Next action") == before


def test_undo_brings_the_words_back(writer: Workspace) -> None:
    before = text(writer)
    change(writer, None, BLOCKED)
    undo_change(writer)
    assert text(writer) == before
