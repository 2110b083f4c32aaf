"""Makes the sample project of Codewalkers: lights of a harbour; one phase is done, the second waits for a chart."""

from datetime import datetime, timedelta
from pathlib import Path

from cockpit.demo.autodev.project import write
from cockpit.demo.moment import day, stamp
from cockpit.demo.repository import History, available

STATE = ".planning/STATE.md"
LAMPS, SECTORS, WATCH = "1-1", "2-1", "3-1"
PLANS: dict[str, tuple[str, tuple[str, ...]]] = {
    LAMPS: ("Phase 1: Lamps", ("List the lamps", "Switch them by the sun")),
    SECTORS: ("Phase 2: Sectors", ("White sector", "Red sector", "Green sector", "Print the card")),
    WATCH: ("Phase 3: Watch", ("Notice a dark lamp", "Call the keeper")),
}
"""The plans by their ids, each with its title and tasks."""


def create(folder: Path, *, now: datetime) -> Path:
    """Make the sample project in `folder`, as it stands at `now`, and return its root. Raises FileExistsError."""
    if folder.exists() and any(folder.iterdir()):
        raise FileExistsError(folder)
    folder.mkdir(parents=True, exist_ok=True)
    begun = now - timedelta(days=2)
    files = {"README.md": "# Harbour lights\n\nWhich lamp burns when, and in which colour.\n"}
    plans = {f".planning/{name}-PLAN.md": plan(name, done=2 if name == LAMPS else 0) for name in PLANS}
    code = {"lights/lamps.py": 'LAMPS = ("pier", "mole", "rock")\n\n\ndef burns(lamp, sun):\n    return sun < 0\n'}
    summary = {".planning/1-1-SUMMARY.md": "# Phase 1: Lamps\n\nThree lamps; they burn when the sun is down.\n"}
    commits = (
        (plans, "Three phases", begun),
        ({**code, **summary}, "Lamps burn at night", begun + timedelta(days=1)),
        ({STATE: state(now)}, "Sectors begin", now - timedelta(minutes=20)),
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


def plan(name: str, *, done: int) -> str:
    """A plan file of which the first tasks are done."""
    title, tasks = PLANS[name]
    rows = (f"- [{'x' if number <= done else ' '}] {number}. {task}" for number, task in enumerate(tasks, start=1))
    return "\n".join((f"# {title}", "", "## Tasks", *rows, ""))


def state(now: datetime) -> str:
    """The state: the second phase is under way."""
    begun, before = now - timedelta(minutes=20), now - timedelta(days=1)
    return f"""# STATE.md
initiative: init-5a1907
title: Harbour lights

# Current Position
position:
  phase: 2
  phase_name: "Sectors"
  plan: 1
  plan_name: null
  task: "White sector"
  wave: 1
  status: in_progress

# Progress Tracking
progress:
  phases_total: 3
  phases_completed: 1
  current_phase_tasks: 4
  current_phase_completed: 0
  bar: "█████░░░░░░░░░░░ 33%"

# Decisions Made
decisions:
  - date: {day(before)}
    context: "What tells day from night"
    decision: "The sun, not the clock"
    reason: "The clock knows no fog, and neither does the sun, but it moves with the year"
    alternatives_considered:
      - "A light sensor: salt blinds it"
    reversible: true

# Active Blockers
blockers: []

# Session History
sessions:
  - id: session-001
    agent: worker-mole
    started: {stamp(before - timedelta(hours=2))}
    ended: {stamp(before)}
    context_usage: "38%"
    completed:
      - "Phase 1: Lamps"
    notes: "Clean, no issues"
  - id: session-002
    agent: worker-pier
    started: {stamp(begun)}
    status: active
    working_on: "Phase 2, Task 1: White sector"

# Next Action
next_action: |
  Draw the sectors from the chart, white first.
  Then print the card for the pilots.

# Context for Resume
resume_context:
  files_modified_this_session:
    - lights/lamps.py
  key_implementations:
    - "Lamps burn while the sun is down"
  open_questions: []
"""
