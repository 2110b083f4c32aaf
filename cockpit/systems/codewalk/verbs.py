"""What can be done to a state. Each verb gives its changes as data, what it did, and remarks; `edit` makes them."""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from cockpit.model import BlockerStatus
from cockpit.model import intents as verbs
from cockpit.model.errors import Changed, CommandError
from cockpit.model.intents import Intent
from cockpit.rules.progress import filled_cells
from cockpit.systems.codewalk.description import (
    CLAIMS,
    FILES,
    POSITION_PARTS,
    QUESTIONS,
    Blocker,
    Entry,
    Session,
    together,
)
from cockpit.systems.codewalk.editing import Change, New, Outcome, Present, add, next_id, put, refusal, said
from cockpit.systems.codewalk.phases import task_of
from cockpit.systems.codewalk.places import PlanFile, named_task
from cockpit.systems.codewalk.protocol import (
    ACTIVE,
    BAR_CELLS,
    BLOCKER_MOVES,
    CRASHED,
    DEGRADED,
    ENDED,
    HALF,
    RESET_NOTE,
    WORDS,
    blocker_state,
    number_of,
    phase_named,
    status_of,
)
from cockpit.systems.codewalk.staleness import ANSWERS, AT_WORK
from cockpit.systems.codewalk.track import LACKS
from cockpit.systems.interface import Candidate, Edit, Files, ReadContext, System
from cockpit.systems.shared.lacks import lacking
from cockpit.systems.shared.outcome import carried_out, checked_option, checked_text, verb_of
from cockpit.systems.shared.tasks import Task
from cockpit.text.edits import Add, Remove, Set
from cockpit.text.lines import outermost
from cockpit.text.splice import Splice
from cockpit.text.words import fold, plain
from cockpit.wording.messages import Message, command_line
from cockpit.wording.numbers import whole_number
from cockpit.wording.phrases import counted, either, listed

_CONTEXT = "resume_context"
_NAMED = 5
_SET_TASK = "`cockpit set task=TEXT`"
_DONE_PHASE = "`cockpit done phase`"
_PASSED = "`cockpit phase verify pass`"

# The position: set in parts or at once; where it goes when a phase or a plan is entered (seed, "Atomic Updates")


def move(present: Present, intent: verbs.Move) -> Outcome:
    """Set one part."""
    if intent.part == "next":
        return _set_next(present, intent.value)
    return set_position(present, verbs.SetPosition(**{intent.part: intent.value}), with_task=intent.with_task)


def set_position(present: Present, intent: verbs.SetPosition, *, with_task: bool = False) -> Outcome:
    """Set several parts at once; a phase or a plan that is entered begins at its first task, unless one is set too, or
    `with_task` just after. Raises CommandError where nothing is given, and for a status that is none."""
    stated = {part: text for part in POSITION_PARTS if (text := getattr(intent, part)) is not None}
    if not stated:
        raise refusal("no-position-given", "No position given. Name a phase, plan, task, wave or status.")
    place: dict[str, str | None] = {part: checked_text(text, part.replace("_", " ")) for part, text in stated.items()}
    if intent.status is not None:
        place["status"] = _status(intent.status)
    for part in ("phase", "plan"):
        if part in stated:
            place[part], name = _numbered(stated[part], part)
            place |= {f"{part}_name": name} if name is not None and f"{part}_name" not in place else {}
    here = present.sources.position
    if all(_is_same(part, getattr(here, part), text) for part, text in place.items()):
        return Outcome((), said("position-so-already", f"The position is already {_told(place)}."))
    entered, counters = _entered(present, place)
    plan = present.sources.plans.plan(place.get("phase", here.phase), place.get("plan", here.plan))
    unknown = intent.task is not None and plan is not None and plan.tasks and task_of(plan, intent.task) is None
    remarks = [said("task-not-in-plan", f"{plan.path} has no task “{place['task']}”.")] if plan and unknown else []
    whole = {**entered, **place}
    place = {part: whole[part] for part in POSITION_PARTS if part in whole}
    remarks += [_FIRST_UNKNOWN] if entered and place["task"] is None and not with_task else []
    told = {part: text for part, text in place.items() if part in stated or part in ("phase", "plan", "task")}
    changes = [*counters, *_placed(present, place)]
    return Outcome(changes, said("position-set", f"Set the position: {_told(told)}."), remarks)


def _is_same(part: str, one: str | None, other: str | None) -> bool:
    return number_of(one) == number_of(other) if part in ("phase", "plan") else one == other


def _told(place: Mapping[str, str | None]) -> str:
    known = {part: text for part, text in place.items() if text is not None}
    return ", ".join(
        f"{part.replace('_', ' ')} {f'“{text}”' if part == 'task' else text}" for part, text in known.items()
    )


def _entered(present: Present, place: Mapping[str, str | None]) -> tuple[dict[str, str | None], list[Change]]:
    """What follows from a phase or a plan that is another than the present one: the position, and the counters."""
    here, phase, plan = present.sources.position, place.get("phase"), place.get("plan")
    if phase is not None and number_of(phase) != number_of(here.phase):
        entered = _entered_phase(present, phase, place.get("phase_name"))
        known = _at_plan(present.sources.plans.plan(phase, plan), plan) if plan is not None else {}
        return {**entered, **known}, _counted(present, phase)
    if plan is not None and number_of(plan) != number_of(here.plan):
        return _entered_plan(present, plan, place.get("plan_name")), []
    return {}, []


