"""Sessions: begun, ended, given up (seed, "Session History", "Resume After Crash")."""

from cockpit.model import Track
from cockpit.model.errors import CommandError
from cockpit.model.intents import Answer, Complete, RecordCrash, StartSession
from cockpit.systems.codewalk.edit_session import EditSession
from cockpit.systems.codewalk.entries.staleness import ANSWERS, AT_WORK, active_session, answer_id
from cockpit.systems.codewalk.rows_editor import next_id
from cockpit.systems.codewalk.sources import ACTIVE, CRASHED, ENDED, SessionEntry
from cockpit.systems.codewalk.vocabulary import DEGRADED, HALF, RESET_NOTE
from cockpit.systems.shared.outcome import Outcome, checked_option, checked_text
from cockpit.wording.messages import Message

TOUCHES = frozenset({"sessions", "updated", "waiting", "lacks", "findings", "extra", "continuity"})
_RESET = "open"
"""The status of a task that waits again (seed, "Resume After Crash")."""


def start_session(edit: EditSession, intent: StartSession) -> Outcome:
    """A session begins. Raises CommandError where one is active."""
    active = active_session(edit.sources)
    if active is not None:
        name = active.session.id or Message("codewalk.unnamed-session-first")
        raise CommandError(Message("codewalk.session-active-already", session=name))
    identity = add_session(
        edit,
        identity=checked_option(intent.session_id, "id"),
        agent=checked_option(intent.agent, "agent"),
        working_on=checked_option(intent.working_on, "work"),
    )
    return Outcome(
        sentence=Message("codewalk.session-begun", session=identity),
        touches=TOUCHES,
        holds=lambda track: _is_active(track, identity),
    )


def add_session(
    edit: EditSession, *, identity: str | None = None, agent: str | None = None, working_on: str | None = None,
    notes: str | None = None,
) -> str:  # fmt: skip
    """Add a session that is active; its id. Raises CommandError where one has that id."""
    known = [each.session.id for each in edit.sources.sessions]
    if identity in known and identity is not None:
        raise CommandError(Message("codewalk.session-exists", session=identity))
    identity = identity or next_id(known, "session")
    fields: dict[str, object] = {"id": identity, "agent": agent or ..., "started": edit.now, "status": ACTIVE}
    fields |= {"working_on": working_on or ..., "notes": notes or ...}
    edit.add("sessions", fields)
    return identity


def end_session(edit: EditSession, intent: Complete) -> Outcome:
    """The active session ends: what it did, what it met, why it ends, how much context it used."""
    session = _active(edit, intent.step)
    done = [checked_text(each, "work") for each in intent.completed]
    issues = [checked_text(each, "issue") for each in intent.issues]
    used = intent.context
    if used is not None and not 0 <= used <= 100:
        raise CommandError(Message("codewalk.context-no-share"))
    if used is not None and used > HALF and DEGRADED not in (*issues, *session.session.issues):
        issues.append(DEGRADED)
    close(
        edit, session, ENDED, notes=checked_option(intent.note, "note"), reason=checked_option(intent.reason, "reason")
    )
    editor, at = edit.editor_of(session.entry), session.entry.at
    for key, texts in (("completed", done), ("issues", issues)):
        for text in texts:
            editor.append((*at, key), text)
    if used is not None:
        edit.put_in(session.entry, "context_usage", f"{used:g}%")
    number = _place(edit, session)
    return Outcome(
        sentence=Message("codewalk.session-ended", session=_name(session)),
        touches=TOUCHES,
        holds=lambda track: (
            (track.sessions[number].status, track.sessions[number].ended) == (ENDED, edit.now)
            and set(issues) <= set(track.sessions[number].issues)
            and (used is None or track.sessions[number].context_used == used)
        ),
    )


def close(
    edit: EditSession, session: SessionEntry, status: str, *, notes: str | None = None, reason: str | None = None
) -> None:
    """Write how a session ended. A note is put behind those that are there."""
    if status == ENDED:
        edit.put_in(session.entry, "ended", edit.now)
    if status == CRASHED or edit.editor_of(session.entry).has(*session.entry.at, "status"):
        edit.put_in(session.entry, "status", status)
    if notes is not None:
        note(edit, session, notes)
    if reason is not None:
        edit.put_in(session.entry, "handoff_reason", reason)


def note(edit: EditSession, session: SessionEntry, text: str) -> None:
    """Put a note behind those of a session."""
    before = session.session.notes if session.entry.text("notes") is not None else None
    edit.put_in(session.entry, "notes", "; ".join(filter(None, (before, text))))


def crash(edit: EditSession, intent: RecordCrash) -> Outcome:
    """The agent is gone: noted, its task waits again, and a new session takes over."""
    session = _active(edit, None)
    notes = dict.fromkeys(filter(None, (RESET_NOTE, checked_option(intent.note, "note"))))
    close(edit, session, CRASHED, notes="; ".join(notes))
    edit.put(("position", "status"), _RESET)
    crashed = f"Resuming from {session.session.id or 'a session'} crash"
    identity = add_session(edit, working_on=session.session.working_on, notes=crashed)
    number = _place(edit, session) + 1
    return Outcome(
        sentence=Message(
            "codewalk.session-crashed",
            session=session.session.id or Message("codewalk.unnamed-session"),
            successor=identity,
        ),
        remarks=(Message("codewalk.fresh-agent-begins"),),
        touches=TOUCHES | {"position", "next_action", "next_by_rule", "phases"},
        holds=lambda track: (
            track.sessions[number].status == CRASHED
            and track.position.status == "not_started"
            and _is_active(track, identity)
        ),
    )


def answer(edit: EditSession, intent: Answer) -> Outcome:
    """What a person says of a session that looks given up."""
    if edit.before.waiting is None:
        raise CommandError(Message("systems.nothing-asked"))
    answered = answer_id(edit.before.waiting, intent.option)
    if answered is None:
        raise CommandError(Message("codewalk.no-such-answer", yes=ANSWERS["crashed"], no=ANSWERS["at-work"]))
    if answered == "crashed":
        return crash(edit, RecordCrash())
    session = _active(edit, None)
    stated, number = f"{AT_WORK}{edit.now}", _place(edit, session)
    note(edit, session, stated)
    return Outcome(
        sentence=Message("codewalk.session-at-work", session=_name(session)),
        touches=TOUCHES,
        holds=lambda track: (track.sessions[number].notes or "").endswith(stated),
    )


def _active(edit: EditSession, named: str | None) -> SessionEntry:
    """The active session, or the one of that id. Raises CommandError where there is none."""
    if named is not None:
        found = next((each for each in edit.sources.sessions if each.session.id == named), None)
        if found is None or not found.is_active:
            raise CommandError(Message("codewalk.no-such-active-session", session=named))
        return found
    session = active_session(edit.sources)
    if session is None:
        raise CommandError(Message("codewalk.no-active-session"))
    return session


def _place(edit: EditSession, session: SessionEntry) -> int:
    """Where the session stands in the track, which has the last one first."""
    entries = [each.entry for each in edit.sources.sessions]
    return len(entries) - 1 - next(number for number, each in enumerate(entries) if each is session.entry)


def _name(session: SessionEntry) -> str | Message:
    return session.session.id or Message("codewalk.this-session")


def _is_active(track: Track, identity: str) -> bool:
    return any((each.id, each.status) == (identity, ACTIVE) for each in track.sessions)
