"""Recording and resolving errors of a phase, or of a session without phases (seed: five types)."""

from collections.abc import Iterator

from cockpit.model import PhaseError
from cockpit.model.errors import CommandError
from cockpit.model.intents import RecordError, ResolveError
from cockpit.systems.maestro.edit_session import EditSession, unresolved_errors
from cockpit.systems.maestro.session import PhaseEntry
from cockpit.systems.maestro.vocabulary import ERROR_TYPES
from cockpit.systems.shared.outcome import Outcome, checked_option, checked_text
from cockpit.systems.shared.stated_values import text_of
from cockpit.wording.messages import Message

TOUCHES = frozenset({"errors", "updated", "findings", "sessions", "position", "next_action", "next_by_rule"})
_DEFAULT_TYPE = "runtime"
_MOST_NAMES = 5


def kind_of(text: str | None) -> str:
    """The type of an error, normalized. Raises CommandError for an unknown one."""
    kind = (text or _DEFAULT_TYPE).strip().casefold().replace("-", "_").replace(" ", "_")
    if kind not in ERROR_TYPES:
        raise CommandError(Message("maestro.no-such-error-type", type=kind, known=ERROR_TYPES))
    return kind


def agent_of(entry: PhaseEntry) -> str | None:
    """The agent of a phase, where it has exactly one."""
    return entry.phase.agents[0] if len(entry.phase.agents) == 1 else None


def add_error(
    edit: EditSession, entry: PhaseEntry | None, *, message: str, kind: str, agent: str | None = None,
    resolution: str | None = None,
) -> None:  # fmt: skip
    """Add an error to a phase or the session. With a resolution it is recorded as resolved."""
    who = agent or (agent_of(entry) if entry is not None else edit.session.agent)
    error = {"agent": who or "unknown", "timestamp": edit.now, "type": kind, "message": message,
             "resolution": resolution or "pending", "resolved": resolution is not None}  # fmt: skip
    edit.editor.append((*entry.at, "errors") if entry is not None else ("errors",), error)


def record_error(edit: EditSession, intent: RecordError) -> Outcome:
    """Record an unresolved error. The same message in the same phase is not recorded twice while it is open."""
    message, kind = checked_text(intent.text, "error"), kind_of(intent.type)
    agent = checked_option(intent.agent, "agent")
    entry = edit.find_any_phase(intent.phase)
    recorded = unresolved_errors(entry.errors if entry is not None else edit.session.errors)
    if not any(each.message == message for each in recorded):
        add_error(edit, entry, message=message, kind=kind, agent=agent)
        edit.touch()
    done = Message("maestro.error-recorded", error=message)
    if entry is not None:
        done = Message("maestro.error-of-phase-recorded", phase=entry.label, error=message)
    return Outcome(
        sentence=done,
        touches=TOUCHES,
        holds=lambda track: any(each.message == message and not each.resolved for each in track.errors),
    )


def resolve_error(edit: EditSession, intent: ResolveError) -> Outcome:
    """Mark an error as resolved; the note replaces `pending`."""
    note = checked_option(intent.note, "note")
    entry, number, error = _find_error(edit, intent)
    at = (*(entry.at if entry is not None else ()), "errors", number)
    if not error.resolved:
        if not isinstance(edit.editor.at(*at), dict):
            raise CommandError(Message("maestro.error-is-bare-text"))
        edit.editor.put((*at, "resolution"), note or _default_resolution(error))
        edit.editor.put((*at, "resolved"), True)
        edit.touch()
    elif note is not None and note != error.resolution:
        edit.editor.put((*at, "resolution"), note)
        edit.touch()
    remaining = len(unresolved_errors(edit.before.errors)) - (not error.resolved)
    return Outcome(
        sentence=Message("maestro.error-resolved", error=error.message),
        touches=TOUCHES,
        holds=lambda track: len(unresolved_errors(track.errors)) == remaining,
    )


def _default_resolution(error: PhaseError) -> str:
    resolution = error.resolution
    return resolution if resolution is not None and resolution.casefold() != "pending" else "resolved"


def _find_error(edit: EditSession, intent: ResolveError) -> tuple[PhaseEntry | None, int, PhaseError]:
    """The error with a message, unresolved ones first. Raises CommandError where there is none."""
    phase = None if intent.phase is None else edit.find_any_phase(intent.phase)
    matches = [
        (entry, number, error)
        for entry in ((phase,) if phase is not None else (None, *edit.session.entries))
        for number, error in _numbered_errors(edit, entry)
        if error.message == intent.error
    ]
    unresolved = [each for each in matches if not each[2].resolved]
    if len(unresolved) > 1 and len({each[0].phase.id if each[0] else None for each in unresolved}) > 1:
        phases = [each[0].label if each[0] else Message("maestro.session-itself") for each in unresolved]
        raise CommandError(Message("maestro.several-phases-have-error", phases=phases))
    if unresolved or matches:
        return (unresolved or matches)[0]
    messages = [f'"{each.message[:100]}"' for each in unresolved_errors(edit.before.errors)[:_MOST_NAMES]]
    if not messages:
        raise CommandError(Message("maestro.no-such-error-and-none-waits", error=intent.error))
    raise CommandError(Message("maestro.no-such-error", error=intent.error, known="; ".join(messages)))


def _numbered_errors(edit: EditSession, entry: PhaseEntry | None) -> Iterator[tuple[int, PhaseError]]:
    """The errors with their index in the list of the file; empty entries are left out."""
    raw_errors = edit.session.text.values.raw(*(entry.at if entry is not None else ()), "errors")
    entries = raw_errors if isinstance(raw_errors, list) else []
    numbers = (number for number, each in enumerate(entries) if isinstance(each, dict) or text_of(each))
    errors = entry.errors if entry is not None else edit.session.own_errors
    return zip(numbers, errors, strict=False)