def count_phases(present: Present, intent: verbs.CountPhases) -> Outcome:
    """State how many phases there are; the bar follows. Raises CommandError for what is no number."""
    total, progress = whole_number(intent.phases), present.sources.progress
    if not total:
        raise refusal("no-number-of-phases", f'Not a number of phases: "{intent.phases[:40]}".')
    if total == progress.phases_total:
        return Outcome((), said("phases-counted-already", f"The number of phases is already {total}."))
    done, tasks = progress.current_phase_completed, progress.current_phase_tasks
    bar, lowered = _bar(present, progress.phases_completed, done, tasks, total)
    changes = [Set(("progress", "phases_total"), total), *bar]
    return Outcome(changes, said("phases-counted", f"Set the number of phases: {total}."), lowered)


def _placed(present: Present, place: Mapping[str, str | None]) -> list[Change]:
    """The parts of a position; null stands where a part has no value, unless the file does not name it."""
    there = present.sources.position.told
    return [
        Set(("position", part), _as_value(part, text) if text is not None else None)
        for part, text in place.items()
        if text is not None or part in there
    ]


def _as_value(part: str, text: str) -> str | int:
    """A part of the position as it is written: ids as numbers where they are."""
    number = whole_number(text)
    return number if part in ("phase", "plan", "wave") and number is not None and str(number) == text else text


_FIRST_UNKNOWN = said("first-task-unknown", f"The first task is unknown. Set it: {_SET_TASK}.")


def _counted(present: Present, phase: str) -> list[Change]:
    """The tasks of a phase that is entered are counted where plan files list them and the file counts any."""
    progress, tasks = present.sources.progress, present.sources.plans.tasks_of(phase)
    if progress.current_phase_tasks is None or not tasks:
        return []
    done = sum(task.done is True for task in tasks)
    return [*_counters(len(tasks), done), *_bar(present, progress.phases_completed, done, len(tasks))[0]]


def _counters(total: int, done: int) -> list[Change]:
    at = ("progress", "current_phase_tasks"), ("progress", "current_phase_completed")
    return [Set(at[0], total), Set(at[1], done)]


def _bar(
    present: Present, phases_done: int | None, done: int | None, tasks: int | None, phases: int | None = None
) -> tuple[list[Change], list[Message]]:
    """The bar, as wide as before: the phases, the present one counted by its tasks. A remark where it showed more."""
    progress = present.sources.progress
    share = together(phases_done, phases or progress.phases_total, done, tasks)
    if progress.bar is None or share is None:
        return [], []
    cells = filled_cells(progress.bar)
    width = cells[1] if cells is not None else BAR_CELLS
    filled, percent = math.floor(share * width / 100 + 1e-9), math.floor(share + 0.5)
    before, lowered = progress.claimed, f"to {percent} %, as the counters say."
    bar = Set(("progress", "bar"), f"{'█' * filled}{'░' * (width - filled)} {percent}%")
    is_lower = before is not None and before > percent
    return [bar], [said("bar-lowered", f"Reset the progress bar from {before:g} % {lowered}")] if is_lower else []


def _entered_phase(present: Present, identifier: str, name: str | None = None) -> dict[str, str | None]:
    """The position at the beginning of a phase: its first plan and task, as far as plan files say."""
    total, number = present.sources.progress.phases_total, whole_number(identifier)
    if total is not None and number is not None and number > total:
        more = f"If there are more phases, set their number: `cockpit set phases={number} phase={number}`."
        raise refusal("beyond-last-phase", f"No phase {identifier}: the total is {total}. {more}")
    known = next((each for each in present.before.phases if each.id == number_of(identifier)), None)
    plans = present.sources.plans.of_phase(identifier)
    first = plans[0] if plans else None
    return {
        "phase": identifier,
        "phase_name": name or (known.name if known is not None else None),
        **_at_plan(first, number_of(first.plan) if first is not None else "1"),
    }


def _entered_plan(present: Present, identifier: str, name: str | None) -> dict[str, str | None]:
    phase = present.sources.position.phase
    if phase is None:
        raise _no_phase()
    found, there = present.sources.plans.plan(phase, identifier), present.sources.plans.of_phase(phase)
    if found is None and there:
        plans = ", ".join(number_of(each.plan) for each in there)
        told = f"Phase {phase} has no plan {identifier}. {'Plan' if len(there) == 1 else 'Plans'}: {plans}."
        raise refusal("no-such-plan", told)
    return _at_plan(found, identifier, name)


def _at_plan(plan: PlanFile | None, identifier: str, name: str | None = None) -> dict[str, str | None]:
    task = next((each for each in plan.tasks if not each.done), None) if plan is not None else None
    return {
        "plan": identifier,
        "plan_name": name or (plan.name if plan is not None else None),
        "task": _words(task),
        "wave": "1",
        "status": WORDS["not_started"],
    }


def _words(task: Task | None) -> str | None:
    return (task.name or task.id) if task is not None else None


def _no_phase() -> CommandError:
    told = "The state does not name the current phase. Set it: `cockpit set phase=N`."
    return refusal("no-present-phase", told)


def _numbered(value: str, part: str) -> tuple[str, str | None]:
    """The id and the name that a person gives: `3`, `3: Name`, `Phase 3: Name`."""
    text = checked_text(value, part)
    named = phase_named(text if text.casefold().startswith("phase") else f"phase {text}")
    if named is None:
        told = f'Not a {part} number: "{text[:40]}". Use a number, or number and name: "3" or "3: Name".'
        raise refusal("not-a-number", told)
    return named


