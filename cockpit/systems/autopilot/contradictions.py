"""What the files say against their own rules, against each other, and against what is there."""

import re
from datetime import timedelta
from pathlib import PurePosixPath

from cockpit.model import Counted, Status, Step
from cockpit.regex import regex
from cockpit.rules.progress import bar_agrees, filled_cells
from cockpit.rules.thresholds.metrics import format_amount
from cockpit.rules.work import is_done
from cockpit.systems.autopilot.composition import read_percent
from cockpit.systems.autopilot.position.continuity import check_continuity, check_task, stopped_task
from cockpit.systems.autopilot.position.phases import (
    PhaseCount,
    count_progress,
    counts_every_phase,
    digits_of,
    find_phase,
    parts_of,
    present_route,
)
from cockpit.systems.autopilot.position.steps import number_of, parse_step, plan_in, same_step, task_in
from cockpit.systems.autopilot.recognition import STATE_FILE, STATE_NAMES, is_blank, remaining_files, state_file
from cockpit.systems.autopilot.report import Report
from cockpit.systems.autopilot.sources import Sources
from cockpit.systems.autopilot.state_file import StateFile, read_activity
from cockpit.systems.autopilot.thresholds.amounts import metric_named
from cockpit.systems.autopilot.thresholds.checks import check_thresholds
from cockpit.systems.autopilot.vocabulary import command_in, is_vague, status_of
from cockpit.systems.shared.folder import Folder, Page, is_inside
from cockpit.systems.shared.handoff_file import HoldingPattern, check_pattern
from cockpit.systems.shared.outline import Outline
from cockpit.systems.shared.stated_values import Value, check_time
from cockpit.wording.messages import Message
from cockpit.wording.numbers import last_number, whole_number
from cockpit.wording.times import parse_instant

# A handoff against itself and against the state file: an old one lies about where the work stands

_STATE_FOLLOWS = timedelta(hours=1)
"""The state file is written right after the handoff (seed: "update LAST"); a much newer one is of another time."""


def check_handoff(sources: Sources, report: Report) -> None:
    """Report a handoff that lacks what it is for, whose task is no number or beyond its total, that is for another
    place, or much older than the state.
    """
    if sources.handoff is None:
        return
    handoff, lines = sources.handoff.handoff, sources.handoff.lines
    check_pattern(sources.handoff, report)
    task, total = last_number(handoff.task), whole_number(handoff.total_tasks)
    if task is not None and total is not None and task > total:
        message = Message("autopilot.handoff-beyond-total", task=handoff.task, total=handoff.total_tasks)
        report.add("task-beyond-total", handoff.path, lines.get("task"), message)
    if sources.state is not None:
        _check_place(sources.handoff, sources.state, report)
        _check_age(sources.handoff, sources.state, report)


def _check_place(pattern: HoldingPattern, state: StateFile, report: Report) -> None:
    handoff = pattern.handoff
    ours = _place(state)
    theirs = _bare(_id(handoff.phase) or ours["phase"], _id(handoff.plan), _id(handoff.task))
    for part in ("phase", "plan", "task"):
        if not same_step(theirs[part], ours[part]):
            message = Message(
                "autopilot.handoff-elsewhere", part=part, handoff=theirs[part], file=_name(state), state=ours[part]
            )
            report.add("handoff-position", handoff.path, pattern.lines.get(part), message)
            return


def _check_age(pattern: HoldingPattern, state: StateFile, report: Report) -> None:
    created = parse_instant(pattern.handoff.created)
    updated = parse_instant(state.updated.text) if state.updated else None
    if created is None or updated is None or updated.at - created.latest <= _STATE_FOLLOWS:
        return
    message = Message(
        "autopilot.handoff-older",
        written=pattern.created,
        file=_name(state),
        updated=state.updated.text if state.updated else None,
    )
    report.add("handoff-older", pattern.handoff.path, pattern.lines.get("created"), message)


def _place(state: StateFile) -> dict[str, str | None]:
    """Where the state file stands; a task only where it says in which the session stopped."""
    stopped = stopped_task(state)
    phase, plan = (_id(value.text if value else None) for value in (state.phase, state.plan))
    return _bare(phase, plan, stopped.id if stopped else None)


