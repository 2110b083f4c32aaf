"""Handoffs: writing one, which ends the session; finishing it; proposing what it would say."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from cockpit.model import Track
from cockpit.model.handoff_draft import DraftTask, HandoffDraft, Reason
from cockpit.model.intents import FinishHandoff, HandOff
from cockpit.rules.handoff.proposal import by_position, stated_draft
from cockpit.systems.codewalk.edit_session import EditSession
from cockpit.systems.codewalk.entries.session_editing import close
from cockpit.systems.codewalk.entries.staleness import active_session
from cockpit.systems.codewalk.position.phases import COMPLETED, task_of
from cockpit.systems.codewalk.position.plan_files import PlanFile
from cockpit.systems.codewalk.position.position_editing import TOUCHES
from cockpit.systems.codewalk.sources import ENDED, Sources
from cockpit.systems.codewalk.system import handoff_folder
from cockpit.systems.codewalk.vocabulary import REASONS
from cockpit.systems.shared.folder import Folder
from cockpit.systems.shared.handoff_editing import archive_handoff, checked_draft, write_handoff
from cockpit.systems.shared.outcome import Outcome
from cockpit.systems.shared.report import Report
from cockpit.wording.printable import printable

_REASONS: Mapping[Reason, str] = {
    "context": REASONS[0],
    "user_interrupt": REASONS[1],
    "error": "Stopped by an error",
    "session_end": REASONS[2],
}


def hand_off(edit: EditSession, intent: HandOff) -> Outcome:
    """Write the handoff; the active session ends with its reason. Raises CommandError as `write_handoff` does."""
    draft = checked_draft(intent.draft)
    newline = edit.editor.newline if edit.draft.read(edit.candidate.path) is not None else "\n"
    path, outcome = write_handoff(edit, _folder(edit), intent, draft, newline=newline)
    session = active_session(edit.sources)
    if session is not None:
        close(edit, session, ENDED, notes=f"{path} has what is to be known", reason=_REASONS[draft.reason])
    lines = draft.next_action.strip()
    block = "\n" in lines or edit.editor.is_block("next_action")
    edit.put(("next_action",), f"{lines}\n" if block else lines)
    return replace(outcome, touches=TOUCHES | outcome.touches | {"sessions", "updated", "waiting", "lacks"})


def finish_handoff(edit: EditSession, intent: FinishHandoff) -> Outcome:
    """Put the handoff away; the state is not touched. Raises CommandError where none waits, or another one."""
    return archive_handoff(edit, _folder(edit), intent)[1]


def _folder(edit: EditSession) -> Folder:
    return Folder(edit.files, edit.candidate.base, Report(), handoff_folder(edit.candidate))


# What a handoff would say now, by the state: the tasks of the present plan, what remains, decisions, blockers


def propose_handoff(track: Track, sources: Sources) -> HandoffDraft:
    """The draft of a handoff. Nothing of it is invented: all of it stands in the state or in the plan."""
    position = track.position
    phase, step = position.phase, position.plan
    plan = sources.plans.plan(phase.id if phase else None, step.id if step else None)
    task = task_of(plan, position.task.name) if plan is not None and position.task is not None else None
    at = next((at for at, each in enumerate(plan.tasks if plan is not None else ()) if each is task), None)
    completed = by_position(_rows(plan), at)
    working = position.task.name if position.task is not None else None
    draft = HandoffDraft(
        phase=phase.id if phase is not None else None,
        plan=step.id if step is not None else None,
        task=task.id if task is not None else None,
        total_tasks=str(len(plan.tasks)) if plan is not None and plan.tasks else None,
        completed=completed,
        remaining=tuple(_remaining(plan, track, completed)),
        context=_notes(track),
    )
    return stated_draft(draft, track, f"Task: {printable(working)}." if working else "")


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
