"""Handoffs: writing one, which ends the session; finishing it; proposing what it would say."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from cockpit.model import Track
from cockpit.model.handoff_draft import DraftTask, HandoffDraft, Origin, Reason
from cockpit.model.intents import FinishHandoff, HandOff
from cockpit.rules.handoff.handoff_status import newest
from cockpit.rules.handoff.proposal import by_position, where_it_stands, why_it_stops
from cockpit.rules.next_step import combine
from cockpit.systems.codewalk.edit_session import EditSession
from cockpit.systems.codewalk.entries.session_editing import close
from cockpit.systems.codewalk.entries.staleness import active_session
from cockpit.systems.codewalk.position.phases import COMPLETED, task_of
from cockpit.systems.codewalk.position.plan_files import PlanFile
from cockpit.systems.codewalk.position.position_editing import TOUCHES
from cockpit.systems.codewalk.sources import ENDED, Sources
from cockpit.systems.codewalk.system import handoff_folder
from cockpit.systems.codewalk.vocabulary import REASONS
from cockpit.systems.shared.handoff_editing import (
    HandoffTarget,
    archive_handoff,
    at,
    checked_draft,
    reads_back,
    write_handoff,
)
from cockpit.systems.shared.handoff_file import ARCHIVE_FOLDER, HANDOFF_NAMES
from cockpit.systems.shared.outcome import Outcome
from cockpit.wording.messages import Message
from cockpit.wording.printable import printable

_TOUCHES = frozenset({"handoff", "archived_handoffs", "documents", "findings", "extra"})
_REASONS: Mapping[Reason, str] = {
    "context": REASONS[0],
    "user_interrupt": REASONS[1],
    "error": "Stopped by an error",
    "session_end": REASONS[2],
}


def hand_off(edit: EditSession, intent: HandOff) -> Outcome:
    """Write the handoff; the active session ends with its reason. Raises CommandError as `write_handoff` does."""
    draft = checked_draft(intent.draft)
    path, remarks = write_handoff(_target(edit), intent, draft)
    session = active_session(edit.sources)
    if session is not None:
        close(edit, session, ENDED, notes=f"{path} has what is to be known", reason=_REASONS[draft.reason])
    lines = draft.next_action.strip()
    block = "\n" in lines or edit.editor.is_block("next_action")
    edit.put(("next_action",), f"{lines}\n" if block else lines)
    return Outcome(
        sentence=Message("codewalk.handed-off", place=at(draft), path=path),
        remarks=remarks,
        touches=TOUCHES | _TOUCHES | {"sessions", "updated", "waiting", "lacks"},
        holds=lambda track: reads_back(track, draft),
    )


def finish_handoff(edit: EditSession, intent: FinishHandoff) -> Outcome:
    """Put the handoff away; the state is not touched. Raises CommandError where none waits, or another one."""
    _, target = archive_handoff(_target(edit), intent)
    return Outcome(
        sentence=Message("codewalk.handoff-archived", path=target),
        touches=_TOUCHES,
        holds=lambda track: track.handoff is None,
    )


def _target(edit: EditSession) -> HandoffTarget:
    folder = handoff_folder(edit.candidate)
    base = f"{edit.candidate.base}/{folder}" if edit.candidate.base else folder
    return HandoffTarget(
        draft=edit.draft,
        before=edit.before,
        path=f"{base}/{HANDOFF_NAMES[0]}",
        archive=f"{base}/{ARCHIVE_FOLDER}",
        now=edit.now,
        newline=edit.editor.newline if edit.draft.read(edit.candidate.path) is not None else "\n",
    )


# What a handoff would say now, by the state: the tasks of the present plan, what remains, decisions, blockers


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
    notes = (session.notes, *session.issues) if session is not None else ()
    return "\n".join(printable(each) for each in notes if each)
