"""The position: set in parts or at once; where it goes when a phase or a plan is entered (seed, "Atomic Updates")."""

import math
from collections.abc import Mapping
from dataclasses import replace

from cockpit.model import Step, Track
from cockpit.model.errors import CommandError
from cockpit.model.intents import Move, SetPosition
from cockpit.rules.progress import filled_cells
from cockpit.systems.codewalk.edit_session import EditSession
from cockpit.systems.codewalk.position.phases import task_of
from cockpit.systems.codewalk.position.plan_files import PlanFile
from cockpit.systems.codewalk.position.position import Progress
from cockpit.systems.codewalk.vocabulary import BAR_CELLS, POSITION_PARTS, WORDS, number_of, phase_named, status_of
from cockpit.systems.shared.outcome import Outcome, checked_text
from cockpit.wording.messages import Message
from cockpit.wording.numbers import whole_number

# The counters of the state and their bar: the tasks of the present phase, the phases (seed, "STATE.md")


def count_tasks(edit: EditSession, phase: str) -> tuple[int, int]:
    """Write how many tasks a phase has that is entered, and how many are done, as far as plan files say."""
    tasks = [task for each in edit.sources.plans.of_phase(phase) for task in each.tasks]
    counted = len(tasks), sum(task.done is True for task in tasks)
    edit.put(("progress", "current_phase_tasks"), counted[0])
    edit.put(("progress", "current_phase_completed"), counted[1])
    return counted


def write_bar(edit: EditSession, progress: Progress, tasks_done: int) -> tuple[Message, ...]:
    """Write the bar, as wide as before: the phases, the present one counted by its tasks. A remark where it showed
    more before."""
    if progress.bar is None:
        return ()
    now = Progress(
        phases=progress.phases, phases_done=progress.phases_done, tasks=progress.tasks, tasks_done=tasks_done
    )
    share = now.together
    if share is None:
        return ()
    cells = filled_cells(progress.bar)
    width = cells[1] if cells is not None else BAR_CELLS
    filled, percent = math.floor(share * width / 100 + 1e-9), math.floor(share + 0.5)
    edit.put(("progress", "bar"), f"{'█' * filled}{'░' * (width - filled)} {percent}%")
    before = progress.claimed
    return (Message("codewalk.bar-lowered", before=before, now=percent),) if before and before > percent else ()


TOUCHES = frozenset({"position", "resume_at", "next_action", "next_by_rule", "phases", "documents", "findings", "extra",
                     "blockers", "continuity"})  # fmt: skip


def move(edit: EditSession, intent: Move) -> Outcome:
    """Set one part; entering a phase or a plan goes to its beginning."""
    match intent.part:
        case "status":
            return set_position(edit, SetPosition(status=intent.value))
        case "phase":
            phase = _numbered(intent.value, "phase")
            return _is_there(edit, "phase", *phase) or _enter_phase(edit, *phase, with_task=intent.with_task)
        case "plan":
            plan = _numbered(intent.value, "plan")
            there = _is_there(edit, "plan", *plan)
            return there or _enter(edit, _entered_plan(edit, *plan), with_task=intent.with_task)
        case "task":
            return set_position(edit, SetPosition(task=intent.value))
    return _set_next(edit, intent.value)


def set_position(edit: EditSession, intent: SetPosition) -> Outcome:
    """Set several parts at once. Raises CommandError where none is given, and for a status that is none."""
    stated = {part: text for part in POSITION_PARTS if (text := getattr(intent, part)) is not None}
    if not stated:
        raise CommandError(Message("codewalk.no-position-given"))
    place = {part: checked_text(text, part.replace("_", " ")) for part, text in stated.items()}
    if "status" in place:
        place["status"] = _status(place["status"])
    for part in ("phase", "plan"):
        if part in place:
            place[part], name = _numbered(place[part], part)
            place |= {f"{part}_name": name} if name is not None and f"{part}_name" not in place else {}
    here = edit.before.position.phase
    if "phase" in place and (here is None or number_of(here.id) != number_of(place["phase"])):
        entered = entered_phase(edit, place["phase"])
        write(edit, {part: entered[part] for part in ("phase_name", "plan", "plan_name", "task")})
        _count_entered(edit, place["phase"])
    write(edit, place)
    parts = [f"{part.replace('_', ' ')} {text}" for part, text in place.items()]
    return Outcome(
        sentence=Message("codewalk.position-set", parts=parts),
        remarks=_unknown_task(edit, place),
        touches=TOUCHES,
        holds=lambda track: _is_at(track, place),
    )


def _unknown_task(edit: EditSession, place: Mapping[str, str]) -> tuple[Message, ...]:
    """That the plan does not list the task which was named."""
    at = edit.before.position
    phase, plan = (place.get(part) or (step.id if step else None) for part, step in
                   (("phase", at.phase), ("plan", at.plan)))  # fmt: skip
    found = edit.sources.plans.plan(phase, plan) if phase and plan else None
    if "task" not in place or found is None or not found.tasks or task_of(found, place["task"]) is not None:
        return ()
    return (Message("codewalk.task-not-in-plan", path=found.path, task=place["task"]),)


def write(edit: EditSession, place: Mapping[str, str | None]) -> None:
    """Write the parts of a position; None stands where a part has no value, unless the file does not name it."""
    for part, text in place.items():
        if text is None:
            edit.forget(("position", part))
        else:
            edit.put(("position", part), as_value(part, text))


