"""What the state says against itself and against the plan files."""

from collections import Counter

from cockpit.model import Position
from cockpit.rules.attention import ESCALATED
from cockpit.systems.codewalk.position.phases import Phases, task_of
from cockpit.systems.codewalk.position.plan_files import PlanFile
from cockpit.systems.codewalk.position.position import check_position, check_progress
from cockpit.systems.codewalk.report import Report
from cockpit.systems.codewalk.sources import Sources, check_sessions
from cockpit.wording.messages import Message


def check(sources: Sources, position: Position, phases: Phases, report: Report) -> None:
    """Report what is missing, unknown or contradictory."""
    root = sources.root
    if sources.has_state:
        if root.text("initiative") is None:
            report.add("initiative-missing", root.path, root.line(), Message("codewalk.initiative-missing"))
        check_position(root.under("position"), sources.progress, position, report)
        check_progress(root.under("progress"), sources.progress, report)
    check_sessions(sources.sessions, report)
    _check_ids(sources, report)
    _check_plan(sources, position, report)
    _check_blockers(sources, phases, report)


def _check_ids(sources: Sources, report: Report) -> None:
    groups = (
        ("blocker-twice", [(each.blocker.id, each.entry) for each in sources.blockers]),
        ("session-twice", [(each.session.id, each.entry) for each in sources.sessions]),
    )
    for code, entries in groups:
        counts = Counter(identity for identity, _ in entries)
        for identity, entry in entries:
            if identity is not None and counts[identity] > 1:
                counts[identity] = 0
                often = sum(each == identity for each, _ in entries)
                report.add(
                    code, entry.path, entry.line("id"), Message("codewalk.entry-twice", id=identity, count=often)
                )


def _check_plan(sources: Sources, position: Position, report: Report) -> None:
    """The position against the plan files: nothing where there are none."""
    entry, phase, plan = sources.root.under("position"), position.phase, position.plan
    if not sources.plans.plans or phase is None or plan is None or plan.id is None:
        return
    found = sources.plans.plan(phase.id, plan.id)
    if found is None:
        name = f"{phase.id}-{plan.id}-PLAN.md"
        report.add("plan-missing", entry.path, entry.line("plan"), Message("systems.file-missing", path=name))
        return
    if position.task is not None and found.tasks and task_of(found, position.task.name) is None:
        missing = Message("codewalk.task-not-in-plan", path=found.path, task=position.task.name)
        report.add("task-unknown", entry.path, entry.line("task"), missing)
    _check_count(sources, found, report)


def _check_count(sources: Sources, plan: PlanFile, report: Report) -> None:
    """The counters of the phase's tasks against the boxes of its plans."""
    tasks = [task for each in sources.plans.of_phase(plan.phase) for task in each.tasks]
    if not tasks or all(task.done is None for task in tasks):
        return
    counted = (sum(task.done is True for task in tasks), len(tasks))
    stated = (sources.progress.tasks_done, sources.progress.tasks)
    if None not in stated and stated != counted:
        entry = sources.root.under("progress")
        mismatch = Message("codewalk.tasks-mismatch", done=stated[0], total=stated[1],
                           plans_done=counted[0], plans_total=counted[1])  # fmt: skip
        report.add("tasks-mismatch", entry.path, entry.line("current_phase_completed"), mismatch)


def _check_blockers(sources: Sources, phases: Phases, report: Report) -> None:
    root = sources.root
    if phases.held.escalated:
        report.add(ESCALATED, root.path, root.line("blockers"), Message("codewalk.all-phases-blocked"))
