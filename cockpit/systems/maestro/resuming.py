"""Maestro's resume protocol: where the work goes on, which errors wait for a decision and what can be done about them,
which files the session names, and what the prompt for a fresh agent says.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from cockpit.model import Track
from cockpit.model.checklist import NOTHING_MORE, Check, DoneStep, NamedFile, Option, Resumption, Way
from cockpit.model.intents import Archive, Fail, Intent, Move, ResetRetries, ResolveError, Retry, Skip
from cockpit.rules.checklist.check_kinds import failed, passed, unknown
from cockpit.systems.interface import Candidate, Files, ReadContext
from cockpit.systems.maestro.description import FILE_KINDS, Error, Phase, Session
from cockpit.systems.maestro.log import read_log
from cockpit.systems.maestro.places import MAIN, exists, read_session
from cockpit.systems.maestro.protocol import (
    RetryLimit,
    all_blockers,
    has_ended,
    id_of,
    is_left_failed,
    is_open,
    next_pending,
    open_blockers,
    open_errors,
    retries_of,
    retry_limit,
    status_of,
    unread_retries,
    with_status,
)
from cockpit.systems.maestro.verbs import said, waits_for
from cockpit.systems.shared.folder import Folder
from cockpit.systems.shared.report import Report
from cockpit.wording.messages import Message, plain
from cockpit.wording.phrases import counted
from cockpit.wording.printable import printable
from cockpit.wording.times import parse_instant

_SHOWN = 20
_REOPEN = Move(part="status", value="in_progress")
_REOPEN_WORDS = ("cockpit", "set", "status=in_progress")
_ARCHIVE_WORDS = ("cockpit", "track", "archive", "--force")


def resumption(track: Track, files: Files, candidate: Candidate, context: ReadContext) -> Resumption:
    """What the resume protocol says; `NOTHING_MORE` without an active session."""
    page = Folder(files, "", Report(), candidate.path.rpartition("/")[0]).page(MAIN)
    if page is None or page.bad or not page.text.strip():
        return NOTHING_MORE
    session = read_session(page, Report()).session
    phase, limit = goes_on_at(session), retry_limit(files, candidate.base)
    named, elsewhere = _named_files(session, files, candidate.base)
    is_pending = phase is not None and status_of(phase.status) == "not_started"
    waits = waits_for(session.phases, phase) if phase is not None and is_pending else None
    return Resumption(
        checks=tuple(_checks(session, phase, waits, limit)),
        files=named,
        elsewhere=elsewhere,
        half=tuple(each.capital for each in session.phases if _is_unfinished(each)),
        plans=tuple(track.documents[name] for name in ("plan", "design") if name in track.documents),
        stamps=_stated_instants(session),
        step=id_of(phase.id) if phase is not None else None,
        next=str(waits) if waits is not None else _next_sentence(phase),
        begins=_begins(session, phase, limit) if waits is None else None,
        waits=waits,
        done=tuple(_done(session)),
        told=_prompt(session, phase),
    )


def goes_on_at(session: Session) -> Phase | None:
    """The phase at which the work goes on: the first in progress, or failed without a decision; else the first failed
    one; else the first pending one that nothing holds.
    """
    failures = with_status(session.phases, "failed")
    return next(iter((*_under_way_or_undecided(session), *failures)), None) or next_pending(session.phases)


def _under_way_or_undecided(session: Session) -> list[Phase]:
    return [each for each in session.phases if _is_unfinished(each) and not is_left_failed(each)]


def _is_unfinished(phase: Phase) -> bool:
    return status_of(phase.status) in ("in_progress", "failed")


# The checks


def _checks(session: Session, phase: Phase | None, waits: Message | None, limit: RetryLimit) -> Iterator[Check]:
    yield from _under_way(session)
    yield _onward(session, phase, waits)
    yield from _error_checks(session, limit)
    for each in session.phases:
        if each.must_be_compared:
            reason = each.reconciliation_reason
            nothing = said("phase-handed-on-nothing", "The phase handed no files and no context to the next one.")
            why = plain(reason) if isinstance(reason, str) and reason else nothing
            claim = said("no-phase-to-compare", "No phase still needs a comparison with the plan")
            fact = said("phase-not-compared", f"{each.capital} must be compared with the plan")
            yield failed("reconciliation", claim, fact, why, subject=each.id or each.name or "")
    yield _tier(session)


def _under_way(session: Session) -> Iterator[Check]:
    """The check of a session that failed, is blocked, or is completed with open phases: only a person resumes it."""
    status = status_of(session.status)
    unfinished = status == "completed" and any(map(is_open, session.phases))
    if session.is_quick or not (status in ("failed", "blocked") or unfinished):
        return
    again = said("option-resume", "Set the session to in_progress again.")
    options = [Option("resume", again, Way((_REOPEN_WORDS,)), (_REOPEN,))]
    why = "A session with this status does not continue."
    if unfinished:
        why = "Some phases are open."
        as_it_is = said("option-archive", "Archive the session as it is; its phases do not change.")
        options.append(Option("archive", as_it_is, Way((_ARCHIVE_WORDS,)), (Archive(unfinished=True),)))
    claim = said("session-under-way", "The session is in progress")
    fact = said("session-status-is", f"The session's status is {session.status}")
    yield replace(failed("status", claim, fact, said("status-halts", why)), options=tuple(options))


def _onward(session: Session, phase: Phase | None, waits: Message | None) -> Check:
    claim = said("session-says-where", "The session shows where to continue")
    if session.is_quick:
        told = "A quick session (T1) has no phases; its task continues as a whole."
        return passed("onward", claim, said("quick-session-goes-on", told))
    if not session.phases:
        return unknown("onward", claim, said("session-without-phases", "The session has no phases."))
    evidence = [said("no-phase-completed", "No phase is completed")]
    if done := with_status(session.phases, "completed"):
        evidence = [said("last-completed", f"Last completed: {done[-1].title}")]
    for status, what in (("in_progress", "In progress"), ("failed", "Failed")):
        if those := with_status(session.phases, status):  # type: ignore[arg-type]  # both are statuses
            names = ", ".join(each.title for each in those[:_SHOWN])
            evidence.append(said(f"phases-{status.replace('_', '-')}", f"{what}: {names}"))
    if waits is not None:
        return unknown("onward", claim, waits, *evidence)
    if phase is not None:
        return passed("onward", claim, said("goes-on-at", f"Continues at {phase.title}"), *evidence)
    if any(map(is_open, session.phases)):
        told = "No open phase has a status that lets the agent continue."
        return unknown("onward", claim, said("no-phase-to-go-on-at", told), *evidence)
    told = "No phase is open. Review the work and archive the session."
    return passed("onward", claim, said("no-phase-open", told), *evidence)


def _tier(session: Session) -> Check:
    """A failed quick session is delegated again or becomes one with phases; no tier means T3."""
    claim = said("tier-lets-it-go-on", "The session's tier lets the agent continue")
    if not session.is_quick:
        none = "The session has no tier, so T3 applies: continues phase by phase."
        told = f"{session.tier}: continues phase by phase." if session.tier else none
        return passed("tier", claim, said("tier-goes-on", told))
    if status_of(session.status) != "failed":
        return passed("tier", claim, said("quick-session", "T1: a quick session."))
    agent = f"the same agent ({session.agent})" if session.agent else "the same agent"
    again = said("option-delegate-again", f"Delegate the task to {agent} again.")
    escalate = said("option-escalate", "Archive this session and start one with phases (T2) and a plan.")
    anew = Way((_ARCHIVE_WORDS, ("cockpit", "init", "maestro", "--plan", "PLAN.md")))
    fact = said("quick-session-failed", "The quick session (T1) has failed")
    advice = said("delegate-or-escalate", f"Delegate it to {agent} again, or escalate it to T2.")
    options = (Option("again", again, Way((_REOPEN_WORDS,)), (_REOPEN,)), Option("escalate", escalate, anew))
    return replace(failed("tier", claim, fact, advice), options=options)


# The unresolved errors, with the choices of the protocol: retry, skip, abort or adjust


def _error_checks(session: Session, limit: RetryLimit) -> Iterator[Check]:
    """A check for each error that waits for a decision, and for each that was answered by a retry."""
    undecided: dict[str, tuple[Phase | None, Error]] = {}
    retried: dict[str, tuple[Phase | None, Error]] = {}
    for phase, error, waits in open_errors(session):
        (undecided if waits else retried)[_subject(phase, error)] = phase, error
    claim = said("no-error-waits", "No error waits for a decision")
    fact = said("error-unresolved", "An error is unresolved")
    for subject, (place, error) in undecided.items():
        line = failed("error", claim, fact, *_evidence(place, error), subject=subject)
        yield replace(line, options=tuple(_options(session, place, error, limit)))
    again = said("failure-tried-again", "The phase was retried after an error")
    for subject, (place, error) in retried.items():
        if subject not in undecided:
            yield passed("tried-again", again, *_evidence(place, error), subject=subject)
    if not undecided:
        yield passed("error", claim)


def _subject(phase: Phase | None, error: Error) -> str:
    return f"{phase.id}: {error.shown}" if phase is not None and phase.id else error.shown


def _evidence(phase: Phase | None, error: Error) -> Iterator[Message]:
    """The error with its details: phase, status, type, agent, time, number of retries."""
    yield plain(error.shown)
    details = ["of the session"] if phase is None else [f"of {phase.label}", phase.status or "no status"]
    agent = f"agent {error.agent}" if error.agent else None
    details += filter(None, (error.type, agent, error.timestamp))
    if phase is not None and (count := retries_of(phase)):
        details.append(counted(count, "retry", "retries"))
    yield said("error-details", ", ".join(details))
    if error.resolution and error.resolution.casefold() != "pending":
        yield said("error-noted", f"Resolution: {error.resolution}")


def _options(session: Session, phase: Phase | None, error: Error, limit: RetryLimit) -> Iterator[Option]:
    """The choices of the protocol; for a phase that ended or has no id, only those still possible."""
    name = id_of(phase.id) if phase is not None else None
    status = status_of(phase.status) if phase is not None else None
    if phase is not None and name is not None and status in ("in_progress", "failed"):
        yield from _options_of_begun(session, phase, error, limit)
    elif phase is not None and name is not None and status == "not_started":
        reopen = (_REOPEN,) if has_ended(session.status) else ()
        begin = Move(part="phase", value=name, early=bool(open_blockers(session.phases, phase)))
        yield _option("retry", "Start the phase.", *reopen, _resolve(phase, error, "Begun again"), begin)
        skipped = _resolve(phase, error, "Skipped")
        yield _option("skip", "Skip the phase (only a person may).", *reopen, skipped, Skip(phase=name))
        yield from _abort(session)
    asked = said("ask-what-was-done", "what was done")
    yield _option("resolve", "Mark the error as resolved.", _resolve(phase, error, None), question=asked)
    if name is None or status not in ("in_progress", "failed", "not_started"):
        yield from _abort(session)


def _options_of_begun(session: Session, phase: Phase, error: Error, limit: RetryLimit) -> Iterator[Option]:
    name, count = phase.id or "", retries_of(phase)
    ending: tuple[Intent, ...] = (_REOPEN,) if has_ended(session.status) else ()
    if status_of(phase.status) == "in_progress":
        ending = (*ending, Fail(phase=name))
    beyond = limit.is_reached(count)
    why = "The retry limit is unreadable" if limit.unread else "Its retries are used up"
    decides = f" {why}: a person decides." if beyond else ""
    again, readable = Retry(phase=name, beyond=beyond), unread_retries(phase) is None
    if readable:  # else nobody may try again before its retries are reset
        yield _option("retry", f"Retry the phase as it was.{decides}", *ending, again)
    reset = (ResetRetries(),) if readable and (count or 0) >= limit.number > 0 else ()
    yield _go_on_without(session, phase, (*ending, _resolve(phase, error, "Skipped"), *reset))
    yield from _abort(session)
    if readable:
        text, asked = "Retry the phase with the change that you describe.", "what changes this time"
        yield _option("adjust", f"{text}{decides}", *ending, again, question=said("ask-what-changes", asked))


def _go_on_without(session: Session, phase: Phase, intents: tuple[Intent, ...]) -> Option:
    """Go on without a phase that was started. It stays failed: only a pending phase can be skipped."""
    stays = "This phase stays failed: only a pending phase can be skipped."
    started = next((each for each in _under_way_or_undecided(session) if each is not phase), None)
    if started is not None:
        return _option("skip", f"Continue at {started.title}, which was started. {stays}", *intents)
    following = next_pending(session.phases)
    if following is None or following.id is None:
        text = "Leave this phase failed: only a pending phase can be skipped. No other phase is left to start."
        return _option("skip", text, *intents)
    begin = Move(part="phase", value=following.id, early=bool(open_blockers(session.phases, following)))
    return _option("skip", f"Continue at phase {following.id}. {stays}", *intents, begin)


def _abort(session: Session) -> Iterator[Option]:
    if status_of(session.status) != "failed":
        yield _option("abort", "Set the session to failed.", Move(part="status", value="failed"))


def _resolve(phase: Phase | None, error: Error, note: str | None) -> ResolveError:
    """The intent that resolves an error; a phase without an id is given by its name."""
    name = (id_of(phase.id) or phase.name) if phase is not None else None
    return ResolveError(error=error.shown, phase=name, note=note)


def _option(name: str, text: str, *intents: Intent, question: Message | None = None) -> Option:
    placeholder = str(question).upper() if question is not None else None
    steps = [*(_command_words(each) for each in intents[:-1]), _command_words(intents[-1], placeholder)]
    return Option(name, said(f"option-{name}", text), Way(tuple(steps)), intents, question)


def _command_words(intent: Intent, placeholder: str | None = None) -> tuple[str, ...]:
    """The command of an intent. An argument that begins with a dash comes last, after `--`."""
    match intent:
        case Fail(phase=phase) | Skip(phase=phase):
            return ("cockpit", "phase", "fail" if isinstance(intent, Fail) else "skip", phase or "")
        case Retry(phase=phase, beyond=beyond):
            options = (*(("--force",) if beyond else ()), *_note(placeholder))
            return ("cockpit", "phase", "retry", phase or "", *options)
        case ResetRetries():
            return ("cockpit", "phase", "reset")
        case Move(part="phase", value=value, early=early):
            return ("cockpit", "phase", "start", value, *(("--force",) if early else ()))
        case Move(part=part, value=value):
            return ("cockpit", "set", f"{part}={value}")
        case ResolveError(error=message, phase=phase, note=note):
            option, start = ("--phase", phase) if phase else (), _typeable(message)
            separator = ("--",) if start.startswith("-") else ()
            return ("cockpit", "phase", "resolve", *option, *_note(note or placeholder), *separator, start)
    raise TypeError(type(intent))


def _typeable(message: str) -> str:
    """The beginning of a message up to its first character that is not printed as it is: enough to identify it."""
    line = message.splitlines()[0]
    pairs = enumerate(zip(line, printable(line), strict=False))
    return line[: next((at for at, (character, visible) in pairs if character != visible), len(line))]


def _note(text: str | None) -> tuple[str, ...]:
    return ("--note", text) if text else ()


# Files and time stamps


def _named_files(session: Session, files: Files, base: str) -> tuple[tuple[NamedFile, ...], tuple[str, ...]]:
    """The files that the session names, each with the last phase that names it; and those outside the project."""
    found: dict[str, NamedFile] = {}
    elsewhere: dict[str, None] = {}
    for phase, kind, stated in _stated_files(session):
        path = _locate(stated, files, base)
        if path is None:
            elsewhere[stated] = None
            continue
        if kind == "planned" and path in found:
            continue
        unfinished = phase is not None and _is_unfinished(phase)
        source = phase.label if phase is not None else "the session"
        found[path] = NamedFile(
            path=path,
            why=said("file-by-phase", f"{kind} by {source}"),
            step=phase.capital if phase is not None and unfinished else None,
            gone=kind == "deleted",
            planned=kind == "planned",
            ended=phase.completed if phase is not None and not unfinished else None,
        )
    return tuple(found.values()), tuple(elsewhere)


def _stated_files(session: Session) -> Iterator[tuple[Phase | None, str, str]]:
    """The files of the session and of its phases, with what was done to each: those of a pending phase are planned."""
    yield from ((None, kind, path) for kind in FILE_KINDS for path in getattr(session, f"files_{kind}"))
    for phase in session.phases:
        is_pending, planned = status_of(phase.status) == "not_started", _planned(phase)
        for kind in FILE_KINDS:
            yield from ((phase, "planned" if is_pending else kind, each) for each in getattr(phase, f"files_{kind}"))
        yield from ((phase, "planned", each) for each in (planned if _is_unfinished(phase) else ()))


def _planned(phase: Phase) -> list[str]:
    planned = phase.planned_files
    return [each for each in planned if isinstance(each, str)] if isinstance(planned, list) else []


def _locate(stated: str, files: Files, base: str) -> str | None:
    """The path of a stated file: relative to the session's folder, or to the project where only that exists."""
    in_package, in_project = files.place(stated, base), files.place(stated)
    only_project = base and not exists(files, in_package) and exists(files, in_project)
    return in_project if only_project else in_package


