"""Status words: the seed's seven, or those the commands write where the file uses them (docs/systems/autopilot.md)."""

from collections.abc import Mapping
from typing import get_args

from cockpit.model import Status, StatusLeft
from cockpit.model.errors import CommandError
from cockpit.rules.next_step import legal_moves, may_move, moves_to
from cockpit.systems.autopilot.composition import is_last
from cockpit.systems.autopilot.edit_session import EditSession, transponder_editor
from cockpit.systems.autopilot.position.field_editing import (
    NEXT,
    find_continuity,
    set_activity,
    set_continuity,
    set_updated,
)
from cockpit.systems.autopilot.vocabulary import RESUME_HANDOFF, SEED_WORDS, rule_action, status_of
from cockpit.systems.shared.stated_values import fold, is_nothing, placeholder_in, plain
from cockpit.wording.messages import Message, as_message

_COMMAND_WORDS: Mapping[Status, str] = {
    "ready": "planned",
    "in_progress": "executing",
    "phase_complete": "complete",
    "completed": "complete",
}


def checked_move(edit: EditSession, value: str) -> Status:
    """The status a person asks for, by a word of the system or of the model. Raises CommandError for an illegal
    move."""
    target = _status_named(value)
    present = edit.before.position.status
    legal = tuple(SEED_WORDS[status] for status in legal_moves(present) if status in SEED_WORDS)
    if target not in SEED_WORDS:
        raise CommandError(Message("autopilot.no-such-status", status=value, present=_present(edit), legal=legal))
    if not may_move(present, target):
        status = SEED_WORDS[target]
        raise CommandError(
            Message("autopilot.status-not-reachable", present=_present(edit), status=status, legal=legal)
        )
    return target


def check_under_way(edit: EditSession, whole: str) -> None:
    """Raise CommandError with the remedy where the status says that the task, plan or phase is complete already."""
    present = edit.before.position.status
    if present == "completed" and whole != "session":
        raise CommandError(Message("autopilot.project-already-complete"))
    if whole in ("task", "plan") and present == "phase_complete":
        raise CommandError(Message("autopilot.phase-already-complete"))


def check_phase_may_end(edit: EditSession) -> None:
    """Raise CommandError where no phase can be completed out of the present status, with the way there."""
    present = edit.before.position.status
    if not may_move(present, "phase_complete"):
        way = Message("autopilot.way-by-done-phase")
        for status in reversed(moves_to(present, "phase_complete", SEED_WORDS)[:-1]):
            way = Message("autopilot.way-by-status", status=status, way=way)
        raise CommandError(Message("autopilot.no-phase-may-end", present=_present(edit), way=way))


def previous_status(edit: EditSession) -> StatusLeft | None:
    """The status the track was moved out of with cockpit, as long as the file says what it became then."""
    previous = edit.context.previous_status
    return previous if previous is not None and previous.became == edit.before.position.status_text else None


def word_for(edit: EditSession, status: Status, *, last_phase: bool | None = None) -> str:
    """The file's own word for a status it was moved out of; else one of the vocabulary that it uses, which the reader
    takes for just that status."""
    last = is_last(edit.before.position.phase) if last_phase is None else last_phase
    previous = previous_status(edit)
    if previous is not None and previous.status == status == status_of(previous.text, last_phase=last):
        return previous.text
    present = fold(edit.before.position.status_text or "")
    if present in _COMMAND_WORDS.values() and status in _COMMAND_WORDS:
        word = _COMMAND_WORDS[status]
        if status_of(word, last_phase=last) == status:
            return word
    return SEED_WORDS[status]


def _status_named(value: str) -> Status:
    key = value.strip().casefold().replace(" ", "_").replace("-", "_")
    known = next((status for status in get_args(Status) if status == key), None)
    return known or status_of(value)


def _present(edit: EditSession) -> Message:
    stated = edit.before.position.status_text
    return as_message(stated or Message("autopilot.status-unknown"))


# The next action: always present after an update (seed, "Include next action"), and following the status

_COMMANDS_WITH_PHASE = ("/autopilot:preflight",)


def rule_text(status: Status, *, handoff: bool, phase: str | None = None) -> str | None:
    """What the seed's rule gives as the next action: its command, with the phase where it takes one, else its words."""
    action = rule_action(status, handoff=handoff)
    if action is None:
        return None
    command = action.command or str(action.text)
    return f"{command} {phase}" if phase and command in _COMMANDS_WITH_PHASE else command


def ensure_next(edit: EditSession, status: Status) -> None:
    """Add the rule's next action where the file states none."""
    editor = transponder_editor(edit)
    field = find_continuity(editor.markdown, NEXT)
    if field is None or is_nothing(plain(field.value)) or placeholder_in(field.value):
        set_next(edit, status)


def resume_next(edit: EditSession) -> None:
    """Write that the handoff is what goes on next, in place of none and of another command (seed, the example of
    Session Continuity); words of a person or agent stay.
    """
    field = find_continuity(transponder_editor(edit).markdown, NEXT)
    stated = plain(field.value) if field else ""
    if field is None or is_nothing(stated) or placeholder_in(field.value) or stated.startswith("/"):
        set_continuity(transponder_editor(edit), NEXT, RESUME_HANDOFF.command or str(RESUME_HANDOFF.text))


def leave_resume_next(edit: EditSession) -> None:
    """Where the next action is still to resume a handoff that waits no more, write what the status gives instead."""
    field = find_continuity(transponder_editor(edit).markdown, NEXT)
    text = rule_text(edit.before.position.status, handoff=False)
    if field is not None and plain(field.value) == RESUME_HANDOFF.command and text is not None:
        set_continuity(transponder_editor(edit), NEXT, text)


def follow_status(edit: EditSession, before: Status, status: Status) -> None:
    """Bring the next action along with the status, where it only was what the rule gave for the status before."""
    field = find_continuity(transponder_editor(edit).markdown, NEXT)
    stated = plain(field.value) if field else ""
    usual = {rule_text(before, handoff=waits) for waits in (True, False)}
    if status != before and any(rule and stated.split(" ")[0] == rule.split(" ")[0] for rule in usual):
        set_next(edit, status)
    else:
        ensure_next(edit, status)


def set_next(edit: EditSession, status: Status) -> None:
    """Write the rule's next action."""
    text = rule_text(status, handoff=edit.before.handoff is not None)
    if text is not None:
        set_continuity(transponder_editor(edit), NEXT, text)


# The last activity (seed: "log activity"): what was done, and what the person says about it


def log_activity(edit: EditSession, what: str, note: str | None = None) -> None:
    """Write the last activity with today's date, and when the file was updated.

    A note stands behind what it is about, never instead of it.
    """
    editor = transponder_editor(edit)
    set_activity(editor, f"{edit.today} — {what}" + (f" — {note}" if note else ""))
    set_updated(editor, edit.now)
