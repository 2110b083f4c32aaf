"""What a handoff is proposed to say, and what it must say."""

from dataclasses import replace
from typing import Any

import pytest

from cockpit.model import Handoff, Position, Step, Track
from cockpit.model.checklist import Commit, RepositoryFacts
from cockpit.model.handoff_draft import DraftTask, HandoffDraft
from cockpit.rules.handoff.proposal import (
    by_position,
    editable,
    final_draft,
    is_complete,
    missing,
    problems,
    propose,
    row_of,
    with_waiting,
    wrong_commit,
    wrong_number,
)
from cockpit.rules.work import remains
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
        ("feat(api): task #2", 1),
        ("T2: the api", 1),
        ("feat(T2): the api", 1),
        ("[T02] the api", 1),
        ("moved to t2.micro", None),
        ("03-02-02 endpoints", 1),
        ("3.2.2 endpoints", 1),
        ("Task 2.", 1),
        ("feat: create the model", None),
        ("Create API", 1),
        ("feat: create api", 1),
        ("Create API tests", None),
        ("task 12: something", None),
        ("task 2.1: something", None),
        ("HT2: something", None),
        ("fix typo", None),
        ("13.2.2 is a version", None),
        ("v3.2.2b", None),
        ("", None),
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
    ("subject", "task"),
    [("T006: link model", 0), ("feat: T6", 0), ("[T007] links", 1), ("Phase 6: links", None), ("t006.md", None)],
)
def test_ids_of_tasks_that_begin_with_a_letter(subject: str, task: int | None) -> None:
    tasks = (DraftTask(id="T006", name="Create model", state="done"), DraftTask(id="T007", name="Links", state="done"))
    draft = HandoffDraft(phase="3", completed=tasks)
    proposed, others = propose(draft, RepositoryFacts(recent=(commit(subject),)), "specs/002/")
    assert [row.commit for row in proposed.completed] == ["1111111" if at == task else None for at in range(2)]
    assert len(others) == (task is None)


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


def test_the_newest_commit_of_a_task_stands_for_it() -> None:
    found = proposed_from(commit("task 1 again", number=2), commit("task 1", number=1))
    assert found == (["2222222", None, None], 0)


def test_a_task_without_a_number_is_named_by_no_commit() -> None:
    assert proposed_from(commit("Create model"), tasks=(DraftTask(name="Create model"),)) == ([None], 1)


def test_a_proposal_from_git() -> None:
    draft = HandoffDraft(
        phase="3", plan="2", task="3", completed=TASKS, remaining=("Task 2: not started", "Task 3: in progress"),
        state="Plan 2, task 3", origins={"remaining": "plan"},
    )  # fmt: skip
    facts = RepositoryFacts(
        head="f" * 40, branch="main", changed=("src/ui.ts", ".autopilot/TRANSPONDER.md"),
        recent=(commit("docs: words", number=3), commit("Task 2: api", "src/api.ts", number=2),
                commit("state", ".autopilot/TRANSPONDER.md", number=4)),
    )  # fmt: skip
    proposed, others = propose(draft, facts, ".autopilot/")
    assert proposed.completed == (
        TASKS[0],
        DraftTask(id="2", name="Create API", state="done", commit="2222222", files=("src/api.ts",), origin="git"),
        TASKS[2],
    )
    assert proposed.remaining == ("Task 3: in progress",)
    assert proposed.state == "Plan 2, task 3\nNot committed: `src/ui.ts`."
    plan = ".autopilot/TRANSPONDER.md"
    assert propose(draft, facts, ".autopilot/", plans=(plan,))[0].state.endswith(f"`src/ui.ts`, `{plan}`.")
    untracked = replace(facts, differences={plan: "new"})  # as of a state that nobody commits
    assert propose(draft, untracked, ".autopilot/", plans=(plan,))[0].state == proposed.state
    assert (proposed.branch, proposed.head) == ("main", "f" * 40)
    assert proposed.origins == {"remaining": "plan", "state": "git"}
    assert [each.subject for each in others] == ["docs: words"]
    assert row_of(others[0]) == DraftTask(
        name="words", commit="3333333", state="done", files=("src/x.ts",), origin="git"
    )


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


