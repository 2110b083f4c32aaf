"""The session boundaries by generation: which ends of a step ask, what is written, and that nothing drops a choice."""

import pytest

from cockpit.model import intents as verbs
from cockpit.model.handoff_draft import HandoffDraft
from cockpit.model.intents import Intent
from tests.support.autodev_states import LATER, MAIN, done, read, step
from tests.support.memory_files import fixture_bytes

GREENFIELD, EXISTING = "greenfield", "existing-code"
FORMS = {
    "seed": (MAIN, "retry_count: 0\n\n## Completed Steps\n\n## Last Session\n"),
    "pointer": (MAIN, "retry_count: 0\n"),
    "nested": (LATER, "sub_step:\n  phase: 4\n  name: write-tasks\n  detail: last one\nretry_count: 0\n"),
}
ENDS = {
    ("seed", GREENFIELD, "Decompose"): ("6", "Implement", True),
    ("seed", GREENFIELD, "UI Design"): ("5", "Decompose", False),
    ("seed", EXISTING, "Decompose Tests"): ("4", "Implement Tests", True),
    ("seed", EXISTING, "Implement Tests"): ("5", "Run Tests", False),
    ("seed", EXISTING, "New Task"): ("8", "Implement", True),
    ("pointer", GREENFIELD, "Decompose"): ("6", "Implement", True),
    ("pointer", GREENFIELD, "Implement"): ("7", "Run Tests", False),
    ("pointer", EXISTING, "Decompose Tests"): ("5", "Implement Tests", True),
    ("pointer", EXISTING, "New Task"): ("9", "Implement", True),
    ("pointer", EXISTING, "Document"): ("2", "Test Spec", False),
    ("nested", GREENFIELD, "Decompose"): ("7", "Implement", True),
    ("nested", GREENFIELD, "Decompose Tests"): ("10", "Implement Tests", True),
    ("nested", EXISTING, "Decompose Tests"): ("6", "Implement Tests", True),
    ("nested", EXISTING, "New Task"): ("10", "Implement", True),
    ("nested", EXISTING, "Test Spec"): ("4", "Code Testability Revision", False),
}
"""Form, flow and step under way; the step that follows by number and name, and whether the agent asks before it."""


def state(form: str, flow: str, name: str) -> dict[str, bytes]:
    path, more = FORMS[form]
    return {path: f"# State\n\n{step(flow, '', name, more=more)}".replace("step: \n", "").encode()}


@pytest.mark.parametrize("case", ENDS, ids=" ".join)
def test_the_end_of_a_step(case: tuple[str, str, str]) -> None:
    number, name, asks = ENDS[case]
    after = done(state(*case), verbs.Complete(whole="phase"))
    track = read(after)
    assert track.position.phase is not None
    assert (track.format, track.position.phase.id, track.position.phase.name, track.position.status) == (
        case[0], number, name, "not_started",
    )  # fmt: skip
    assert (track.waiting is not None and track.waiting.anew is not None) is asks
    if asks and track.waiting is not None:
        assert str(track.waiting.recommendation) == "A — implementation is the longest phase, fresh context helps"
    sessions = [(each.handoff_reason, each.notes) for each in track.sessions]
    has_row = case[0] == "seed" and asks
    assert sessions == ([("session boundary", "Decompose complete, implementation ready")] if has_row else [])


@pytest.mark.parametrize(
    "intent",
    [verbs.Skip(phase="5", note="tasks exist"), verbs.Move(part="phase", value="6")],
    ids=["left out", "moved on"],
)
def test_nothing_is_asked_where_nothing_was_decomposed(intent: Intent) -> None:
    track = read(done(state("seed", GREENFIELD, "Decompose"), intent))
    assert track.position.phase is not None
    assert (track.position.phase.id, track.position.status) == ("6", "not_started")
    assert track.waiting is None or track.waiting.anew is None
    assert [each.handoff_reason for each in track.sessions] == []


DRAFT = HandoffDraft(phase="6", state="Tasks are there", remaining=("All five",), next_action="Begin with batch 1")
STAYS = {
    "the session ends": (verbs.Complete(whole="session", note="See the tasks"), True, "session boundary"),
    "it ends for the boundary": (verbs.Complete(whole="session", reason="session boundary"), True, "session boundary"),
    "it ends for another reason": (verbs.Complete(whole="session", reason="context limit"), True, "context limit"),
    "a handoff": (verbs.HandOff(draft=DRAFT), True, "session boundary"),
}


@pytest.mark.parametrize("case", STAYS)
def test_the_choice_goes_on_waiting(case: str) -> None:
    intent, waits, reason = STAYS[case]
    track = read(done(fixture_bytes("boundary", "autodev"), intent))
    assert (track.waiting is not None, track.sessions[0].handoff_reason) == (waits, reason)