def _bare(phase: str | None, plan: str | None, task: str | None) -> dict[str, str | None]:
    return {"phase": phase, "plan": plan_in(plan, phase), "task": task_in(task, plan, phase)}


def _id(text: str | None) -> str | None:
    """The id a text has; None for words without a number, with which nothing can be compared."""
    identifier = parse_step(text)[0].id if text else None
    return identifier if identifier and any(sign.isdigit() for sign in identifier) else None


# The files beside the main one: older state files, a lost one, and the token log, which states the cost too


def check_neighbours(folder: Folder, sources: Sources, report: Report) -> None:
    """Report a state file that is gone or empty, and those that are not read; and a cost that two files state."""
    if sources.state is None:
        _report_loss(folder, report)
    for name in STATE_NAMES:
        if name != sources.main.name and sources.main.name in STATE_NAMES:
            _check_state_file(folder, sources, name, report)
    _check_cost(sources, report)


def report_empty(page_path: str, report: Report) -> None:
    """Report a state file that holds nothing."""
    message = Message("systems.file-empty", path=PurePosixPath(page_path).name)
    report.add("empty-file", page_path, None, message)


def _report_loss(folder: Folder, report: Report) -> None:
    """The state file is the memory of the project (seed, "living memory"); without it nobody knows where it stands."""
    remaining = remaining_files(folder)
    if remaining:
        gone = Message("autopilot.state-file-gone", remaining=remaining)
        message = Message("autopilot.state-file-foreign", remaining=remaining) if folder.page(STATE_FILE) else gone
        report.add("state-file-missing", folder.path(STATE_FILE), None, message)


def _check_state_file(folder: Folder, sources: Sources, name: str, report: Report) -> None:
    """The main file wins by rule, also where it is older; only one that says nothing gives way."""
    page = folder.page(name)
    if page is None or state_file(folder, name) is None:
        return
    if not is_blank(page):
        _report_unread(page, name, sources, report)
    elif not page.bad and name == STATE_FILE:
        report_empty(page.path, report)


_UNREAD = {
    "newer": "autopilot.newer-file-unread",
    "older": "autopilot.older-file-unread",
    "": "systems.file-beside-unread",
}
"""What is said of a state file beside the main one, by its age."""


def _report_unread(page: Page, name: str, sources: Sources, report: Report) -> None:
    head = Outline(page, Report())
    theirs = head.labels(*head.head()).get("Updated", "Saved", "Last Updated")
    ours = sources.state.updated if sources.state else None
    order = _order(ours, theirs)
    message = Message(_UNREAD[order], path=_dated(sources.main.name, ours), other=_dated(name, theirs))
    line = theirs.line if theirs else None
    report.add("older-state-file", page.path, line, message, severity="warning" if order == "newer" else None)


def _order(ours: Value | None, theirs: Value | None) -> str:
    """Which of two times is the later one: theirs is `newer` or `older`; empty where that is not known."""
    mine, other = (parse_instant(value.text) if value else None for value in (ours, theirs))
    if mine is None or other is None:
        return ""
    return "newer" if mine.before(other) else "older" if other.before(mine) else ""


def _dated(name: str, time: Value | None) -> Message | str:
    return Message("autopilot.dated-file", file=name, time=time.text) if time else name


def _check_cost(sources: Sources, report: Report) -> None:
    """The token log's cost against that of the last check; they are written at different times, so it is only noted."""
    usage, measured = sources.gauges.usage, sources.gauges.measured("cost")
    cost = metric_named("cost")
    if usage is None or usage.cost is None or measured is None or cost is None:
        return
    if abs(usage.cost - measured.value) >= 0.01:
        stored, logged = (format_amount(value, cost.unit) for value in (measured.value, usage.cost))
        message = Message("autopilot.cost-logged-otherwise", stored=stored, logged=logged)
        report.add("cost-mismatch", usage.path, usage.line, message)


# What a state file claims to be done, against what the phase files count


def check_progress(state: StateFile, sources: Sources, report: Report) -> None:
    """Report a percentage, a status or a total that the counted work contradicts."""
    phase = parse_step(state.phase.text)[0] if state.phase else None
    if state.progress is not None:
        _check_percent(state.progress, phase, state, sources, report)
    if state.status is not None:
        _check_status(state.status, phase, state, sources, report)
    _check_total(phase, state, sources, report)
    _check_plan(phase, state, sources, report)


