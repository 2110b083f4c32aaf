"""Everything that the files of a track say, in the model's words."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from cockpit.model import (
    Continuity,
    Counted,
    Handoff,
    NextAction,
    Position,
    ResumeAt,
    RuleAction,
    Session,
    Step,
    Track,
    Waiting,
)
from cockpit.rules.handoff.handoff_status import moved_past
from cockpit.rules.next_step import by_rule
from cockpit.rules.progress import stated_percent
from cockpit.systems.autopilot.decision_log import merge
from cockpit.systems.autopilot.description import (
    ARCHIVE,
    STATE_FILE,
    command_in,
    meaning_of,
    next_by_rule,
    status_of,
)
from cockpit.systems.autopilot.findings import RULES, check
from cockpit.systems.autopilot.phases import (
    Checkpoint,
    PhaseCount,
    count_progress,
    find_phase,
    name_phase,
    name_plan,
    name_task,
    parts_of,
    place_at,
    plan_tasks,
    present_route,
)
from cockpit.systems.autopilot.sources import Sources, read_sources
from cockpit.systems.autopilot.state import State
from cockpit.systems.autopilot.steps import find_task, number_of, parse_step, same_step
from cockpit.systems.autopilot.thresholds import not_listed, of_no_metric, read_thresholds
from cockpit.systems.interface import Candidate, Files, ReadContext
from cockpit.systems.shared.folder import is_inside
from cockpit.systems.shared.handoff_file import read_archived
from cockpit.systems.shared.passages import Passage, passage
from cockpit.systems.shared.report import Report
from cockpit.systems.shared.stated_values import Value, instant_text
from cockpit.text.described import Stated
from cockpit.wording.messages import Message
from cockpit.wording.numbers import whole_number
from cockpit.wording.times import to_utc_text

_DOCUMENTS = {
    "clearance": ("clearance.md", "scope.md"),
    "flightplan": ("flightplan.md",),
    "roadmap": ("roadmap.md",),
    "project": ("PROJECT.md",),
    "decisions": ("DECISIONS.md",),
    "token usage": ("token-usage.md",),
    "learnings": ("learnings.md",),
    "progress": ("progress.md",),
    "assumptions": ("assumptions.yaml",),
    "scan report": ("scan-report.md",),
    "risk report": ("risk-report.md",),
    "handoff": ("HANDOFF.md",),
}
_HELD = ("blocked", "paused", "verifying")
"""Statuses of an agent that does not go on; a plan file alone does not say that an answer was given since."""
_MOST_HISTORY = 50


def read_track(files: Files, candidate: Candidate, context: ReadContext) -> Track:
    """Everything the files say. What is wrong with them stands among the findings; nothing raises."""
    report = Report(RULES.hints)
    sources = read_sources(files, candidate, context, report)
    return track_of(sources, candidate, context, report)


def track_of(sources: Sources, candidate: Candidate, context: ReadContext, report: Report) -> Track:
    """What was read, in the model's words."""
    check(sources, report)
    state, gauges, folder = sources.state, sources.gauges, sources.folder
    handoff = sources.handoff.handoff if sources.handoff else None
    position = _position(state, handoff, sources.phases)
    phases = tuple(count.phase for count in sources.phases)
    waiting = _waiting(state, position, sources.phases)
    waits = handoff is not None and moved_past(handoff, position, phases) is None
    rule = next_by_rule(position.status, handoff=waits)
    usage = gauges.usage.tokens if gauges.usage else None
    track = Track(
        system=candidate.system,
        path=candidate.path,
        format=sources.main.format,
        updated=_updated(sources),
        documents=_documents(sources, position),
        position=position,
        next_action=_next_action(state, handoff, rule),
        next_by_rule=rule,
        waiting=waiting,
        resume_at=_resume_at(position, handoff),
        thresholds=read_thresholds(gauges, context),
        triggers=gauges.triggers.triggers,
        decisions=merge(state.decisions if state else (), sources.logged),
        phases=phases,
        tokens=usage or (state.tokens if state else None),
        handoff=handoff,
        archived_handoffs=read_archived(folder, ARCHIVE),
        extra=_extra(sources),
        findings=report.findings(),
        lacks=_lacks(candidate, sources, asks=waiting is not None),
    )
    if state is None:
        return track
    return replace(
        track,
        title=state.title,
        metrics=state.metrics,
        todos=state.todos,
        blockers=state.blockers,
        errors=state.errors,
        sessions=_sessions(state),
        continuity=_continuity(state),
    )


# The position


def _position(state: State | None, handoff: Handoff | None, phases: tuple[PhaseCount, ...]) -> Position:
    """Where the track stands: by the state file, and by the handoff for what that leaves open."""
    counted = count_progress(phases)
    if state is None:
        return _handoff_position(handoff, phases, counted)
    phase, plan = _step(state.phase), _step(state.plan)
    route = present_route(phase, plan, phases)
    status = status_of(state.status.text if state.status else None, last_phase=is_last(phase))
    return Position(
        phase=name_phase(phase, phases),
        plan=name_plan(plan, phase, phases),
        task=name_task(_task(state, handoff, phase, plan), plan, phase, phases),
        wave=route.wave if route else None,
        status=status,
        status_means=meaning_of(status),
        status_text=state.status.text if state.status else None,
        percent=stated_percent(state.progress.text) if state.progress else None,
        counted=counted,
        last_activity=state.activity,
    )


