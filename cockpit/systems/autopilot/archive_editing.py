"""Putting a track away: its state files go to `.autopilot/archive/<day>/`; plans and documents stay."""

from collections.abc import Iterator
from dataclasses import replace

from cockpit.model import Status
from cockpit.model.errors import NeedsConfirmation
from cockpit.model.intents import Archive
from cockpit.rules.next_step import may_move
from cockpit.systems.autopilot.creation import initial_status
from cockpit.systems.autopilot.edit_session import EditSession
from cockpit.systems.autopilot.migration import migrated_status
from cockpit.systems.autopilot.position.steps import number_of
from cockpit.systems.autopilot.recognition import STATE_NAMES, STORE_NAMES
from cockpit.systems.autopilot.work.completion_editing import moves_to_completion
from cockpit.systems.shared.handoff_file import HANDOFF_NAMES
from cockpit.systems.shared.outcome import Outcome
from cockpit.wording.messages import Message

_FILES = (*STATE_NAMES, *HANDOFF_NAMES, *STORE_NAMES)


def archive(edit: EditSession, intent: Archive) -> Outcome:
    """Move the state files of a project, the main one first. Raises NeedsConfirmation where it is not completed."""
    if edit.before.position.status != "completed" and not intent.unfinished:
        raise NeedsConfirmation(
            _not_completed(edit),
            _commands(edit),
            agreed=Message("autopilot.archive-as-it-is"),
            instead=replace(intent, unfinished=True),
        )
    folder = _folder(edit)
    names = [name for name in _FILES if edit.draft.read(edit.path(name)) is not None]
    main = edit.sources.main.name
    for name in sorted(names, key=lambda name: (name != main, names.index(name))):
        edit.draft.move(edit.path(name), f"{folder}/{name}")
    title = edit.before.title
    archived = Message("autopilot.archived", title=title, folder=folder)
    return Outcome(
        sentence=archived if title else Message("autopilot.project-archived", folder=folder),
        remarks=tuple(_unfinished_work(edit)),
        candidate=None,
    )


def _not_completed(edit: EditSession) -> Message:
    status, phase, title = edit.before.position.status_text, edit.before.position.phase, edit.before.title
    standing: Message | str
    if phase is not None and phase.total:
        at_phase = Message("autopilot.status-in-phase", status=status, phase=phase.id, total=phase.total)
        unknown = Message("autopilot.no-status-in-phase", phase=phase.id, total=phase.total)
        standing = at_phase if status else unknown
    else:
        standing = status or Message("autopilot.no-status")
    if not title:
        return Message("autopilot.project-not-complete", standing=standing)
    return Message("autopilot.not-complete", title=title, standing=standing)


def _commands(edit: EditSession) -> Message:
    """How to archive it all the same, and how the project comes to be complete: by commands that work from where it
    stands."""
    status: Status = edit.before.position.status
    if edit.sources.state is None:
        moves = moves_to_completion(initial_status(edit.before), after=Message("autopilot.command-init"))
    elif edit.is_older or edit.is_waypoint:
        moves = moves_to_completion(migrated_status(edit.before), after=Message("autopilot.command-migrate"))
    else:
        moves = moves_to_completion(status)
        if _is_last(edit) and may_move(status, "phase_complete"):
            return Message("autopilot.archive-or-end-phase", moves=moves)
    return Message("autopilot.archive-or-complete", moves=moves)


def _is_last(edit: EditSession) -> bool:
    """Whether the phase is surely the last one, by its total."""
    phase = edit.before.position.phase
    number = number_of(phase.id) if phase else None
    return phase is not None and phase.total is not None and number is not None and number >= phase.total


def _folder(edit: EditSession) -> str:
    """The archive's folder for today; with the time where today's is taken."""
    folder = edit.path(f"archive/{edit.today}")
    return f"{folder}-{edit.now[11:19].replace(':', '')}" if edit.draft.names(folder) else folder


def _unfinished_work(edit: EditSession) -> Iterator[Message]:
    todos = sum(not todo.done for todo in edit.before.todos)
    blockers = sum(blocker.status == "active" for blocker in edit.before.blockers)
    at = edit.before.position.counted
    tasks = at.total - at.done if at is not None and at.unit == "tasks" else 0
    if tasks:
        yield Message("autopilot.goes-with-tasks", count=tasks)
    if todos:
        yield Message("autopilot.goes-with-todos", count=todos)
    if blockers:
        yield Message("autopilot.goes-with-blockers", count=blockers)
