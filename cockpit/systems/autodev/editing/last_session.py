"""Last Session: when, where and why a session ended, and what the next one should know (seed, "Last Session")."""

from dataclasses import replace

from cockpit.model.errors import Refused
from cockpit.model.intents import Complete
from cockpit.rules.printable import printable
from cockpit.rules.wording import listed
from cockpit.systems.autodev.editing.desk import Desk
from cockpit.systems.autodev.editing.history import step_name, write_session
from cockpit.systems.autodev.state_file import SESSION
from cockpit.systems.autodev.vocabulary import BOUNDARY, DONE, REASONS
from cockpit.systems.autodev.waiting import read_waiting
from cockpit.systems.editing.outcome import Outcome
from cockpit.systems.editing.texts import checked_option
from cockpit.systems.reading.values import Value, is_nothing
from cockpit.systems.reading.words import fold

_TOUCHES = frozenset({"waiting", "sessions", "continuity", "updated", "findings", "extra"})


def end_session(desk: Desk, intent: Complete) -> Outcome:
    """Last Session: when, where, why, and what the next one should know."""
    if not desk.state.keeps(SESSION):
        raise Refused(
            "This form of the state file keeps no last session; `cockpit handoff` leaves what is to be known."
        )
    refuse_result(intent)
    note = checked_option(intent.note, "note")
    reason = _reason(intent.reason, BOUNDARY if boundary_waits(desk) else REASONS[0])
    notes = notes_with(desk, note)
    write_session(desk, {"date": desk.today, "ended_at": ended_at(desk), "reason": reason, "notes": notes or "—"})
    return Outcome(
        sentence=f"The session ended: {reason}.",
        touches=_TOUCHES,
        holds=lambda track: (
            len(track.sessions) == 1
            and track.sessions[0].handoff_reason == reason
            and track.sessions[0].notes == (notes if notes is not None and not is_nothing(notes) else None)
        ),
    )


def notes_with(desk: Desk, note: str | None) -> str | None:
    """The notes with a new one: behind the old ones where those hold a question that waits, or an answer that still
    counts; else alone.
    """
    state, told = desk.state, desk.state.session.notes
    if told is None:
        return note
    alone = replace(state.session, notes=Value(note, told.line) if note else None)
    asked = read_waiting(replace(state, session=alone), desk.standing, desk.sources.tasks, desk.sources.disagreement)
    if asked == desk.before.waiting:
        return note
    return " — ".join(filter(None, (told.text, note)))


def _reason(given: str | None, usually: str) -> str:
    """Why the session ends, in the seed's words; `usually` where the person says nothing."""
    if given is None:
        return usually
    known = next((reason for reason in REASONS if fold(reason) == fold(given)), None)
    if known is None:
        raise Refused(f"A session ends by {listed(REASONS)}, not by {given[:40]!r}.")
    return known


def tell_boundary(desk: Desk, found: tuple[str, str]) -> None:
    """Last Session at a boundary, in the seed's words."""
    write_session(
        desk,
        {
            "date": desk.today,
            "ended_at": ended_at(desk),
            "reason": BOUNDARY,
            "notes": f"{found[0]} complete, implementation ready",
        },
    )


def ended_at(desk: Desk) -> str:
    """Where the session ended, in the seed's words: `Step 3 Plan — SubStep 4 Architecture Review`."""
    standing, sub = desk.standing, desk.state.current.sub_step
    step = " ".join(filter(None, ("Step", standing.id or (DONE if standing.done else None), step_name(desk))))
    told = printable(" ".join(filter(None, (sub.id, sub.name)))) if sub is not None else ""
    return f"{step} — SubStep {told}" if told and told != "0" else step


def boundary_waits(desk: Desk) -> bool:
    """Whether the choice at a session boundary waits: then the session ends there, so that it goes on waiting."""
    waiting = desk.before.waiting
    return waiting is not None and waiting.anew is not None


def refuse_result(intent: Complete) -> None:
    """Raise Refused for what neither a step nor a session keeps."""
    if intent.result is not None:
        raise Refused("autodev keeps no result of a check; tell it with --note.")
    if intent.reason is not None and intent.whole != "session":
        raise Refused("Only a session ends for a reason; tell it with --note.")
