"""Maestro, as the conformance suite is told of it."""

from cockpit.model.intents import AddTokens, Archive, Complete, Fail, Retry
from cockpit.systems.maestro.system import Maestro
from tests.conformance.bench import Bench
from tests.conformance.described import Described
from tests.conformance.maestro.verbs import ABSENT, INTENTS, PROJECTS
from tests.conformance.maestro.words import GATE, HEAD, LINES, LOST_ONCE, MAIN, SECTIONS

MAESTRO = Described(
    bench=Bench(Maestro()),
    intents=INTENTS,
    absent=ABSENT,
    projects=PROJECTS,
    told={"healthy": "healthy", "json": "json", "quick": "t1", "template": "template", "backslashes": "backslashes"},
    healthy="healthy",
    several=("gemini", "json", "t1", "damaged"),
    files=(MAIN, GATE),
    folders=("docs/maestro/state/archive",),
    sections=SECTIONS,
    beside={MAIN: HEAD.encode()},
    lines=LINES,
    lost_once=LOST_ONCE,
    opening=("enter", "?", "L"),
    ending=(Archive,),
    once=(Complete, Fail, Retry, AddTokens),
    true_findings=frozenset({"tokens-mismatch"}),
)
