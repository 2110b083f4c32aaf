"""Reading sessions of Maestro in tests: fixtures, and small ones written as text."""

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

from cockpit.model import Track
from cockpit.systems.interface import Candidate, ReadContext
from cockpit.systems.maestro.system import Maestro
from tests.support.memory_files import MemoryFiles

NOW = datetime(2026, 3, 20, 12, 0, tzinfo=UTC)
MAIN = "docs/maestro/state/active-session.md"
SHARED = Path(__file__).resolve().parents[2].parent / "shared"

HEAD = """session_id: s-1
task: Count the buoys
created: 2026-03-20T08:00:00Z
updated: 2026-03-20T10:00:00Z
status: in_progress
current_phase: 2
total_phases: 3
"""
PHASES = """phases:
  - id: 1
    name: One
    status: completed
    completed: 2026-03-20T09:00:00Z
  - id: 2
    name: Two
    status: in_progress
    blocked_by: [1]
  - id: 3
    name: Three
    status: pending
    blocked_by: [2]
"""
SOUND = HEAD + PHASES
"""A session about which nothing is to be found."""


def session(front: str = SOUND, body: str = "# Of buoys Orchestration Log\n") -> bytes:
    """A session file."""
    return f"---\n{front}---\n\n{body}".encode()


def tracks(
    files: Mapping[str, bytes | str], base: str = "", environment: Mapping[str, str] | None = None
) -> tuple[Track, ...]:
    """The tracks of a folder."""
    memory = MemoryFiles(files, environment=environment)
    return tuple(Maestro().read(memory, each, ReadContext(now=NOW)) for each in Maestro().detect(memory, base))


def read(data: bytes | str, **others: bytes | str) -> Track:
    """The track of one session file; `others` lie beside it, by their names in the project with `__` for a slash."""
    beside = {name.replace("__", "/"): other for name, other in others.items()}
    (track,) = tracks({MAIN: data, **beside})
    return track


def candidates(files: Mapping[str, bytes | str], base: str = "", **environment: str) -> tuple[Candidate, ...]:
    """What is recognised in a folder."""
    return Maestro().detect(MemoryFiles(files, environment=environment), base)
