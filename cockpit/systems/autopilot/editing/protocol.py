"""The update protocol (seed, "When to Update TRANSPONDER.md"): a task, plan, phase or session is complete."""

from cockpit.model import Status, Step
from cockpit.model.errors import Refused
from cockpit.model.intents import Complete
from cockpit.rules.numbers import whole_number
from cockpit.rules.preconditions import NOT_GIVEN, part_of
from cockpit.rules.work import bar, percent_in
from cockpit.systems.autopilot.editing.activity import log_activity
from cockpit.systems.autopilot.editing.desk import Desk, transponder_sheet
from cockpit.systems.autopilot.editing.next_steps import ensure_next, follow_status
from cockpit.systems.autopilot.editing.phase_end import complete_phase, still
from cockpit.systems.autopilot.editing.phase_tasks import tick_task
from cockpit.systems.autopilot.editing.places import enter_plan, enter_task, task_words
from cockpit.systems.autopilot.editing.position import TOUCHES, thresholds_stay
from cockpit.systems.autopilot.editing.sessions import end_session
from cockpit.systems.autopilot.editing.state_fields import (
    PLANS_COMPLETED,
    PROGRESS,
    STATUS,
    STOPPED,
    TASK,
    find_metric,
    find_position,
    set_continuity,
    set_metric,
    set_position,
    set_updated,
)
from cockpit.systems.autopilot.editing.statuses import check_under_way, word_for
from cockpit.systems.autopilot.phases import count_progress, counts_every_phase, read_phases
from cockpit.systems.autopilot.plan_tasks import Place, PlanTask, place_at, plan_tasks
from cockpit.systems.autopilot.recognition import STATE_FOLDER
from cockpit.systems.autopilot.report import Report
from cockpit.systems.autopilot.step_names import digits_of
from cockpit.systems.autopilot.steps import number_of, same_step
from cockpit.systems.editing.outcome import Outcome
from cockpit.systems.editing.texts import checked_option
from cockpit.systems.reading.folder import Folder

_ALL = TOUCHES | {"metrics", "phases", "documents"}
_ALL_TASKS = "All tasks of the plan"
_LAST_PLAN = "the last of its phase"


def complete(desk: Desk, intent: Complete) -> Outcome:
    """Bring the state file up to date after something was completed; the last activity names it, and the note."""
    note = checked_option(intent.note, "note")
    _check_present(desk, intent)
    sheet = transponder_sheet(desk)
    check_under_way(desk, intent.whole)
    outcome = _COMPLETIONS[intent.whole](desk, note)
    set_updated(sheet, desk.now)
    status: Status = desk.before.position.status
    ensure_next(desk, status)
    return thresholds_stay(desk, outcome)


def _check_present(desk: Desk, intent: Complete) -> None:
    """Raise Refused where another step than the present one is meant, or more is told than the files have room for."""
    present = part_of(desk.before, intent.whole)
    if intent.step is not None and not (present is not None and same_step(present, intent.step)):
        raise Refused(f"Only the present {intent.whole} can be completed: {present or NOT_GIVEN}.")
    if intent.result is not None:
        raise Refused("Project Autopilot keeps no result of a check; say it in the note.")


def _complete_task(desk: Desk, note: str | None) -> Outcome:
    position = desk.before.position
    task = position.task
    _check_unfinished(desk)
    if task is None or task.id is None:
        raise Refused("The state file does not say which task is under way; `cockpit move task N` does.")
    place = place_at(position)
    tasks = plan_tasks(desk.sources.phases, place)
    _check_open(tasks, place)
    ticked = tick_task(desk, place)
    following = _next_task(tasks, task)
    activity = f"Completed task {task.id}" + (f": {name}" if (name := _name(tasks, place, task)) else "")
    still = _go_to_task(desk, following, len(tasks) or task.total)
    _begin_work(desk)
    log_activity(desk, activity, note)
    progress = _redraw(desk)
    remarks = [] if ticked or not desk.sources.phases else ["No phase file surely lists this task; none was ticked."]
    if following is None:
        stated = position.plan is not None and position.plan.id is not None
        remarks.append(f"That was the last task of the plan{': `cockpit done plan`' if stated else ''}.")
    return Outcome(
        sentence=f"{activity}." if not activity.endswith(".") else activity,
        remarks=(*still, *remarks, *progress),
        touches=_ALL,
        holds=lambda track: (
            following is None or (track.position.task is not None and same_step(track.position.task.id, following))
        ),
    )


