"""Handoffs: writing one, with what the state file says of it while it waits; finishing it; proposing what it would
say."""

from dataclasses import replace

from cockpit.model import Decision, Handoff, Step, Track
from cockpit.model.handoff_draft import REASON_WORDS, DraftTask, HandoffDraft, Origin
from cockpit.model.intents import FinishHandoff, HandOff
from cockpit.rules.handoff.handoff_status import newest
from cockpit.rules.handoff.proposal import by_position, row_from, where_it_stands, why_it_stops
from cockpit.rules.next_step import combine
from cockpit.rules.work import number_in_plan, remains
from cockpit.systems.autopilot.decisions.decisions_log import fold_decision
from cockpit.systems.autopilot.edit_session import EditSession
from cockpit.systems.autopilot.position.field_editing import (
    RESUME_FILE,
    STOPPED,
    find_continuity,
    set_activity,
    set_continuity,
    set_updated,
)
from cockpit.systems.autopilot.position.phases import Place, PlanTask, lags_behind, parts_of, place_at, plan_tasks
from cockpit.systems.autopilot.position.position_editing import TOUCHES
from cockpit.systems.autopilot.position.status_editing import ensure_next, leave_resume_next, resume_next
from cockpit.systems.autopilot.recognition import ARCHIVE
from cockpit.systems.autopilot.sources import Sources
from cockpit.systems.autopilot.vocabulary import is_bookkeeping, rule_action
from cockpit.systems.autopilot.work.session_editing import name_day
from cockpit.systems.shared.handoff_editing import (
    archive_handoff,
    at,
    checked_draft,
    is_whole,
    stopped_at,
    write_handoff,
)
from cockpit.systems.shared.outcome import Outcome
from cockpit.wording.messages import Message
from cockpit.wording.numbers import last_number, whole_number


def hand_off(edit: EditSession, intent: HandOff) -> Outcome:
    """Write the handoff and let the state file point to it.

    Raises CommandError for a draft that cannot be written, where a handoff waits and `existing` is None, and where the
    one that waits is not the one that was seen."""
    draft = checked_draft(intent.draft)
    newline = edit.editor.newline if edit.editor else "\n"
    path, outcome = write_handoff(edit, edit.folder, intent, draft, newline=newline, archive=ARCHIVE)
    nowhere = not (draft.phase or draft.plan or draft.task or is_whole(edit.before, draft))
    if edit.editor is not None and not edit.is_waypoint:
        _update_state_file(edit, draft, path)
    remarks = (*outcome.remarks, Message("autopilot.handoff-nowhere")) if nowhere else outcome.remarks
    return replace(outcome, remarks=remarks, touches=TOUCHES | outcome.touches)


def finish_handoff(edit: EditSession, intent: FinishHandoff) -> Outcome:
    """Move the handoff to the archive; the state file no longer points to it. Raises CommandError where none waits."""
    handoff, outcome = archive_handoff(edit, edit.folder, intent, archive=ARCHIVE)
    editor = edit.editor
    if editor is not None and not edit.is_waypoint:
        field = find_continuity(editor.markdown, RESUME_FILE)
        if field is not None and handoff.path.endswith(field.value.strip("`").rpartition("/")[2]):
            set_continuity(editor, RESUME_FILE, "None")
        leave_resume_next(edit)
    remains_there = edit.sources.state is not None or edit.candidate.path != handoff.path
    return replace(outcome, touches=TOUCHES | outcome.touches, candidate=... if remains_there else None)


def _update_state_file(edit: EditSession, draft: HandoffDraft, path: str) -> None:
    editor = edit.editor
    if editor is None:
        return
    name_day(edit)
    whole = is_whole(edit.before, draft)
    stopped = stopped_at(draft, complete=whole)
    if stopped:
        set_continuity(editor, STOPPED, stopped)
    set_continuity(editor, RESUME_FILE, path.removeprefix(edit.folder.at("")))
    if whole:
        ensure_next(edit, edit.before.position.status)
    else:
        resume_next(edit)
    set_activity(editor, f"{edit.today} — Handed off{at(draft)}: {REASON_WORDS[draft.reason]}")
    set_updated(editor, edit.now)


# What a handoff would say now, by Project Autopilot's files: the tasks of the present plan, what remains, and why

_SAYS_NOTHING = ("in_progress", "paused", "unknown")
"""Of these the rule says only that the work goes on."""
_MOST_TASKS = 50
"""Tasks of a plan that a position alone can tell; a greater number is no count of them."""


def propose_handoff(track: Track, sources: Sources) -> HandoffDraft:
    """The draft of a handoff. Nothing of it is invented: every field names the file it comes from in `origins`."""
    phases = sources.phases
    position = track.position
    place = place_at(position)
    tasks = plan_tasks(phases, place)
    earlier = track.handoff if track.handoff is not None and _is_of(track.handoff, place) else None
    if tasks:
        at = next((at for at, task in enumerate(tasks) if task.number == place.task), None)
        completed = by_position(tuple(_with_commit(_row(task), earlier) for task in tasks), at)
        passed = {row.id for row in completed[: at or 0]}
        remaining = tuple(
            _remaining_entry(row, earlier, passed=row.id in passed) for row in completed if row.state != "done"
        )
    else:
        completed = _without_plan(position.task, place.task, earlier)
        remaining = remains(completed, earlier.remaining if earlier is not None else ())
    logged = _by_number(track.decisions)
    decisions = newest(logged)
    blockers = tuple(each.text for each in track.blockers if each.holds)
    next_action, next_origin = _next(track, tasks, place.task)
    total = len(tasks) or (position.task.total if position.task else None)
    draft = HandoffDraft(
        reason=why_it_stops(track)[0],
        phase=_id(position.phase),
        plan=_id(position.plan),
        task=_open_task(tasks, place.task) or _id(position.task),
        total_tasks=str(total) if total else None,
        completed=completed,
        remaining=remaining,
        decisions=decisions,
        blockers=blockers,
        next_action=next_action,
    )
    state = "\n".join(filter(None, (where_it_stands(draft, track), _last_work(track, tasks))))
    lister: Origin = "plan" if tasks else "state"
    found: dict[str, tuple[object, Origin]] = {
        "completed": (completed, "handoff" if earlier and not tasks else lister),
        "remaining": (remaining, "handoff" if earlier and {*remaining} & {*earlier.remaining} else lister),
        "decisions": (decisions, _origin(logged[-len(decisions) :], sources)),
        "blockers": (blockers, "state"),
        "state": (state, "state"),
        "next_action": (next_action, next_origin),
    }
    return replace(draft, state=state, origins={name: origin for name, (value, origin) in found.items() if value})


