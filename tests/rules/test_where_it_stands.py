"""The sentence a handoff is proposed to begin with, and how it follows what is filled in."""

from dataclasses import replace

import pytest

from cockpit.model import Position, Step
from cockpit.model.handoff_draft import DraftTask, HandoffDraft
from cockpit.rules.handoff.proposal import updated_place
from tests.support.model_builders import track

POSITION = Position(
    phase=Step(id="2", name="Invoices"),
    plan=Step(id="1", name="Documents"),
    task=Step(id="3", name="Render"),
    status="in_progress",
    status_text="In progress.",
)
DONE = replace(POSITION, status="phase_complete", status_text="Phase complete")
DRAFT = HandoffDraft(phase="2", plan="1", task="3", total_tasks="3", remaining=("Task 3: Render",))
PLACE_4 = "Phase 2 (Invoices), plan 1 (Documents), task 4 of 3. Status: In progress."
PLACE = "Phase 2 (Invoices), plan 1 (Documents), task 3 of 3 (Render)."
ROWS = tuple(DraftTask(id=each, state="done") for each in "123")
NOTHING_LEFT = replace(DRAFT, remaining=(), completed=ROWS)


@pytest.mark.parametrize(
    ("text", "before", "after", "position", "told"),
    [
        (f"{PLACE} Status: Phase complete.\nAnd more", NOTHING_LEFT, DRAFT, DONE, f"{PLACE}\nAnd more"),
        (f"{PLACE}\nAnd more", DRAFT, NOTHING_LEFT, DONE, f"{PLACE} Status: Phase complete.\nAnd more"),
        (f"{PLACE} Status: Phase complete.", NOTHING_LEFT, DRAFT, DONE, PLACE),
        ("And more", HandoffDraft(), replace(HandoffDraft(), phase="4"), Position(), "Phase 4.\nAnd more"),
        ("Phase 4.\nAnd more", HandoffDraft(phase="4"), HandoffDraft(), Position(), "And more"),
        (f"First this. {PLACE} Status: In progress.\nAnd more", DRAFT, replace(DRAFT, task="4"), POSITION,
         f"First this. {PLACE_4}\nAnd more"),
        ("My words", NOTHING_LEFT, DRAFT, DONE, "My words"),
        (f"{PLACE} Status: In progress.", DRAFT, replace(DRAFT, context="x"), POSITION,
         f"{PLACE} Status: In progress."),
    ],
)  # fmt: skip
def test_it_follows(text: str, before: HandoffDraft, after: HandoffDraft, position: Position, told: str) -> None:
    assert updated_place(text, before, after, track(position=position)) == told
