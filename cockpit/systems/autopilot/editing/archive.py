"""Putting a track away: its state files go to `.autopilot/archive/<day>/`; plans and documents stay."""

from dataclasses import replace

from cockpit.model.errors import NeedsConfirmation
from cockpit.model.intents import Archive
from cockpit.rules.next_step import may_move
from cockpit.rules.wording import counted
from cockpit.systems.autopilot.editing.creation import initial_status
from cockpit.systems.autopilot.editing.desk import Desk
from cockpit.systems.autopilot.editing.migration import migrated_status
from cockpit.systems.autopilot.editing.statuses import commands_to
from cockpit.systems.autopilot.recognition import STATE_NAMES, STORE_NAMES
from cockpit.systems.autopilot.steps import number_of
from cockpit.systems.editing.outcome import Outcome
from cockpit.systems.reading.holding_pattern import HANDOFF_NAMES

_FILES = (*STATE_NAMES, *HANDOFF_NAMES, *STORE_NAMES)


def archive(desk: Desk, intent: Archive) -> Outcome:
    """Move the state files of a project, the main one first. Raises NeedsConfirmation where it is not completed."""
    if desk.before.position.status != "completed" and not intent.unfinished:
        raise NeedsConfirmation(
            _not_completed(desk),
            f"`cockpit archive --unfinished` archives it as it is; to complete it: {_ways(desk)}.",
            agreed="Archive it as it is",
            instead=replace(intent, unfinished=True),
        )
    folder = _folder(desk)
    names = [name for name in _FILES if desk.draft.read(desk.path(name)) is not None]
    main = desk.sources.main.name
    for name in sorted(names, key=lambda name: (name != main, names.index(name))):
        desk.draft.move(desk.path(name), f"{folder}/{name}")
    return Outcome(
        sentence=f"Archived {desk.before.title or 'the project'} to {folder}.",
        remarks=_open(desk),
        candidate=None,
    )


def _not_completed(desk: Desk) -> str:
    position = desk.before.position
    title = f'"{desk.before.title}"' if desk.before.title else "The project"
    phase = position.phase
    where = f", phase {phase.id} of {phase.total}" if phase and phase.total else ""
    told = position.status_text or "without a status"
    return f"{title} is not complete yet ({told}{where})."


def _ways(desk: Desk) -> str:
    """How the project comes to be complete: by commands that work from where it stands."""
    position = desk.before.position
    first: tuple[str, ...] = ()
    status = position.status
    if desk.sources.state is None:
        first, status = ("`cockpit init autopilot`",), initial_status(desk.before)
    elif desk.is_older or desk.is_waypoint:
        first, status = ("`cockpit migrate`",), migrated_status(desk.before)
    moves = ", then ".join((*first, *commands_to(status, "completed")))
    at_its_end = not first and _is_last(desk) and may_move(status, "phase_complete")
    return f"`cockpit done phase` or {moves}" if at_its_end else moves


def _is_last(desk: Desk) -> bool:
    """Whether the phase is surely the last one, by its total."""
    phase = desk.before.position.phase
    number = number_of(phase.id) if phase else None
    return phase is not None and phase.total is not None and number is not None and number >= phase.total


def _folder(desk: Desk) -> str:
    """The archive's folder for today; with the time where today's is taken."""
    folder = desk.path(f"archive/{desk.today}")
    return f"{folder}-{desk.now[11:19].replace(':', '')}" if desk.draft.names(folder) else folder


def _open(desk: Desk) -> tuple[str, ...]:
    todos = sum(not todo.done for todo in desk.before.todos)
    blockers = sum(blocker.status == "active" for blocker in desk.before.blockers)
    at = desk.before.position.counted
    tasks = at.total - at.done if at is not None and at.unit == "tasks" else 0
    told = ((tasks, "open task"), (todos, "open todo"), (blockers, "blocker"))
    return tuple(f"It goes with {counted(count, what)}." for count, what in told if count)
