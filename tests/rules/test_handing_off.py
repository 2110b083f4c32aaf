"""What a handoff is proposed to say, and what it must say."""

from typing import Any

import pytest

from cockpit.model import Position, Step
from cockpit.model.checklist import Commit, RepositoryFacts
from cockpit.model.handoff_draft import DraftTask, HandoffDraft
from cockpit.rules.handoff.proposal import (
    is_complete,
    problems,
    propose,
    row_of,
    wrong_commit,
    wrong_number,
)
from cockpit.wording.messages import Message


def commit(subject: str, *files: str, number: int = 1) -> Commit:
    return Commit(id=f"{number:x}" * 40, subject=subject, at="2026-01-29T13:00:00Z", files=files or ("src/x.ts",))


TASKS = (
    DraftTask(id="1", name="Create model", state="done", origin="plan"),
    DraftTask(id="2", name="Create API", state="open", origin="plan"),
    DraftTask(id="3", name="Create the UI component", files=("src/ui.ts",), state="in_progress", origin="plan"),
)


def proposed_from(*commits: Commit, tasks: tuple[DraftTask, ...] = TASKS) -> tuple[list[str | None], int]:
    """The commits of the rows that are proposed, and how many commits belong to none."""
    draft = HandoffDraft(phase="3", plan="2", completed=tasks)
    proposed, others = propose(draft, RepositoryFacts(recent=commits), ".autopilot/")
    found = {row.id: row.commit for row in proposed.completed}
    return [found.get(task.id) for task in tasks], len(others)


@pytest.mark.parametrize(
    ("subject", "task"),
    [
        ("Task 2: the api", 1),
        ("feat(T2): the api", 1),
        ("[T02] the api", 1),
        ("moved to t2.micro", None),
        ("03-02-02 endpoints", 1),
        ("feat: create api", 1),
        ("Create API tests", None),
        ("task 2.1: something", None),
        ("HT2: something", None),
        ("13.2.2 is a version", None),
    ],
)
def test_a_commit_belongs_to_the_task_that_its_message_names(subject: str, task: int | None) -> None:
    expected = ["1111111" if index == task else None for index in range(3)]
    assert proposed_from(commit(subject, "src/ui.ts")) == (expected, int(task is None))


def test_ids_of_tasks_with_their_phase_and_plan() -> None:
    tasks = (DraftTask(id="3.2.1", name="One"), DraftTask(id="3.2.2", name="Two"))
    assert proposed_from(commit("feat: 3.2.2 done"), tasks=tasks) == ([None, "1111111"], 0)
    assert proposed_from(commit("feat: T3.2.2 done"), tasks=tasks) == ([None, "1111111"], 0)
    assert proposed_from(commit("feat: 3.2.22 done"), tasks=tasks) == ([None, None], 1)


@pytest.mark.parametrize(
    ("subject", "phase"),
    [
        ("Phase 1: invoice model", 0),
        ("feat(phase 2a): templates", 1),
        ("Phase #1", 0),
        ("Phase 2: templates", None),
        ("Phase 12: more", None),
        ("Phase 1.5: more", None),
    ],
)
def test_a_commit_belongs_to_the_phase_that_its_message_names(subject: str, phase: int | None) -> None:
    """Where the rows are phases; a phase is no task of a plan."""
    rows = (DraftTask(id="1", name="Model", state="done"), DraftTask(id="2a", name="Templates", state="done"))
    facts = RepositoryFacts(recent=(commit(subject),))
    proposed, _ = propose(HandoffDraft(phase="3", completed=rows), facts, "docs/maestro/")
    assert [row.commit for row in proposed.completed] == ["1111111" if at == phase else None for at in range(2)]
    of_tasks, _ = propose(HandoffDraft(phase="3", task="3", completed=rows), facts, "docs/maestro/")
    assert [row.commit for row in of_tasks.completed] == [None, None]


@pytest.mark.parametrize(
    ("subject", "single", "task"),
    [
        ("feat(003.2): the api", False, 1),
        ("feat(003.2): the api", True, 1),
        ("003.2 the api", False, 1),
        ("feat(3.2): the api", False, None),  # plan 2 of phase 3
        ("feat(3.2): the api", True, 1),
        ("feat(004.2): the api", True, None),
        ("feat(003.20): the api", True, None),
        ("feat(003.2.9): the api", True, None),
        ("v3.2 of the api", True, None),
    ],
)
def test_a_commit_that_names_phase_and_task(subject: str, single: bool, task: int | None) -> None:
    draft = HandoffDraft(phase="3", plan="1" if single else "2", total_tasks="3", completed=TASKS)
    proposed, others = propose(draft, RepositoryFacts(recent=(commit(subject),)), ".autopilot/", single=single)
    found = [row.id for row in proposed.completed if row.commit]
    assert (found, len(others)) == ([TASKS[task].id] if task is not None else [], int(task is None))


def test_what_only_one_source_calls_done_is_marked_with_it() -> None:
    """The plan calls task 1 done, a commit names task 2, and nothing speaks for task 4."""
    tasks = (*TASKS, DraftTask(id="4", name="Docs", state="open", origin="plan"))
    recent = (commit("feat(003.2): the api", number=2), commit("feat(003.1): model", number=1))
    left = ("Task 2: Create API (not started)", "Task 3: Create the UI component (in progress)", "Task 4: Docs")
    draft = HandoffDraft(phase="3", plan="2", task="3", completed=tasks, remaining=left)
    proposed, _ = propose(draft, RepositoryFacts(recent=recent), ".autopilot/")
    assert [(row.id, row.state, row.origin, row.commit) for row in proposed.completed] == [
        ("1", "done", "plan", "1111111"), ("2", "done", "git", "2222222"), ("3", "in_progress", "plan", None),
    ]  # fmt: skip
    assert proposed.remaining == left[1:]