def is_last(phase: Step | None) -> bool:
    """Whether a phase is the last one, or may be: then a bare `complete` means the project."""
    number = number_of(phase.id) if phase else None
    return number is None or phase is None or phase.total is None or number >= phase.total


def _handoff_position(handoff: Handoff | None, phases: tuple[PhaseCount, ...], counted: Counted | None) -> Position:
    if handoff is None:
        return Position(counted=counted)
    task = Step(id=handoff.task, name=_task_name(handoff, handoff.task), total=whole_number(handoff.total_tasks))
    phase = parse_step(handoff.phase)[0] if handoff.phase else None
    plan = parse_step(handoff.plan)[0] if handoff.plan else None
    status = status_of(handoff.status)
    return Position(
        phase=name_phase(phase, phases),
        plan=name_plan(plan, phase, phases),
        task=name_task(task if handoff.task else None, plan, phase, phases),
        status=status,
        status_text=handoff.status,
        status_means=meaning_of(status),
        counted=counted,
    )


def _task(state: State, handoff: Handoff | None, phase: Step | None, plan: Step | None) -> Step | None:
    """The task: the state file's, else from "task 3 of 5" where the session stopped, else the handoff's."""
    if state.task is not None:
        return find_task(state.task.text) or parse_step(state.task.text)[0]
    task = state.stopped_task
    is_here = handoff is not None and (
        same_step(handoff.phase, phase.id if phase else None) and same_step(handoff.plan, plan.id if plan else None)
    )
    if handoff is None or not is_here:
        return task
    if task is None and handoff.task:
        task = Step(id=handoff.task, total=whole_number(handoff.total_tasks))
    return Step(id=task.id, name=_task_name(handoff, task.id), total=task.total) if task is not None else None


def _task_name(handoff: Handoff, task: str | None) -> str | None:
    return next((row.name for row in handoff.completed if task and same_step(row.id, task) and row.id), None)


def _step(value: Stated | Value | None) -> Step | None:
    return parse_step(value.text)[0] if value else None


def _resume_at(position: Position, handoff: Handoff | None) -> ResumeAt | None:
    """Where the seed's protocol goes on: at the handoff, which it looks for first, else at the position."""
    ids: tuple[str | None, ...]
    if handoff is not None:
        ids = (handoff.phase, handoff.plan, handoff.task)
    elif position.status in ("completed", "phase_complete"):
        return None
    else:
        ids = tuple(step.id if step else None for step in (position.phase, position.plan, position.task))
    return ResumeAt(phase=ids[0], plan=ids[1], task=ids[2]) if any(ids) else None


# Whether the agent waits for a person: at a checkpoint of the present plan (docs/systems/autopilot.md)


def _waiting(state: State | None, position: Position, phases: tuple[PhaseCount, ...]) -> Waiting | None:
    """The question of a checkpoint that is reached; None unless the status says too that the agent does not go on."""
    route = present_route(position.phase, position.plan, phases)
    point = route.checkpoint if route is not None else None
    if state is None or route is None or point is None or position.status not in _HELD:
        return None
    tasks = [(parts_of(each.id or "")[-1], each.done is True) for each in route.tasks]
    tasks = tasks or [(each.number, each.done) for each in plan_tasks(phases, place_at(position))]
    if not _is_reached(tasks, point):
        return None
    question = point.what or Message("autopilot.checkpoint-after-task", f"Checkpoint after task {point.after_task}")
    return Waiting(question=question, options=point.options)


def _is_reached(tasks: Sequence[tuple[str, bool]], point: Checkpoint) -> bool:
    """Whether the task before the checkpoint is done and none behind it is, by the number of each and its state."""
    numbers, done = [number for number, _ in tasks], [is_done for _, is_done in tasks]
    places = [at for at, number in enumerate(numbers) if (number,) == parts_of(point.after_task)[-1:]]
    return bool(places) and done[places[-1]] and not any(done[places[-1] + 1 :])


# What comes next, the last session, and the documents


def _next_action(state: State | None, handoff: Handoff | None, rule: RuleAction | None) -> NextAction | None:
    """The file's own next action, else the rule's."""
    stated = state.next_action.text if state and state.next_action else None
    if stated is None and state is None and handoff is not None:
        stated = handoff.next_action
    if stated is not None:
        return NextAction(text=stated, command=command_in(stated), source="file")
    return by_rule(rule)


def _text(value: Stated | Value | None) -> str | None:
    return value.text if value else None


def _continuity(state: State) -> Continuity:
    return Continuity(
        last_session=_text(state.continuity("Last session")),
        stopped_at=_text(state.continuity("Stopped at")),
        resume_file=_text(state.continuity("Resume file")),
        next_action=_text(state.next_action),
    )


