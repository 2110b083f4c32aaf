"""The beginning and the end of a session (seed, "Session Continuity" and the time trigger)."""

from cockpit.model.intents import StartSession
from cockpit.rules.instants import parse_instant
from cockpit.systems.autopilot.editing.arguments import checked_option
from cockpit.systems.autopilot.editing.desk import Desk, Outcome
from cockpit.systems.autopilot.editing.layout import transponder_sheet
from cockpit.systems.autopilot.editing.position import TOUCHES
from cockpit.systems.autopilot.editing.state_fields import (
    LAST_SESSION,
    RESUME_FILE,
    STOPPED,
    find_continuity,
    set_activity,
    set_continuity,
)
from cockpit.systems.autopilot.editing.trigger_store import open_store
from cockpit.systems.autopilot.step_names import digits_of

_TIME = "time_elapsed"


def start_session(desk: Desk, intent: StartSession) -> Outcome:
    """A session begins: the time trigger starts anew, and the state file names the day."""
    session = checked_option(intent.session_id, "session id")
    store = open_store(desk)
    if store.state(_TIME) is None:
        store.sheet.put((*store.where, _TIME), {"session_start": desk.now, "suggested_checkpoint": False})
    else:
        store.put(_TIME, "session_start", desk.now)
        store.put(_TIME, "suggested_checkpoint", False)
    if desk.sheet is not None and not desk.is_waypoint:
        _name_day(desk)
    return Outcome(
        sentence="Began a session.",
        remarks=(f"Project Autopilot has no place for the session id {session}.",) if session else (),
        touches=frozenset({"triggers", "thresholds", "continuity", "sessions", "findings"}),
        holds=lambda track: _TIME in track.triggers and track.triggers[_TIME].session_start == desk.now,
    )


def end_session(desk: Desk, note: str | None) -> Outcome:
    """A session ends: when it was, where it stopped, which handoff waits."""
    sheet = transponder_sheet(desk)
    _name_day(desk)
    set_continuity(sheet, STOPPED, _stopped_at(desk))
    handoff = desk.before.handoff
    base = desk.folder.at("")
    set_continuity(sheet, RESUME_FILE, handoff.path.removeprefix(base) if handoff else "None")
    if note:
        set_activity(sheet, f"{desk.today} — {note}")
    return Outcome(
        sentence="Ended the session.",
        touches=TOUCHES,
        holds=lambda track: track.continuity.last_session is not None and track.continuity.stopped_at is not None,
    )


def _name_day(desk: Desk) -> None:
    """The last session's day; its time where the file gives one."""
    sheet = transponder_sheet(desk)
    field = find_continuity(sheet.markdown, LAST_SESSION)
    instant = parse_instant(field.value) if field else None
    timed = instant is not None and not instant.date_only
    set_continuity(sheet, LAST_SESSION, desk.now if timed else desk.today)


def _stopped_at(desk: Desk) -> str:
    """What the file says already, else the position in the seed's words: `Mid-plan 3.2, task 3 of 5`."""
    stated = desk.before.continuity.stopped_at
    if stated is not None:
        return stated
    position = desk.before.position
    phase, plan, task = position.phase, position.plan, position.task
    if phase is None:
        return position.status_text or "Not started"
    where = f"Mid-plan {digits_of(phase)}.{digits_of(plan)}" if plan and digits_of(plan) else f"Phase {phase.id}"
    if task is None or task.id is None:
        return where
    return f"{where}, task {task.id} of {task.total}" if task.total else f"{where}, task {task.id}"
