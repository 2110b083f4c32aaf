"""The handoff that the agent leaves when it is interrupted (seed, Holding-Pattern Files)."""

import re
from datetime import datetime

from cockpit.demo import fields
from cockpit.demo.files import Files
from cockpit.demo.moment import stamp
from cockpit.demo.plot import HandOff
from cockpit.demo.progress import Box, folder, route
from cockpit.demo.transponder import table

PATH = ".autopilot/holding-pattern.md"
LOGGED = re.compile(r"(?P<task>\d+\.\d+\.\d+) .*\(commit (?P<commit>[0-9a-f]{7,40})\)")


def commits(files: Files, phase: int) -> dict[str, str]:
    """The commits of finished tasks by task id, from the logbook of a phase."""
    logbook = files.text(f"{folder(phase)}/LOGBOOK.md") or ""
    return {found["task"]: found["commit"] for found in LOGGED.finditer(logbook)}


def completed(plan: list[Box], current: str, known: dict[str, str]) -> list[str]:
    """The Completed Work table: finished tasks with their commits, and the one in progress."""
    rows = [(str(box.number), box.name, known.get(box.task, "—"), "✅") for box in plan if box.done]
    rows += [(str(box.number), box.name, "—", "🔄 In progress") for box in plan if box.task == current]
    return table(("Task", "Name", "Commit", "Status"), rows)


def remaining(plan: list[Box], act: HandOff) -> list[str]:
    """The Remaining Work list."""
    open_tasks = [box for box in plan if not box.done]
    return [
        f"- Task {box.number}: {act.left if box.task == act.task else f'{box.name} (not started)'}"
        for box in open_tasks
    ]


def holding_pattern(files: Files, act: HandOff, transponder: str, at: datetime) -> str:
    """The whole file, in the seed's template."""
    phase, plan_number, task_number = (int(part) for part in act.task.split("."))
    plan = [box for box in route(files, phase) if box.plan == plan_number]
    sections = {
        "Current State": [act.state],
        "Completed Work": completed(plan, act.task, commits(files, phase)),
        "Remaining Work": remaining(plan, act),
        "Decisions Made": [f"- {line}" for line in act.decisions],
        "Blockers": [f"- {line}" for line in fields.bullets(transponder, "Blockers") or ["None"]],
        "Context": [act.context],
        "Next Action": [act.next_action],
    }
    head = {
        "phase": phase,
        "plan": plan_number,
        "task": task_number,
        "total_tasks": len(plan),
        "status": "in_progress",
        "created": stamp(at),
    }
    lines = ["---", *(f"{key}: {value}" for key, value in head.items()), "---"]
    for title, body in sections.items():
        lines += ["", f"## {title}", *body]
    return "\n".join(lines) + "\n"