def _status(value: str) -> str:
    """The word for a status. Raises CommandError for one that is none."""
    status = status_of(value)
    if status in WORDS:
        return WORDS[status]
    raise refusal("no-such-status", f'No status "{value[:40]}". Use {either(WORDS.values())}.')


def _set_next(present: Present, value: str) -> Outcome:
    """The next action; a block of lines stays one."""
    text, stated = checked_text(value, "next action"), present.sources.state.next_action
    if stated is not None and " ".join(stated.split()) == text:
        return Outcome((), Message("systems.next-action-already", f"The next action is already: {text}"))
    following = f"{text}\n" if present.is_block("next_action") else text
    return Outcome(
        [Set(("next_action",), following)], Message("systems.next-action-set", f"Set the next action: {text}")
    )


# What is complete: the counters, the bar, the next place (seed, "When to Update STATE.md")


def complete(present: Present, intent: verbs.Complete) -> Outcome:
    """Complete the present task, plan or phase, or end the session."""
    if intent.whole == "session":
        return _end_session(present, intent)
    if intent.completed or intent.issues or intent.context is not None or intent.reason is not None:
        told = "--completed, --issue, --context and --reason are options of `cockpit done session`."
        raise refusal("options-of-session", told)
    if intent.result is not None:
        told = f"Record the result of a check: {_PASSED} or `cockpit phase verify fail`."
        raise refusal("result-of-verification", told)
    outcome = {"task": _task, "plan": _plan, "phase": _phase}[intent.whole](present, intent.step)
    text, session = checked_option(intent.note, "note"), present.sources.active
    if text is None:
        return outcome
    if session is None:
        told = "A note needs an active session. Omit the note, or start one: `cockpit session start`."
        raise refusal("no-session-for-note", told)
    return replace(outcome, edits=[*outcome.edits, _noted(session, text)])


def _task(present: Present, step: str | None) -> Outcome:
    """Count the task, tick it in its plan, go on to the next one."""
    progress, at, plans = present.sources.progress, present.sources.position, present.sources.plans
    done, total = (progress.current_phase_completed or 0) + 1, progress.current_phase_tasks
    if total is not None and done > total > 0:
        _phase_after(present)
        told = f"All tasks of this phase are counted as done ({total} of {total}). Use {_DONE_PHASE}."
        raise refusal("all-tasks-counted", told)
    plan = plans.plan(at.phase, at.plan)
    task = task_of(plan, step or at.task) if plan is not None else None
    if step is not None and task is None:
        raise refusal("no-such-task", f'The current plan has no task "{step[:40]}".')
    following = _following(plan, task)
    named = f"“{_words(task) or at.task}”" if task is not None or at.task else "the task"
    ticked = _ticked(present, plan) if plan is not None else 0
    if task is not None and task.done and done > ticked:
        way_out = f" Go to the next task: {command_line('set', f'task={_words(following)}')}." if following else ""
        code = "task-done-already-next" if following else "task-done-already"
        raise refusal(code, f"{named} is already done and counted.{way_out}")
    changes: list[Change] = [Set(("progress", "current_phase_completed"), done)]
    if plan is not None and task is not None and task.done is False:
        _tick(present, plan, task)
    if task is None or at.task is None or (plan is not None and task_of(plan, at.task) is task):
        changes += _placed(present, {"task": _words(following)})
    bar, lowered = _bar(present, progress.phases_completed, done, total)
    told = f"{done} of {total} tasks of the phase done" if total else f"Tasks of the phase done: {done}"
    remarks = (*_still_blocked(present, task), _next(present, following, done))
    return Outcome(
        [*changes, Set(("position", "status"), WORDS["in_progress"]), *bar],
        said("task-completed", f"Completed {named}{':' if total else '.'} {told}."),
        [*remarks, *lowered],
    )


def _ticked(present: Present, plan: PlanFile) -> int:
    """How many tasks of the phase of a plan are ticked in its plans."""
    return sum(task.done is True for task in present.sources.plans.tasks_of(plan.phase))


def _still_blocked(present: Present, task: Task | None) -> Iterator[Message]:
    """A remark for each blocker that still blocks the task which was completed."""
    name = present.sources.position.task
    known = {fold(word) for word in (name, task.id if task else None, task.name if task else None) if word}
    for blocker in present.before.blockers:
        blocked = {fold(word) for each in blocker.tasks for word in (each.id, each.name) if word}
        if blocker.holds and blocked & known:
            way_out = command_line("blocker", "resolve", blocker.id or "ID")
            told = f"{blocker.id or 'A blocker'} still blocks the task. Resolve it: {way_out}."
            yield said("still-blocks-task", told)


def _next(present: Present, following: Task | None, done: int) -> Message:
    phase, total = present.sources.position.phase, present.sources.progress.current_phase_tasks
    if total and done >= total:
        try:
            _phase_after(present)
        except CommandError as why:
            return said("phase-not-completed", f"All tasks are done. {why.message}")
        named = f"phase {phase}" if phase else "the phase"
        told = f"All tasks are done. Verify {named}, record the result ({_PASSED}), then use {_DONE_PHASE}."
        return said("phase-to-verify", told)
    if following is None:
        return said("next-task-unknown", f"The next task is unknown. Set it: {_SET_TASK}.")
    return said("next-task", f"Next task: “{_words(following)}”.")


