"""What was done, whether it still stands, and what it wrote."""

import shutil
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from cockpit.model.errors import CommandError
from cockpit.model.intents import AddTodo, SetLimit, SetValue, Several
from cockpit.project.change import change
from cockpit.project.history import HistoryItem, entry_diff, history_items, undo_status
from cockpit.project.load import load_project
from cockpit.project.turning import apply_again, redo_change, undo_change
from cockpit.project.workspace import Workspace
from tests.support.keyboard import copy, transponder
from tests.support.messages import words as says
from tests.support.said import Said
from tests.support.static_app import NOW


@pytest.fixture
def writer(tmp_path: Path) -> Workspace:
    return Workspace(root=copy(tmp_path / "project", "healthy"), now=NOW)


def told(writer: Workspace) -> list[tuple[str, int | None, str, bool]]:
    return [(each.record.sentence, each.about, each.state, each.reverses) for each in history_items(writer)]


def test_nothing_was_done(writer: Workspace) -> None:
    assert history_items(writer) == ()
    assert (undo_status(writer).undo, undo_status(writer).redo) == (None, None)


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


def test_making_it_again_can_be_tried_dry(writer: Workspace) -> None:
    before = transponder(writer.root).read_bytes()
    change(writer, None, AddTodo(text="One"))
    transponder(writer.root).write_bytes(before)
    outcome = apply_again(replace(writer, dry_run=True), 1)
    assert transponder(writer.root).read_bytes() == before
    assert (outcome.changed, str(outcome.done)) == (
        True,
        f"Wrote again: {says('Added the todo: One')}",
    )
    assert any(line.startswith("+- [ ] One") for line in outcome.diff)
    assert told(writer) == [("Added the todo: One", 1, "taken", False)]


def test_what_others_took_back_and_was_made_again(writer: Workspace) -> None:
    before = transponder(writer.root).read_bytes()
    change(writer, None, AddTodo(text="One"))
    transponder(writer.root).write_bytes(before)
    apply_again(writer, 1)
    assert [each[1:3] for each in told(writer)] == [(2, "stands"), (1, "repeated")]


def test_what_the_journal_no_longer_holds(writer: Workspace) -> None:
    change(writer, None, AddTodo(text="One"))
    shutil.rmtree(writer.store.journal)
    assert told(writer) == [("Added the todo: One", None, "unknown", False)]
    with pytest.raises(CommandError) as refused:
        entry_diff(writer, 1)
    assert refused.value.message == Said("project.written-forgotten")


def test_what_it_wrote(writer: Workspace) -> None:
    change(writer, None, AddTodo(text="One"))
    lines = entry_diff(writer, 1)
    assert lines[:2] == ("--- a/.autopilot/TRANSPONDER.md", "+++ b/.autopilot/TRANSPONDER.md")
    assert [line for line in lines[2:] if line[0] in "+-"] == ["+- [ ] One"]


def test_what_comes_next(writer: Workspace) -> None:
    change(writer, None, AddTodo(text="One"))
    change(writer, None, SetLimit(metric="cost", level="stop", value=80))
    first = undo_status(writer)
    assert first.undo is not None
    assert (first.undo.number, first.undo.sentence, first.redo) == (
        2,
        "Set the stop limit of cost to $80.",
        None,
    )
    assert undo_status(writer, first) is first
    undo_change(writer)
    second = undo_status(writer, first)
    assert second.undo is not None
    assert second.redo is not None
    assert (second.undo.number, second.redo.number) == (1, 2)


def test_who_did_it_and_when(writer: Workspace) -> None:
    change(writer, None, AddTodo(text="One"))
    done: HistoryItem = history_items(Workspace(root=writer.root, now=NOW + timedelta(days=1)))[0]
    assert (done.record.actor, done.record.at) == ("person", "2026-01-29T16:30:00Z")
    assert done.record.subject.track == ".autopilot/TRANSPONDER.md"


def test_several_values_that_were_set_together_are_set_anew(writer: Workspace) -> None:
    together = Several(intents=(SetValue(metric="cost", value=9.0), SetValue(metric="context", value=33.0)))
    change(writer, None, together)
    undo_change(writer)
    change(writer, None, SetValue(metric="cost", value=7.5))
    again = redo_change(writer, 1)
    assert again.remarks[0] == Said("project.done-anew")
    track = load_project(writer.root, clock=lambda: NOW).tracks[0]
    assert [track.threshold(each).value for each in ("cost", "context")] == [9.0, 33.0]
