"""What a handoff would say now, by Project Autopilot's files: the tasks of the present plan, what remains, and why."""

from dataclasses import replace

from cockpit.model import Decision, Handoff, Step, Track
from cockpit.model.handoff_draft import DraftTask, HandoffDraft, Origin
from cockpit.rules.decided import newest
from cockpit.rules.handing_off import row_from, where_it_stands, why_it_stops
from cockpit.rules.onward import told
from cockpit.rules.whole_numbers import whole_number
from cockpit.systems.autopilot.decisions_log import fold_decision
from cockpit.systems.autopilot.plan_tasks import Place, PlanTask, lags_behind, plan_tasks
from cockpit.systems.autopilot.sources import Sources
from cockpit.systems.autopilot.step_names import digits_of, parts_of
from cockpit.systems.autopilot.steps import same_step
from cockpit.systems.autopilot.vocabulary import is_bookkeeping, rule_action

_SAYS_NOTHING = ("in_progress", "paused", "unknown")
"""Of these the rule says only that the work goes on."""


def propose_handoff(track: Track, sources: Sources) -> HandoffDraft:
    """The draft of a handoff. Nothing of it is invented: every field names the file it comes from in `origins`."""
    phases = sources.phases
    position = track.position
    place = Place(digits_of(position.phase), digits_of(position.plan), digits_of(position.task))
    tasks = plan_tasks(phases, place)
    completed = tuple(_row(task, place.task) for task in tasks if task.done or task.number == place.task)
    earlier = track.handoff if track.handoff is not None and _is_of(track.handoff, place) else None
    completed = tuple(_with_commit(row, earlier) for row in completed) if tasks else _earlier_rows(earlier)
    remaining = tuple(_left(task, place.task, earlier) for task in tasks if not task.done)
    remaining = remaining if tasks or earlier is None else earlier.remaining
    logged = _by_number(track.decisions)
    decisions = newest(logged)
    blockers = tuple(each.text for each in track.blockers if each.holds)
    next_action, next_origin = _next(track, tasks, place.task)
    total = len(tasks) or (position.task.total if position.task else None)
    draft = HandoffDraft(
        reason=why_it_stops(track)[0],
        phase=_id(position.phase),
        plan=_id(position.plan),
        task=_stopped(tasks, place.task) or _id(position.task),
        total_tasks=str(total) if total else None,
        completed=completed,
        remaining=remaining,
        decisions=decisions,
        blockers=blockers,
        next_action=next_action,
    )
    state = "\n".join(filter(None, (where_it_stands(draft, position), _worked_at(track, tasks))))
    found: dict[str, tuple[object, Origin]] = {
        "completed": (completed, "plan" if tasks else "handoff"),
        "remaining": (remaining, "handoff" if earlier and {*remaining} & {*earlier.remaining} else "plan"),
        "decisions": (decisions, _origin(logged[-len(decisions) :], sources)),
        "blockers": (blockers, "state"),
        "state": (state, "state"),
        "next_action": (next_action, next_origin),
    }
    return replace(draft, state=state, origins={name: origin for name, (value, origin) in found.items() if value})


def _row(task: PlanTask, current: str) -> DraftTask:
    under_way = not task.done and task.number == current
    return DraftTask(id=task.number, name=task.name, state="in_progress" if under_way else "done", origin="plan")


def _stopped(tasks: tuple[PlanTask, ...], current: str) -> str | None:
    """The first open task, where the plan calls the present one done and a later one too: the state file lags behind.
    None where it does not.
    """
    if not lags_behind(tasks, current):
        return None
    return next((task.number for task in tasks if not task.done), tasks[-1].number)


def _is_of(handoff: Handoff, place: Place) -> bool:
    """Whether an earlier handoff is of the same plan, so that what it knows still helps."""
    plan = parts_of(handoff.plan or "")[-1:]
    return parts_of(handoff.phase or "") == (place.phase,) and plan == (place.plan,)


def _with_commit(row: DraftTask, earlier: Handoff | None) -> DraftTask:
    known = next((task for task in earlier.completed if same_step(task.id, row.id)), None) if earlier else None
    return replace(row, commit=known.commit, files=known.files, origin="handoff") if known and known.commit else row


def _earlier_rows(earlier: Handoff | None) -> tuple[DraftTask, ...]:
    """The rows of the earlier handoff, where no plan lists the tasks."""
    return tuple(row_from(task) for task in earlier.completed) if earlier else ()


def _left(task: PlanTask, current: str, earlier: Handoff | None) -> str:
    """A task that remains: in the words of the earlier handoff, which knows what is left of it, else of the plan."""
    label = f"Task {task.number}"
    told = next((entry for entry in earlier.remaining if entry.startswith(f"{label}:")), None) if earlier else None
    if told is not None:
        return told
    how = "in progress" if task.number == current else "not started"
    return f"{label}: {task.name} ({how})" if task.name else f"{label}: {how}"


def _by_number(decisions: tuple[Decision, ...]) -> list[Decision]:
    """By their numbers in the log, then those that stand in the state file alone, by their days."""
    numbered = sorted((each for each in decisions if _number(each)), key=_number)
    others = [each for each in decisions if not _number(each)]
    return [*numbered, *sorted(others, key=lambda each: each.date or "")]


def _number(decision: Decision) -> int:
    """Its number in the log; 0 where it has none."""
    return whole_number("".join(filter(str.isdecimal, decision.id or ""))) or 0


def _origin(decisions: list[Decision], sources: Sources) -> Origin:
    """Which files tell these decisions, or their whys."""
    stated = {fold_decision(each.text) for each in (sources.state.decisions if sources.state else ())}
    logged = {each.id for each in sources.logged if each.id} | {fold_decision(each.text) for each in sources.logged}
    in_log = any(each.id in logged or fold_decision(each.text) in logged for each in decisions)
    in_state = any(fold_decision(each.text) in stated for each in decisions)
    return ("state_and_log" if in_state else "log") if in_log else "state"


def _worked_at(track: Track, tasks: tuple[PlanTask, ...]) -> str:
    """The last activity where it tells of work, else the task that was finished last."""
    activity = track.position.last_activity
    if activity is not None and activity.text and not is_bookkeeping(activity.text):
        return f"Last activity: {activity.text}"
    last = next((task for task in reversed(tasks) if task.done), None)
    return f"Last finished: task {last.number}{f' ({last.name})' if last.name else ''}." if last is not None else ""


def _next(track: Track, tasks: tuple[PlanTask, ...], current: str) -> tuple[str, Origin]:
    """The first thing to do: the task under way, else where the state goes on. That work goes on says nothing."""
    name = next((task.name for task in tasks if task.number == current and not task.done), None)
    if name:
        return f"Finish task {current}: {name}", "plan"
    stated, status = track.next_action, track.position.status
    prose = stated is not None and stated.source == "file" and not stated.text.startswith("/")
    if status in _SAYS_NOTHING and not prose:
        return "", "state"
    next_one = told(stated, rule_action(status, handoff=False))
    return next_one.sentence if next_one is not None else "", "state"


def _id(step: Step | None) -> str | None:
    return step.id if step else None
