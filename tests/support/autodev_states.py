"""Reading autodev's state in tests: fixtures, and small files written as text."""

from collections.abc import Mapping
from datetime import UTC, datetime

from cockpit.model import Track
from cockpit.model.intents import Intent
from cockpit.systems.autodev.system import Autodev
from cockpit.systems.interface import Edit, ReadContext
from tests.conformance.memory_system import applied
from tests.support.memory_files import MemoryFiles

NOW = datetime(2026, 4, 5, 12, 0, tzinfo=UTC)
MAIN = "_docs/_autopilot_state.md"

SOUND = """# Autopilot State

## Current Step
flow: greenfield
step: 2
name: Research
status: in_progress
sub_step: 3 — Compare
retry_count: 0

## Completed Steps

| Step | Name | Completed | Key Outcome |
|------|------|-----------|-------------|
| 1 | Problem | 2026-03-28 | Four files |

## Key Decisions
- One table

## Last Session
date: 2026-03-28
ended_at: Step 1 Problem
reason: completed step
notes: go on

## Retry Log
| Attempt | Step | Name | SubStep | Failure Reason | Timestamp |
|---------|------|------|---------|----------------|-----------|

## Blockers
- None
"""
"""A state about which nothing is to be found, in a folder that holds its problem."""
PROBLEM = {
    "_docs/00_problem/problem.md": "# Locks\n",
    "_docs/00_problem/restrictions.md": "One computer\n",
    "_docs/00_problem/acceptance_criteria.md": "Fast\n",
    "_docs/00_problem/input_data/locks.csv": "7\n",
}
RESEARCHED = {**PROBLEM, "_docs/01_solution/solution_draft01.md": "Draft\n", "_docs/01_solution/solution.md": "One\n"}
PLANNED = {**RESEARCHED, "_docs/02_document/architecture.md": "Parts\n"}
DECOMPOSED = {**PLANNED, "_docs/02_tasks/_dependencies_table.md": "| Task | Name |\n|---|---|\n| A-1 | One |\n"}


def changed(old: str, new: str) -> str:
    """The sound state with one text replaced. Fails where it does not stand there exactly once."""
    assert SOUND.count(old) == 1, f"{old!r} stands {SOUND.count(old)} times"
    return SOUND.replace(old, new)


def step(flow: str, number: str, name: str, status: str = "in_progress", more: str = "") -> str:
    """A state file of nothing but the present step."""
    return f"## Current Step\nflow: {flow}\nstep: {number}\nname: {name}\nstatus: {status}\n{more}"


def read(files: Mapping[str, bytes | str] | str, beside: Mapping[str, str] | None = None) -> Track:
    """The one track; of a text, that of the state file beside a problem."""
    memory = MemoryFiles(
        files if isinstance(files, Mapping) else {MAIN: files, **(PROBLEM if beside is None else beside)}
    )
    (candidate,) = Autodev().detect(memory)
    return Autodev().read(memory, candidate, ReadContext(now=NOW))


def edit(files: Mapping[str, bytes], intent: Intent) -> Edit:
    """What a verb comes to."""
    memory = MemoryFiles(files)
    (candidate,) = Autodev().detect(memory)
    return Autodev().edit(memory, candidate, intent, ReadContext(now=NOW))


def done(files: Mapping[str, bytes], *intents: Intent) -> dict[str, bytes]:
    """The files after some verbs."""
    after = dict(files)
    for intent in intents:
        after = applied(after, edit(after, intent))
    return after
