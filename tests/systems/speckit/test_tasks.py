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


@pytest.mark.parametrize(
    ("box", "mark"),
    [("[ ]", False), ("[x]", True), ("[X]", True), ("[~]", "~"), ("[-]", "-"), ("[]", ""), ("[✓]", "✓")],
)
def test_what_stands_in_a_box(box: str, mark: bool | str) -> None:
    [task] = tasks(f"- {box} T001 A\n").tasks
    assert task.mark == mark


@pytest.mark.parametrize(
    "line",
    ["```\n- [ ] T001 A\n```", "<!-- - [ ] T001 A -->", "> - [ ] T001 A", "| [ ] | T001 |", "- T001 A", "T001 [ ] A"],
)
def test_no_task(line: str) -> None:
    assert tasks(f"## Phase 1: A\n\n{line}\n").tasks == ()


@pytest.mark.parametrize("name", ["T001", "T012a", "TASK-3", "1.1"])
def test_where_some_have_an_id_a_box_without_one_is_none(name: str) -> None:
    found = tasks(f"## Phase 1: A\n- [ ] {name} A\n  - [ ] by hand\n## Done when\n- [ ] all are glad\n")
    assert [each.name for each in found.tasks] == [name]
    assert found.phases[0].more["about"] == ["- by hand"]
    assert [(each["section"], each["text"]) for each in found.unread] == [("Done when", "- all are glad")]


def test_a_box_with_another_id_is_a_task_and_one_without_belongs_to_it() -> None:
    found = tasks("## Phase 1: A\n- [x] T001 a\n- [ ] AUTH-002 b\n  - [ ] by hand\n## Phase 2: B\n- [ ] F001 c\n")
    assert [(each.name, each.mark) for each in found.tasks] == [("T001", True), ("AUTH-002", False), ("F001", False)]
    found = tasks("## Phase 1: A\n- [ ] **AUTH-001** a\n  - [ ] by hand\n- [ ] **AUTH-002** b\n")
    assert [each.name for each in found.tasks] == ["AUTH-001", "AUTH-002"]


def test_a_name_with_a_number_takes_no_box_from_the_tasks() -> None:
    assert [each.name for each in tasks("- [ ] Log in\n- [ ] UTF-8 all over\n- [x] HTTP2\n").tasks] == [
        "Log in", "UTF-8", "HTTP2",
    ]  # fmt: skip


def test_where_none_has_an_id_all_boxes_are_tasks() -> None:
    assert [each.name for each in tasks("- [ ] A\n- [x] B\n").tasks] == ["A", "B"]


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


def test_a_table_ends_where_a_list_begins() -> None:
    found = tasks("## Phase 1: A\n| ID | What |\n|----|----|\n- [ ] T001 a |\n- [x] T002 b | c\n")
    assert [each.name for each in found.tasks] == ["T001", "T002"]


def test_groups_within_a_phase_are_none_of_their_own() -> None:
    text = "## Phase 3: A\n### Tests\n- [ ] T001 a\n### Code\n- [ ] T002 b\n**Wave 2**\n\n- [ ] T003 c\n"
    assert [(each.phase.id, len(each.tasks)) for each in tasks(text).phases] == [("3", 3)]


def test_a_struck_task_is_to_be_done_no_more() -> None:
    [phase] = tasks("## Phase 1: A\n- [x] T001 a\n- [ ] ~~T002 b~~ no room\n- [x] ~~T003~~ c\n").phases
    assert (phase.phase.counted_done, phase.phase.counted_total, phase.phase.status) == (2, 2, "completed")
    assert phase.more["tasks"] == ["[x] T001 a", "[ ] ~~T002 b~~ no room", "[x] ~~T003~~ c"]


@pytest.mark.parametrize(
    ("first", "second", "looked_at"),
    [(" ", " ", None), ("x", " ", "1"), ("x", "x", "2"), ("~", " ", None), ("x", "~", "1")],
)
def test_a_checkpoint_is_looked_at_while_nothing_after_it_is_done(
    first: str, second: str, looked_at: str | None
) -> None:
    found = tasks(
        f"## Phase 1: A\n- [{first}] T001 a\n\n**Checkpoint**: look\n\n## Phase 2: B\n- [{second}] T002 b\n\n"
        "> ⚠️ **Checkpoint:** look again\n"
    )
    assert [each.more["checkpoints"] for each in found.phases] == [["look"], ["look again"]]
    assert (found.looked_at.phase.id if found.looked_at else None) == looked_at


def test_the_present_phase_is_that_of_the_first_task_that_is_not_ticked() -> None:
    found = tasks("## Phase 1: A\n- [~] T001 a\n## Phase 2: B\n- [ ] T002 b\n")
    assert found.present is found.phases[0]
    assert tasks("## Phase 1: A\n- [~] T001 a\n").present is not None
    assert tasks("## Phase 1: A\n- [x] T001 a\n").present is None
