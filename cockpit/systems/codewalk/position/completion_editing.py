"""A task, a plan or a phase is complete: the counters, the bar, the next place (seed, "When to Update STATE.md")."""

from collections.abc import Iterator

from cockpit.model import Track
from cockpit.model.errors import CommandError
from cockpit.model.intents import Complete
from cockpit.systems.codewalk.edit_session import EditSession
from cockpit.systems.codewalk.entries.session_editing import end_session, note
from cockpit.systems.codewalk.entries.staleness import active_session
from cockpit.systems.codewalk.position.phases import task_of
from cockpit.systems.codewalk.position.plan_files import PlanFile
from cockpit.systems.codewalk.position.position import Progress
from cockpit.systems.codewalk.position.position_editing import TOUCHES, count_tasks, entered_phase, write, write_bar
from cockpit.systems.codewalk.vocabulary import WORDS, number_of
from cockpit.systems.shared.markdown_editor import MarkdownEditor
from cockpit.systems.shared.outcome import Outcome, checked_option
from cockpit.systems.shared.stated_values import fold, plain, split_id
from cockpit.systems.shared.tasks import Task
from cockpit.text.splice import Splice
from cockpit.wording.messages import Message
from cockpit.wording.numbers import whole_number

_TOUCHES = TOUCHES | {"sessions"}


def complete(edit: EditSession, intent: Complete) -> Outcome:
    """Complete the present task, plan or phase, or end the session."""
    if intent.whole == "session":
        return end_session(edit, intent)
    if intent.completed or intent.issues or intent.context is not None or intent.reason is not None:
        raise CommandError(Message("codewalk.options-of-session"))
    if intent.result is not None:
        raise CommandError(Message("codewalk.result-of-verification"))
    outcome = {"task": _task, "plan": _plan, "phase": _phase}[intent.whole](edit, intent.step)
    text = checked_option(intent.note, "note")
    session = active_session(edit.sources)
    if text is not None and session is None:
        raise CommandError(Message("codewalk.no-session-for-note"))
    if text is not None and session is not None:
        note(edit, session, text)
    return outcome


def _task(edit: EditSession, step: str | None) -> Outcome:
    """Count the task, tick it in its plan, go on to the next one."""
    progress, position = edit.sources.progress, edit.before.position
    done, total = (progress.tasks_done or 0) + 1, progress.tasks
    if total is not None and done > total > 0:
        _phase_after(edit)
        raise CommandError(Message("codewalk.all-tasks-counted", total=total))
    plan = _present_plan(edit)
    name = position.task.name if position.task is not None else None
    task = task_of(plan, step or name) if plan is not None else None
    if step is not None and task is None:
        raise CommandError(Message("codewalk.no-such-task", task=step))
    if plan is not None and task is not None and task.done and done > _ticked(edit, plan):
        raise CommandError(_done_already(task, _following(plan, task)))
    edit.put(("progress", "current_phase_completed"), done)
    if plan is not None and task is not None and task.done is False:
        _tick(edit, plan, task)
    following = _following(plan, task)
    if task is None or name is None or task_of(plan, name) is task:  # type: ignore[arg-type]  # a task is of a plan
        write(edit, {"task": following.name or following.id if following is not None else None})
    edit.put(("position", "status"), WORDS["in_progress"])
    bar_remarks = write_bar(edit, progress, done)
    named = _task_name(task, name)
    return Outcome(
        sentence=Message("codewalk.task-completed", task=named, done=done, total=total)
        if total
        else Message("codewalk.task-completed-uncounted", task=named, done=done),
        remarks=(
            *_unticked_remarks(edit, plan, task, done),
            *_blocked_remarks(edit, task, name),
            _next_remark(edit, following, done, total),
            *bar_remarks,
        ),
        touches=_TOUCHES,
        holds=lambda track: _counts(track, "tasks", done) if total else True,
    )


