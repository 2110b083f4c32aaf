"""Maestro, as the conformance suite is told of it: a system that is only read."""

from cockpit.systems.maestro.system import Maestro
from tests.conformance.bench import Bench
from tests.conformance.described import Described
from tests.conformance.maestro.verbs import ABSENT
from tests.conformance.maestro.words import GATE, HEAD, LINES, LOST_ONCE, MAIN, SECTIONS
from tests.systems.memory_files import fixture_bytes

MAESTRO = Described(
    bench=Bench(Maestro()),
    intents=(),
    absent=ABSENT,
    projects={name: fixture_bytes(name, "maestro") for name in ("healthy", "json", "t1", "crlf")},
    told={},
    healthy="healthy",
    several=("gemini", "json", "t1", "damaged"),
    files=(MAIN, GATE),
    folders=("docs/maestro/state/archive",),
    sections=SECTIONS,
    beside={MAIN: HEAD.encode()},
    lines=LINES,
    lost_once=LOST_ONCE,
    opening=("enter", "?", "L"),
)
