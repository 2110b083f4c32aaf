"""Maestro, as the conformance suite is told of it."""

from cockpit.model import Track
from cockpit.model.intents import (
    AddTokens,
    Archive,
    Complete,
    Fail,
    FinishHandoff,
    HandOff,
    RecordError,
    ReportFiles,
    ResolveError,
    Retry,
)
from cockpit.systems.maestro.system import Maestro
from tests.conformance.described import Beside, Described
from tests.conformance.maestro.verbs import ABSENT, INTENTS, PROJECTS
from tests.conformance.maestro.words import GATE, HANDOFF, HEAD, LINES, LOST_ONCE, MAIN, SECTIONS
from tests.conformance.memory_system import MemorySystem

_SLOW = "The port authority's feed did not answer within 30 seconds"


def _is_resolved(track: Track) -> bool:
    return any(error.message == _SLOW and error.resolved for error in track.errors)


MAESTRO = Described(
    in_memory=MemorySystem(Maestro()),
    intents=INTENTS,
    absent=ABSENT,
    projects=PROJECTS,
    tables={"healthy": "healthy", "json": "json", "quick": "t1", "template": "template", "backslashes": "backslashes"},
    healthy="healthy",
    several=("gemini", "json", "t1", "damaged"),
    files=(MAIN, GATE, HANDOFF),
    folders=("docs/maestro/state/archive",),
    sections=SECTIONS,
    beside={MAIN: HEAD.encode()},
    shared=Beside(
        project="healthy",
        adding=(
            (lambda text: ReportFiles(kind="created", paths=(text,)), ("phase", "files", "--created")),
            (lambda text: RecordError(text=text), ("phase", "error")),
        ),
        taken=ResolveError(error=_SLOW, note="It waits longer"),
        stands=_is_resolved,
        own={
            b"T10:42:30.500Z'\n": b"T11:42:30.500Z'\n",
            b"    started: null\n": b"    started: '2026-03-20T11:42:00.000Z'\n",
        },
    ),
    lines=LINES,
    lost_once=LOST_ONCE,
    opening=("enter", "?", "L"),
    to_the_prompt=(("r", "Checklist"), ("y", "Copied"), ("p", "The prompt")),
    once=(Complete, Fail, Retry, AddTokens, HandOff, FinishHandoff),
    whole=(HandOff,),
    ending=(Archive,),
    true_findings=frozenset({"tokens-mismatch"}),
)