def _stated_instants(session: Session) -> tuple[str, ...]:
    """The time stamps in the session, newest first."""
    instants = [session.updated, session.created]
    instants += [at for each in session.phases for at in (each.started, each.completed)]
    instants += [error.timestamp for each in (session, *session.phases) for error in each.errors]
    dated = [(instant.at, stamp) for stamp in instants if stamp and (instant := parse_instant(stamp)) is not None]
    return tuple(dict.fromkeys(stamp for _, stamp in sorted(dated, reverse=True)))


# What comes next


def _next_sentence(phase: Phase | None) -> str | None:
    """The first thing to do, as a sentence. A phase in progress is begun again."""
    if phase is None:
        return None
    match status_of(phase.status):
        case "in_progress":
            return f"Begin {phase.title} again from the start; it was under way when the work stopped."
        case "failed":
            return f"Try {phase.title} again; it failed."
    return f"Begin {phase.title}."


def _begins(session: Session, phase: Phase | None, limit: RetryLimit) -> Intent | None:
    """The intent that marks the phase as in progress; None without a phase, or where a person must decide first."""
    if session.is_quick and status_of(session.status) == "failed":
        return _REOPEN
    name = id_of(phase.id) if phase is not None else None
    if phase is None or name is None or has_ended(session.status):
        return None
    if status_of(phase.status) == "failed":
        is_held = unread_retries(phase) is not None or limit.is_reached(retries_of(phase))
        return None if is_held else Retry(phase=name)
    return Move(part="phase", value=name)