def _is_there(edit: EditSession, part: str, identifier: str, name: str | None) -> Outcome | None:
    """What is said where the position is there already; None where it is not."""
    here: Step | None = getattr(edit.before.position, part)
    if here is None or number_of(here.id) != number_of(identifier) or name not in (None, here.name):
        return None
    return Outcome(sentence=Message("codewalk.position-there-already", part=part, id=here.id))


def _enter(edit: EditSession, place: dict[str, str | None], *, with_task: bool) -> Outcome:
    write(edit, place)
    stated = {part: text for part, text in place.items() if text is not None}
    parts = [f"{part} {stated[part]}" for part in ("phase", "plan") if part in stated]
    parts += [f"task “{stated['task']}”"] if "task" in stated else []
    return Outcome(
        sentence=Message("codewalk.position-set", parts=parts),
        remarks=(Message("codewalk.first-task-unknown"),) if "task" not in stated and not with_task else (),
        touches=TOUCHES,
        holds=lambda track: _is_at(track, stated),
    )


def _enter_phase(edit: EditSession, identifier: str, name: str | None, *, with_task: bool) -> Outcome:
    """Go to the beginning of a phase."""
    place = entered_phase(edit, identifier, name)
    _count_entered(edit, identifier)
    return _enter(edit, place, with_task=with_task)


def _count_entered(edit: EditSession, phase: str) -> None:
    """The tasks of a phase that is entered are counted where plan files list them and the file counts any."""
    progress = edit.sources.progress
    if progress.tasks is not None and any(each.tasks for each in edit.sources.plans.of_phase(phase)):
        tasks, done = count_tasks(edit, phase)
        write_bar(edit, replace(progress, tasks=tasks), done)


def _refuse_beyond(edit: EditSession, identifier: str) -> None:
    total, number = edit.sources.progress.phases, whole_number(identifier)
    if total is not None and number is not None and number > total:
        raise CommandError(Message("codewalk.beyond-last-phase", total=total, phase=identifier))


def entered_phase(edit: EditSession, identifier: str, name: str | None = None) -> dict[str, str | None]:
    """The position at the beginning of a phase: its first plan and task, as far as plan files say."""
    known = next((each for each in edit.before.phases if each.id == number_of(identifier)), None)
    _refuse_beyond(edit, identifier)
    plans = edit.sources.plans.of_phase(identifier)
    first = plans[0] if plans else None
    name = name or (known.name if known is not None else None)
    start = {"phase": identifier, "phase_name": name}
    return {
        **start,
        **_at_plan(first, number_of(first.plan) if first is not None else "1"),
        "status": WORDS["not_started"],
    }


def _entered_plan(edit: EditSession, identifier: str, name: str | None = None) -> dict[str, str | None]:
    phase = edit.before.position.phase
    if phase is None or phase.id is None:
        raise CommandError(Message("codewalk.no-present-phase"))
    found = edit.sources.plans.plan(phase.id, identifier)
    there = edit.sources.plans.of_phase(phase.id)
    if found is None and there:
        known = [number_of(each.plan) for each in there]
        raise CommandError(
            Message("codewalk.no-such-plan", phase=phase.id, plan=identifier, count=len(known), known=known)
        )
    return {**_at_plan(found, identifier, name), "status": WORDS["not_started"]}


def _at_plan(plan: PlanFile | None, identifier: str, name: str | None = None) -> dict[str, str | None]:
    task = next((each for each in plan.tasks if not each.done), None) if plan is not None else None
    task_name = (task.name or task.id) if task is not None else None
    return {
        "plan": identifier,
        "plan_name": name or (plan.name if plan is not None else None),
        "task": task_name,
        "wave": "1",
    }


def _numbered(value: str, part: str) -> tuple[str, str | None]:
    """The id and the name that a person gives: `3`, `3: Name`, `Phase 3: Name`."""
    text = checked_text(value, part)
    named = phase_named(text if text.casefold().startswith("phase") else f"phase {text}")
    if named is None:
        raise CommandError(Message("codewalk.not-a-number", part=part, text=text))
    return named


def _set_next(edit: EditSession, value: str) -> Outcome:
    """The next action; a block of lines stays one."""
    text = checked_text(value, "next action")
    edit.put(("next_action",), f"{text}\n" if edit.editor.is_block("next_action") else text)
    return Outcome(
        sentence=Message("systems.next-action-set", text=text),
        touches=TOUCHES,
        holds=lambda track: track.next_action is not None and track.next_action.text == text,
    )


def _status(value: str) -> str:
    """The word for a status. Raises CommandError for one that is none."""
    status = status_of(value)
    if status in WORDS:
        return WORDS[status]
    raise CommandError(Message("codewalk.no-such-status", known=WORDS.values(), status=value))


def as_value(part: str, text: str) -> str | int:
    """A part of the position as it is written: ids as numbers where they are."""
    number = whole_number(text)
    return number if part in ("phase", "plan", "wave") and number is not None and str(number) == text else text


def _is_at(track: Track, place: Mapping[str, str]) -> bool:
    at = track.position
    empty = Step()
    phase, plan, task = at.phase or empty, at.plan or empty, at.task or empty
    parts = {"phase": phase.id, "phase_name": phase.name, "plan": plan.id, "plan_name": plan.name, "task": task.name,
            "wave": at.wave, "status": at.status_text}  # fmt: skip
    return all(parts[part] == text for part, text in place.items())
