"""What a draft that is opened again does not know yet."""

from dataclasses import replace

import pytest

from cockpit.model.handoff_draft import DraftTask, HandoffDraft
from cockpit.rules.since_begun import since_begun

BEGUN = HandoffDraft(
    phase="2", plan="1", task="3", total_tasks="4", decisions=("A — why",), blockers=("No account",),
    completed=(DraftTask(id="1", state="done"), DraftTask(id="2", state="in_progress")),
)  # fmt: skip
DONE = tuple(replace(row, state="done") for row in BEGUN.completed)


@pytest.mark.parametrize(
    ("mine", "now", "told"),
    [
        ({}, {}, {}),
        ({}, {"task": "4"}, {"state": ("Since then the work has moved on: phase 2, plan 1, task 4 of 4.",)}),
        ({"task": "4"}, {"task": "4"}, {}),
        ({"task": "2"}, {}, {}),  # the person's own word counts
        ({}, {"phase": None, "plan": None, "task": None},
         {"state": ("Since then the work has moved on: no place is named.",)}),
        ({}, {"blockers": ()}, {"blockers": ("No longer a blocker: No account.",)}),
        ({"blockers": ()}, {"blockers": ()}, {}),
        ({}, {"blockers": ("No account", "No keys!")}, {"blockers": ("Blocks since: No keys!",)}),
        ({"blockers": ("No keys",)}, {"blockers": ("No keys",)}, {}),
        ({}, {"decisions": ("A — why", "B")}, {"decisions": ("Decided since: B.",)}),
        ({}, {"decisions": ()}, {}),  # an old one that made room
        ({}, {"completed": DONE}, {"completed": ("Done since: task 2.",)}),
        ({"completed": DONE}, {"completed": DONE}, {}),
        ({}, {"completed": (*DONE, DraftTask(id="3", state="done"))}, {"completed": ("Done since: tasks 2, 3.",)}),
    ],
)  # fmt: skip
def test_what_changed_is_told_as_long_as_the_draft_does_not_say_it(
    mine: dict[str, object], now: dict[str, object], told: dict[str, tuple[str, ...]]
) -> None:
    assert since_begun(replace(BEGUN, **mine), BEGUN, replace(BEGUN, **now)) == told