def check_phases(phases: tuple[PhaseCount, ...], report: Report) -> None:
    """Report phases that stand twice, and those that say that they are complete while tasks of theirs are open."""
    for count in phases:
        phase = count.phase
        open_tasks = (phase.counted_total or 0) - (phase.counted_done or 0)
        if open_tasks and count.stated and is_done(phase.status or ""):
            message = Message(
                "autopilot.done-phase-with-open-tasks",
                phase=phase.id,
                status=phase.status,
                done=phase.counted_done,
                total=phase.counted_total,
            )
            report.add("status-mismatch", count.stated.path, count.stated.status_line, message)
        for path in count.others:
            message = Message("autopilot.phase-twice", phase=phase.id, path=phase.path)
            report.add("phase-twice", path, None, message)


def _check_percent(progress: Value, phase: Step | None, state: StateFile, sources: Sources, report: Report) -> None:
    """The bar against the number beside it, the number against the tasks that were counted."""
    percent = read_percent(progress)
    if percent is None:
        message = Message("autopilot.progress-unreadable", progress=progress.text)
        report.add("progress-unreadable", state.path, progress.line, message)
        return
    cells = filled_cells(progress.text)
    if cells is not None and not bar_agrees(*cells, percent):
        message = Message("systems.bar-mismatch", filled=cells[0], cells=cells[1], percent=percent)
        report.add("bar-mismatch", state.path, progress.line, message)
    counted = count_progress(sources.phases)
    if counted is None:
        return
    share = counted.done / counted.total * 100
    surely = counts_every_phase(sources.phases, phase.total if phase else None)
    if (surely and abs(share - percent) > 1) or (percent == 100 and counted.done < counted.total):
        message = Message(
            "autopilot.percent-mismatch",
            percent=percent,
            done=counted.done,
            total=counted.total,
            unit=counted.unit,
            share=share,
        )
        report.add("percent-mismatch", state.path, progress.line, message)


def _check_status(status: Value, phase: Step | None, state: StateFile, sources: Sources, report: Report) -> None:
    """What is complete has no open tasks and is at its last phase; what is to be discussed or planned has no plan yet,
    and what is to be executed has one (seed, "Status Values").
    """
    message = _against_status(status.text, phase, sources)
    if message is not None:
        report.add("status-mismatch", state.path, status.line, message)


def _against_status(status: str, phase: Step | None, sources: Sources) -> Message | None:
    """What the position and the phase files say against a status."""
    number = number_of(phase.id) if phase else None
    at_last = number is None or phase is None or phase.total is None or number >= phase.total
    meaning = status_of(status, last_phase=at_last)
    here = find_phase(phase.id if phase else None, sources.phases)
    if meaning == "completed" and not at_last and phase is not None:
        return Message("autopilot.complete-before-last-phase", status=status, phase=phase.id, total=phase.total)
    if meaning == "completed":
        return _against_complete(status, count_progress(sources.phases))
    if meaning == "ready" and phase is not None and not (here is not None and (here.routes or here.tasks)):
        return Message("autopilot.ready-without-plan", status=status, phase=phase.id)
    return _against_phase_status(status, meaning, here) if here is not None else None


def _against_complete(status: str, counted: Counted | None) -> Message | None:
    if counted is None or counted.done >= counted.total:
        return None
    done, total, unit = counted.done, counted.total, counted.unit
    return Message("autopilot.complete-with-open-work", status=status, done=done, total=total, unit=unit)


def _against_phase_status(status: str, meaning: Status, here: PhaseCount) -> Message | None:
    phase, done, total = here.phase.id, here.phase.counted_done or 0, here.phase.counted_total or 0
    if meaning == "phase_complete" and done < total:
        return Message("autopilot.phase-complete-with-open-tasks", status=status, done=done, total=total, phase=phase)
    if meaning in ("discussing", "planning") and here.routes:
        return Message("autopilot.status-before-plan", status=status, phase=phase)
    if meaning == "discussing" and here.discussed:
        return Message("autopilot.status-before-briefing", status=status, phase=phase)
    return None


