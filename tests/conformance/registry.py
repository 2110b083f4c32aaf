"""The descriptions of all systems. A new one is one line here; every test of this package then asks it too."""

from tests.conformance.autodev import AUTODEV
from tests.conformance.autopilot import AUTOPILOT
from tests.conformance.codewalk import CODEWALK
from tests.conformance.described import Described
from tests.conformance.maestro import MAESTRO

DESCRIBED: tuple[Described, ...] = (AUTOPILOT, MAESTRO, AUTODEV, CODEWALK)