def _following(plan: PlanFile | None, task: Task | None) -> Task | None:
    """The task after one: the next that is not done; one before it only where none is behind and its box is open."""
    if plan is None or task is None:
        return None
    place = next(number for number, each in enumerate(plan.tasks) if each is task)
    behind = (each for each in plan.tasks[place + 1 :] if not each.done)
    return next(behind, None) or next((each for each in plan.tasks[:place] if each.done is False), None)


def _tick(present: Present, plan: PlanFile, task: Task) -> None:
    """Tick the task's box in its plan; a list without boxes stays as it is."""
    for section in present.draft.document(plan.path).sections:
        for entry in outermost(section.lines):
            if entry.lines[0].ticked is False and named_task(plain(entry.text)) == (task.id, task.name):
                present.draft.splice(plan.path, [Splice(*entry.lines[0].box, "x")])
                return


def _plan(present: Present, step: str | None) -> Outcome:
    """Go on to the next plan of the phase."""
    at = present.sources.position
    if not (at.phase or at.phase_name) or at.plan is None:
        raise refusal("no-present-plan", "The state does not name the current plan. Set it: `cockpit set plan=N`.")
    if step is not None and number_of(step) != number_of(at.plan):
        raise refusal("another-plan-present", f"Only the current plan can be completed: {at.plan}.")
    later = [each for each in present.sources.plans.of_phase(at.phase) if _order(each.plan) > _order(at.plan)]
    if not later:
        _phase_after(present)
        told = f"No plan file follows plan {at.plan} of phase {at.phase}. Use {_DONE_PHASE}."
        raise refusal("no-plan-after", told)
    following = number_of(later[0].plan)
    return Outcome(
        _placed(present, _at_plan(later[0], following)),
        said("plan-completed", f"Completed plan {at.plan}; plan {following} is next."),
    )


def _phase(present: Present, step: str | None) -> Outcome:
    """Count the phase, reset the counters of its tasks, go on to the next one."""
    progress = present.sources.progress
    phase, following = _phase_after(present, step)
    done = (progress.phases_completed or 0) + 1
    left = (progress.current_phase_tasks or 0) - (progress.current_phase_completed or 0)
    are = f"{counted(left, 'task')} of the phase {'is' if left == 1 else 'are'} not done."
    remarks = [said("tasks-not-done", are)] if left > 0 else []
    remarks += _objections(present, phase)
    changes: list[Change] = [Set(("progress", "phases_completed"), done)]
    if following is None:
        changes += _placed(present, {"status": WORDS["completed"]})
        sentence = said("last-phase-completed", f"Completed phase {phase}: all phases are done.")
    else:
        place, tasks = _entered_phase(present, following), present.sources.plans.tasks_of(following)
        changes += [*_placed(present, place), *_counters(len(tasks), sum(task.done is True for task in tasks))]
        sentence = said("phase-completed", f"Completed phase {phase}; phase {following} is next.")
        remarks += [_FIRST_UNKNOWN] if place["task"] is None else []
    return Outcome([*changes, *_bar(present, done, 0, None)[0]], sentence, remarks)


def _phase_after(present: Present, step: str | None = None) -> tuple[str, str | None]:
    """The ids of the present phase and of the next one, None after the last one. Raises CommandError where the present
    phase cannot be completed."""
    progress, phase = present.sources.progress, present.sources.position.phase
    if phase is None:
        raise _no_phase()
    if step is not None and number_of(step) != number_of(phase):
        raise refusal("another-phase-present", f"Only the current phase can be completed: {phase}.")
    done, total = (progress.phases_completed or 0) + 1, progress.phases_total
    if total is not None and done > total:
        raise refusal("all-phases-counted", f"All phases are already counted as completed ({total} of {total}).")
    return phase, None if total is not None and done >= total else _next_phase(present, phase)


def _objections(present: Present, phase: str) -> Iterator[Message]:
    """What speaks against a phase that is called complete: its last verification, what still blocks."""
    checks = [each for each in present.sources.verifications if number_of(str(each.get("phase"))) == number_of(phase)]
    if checks and str(checks[-1].get("result")).casefold() in ("failed", "fail"):
        told = f"The last verification of the phase failed. Verify it again and record the result: {_PASSED}."
        yield said("verification-failed", told)
    standing = [each.text for each in present.before.blockers if each.holds]
    if len(standing) > 1:
        told = f"Blockers are still open: {standing[0]}, and {len(standing) - 1} more."
        yield said("blockers-still-stand", told)
    elif standing:
        yield Message("systems.blocker-still-open", f"A blocker is still open: {standing[0]}")


def _next_phase(present: Present, identifier: str) -> str:
    later = [each.id for each in present.before.phases if each.id and _order(each.id) > _order(identifier)]
    if later:
        return min(later, key=_order)
    number, total = whole_number(number_of(identifier)), present.sources.progress.phases_total
    if number is not None and number == total:
        done = present.sources.progress.phases_completed or 0
        are = f"only {done} of {total} {'is' if done == 1 else 'are'} completed"
        told = f"No phase follows phase {identifier}, but {are}. Go to another phase: `cockpit set phase=N`."
        raise refusal("last-phase-before-others", told)
    if number is not None:
        return str(number + 1)
    raise refusal("no-phase-after", f"The phase after {identifier} is unknown. Set it: `cockpit set phase=N`.")


