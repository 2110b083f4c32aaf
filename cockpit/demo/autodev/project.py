"""Makes autodev's sample project: a roster for lock keepers, planned, and being decomposed into tasks."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from pathlib import Path

from cockpit.demo.moment import day
from cockpit.demo.repository import History, available

STATE = "_docs/_autopilot_state.md"
TABLE = "_docs/02_tasks/_dependencies_table.md"
_PROBLEM = {
    "_docs/00_problem/problem.md": "# Canal lock roster\n\nKeepers swap shifts by telephone.\n",
    "_docs/00_problem/restrictions.md": "# Restrictions\n\n- It runs on the lock house's own computer.\n",
    "_docs/00_problem/acceptance_criteria.md": "# Acceptance criteria\n\n1. A swap is seen within a minute.\n",
    "_docs/00_problem/input_data/locks.csv": "lock,keeper\n7,Aalto\n8,Berg\n",
}
_SOLUTION = {
    "_docs/01_solution/solution_draft01.md": "# Draft 1\n\nTwo services and a queue.\n",
    "_docs/01_solution/solution.md": "# Solution\n\nOne service, one table of shifts and swaps.\n",
}
_PLAN = {"_docs/02_document/architecture.md": "# Architecture\n\nRoster, swaps, pages; SQLite below.\n"}
TASKS: tuple[tuple[str, str, int, str], ...] = (
    ("CAN-11", "Shift table", 3, "None"),
    ("CAN-12", "Swap rules", 5, "CAN-11"),
    ("CAN-13", "Roster page", 3, "CAN-11"),
    ("CAN-14", "Swap page", 3, "CAN-12, CAN-13"),
    ("CAN-15", "Import of last year", 2, "CAN-11"),
)
"""Id, name, complexity points, what each waits for."""


def create(folder: Path, *, now: datetime) -> Path:
    """Make the sample project in `folder`, as it stands at `now`, and return its root. Raises FileExistsError."""
    if folder.exists() and any(folder.iterdir()):
        raise FileExistsError(folder)
    folder.mkdir(parents=True, exist_ok=True)
    begun = now - timedelta(days=4)
    files = {"README.md": "# Canal lock roster\n\nWho opens which lock, and when.\n"}
    commits = (
        (_PROBLEM, "Problem: what the keepers need", begun),
        (_SOLUTION, "Research: one service", begun + timedelta(days=1)),
        (_PLAN, "Plan: three parts", begun + timedelta(days=2)),
        (
            {"src/roster.py": "LOCKS = range(1, 13)\n", STATE: state(now)},
            "UI Design: two pages",
            now - timedelta(minutes=25),
        ),
    )
    if available():
        with History(folder, at=now) as history:
            for more, message, at in commits:
                files |= more
                history.commit(files, message, at=at)
    for more, _, _ in commits:
        files |= more
    write(folder, files)
    return folder


def write(folder: Path, files: Mapping[str, str]) -> None:
    """Write files of the project, with the folders they lie in."""
    for path, text in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, "utf-8", newline="\n")


def state(now: datetime) -> str:
    """The state file: four steps are completed, the fifth is under way."""
    behind = (
        ("Problem", 4, "What the keepers need, in four files"),
        ("Research", 3, "One service; a queue would be too much"),
        ("Plan", 2, "Three parts: roster, swaps, pages"),
        ("UI Design", 0, "Two pages, for telephones too"),
    )
    rows = "\n".join(
        f"| {number} | {name} | {day(now - timedelta(days=ago))} | {outcome} |"
        for number, (name, ago, outcome) in enumerate(behind, start=1)
    )
    return f"""# Autopilot State

## Current Step
flow: greenfield
step: 5
name: Decompose
status: in_progress
sub_step: 1 — Bootstrap
retry_count: 0

## Completed Steps

| Step | Name | Completed | Key Outcome |
|------|------|-----------|-------------|
{rows}

## Key Decisions
- SQLite: no server to look after in the lock house
- One table for shifts and swaps

## Last Session
date: {day(now)}
ended_at: Step 4 UI Design — SubStep 8 Review
reason: completed step
notes: The keepers want large letters

## Retry Log
| Attempt | Step | Name | SubStep | Failure Reason | Timestamp |
|---------|------|------|---------|----------------|-----------|

## Blockers
- None
"""


def dependencies(at: datetime) -> str:
    """The dependencies table of all tasks."""
    rows = "\n".join(f"| {task} | {name} | {points} | {after} | CAN-1 |" for task, name, points, after in TASKS)
    return (
        f"# Dependencies Table\n\n**Date**: {day(at)}\n**Total Tasks**: {len(TASKS)}\n"
        f"**Total Complexity Points**: {sum(points for _, _, points, _ in TASKS)}\n\n"
        "| Task | Name | Complexity | Dependencies | Epic |\n|------|------|------------|--------------|------|\n"
        f"{rows}\n"
    )