def _check_total(phase: Step | None, state: StateFile, sources: Sources, report: Report) -> None:
    """The total of the position against the number of phases in the flight plan; inserted ones (2.1) may count."""
    planned = [number for count in sources.phases if count.listed and (number := number_of(count.phase.id)) is not None]
    if state.phase is None or phase is None or phase.total is None or not planned:
        return
    whole = sum(number == int(number) for number in planned)
    if phase.total not in (whole, len(planned)):
        message = Message("autopilot.total-mismatch", total=phase.total, listed=len(planned))
        report.add("total-mismatch", state.path, state.phase.line, message)


_MOST_TASKS = 3
"""Open tasks of a plan that are named."""


def _check_plan(phase: Step | None, state: StateFile, sources: Sources, report: Report) -> None:
    """A plan before the present one with open tasks: the work went on past them. Plans of one wave run side by side;
    where no task was ever ticked, nobody keeps count.
    """
    here = find_phase(phase.id if phase else None, sources.phases)
    if state.plan is None or phase is None or here is None or not here.phase.counted_done:
        return
    plan = Step(id=plan_in(parse_step(state.plan.text)[0].id, phase.id))
    present, route = digits_of(plan), present_route(phase, plan, (here,))
    beside = {parts_of(each.plan)[-1] for each in here.routes if route and each.plan and each.wave == route.wave}
    ids = [(parts_of(each), each) for each in here.phase.open_tasks]
    passed = [(parts[1], each) for parts, each in ids if len(parts) == 3 and _is_before(parts[1], present)]
    for number in dict.fromkeys(number for number, _ in passed if number not in beside):
        tasks = [each for own, each in passed if own == number]
        message = Message("autopilot.plan-passed-over", present=present, tasks=tasks, count=len(tasks), plan=number)
        if len(tasks) > _MOST_TASKS:
            message = Message(
                "autopilot.plan-passed-over-many",
                present=present,
                tasks=tasks[:_MOST_TASKS],
                more=len(tasks) - _MOST_TASKS,
                plan=number,
            )
        report.add("plan-passed-over", state.path, state.plan.line, message)


def _is_before(plan: str, present: str) -> bool:
    one, other = whole_number(plan), whole_number(present)
    return one is not None and other is not None and one < other


LONGEST = 100
"""Seed: "Size Limit: < 100 lines (enforced)", for TRANSPONDER.md and its predecessor STATE.md."""

_LIMITED = ("transponder", "flight-waypoint", "state-v1")
_REMARK = regex(r"(?<!\s)\s+(?:[(\[].*|[—–-]+\s.*)", re.DOTALL)
_LINK = regex(r"\[[^\[\]]*\]\((?P<target>[^()\s]+)\)")
_PATH = regex(r"(?=[^./\\]*[./\\])[^\s|<>\"]*")


def report_contradictions(folder: Folder, sources: Sources, report: Report) -> None:
    """Report every contradiction; nothing is corrected, that is a person's to do."""
    state = sources.state
    if state is not None and not state.unreadable:
        _check_state(folder, state, sources, report)
    check_phases(sources.phases, report)
    check_neighbours(folder, sources, report)
    check_handoff(sources, report)
    check_thresholds(folder, sources.gauges, report)


def _check_state(folder: Folder, state: StateFile, sources: Sources, report: Report) -> None:
    if state.blank:
        report_empty(state.path, report)
        return
    check_time("Updated", state.updated, state.path, report)
    if not sources.main.recognised and not _has_position(state):
        report.add("layout-unknown", state.path, None, Message("autopilot.layout-unknown", file=_name(state)))
        return
    _check_rules(state, report)
    _check_position(state, report)
    _check_paths(folder, state, report)
    check_progress(state, sources, report)
    check_continuity(state, report)
    check_task(state, sources, report)