@pytest.mark.parametrize(
    ("named", "subjects", "commits"),
    [
        (True, ("feat(003.1): Create API", "feat(003.1): Create model"), ["2222222", "1111111", None]),
        (False, ("feat(003.1): Create API", "feat(003.1): Create model"), [None, None, None]),
        (True, ("fix(003.1): Typo in the model", "feat(003.1): Create model"), ["2222222", None, None]),
        (True, ("feat(003.1): Words", "feat(003.1): More words"), [None, None, None]),
        (True, ("feat(003.2): Create model",), ["1111111", None, None]),
        (False, ("feat(003.1): Create model",), ["1111111", None, None]),
        (True, ("feat(3.2): Create model",), ["1111111", None, None]),
        (True, ("feat(004.1): Create model",), [None, None, None]),
    ],
)
def test_words_decide_where_the_number_may_be_that_of_the_plan(
    named: bool, subjects: tuple[str, ...], commits: list[str | None]
) -> None:
    names = ("Create model", "Create API", "Create the UI component")
    tasks = tuple(
        DraftTask(id=str(number), name=name if named else "", state="done", origin="state")
        for number, name in enumerate(names, 1)
    )
    draft = HandoffDraft(phase="3", plan="2", task="3", completed=tasks)
    recent = tuple(commit(subject, number=number) for number, subject in enumerate(subjects, 1))
    proposed, others = propose(draft, RepositoryFacts(recent=recent), ".autopilot/")
    assert [row.commit for row in proposed.completed] == commits
    assert len(others) == len(subjects) - sum(each is not None for each in commits)


def test_a_number_with_a_point_is_no_phase() -> None:
    draft = HandoffDraft(phase="3", completed=(DraftTask(id="2", name="Phase two", state="done", origin="state"),))
    proposed, others = propose(draft, RepositoryFacts(recent=(commit("003.2 the api"),)), "docs/", single=True)
    assert ([row.commit for row in proposed.completed], len(others)) == ([None], 1)


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
    ("states", "at", "expected"),
    [
        ("ooooo", 2, "ssioo"),  # nobody ticked: the position is all there is
        ("odooo", 2, "odioo"),  # the plan keeps count
        ("dddoo", 2, "dddoo"),
        ("ooooo", 0, "ioooo"),
        ("ooooo", None, "ooooo"),
    ],
)
def test_the_tasks_of_a_plan_by_where_the_state_stands(states: str, at: int | None, expected: str) -> None:
    kinds = {"o": ("open", "plan"), "d": ("done", "plan"), "i": ("in_progress", "plan"), "s": ("done", "state")}
    rows = tuple(DraftTask(id=str(place), state="done" if sign == "d" else "open", origin="plan")
                 for place, sign in enumerate(states))  # fmt: skip
    assert [(row.state, row.origin) for row in by_position(rows, at)] == [kinds[sign] for sign in expected]


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
    ("subject", "found"),
    [("3.2.1 begin", True), ("feat(03-02-01): model", True), ("Task 1: of some other plan", False),
     ("feat: create the model", False), ("4.2.1 begin", False)],
)  # fmt: skip
def test_a_finished_task_without_a_commit_is_looked_for_further_back(subject: str, found: bool) -> None:
    tasks = (TASKS[0], TASKS[1], replace(TASKS[2], commit="3333333", state="done"))
    draft = HandoffDraft(phase="3", plan="2", completed=tasks)
    facts = RepositoryFacts(recent=(commit(subject, number=1), commit("3.2.2 api", number=2)))
    proposed, others = propose(draft, facts, ".autopilot/", "2026-01-29T13:00:00Z")
    assert [(row.id, row.commit) for row in proposed.completed] == [
        ("1", "1111111" if found else None),
        ("3", "3333333"),
    ]
    assert ([row.state for row in proposed.completed], others) == (["done", "done"], ())


def test_what_came_since_counts_before_what_came_earlier() -> None:
    draft = HandoffDraft(phase="3", plan="2", completed=TASKS)
    facts = RepositoryFacts(recent=(commit("task 1", number=2), commit("3.2.1", number=1)))
    assert propose(draft, facts, ".autopilot/", "2026-01-29T12:59:59Z")[0].completed[0].commit == "2222222"


def test_without_git_the_draft_stays_what_the_files_say() -> None:
    left = ("Task 2: Create API (not started)", "Task 3: fonts")
    draft = HandoffDraft(completed=TASKS, remaining=left, state="here")
    proposed, others = propose(draft, RepositoryFacts(problem="git is not installed."), ".autopilot/")
    assert (proposed, others) == (replace(draft, completed=(TASKS[0], TASKS[2])), ())


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
        ("33.1", "2", "58", ("Phase 33.1 is out of range: the project has 6 phases.",)),
        ("6", "9", "58", ()),
        ("3", "9", "58", ("Plan 9 is out of range: the phase has 4 plans.",)),
        ("3", "3.9", None, ("Plan 3.9 is out of range: the phase has 4 plans.",)),
        ("3", "2", "58", ("The plan has 5 tasks, not 58.",)),
        ("3", "2", "05", ()),
        ("3", "2", "five", ("The plan has 5 tasks, not five.",)),
        (None, None, "58", ("The phase is missing. The files are at phase 3.",)),
        (" ", "2", "5", ("The phase is missing. The files are at phase 3.",)),
    ],
)
def test_a_place_that_is_not_there(phase: str | None, plan: str | None, total: str | None, sentences: Any) -> None:
    draft = HandoffDraft(phase=phase, plan=plan, total_tasks=total)
    assert problems(draft, KNOWN).get("state", ()) == sentences
    assert problems(draft) == {}


