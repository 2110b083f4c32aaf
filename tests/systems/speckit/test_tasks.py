"""How lists of tasks are written: which boxes are tasks, what stands around them, and what nobody can read."""

import pytest

from cockpit.systems.shared.folder import Page
from cockpit.systems.speckit.tasks import TaskList, read_tasks


def tasks(text: str) -> TaskList:
    return read_tasks(Page("specs/001-a/tasks.md", text))


@pytest.mark.parametrize(
    ("line", "name", "words", "tags"),
    [
        ("- [ ] T001 [P] [US1] Create a in src/a.py", "T001", "Create a in src/a.py", ("P", "US1")),
        ("- [ ] **T001** [P] Create", "T001", "Create", ("P",)),
        ("- [ ] [T001] [P1] [SETUP] Create", "T001", "Create", ("P1", "SETUP")),
        ("- [ ] T001: **Create** `a`", "T001", "Create a", ()),
        ("- [ ] T012a-5 Create", "T012a-5", "Create", ()),
        ("- [ ] T012.5 Create", "T012.5", "Create", ()),
        ("- [ ] TASK-003 [req=R-1] Create", "TASK-003", "Create", ("req=R-1",)),
        ("- [ ] **Task 1.1**: Create", "1.1", "Create", ()),
        ("- [ ] 2.10 Create", "2.10", "Create", ()),
        ("* [ ] T001 [US1, US2] Create", "T001", "Create", ("US1, US2",)),
        ("1. [ ] T001 Create\n   and more", "T001", "Create and more", ()),
        ("- [ ] **AUTH-001** [P0] Create", "AUTH-001", "Create", ("P0",)),
        ("- [ ] **SETUP-001**: Create", "SETUP-001", "Create", ()),
        ("- [ ] US1-001 Create", "US1-001", "Create", ()),
        ("- [ ] DB-01-2 Create", "DB-01-2", "Create", ()),
        ("- [ ] F001 [US1] Create", "F001", "Create", ("US1",)),
        ("- [ ] F001-F008 pass", None, "F001-F008 pass", ()),
        ("- [ ] [US1] [P1] Create", None, "Create", ("US1", "P1")),
        ("- [ ] Test1 and T2 Create", None, "Test1 and T2 Create", ()),
        ("- [ ] [link](a.md) Create", None, "[link](a.md) Create", ()),
    ],
)
def test_a_task(line: str, name: str | None, words: str, tags: tuple[str, ...]) -> None:
    [task] = tasks(f"## Phase 1: A\n\n{line}\n").tasks
    assert (task.id, task.words, task.tags) == (name, words, tags)


def test_a_name_with_a_number_takes_no_box_from_the_tasks() -> None:
    assert [each.name for each in tasks("- [ ] Log in\n- [ ] UTF-8 all over\n- [x] HTTP2\n").tasks] == [
        "Log in", "UTF-8", "HTTP2",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("headings", "phases"),
    [
        (["## Phase 1: Setup", "## Phase 2：B (P1)"], [("1", "Setup"), ("2", "B (P1)")]),
        (["## Phase 3.1: Setup", "## Phase N: B"], [("3.1", "Setup"), ("N", "B")]),
        (["# PHASE 0 — Setup", "# PHASE 1 — B"], [("0", "Setup"), ("1", "B")]),
        (["## PHASE A: Setup", "## Phase E — B"], [("A", "Setup"), ("E", "B")]),
        (["## A Setup", "## N: B"], [(None, "A Setup"), (None, "N: B")]),
        (["## Fase 1: Setup", "## フェーズ2: B"], [("1", "Setup"), ("2", "B")]),
        (["## 1. Setup", "## 2. B"], [("1", "Setup"), ("2", "B")]),
        (["## Setup", "## B"], [(None, "Setup"), (None, "B")]),
        (["## Phase 1: Setup", "## Phase 1: B"], [("1", "Setup"), (None, "Phase 1: B")]),
        (["## Phase 1: Setup", "## Polish"], [("1", "Setup"), (None, "Polish")]),
        (["## Tasks\n\n### Phase 1: Setup", "### Phase 2: B"], [("1", "Setup"), ("2", "B")]),
    ],
)
def test_a_phase_has_the_number_and_the_name_of_its_heading(headings: list[str], phases: list[tuple[str, str]]) -> None:
    text = "\n\n".join(f"{heading}\n\n- [ ] T00{at} A" for at, heading in enumerate(headings))
    assert [(each.phase.id, each.phase.name) for each in tasks(f"# Tasks: X\n\n{text}\n").phases] == phases


@pytest.mark.usefixtures("promptly")
@pytest.mark.parametrize("signs", ["_", "*", "._", "*_", ".1"])
def test_an_id_with_any_number_of_signs_behind_it_takes_no_time(signs: str) -> None:
    found = tasks(f"## Phase 1: A\n\n- [ ] T1{signs * 3000}/ Create\n- [ ] T2 Create\n")
    assert [task.id for task in found.tasks] == ["T2"]