def _check_rules(state: StateFile, report: Report) -> None:
    """The update rules of the seed: keep it small, be specific, include the next action."""
    if state.format in _LIMITED and state.length >= LONGEST:
        message = Message("autopilot.over-line-limit", file=_name(state), lines=state.length, limit=LONGEST)
        report.add("over-100-lines", state.path, LONGEST, message)
    if state.decisions_line is not None and _is_odd_number(len(state.decisions), state):
        message = Message("autopilot.decision-count", count=len(state.decisions))
        report.add("decision-count", state.path, state.decisions_line, message)
    if state.next_action is None and _status(state) != "completed":
        message = Message("autopilot.next-action-missing", file=_name(state))
        report.add("next-action-missing", state.path, state.next_action_line, message)
    activity = read_activity(state.last_activity)
    if state.last_activity is not None and activity is not None and activity.text and is_vague(str(activity.text)):
        message = Message("autopilot.vague-activity", activity=activity.text)
        report.add("vague-activity", state.path, state.last_activity.line, message)


def _is_odd_number(decisions: int, state: StateFile) -> bool:
    """Whether that many decisions are too many, or none where a plan has been completed: one is a beginning."""
    if decisions == 0:
        completed = re.match(r"\d{1,15}", state.metrics.get("Plans completed", ""))
        return completed is not None and int(completed[0]) > 0
    return decisions > 5


def _has_position(state: StateFile) -> bool:
    """Whether a file without a known layout still says where the work stands, or what comes next."""
    return any((state.phase, state.plan, state.task, state.status, state.progress, state.next_action, state.thresholds))


def _check_position(state: StateFile, report: Report) -> None:
    if state.stray is not None and state.phase is None and state.status is None:
        report.add("position-missing", state.path, state.stray, Message("autopilot.position-misplaced"))
    elif not state.is_placed:
        report.add("position-missing", state.path, None, Message("autopilot.position-missing"))
    elif state.status is None and state.status_line is not None:
        report.add("status-missing", state.path, state.status_line, Message("systems.status-missing"))
    if state.status is not None and _status(state) == "unknown":
        message = Message("autopilot.unknown-status", status=state.status.text)
        report.add("unknown-status", state.path, state.status.line, message)
    if state.phase is not None and state.format != "checkpoint" and not parse_step(state.phase.text)[1]:
        message = Message("autopilot.phase-unreadable", phase=state.phase.text)
        report.add("position-unreadable", state.path, state.phase.line, message)
    for part, value in (("phase", state.phase), ("plan", state.plan), ("task", state.task)):
        step = parse_step(value.text)[0] if value else None
        if value is not None and step is not None and (step.id or "").startswith(("-", "−")):
            message = Message("autopilot.step-below-zero", part=part, step=step.id)
            report.add("value-negative", state.path, value.line, message)
        number = number_of(step.id) if step else None
        if value and step and number is not None and step.total is not None and number > step.total:
            message = Message("autopilot.step-above-total", part=part, step=step.id, total=step.total)
            report.add("phase-beyond-total", state.path, value.line, message)


def _check_paths(folder: Folder, state: StateFile, report: Report) -> None:
    """Paths are text of a language model: one that leaves the project is never looked up."""
    if (resume := state.resume_file) is not None:
        _check_resume_file(folder, resume, state.path, report)
    for label, value in state.quick_reference.items():
        path = value.text
        if _PATH.fullmatch(path) and not command_in(path) and not is_inside(path):
            message = Message("autopilot.reference-outside", label=label, path=path)
            report.add("path-outside", state.path, value.line, message)


def _check_resume_file(folder: Folder, resume: Value, path: str, report: Report) -> None:
    link = _LINK.fullmatch(resume.text)
    stated = link["target"] if link else resume.text
    bare = _REMARK.sub("", stated)
    named = next((part for part in (stated, bare, stated.split()[0]) if folder.may_find(part)), bare)
    if not is_inside(stated):
        message = Message("autopilot.resume-file-outside", path=stated)
        report.add("path-outside", path, resume.line, message)
    elif folder.find(named) is None:
        used = PurePosixPath(named).name in ("holding-pattern.md", "continue-here.md")
        missing = Message("autopilot.resume-file-missing", path=named)
        message = Message("autopilot.resume-file-used", path=named) if used else missing
        report.add("resume-file-missing", path, resume.line, message, severity="note" if used else None)


def _name(state: StateFile) -> str:
    return PurePosixPath(state.path).name


def _status(state: StateFile) -> str:
    return status_of(state.status.text) if state.status else "unknown"
