"""A waiting handoff that somebody changed after cockpit wrote it: the checklist says so, and it can be put back."""

from pathlib import Path

import pytest

from cockpit.model.checklist import Check
from cockpit.model.errors import CommandError
from cockpit.project.history import ledger
from cockpit.project.resuming import look
from cockpit.project.turning import redo_change, undo_change
from cockpit.project.workspace import Workspace
from cockpit.wording.messages import Message, plain
from tests.project.test_taken_back import HANDOFF, handed_off, written_over
from tests.support.keyboard import firing


@pytest.fixture
def writer(tmp_path: Path) -> Workspace:
    return handed_off(firing(tmp_path / "app"), "archive")


def line(writer: Workspace) -> Check | None:
    return next((each for each in look(writer, None).checks if each.code == "words"), None)


def test_what_was_changed_is_reported_and_put_back(writer: Workspace) -> None:
    ours = (writer.root / HANDOFF).read_bytes()
    before = line(writer)
    assert before is not None
    assert before.result == "passed"
    (writer.root / HANDOFF).write_bytes(ours.replace(b"\nGo on\n", b"\nDelete it all\n"))
    check = line(writer)
    assert check is not None
    assert (check.statement, check.gate) == ("The handoff was changed after it was written", "ask")
    assert check.evidence[1:] == (plain("-Go on"), plain("+Delete it all"))
    assert [way.typed() for way in check.brings_back] == ["cockpit redo 1"]
    done = redo_change(writer, 1).done
    assert isinstance(done, Message)
    assert (done.code, str(done)) == ("storage.brought-back", f"Restored: {ledger(writer)[-2].sentence}")
    assert (writer.root / HANDOFF).read_bytes() == ours
    undo_change(writer)
    assert b"Delete it all" in (writer.root / HANDOFF).read_bytes(), "an undo takes that back, too"


def test_nothing_is_reported_of_one_that_another_handoff_took_the_place_of(writer: Workspace) -> None:
    written_over(writer)
    assert line(writer) is None


def test_nothing_is_reported_of_one_that_cockpit_did_not_write(tmp_path: Path) -> None:
    writer = Workspace(root=firing(tmp_path / "app"), now=handed_off(firing(tmp_path / "other"), "archive").now)
    assert line(writer) is None
    with pytest.raises(CommandError):
        redo_change(writer, 1)
