"""autodev, as the conformance suite is told of it."""

from cockpit.model import Track
from cockpit.model.intents import Block, Complete, Decide, Fail, FinishHandoff, HandOff, ResetRetries, Skip
from cockpit.systems.autodev.system import Autodev
from tests.conformance.autodev.verbs import ABSENT, INTENTS, PROJECTS
from tests.conformance.autodev.words import (
    HANDOFF,
    HEAD,
    LATER,
    LINES,
    LOST_ONCE,
    MAIN,
    PROBLEM,
    SECTIONS,
    TASKS,
)
from tests.conformance.described import Beside, Described
from tests.conformance.memory_system import MemorySystem


def _is_reset(track: Track) -> bool:
    return track.retries is not None and track.retries.count == 0


AUTODEV = Described(
    in_memory=MemorySystem(Autodev()),
    intents=INTENTS,
    absent=ABSENT,
    projects=PROJECTS,
    tables={
        "seed": "healthy",
        "boundary": "boundary",
        "failed": "failed",
        "template": "template",
        "pointer": "pointer",
        "nested": "nested",
        "gate": "gate",
        "waiting": "waiting",
        "tried": "tried",
    },
    healthy="healthy",
    several=("boundary", "failed", "template", "nested", "damaged"),
    files=(MAIN, LATER, HANDOFF, TASKS, PROBLEM),
    folders=("_docs/02_tasks", "_docs/02_document"),
    sections=SECTIONS,
    beside={MAIN: HEAD.encode()},
    shared=Beside(
        project="healthy",
        adding=(
            (lambda text: Decide(text=text), ("decision", "add")),
            (lambda text: Block(text=text), ("blocker", "add")),
        ),
        taken=ResetRetries(),
        stands=_is_reset,
        own={b"notes: The import is slow": b"notes: The import was slow", b"61 tests": b"62 tests"},
    ),
    lines=LINES,
    lost_once=LOST_ONCE,
    opening=("enter", "?", "m", "L"),
    to_the_prompt=(("r", "Checklist"), ("y", "Copied"), ("p", "The prompt")),
    once=(Complete, Fail, Skip, HandOff, FinishHandoff),
    whole=(HandOff,),
    true_findings=frozenset({"completed-missing", "folders-disagree", "retry-log-mismatch", "failed-without-blocker"}),
)
