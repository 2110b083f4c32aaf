"""The update protocol (seed, "When to Update TRANSPONDER.md"): a task, plan, phase or session is complete."""

from collections.abc import Iterator

from cockpit.model import Status, Step, Track
from cockpit.model.errors import CommandError
from cockpit.model.intents import Complete
from cockpit.rules.next_step import moves_to
from cockpit.rules.preconditions import part_of
from cockpit.rules.progress import bar, percent_in
from cockpit.systems.autopilot.edit_session import EditSession, transponder_editor
from cockpit.systems.autopilot.position.field_editing import (
    NEXT,
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
from cockpit.systems.autopilot.position.move_editing import enter_phase, enter_plan, enter_task, task_words, tick_task
from cockpit.systems.autopilot.position.phases import (
    PLAN_FILE,
    TALK_FILE,
    PhaseCount,
    Place,
    PlanTask,
    count_progress,
    counts_every_phase,
    digits_of,
    find_phase,
    place_at,
    plan_tasks,
    read_phases,
)
from cockpit.systems.autopilot.position.position_editing import TOUCHES, fill_bar, thresholds_stay
from cockpit.systems.autopilot.position.status_editing import (
    check_phase_may_end,
    check_under_way,
    ensure_next,
    follow_status,
    log_activity,
    rule_text,
    word_for,
)
from cockpit.systems.autopilot.position.steps import number_of, same_step
from cockpit.systems.autopilot.recognition import STATE_FOLDER
from cockpit.systems.autopilot.report import Report
from cockpit.systems.autopilot.vocabulary import SEED_WORDS
from cockpit.systems.autopilot.work.session_editing import end_session
from cockpit.systems.shared.folder import Folder
from cockpit.systems.shared.outcome import Outcome, checked_option
from cockpit.wording.messages import Message
from cockpit.wording.numbers import whole_number

# A phase is complete: the next one begins, or the project is complete (seed, "Update phase, reset plan count")


def complete_phase(edit: EditSession, note: str | None) -> Outcome:
    """Go on to the next phase; after the last one the project is complete."""
    phase = edit.before.position.phase
    number = number_of(phase.id) if phase else None
    if phase is None or phase.id is None or number is None:
        raise CommandError(Message("autopilot.no-phase-stated"))
    editor = transponder_editor(edit)
    following = None if _is_last(edit, phase, number) else _following_phase(edit, phase, number)
    check_phase_may_end(edit)
    status = "completed" if following is None else _status_of(edit, following)
    first = _enter(edit, following) if following is not None else None
    set_position(editor, STATUS, word_for(edit, status, last_phase=following is None))
    if following is None:
        fill_bar(edit)
    log_activity(edit, f"Completed phase {phase.id}" + (f": {phase.name}" if phase.name else ""), note)
    set_continuity(editor, STOPPED, f"Phase {phase.id} complete" + (f", next is {first}" if first else ""))
    set_continuity(editor, NEXT, rule_text(status, handoff=False, phase=following) or word_for(edit, status))
    shown = _with_name(phase.id, phase.name)
    last = Message("autopilot.project-completed", phase=shown)
    return Outcome(
        sentence=last if following is None else Message("autopilot.phase-completed", phase=shown),
        remarks=tuple(_remarks(edit, phase)),
        touches=TOUCHES | {"metrics", "documents", "extra"},
        holds=lambda track: track.position.status == status and _is_at(track, following or phase.id),
    )


def _enter(edit: EditSession, following: str) -> str | None:
    """Go to the beginning of the next phase; its first task in words, where the phase files list it."""
    place, first = enter_phase(edit, following)
    return f"{place.phase}.{place.plan}, {task_words(first)}" if first else None


def _is_at(track: Track, identifier: str | None) -> bool:
    phase = track.position.phase
    return phase is not None and same_step(phase.id, identifier)


def _is_last(edit: EditSession, phase: Step, number: float) -> bool:
    """Whether it is the last phase: by the total, else by the phases that are listed. Raises CommandError without
    both."""
    if phase.total is not None:
        return number >= phase.total
    listed = [value for count in edit.sources.phases if (value := number_of(count.phase.id)) is not None]
    if not listed:
        moves = moves_to_completion(edit.before.position.status)
        raise CommandError(Message("autopilot.phases-not-counted", moves=moves, following=int(number) + 1))
    return number >= max(listed)


def moves_to_completion(status: Status, after: Message | None = None) -> tuple[Message, ...]:
    """The commands that lead to a complete project by legal moves, each behind the one before it; `after` is the first
    one, where another must be given before them."""
    moves = moves_to(status, "completed", SEED_WORDS)
    first = (after,) if after is not None else tuple(Message("autopilot.command-move", to=to) for to in moves[:1])
    following = moves if after is not None else moves[1:]
    return (*first, *(Message("autopilot.then-command-move", to=to) for to in following))


def _following_phase(edit: EditSession, phase: Step, number: float) -> str:
    """The id after this one: the next phase that is listed, else one more, padded as this one is."""
    later = [
        (value, count.phase.id)
        for count in edit.sources.phases
        if count.phase.id and (value := number_of(count.phase.id)) is not None and value > number
    ]
    whole = f"{int(number) + 1}"
    value, identifier = min(later, default=(0.0, whole))
    text = identifier if value != int(value) else f"{int(value) or whole}"
    return text.zfill(len(phase.id or "")) if phase.id and phase.id.isdigit() and text.isdigit() else text


def _status_of(edit: EditSession, following: str) -> Status:
    """The status that follows from what the next phase has (seed, "Status Values")."""
    count = find_phase(following, edit.sources.phases)
    names = _names(edit, count)
    if any(PLAN_FILE.fullmatch(name) for name in names) or (count and count.tasks):
        return "ready"
    return "planning" if any(TALK_FILE.fullmatch(name) for name in names) else "discussing"


def _names(edit: EditSession, count: PhaseCount | None) -> tuple[str, ...]:
    return edit.draft.names(count.phase.path) if count and count.phase.path else ()


def _remarks(edit: EditSession, phase: Step) -> Iterator[Message]:
    found = find_phase(phase.id, edit.sources.phases)
    if found is not None and (unticked := sum(task.done is False for task in found.tasks)):
        yield Message("autopilot.tasks-not-ticked", count=unticked)
    plan = edit.before.position.plan
    if plan is not None and plan.total is not None and (number_of(digits_of(plan)) or 0) < plan.total:
        yield Message("autopilot.plans-remain", plan=plan.id, total=plan.total)
    if blockers := sum(blocker.status == "active" for blocker in edit.before.blockers):
        yield Message("autopilot.blockers-listed", count=blockers)


def _with_name(step: str, name: str | None) -> Message | str:
    return Message("autopilot.named-step", step=step, name=name) if name else step


_ALL = TOUCHES | {"metrics", "phases", "documents"}
_ALL_TASKS = "All tasks of the plan"
_LAST_PLAN = "the last of its phase"


def complete(edit: EditSession, intent: Complete) -> Outcome:
    """Bring the state file up to date after something was completed; the last activity names it, and the note."""
    note = checked_option(intent.note, "note")
    _check_present(edit, intent)
    editor = transponder_editor(edit)
    check_under_way(edit, intent.whole)
    outcome = _COMPLETIONS[intent.whole](edit, note)
    set_updated(editor, edit.now)
    status: Status = edit.before.position.status
    ensure_next(edit, status)
    return thresholds_stay(edit, outcome)


def _check_present(edit: EditSession, intent: Complete) -> None:
    """Raise CommandError where the intent is about another step than the present one, or has a result, for which the
    files have no place."""
    present = part_of(edit.before, intent.whole)
    if intent.step is not None and not (present is not None and same_step(present, intent.step)):
        known = Message("autopilot.only-present-step", part=intent.whole, present=present)
        raise CommandError(known if present else Message("autopilot.present-step-unknown", part=intent.whole))
    if intent.result is not None:
        raise CommandError(Message("autopilot.keeps-no-result"))


def _complete_task(edit: EditSession, note: str | None) -> Outcome:
    position = edit.before.position
    task = position.task
    _check_unfinished(edit)
    if task is None or task.id is None:
        raise CommandError(Message("autopilot.no-task-stated"))
    place = place_at(position)
    tasks = plan_tasks(edit.sources.phases, place)
    _check_open(tasks, place)
    ticked = tick_task(edit, place)
    following = _next_task(tasks, task)
    name = next((other.name for other in tasks if other.number == place.task), None) or task.name
    stopped = _go_to_task(edit, following, len(tasks) or task.total)
    _begin_work(edit)
    log_activity(edit, f"Completed task {task.id}" + (f": {name}" if name else ""), note)
    remarks = [] if ticked or not edit.sources.phases else [Message("autopilot.no-task-ticked")]
    if following is None:
        stated = position.plan is not None and position.plan.id is not None
        remarks.append(Message("autopilot.last-task-of-plan") if stated else Message("autopilot.last-task"))
    return Outcome(
        sentence=Message("autopilot.task-completed", task=_with_name(task.id, name)),
        remarks=(*stopped, *remarks, *_redraw(edit)),
        touches=_ALL,
        holds=lambda track: (
            following is None or (track.position.task is not None and same_step(track.position.task.id, following))
        ),
    )


def _complete_plan(edit: EditSession, note: str | None) -> Outcome:
    editor, position = transponder_editor(edit), edit.before.position
    plan = position.plan
    number = number_of(plan.id) if plan else None
    if plan is None or plan.id is None or number is None or number < 1:
        raise CommandError(Message("autopilot.no-plan-stated"))
    if (edit.before.continuity.stopped_at or "").endswith(_LAST_PLAN):
        raise CommandError(Message("autopilot.all-plans-complete"))
    place = Place(digits_of(position.phase), digits_of(plan), "")
    unticked = sum(not task.done for task in plan_tasks(edit.sources.phases, place))
    label = f"{place.phase}.{place.plan}" if place.phase else plan.id
    _count_plan(edit)
    last = plan.total is not None and number >= plan.total
    following = _following(plan)
    if not last:
        _go_to_plan(edit, label, following)
    else:
        set_continuity(editor, STOPPED, f"Plan {label} complete, {_LAST_PLAN}")
    _begin_work(edit)
    log_activity(edit, f"Completed plan {label}", note)
    remarks = [Message("autopilot.last-plan-of-phase")] if last else []
    remarks += [Message("autopilot.tasks-not-ticked", count=unticked)] if unticked else []
    return Outcome(
        sentence=Message("autopilot.plan-completed", plan=label),
        remarks=(*remarks, *_redraw(edit)),
        touches=_ALL,
        holds=lambda track: last or (track.position.plan is not None and same_step(track.position.plan.id, following)),
    )


def _check_open(tasks: tuple[PlanTask, ...], place: Place) -> None:
    """Refuse to complete what is complete: nothing is counted twice."""
    if any(task.number == place.task and task.done for task in tasks):
        raise CommandError(Message("autopilot.task-ticked-already", task=place.task))


def _check_unfinished(edit: EditSession) -> None:
    """Refuse to complete one more task of a plan whose tasks are all complete."""
    position = edit.before.position
    tasks = plan_tasks(edit.sources.phases, Place(digits_of(position.phase), digits_of(position.plan), ""))
    if (edit.before.continuity.stopped_at or "").startswith(_ALL_TASKS) or (tasks and all(task.done for task in tasks)):
        raise CommandError(Message("autopilot.all-tasks-done"))


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


def _go_to_task(edit: EditSession, following: str | None, total: int | None) -> tuple[Message, ...]:
    editor = transponder_editor(edit)
    if following is not None:
        return enter_task(edit, following, total)
    if find_position(editor.markdown, TASK) is not None:
        set_position(editor, TASK, "None")
    set_continuity(editor, STOPPED, f"{_ALL_TASKS} done")
    return ()


def _go_to_plan(edit: EditSession, finished: str, following: str) -> None:
    """The position at the next plan, its task reset to the first one that is open."""
    place, first = enter_plan(edit, following)
    plan = f", next is {place.phase}.{place.plan}" if place.phase else ""
    task = f", {task_words(first)}" if first else ""
    set_continuity(transponder_editor(edit), STOPPED, f"Plan {finished} complete{plan}{task}")


def _following(plan: Step) -> str:
    number = f"{(number_of(plan.id) or 0) + 1:g}"
    return number.zfill(len(plan.id)) if plan.id and plan.id.isdigit() else number


def _count_plan(edit: EditSession) -> None:
    """One more plan is completed, where the file counts them."""
    editor = transponder_editor(edit)
    field = find_metric(editor.markdown, PLANS_COMPLETED)
    digits = field.value.split()[0] if field and field.value.split() else ""
    completed = whole_number(digits)
    if field is not None and completed is not None:
        set_metric(editor, PLANS_COMPLETED, f"{completed + 1}{field.value[len(digits) :]}")


def _begin_work(edit: EditSession) -> None:
    """Completed work means that the work has begun."""
    before = edit.before.position.status
    if before in ("ready", "planning", "discussing", "not_started"):
        set_position(transponder_editor(edit), STATUS, word_for(edit, "in_progress"))
        follow_status(edit, before, "in_progress")


def _redraw(edit: EditSession) -> tuple[Message, ...]:
    """Write the percentage and the bar, counted over all phases (seed, "Progress Bar Generation"); else a remark."""
    editor = transponder_editor(edit)
    field = find_position(editor.markdown, PROGRESS)
    phases = read_phases(Folder(edit.draft, edit.candidate.base, Report(), STATE_FOLDER))
    counted, phase = count_progress(phases), edit.before.position.phase
    if counted is None or not counts_every_phase(phases, phase.total if phase else None):
        return (Message("autopilot.progress-stays"),) if field else ()
    percent = counted.done * 100 // counted.total
    if field is None or percent_in(field.value) != percent:
        set_position(editor, PROGRESS, f"{bar(percent)} {percent}%")
    return ()


_COMPLETIONS = {
    "task": _complete_task,
    "plan": _complete_plan,
    "phase": complete_phase,
    "session": end_session,
}
