"""The unresolved errors of a session, with the choices of the resume protocol: retry, skip, abort or adjust."""

from collections.abc import Iterator
from dataclasses import replace

from cockpit.model import PhaseError
from cockpit.model.checklist import Check, Option, Way
from cockpit.model.intents import Fail, Intent, Move, ResetRetries, ResolveError, Retry, Skip
from cockpit.rules.checklist.check_kinds import failed, passed
from cockpit.systems.maestro.phase_order import blocking_phases, next_pending
from cockpit.systems.maestro.retries import RetryLimit
from cockpit.systems.maestro.session import PhaseEntry, SessionFile
from cockpit.systems.maestro.vocabulary import RETRY_MESSAGE, has_ended, id_of, status_of
from cockpit.wording.messages import Message, Words, plain
from cockpit.wording.printable import printable

_CLAIM = Message("maestro.no-error-waits")
_RETRY_TEXTS = Message("maestro.option-retry"), Message("maestro.option-adjust")
_RETRY_TEXTS_UNREADABLE = (
    Message("maestro.option-retry-limit-unreadable"),
    Message("maestro.option-adjust-limit-unreadable"),
)
_RETRY_TEXTS_BEYOND = Message("maestro.option-retry-beyond"), Message("maestro.option-adjust-beyond")


def waiting_errors(entry: PhaseEntry) -> tuple[PhaseError, ...]:
    """The unresolved errors of a phase that wait for a decision.

    Errors before the last retry do not wait while that retry is under way, or once it failed with an error of its own.
    In a phase that ended otherwise, all unresolved errors wait.
    """
    unresolved = tuple(each for each in entry.errors if not each.resolved)
    since_retry, status = _errors_since_retry(entry), status_of(entry.phase.status)
    if status == "in_progress" or (status == "failed" and since_retry):
        return tuple(each for each in unresolved if each in since_retry)
    return unresolved


def is_left_failed(entry: PhaseEntry) -> bool:
    """Whether a failed phase was left as it is: all errors since its last retry are resolved."""
    since_retry = _errors_since_retry(entry)
    has_failed = status_of(entry.phase.status) == "failed"
    return has_failed and bool(since_retry) and all(each.resolved for each in since_retry)


def error_checks(session: SessionFile, limit: RetryLimit) -> Iterator[Check]:
    """A check for each error that waits for a decision, and for each that was answered by a retry."""
    undecided: dict[str, tuple[PhaseEntry | None, PhaseError]] = {}
    retried: dict[str, tuple[PhaseEntry | None, PhaseError]] = {}
    for error in session.own_errors:
        if not error.resolved:
            undecided[_subject(error)] = None, error
    for entry in session.entries:
        waiting = waiting_errors(entry)
        for error in entry.errors:
            if not error.resolved:
                (undecided if error in waiting else retried)[_subject(error)] = entry, error
    for subject, (phase, error) in undecided.items():
        line = failed("error", _CLAIM, Message("maestro.error-unresolved"), *_evidence(phase, error), subject=subject)
        yield replace(line, options=tuple(_options(session, phase, error, limit)))
    for subject, (phase, error) in retried.items():
        if subject not in undecided:
            claim = Message("maestro.failure-tried-again")
            yield passed("tried-again", claim, *_evidence(phase, error), subject=subject)
    if not undecided:
        yield passed("error", _CLAIM)


def _errors_since_retry(entry: PhaseEntry) -> tuple[PhaseError, ...]:
    """The errors of a phase after its last retry; all of them where there was none."""
    last_retry = max((number for number, each in enumerate(entry.errors) if is_retry(each)), default=-1)
    return entry.errors[last_retry + 1 :]


def is_retry(error: PhaseError) -> bool:
    """Whether an error is the entry of a retry: `Retry 1 after: …`."""
    return error.resolved and RETRY_MESSAGE.match(error.message) is not None


def _subject(error: PhaseError) -> str:
    return f"{error.phase}: {error.message}" if error.phase else error.message


def _evidence(entry: PhaseEntry | None, error: PhaseError) -> Iterator[Message]:
    """The error with its details: phase, status, type, agent, time, number of retries."""
    yield plain(error.message)
    details: list[Words] = [Message("maestro.of-session")]
    if entry is not None:
        details = [Message("maestro.of-phase", phase=entry.label), entry.phase.status or Message("maestro.no-status")]
    details += [error.type] if error.type else []
    details += [Message("maestro.by-agent", agent=error.agent)] if error.agent else []
    details += [error.at] if error.at else []
    count = entry.phase.retry_count if entry is not None else None
    if count:
        details.append(Message("maestro.retries-so-far", count=count))
    yield Message("maestro.error-details", details=details)
    if error.resolution and error.resolution.casefold() != "pending":
        yield Message("maestro.error-noted", resolution=error.resolution)