def _complete_plan(desk: Desk, note: str | None) -> Outcome:
    sheet, position = transponder_sheet(desk), desk.before.position
    plan = position.plan
    number = number_of(plan.id) if plan else None
    if plan is None or plan.id is None or number is None or number < 1:
        raise Refused("The state file does not say which plan is under way; `cockpit move plan N` does.")
    if (desk.before.continuity.stopped_at or "").endswith(_LAST_PLAN):
        raise Refused("All plans of the phase are complete; `cockpit done phase` goes on.")
    place = Place(digits_of(position.phase), digits_of(plan), "")
    left = sum(not task.done for task in plan_tasks(desk.sources.phases, place))
    label = f"{place.phase}.{place.plan}" if place.phase else plan.id
    _count_plan(desk)
    last = plan.total is not None and number >= plan.total
    following = _following(plan)
    if not last:
        _go_to_plan(desk, label, following)
    else:
        set_continuity(sheet, STOPPED, f"Plan {label} complete, {_LAST_PLAN}")
    _begin_work(desk)
    log_activity(desk, f"Completed plan {label}", note)
    remarks = ["That was the last plan of the phase: `cockpit done phase`."] if last else []
    remarks += [f"{still(left, 'task')} not ticked in the phase files."] if left else []
    return Outcome(
        sentence=f"Completed plan {label}.",
        remarks=(*remarks, *_redraw(desk)),
        touches=_ALL,
        holds=lambda track: last or (track.position.plan is not None and same_step(track.position.plan.id, following)),
    )


def _check_open(tasks: tuple[PlanTask, ...], place: Place) -> None:
    """Refuse to complete what is complete: nothing is counted twice."""
    if any(task.number == place.task and task.done for task in tasks):
        raise Refused(f"Task {place.task} is ticked in the phase files already; `cockpit move task N` goes on.")


def _check_unfinished(desk: Desk) -> None:
    """Refuse to complete one more task of a plan whose tasks are all complete."""
    position = desk.before.position
    tasks = plan_tasks(desk.sources.phases, Place(digits_of(position.phase), digits_of(position.plan), ""))
    if (desk.before.continuity.stopped_at or "").startswith(_ALL_TASKS) or (tasks and all(task.done for task in tasks)):
        raise Refused("All tasks of the plan are done; `cockpit done plan` goes on.")


def _next_task(tasks: tuple[PlanTask, ...], task: Step) -> str | None:
    """The next task of the plan that is not finished; by the count alone where no phase file lists the tasks."""
    number = digits_of(task)
    numbers = [other.number for other in tasks]
    if number in numbers:
        later = tasks[numbers.index(number) + 1 :]
        return next((other.number for other in later if not other.done), None)
    value = number_of(task.id)
    if value is None or (task.total is not None and value >= task.total):
        return None
    return f"{value + 1:g}".zfill(len(task.id or "")) if task.id and task.id.isdigit() else None


def _name(tasks: tuple[PlanTask, ...], place: Place, task: Step) -> str | None:
    return next((other.name for other in tasks if other.number == place.task), None) or task.name


def _go_to_task(desk: Desk, following: str | None, total: int | None) -> tuple[str, ...]:
    sheet = transponder_sheet(desk)
    if following is not None:
        return enter_task(desk, following, total)
    if find_position(sheet.markdown, TASK) is not None:
        set_position(sheet, TASK, "None")
    set_continuity(sheet, STOPPED, f"{_ALL_TASKS} done")
    return ()


def _go_to_plan(desk: Desk, finished: str, following: str) -> None:
    """The position at the next plan, its task reset to the first one that is open."""
    place, first = enter_plan(desk, following)
    where = f", next is {place.phase}.{place.plan}" if place.phase else ""
    task = f", {task_words(first)}" if first else ""
    set_continuity(transponder_sheet(desk), STOPPED, f"Plan {finished} complete{where}{task}")


def _following(plan: Step) -> str:
    number = f"{(number_of(plan.id) or 0) + 1:g}"
    return number.zfill(len(plan.id)) if plan.id and plan.id.isdigit() else number


def _count_plan(desk: Desk) -> None:
    """One more plan is completed, where the file counts them."""
    sheet = transponder_sheet(desk)
    field = find_metric(sheet.markdown, PLANS_COMPLETED)
    digits = field.value.split()[0] if field and field.value.split() else ""
    completed = whole_number(digits)
    if field is not None and completed is not None:
        set_metric(sheet, PLANS_COMPLETED, f"{completed + 1}{field.value[len(digits) :]}")


def _begin_work(desk: Desk) -> None:
    """Completed work means that the work has begun."""
    before = desk.before.position.status
    if before in ("ready", "planning", "discussing", "not_started"):
        set_position(transponder_sheet(desk), STATUS, word_for(desk, "in_progress"))
        follow_status(desk, before, "in_progress")


def _redraw(desk: Desk) -> tuple[str, ...]:
    """Percentage and bar anew, counted over all phases (seed, "Progress Bar Generation"); else a remark."""
    sheet = transponder_sheet(desk)
    field = find_position(sheet.markdown, PROGRESS)
    phases = read_phases(Folder(desk.draft, desk.candidate.base, Report(), STATE_FOLDER))
    counted, phase = count_progress(phases), desk.before.position.phase
    if counted is None or not counts_every_phase(phases, phase.total if phase else None):
        return ("The progress stays as it is: the phase files do not list every task.",) if field else ()
    percent = counted.done * 100 // counted.total
    if field is None or percent_in(field.value) != percent:
        set_position(sheet, PROGRESS, f"{bar(percent)} {percent}%")
    return ()


_COMPLETIONS = {
    "task": _complete_task,
    "plan": _complete_plan,
    "phase": complete_phase,
    "session": end_session,
}