def _unticked_remarks(edit: EditSession, plan: PlanFile | None, task: Task | None, done: int) -> Iterator[Message]:
    """A remark where a task was counted that no plan lists, so that the counters say more than the boxes."""
    total = edit.sources.progress.tasks
    boxes = [each for one in edit.sources.plans.of_phase(plan.phase) for each in one.tasks] if plan is not None else []
    if plan is None or task is not None or total is None or all(each.done is None for each in boxes):
        return
    ticked = _ticked(edit, plan)
    if (done, total) != (ticked, len(boxes)):
        yield Message("codewalk.tasks-mismatch", done=done, total=total, plans_done=ticked, plans_total=len(boxes))


def _ticked(edit: EditSession, plan: PlanFile) -> int:
    """How many tasks of the phase of a plan are ticked in its plans."""
    return sum(task.done is True for each in edit.sources.plans.of_phase(plan.phase) for task in each.tasks)


def _done_already(task: Task, following: Task | None) -> Message:
    """That a task is ticked and counted, so that it is not counted twice."""
    named = _task_name(task, None)
    if following is None:
        return Message("codewalk.task-done-already", task=named)
    return Message("codewalk.task-done-already-next", task=named, following=following.name or following.id)


def _blocked_remarks(edit: EditSession, task: Task | None, name: str | None) -> Iterator[Message]:
    """A remark for each blocker that still blocks the task which was completed."""
    known = {fold(word) for word in (name, task.id if task else None, task.name if task else None) if word}
    for blocker in edit.before.blockers:
        blocked = {fold(word) for each in blocker.tasks for word in (each.id, each.name) if word}
        if blocker.holds and blocked & known:
            yield (
                Message("codewalk.still-blocks-task", blocker=blocker.id)
                if blocker.id
                else Message("codewalk.unnamed-still-blocks-task")
            )


def _next_remark(edit: EditSession, following: Task | None, done: int, total: int | None) -> Message:
    phase = edit.before.position.phase
    if total is not None and done >= total:
        if phase is not None and phase.id:
            return Message("codewalk.phase-to-verify", phase=phase.id)
        return Message("codewalk.unnamed-phase-to-verify")
    if following is None:
        return Message("codewalk.next-task-unknown")
    return Message("codewalk.next-task", task=following.name or following.id)


def _plan(edit: EditSession, step: str | None) -> Outcome:
    """Go on to the next plan of the phase."""
    position, plans = edit.before.position, edit.sources.plans
    phase, plan = position.phase, position.plan
    if phase is None or plan is None or plan.id is None:
        raise CommandError(Message("codewalk.no-present-plan"))
    if step is not None and number_of(step) != number_of(plan.id):
        raise CommandError(Message("codewalk.another-plan-present", plan=plan.id))
    later = [each for each in plans.of_phase(phase.id) if _order(each.plan) > _order(plan.id)]
    if not later:
        _phase_after(edit)
        raise CommandError(Message("codewalk.no-plan-after", phase=phase.id, plan=plan.id))
    first = later[0]
    task = next((each for each in first.tasks if not each.done), None)
    place = {"plan": number_of(first.plan), "plan_name": first.name, "task": (task.name or task.id) if task else None}
    write(edit, {**place, "wave": "1", "status": WORDS["not_started"]})
    return Outcome(
        sentence=Message("codewalk.plan-completed", plan=plan.id, following=number_of(first.plan)),
        touches=_TOUCHES,
        holds=lambda track: track.position.plan is not None and track.position.plan.id == number_of(first.plan),
    )


def _phase(edit: EditSession, step: str | None) -> Outcome:
    """Count the phase, reset the counters of its tasks, go on to the next one."""
    progress = edit.sources.progress
    phase, following = _phase_after(edit, step)
    done, total = (progress.phases_done or 0) + 1, progress.phases
    edit.put(("progress", "phases_completed"), done)
    remaining = (progress.tasks or 0) - (progress.tasks_done or 0)
    remarks = [Message("codewalk.tasks-not-done", count=remaining)] if remaining > 0 else []
    remarks += _objections(edit, phase)
    if following is None:
        write(edit, {"status": WORDS["completed"]})
        sentence = Message("codewalk.last-phase-completed", phase=phase)
    else:
        place = entered_phase(edit, following)
        write(edit, place)
        count_tasks(edit, following)
        sentence = Message("codewalk.phase-completed", phase=phase, following=following)
        if place["task"] is None:
            remarks.append(Message("codewalk.first-task-unknown"))
    write_bar(edit, Progress(phases=total, phases_done=done, bar=progress.bar), 0)
    return Outcome(
        sentence=sentence,
        remarks=tuple(remarks),
        touches=_TOUCHES,
        holds=lambda track: (track.position.status == "completed") == (following is None),
    )


