"""Makes Maestro's sample project: a board of ferry departures, its plans, and a session with two phases under way."""

from datetime import datetime, timedelta
from pathlib import Path

from cockpit.demo.moment import day, stamp
from cockpit.demo.repository import History, available

STATE = "docs/maestro/state/active-session.md"
SLUG = "ferry-board"
_BOARD = "export const rows = (departures) => departures.map(({ pier, at }) => `${at}  ${pier}`);\n"
_SOURCE = {
    ".gitignore": "node_modules/\ndocs/maestro/state/\n",
    "README.md": "# Ferry board\n\nDepartures by pier, on one screen.\n",
    "src/tables.js": "export const piers = [1, 2, 3, 7];\n",
}
_PHASES = (
    ("Import the timetables", "coder", False, ""),
    ("Delay feed", "api_designer", True, "1"),
    ("Departures board", "ux_designer", True, "1"),
    ("Tests", "tester", False, "2, 3"),
)
"""Name, agent, whether it may run beside others, and what it waits for; numbered from 1."""


def create(folder: Path, *, now: datetime) -> Path:
    """Make the sample project in `folder`, as it stands at `now`, and return its root. Raises FileExistsError."""
    if folder.exists() and any(folder.iterdir()):
        raise FileExistsError(folder)
    folder.mkdir(parents=True, exist_ok=True)
    begun = now - timedelta(minutes=38)
    files = {**_SOURCE, **_plans(begun)}
    if available():
        with History(folder, at=now) as history:
            history.commit(_SOURCE, "Begin the ferry board", at=begun - timedelta(days=2))
            history.commit(files, "Plan the board", at=begun)
            files["src/board.js"] = _BOARD
            history.commit(files, "Import the timetables", at=now - timedelta(minutes=9))
    files["src/board.js"] = _BOARD
    for path, text in {**files, STATE: session(begun, now)}.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, "utf-8", newline="\n")
    return folder


def _plans(at: datetime) -> dict[str, str]:
    headings = "\n".join(
        f"## Phase {number}: {name}\n\n### Agent: {agent}\n### Parallel: {'Yes' if parallel else 'No'}\n\n"
        f"- Blocked by: {waits or 'None'}\n"
        for number, (name, agent, parallel, waits) in enumerate(_PHASES, start=1)
    )
    return {
        _document(at, "design"): "# Ferry board: design\n\nOne row a departure; delays in minutes.\n",
        _document(at, "impl-plan"): f"# Ferry board Implementation Plan\n\n{headings}",
    }


def _document(at: datetime, kind: str) -> str:
    return f"docs/maestro/plans/{day(at)}-{SLUG}-{kind}.md"


def session(begun: datetime, now: datetime) -> str:
    """The session: its first phase is done, the next two are under way side by side."""
    imported = now - timedelta(minutes=9)
    phases = "".join(_phase(number, begun, imported) for number in range(1, len(_PHASES) + 1))
    return f"""---
session_id: "{day(begun)}-{SLUG}"
task: "Show the departures of all piers with their delays"
created: "{stamp(begun)}"
updated: "{stamp(imported)}"
status: "in_progress"
workflow_mode: "standard"
design_document: "{_document(begun, "design")}"
implementation_plan: "{_document(begun, "impl-plan")}"
current_phase: 2
total_phases: {len(_PHASES)}
execution_mode: "parallel"

token_usage:
  total_input: 18200
  total_output: 5400
  total_cached: 2100
  by_agent:
    coder:
      input: 18200
      output: 5400
      cached: 2100

phases:
{phases}---

# Ferry board Orchestration Log

## Phase 1: {_PHASES[0][0]} ✅

### coder Output
The tables of four piers are read.

### Files Changed
- Created: src/board.js

### Validation Result
Pass
"""


def _phase(number: int, begun: datetime, imported: datetime) -> str:
    name, agent, parallel, waits = _PHASES[number - 1]
    status = "completed" if number == 1 else "pending" if number == len(_PHASES) else "in_progress"
    started = begun if number == 1 else imported
    return f"""  - id: {number}
    name: "{name}"
    status: "{status}"
    agents: ["{agent}"]
    parallel: {str(parallel).lower()}
    started: {"null" if status == "pending" else f'"{stamp(started)}"'}
    completed: {f'"{stamp(imported)}"' if status == "completed" else "null"}
    blocked_by: [{waits}]
    files_created: [{'"src/board.js"' if number == 1 else ""}]
    files_modified: []
    files_deleted: []
    errors: []
    retry_count: 0
"""
