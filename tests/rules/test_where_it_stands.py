"""The sentence a handoff is proposed to begin with, and how it follows what is filled in."""

from dataclasses import replace

import pytest

from cockpit.model import Phase, Position, Step
from cockpit.model.handoff_draft import DraftTask, HandoffDraft
from cockpit.rules.handoff.proposal import updated_place, where_it_stands
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
    ("draft", "position", "sentence"),
    [
        (DRAFT, POSITION, f"{PLACE} Status: In progress."),
        (replace(DRAFT, task="2"), POSITION,
         "Phase 2 (Invoices), plan 1 (Documents), task 2 of 3. Status: In progress."),
        (replace(DRAFT, phase=None, plan=None, task=None), POSITION, "Status: In progress."),
        (replace(DRAFT, plan=None, total_tasks=None), Position(), "Phase 2, task 3."),
        (HandoffDraft(), Position(), ""),
        (DRAFT, DONE, PLACE),
        (NOTHING_LEFT, DONE, f"{PLACE} Status: Phase complete."),
        (NOTHING_LEFT, POSITION, PLACE),
        (replace(NOTHING_LEFT, completed=(*ROWS[:2], replace(ROWS[2], state="open"))), DONE, PLACE),
        (DRAFT, replace(POSITION, status_text="In \x1b[31m"), f"{PLACE} Status: In \\x1b[31m."),
    ],
)  # fmt: skip
def test_the_sentence(draft: HandoffDraft, position: Position, sentence: str) -> None:
    assert where_it_stands(draft, track(position=position)) == sentence


@pytest.mark.parametrize("status", ["pending", "failed", "completed", "skipped"])
def test_a_phase_that_nobody_works_at_is_not_called_in_progress(status: str) -> None:
    phases = (Phase(id="1", status="in_progress"), Phase(id="2", name="Invoices", status=status))
    assert where_it_stands(DRAFT, track(position=POSITION, phases=phases)) == PLACE
    at_1 = where_it_stands(replace(DRAFT, phase="1"), track(position=POSITION, phases=phases))
    assert at_1.endswith(" Status: In progress.")
    blocked = replace(POSITION, status="blocked", status_text="Blocked")
    assert where_it_stands(DRAFT, track(position=blocked, phases=phases)) == f"{PLACE} Status: Blocked."


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