def _order(identifier: str) -> tuple[float, ...]:
    parts = number_of(identifier).split(".")
    return tuple(float(part) if part.isdigit() and len(part) < 10 else float("inf") for part in parts)


# Blockers: recorded, identified, gone around, resolved; a resolved one stays (seed, "Blocker States")


def block(present: Present, intent: verbs.Block) -> Outcome:
    """Record a blocker, in the shape of those that are there."""
    text = checked_text(intent.text, "blocker")
    identity, new = _new_blocker(present, text, intent.affects, intent.tasks)
    affects, tasks = {checked_text(each, "affected part") for each in intent.affects}, {*map(fold, intent.tasks)}
    for each in present.before.blockers:
        known = {fold(f"{task.id}: {task.name}" if task.id and task.name else task.id or task.name or "")
                 for task in each.tasks}  # fmt: skip
        if each.text == text and each.holds and affects <= set(each.affects) and tasks <= known:
            return Outcome((), Message("systems.blocker-there-already", f"The blocker is already recorded: {text}"))
    return Outcome([new], said("blocker-recorded", f"Recorded {identity}: {text}"))


def _new_blocker(
    present: Present,
    text: str,
    affects: Iterable[str] = (),
    tasks: Iterable[str] = (),
    added: Iterable[str] = (),
) -> tuple[str, New]:
    """A blocker that is added, after others with the ids `added`; its id."""
    sources = present.sources
    identity = next_id([*(each.id for each in sources.blockers), *added], "block")
    blocked = [_as_task(each) for each in tasks]
    last = next((each for each in reversed(sources.blockers) if each.shown is not None), None)
    is_short = last is not None and last.status is None and last.stated("blocked_since") is not None
    fields: dict[str, object] = {"id": identity}
    fields |= {} if is_short else {"status": "active"}
    fields["description"] = text
    fields |= {"blocked_since": present.today} if is_short else {"identified_at": present.now}
    fields["affects"] = [checked_text(each, "affected part") for each in affects]
    fields |= {"blocked_tasks": blocked} if blocked else {}
    fields["workaround"] = None
    fields |= {} if is_short else {"resolution": None}
    return identity, New("blockers", fields)


def _as_task(text: str) -> dict[str, str] | str:
    """A task as the seed writes it: a mapping of its id to its name; a name alone as a text."""
    task = checked_text(text, "task")
    identity, colon, name = task.partition(":")
    return {identity.strip(): name.strip()} if colon and name.strip() and " " not in identity.strip() else task


def identify(present: Present, intent: verbs.Identify) -> Outcome:
    """A reported blocker is a real one."""
    found = _to(present, intent.blocker, "active")
    done = said("blocker-identified", f"Confirmed {_named(found)}: it is active.")
    return _moved(present, found, "active", Outcome((), done))


def bypass(present: Present, intent: verbs.Bypass) -> Outcome:
    """The work goes on around a blocker: how, and what that leaves to do."""
    note = checked_text(intent.note, "note")
    tasks = [_as_task(each) for each in intent.tasks]
    found = _to(present, intent.blocker, "bypassed")
    changes = [put(found, "workaround", note), *add(found, "workaround_tasks", tasks)]
    done = said("blocker-bypassed", f"Bypassed {_named(found)}: {note}")
    return _moved(present, found, "bypassed", Outcome(changes, done, _freed(present, found)))


def unblock(present: Present, intent: verbs.Unblock) -> Outcome:
    """The cause of a blocker is gone; it stays, with its resolution and its time."""
    note = checked_option(intent.note, "note")
    found = _to(present, intent.blocker, "resolved")
    changes = [put(found, "resolution", note)] if note is not None else []
    changes.append(put(found, "resolved_at", present.now))
    remaining = listed(each.name or each.id or "" for each in found.workaround_tasks)
    due = [said("now-to-be-done", f"Do the bypassed tasks: {remaining}.")] if remaining else []
    done = said("blocker-resolved", f"Resolved {found.id or 'the blocker'}: {found.shown}")
    return _moved(present, found, "resolved", Outcome(changes, done, [*_freed(present, found), *due]))


def _moved(present: Present, found: Blocker, state: BlockerStatus, outcome: Outcome) -> Outcome:
    """A blocker gets another state; where nothing else holds the present work up, that goes on."""
    number, before = _place_of(present, found), present.before.blockers
    held = any(each.holds_now for at, each in enumerate(before) if at != number)
    ended = before[number].holds_now and state in ("resolved", "bypassed")
    changes, remarks = [put(found, "status", state), *outcome.edits], [*outcome.remarks]
    if present.before.position.status == "blocked" and ended and not held:
        changes.append(Set(("position", "status"), WORDS["in_progress"]))
        remarks.append(said("status-goes-on", "Set the status to in progress: nothing else blocks the work."))
    return Outcome(changes, outcome.done, remarks)


def _place_of(present: Present, blocker: Blocker) -> int:
    """Where a blocker stands among those that say something."""
    stating = [each for each in present.sources.blockers if each.shown is not None]
    return next(number for number, each in enumerate(stating) if each is blocker)


