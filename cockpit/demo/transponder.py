"""TRANSPONDER.md of the sample project (seed, TRANSPONDER.md Template, with the Thresholds section)."""

from collections.abc import Sequence

from cockpit.demo.choices import CHOICES, TODOS
from cockpit.demo.levels import DEFAULTS, METRICS, cells
from cockpit.demo.moment import Moment, day, stamp
from cockpit.demo.taskflow import NAME, PHASES

COLUMNS = ("Current", "Warning", "Alert", "Stop", "Status")
RECENT = 4
"""How many decisions the file starts with; the seed keeps 3 to 5."""


def bar(percent: float) -> str:
    """Ten cells, `floor(percent / 10)` of them filled (seed, Progress Bar Generation)."""
    filled = max(0, min(10, int(percent // 10)))
    return "█" * filled + "░" * (10 - filled)


def progress_cell(percent: int) -> str:
    """The Progress row's value: bar and number."""
    return f"{bar(percent)} {percent}%"


def table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """A Markdown table without padding, as models write it."""
    rule = "|".join("-" * (len(cell) + 2) for cell in header)
    head, *body = ("| " + " | ".join(row) + " |" for row in (header, *rows))
    return [head, f"|{rule}|", *body]


def bullets(items: list[str]) -> list[str]:
    """A Markdown list, `- None` when there is nothing."""
    return [f"- {item}" for item in items or ["None"]]


def position(moment: Moment) -> list[str]:
    """The Current Position section."""
    task = moment.task
    rows = [
        ("Phase", f"{task.phase} of {len(PHASES)}"),
        ("Plan", f"{task.plan} of {len(PHASES[task.phase - 1].plans)}"),
        ("Status", moment.status),
        ("Progress", progress_cell(moment.percent)),
    ]
    return ["## Current Position", "", *table(("Field", "Value"), rows), "", *last_activity(moment)]


def last_activity(moment: Moment) -> list[str]:
    """The Last Activity line, on the day on which it happened."""
    if moment.last is None:
        return [f"**Last Activity:** {day(moment.at)} — Filed the flight plan: 6 phases, 50 tasks"]
    when = day(moment.finished_at(moment.done))
    return [f"**Last Activity:** {when} — Completed task {moment.last.id}: {moment.last.name}"]


def thresholds(moment: Moment) -> list[str]:
    """The Thresholds section; nothing is acknowledged when the story begins."""
    values = {name: float(getattr(moment, name)) for name in METRICS}
    rows = []
    for name, value in values.items():
        row = cells(name, value, DEFAULTS[name])
        rows.append((name.title(), *(row[column] for column in COLUMNS)))
    return ["## Thresholds", "", *table(("Type", *COLUMNS), rows), "", "**Acknowledged Alerts:**", "- None"]


def metrics(moment: Moment) -> list[str]:
    """The Performance Metrics section."""
    rows = [("Plans completed", str(moment.plans_done)), ("Avg duration", "12 min"), ("Token efficiency", "73%")]
    return ["## Performance Metrics", "", *table(("Metric", "Value"), rows)]


def context(moment: Moment) -> list[str]:
    """The Accumulated Context section: recent decisions, todos, blockers."""
    taken = [f"{choice.title} — {choice.outcome}" for choice in CHOICES if choice.after <= moment.done]
    todos = [f"[ ] {text}" for after, text in TODOS if after <= moment.done]
    return [
        "## Accumulated Context",
        *("", "### Recent Decisions", *bullets(taken[-RECENT:])),
        *("", "### Pending Todos", *bullets(todos)),
        *("", "### Blockers", "- None"),
    ]


def stopped_at(phase: int, plan: int, number: int, total: int) -> str:
    """Where the session stands, in the seed's words."""
    return f"Mid-plan {phase}.{plan}, task {number} of {total}"


def continuity(moment: Moment) -> list[str]:
    """The Session Continuity section; no handoff is waiting."""
    task = moment.task
    total = len(PHASES[task.phase - 1].plans[task.plan - 1].tasks)
    if moment.phase_complete:
        where, command = f"Phase {task.phase} complete", f"/autopilot:preflight {task.phase + 1}"
    else:
        where, command = stopped_at(task.phase, task.plan, task.number, total), "/autopilot:takeoff"
    rows = [("Last session", day(moment.at)), ("Stopped at", where), ("Resume file", "None"), ("Next action", command)]
    return ["## Session Continuity", "", *table(("Field", "Value"), rows)]


def quick_reference(moment: Moment) -> list[str]:
    """The Quick Reference section: where the other documents are."""
    return [
        "## Quick Reference",
        "",
        "- clearance.md: .autopilot/clearance.md",
        "- flightplan.md: .autopilot/flightplan.md",
        "- DECISIONS.md: .autopilot/DECISIONS.md",
        f"- Current phase: .autopilot/phases/{PHASES[moment.task.phase - 1].folder}/",
    ]


def transponder(moment: Moment) -> str:
    """The whole file, under the seed's 100 lines."""
    head = ["# Project State", "", f"**Project:** {NAME}", f"**Updated:** {stamp(moment.at)}"]
    parts = (position, thresholds, metrics, context, continuity, quick_reference)
    lines = head
    for part in parts:
        lines = [*lines, "", "---", "", *part(moment)]
    return "\n".join(lines) + "\n"
