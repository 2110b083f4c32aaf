"""Putting a track away: its state files go to `.autopilot/archive/<day>/`; plans and documents stay."""

from dataclasses import replace

from cockpit.model.errors import NeedsConfirmation
from cockpit.model.intents import Archive
from cockpit.rules.next_step import may_move
from cockpit.systems.autopilot.creation import initial_status
from cockpit.systems.autopilot.edit_session import EditSession
from cockpit.systems.autopilot.migration import migrated_status
from cockpit.systems.autopilot.position.status_editing import commands_to
from cockpit.systems.autopilot.position.steps import number_of
from cockpit.systems.autopilot.recognition import STATE_NAMES, STORE_NAMES
from cockpit.systems.shared.handoff_file import HANDOFF_NAMES
from cockpit.systems.shared.outcome import Outcome
from cockpit.wording.phrases import counted

_FILES = (*STATE_NAMES, *HANDOFF_NAMES, *STORE_NAMES)


def archive(edit: EditSession, intent: Archive) -> Outcome:
    """Move the state files of a project, the main one first. Raises NeedsConfirmation where it is not completed."""
    if edit.before.position.status != "completed" and not intent.unfinished:
        raise NeedsConfirmation(
            _not_completed(edit),
            f"`cockpit archive --unfinished` archives it as it is; to complete it: {_ways(edit)}.",
            agreed="Archive it as it is",
            instead=replace(intent, unfinished=True),
        )
    folder = _folder(edit)
    names = [name for name in _FILES if edit.draft.read(edit.path(name)) is not None]
    main = edit.sources.main.name
    for name in sorted(names, key=lambda name: (name != main, names.index(name))):
        edit.draft.move(edit.path(name), f"{folder}/{name}")
    return Outcome(
        sentence=f"Archived {edit.before.title or 'the project'} to {folder}.",
        remarks=_open(edit),
        candidate=None,
    )


def _not_completed(edit: EditSession) -> str:
    position = edit.before.position
    title = f'"{edit.before.title}"' if edit.before.title else "The project"
    phase = position.phase
    where = f", phase {phase.id} of {phase.total}" if phase and phase.total else ""
    told = position.status_text or "without a status"
    return f"{title} is not complete yet ({told}{where})."


def _ways(edit: EditSession) -> str:
    """How the project comes to be complete: by commands that work from where it stands."""
    position = edit.before.position
    first: tuple[str, ...] = ()
    status = position.status
    if edit.sources.state is None:
        first, status = ("`cockpit init autopilot`",), initial_status(edit.before)
    elif edit.is_older or edit.is_waypoint:
        first, status = ("`cockpit migrate`",), migrated_status(edit.before)
    moves = ", then ".join((*first, *commands_to(status, "completed")))
    at_its_end = not first and _is_last(edit) and may_move(status, "phase_complete")
    return f"`cockpit done phase` or {moves}" if at_its_end else moves


def _is_last(edit: EditSession) -> bool:
    """Whether the phase is surely the last one, by its total."""
    phase = edit.before.position.phase
    number = number_of(phase.id) if phase else None
    return phase is not None and phase.total is not None and number is not None and number >= phase.total


def _folder(edit: EditSession) -> str:
    """The archive's folder for today; with the time where today's is taken."""
    folder = edit.path(f"archive/{edit.today}")
    return f"{folder}-{edit.now[11:19].replace(':', '')}" if edit.draft.names(folder) else folder


def _open(edit: EditSession) -> tuple[str, ...]:
    todos = sum(not todo.done for todo in edit.before.todos)
    blockers = sum(blocker.status == "active" for blocker in edit.before.blockers)
    at = edit.before.position.counted
    tasks = at.total - at.done if at is not None and at.unit == "tasks" else 0
    told = ((tasks, "open task"), (todos, "open todo"), (blockers, "blocker"))
    return tuple(f"It goes with {counted(count, what)}." for count, what in told if count)
