"""How a new handoff takes in the one that still waits."""

from dataclasses import replace

import pytest

from cockpit.model import Blocker, Handoff, HandoffTask
from cockpit.model.handoff_draft import DraftTask, HandoffDraft
from cockpit.rules.merging import merge


def test_a_merge_loses_nothing_of_the_old_one() -> None:
    old = Handoff(
        path="x", completed=(HandoffTask(id="1", name="Model", commit="aaa1111", status="✅"),
                             HandoffTask(id="2", name="Old name", commit="bbb2222", status="✅"),
                             HandoffTask(id="0", name="Before", status="🔄 In progress")),
        remaining=("Task 3: old words", "Task 4: not started"), decisions=("A", "B"), blockers=("DB",),
        context="old thoughts", state="old state", next_action="old next",
    )  # fmt: skip
    new = HandoffDraft(
        completed=(DraftTask(id="2", name="API", state="done"), DraftTask(id="3", name="UI", state="done")),
        remaining=("Task 4: not started", "Task 5: new"), decisions=("B", "C"), context="new thoughts",
        next_action="new next",
    )  # fmt: skip
    merged = merge(old, new).draft
    assert [(task.id, task.name, task.commit, task.state, task.origin) for task in merged.completed] == [
        ("0", "Before", None, "in_progress", "handoff"),
        ("1", "Model", "aaa1111", "done", "handoff"),
        ("2", "API", "bbb2222", "done", "person"),
        ("3", "UI", None, "done", "person"),
    ]
    assert merged.remaining == ("Task 4: not started", "Task 5: new", "old next (next action of the handoff before)")
    assert merged.decisions == ("B", "C", "A")
    assert merged.blockers == ("DB (in the handoff before; not in the state file)",)
    assert merged.context == "new thoughts\n\nFrom the handoff before:\nold thoughts"
    assert merged.state == "From the handoff before:\nold state"
    assert merged.next_action == "new next"
    assert merge(old, replace(new, next_action="")).draft.next_action == "old next"


def test_what_a_merge_takes_over_says_from_when_it_is() -> None:
    old = Handoff(path="x", created="2026-01-29T09:19:00Z", context="same", state="Task 2 of 4.", next_action="a")
    merged = merge(old, HandoffDraft(context=" same\n", state="Task 3 of 4.", next_action="b")).draft
    assert merged.context == "same"
    assert merged.state == "Task 3 of 4.\n\nFrom the handoff of 2026-01-29T09:19:00Z:\nTask 2 of 4."


def test_a_merge_tells_no_work_twice() -> None:
    old = Handoff(
        path="x",
        remaining=("task 4: the `board`.", "Task 5: Docs (in progress)", "Task 6: Ship it"),
        next_action="Go on!",
    )
    new = HandoffDraft(remaining=("Task 4: the board", "Task 5: docs", "go on"), next_action="Write the board")
    merged = merge(old, new).draft
    assert merged.remaining == ("Task 4: the board", "Task 5: docs", "go on", "Task 6: Ship it")
    again = merge(Handoff(path="x", remaining=merged.remaining, next_action="Write the board"), new).draft
    assert again.remaining == merged.remaining


def test_a_merge_brings_no_resolved_blocker_back() -> None:
    old = Handoff(path="x", blockers=("Phase 3: DB down", "no key", "no printer", "typed here", "Net  slow."))
    known = (Blocker(text="no key", status="resolved"), Blocker(text="net slow"))
    merged = merge(old, HandoffDraft(blockers=("net slow",)), known, resolved=("no printer",)).draft
    assert merged.blockers == (
        "net slow",
        "Phase 3: DB down (in the handoff before; not in the state file)",
        "typed here (in the handoff before; not in the state file)",
    )
    again = Handoff(path="x", blockers=merged.blockers)
    assert merge(again, HandoffDraft(blockers=("net slow",)), known).draft.blockers == merged.blockers


@pytest.mark.parametrize(
    ("old", "new", "names", "left_out"),
    [
        (HandoffTask(id="02", name="the API"), DraftTask(id="2", name="The API."), ["The API."], ()),
        (HandoffTask(id="Task 2", name="Routes"), DraftTask(id="2", name="API"), ["API"], ("Task 2: Routes",)),
        (HandoffTask(name="The API!"), DraftTask(name="the api"), ["the api"], ()),
        (HandoffTask(id="2", name="API", commit="aaa1111"), DraftTask(id="2", name="API", commit="bbb2222"), ["API"],
         ("Task 2: API (aaa1111)",)),
        (HandoffTask(id="2", name="API"), DraftTask(id="3", name="API"), ["API", "API"], ()),
    ],
)  # fmt: skip
def test_a_task_that_both_tell_is_one_row(
    old: HandoffTask, new: DraftTask, names: list[str], left_out: tuple[str, ...]
) -> None:
    merged = merge(Handoff(path="x", completed=(old,)), HandoffDraft(completed=(new,)))
    assert [row.name for row in merged.draft.completed] == names
    assert merged.left_out == left_out


@pytest.mark.parametrize(
    ("old", "new", "both", "left_out"),
    [
        ("task 3: write it.", "Task 3: Write it", ("Task 3: Write it",), ()),
        ("Task 03: the old way", "Task 3: the new way", ("Task 3: the new way",), ("Task 03: the old way",)),
        ("Ask Ada", "ask  Ada.", ("ask  Ada.",), ()),
        ("Task 4: tests", "Task 3: Write it", ("Task 3: Write it", "Task 4: tests"), ()),
        ("Go", "Task 3: Write it", ("Task 3: Write it", "Go"), ()),
    ],
)
def test_what_remains_by_both_stands_once(old: str, new: str, both: tuple[str, ...], left_out: tuple[str, ...]) -> None:
    before = Handoff(path="x", remaining=(old,), next_action="Go.", context="Fonts  first.")
    merged = merge(before, HandoffDraft(remaining=(new,), next_action="go", context="fonts first, then ink"))
    assert (merged.draft.remaining, merged.left_out) == (both, left_out)
    assert merged.draft.context == "fonts first, then ink"


def test_what_is_left_out_is_said() -> None:
    before = Handoff(path="x", remaining=tuple(f"Task {number}: old" for number in range(5)))
    merged = merge(before, HandoffDraft(remaining=tuple(f"Task {number}: new" for number in range(5))))
    assert merged.sentence == (
        "Left out of the handoff before, for this one tells it anew: "
        '"Task 0: old", "Task 1: old", "Task 2: old", 2 more.'
    )
    assert merge(before, HandoffDraft()).sentence == ""


def test_a_number_of_another_plan_is_another_task() -> None:
    before = Handoff(path="x", phase="2", plan="2.1", completed=(HandoffTask(id="1", name="Model", status="✅"),),
                     remaining=("Task 2: API", "Ask Ada"))  # fmt: skip
    rows = (DraftTask(id="1", name="Title", state="done"), DraftTask(id="2", name="Due dates", state="done"))
    merged = merge(before, HandoffDraft(phase="3", plan="2", completed=rows))
    assert [(row.id, row.name) for row in merged.draft.completed] == [
        ("1", "Title"), ("2", "Due dates"), (None, "Plan 2.1, task 1: Model")
    ]  # fmt: skip
    assert merged.draft.remaining == ("Plan 2.1, Task 2: API", "Ask Ada")
    assert merged.left_out == ()
