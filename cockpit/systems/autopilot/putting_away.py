"""The handoff beside the state file: what it would say now, leaving it, putting it away; and putting a track away."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from cockpit.model import Decision, Handoff, Position, Status, Step, Track
from cockpit.model import intents as verbs
from cockpit.model.errors import NeedsConfirmation
from cockpit.model.handoff_draft import REASON_WORDS, DraftTask, HandoffDraft, Origin
from cockpit.regex import regex
from cockpit.rules.checklist.remedies import agrees
from cockpit.rules.handoff.handoff_status import newest
from cockpit.rules.handoff.proposal import (
    LAST_ACTIVITY,
    LAST_FINISHED,
    by_position,
    row_from,
    where_it_stands,
    why_it_stops,
)
from cockpit.rules.next_step import combine, may_move
from cockpit.rules.work import number_in_plan, remains
from cockpit.systems.autopilot.creation import initial_status, migrate, migrated_status
from cockpit.systems.autopilot.decision_log import fold_decision
from cockpit.systems.autopilot.description import ARCHIVE, STATE_NAMES, STORE_NAMES, next_by_rule
from cockpit.systems.autopilot.editing import Outcome, Present, said
from cockpit.systems.autopilot.phases import Place, PlanTask, lags_behind, parts_of, place_at, plan_tasks
from cockpit.systems.autopilot.sources import Sources, read_sources
from cockpit.systems.autopilot.steps import number_of
from cockpit.systems.autopilot.verbs import (
    activity,
    ensure_next,
    leave_resume_next,
    moves_to_completion,
    name_day,
    resume_next,
)
from cockpit.systems.interface import Candidate, Files, ReadContext
from cockpit.systems.shared.handoff_editing import (
    archive_handoff,
    at,
    checked_draft,
    is_whole,
    stopped_at,
    write_handoff,
)
from cockpit.systems.shared.handoff_file import HANDOFF_NAMES
from cockpit.systems.shared.report import Report
from cockpit.text.edits import Edit as TextEdit
from cockpit.text.edits import Set
from cockpit.wording.numbers import last_number, whole_number
from cockpit.wording.phrases import counted

# Leaving a handoff, and putting it away


def hand_off(present: Present, intent: verbs.HandOff) -> Outcome:
    """Write the handoff and let the state file point to it.

    Raises CommandError for a draft that cannot be written, where a handoff waits and `existing` is None, and where the
    one that waits is not the one that was seen."""
    draft, state = checked_draft(intent.draft), present.editable
    decoded = present.draft.decoded(present.candidate.path) if state is not None else None
    newline = decoded.newline if decoded is not None else "\n"
    path, written = write_handoff(present, present.sources.folder, intent, draft, newline=newline, archive=ARCHIVE)
    whole, remarks = is_whole(present.before, draft), [*written.remarks]
    if not (draft.phase or draft.plan or draft.task or whole):
        told = "The handoff names no phase, plan or task. The next agent has only the next action."
        remarks.append(said("handoff-nowhere", told))
    edits: list[TextEdit] = []
    if state is not None and not present.is_waypoint:
        edits = name_day(present)
        stopped = stopped_at(draft, complete=whole)
        edits += [Set(("continuity", "Stopped at"), stopped)] if stopped else []
        edits += [Set(("continuity", "Resume file"), path.removeprefix(present.sources.folder.at("")))]
        edits += ensure_next(present, present.before.position.status) if whole else resume_next(present)
        edits += activity(present, f"Handed off{at(draft)}: {REASON_WORDS[draft.reason]}")
    return Outcome(done=written.done, edits=edits, remarks=remarks, holds=written.holds)


def finish_handoff(present: Present, intent: verbs.FinishHandoff) -> Outcome:
    """Move the handoff to the archive; the state file no longer points to it. Raises CommandError where none waits."""
    path = present.before.handoff.path if present.before.handoff is not None else ""
    archived = archive_handoff(present, present.sources.folder, intent, archive=ARCHIVE)
    edits: list[TextEdit] = []
    if present.editable is not None and not present.is_waypoint:
        named = present.transponder.reading.get("continuity", "Resume file")
        if named is not None and path.endswith(named.text.strip("`").rpartition("/")[2]):
            edits.append(Set(("continuity", "Resume file"), "None"))
        edits += leave_resume_next(present)
    remains_there = present.sources.state is not None or present.candidate.path != path
    return Outcome(
        done=archived.done,
        edits=edits,
        remarks=archived.remarks,
        holds=archived.holds,
        candidate=... if remains_there else None,
    )


# Putting a track away: its state files go to `.autopilot/archive/<day>/`; plans and documents stay

_FILES = (*STATE_NAMES, *HANDOFF_NAMES, *STORE_NAMES)


def archive(present: Present, intent: verbs.Archive) -> Outcome:
    """Move the state files of a project, the main one first. Raises NeedsConfirmation where it is not completed."""
    if present.before.position.status != "completed" and not intent.unfinished:
        raise NeedsConfirmation(
            said("not-complete", _not_completed(present)),
            said("archive-or-complete", _ways(present)),
            agreed=said("archive-as-it-is", "Archive unfinished project"),
            instead=replace(intent, unfinished=True),
        )
    folder = present.path(f"archive/{present.today}")
    folder += f"-{present.now[11:19].replace(':', '')}" if present.draft.names(folder) else ""
    names = [name for name in _FILES if present.draft.read(present.path(name)) is not None]
    main, title = present.sources.main.name, present.before.title
    for name in sorted(names, key=lambda name: (name != main, names.index(name))):
        present.draft.move(present.path(name), f"{folder}/{name}")
    told = f"Archived {title} to {folder}." if title else f"Archived the project to {folder}."
    return Outcome(done=said("archived", told), remarks=[*_unfinished_work(present)], candidate=None)


def _not_completed(present: Present) -> str:
    position, title = present.before.position, present.before.title
    standing = position.status_text or "no status"
    if position.phase is not None and position.phase.total:
        standing += f", phase {position.phase.id} of {position.phase.total}"
    return f'"{title}" is not complete ({standing}).' if title else f"The project is not complete ({standing})."


def _ways(present: Present) -> str:
    """How to archive it all the same, and how the project comes to be complete: by commands that work from where it
    stands."""
    status: Status = present.before.position.status
    phase = present.before.position.phase
    if present.sources.state is None:
        moves = moves_to_completion(initial_status(present.before), "`cockpit init autopilot`")
    elif present.is_older or present.is_waypoint:
        moves = moves_to_completion(migrated_status(present.before), "`cockpit track convert`")
    else:
        moves, number = moves_to_completion(status), number_of(phase.id) if phase else None
        is_last = phase is not None and phase.total is not None and number is not None and number >= phase.total
        moves = f"`cockpit done phase` or {moves}" if is_last and may_move(status, "phase_complete") else moves
    return f"Archive it unfinished: `cockpit track archive --force`. To complete it: {moves}."


def _unfinished_work(present: Present) -> Iterator[Any]:
    track, at_work = present.before, present.before.position.counted
    tasks = at_work.total - at_work.done if at_work is not None and at_work.unit == "tasks" else 0
    todos, blockers = (
        sum(not each.done for each in track.todos),
        sum(each.status == "active" for each in track.blockers),
    )
    for count, what in ((tasks, "open task"), (todos, "open todo"), (blockers, "active blocker")):
        if count:
            yield said("goes-with", f"{counted(count, what)} {'is' if count == 1 else 'are'} archived with it.")


MOVING: dict[type[Any], Callable[[Present, Any], Outcome]] = {
    verbs.HandOff: hand_off,
    verbs.FinishHandoff: finish_handoff,
    verbs.Migrate: migrate,
    verbs.Archive: archive,
}

# What a handoff would say now, by Project Autopilot's files: the tasks of the present plan, what remains, and why

_SAYS_NOTHING = ("in_progress", "paused", "unknown")
"""Of these the rule says only that the work goes on."""
_MOST_TASKS = 50
"""Tasks of a plan that a position alone can tell; a greater number is no count of them."""
_BOOKKEEPING = regex(
    r"(?i)(?:[^—–:]{0,20}\b\d{4}\b[^—–]{0,20}?\s*[—–:-]\s+)?(?:(?:resolved|bypassed|recorded)\s+(?:the\s+|a\s+)?blocker"
    r"|[^\n]{0,80}\bpaused\s+until|acknowledged|handed\s+off|moved\s+to\s+(?:phase|plan|task)|(?:ended|started)\s+the\s+session)\b"
)
"""An activity about the state files alone, as cockpit's own verbs write it, not about work."""


