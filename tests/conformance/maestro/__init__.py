"""Maestro, as the conformance suite is told of it."""

from cockpit.model.intents import AddTokens, Archive, Complete, Fail, FinishHandoff, HandOff, Retry
from cockpit.systems.maestro.system import Maestro
from tests.conformance.bench import Bench
from tests.conformance.described import Described
from tests.conformance.maestro.verbs import ABSENT, INTENTS, PROJECTS
from tests.conformance.maestro.words import GATE, HANDOFF, HEAD, LINES, LOST_ONCE, MAIN, SECTIONS

MAESTRO = Described(
    bench=Bench(Maestro()),
    intents=INTENTS,
    absent=ABSENT,
    projects=PROJECTS,
    told={"healthy": "healthy", "json": "json", "quick": "t1", "template": "template", "backslashes": "backslashes"},
    healthy="healthy",
    several=("gemini", "json", "t1", "damaged"),
    files=(MAIN, GATE, HANDOFF),
    folders=("docs/maestro/state/archive",),
    sections=SECTIONS,
    beside={MAIN: HEAD.encode()},
    lines=LINES,
    lost_once=LOST_ONCE,
    opening=("enter", "?", "L"),
    once=(Complete, Fail, Retry, AddTokens, HandOff, FinishHandoff),
    whole=(HandOff,),
    ending=(Archive,),
    true_findings=frozenset({"tokens-mismatch"}),
)
