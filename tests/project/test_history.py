"""What was done, whether it still stands, and what it wrote."""

from pathlib import Path

import pytest

from cockpit.model.intents import AddTodo
from cockpit.project.change import change
from cockpit.project.edit_diff import edit_diff
from cockpit.project.history import history_items
from cockpit.project.turning import redo_change, undo_change
from cockpit.project.workspace import Workspace
from cockpit.screens.dialogs import diff_facts
from cockpit.systems.interface import Change
from tests.support.keyboard import copy
from tests.support.messages import words as says
from tests.support.static_app import NOW


@pytest.fixture
def writer(tmp_path: Path) -> Workspace:
    return Workspace(root=copy(tmp_path / "project", "healthy"), now=NOW)


def told(writer: Workspace) -> list[tuple[str, int | None, str, bool]]:
    return [(each.record.sentence, each.about, each.state, each.reverses) for each in history_items(writer)]


def test_the_newest_comes_first_and_what_was_undone_and_done_again_is_told_apart(writer: Workspace) -> None:
    change(writer, None, AddTodo(text="One"))
    change(writer, None, AddTodo(text="Two"))
    undo_change(writer, 1)
    assert told(writer) == [
        (f"Undone: {says('Added the todo: One')}", 1, "undone", True),
        ("Added the todo: Two", 2, "stands", False),
        ("Added the todo: One", 1, "undone", False),
    ]
    redo_change(writer, 1)
    undo_change(writer, 2)
    assert told(writer) == [
        (f"Undone: {says('Added the todo: Two')}", 2, "undone", True),
        ("Added the todo: One", 4, "stands", False),  # anew: the other one stands in its place
        (f"Undone: {says('Added the todo: One')}", 1, "repeated", True),
        ("Added the todo: Two", 2, "undone", False),
        ("Added the todo: One", 1, "repeated", False),
    ]
    assert [each.sentence for each in history_items(writer)][:2] == [
        "Added the todo: Two",
        "Added the todo: One",
    ]


PLAN, SESSION = b"# Plan\n", b"id: s-1\nstatus: open\ntask: x\n"


def test_what_moves_is_shown_as_one_file() -> None:
    lines = edit_diff(
        (
            Change(path="kept/s.md", before=None, after=SESSION.replace(b"open", b"done")),
            Change(path="s.md", before=SESSION, after=None),
            Change(path="plan.md", before=PLAN, after=None),
            Change(path="kept/plan.md", before=None, after=PLAN),
            Change(path="new.md", before=None, after=b"n\n"),
            Change(path="old.md", before=b"o\n", after=None),
        )
    )
    assert lines == (
        "--- a/s.md", "+++ b/kept/s.md", "@@ -1,3 +1,3 @@", " id: s-1", "-status: open", "+status: done", " task: x",
        "--- a/plan.md", "+++ b/kept/plan.md",
        "--- /dev/null", "+++ b/new.md", "@@ -0,0 +1 @@", "+n",
        "--- a/old.md", "+++ /dev/null", "@@ -1 +0,0 @@", "-o",
    )  # fmt: skip
    named = [fact.text for fact in diff_facts(lines, 80) if fact.text.endswith(")")]
    assert named == [
        "kept/s.md (moved from s.md)",
        "kept/plan.md (moved from plan.md)",
        "new.md (new)",
        "old.md (removed)",
    ]