def propose_handoff(track: Track, files: Files, candidate: Candidate, context: ReadContext) -> HandoffDraft:
    """The draft of a handoff. Nothing of it is invented: every field names the file it comes from in `origins`."""
    position, sources = track.position, read_sources(files, candidate, context, Report())
    place = place_at(position)
    tasks = plan_tasks(sources.phases, place)
    earlier = track.handoff if track.handoff is not None and _is_of(track.handoff, place, position) else None
    if tasks:
        here = next((at for at, task in enumerate(tasks) if task.number == place.task), None)
        completed = by_position(tuple(_with_commit(_row(task), earlier) for task in tasks), here)
        passed = {row.id for row in completed[: here or 0]}
        remaining = tuple(_remaining(row, earlier, passed=row.id in passed) for row in completed if row.state != "done")
    else:
        completed = _without_plan(position.task, place.task, earlier)
        remaining = remains(completed, earlier.remaining if earlier is not None else ())
    logged = _by_number(track.decisions)
    decisions = newest(logged)
    blockers = tuple(each.text for each in track.blockers if each.holds)
    next_action, next_origin = _next(track, tasks, place.task)
    total = len(tasks) or (position.task.total if position.task else None)
    total = total or (whole_number(earlier.total_tasks) if earlier is not None else None)
    plan, task = _id(position.plan), _open_task(tasks, place.task) or _id(position.task)
    plan = None if plan is not None and number_of(plan) == 0 else plan  # `0 of ?`: none was begun
    if plan is None and earlier is not None:
        plan, task = earlier.plan, place.task or task
    draft = HandoffDraft(
        reason=why_it_stops(track)[0],
        phase=_id(position.phase),
        plan=plan,
        task=task,
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
    None where it does not."""
    if not lags_behind(tasks, current):
        return None
    return next((task.number for task in tasks if not task.done), tasks[-1].number)


def _is_of(handoff: Handoff, place: Place, position: Position) -> bool:
    """Whether an earlier handoff is of the same plan, or the state names none, so that what it knows still helps."""
    plan = parts_of(handoff.plan or "")[-1:]
    is_there = plan == (place.plan,) if place.plan else agrees(handoff, position)
    return parts_of(handoff.phase or "") == (place.phase,) and is_there


def _with_commit(row: DraftTask, earlier: Handoff | None) -> DraftTask:
    if earlier is None:
        return row
    number = whole_number(row.id)
    known = next((task for task in earlier.completed if number and number_in_plan(earlier, task) == number), None)
    return replace(row, commit=known.commit, files=known.files, origin="handoff") if known and known.commit else row


def _without_plan(task: Step | None, current: str, earlier: Handoff | None) -> tuple[DraftTask, ...]:
    """The tasks where no plan lists them: the rows of the earlier handoff, and by the number of the present one those
    that it does not have."""
    known = tuple(row_from(each) for each in earlier.completed) if earlier else ()
    here, total = whole_number(current) or 0, task.total if task is not None and task.total else 0
    if not 0 < here <= _MOST_TASKS:
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


def _remaining(row: DraftTask, earlier: Handoff | None, *, passed: bool) -> str:
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
    last = track.position.last_activity
    if last is not None and last.text and not _BOOKKEEPING.match(str(last.text)):
        return f"{LAST_ACTIVITY}{last.text}"
    done = next((task for task in reversed(tasks) if task.done), None)
    return f"{LAST_FINISHED}task {done.number}{f' ({done.name})' if done.name else ''}." if done is not None else ""


def _next(track: Track, tasks: tuple[PlanTask, ...], current: str) -> tuple[str, Origin]:
    """The first thing to do: the task under way, else where the state goes on. That work goes on says nothing."""
    name = next((task.name for task in tasks if task.number == current and not task.done), None)
    if name:
        return f"Finish task {current}: {name}", "plan"
    stated, status = track.next_action, track.position.status
    prose = stated is not None and stated.source == "file" and not str(stated.text).startswith("/")
    if status in _SAYS_NOTHING and not prose:
        return "", "state"
    next_one = combine(stated, next_by_rule(status, handoff=False))
    return next_one.sentence if next_one is not None else "", "state"


def _id(step: Step | None) -> str | None:
    return step.id if step else None