def _find_blocker(present: Present, reference: str) -> Blocker:
    """The blocker of that id, or of that text. Raises Changed where there is none, CommandError where there are
    several."""
    key = reference.strip()
    entries = [each for each in present.sources.blockers if each.shown is not None]
    found = [each for each in entries if each.id == key] or [each for each in entries if each.shown == key]
    waiting = [each for each in found if blocker_state(each.status) != "resolved"] or found
    if len(waiting) == 1:
        return waiting[0]
    if waiting:
        told = f'{len(waiting)} blockers are called "{key[:40]}". Give each its own id first.'
        raise refusal("several-blockers", told)
    known = [each.id or each.shown or "" for each in entries if blocker_state(each.status) != "resolved"]
    rest = f"Not resolved: {'; '.join(known[:8])}." if known else "All are resolved."
    raise Changed(said("no-such-blocker", f'No blocker "{key[:60]}". {rest}'))


def _to(present: Present, reference: str, state: BlockerStatus) -> Blocker:
    """The blocker that is to get that state. Raises CommandError where its own does not allow it."""
    found = _find_blocker(present, reference)
    now = blocker_state(found.status) or "active"
    states, name = BLOCKER_MOVES[now], _named(found)
    if state in states:
        return found
    if now == "new":
        confirm = command_line("blocker", "confirm", found.id or found.shown or "")
        told = f"{name} is new and can only become {either(states)}. Make it active: {confirm}."
        raise refusal("blocker-not-identified", told)
    if states:
        raise refusal("blocker-cannot-become", f"{name} is {now} and can only become {either(states)}.")
    raise refusal("blocker-stays", f"{name} is {now} and cannot change.")


def _freed(present: Present, found: Blocker) -> list[Message]:
    """What begins to move, offered to go on with (seed, "Orchestrator")."""
    number = _place_of(present, found)
    freed = listed(map(str, present.before.blockers[number].frees))
    if not freed:
        return []
    phases = present.phases.held.by_blocker[str(number)].frees_phases
    here = present.sources.position.phase
    if len(phases) == 1 and phases[0].isdigit() and number_of(here) != phases[0]:
        go_there = command_line("set", f"phase={phases[0]}")
        return [said("resolving-frees-phase", f"This unblocks {freed}. Go there: {go_there}.")]
    return [said("resolving-frees", f"This unblocks {freed}.")]


def _named(found: Blocker) -> str:
    return found.id or f"“{found.shown}”"


# Decisions (seed, "Decision Format"); and other words for a decision or a blocker


def decide(present: Present, intent: verbs.Decide) -> Outcome:
    """Record a decision: where it was needed, what was decided, why, instead of what, whether it can be undone."""
    text, outcome = checked_text(intent.text, "decision"), checked_option(intent.outcome, "outcome")
    context = checked_option(intent.context, "context")
    others = [checked_text(each, "alternative") for each in intent.alternatives]
    reason = "; ".join(filter(None, (checked_option(intent.reason, "reason"), outcome))) or None
    newest = {each.context: each for each in present.before.decisions}
    for each in newest.values():
        told = (context, reason, tuple(others) or None, intent.reversible)
        known = (each.context, each.reason, each.alternatives, each.reversible)
        if each.text == text and all(new in (None, old) for new, old in zip(told, known, strict=True)):
            return Outcome((), Message("systems.decision-there-already", f"The decision is already recorded: {text}"))
    fields = {
        "date": present.today,
        "context": context,
        "decision": text,
        "reason": reason,
        "alternatives_considered": others or None,
        "reversible": intent.reversible,
    }
    return Outcome(
        [New("decisions", {key: value for key, value in fields.items() if value is not None})],
        Message("systems.decision-recorded", f"Recorded the decision: {text}"),
        [said("outcome-behind-reason", "The outcome was added to the reason: a decision has no outcome field.")]
        if outcome is not None
        else (),
    )


def reword(present: Present, intent: verbs.Reword) -> Outcome:
    """Give an entry other words. Raises Changed where there is none of those words."""
    if intent.kind == "todo":
        raise refusal("no-todo-to-reword", "Codewalkers has no todos.")
    new, old = checked_text(intent.new, intent.kind), intent.old.strip()
    entry: Entry
    if intent.kind == "blocker":
        entry = found = _find_blocker(present, old)
        if found.description is None and found.free is not None:
            told = f"The text of {found.id or 'the blocker'} is below its fields. Edit it in the file."
            raise refusal("blocker-text-below-fields", told)
        key = "description" if found.description is not None else "id"
    else:
        decision = next((each for each in present.sources.decisions if each.shown == old), None)
        if decision is None:
            raise Changed(said("no-such-decision", f'The decision "{old[:60]}" no longer exists.'))
        if decision.decision is None:
            told = "The entry has no `decision` field. Write the decision into the file."
            raise refusal("decision-not-worded", told)
        entry, key = decision, "decision"
    is_bare = entry.node is not None and not isinstance(entry.node.value, dict)
    return Outcome(
        [(entry, Set((), new)) if is_bare else put(entry, key, new)],
        Message("systems.entry-reworded", f"Reworded the {intent.kind}: {new}"),
    )


# What a fresh agent is to know: files, implementations, open questions; and what a verification flags