def _sessions(state: State) -> tuple[Session, ...]:
    """The one session the files remember: the last."""
    last, stopped = state.continuity("Last session"), state.continuity("Stopped at")
    reason = state.reading.get("head", "Reason") if state.layout == "waypoint" else None
    completed = tuple(state.reading.said["completed"]) if state.layout == "waypoint" else ()
    doing = "; ".join(state.reading.said["doing"]) if state.layout == "waypoint" else ""
    if not (last or stopped or reason or doing or completed):
        return ()
    ended = last or (state.updated if reason else None)
    return (
        Session(
            ended=instant_text(ended.text) if ended else None,
            working_on=doing or _text(stopped) or _text(state.task),
            completed=completed,
            handoff_reason=_text(reason),
        ),
    )


def _documents(sources: Sources, position: Position) -> dict[str, str]:
    """The documents that exist: the known ones, the plan that is under way, then what the Quick Reference names."""
    folder, names = sources.folder, set(sources.folder.names(""))
    documents = {
        label: folder.path(name) for label, known in _DOCUMENTS.items() for name in known[::-1] if name in names
    }
    documents |= _plans(position, sources.phases)
    if archived := read_archived(folder, ARCHIVE):
        documents["last handoff"] = archived[0].path
    for label, value in (sources.state.references if sources.state else {}).items():
        found = folder.find(value.text) if is_inside(value.text) else None
        if found is not None and found not in documents.values():
            documents.setdefault(label, found)
    return documents


def _plans(position: Position, phases: tuple[PhaseCount, ...]) -> dict[str, str]:
    """The file of the present plan; where none is known to be the one, each plan file of the phase."""
    phase = position.phase
    route = present_route(phase, position.plan, phases)
    if route is not None:
        return {"plan": route.path}
    found = find_phase(phase.id if phase else None, phases)
    if found is None:
        return {}
    if not found.routes:
        path = found.phase.path or ""
        return {"plan": path} if path.endswith(".md") and found.tasks else {}
    return {f"plan {each.plan or number}": each.path for number, each in enumerate(found.routes, 1)}


# What the model has no field for


def _updated(sources: Sources) -> str | None:
    state, handoff = sources.state, sources.handoff
    if state is not None:
        return instant_text(state.updated.text) if state.updated is not None else None
    return instant_text((handoff.handoff.created if handoff is not None else None) or sources.gauges.checked.last_check)


def _lacks(candidate: Candidate, sources: Sources, *, asks: bool) -> dict[str, Message]:
    """Why a question is not answered here, and why no verb writes to an older state file."""
    told = "Project Autopilot does not read answers from its files. Answer in the agent."
    lacks = {"answer": Message("autopilot.answered-at-agent", told)} if asks else {}
    if sources.state is not None and sources.main.name != STATE_FILE:
        lacks["state"] = Message("autopilot.older-file-read-only", read_only(candidate.path))
    return lacks


def read_only(path: str) -> str:
    """Why an older state file is not written to."""
    return f"{path} is read-only. Create TRANSPONDER.md from it first: `cockpit track convert`."


def _extra(sources: Sources) -> Mapping[str, Any]:
    state, gauges = sources.state, sources.gauges
    extra: dict[str, Any] = dict(state.extra) if state else {}
    if state is not None:
        left = [each.text for each in state.reading.notes if each.code == "placeholder"]
        extra["placeholders"] = left[1:]  # the first is a finding
        extra["quick_reference"] = {label: value.text for label, value in state.references.items()}
    history = gauges.acknowledgments.history[-_MOST_HISTORY:]
    extra["acknowledgment_history"] = [_in_utc(entry) for entry in history]
    extra["last_reset"] = instant_text(gauges.acknowledgments.last_reset)
    extra["token_usage"] = dict(gauges.usage.totals) if gauges.usage else {}
    extra["unread"] = [*(_passages(state) if state is not None else ()), *sources.unread]
    return {key: value for key, value in extra.items() if value}


def _in_utc(entry: Mapping[str, Any]) -> dict[str, Any]:
    """An entry of the history, its times in UTC."""
    times = {key: to_utc_text(at) for key, at in entry.items() if key.endswith("_at") and isinstance(at, str)}
    return {**entry, **times}


def _passages(state: State) -> list[Passage]:
    return sorted(_left(state), key=lambda each: each["line"])


def _left(state: State) -> Iterator[Passage]:
    for each in state.unread:
        lines = [line for line in each.lines if line is not each.section.heading]
        text = "\n".join(line.text.rstrip() for line in lines or each.lines)
        yield passage(state.path, each.line, text.strip(), each.section.title)
    for stated in (*state.partly_read, *state.once(not_listed), *state.once(of_no_metric)):
        text = state.text[stated.begin : stated.stop].strip()
        yield passage(state.path, stated.line, text, stated.section.title)
    for number, text in state.other_instructions:
        yield passage(state.path, number, text, state.reading.sections["next"][0].title)