def test_what_the_files_say_themselves_is_no_mistake_of_the_draft() -> None:
    known = Position(phase=Step(id="9", total=6), plan=Step(id="7", total=4))
    assert problems(HandoffDraft(phase="9", plan="7", total_tasks="3"), known) == {}


NUMBER, COMMIT = (
    "Not a task number. Examples: 3, 3.2.",
    "A commit id has 4 to 40 hexadecimal digits, for example 302102f.",
)


@pytest.mark.parametrize(
    ("number", "commit", "wrong"),
    [
        ("", "", None),
        ("3", "302102f", None),
        ("3.2.10", "A" * 40, None),
        ("4b", "beef", None),
        ("T012a", "beef", None),
        ("AUTH-001", "beef", None),
        ("US1-001-2", "beef", None),
        ("AUTH", "", NUMBER),
        ("the third one", "", NUMBER),
        ("1234567890", "", NUMBER),
        ("-1", "", NUMBER),
        ("3.", "", NUMBER),
        ("", "--output=x", COMMIT),
        ("", "HEAD", COMMIT),
        ("", "abc", COMMIT),
        ("", "a" * 41, COMMIT),
    ],
)
def test_what_is_wrong_with_a_row(number: str, commit: str, wrong: Message | None) -> None:
    assert (wrong_number(number) or wrong_commit(commit)) == wrong


@pytest.mark.parametrize(("text", "lacking"), [("", ("next action",)), (" \n", ("next action",)), ("go", ())])
def test_the_one_thing_that_may_not_be_empty(text: str, lacking: tuple[str, ...]) -> None:
    assert missing(HandoffDraft(next_action=text)) == lacking


def test_what_a_person_edits_acts_on_no_terminal() -> None:
    draft = HandoffDraft(
        task="3\x1b",
        state="a\tb\r\nc\u202e",
        completed=(DraftTask(id="1", name="x\ny", commit="abc\x07"),),
        decisions=("one\ntwo",),
        next_action="[b]go[/b] 👩\u200d💻",
    )
    clean = editable(draft)
    assert (clean.task, clean.phase, clean.state) == ("3\\x1b", None, "a   b\nc\\u202e")
    assert (clean.completed[0].name, clean.completed[0].commit) == ("x y", "abc\\x07")
    assert (clean.decisions, clean.next_action) == (("one two",), "[b]go[/b] 👩\u200d💻")
    assert editable(clean) == clean
    assert row_of(commit("fix\x1b")).name == "fix\\x1b"


@pytest.mark.parametrize(("state", "written"), [("open", False), ("in_progress", True), ("done", True)])
def test_what_is_written_of_a_row(state: Any, written: bool) -> None:
    rows = (replace(TASKS[1], state=state),)
    draft = final_draft(HandoffDraft(completed=rows, remaining=("docs",)))
    assert (draft.completed, draft.remaining) == (rows if written else (), remains(rows, ("docs",)))


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


def test_a_commit_does_not_finish_the_task_that_is_under_way() -> None:
    draft = HandoffDraft(phase="3", plan="2", completed=TASKS, remaining=("Task 3: fonts", "Task 2: the API"))
    done = [commit("feat: task 3, the UI component", number=1), commit("Task 2: the api", number=2)]
    proposed, _ = propose(draft, RepositoryFacts(recent=tuple(done)), ".autopilot/")
    assert [(row.id, row.state, row.commit) for row in proposed.completed] == [
        ("1", "done", None), ("2", "done", "2222222"), ("3", "in_progress", "1111111"),
    ]  # fmt: skip
    assert proposed.remaining == ("Task 3: fonts",)


@pytest.mark.parametrize(
    ("task", "expected"),
    [
        ("3", ("Theirs", "handoff")),
        ("4", ("Mine", "plan")),  # the state stands past it
        ("2", ("Mine", "plan")),  # or before it
    ],
)
def test_what_a_waiting_handoff_begins_with_is_proposed_again(task: str, expected: tuple[str, str]) -> None:
    place = {"phase": Step(id="1"), "plan": Step(id="1")}
    track = Track(
        system="autopilot", path="x", format="y", position=Position(**place, task=Step(id=task)),
        handoff=Handoff(path="h", phase="1", plan="1", task="3", next_action="Theirs"),
    )  # fmt: skip
    draft = with_waiting(HandoffDraft(next_action="Mine", origins={"next_action": "plan"}), track)
    assert (draft.next_action, draft.origins["next_action"]) == expected