def _done(session: Session) -> Iterator[DoneStep]:
    for each in with_status(session.phases, "completed"):
        paths = (*each.files_created, *each.files_modified)
        yield DoneStep(id=each.id or "?", name=each.name or "", agents=each.agents, files=paths)


# The sections for the prompt: phases, what the completed ones handed on, errors, and the next phase


def _prompt(session: Session, phase: Phase | None) -> tuple[tuple[str, str], ...]:
    """Titles and texts of the sections; empty ones are left out."""
    undecided, retried = (
        [_error_line(phase, error) for phase, error, waits in open_errors(session) if waits is asked]
        for asked in (True, False)
    )
    lines = _phase_lines(session, phase) if phase is not None else _quick_lines(session)
    parts = (
        ("Phases", "\n".join(_phase_line(*each) for each in all_blockers(session.phases))),
        ("What the completed phases handed on", "\n".join(_handed_on(session))),
        ("Errors that are not resolved", "\n".join(undecided)),
        ("Errors after which the phase is tried again", "\n".join(retried)),
        (f"Phase {phase.id}" if phase is not None and phase.id else "The phase that is next", "\n".join(lines)),
    )
    return tuple((title, text) for title, text in parts if text)


def _phase_line(phase: Phase, waits: tuple[str, ...]) -> str:
    after = f", after {', '.join(waits)}" if waits and is_open(phase) else ""
    return f"- {phase.id or '?'}: {phase.name or 'without a name'} ({phase.status or 'no status'}{after})"


