"""The descriptions of all systems. A new one is one line here; every test of this package then asks it too."""

from tests.conformance.autodev import AUTODEV
from tests.conformance.autopilot import AUTOPILOT
from tests.conformance.codewalk import CODEWALK
from tests.conformance.described import Described
from tests.conformance.maestro import MAESTRO
from tests.conformance.plain_repository import PLAIN_REPOSITORY
from tests.conformance.speckit import SPECKIT

DESCRIBED: tuple[Described, ...] = (AUTOPILOT, MAESTRO, AUTODEV, CODEWALK, SPECKIT, PLAIN_REPOSITORY)
BY_FILES = tuple(each for each in DESCRIBED if each.by_files)
"""Those whose files alone make a track of any folder on the disk."""
