"""What a crash left half done is completed by the next change, and said."""

import shutil
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from cockpit.model.errors import CommandError
from cockpit.model.intents import AddTodo
from cockpit.project.change import change
from cockpit.project.history import purge
from cockpit.project.outcome import ChangeOutcome
from cockpit.project.turning import apply_again, redo_change, undo_change
from cockpit.project.workspace import Workspace
from cockpit.storage.transactions import journal
from cockpit.storage.user_files.ledger import Entry
from cockpit.systems.interface import Change
from cockpit.wording.messages import plain
from tests.cases import case_project
from tests.support.said import Said

FIXTURE = case_project("autopilot/seed-thresholds")
NOW = datetime(2026, 1, 29, 16, 30, tzinfo=UTC)
SENTENCE = Said("storage.interrupted-completed", plain("Wrote it down"))


@pytest.fixture
def writer(tmp_path: Path) -> Workspace:
    made = Workspace(root=Path(shutil.copytree(FIXTURE, tmp_path / "p")), now=NOW)
    change(made, None, AddTodo(text="one"))
    change(made, None, AddTodo(text="two"))
    undo_change(made)
    return made


def crash(writer: Workspace) -> None:
    """Leaves what a process leaves that is killed before it writes."""
    entry = Entry(
        at="2026-01-29T16:29:00Z", verb="decide", actor="person", message=plain("Wrote it down"), paths=("new.md",)
    )
    journal.begin(writer.store, entry, [Change(path="new.md", before=None, after=b"it\n")])


@pytest.mark.parametrize(
    "act",
    [
        lambda writer: change(writer, None, AddTodo(text="three")),
        redo_change,
        lambda writer: apply_again(writer, 1),
        purge,
    ],
    ids=["change", "redo", "apply again", "purge"],
)
def test_whoever_writes_next_completes_it_and_says_so(
    writer: Workspace, act: Callable[[Workspace], ChangeOutcome]
) -> None:
    crash(writer)
    outcome = act(writer)
    assert SENTENCE in outcome.remarks
    assert (writer.root / "new.md").read_bytes() == b"it\n"
    assert SENTENCE not in change(writer, None, AddTodo(text="later")).remarks


def test_an_undo_is_about_the_change_that_was_interrupted(writer: Workspace) -> None:
    """It is the newest one, as the ledger says once it is complete."""
    crash(writer)
    with pytest.raises(CommandError) as refused:
        undo_change(replace(writer, dry_run=True))
    assert refused.value.message == Said("project.change-interrupted")
    outcome = undo_change(writer)
    assert (outcome.done, outcome.remarks) == (Said("storage.undone", plain("Wrote it down")), (SENTENCE,))
    assert not (writer.root / "new.md").exists()


def test_a_dry_run_completes_nothing(writer: Workspace) -> None:
    crash(writer)
    looking = Workspace(root=writer.root, now=NOW, dry_run=True)
    assert SENTENCE not in change(looking, None, AddTodo(text="three")).remarks
    assert not (writer.root / "new.md").exists()
