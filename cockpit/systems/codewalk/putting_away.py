"""Handoffs: writing one, which ends the session; finishing it; proposing what it would say."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from cockpit.model import Track
from cockpit.model.handoff_draft import DraftTask, HandoffDraft, Reason
from cockpit.model.intents import FinishHandoff, HandOff
from cockpit.rules.handoff.proposal import by_position, stated_draft
from cockpit.systems.codewalk.editing import Change, Outcome, Present
from cockpit.systems.codewalk.phases import COMPLETED, task_of
from cockpit.systems.codewalk.places import PlanFile, read_sources
from cockpit.systems.codewalk.protocol import ACTIVE, REASONS
from cockpit.systems.codewalk.track import handoff_folder
from cockpit.systems.codewalk.verbs import closed
from cockpit.systems.interface import Candidate, Files, ReadContext
from cockpit.systems.shared.folder import Folder
from cockpit.systems.shared.handoff_editing import archive_handoff, checked_draft, write_handoff
from cockpit.systems.shared.report import Report
from cockpit.text.edits import Set
from cockpit.wording.printable import printable

_REASONS: Mapping[Reason, str] = {
    "context": REASONS[0],
    "user_interrupt": REASONS[1],
    "error": "Stopped by an error",
    "session_end": REASONS[2],
}


def hand_off(present: Present, intent: HandOff) -> Outcome:
    """Write the handoff; the active session ends with its reason. Raises CommandError as `write_handoff` does."""
    draft = checked_draft(intent.draft)
    path, written = write_handoff(present, _folder(present), intent, draft, newline=present.newline)
    session, changes = present.sources.active, list[Change]()
    if session is not None:
        changes += closed(present, session, f"{path} has what is to be known", _REASONS[draft.reason])
    lines = draft.next_action.strip()
    is_block = "\n" in lines or present.is_block("next_action")
    changes.append(Set(("next_action",), f"{lines}\n" if is_block else lines))
    return replace(written, edits=changes)


def finish_handoff(present: Present, intent: FinishHandoff) -> Outcome:
    """Put the handoff away; the state is not touched. Raises CommandError where none waits, or another one."""
    return archive_handoff(present, _folder(present), intent)


def _folder(present: Present) -> Folder:
    return Folder(present.files, present.candidate.base, Report(), handoff_folder(present.candidate))


def propose_handoff(track: Track, files: Files, candidate: Candidate, context: ReadContext) -> HandoffDraft:
    """The draft of a handoff: the tasks of the present plan, what remains, decisions, blockers. Nothing of it is
    invented: all of it stands in the state or in the plan."""
    sources = read_sources(files, candidate, Report())
    at = sources.position
    plan = sources.plans.plan(at.phase, at.plan)
    task = task_of(plan, at.task) if plan is not None and at.task is not None else None
    tasks = plan.tasks if plan is not None else ()
    place = next((number for number, each in enumerate(tasks) if each is task), None)
    rows = tuple(
        DraftTask(id=each.id, name=each.name, state="done" if each.done else "open", origin="plan") for each in tasks
    )
    completed = by_position(rows, place)
    draft = HandoffDraft(
        phase=at.phase,
        plan=at.plan,
        task=task.id if task is not None else None,
        total_tasks=str(len(tasks)) if tasks else None,
        completed=completed,
        remaining=tuple(_remaining(plan, track, completed)),
        context=_notes(track),
    )
    return stated_draft(draft, track, f"Task: {printable(at.task)}." if at.task else "")


def _remaining(plan: PlanFile | None, track: Track, rows: Sequence[DraftTask]) -> list[str]:
    if plan is not None and plan.tasks:
        return [f"Task {row.id}: {row.name}" if row.id else row.name for row in rows if row.state != "done"]
    left = [each for each in track.phases if each.status != COMPLETED]
    return [f"Phase {each.id}: {each.name}" if each.name else f"Phase {each.id}" for each in left]


def _notes(track: Track) -> str:
    """What the active session noted, and what it met."""
    session = next((each for each in track.sessions if each.status == ACTIVE), None)
    notes = (session.notes, *session.issues) if session is not None else ()
    return "\n".join(printable(each) for each in notes if each)
