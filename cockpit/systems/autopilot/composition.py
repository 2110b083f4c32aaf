"""From what the files say to the values of the model: position, next action, continuity, sessions, documents."""

from cockpit.model import (
    Continuity,
    Counted,
    Handoff,
    NextAction,
    Phase,
    Position,
    ResumeAt,
    RuleAction,
    Session,
    Step,
)
from cockpit.rules.handoff.handoff_status import moved_past
from cockpit.rules.next_step import by_rule
from cockpit.rules.progress import stated_percent
from cockpit.systems.autopilot.position.continuity import stopped_task
from cockpit.systems.autopilot.position.phases import (
    PhaseCount,
    find_phase,
    name_phase,
    name_plan,
    name_task,
    present_route,
)
from cockpit.systems.autopilot.position.steps import find_task, number_of, parse_step, same_step
from cockpit.systems.autopilot.recognition import ARCHIVE
from cockpit.systems.autopilot.state_file import StateFile, read_activity
from cockpit.systems.autopilot.vocabulary import MEANINGS, command_in, rule_action, status_of
from cockpit.systems.shared.folder import Folder, is_inside
from cockpit.systems.shared.handoff_file import read_archived
from cockpit.systems.shared.stated_values import Value, instant_text
from cockpit.wording.numbers import whole_number

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


def read_position(
    state: StateFile | None, handoff: Handoff | None, phases: tuple[PhaseCount, ...], counted: Counted | None
) -> Position:
    """Where the track stands: by the state file, and by the handoff for what that leaves open."""
    if state is None:
        return _handoff_position(handoff, phases, counted)
    phase, plan = _step(state.phase), _step(state.plan)
    task = _task(state, handoff, phase, plan)
    route = present_route(phase, plan, phases)
    status = status_of(state.status.text if state.status else None, last_phase=is_last(phase))
    return Position(
        phase=name_phase(phase, phases),
        plan=name_plan(plan, phase, phases),
        task=name_task(task, plan, phase, phases),
        wave=route.wave if route else None,
        status=status,
        status_means=MEANINGS.get(status),
        status_text=state.status.text if state.status else None,
        percent=read_percent(state.progress),
        counted=counted,
        last_activity=read_activity(state.last_activity),
    )


def read_percent(progress: Value | None) -> float | None:
    """The percentage that a progress cell states; None where it states none, or one that there cannot be."""
    return stated_percent(progress.text) if progress else None


def read_resume(position: Position, handoff: Handoff | None) -> ResumeAt | None:
    """Where the seed's protocol goes on: at the handoff, which it looks for first, else at the position."""
    ids: tuple[str | None, ...]
    if handoff is not None:
        ids = (handoff.phase, handoff.plan, handoff.task)
    elif position.status in ("completed", "phase_complete"):
        return None
    else:
        ids = tuple(step.id if step else None for step in (position.phase, position.plan, position.task))
    return ResumeAt(phase=ids[0], plan=ids[1], task=ids[2]) if any(ids) else None


def is_last(phase: Step | None) -> bool:
    """Whether a phase is the last one, or may be: then a bare `complete` means the project."""
    number = number_of(phase.id) if phase else None
    return number is None or phase is None or phase.total is None or number >= phase.total


def read_next(
    state: StateFile | None, handoff: Handoff | None, position: Position, phases: tuple[Phase, ...]
) -> tuple[NextAction | None, RuleAction | None]:
    """The next action, the file's own before the rule's, and what the rule gives in any case."""
    waits = handoff is not None and moved_past(handoff, position, phases) is None
    rule = rule_action(position.status, handoff=waits)
    stated = state.next_action.text if state and state.next_action else None
    if stated is None and state is None and handoff is not None:
        stated = handoff.next_action
    if stated is not None:
        return NextAction(text=stated, command=command_in(stated), source="file"), rule
    return by_rule(rule), rule


def read_continuity(state: StateFile | None) -> Continuity:
    """The Session Continuity section as written."""
    if state is None:
        return Continuity()
    return Continuity(
        last_session=_text(state.last_session),
        stopped_at=_text(state.stopped_at),
        resume_file=_text(state.resume_file),
        next_action=_text(state.next_action),
    )


def read_sessions(state: StateFile | None) -> tuple[Session, ...]:
    """The one session the files remember: the last."""
    has_session = state and (
        state.last_session or state.stopped_at or state.reason or state.working_on or state.completed
    )
    if state is None or not has_session:
        return ()
    ended = state.last_session or (state.updated if state.reason else None)
    return (
        Session(
            ended=instant_text(ended.text) if ended else None,
            working_on=state.working_on or _text(state.stopped_at) or _text(state.task),
            completed=state.completed,
            handoff_reason=state.reason,
        ),
    )


def read_documents(
    folder: Folder, state: StateFile | None, position: Position, phases: tuple[PhaseCount, ...]
) -> dict[str, str]:
    """The documents that exist: the known ones, the plan that is under way, then what the Quick Reference names."""
    names = set(folder.names(""))
    documents = {
        label: folder.path(name) for label, known in _DOCUMENTS.items() for name in known[::-1] if name in names
    }
    documents |= _plans(position, phases)
    archived = read_archived(folder, ARCHIVE)
    if archived:
        documents["last handoff"] = archived[0].path
    for label, value in (state.quick_reference if state else {}).items():
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


def _handoff_position(handoff: Handoff | None, phases: tuple[PhaseCount, ...], counted: Counted | None) -> Position:
    if handoff is None:
        return Position(counted=counted)
    total = whole_number(handoff.total_tasks)
    task = Step(id=handoff.task, name=_task_name(handoff, handoff.task), total=total)
    phase = parse_step(handoff.phase)[0] if handoff.phase else None
    plan = parse_step(handoff.plan)[0] if handoff.plan else None
    return Position(
        phase=name_phase(phase, phases),
        plan=name_plan(plan, phase, phases),
        task=name_task(task if handoff.task else None, plan, phase, phases),
        status=status_of(handoff.status),
        status_text=handoff.status,
        status_means=MEANINGS.get(status_of(handoff.status)),
        counted=counted,
    )


def _task(state: StateFile, handoff: Handoff | None, phase: Step | None, plan: Step | None) -> Step | None:
    """The task: the state file's, else from "task 3 of 5" where the session stopped, else the handoff's."""
    if state.task is not None:
        return find_task(state.task.text) or parse_step(state.task.text)[0]
    task = stopped_task(state)
    here = handoff if handoff and _same_place(handoff, phase, plan) else None
    if task is None and here is not None and here.task:
        task = Step(id=here.task, total=whole_number(here.total_tasks))
    if task is None or here is None:
        return task
    return Step(id=task.id, name=_task_name(here, task.id), total=task.total)


def _same_place(handoff: Handoff, phase: Step | None, plan: Step | None) -> bool:
    return same_step(handoff.phase, phase.id if phase else None) and same_step(handoff.plan, plan.id if plan else None)


def _task_name(handoff: Handoff, task: str | None) -> str | None:
    return next((row.name for row in handoff.completed if task and same_step(row.id, task) and row.id), None)


def _step(value: Value | None) -> Step | None:
    return parse_step(value.text)[0] if value else None


def _text(value: Value | None) -> str | None:
    return value.text if value else None
