"""Putting a finished track away: its state files go to `.autopilot/archive/<day>/`; plans and documents stay."""

from cockpit.model.intents import Archive
from cockpit.systems.autopilot.acknowledgments_state import NAME as ACKNOWLEDGMENTS
from cockpit.systems.autopilot.editing.desk import Desk, Outcome
from cockpit.systems.autopilot.editing.statuses import SEED_WORDS
from cockpit.systems.autopilot.recognition import HANDOFF_NAMES, STATE_NAMES, THRESHOLDS_NAME
from cockpit.systems.autopilot.triggers_state import NAME as TRIGGERS
from cockpit.systems.interface import Refused

_FILES = (*STATE_NAMES, *HANDOFF_NAMES, THRESHOLDS_NAME, ACKNOWLEDGMENTS, TRIGGERS)


def archive(desk: Desk, intent: Archive) -> Outcome:
    """Move the state files of a completed project, the main one first. Raises Refused while work is open."""
    del intent
    _check_completed(desk)
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


def _check_completed(desk: Desk) -> None:
    position = desk.before.position
    if position.status == "completed":
        return
    title = f'"{desk.before.title}"' if desk.before.title else "The project"
    phase = position.phase
    where = f", phase {phase.id} of {phase.total}" if phase and phase.total else ""
    told = position.status_text or "without a status"
    raise Refused(
        f"{title} is still in progress ({told}{where}); only {SEED_WORDS['completed']} can be archived: "
        "`cockpit done phase` or `cockpit move status completed`."
    )


def _folder(desk: Desk) -> str:
    """The archive's folder for today; with the time where today's is taken."""
    folder = desk.path(f"archive/{desk.today}")
    return f"{folder}-{desk.now[11:19].replace(':', '')}" if desk.draft.names(folder) else folder


def _open(desk: Desk) -> tuple[str, ...]:
    todos = sum(not todo.done for todo in desk.before.todos)
    blockers = sum(blocker.status == "active" for blocker in desk.before.blockers)
    told = ((todos, "open todo"), (blockers, "blocker"))
    return tuple(f"It goes with {count} {what}{'s' if count > 1 else ''}." for count, what in told if count)
