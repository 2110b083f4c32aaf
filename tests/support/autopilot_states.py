"""Reading fixtures and small projects of Project Autopilot in tests."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from cockpit.model import Finding, Threshold, Track
from cockpit.systems.autopilot.system import Autopilot
from cockpit.systems.interface import FileContent, ReadContext
from tests.support.memory_files import MemoryFiles, fixture_bytes

NOW = datetime(2026, 1, 29, 15, 30, tzinfo=UTC)
TRANSPONDER = ".autopilot/TRANSPONDER.md"
HANDOFF = ".autopilot/holding-pattern.md"
THRESHOLDS = ".autopilot/state/thresholds.json"
ACKNOWLEDGMENTS = ".autopilot/state/acknowledgments.json"
TRIGGERS = ".autopilot/state/triggers.json"


def read(
    files: Mapping[str, bytes | str | FileContent],
    *,
    base: str = "",
    home: Mapping[str, bytes | str] | None = None,
    **context: Any,
) -> Track:
    """The one track of a folder. Fails where there is not exactly one."""
    memory = MemoryFiles(files, home)
    (candidate,) = Autopilot().detect(memory, base)
    return Autopilot().read(memory, candidate, ReadContext(**{"now": NOW, **context}))


def changed(case: str, path: str, old: str, new: str) -> dict[str, bytes]:
    """A fixture's files with one text replaced by another. Fails where the text is not there exactly once."""
    files = fixture_bytes(case)
    assert files[path].count(old.encode()) == 1, f"{old!r} stands {files[path].count(old.encode())} times in {path}"
    return {**files, path: files[path].replace(old.encode(), new.encode())}


def threshold(track: Track, metric: str) -> Threshold:
    """A track's threshold by the name of its metric, without the conditions of its acknowledgment."""
    found = next(threshold for threshold in track.thresholds if threshold.metric == metric)
    given = found.acknowledgment
    return found if given is None else replace(found, acknowledgment=replace(given, conditions=()))


def told(findings: tuple[Finding, ...]) -> list[tuple[str, str, str, int | None]]:
    """Findings in short: code, severity, path and line."""
    return [(finding.code, finding.severity, finding.path, finding.line) for finding in findings]