def _handed_on(session: Session) -> Iterator[str]:
    for phase in with_status(session.phases, "completed"):
        if lines := [*_value_lines(phase.downstream_context, "  ")] if phase.downstream_context else []:
            yield f"Phase {phase.id or '?'}: {phase.name or ''}".rstrip(": ")
            yield from lines


def _value_lines(value: Any, indent: str) -> Iterator[str]:  # noqa: ANN401 -- whatever its keys
    """A value of the file as indented lines; empty values are left out."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            if isinstance(inner, Mapping | list):
                lines = [*_value_lines(inner, f"{indent}  ")]
                yield from (f"{indent}{key}:", *lines) if lines else ()
            elif inner not in (None, ""):
                yield f"{indent}{key}: {inner}"
    elif isinstance(value, list):
        for inner in value:
            if isinstance(inner, Mapping | list):
                yield from _value_lines(inner, f"{indent}  ")
            elif inner not in (None, ""):
                yield f"{indent}- {inner}"
    else:
        yield f"{indent}{value}"


def _error_line(phase: Phase | None, error: Error) -> str:
    where = f"Phase {phase.id}: " if phase is not None and phase.id else ""
    about = ", ".join(filter(None, (error.type, error.agent, error.timestamp)))
    return f"- {where}{error.shown}{f' ({about})' if about else ''}"


def _phase_lines(session: Session, phase: Phase) -> Iterator[str]:
    """The phase's status, agents, parallel phases, files, and the notes of its retries."""
    yield f"{phase.name or 'without a name'}: {phase.status or 'no status'}"
    yield f"Agents: {', '.join(phase.agents) or 'none named'}"
    others = [each for each in session.phases if each is not phase and each.parallel and is_open(each)]
    beside = [each.id or "?" for each in others if each.blocked_by == phase.blocked_by and phase.parallel]
    if beside:
        yield f"In parallel with: phase {', '.join(beside)}"
    stated = [("Planned files", _planned(phase))]
    stated += [(f"Files {kind}", [*getattr(phase, f"files_{kind}")]) for kind in FILE_KINDS]
    yield from (f"{title}: {', '.join(paths)}" for title, paths in stated if paths)
    if count := retries_of(phase):
        yield f"Tried again: {count}"
    resolved: Sequence[Error] = [each for each in phase.errors if each.resolved and each.resolution]
    yield from (f"- {each.shown}: {each.resolution}" for each in resolved)


def _quick_lines(session: Session) -> Iterator[str]:
    """The task, agent and validation of a quick session, which has no phases."""
    if session.is_quick:
        yield session.task or read_log(session.file).topic or "without a task"
        yield f"Agent: {session.agent or 'none named'}"
        for key, value in session.checked.items():
            yield from _value_lines({f"validation {key}": value}, "")