@pytest.mark.parametrize(
    ("subject", "name"),
    [
        ("feat(003.1): Create model", "Create model"),
        ("feat(board): add paging", "add paging"),
        ("Feat: add paging", "add paging"),
        ("fix!: Drop it", "Drop it"),
        ("docs: how to print", "how to print"),
        ("build(deps-dev)!: newer types", "newer types"),
        ("feat: Task 2: Create API", "Create API"),
        ("T3 - Create UI", "Create UI"),
        ("03-02-01: endpoints", "endpoints"),
        ("fix: 3 typos", "3 typos"),
        ("Create model", "Create model"),
        ("Note: this", "Note: this"),
        ("feat: ", "feat: "),
    ],
)
def test_a_row_is_called_what_the_commit_did(subject: str, name: str) -> None:
    made = commit(subject)
    assert (row_of(made).name, row_of(made).commit) == (name, made.id[:7])


@pytest.mark.parametrize(
    ("values", "sentences"),
    [
        ({}, {}),
        ({"task": "7", "total_tasks": "5"}, {"state": ("Task 7 is out of range: the last task of the plan is 5.",)}),
        ({"task": "3.2.5", "total_tasks": "5"}, {}),
        ({"task": "x", "total_tasks": "5"}, {}),
        ({"completed": (DraftTask(id="1"), DraftTask(id="1"), DraftTask(), DraftTask())},
         {"completed": ("Two rows have the task number 1.",)}),
        ({"completed": (DraftTask(id="5"), DraftTask(id="3.2.9"), DraftTask(id="x")), "total_tasks": "5"},
         {"completed": ("Task 3.2.9 is out of range: the last task of the plan is 5.",)}),
        ({"task": "1", "completed": (DraftTask(id="1", state="done"), DraftTask(id="2", state="done"))},
         {"state": ("The handoff stops at task 1, but its table marks task 1 and 2 as done.",)}),
        ({"task": "2", "completed": (DraftTask(id="1", state="done"), DraftTask(id="2", state="done"))}, {}),
        ({"task": "1", "completed": (DraftTask(id="1"), DraftTask(id="2", state="done"))}, {}),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_draft(values: dict[str, Any], sentences: dict[str, tuple[Message, ...]]) -> None:
    assert problems(HandoffDraft(**values)) == sentences


KNOWN = Position(phase=Step(id="3", total=6), plan=Step(id="2", total=4), task=Step(id="3", total=5))


@pytest.mark.parametrize(
    ("phase", "plan", "total", "sentences"),
    [
        ("3", "2", "5", ()),
        ("33", "2", "5", ("Phase 33 is out of range: the project has 6 phases.",)),
        ("3", "9", "58", ("Plan 9 is out of range: the phase has 4 plans.",)),
        ("3", "3.9", None, ("Plan 3.9 is out of range: the phase has 4 plans.",)),
        ("3", "2", "58", ("The plan has 5 tasks, not 58.",)),
        ("3", "2", "five", ("The plan has 5 tasks, not five.",)),
        (None, None, "58", ("The phase is missing. The files are at phase 3.",)),
        (" ", "2", "5", ("The phase is missing. The files are at phase 3.",)),
    ],
)
def test_a_place_that_is_not_there(phase: str | None, plan: str | None, total: str | None, sentences: Any) -> None:
    draft = HandoffDraft(phase=phase, plan=plan, total_tasks=total)
    assert problems(draft, KNOWN).get("state", ()) == sentences
    assert problems(draft) == {}


NUMBER, COMMIT = (
    "Not a task number. Examples: 3, 3.2.",
    "A commit id has 4 to 40 hexadecimal digits, for example 302102f.",
)


@pytest.mark.parametrize(
    ("number", "commit", "wrong"),
    [
        ("", "", None),
        ("3.2.10", "A" * 40, None),
        ("T012a", "beef", None),
        ("US1-001-2", "beef", None),
        ("AUTH", "", NUMBER),
        ("1234567890", "", NUMBER),
        ("3.", "", NUMBER),
        ("", "--output=x", COMMIT),
        ("", "HEAD", COMMIT),
        ("", "a" * 41, COMMIT),
    ],
)
def test_what_is_wrong_with_a_row(number: str, commit: str, wrong: Message | None) -> None:
    assert (wrong_number(number) or wrong_commit(commit)) == wrong


@pytest.mark.parametrize(
    ("total", "states", "remaining", "complete"),
    [
        ("2", ("done", "done"), (), True),
        ("2", ("done", "done"), ("docs",), False),
        ("3", ("done", "done"), (), False),
        ("2", ("done", "in_progress"), (), False),
        (None, ("done", "done"), (), False),
    ],
)
def test_whether_nothing_stops_in_the_middle(
    total: str | None, states: tuple[Any, ...], remaining: tuple[str, ...], complete: bool
) -> None:
    rows = tuple(DraftTask(id=f"{number}", state=state) for number, state in enumerate(states, 1))
    draft = HandoffDraft(total_tasks=total, completed=rows, remaining=remaining)
    assert is_complete(draft) is complete
    assert ("state" in problems(draft)) is complete
