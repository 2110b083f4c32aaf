"""What a handoff would say now, by the state: the tasks of the present plan, what remains, decisions, blockers."""

from collections.abc import Sequence
from dataclasses import replace

from cockpit.model import Track
from cockpit.model.handoff_draft import DraftTask, HandoffDraft, Origin
from cockpit.rules.handoff.handoff_status import newest
from cockpit.rules.handoff.proposal import by_position, where_it_stands, why_it_stops
from cockpit.rules.next_step import combine
from cockpit.systems.codewalk.position.phases import COMPLETED, task_of
from cockpit.systems.codewalk.position.plan_files import PlanFile
from cockpit.systems.codewalk.sources import Sources
from cockpit.wording.printable import printable


def propose_handoff(track: Track, sources: Sources) -> HandoffDraft:
    """The draft of a handoff. Nothing of it is invented: all of it stands in the state or in the plan."""
    position = track.position
    phase, step = position.phase, position.plan
    plan = sources.plans.plan(phase.id if phase else None, step.id if step else None)
    task = task_of(plan, position.task.name) if plan is not None and position.task is not None else None
    at = next((at for at, each in enumerate(plan.tasks if plan is not None else ()) if each is task), None)
    completed = by_position(_rows(plan), at)
    following = combine(track.next_action, track.next_by_rule)
    draft = HandoffDraft(
        reason=why_it_stops(track)[0],
        phase=phase.id if phase is not None else None,
        plan=step.id if step is not None else None,
        task=task.id if task is not None else None,
        total_tasks=str(len(plan.tasks)) if plan is not None and plan.tasks else None,
        completed=completed,
        remaining=tuple(_remaining(plan, track, completed)),
        decisions=newest(track.decisions),
        blockers=tuple(each.text for each in track.blockers if each.holds),
        next_action=following.sentence if following is not None else "",
    )
    working = track.position.task.name if track.position.task is not None else None
    state = " ".join(
        filter(None, (where_it_stands(draft, position), f"Task: {printable(working)}." if working else ""))
    )
    draft = replace(draft, state=state, context=_notes(track))
    fields = ("completed", "remaining", "decisions", "blockers", "next_action", "state", "context")
    origin: Origin = "state"
    return replace(draft, origins={name: origin for name in fields if getattr(draft, name)})


def _rows(plan: PlanFile | None) -> tuple[DraftTask, ...]:
    tasks = plan.tasks if plan is not None else ()
    return tuple(
        DraftTask(id=task.id, name=task.name, state="done" if task.done else "open", origin="plan") for task in tasks
    )


def _remaining(plan: PlanFile | None, track: Track, rows: Sequence[DraftTask]) -> list[str]:
    if plan is not None and plan.tasks:
        return [f"Task {row.id}: {row.name}" if row.id else row.name for row in rows if row.state != "done"]
    remaining = [each for each in track.phases if each.status != COMPLETED]
    return [f"Phase {each.id}: {each.name}" if each.name else f"Phase {each.id}" for each in remaining]


def _notes(track: Track) -> str:
    """What the active session noted, and what it met."""
    session = next((each for each in track.sessions if each.status == "active"), None)
    said = (session.notes, *session.issues) if session is not None else ()
    return "\n".join(printable(each) for each in said if each)