def _row(task: PlanTask) -> DraftTask:
    return DraftTask(id=task.number, name=task.name, state="done" if task.done else "open", origin="plan")


def _open_task(tasks: tuple[PlanTask, ...], current: str) -> str | None:
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
    if earlier is None:
        return row
    number = whole_number(row.id)
    known = next((task for task in earlier.completed if number and number_in_plan(earlier, task) == number), None)
    return replace(row, commit=known.commit, files=known.files, origin="handoff") if known and known.commit else row


def _without_plan(task: Step | None, current: str, earlier: Handoff | None) -> tuple[DraftTask, ...]:
    """The tasks where no plan lists them: the rows of the earlier handoff, and by the number of the present one those
    that it does not have.
    """
    known = tuple(row_from(each) for each in earlier.completed) if earlier else ()
    here, total = whole_number(current) or 0, task.total if task is not None and task.total else 0
    if not 0 < here <= _MOST_TASKS or (earlier is not None and last_number(earlier.task) == here):
        return known
    numbered = {last_number(row.id) for row in known}
    numbers = [number for number in range(1, min(max(here, total), _MOST_TASKS) + 1) if number not in numbered]
    rows = (*known, *(DraftTask(id=str(number), state="open", origin="state") for number in numbers))
    ordered = sorted(rows, key=lambda row: last_number(row.id) or _MOST_TASKS + 1)
    return tuple(_with_state(row, here) for row in ordered)


def _with_state(row: DraftTask, here: int) -> DraftTask:
    """A row by the number of the present task: one before it that no row calls done is done by the state's word."""
    number = last_number(row.id) or _MOST_TASKS + 1
    if number < here and row.state != "done":
        return replace(row, state="done", origin="state")
    return replace(row, state="in_progress") if number == here and row.state == "open" else row


def _remaining_entry(row: DraftTask, earlier: Handoff | None, *, passed: bool) -> str:
    """A task that remains: in the words of the earlier handoff, which knows what is left of it, else of the plan."""
    label = f"Task {row.id}"
    stated = next((entry for entry in earlier.remaining if entry.startswith(f"{label}:")), None) if earlier else None
    if stated is not None:
        return stated
    how = "in progress" if row.state == "in_progress" else "open in the plan" if passed else "not started"
    return f"{label}: {row.name} ({how})" if row.name else f"{label}: {how}"


def _by_number(decisions: tuple[Decision, ...]) -> list[Decision]:
    """By their numbers in the log, then those that stand in the state file alone, by their days."""
    numbered = sorted((each for each in decisions if _number(each)), key=_number)
    others = [each for each in decisions if not _number(each)]
    return [*numbered, *sorted(others, key=lambda each: each.date or "")]


def _number(decision: Decision) -> int:
    """Its number in the log; 0 where it has none."""
    return whole_number("".join(filter(str.isdecimal, decision.id or ""))) or 0


def _origin(decisions: list[Decision], sources: Sources) -> Origin:
    """The files that contain these decisions or their reasons."""
    stated = {fold_decision(each.text) for each in (sources.state.decisions if sources.state else ())}
    logged = {each.id for each in sources.logged if each.id} | {fold_decision(each.text) for each in sources.logged}
    in_log = any(each.id in logged or fold_decision(each.text) in logged for each in decisions)
    in_state = any(fold_decision(each.text) in stated for each in decisions)
    return ("state_and_log" if in_state else "log") if in_log else "state"


def _last_work(track: Track, tasks: tuple[PlanTask, ...]) -> str:
    """The last activity if it is about work, else the task that was completed last."""
    activity = track.position.last_activity
    if activity is not None and activity.text and not is_bookkeeping(str(activity.text)):
        return f"Last activity: {activity.text}"
    last = next((task for task in reversed(tasks) if task.done), None)
    return f"Last finished: task {last.number}{f' ({last.name})' if last.name else ''}." if last is not None else ""


def _next(track: Track, tasks: tuple[PlanTask, ...], current: str) -> tuple[str, Origin]:
    """The first thing to do: the task under way, else where the state goes on. That work goes on says nothing."""
    name = next((task.name for task in tasks if task.number == current and not task.done), None)
    if name:
        return f"Finish task {current}: {name}", "plan"
    stated, status = track.next_action, track.position.status
    prose = stated is not None and stated.source == "file" and not str(stated.text).startswith("/")
    if status in _SAYS_NOTHING and not prose:
        return "", "state"
    next_one = combine(stated, rule_action(status, handoff=False))
    return next_one.sentence if next_one is not None else "", "state"


def _id(step: Step | None) -> str | None:
    return step.id if step else None