def report_files(present: Present, intent: verbs.ReportFiles) -> Outcome:
    """Files of this session: those that were made or changed are listed, a deleted one is listed no longer."""
    paths = tuple(dict.fromkeys(checked_text(path, "path") for path in intent.paths))
    known, changes = list(present.sources.context.files_modified_this_session), []
    for path in paths:
        if intent.kind == "deleted" and path in known:
            changes.append(Remove((_CONTEXT, FILES, known.index(path))))
            known.remove(path)
        elif intent.kind != "deleted" and path not in known:
            changes.append(Add((_CONTEXT, FILES), path))  # type: ignore[arg-type]  # both are edits
            known.append(path)
    names = f"{', '.join(paths[:_NAMED])}, …" if len(paths) > _NAMED else listed(paths)
    told = f"Recorded {counted(len(paths), 'file')} as {intent.kind} in this session: {names}"
    return Outcome(changes, said("files-reported", told))


def note_implementation(present: Present, intent: verbs.NoteImplementation) -> Outcome:
    """Record what was implemented."""
    return _listed(present, CLAIMS, intent.text, "implementation")


def add_question(present: Present, intent: verbs.AddQuestion) -> Outcome:
    """Record an open question."""
    return _listed(present, QUESTIONS, intent.text, "question")


def _listed(present: Present, key: str, stated: str, what: str) -> Outcome:
    text = checked_text(stated, what)
    if text in getattr(present.sources.context, key):
        return Outcome((), said(f"{what}-there-already", f"The {what} is already recorded: {text}"))
    return Outcome([Add((_CONTEXT, key), text)], said(f"{what}-recorded", f"Recorded the {what}: {text}"))


def close_question(present: Present, intent: verbs.CloseQuestion) -> Outcome:
    """A question is open no longer; the answer to it is recorded as a decision, else that is left to the person."""
    text, known = checked_text(intent.text, "question"), present.sources.context.open_questions
    if text not in known:
        quoted = ", ".join(f'"{each[:60]}"' for each in known[:_NAMED])
        rest = f"Open: {quoted}." if known else "The list is empty."
        raise Changed(said("no-such-question", f'No open question "{text[:60]}". {rest}'))
    changes: list[Change] = [Remove((_CONTEXT, QUESTIONS, known.index(text)))]
    answer = checked_option(intent.answer, "answer")
    decided = decide(present, verbs.Decide(text=answer, context=text)) if answer is not None else None
    if decided is None:
        way_on = said("record-what-came-of-it", "Record the answer: `cockpit decision add TEXT`.")
        return Outcome(changes, said("question-closed", f"Closed the question: {text}"), [way_on])
    return Outcome([*changes, *decided.edits], said("question-answered", f"Answered “{text}”: {answer}"))


def record_verification(present: Present, intent: verbs.RecordVerification) -> Outcome:
    """The result of a check of the present phase, with what it flags (seed, "Verifier")."""
    note, phase = checked_option(intent.note, "note"), present.sources.position.phase
    result, known = "passed" if intent.passed else "failed", present.sources.context.open_questions
    fields = {
        "date": present.today,
        "phase": _as_value("phase", number_of(phase)) if phase else None,
        "result": result,
        "notes": note,
    }
    changes: list[Change] = [
        Add(("verifications",), {key: value for key, value in fields.items() if value is not None})
    ]
    ids: list[str] = []
    for each in intent.blockers:
        identity, new = _new_blocker(present, checked_text(each, "blocker"), added=ids)
        ids.append(identity)
        changes.append(new)
    asked = [checked_text(each, "question") for each in intent.questions]
    questions = [each for each in dict.fromkeys(asked) if each not in known]
    changes += [Add((_CONTEXT, QUESTIONS), each) for each in questions]
    flagged = ", ".join((*ids, *(f"“{each}”" for each in questions)))
    of_phase = f" of phase {phase}" if phase else ""
    told = f"Recorded that the verification{of_phase} {result}{f'; flagged: {flagged}' if flagged else ''}."
    return Outcome(changes, said("verification-recorded", told))


# Sessions: begun, ended, given up (seed, "Session History", "Resume After Crash")


def start_session(present: Present, intent: verbs.StartSession) -> Outcome:
    """A session begins. Raises CommandError where one is active."""
    active = present.sources.active
    if active is not None:
        ways_out = "End it: `cockpit done session`. If its agent crashed: `cockpit session crash`."
        raise refusal("session-active-already", f"{active.id or 'A session'} is active. {ways_out}")
    identity, new = _new_session(
        present,
        checked_option(intent.session_id, "id"),
        agent=checked_option(intent.agent, "agent"),
        working_on=checked_option(intent.working_on, "work"),
    )
    return Outcome([new], said("session-begun", f"Started {identity}."))


def _new_session(
    present: Present,
    identity: str | None,
    *,
    agent: str | None = None,
    working_on: str | None,
    notes: str | None = None,
) -> tuple[str, New]:
    """A session that is active; its id. Raises CommandError where one has that id."""
    known = [each.id for each in present.sources.sessions]
    if identity is not None and identity in known:
        raise refusal("session-exists", f"A session {identity} already exists.")
    identity = identity or next_id(known, "session")
    fields = {"id": identity, "agent": agent, "started": present.now, "status": ACTIVE}
    fields |= {"working_on": working_on, "notes": notes}
    return identity, New("sessions", {key: value for key, value in fields.items() if value is not None})


