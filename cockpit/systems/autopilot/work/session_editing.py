"""The beginning and the end of a session (seed, "Session Continuity" and the time trigger)."""

from cockpit.model.intents import StartSession
from cockpit.systems.autopilot.edit_session import EditSession, transponder_editor
from cockpit.systems.autopilot.position.continuity import difference, place_in, place_of, place_words
from cockpit.systems.autopilot.position.field_editing import (
    LAST_SESSION,
    RESUME_FILE,
    STOPPED,
    find_continuity,
    set_continuity,
)
from cockpit.systems.autopilot.position.phases import Place, digits_of
from cockpit.systems.autopilot.position.position_editing import TOUCHES
from cockpit.systems.autopilot.position.status_editing import log_activity
from cockpit.systems.autopilot.thresholds.trigger_editing import open_store
from cockpit.systems.autopilot.thresholds.triggers_state import TIME
from cockpit.systems.shared.outcome import Outcome, checked_option
from cockpit.wording.messages import Message
from cockpit.wording.times import parse_instant


def start_session(edit: EditSession, intent: StartSession) -> Outcome:
    """Start a session: restart the time trigger and write the day into the state file."""
    session = checked_option(intent.session_id, "session id")
    store = open_store(edit)
    if store.state(TIME) is None:
        store.editor.put((*store.location, TIME), {"session_start": edit.now, "suggested_checkpoint": False})
    else:
        store.put(TIME, "session_start", edit.now)
        store.put(TIME, "suggested_checkpoint", False)
    if edit.editor is not None and not edit.is_waypoint:
        name_day(edit)
    return Outcome(
        sentence=Message("autopilot.session-begun"),
        remarks=(Message("autopilot.no-place-for-session-id", session=session),) if session else (),
        touches=frozenset({"triggers", "thresholds", "continuity", "sessions", "findings"}),
        holds=lambda track: TIME in track.triggers and track.triggers[TIME].session_start == edit.now,
    )


def end_session(edit: EditSession, note: str | None) -> Outcome:
    """A session ends: when it was, where it stopped, which handoff waits."""
    editor = transponder_editor(edit)
    name_day(edit)
    set_continuity(editor, STOPPED, _stopped_at(edit))
    handoff = edit.before.handoff
    base = edit.folder.at("")
    set_continuity(editor, RESUME_FILE, handoff.path.removeprefix(base) if handoff else "None")
    if note:
        log_activity(edit, "Ended the session", note)
    return Outcome(
        sentence=Message("autopilot.session-ended"),
        touches=TOUCHES,
        holds=lambda track: track.continuity.last_session is not None and track.continuity.stopped_at is not None,
    )


def name_day(edit: EditSession) -> None:
    """Write the last session's day; its time where the file gives one."""
    editor = transponder_editor(edit)
    field = find_continuity(editor.markdown, LAST_SESSION)
    instant = parse_instant(field.value) if field else None
    timed = instant is not None and not instant.date_only
    set_continuity(editor, LAST_SESSION, edit.now if timed else edit.today)


def _stopped_at(edit: EditSession) -> str:
    """What the file says already, where that is no other place; else the position in the seed's words."""
    stated, state = edit.before.continuity.stopped_at, edit.sources.state
    position = edit.before.position
    if state is None or position.phase is None:
        return stated or position.status_text or "Not started"
    place = place_of(state)
    named = place_in(stated) if stated else None
    if stated is not None and (named is None or difference(named, place) is None):
        return stated
    task = position.task
    here = Place(place.phase or position.phase.id or "", place.plan, digits_of(task))
    return place_words(here, task.total if task else None)
