"""A repository with limits, as the conformance suite is told of it."""

from cockpit.model import Track
from cockpit.model.intents import FinishHandoff, HandOff, SetLimit
from cockpit.systems.plain_repository.system import PlainRepository
from tests.conformance.described import Beside, Described
from tests.conformance.maestro import words
from tests.conformance.memory_system import MemorySystem
from tests.conformance.plain_repository.verbs import ABSENT, HANDOFF, INTENTS, LIMITS, PROJECTS, READINGS, STATE


def _is_higher(track: Track) -> bool:
    threshold = track.threshold("cost")
    return threshold is not None and threshold.limits.stop == 40


PLAIN_REPOSITORY = Described(
    in_memory=MemorySystem(PlainRepository(), readings=READINGS),
    intents=INTENTS,
    absent=ABSENT,
    projects=PROJECTS,
    tables={"healthy": "healthy", "acknowledged": "acknowledged"},
    healthy="healthy",
    several=("crlf", "damaged"),
    files=(LIMITS, STATE, HANDOFF),
    folders=(),
    sections={HANDOFF: words.SECTIONS[words.HANDOFF]},
    beside={STATE: b"{}\n"},
    shared=Beside(
        project="healthy",
        adding=(),
        taken=SetLimit(metric="cost", level="stop", value=40),
        stands=_is_higher,
        own={b"The exporter writes": b"The exporter now writes"},
    ),
    once=(HandOff, FinishHandoff),
    whole=(HandOff,),
    by_files=False,
)
