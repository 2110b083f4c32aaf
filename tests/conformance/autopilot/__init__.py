"""Project Autopilot, as the conformance suite is told of it."""

from cockpit.model import Track
from cockpit.model.intents import (
    Acknowledge,
    AddTodo,
    Archive,
    Block,
    Complete,
    FinishHandoff,
    FireTrigger,
    HandOff,
    Migrate,
    Withdraw,
)
from tests.conformance.autopilot.verbs import ABSENT, INTENTS, PROJECTS
from tests.conformance.autopilot.words import HEAD, LINES, LOST_ONCE, SECTIONS
from tests.conformance.described import Beside, Described
from tests.support.autopilot_edits import DECISIONS, MEMORY_SYSTEM
from tests.support.autopilot_states import ACKNOWLEDGMENTS, HANDOFF, THRESHOLDS, TRANSPONDER, TRIGGERS


def _is_acknowledged(track: Track) -> bool:
    cost = track.threshold("cost")
    return cost is not None and cost.acknowledgment is not None and cost.acknowledgment.note == "worth it"


AUTOPILOT = Described(
    in_memory=MEMORY_SYSTEM,
    intents=INTENTS,
    absent=ABSENT,
    projects=PROJECTS,
    tables={
        "seed": "the seed's shape",
        "example": "without thresholds",
        "other-shape": "the other shape of the JSON",
        "layout-2": "layout 2",
        "phase-files": "phase files",
        "decision-log": "a decision log",
        "odd": "odd",
    },
    healthy="healthy",
    several=("both-shapes", "damaged", "layout-2", "mixed", "phases-namings", "v1"),
    files=(
        TRANSPONDER, HANDOFF, DECISIONS, ".autopilot/token-usage.md", THRESHOLDS, ACKNOWLEDGMENTS, TRIGGERS,
    ),
    folders=(".autopilot/state", ".autopilot/phases"),
    sections=SECTIONS,
    beside={TRANSPONDER: HEAD.encode()},
    shared=Beside(
        project="seed-thresholds",
        adding=(
            (lambda text: AddTodo(text=text), ("todo", "add")),
            (lambda text: Block(text=text), ("blocker", "add")),
        ),
        taken=Acknowledge(metric="cost", note="worth it"),
        stands=_is_acknowledged,
        own={b"29T14:30:00Z\n": b"29T15:00:00Z\n", b'"value": 12.00': b'"value": 13.00'},
    ),
    lines=LINES,
    lost_once=LOST_ONCE,
    to_the_prompt=(("a", "Acknowledged"), ("r", "Checklist"), ("p", "The prompt"), ("y", "Copied")),
    once=(FireTrigger, Complete, HandOff, FinishHandoff, Migrate, Archive),
    whole=(Migrate, HandOff),
    ending=(Archive,),
    true_findings=frozenset({"handoff-position", "handoff-older", "acknowledgment-above-value"}),
    never=(Withdraw(metric="variance"),),
)  # fmt: skip
