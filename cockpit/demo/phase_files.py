"""The documents of one phase: BRIEFING, ROUTE, LOGBOOK and PHASE."""

from cockpit.demo.moment import Moment, stamp
from cockpit.demo.taskflow import PHASES, TASK_BY_ID, TASKS, Phase
from cockpit.demo.transponder import table

PENDING, ACTIVE, COMPLETE = "⏳ Pending", "🔄 In Progress", "✅ Complete"


def state_word(done: int, total: int) -> str:
    """How PHASE.md and the flight plan mark a phase or plan of which `done` tasks are finished."""
    if done == 0:
        return PENDING
    return COMPLETE if done == total else ACTIVE


def done_in(moment: Moment, number: int, plan: int | None = None) -> int:
    """The number of finished tasks in a phase, or in one plan of it."""
    finished = TASKS[: moment.done]
    return sum(task.phase == number and plan in (None, task.plan) for task in finished)


def briefing(number: int, phase: Phase) -> str:
    """What was agreed before the phase began."""
    agreed = "\n".join(f"- {line}" for line in phase.agreed)
    return f"# Briefing: Phase {number}, {phase.name}\n\n## Goal\n{phase.goal}\n\n## Agreed\n{agreed}\n"


def route(number: int, phase: Phase, moment: Moment) -> str:
    """The plans of the phase with one checkbox for each task; progress is counted here and nowhere else."""
    lines = ["---", f"phase: {number}", f"name: {phase.folder[4:]}", "wave: 1", "autonomous: true"]
    lines += [f"depends_on: [{number - 1 or ''}]", f"estimated_cost: {phase.size * 1.15:.2f}", "---", ""]
    lines += [f"# Route: {phase.name}"]
    for plan_number, plan in enumerate(phase.plans, 1):
        lines += ["", f"## Plan {plan_number}: {plan.name}"]
        for task_number, name in enumerate(plan.tasks, 1):
            task_id = f"{number}.{plan_number}.{task_number}"
            lines.append(f"- [{'x' if task_id in moment.done_ids else ' '}] {task_id} {name}")
    return "\n".join(lines) + "\n"


def entry(task_id: str, moment: Moment) -> str:
    """One line of the logbook."""
    finished = moment.log[task_id]
    return f"- {stamp(finished.at)} {task_id} {TASK_BY_ID[task_id].name} (commit {finished.commit or '—'})"


def logbook(number: int, phase: Phase, moment: Moment) -> str:
    """What was done when, with the commits."""
    lines = [f"# Logbook: Phase {number}, {phase.name}", ""]
    lines += [entry(task.id, moment) for task in TASKS[: moment.done] if task.phase == number]
    return "\n".join(lines) + "\n"


def phase_card(number: int, phase: Phase, moment: Moment) -> str:
    """PHASE.md: goal, status, and how far each plan is."""
    status = state_word(done_in(moment, number), phase.size)
    rows = [
        (str(plan_number), plan.name, state_word(done_in(moment, number, plan_number), len(plan.tasks)))
        for plan_number, plan in enumerate(phase.plans, 1)
    ]
    head = [f"# Phase {number:03}: {phase.name}", "", f"**Status:** {status}", f"**Goal:** {phase.goal}", ""]
    return "\n".join([*head, "## Plans", "", *table(("Plan", "Name", "Status"), rows)]) + "\n"


def phase_files(moment: Moment) -> dict[str, str]:
    """All documents of all phases by path. The next phase is briefed already; logbooks begin with a phase."""
    files = {}
    for number, phase in enumerate(PHASES, 1):
        folder = f".autopilot/phases/{phase.folder}"
        files[f"{folder}/PHASE.md"] = phase_card(number, phase, moment)
        files[f"{folder}/ROUTE.md"] = route(number, phase, moment)
        if number <= moment.task.phase + 1:
            files[f"{folder}/BRIEFING.md"] = briefing(number, phase)
        if done_in(moment, number):
            files[f"{folder}/LOGBOOK.md"] = logbook(number, phase, moment)
    return files