def _phase_after(edit: EditSession, step: str | None = None) -> tuple[str, str | None]:
    """The ids of the present phase and of the next one, None after the last one. Raises CommandError where the present
    phase cannot be completed."""
    progress, phase = edit.sources.progress, edit.before.position.phase
    if phase is None or phase.id is None:
        raise CommandError(Message("codewalk.no-present-phase"))
    if step is not None and number_of(step) != number_of(phase.id):
        raise CommandError(Message("codewalk.another-phase-present", phase=phase.id))
    done, total = (progress.phases_done or 0) + 1, progress.phases
    if total is not None and done > total:
        raise CommandError(Message("codewalk.all-phases-counted", total=total))
    return phase.id, None if total is not None and done >= total else _next_phase(edit, phase.id)


def _objections(edit: EditSession, phase: str) -> Iterator[Message]:
    """What speaks against a phase that is called complete: its last verification, what still blocks."""
    checked = [each for each in edit.sources.verifications if number_of(str(each.get("phase"))) == number_of(phase)]
    if checked and str(checked[-1].get("result")).casefold() in ("failed", "fail"):
        yield Message("codewalk.verification-failed")
    standing = [each.text for each in edit.before.blockers if each.holds]
    if len(standing) > 1:
        yield Message("codewalk.blockers-still-stand", blocker=standing[0], others=len(standing) - 1)
    elif standing:
        yield Message("systems.blocker-still-open", text=standing[0])


def _next_phase(edit: EditSession, identifier: str) -> str:
    later = [each.id for each in edit.before.phases if each.id and _order(each.id) > _order(identifier)]
    if later:
        return min(later, key=_order)
    number, progress = whole_number(number_of(identifier)), edit.sources.progress
    if number is not None and number == progress.phases:
        code = "codewalk.last-phase-before-others"
        raise CommandError(Message(code, phase=identifier, total=number, done=progress.phases_done or 0))
    if number is not None:
        return str(number + 1)
    raise CommandError(Message("codewalk.no-phase-after", phase=identifier))


def _order(identifier: str) -> tuple[float, ...]:
    parts = number_of(identifier).split(".")
    return tuple(float(part) if part.isdigit() and len(part) < 10 else float("inf") for part in parts)


def _present_plan(edit: EditSession) -> PlanFile | None:
    at = edit.before.position
    return edit.sources.plans.plan(at.phase.id if at.phase else None, at.plan.id if at.plan else None)


def _following(plan: PlanFile | None, task: Task | None) -> Task | None:
    """The task after one: the next that is not done; one before it only where none is behind and its box is open."""
    if plan is None or task is None:
        return None
    place = next(number for number, each in enumerate(plan.tasks) if each is task)
    behind = (each for each in plan.tasks[place + 1 :] if not each.done)
    return next(behind, None) or next((each for each in plan.tasks[:place] if each.done is False), None)


def _tick(edit: EditSession, plan: PlanFile, task: Task) -> None:
    """Tick the task's box in its plan; a list without boxes stays as it is."""
    editor = MarkdownEditor(edit.draft, plan.path)
    for section in (editor.markdown.preamble, *editor.markdown.sections):
        for item in section.items():
            identifier, name = split_id(plain(item.text))
            if item.checked is False and (identifier, fold(name)) == (task.id, fold(task.name)):
                splice: Splice = item.check(True)
                editor.change([splice])
                return


def _task_name(task: Task | None, name: str | None) -> str | Message:
    words = (task.name or task.id) if task is not None else name
    return f"“{words}”" if words else Message("codewalk.this-task")


def _counts(track: Track, unit: str, done: int) -> bool:
    counted = track.position.counted
    return counted is not None and (counted.unit, counted.done) == (unit, done)