def _end_session(present: Present, intent: verbs.Complete) -> Outcome:
    """The active session ends: what it did, what it met, why it ends, how much context it used."""
    session, used = _active(present, intent.step), intent.context
    done = [checked_text(each, "work") for each in intent.completed]
    issues = [checked_text(each, "issue") for each in intent.issues]
    if used is not None and not 0 <= used <= 100:
        raise refusal("context-no-share", "Context use must be between 0 and 100 percent.")
    if used is not None and used > HALF and DEGRADED not in (*issues, *session.issues):
        issues.append(DEGRADED)
    note, reason = checked_option(intent.note, "note"), checked_option(intent.reason, "reason")
    changes = closed(present, session, note, reason)
    changes += [*add(session, "completed", done), *add(session, "issues", issues)]
    changes += [put(session, "context_usage", f"{used:g}%")] if used is not None else []
    return Outcome(changes, said("session-ended", f"Ended {session.id or 'the session'}."))


def closed(present: Present, session: Session, note: str | None, reason: str | None) -> list[Change]:
    """A session has ended. A note is put behind those that are there."""
    changes = [put(session, "ended", present.now)]
    changes += [put(session, "status", ENDED)] if "status" in session.told else []
    changes += [_noted(session, note)] if note is not None else []
    return [*changes, put(session, "handoff_reason", reason)] if reason is not None else changes


def _noted(session: Session, text: str) -> Change:
    return put(session, "notes", "; ".join(filter(None, (session.notes, text))))


def crash(present: Present, intent: verbs.RecordCrash) -> Outcome:
    """The agent is gone: noted, its task waits again, and a new session takes over."""
    session = _active(present, None)
    notes = "; ".join(dict.fromkeys(filter(None, (RESET_NOTE, checked_option(intent.note, "note")))))
    crashed = f"Resuming from {session.id or 'a session'} crash"
    identity, new = _new_session(present, None, working_on=session.working_on, notes=crashed)
    told = f"Recorded that {session.id or 'a session'} crashed. Its task is open again; {identity} takes over."
    return Outcome(
        [put(session, "status", CRASHED), _noted(session, notes), Set(("position", "status"), "open"), new],
        said("session-crashed", told),
        [said("fresh-agent-begins", "Start the next agent with `cockpit resume`.")],
    )


def answer(present: Present, intent: verbs.Answer) -> Outcome:
    """What a person says of a session that looks given up."""
    waiting = present.before.waiting
    if waiting is None:
        raise CommandError("systems.nothing-asked", "No question is waiting for an answer.")
    answers = zip(ANSWERS, waiting.options, strict=True)
    answered = next((answer for answer, each in answers if str(each) == intent.option), None)
    if answered is None:
        raise refusal("no-such-answer", f'Answer "{ANSWERS["crashed"]}" or "{ANSWERS["at-work"]}".')
    if answered == "crashed":
        return crash(present, verbs.RecordCrash())
    session = _active(present, None)
    told = f"Recorded that {session.id or 'the session'} is still active."
    return Outcome([_noted(session, f"{AT_WORK}{present.now}")], said("session-at-work", told))


def _active(present: Present, named: str | None) -> Session:
    """The active session, or the one of that id. Raises CommandError where there is none."""
    sessions = present.sources.sessions
    found = next((each for each in sessions if each.id == named), None) if named else present.sources.active
    if found is not None and found.is_active:
        return found
    if named is not None:
        raise refusal("no-such-active-session", f'No active session is called "{named[:40]}".')
    raise refusal("no-active-session", "No session is active. Start one: `cockpit session start`.")


Editors = Mapping[type[Any], Callable[[Present, Any], Outcome]]
VERBS: Editors = {
    verbs.Move: move,
    verbs.CountPhases: count_phases,
    verbs.SetPosition: set_position,
    verbs.Complete: complete,
    verbs.Decide: decide,
    verbs.Block: block,
    verbs.Identify: identify,
    verbs.Bypass: bypass,
    verbs.Unblock: unblock,
    verbs.Reword: reword,
    verbs.StartSession: start_session,
    verbs.RecordCrash: crash,
    verbs.Answer: answer,
    verbs.ReportFiles: report_files,
    verbs.NoteImplementation: note_implementation,
    verbs.AddQuestion: add_question,
    verbs.CloseQuestion: close_question,
    verbs.RecordVerification: record_verification,
}


_BLOCKER_INSTEAD = "Record a blocker: `cockpit blocker add TEXT`."
_LACKS = LACKS | lacking(
    "codewalk",
    errors=f"Codewalkers does not record errors. {_BLOCKER_INSTEAD}",
    outcomes=f"Codewalkers does not record failures or retries. {_BLOCKER_INSTEAD}",
    skipping="Codewalkers does not skip phases. Go to another phase: `cockpit set phase=N`.",
    tokens="Codewalkers does not count tokens.",
    forms="Codewalkers has nothing to convert. Its storage is chosen when it is begun.",
)


def edit(system: System, files: Files, candidate: Candidate, intent: Intent, context: ReadContext) -> Edit:
    """The changes of an intent. Raises CommandError, with the reason and the way out, before anything is changed."""
    from cockpit.systems.codewalk.putting_away import finish_handoff, hand_off

    editors: Editors = {**VERBS, verbs.HandOff: hand_off, verbs.FinishHandoff: finish_handoff}
    verb = verb_of(system, intent, editors, _LACKS)
    present = Present(system, files, candidate, context)
    if not isinstance(intent, verbs.FinishHandoff):  # which leaves the state as it is
        present.document  # noqa: B018 -- what cannot be edited is refused before anything else is said
    return carried_out(system, present, intent, verb)
