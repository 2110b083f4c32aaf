"""What remains by the rows of the completed work, and what a person makes of it."""

from typing import Any

import pytest

from cockpit.model.handoff_draft import DraftTask
from cockpit.rules.work import remains, with_hidden_entries


def row(id_: str | None, state: Any, name: str = "Create API", commit: str | None = None) -> DraftTask:
    return DraftTask(id=id_, name=name, state=state, commit=commit)


OURS, DONE, OPEN, UNDER_WAY = "Task 2: Create API ({})", row("2", "done"), row("2", "open"), row("2", "in_progress")
PROGRESS, NOT = OURS.format("in progress"), OURS.format("not started")


@pytest.mark.parametrize(
    ("rows", "told", "left"),
    [
        ((OPEN,), (), (NOT,)),
        ((UNDER_WAY,), (), (PROGRESS,)),
        ((row("2", "open", commit="abc1234"),), (), (OURS.format("reopened; commit abc1234"),)),
        ((row("2", "open", commit="—"),), (), (NOT,)),
        ((OPEN,), ("Task 1: a", "Task 4: b"), ("Task 1: a", NOT, "Task 4: b")),
        ((OPEN,), ("Task 2: half of it",), ("Task 2: half of it",)),
        ((UNDER_WAY,), ("task 2: half of it",), ("task 2: half of it",)),
        ((OPEN,), ("create api later",), ("create api later", NOT)),
        ((DONE,), ("Task 2: half of it", "docs"), ("docs",)),
        ((DONE, UNDER_WAY), (PROGRESS,), (PROGRESS,)),
        ((DONE, OPEN), ("Task 2: half of it",), ("Task 2: half of it",)),
        ((DONE, UNDER_WAY), (), (PROGRESS,)),
        ((OPEN, UNDER_WAY), (NOT,), (PROGRESS,)),
        ((DONE, DONE), (PROGRESS,), ()),
        ((), (PROGRESS,), (PROGRESS,)),
        ((OPEN,), (PROGRESS,), (NOT,)),
        ((UNDER_WAY,), (NOT,), (PROGRESS,)),
        ((UNDER_WAY,), (OURS.format("reopened; commit abc1234"),), (PROGRESS,)),
        ((UNDER_WAY,), (OURS.format("In progress"),), (OURS.format("In progress"),)),
        ((UNDER_WAY,), ("Task 2: not started",), ("Task 2: in progress",)),
        ((UNDER_WAY,), ("Task 2: other words (not started)",), ("Task 2: other words (in progress)",)),
        ((UNDER_WAY,), ("Task 2: the API (not started yet)",), ("Task 2: the API (not started yet)",)),
        ((row(None, "open", "Docs"),), (), ("Docs (not started)",)),
        ((row(None, "open", "Docs"),), ("the docs, all of them",), ("the docs, all of them",)),
        ((row(None, "in_progress", "Docs"),), ("Docs (not started)",), ("Docs (in progress)",)),
        ((row(None, "done", "Docs"),), ("Docs (not started)", "Docs: write them"), ("Docs: write them",)),
        ((row(None, "open", ""),), ("docs",), ("docs",)),
    ],
)
def test_what_remains_by_the_rows(rows: tuple[DraftTask, ...], told: tuple[str, ...], left: tuple[str, ...]) -> None:
    assert remains(rows, told) == left
    assert remains(rows, left) == left


A, B, D, E = "Task 1: a", "Task 2: b (in progress)", "Task 4: d", "Task 5: e"


@pytest.mark.parametrize(
    ("edited", "whole"),
    [
        ((A, D, E), (A, B, D, E)),
        ((A, "Task 4: d, more", E), (A, B, "Task 4: d, more", E)),
        (("Task 1: a, more", D, E), ("Task 1: a, more", B, D, E)),
        ((A, D, E, "docs"), (A, B, D, E, "docs")),
        (("first", A, D, E), ("first", A, B, D, E)),
        ((D, E), (B, D, E)),
        ((A, E), (A, B, E)),
        ((), (B,)),
    ],
)
def test_what_a_person_edits_leaves_what_is_hidden_at_its_place(
    edited: tuple[str, ...], whole: tuple[str, ...]
) -> None:
    rows = (DONE,)
    told = (A, B, D, E)
    shown = remains(rows, told)
    assert shown == (A, D, E)
    assert with_hidden_entries(told, shown, edited, rows) == whole
    assert remains(rows, whole) == edited
