"""Leaving a handoff, and its end: what the state file says of it while it waits, and once the work has gone on."""

from cockpit.model.handoff_draft import REASON_WORDS, HandoffDraft
from cockpit.model.intents import FinishHandoff, HandOff
from cockpit.systems.autopilot.edit_session import EditSession
from cockpit.systems.autopilot.position.field_editing import (
    RESUME_FILE,
    STOPPED,
    find_continuity,
    set_activity,
    set_continuity,
    set_updated,
)
from cockpit.systems.autopilot.position.position_editing import TOUCHES
from cockpit.systems.autopilot.position.status_editing import ensure_next, leave_resume_next, resume_next
from cockpit.systems.autopilot.work.session_editing import name_day
from cockpit.systems.shared.handoff_editing import Place, at, checked, is_whole, leave, put_away, says, stopped_at
from cockpit.systems.shared.handoff_file import HANDOFF_NAMES
from cockpit.systems.shared.outcome import Outcome
from cockpit.wording.messages import Message

_TOUCHES = TOUCHES | {"handoff", "archived_handoffs", "documents", "resume_at", "extra"}


def hand_off(edit: EditSession, intent: HandOff) -> Outcome:
    """Write the handoff and let the state file point to it.

    Raises CommandError for a draft that cannot be written, where a handoff waits and `existing` is None, and where the
    one that waits is not the one that was seen."""
    draft = checked(intent.draft)
    path, remarks = leave(_place(edit), intent, draft)
    nowhere = not (draft.phase or draft.plan or draft.task or is_whole(edit.before, draft))
    if edit.editor is not None and not edit.is_waypoint:
        _tell_state_file(edit, draft, path)
    place = at(draft).removeprefix(" at ")
    at_place = Message("autopilot.handed-off-at", place=place, path=path)
    return Outcome(
        sentence=at_place if place else Message("autopilot.handed-off", path=path),
        remarks=(*remarks, Message("autopilot.handoff-nowhere")) if nowhere else remarks,
        touches=_TOUCHES,
        holds=lambda track: says(track, draft),
    )


def finish_handoff(edit: EditSession, intent: FinishHandoff) -> Outcome:
    """Move the handoff to the archive; the state file no longer points to it. Raises CommandError where none waits."""
    handoff, target = put_away(_place(edit), intent)
    editor = edit.editor
    if editor is not None and not edit.is_waypoint:
        field = find_continuity(editor.markdown, RESUME_FILE)
        if field is not None and handoff.path.endswith(field.value.strip("`").rpartition("/")[2]):
            set_continuity(editor, RESUME_FILE, "None")
        leave_resume_next(edit)
    return Outcome(
        sentence=Message("autopilot.handoff-archived", path=target),
        touches=_TOUCHES,
        holds=lambda track: track.handoff is None,
        candidate=... if edit.sources.state is not None or edit.candidate.path != handoff.path else None,
    )


def _place(edit: EditSession) -> Place:
    return Place(
        draft=edit.draft,
        before=edit.before,
        path=edit.path(HANDOFF_NAMES[0]),
        archive=edit.path("archive"),
        now=edit.now,
        newline=edit.editor.newline if edit.editor else "\n",
    )


def _tell_state_file(edit: EditSession, draft: HandoffDraft, path: str) -> None:
    editor = edit.editor
    if editor is None:
        return
    name_day(edit)
    place = _stopping_place(draft, complete=is_whole(edit.before, draft))
    if place:
        set_continuity(editor, STOPPED, place)
    set_continuity(editor, RESUME_FILE, path.removeprefix(edit.folder.at("")))
    if is_whole(edit.before, draft):
        ensure_next(edit, edit.before.position.status)
    else:
        resume_next(edit)
    set_activity(editor, f"{edit.today} — Handed off{at(draft)}: {REASON_WORDS[draft.reason]}")
    set_updated(editor, edit.now)


def _stopping_place(draft: HandoffDraft, *, complete: bool) -> str:
    """Where the work stopped, also where it did not in the middle: `Plan 3.2 complete, task 5 of 5`."""
    step, comma, task = stopped_at(draft).partition(", ")
    if not step or not complete:
        return step + comma + task
    return f"{step.replace('Mid-plan', 'Plan')} complete{comma}{task}"