def _options(session: SessionFile, entry: PhaseEntry | None, error: PhaseError, limit: RetryLimit) -> Iterator[Option]:
    """The choices of the resume protocol; for a phase that ended or has no id, only those still possible."""
    phase = id_of(entry.phase.id) if entry is not None else None
    status = status_of(entry.phase.status) if entry is not None else None
    resume = (Move(part="status", value="in_progress"),) if has_ended(session.status) else ()
    if entry is not None and phase is not None and status in ("in_progress", "failed"):
        end_phase = (*resume, *((Fail(phase=phase),) if status == "in_progress" else ()))
        count, beyond = entry.phase.retry_count or 0, limit.is_reached(entry.phase.retry_count)
        retry = Retry(phase=phase, beyond=beyond)
        retry_text, adjust_text = (
            (_RETRY_TEXTS_UNREADABLE if limit.unread else _RETRY_TEXTS_BEYOND) if beyond else _RETRY_TEXTS
        )
        readable = entry.retries.unread is None  # else nobody may try again before its retries are reset
        if readable:
            yield _option("retry", retry_text, *end_phase, retry)
        reset = (ResetRetries(),) if readable and count >= limit.number > 0 else ()
        yield _skip_option(session, (*end_phase, _resolve_intent(entry, error, "Skipped"), *reset))
        yield from _abort_option(session)
        if readable:
            yield _option("adjust", adjust_text, *end_phase, retry, question=Message("maestro.ask-what-changes"))
    elif entry is not None and phase is not None and status == "not_started":
        begin = Move(part="phase", value=phase, early=bool(blocking_phases(session.phases, entry.phase)))
        text = Message("maestro.option-begin")
        yield _option("retry", text, *resume, _resolve_intent(entry, error, "Begun again"), begin)
        text = Message("maestro.option-skip-pending")
        yield _option("skip", text, *resume, _resolve_intent(entry, error, "Skipped"), Skip(phase=phase))
        yield from _abort_option(session)
    text = Message("maestro.option-resolve")
    yield _option("resolve", text, _resolve_intent(entry, error, None), question=Message("maestro.ask-what-was-done"))
    if phase is None or status not in ("in_progress", "failed", "not_started"):
        yield from _abort_option(session)


def _skip_option(session: SessionFile, intents: tuple[Intent, ...]) -> Option:
    """Go on without a phase that was started. It stays failed: only a pending phase can be skipped (seed)."""
    following = next_pending(session.phases)
    begin: tuple[Intent, ...] = ()
    if following is not None and following.id is not None:
        begin = (Move(part="phase", value=following.id, early=bool(blocking_phases(session.phases, following))),)
    text = (
        Message("maestro.option-go-on-at", phase=following.id)
        if following is not None
        else Message("maestro.option-go-on-nowhere")
    )
    return _option("skip", text, *intents, *begin)


def _abort_option(session: SessionFile) -> Iterator[Option]:
    if status_of(session.status) != "failed":
        yield _option("abort", Message("maestro.option-abort"), Move(part="status", value="failed"))


def _resolve_intent(entry: PhaseEntry | None, error: PhaseError, note: str | None) -> ResolveError:
    """The intent that resolves an error; a phase without an id is given by its name."""
    phase = (id_of(entry.phase.id) or entry.phase.name) if entry is not None else None
    return ResolveError(error=error.message, phase=phase, note=note)


def _option(name: str, text: Message, *intents: Intent, question: Message | None = None) -> Option:
    placeholder = str(question).upper() if question is not None else None
    steps = [*(_command_words(intent) for intent in intents[:-1]), _command_words(intents[-1], placeholder)]
    return Option(name, text, Way(tuple(steps)), intents, question)


def _command_words(intent: Intent, placeholder: str | None = None) -> tuple[str, ...]:
    """The command of an intent. An argument that begins with a dash comes last, after `--`."""
    match intent:
        case Fail(phase=phase) | Skip(phase=phase):
            return ("cockpit", "phase", "fail" if isinstance(intent, Fail) else "skip", phase or "")
        case Retry(phase=phase, beyond=beyond):
            options = (*(("--force",) if beyond else ()), *_note_option(placeholder))
            return ("cockpit", "phase", "retry", phase or "", *options)
        case ResetRetries():
            return ("cockpit", "phase", "reset")
        case Move(part="phase", value=value, early=early):
            return ("cockpit", "phase", "start", value, *(("--force",) if early else ()))
        case Move(part=part, value=value):
            return ("cockpit", "set", f"{part}={value}")
        case ResolveError(error=message, phase=phase, note=note):
            option = ("--phase", phase) if phase else ()
            start = _typeable(message)
            separator = ("--",) if start.startswith("-") else ()
            return ("cockpit", "phase", "resolve", *option, *_note_option(note or placeholder), *separator, start)
    raise TypeError(type(intent))


def _typeable(message: str) -> str:
    """The beginning of a message up to its first character that is not printed as it is: enough to identify it."""
    line = message.splitlines()[0]
    pairs = enumerate(zip(line, printable(line), strict=False))
    return line[: next((at for at, (character, visible) in pairs if character != visible), len(line))]


def _note_option(text: str | None) -> tuple[str, ...]:
    return ("--note", text) if text else ()
