"""Editing fixtures of Project Autopilot in memory."""

from collections.abc import Mapping

from cockpit.systems.autopilot.system import Autopilot
from tests.conformance.memory_system import NOW, Bytes, MemorySystem, applied, crlf
from tests.support.autopilot_states import ACKNOWLEDGMENTS, THRESHOLDS, TRANSPONDER, TRIGGERS
from tests.support.memory_files import fixture_bytes

__all__ = ["ACKNOWLEDGMENTS", "NOW", "THRESHOLDS", "TRANSPONDER", "TRIGGERS", "Bytes", "applied", "crlf"]

DECISIONS = ".autopilot/DECISIONS.md"
ARCHIVED_DECISIONS = ".autopilot/archive/decisions.md"

SEED: Bytes = fixture_bytes("seed-thresholds")
"""The seed's example with its thresholds, the cost alert acknowledged; both JSON files in the seed's shape."""
SHAPES: Bytes = fixture_bytes("both-shapes")
"""The other shape of acknowledgments.json, the triggers inside thresholds.json, keys in both spellings."""
EXAMPLE: Bytes = fixture_bytes("seed-example")
"""The seed's example without thresholds."""
HEALTHY: Bytes = fixture_bytes("healthy")
"""A complete and consistent project with phase files."""
LAYOUT_2: Bytes = fixture_bytes("layout-2")
"""A TRANSPONDER.md of the cockpit command's layout."""

MEMORY_SYSTEM = MemorySystem(Autopilot())
make, done, track, refusal = MEMORY_SYSTEM.edit, MEMORY_SYSTEM.files_after, MEMORY_SYSTEM.track, MEMORY_SYSTEM.refusal


def replaced(files: Mapping[str, bytes], path: str, old: str, new: str) -> Bytes:
    """The files with one text replaced. Fails where it does not stand there exactly once."""
    assert files[path].count(old.encode()) == 1, f"{old!r} stands {files[path].count(old.encode())} times in {path}"
    return {**files, path: files[path].replace(old.encode(), new.encode())}
