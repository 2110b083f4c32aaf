"""Codewalkers' files, as the conformance suite is told of them."""

from cockpit.model import Track
from cockpit.model.intents import (
    Block,
    Complete,
    Decide,
    FinishHandoff,
    HandOff,
    RecordCrash,
    RecordVerification,
    Unblock,
)
from cockpit.systems.codewalk.system import Codewalkers
from tests.conformance.codewalk.verbs import ABSENT, INTENTS, PROJECTS
from tests.conformance.codewalk.words import (
    HANDOFF,
    HEAD,
    LINES,
    LOST_ONCE,
    MAIN,
    SECTIONS,
)
from tests.conformance.described import Beside, Described
from tests.conformance.memory_system import MemorySystem


def _is_resolved(track: Track) -> bool:
    return any((each.id, each.status) == ("block-001", "resolved") for each in track.blockers)


CODEWALK = Described(
    in_memory=MemorySystem(Codewalkers()),
    intents=INTENTS,
    absent=ABSENT,
    projects=PROJECTS,
    tables={
        "lists": "lists",
        "healthy": "healthy",
        "seed": "bare",
        "folders": "folders",
        "fenced": "fenced",
        "frontmatter": "frontmatter",
        "json": "json",
        "sparse": "sparse",
        "waiting": "waiting",
    },
    healthy="healthy",
    several=("bare", "folders", "frontmatter", "sparse", "damaged"),
    files=(MAIN, HANDOFF),
    folders=(".planning/decisions", ".planning/blockers", ".planning/sessions"),
    sections=SECTIONS,
    beside={MAIN: HEAD.encode()},
    shared=Beside(
        project="healthy",
        adding=(
            (lambda text: Decide(text=text), ("decision", "add")),
            (lambda text: Block(text=text), ("blocker", "add")),
        ),
        taken=Unblock(blocker="block-001"),
        stands=_is_resolved,
        own={b"Old tablets on the piers": b"New tablets on the piers", b"Grey for now": b"Blue for now"},
    ),
    head=HEAD,
    lines=LINES,
    lost_once=LOST_ONCE,
    opening=("enter", "?", "m", "L"),
    to_the_prompt=(("r", "Checklist"), ("y", "Copied"), ("p", "The prompt")),
    once=(Complete, RecordCrash, RecordVerification, HandOff, FinishHandoff),
    whole=(HandOff,),
    true_findings=frozenset({"context-over-half", "tasks-mismatch", "plan-missing", "task-unknown",
                             "progress-mismatch", "phase-completed-already", "blocked-by-nothing"}),
)  # fmt: skip
