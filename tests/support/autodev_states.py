"""States of autodev as text, and the files of its steps."""

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


def step(flow: str, number: str, name: str, status: str = "in_progress", more: str = "") -> str:
    """A state file of nothing but the present step."""
    return f"## Current Step\nflow: {flow}\nstep: {number}\nname: {name}\nstatus: {status}\n{more}"
