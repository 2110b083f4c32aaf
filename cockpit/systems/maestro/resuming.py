"""Maestro's resume protocol (seed): position, tier, what the phases handed on, and where the work goes on."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from cockpit.model import PhaseError, Track
from cockpit.model.checklist import NOTHING_MORE, Check, DoneStep, NamedFile, Option, Resumption, Way
from cockpit.model.intents import Archive, Intent, Move, Retry
from cockpit.rules.checklist.check_kinds import failed, passed, unknown
from cockpit.systems.interface import Candidate, Files
from cockpit.systems.maestro.documents import MAIN, exists
from cockpit.systems.maestro.open_errors import error_checks, is_left_failed, waiting_errors
from cockpit.systems.maestro.phase_order import blocking_phases, next_pending
from cockpit.systems.maestro.retries import RetryLimit, retry_limit
from cockpit.systems.maestro.session import PhaseEntry, SessionFile, read_session
from cockpit.systems.maestro.vocabulary import has_ended, id_of, is_open, status_of, with_name
from cockpit.systems.shared.folder import Folder
from cockpit.systems.shared.report import Report
from cockpit.wording.messages import Message, plain
from cockpit.wording.numbers import numbers_of
from cockpit.wording.times import parse_instant

# The sections for the prompt: phases, what the completed ones handed on, errors, and the next phase


def prompt_sections(session: SessionFile, current: PhaseEntry | None) -> tuple[tuple[str, str], ...]:
    """Titles and texts of the sections for the prompt; empty ones are left out."""
    undecided = [*session.own_errors, *(each for current in session.entries for each in waiting_errors(current))]
    retried = [each for current in session.entries for each in current.errors if each not in undecided]
    undecided, retried = ([each for each in errors if not each.resolved] for errors in (undecided, retried))
    lines = _phase_lines(session, current) if current is not None else _quick_session_lines(session)
    parts = (
        ("Phases", "\n".join(map(_phase_line, session.entries))),
        ("What the completed phases handed on", "\n".join(_downstream_lines(session))),
        ("Errors that are not resolved", "\n".join(map(_error_line, undecided))),
        ("Errors after which the phase is tried again", "\n".join(map(_error_line, retried))),
        (f"Phase {current.phase.id}" if current is not None and current.phase.id else "The phase that is next",
         "\n".join(lines)),
    )  # fmt: skip
    return tuple((title, text) for title, text in parts if text)


def _phase_line(entry: PhaseEntry) -> str:
    phase = entry.phase
    waiting = f", after {', '.join(phase.blocked_by)}" if phase.blocked_by and is_open(phase) else ""
    return f"- {phase.id or '?'}: {phase.name or 'without a name'} ({phase.status or 'no status'}{waiting})"


def _downstream_lines(session: SessionFile) -> Iterator[str]:
    for entry in session.entries:
        context = entry.extra.get("downstream_context")
        if status_of(entry.phase.status) == "completed" and context:
            yield f"Phase {entry.phase.id or '?'}: {entry.phase.name or ''}".rstrip(": ")
            yield from _value_lines(context, "  ")


def _value_lines(value: Any, indent: str) -> Iterator[str]:  # noqa: ANN401 -- whatever its keys
    """A value of the frontmatter as indented lines; empty values are left out."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            if isinstance(inner, Mapping | list):
                lines = list(_value_lines(inner, f"{indent}  "))
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


def _error_line(error: PhaseError) -> str:
    phase = f"Phase {error.phase}: " if error.phase else ""
    about = ", ".join(filter(None, (error.type, error.agent, error.at)))
    return f"- {phase}{error.message}{f' ({about})' if about else ''}"


def _phase_lines(session: SessionFile, entry: PhaseEntry) -> Iterator[str]:
    """The phase's status, agents, parallel phases, files, and the notes of its retries."""
    phase = entry.phase
    yield f"{phase.name or 'without a name'}: {phase.status or 'no status'}"
    yield f"Agents: {', '.join(phase.agents) or 'none named'}"
    parallel = [each.phase.id or "?" for each in session.entries
                if each is not entry and each.phase.parallel and phase.parallel
                and each.phase.blocked_by == phase.blocked_by and is_open(each.phase)]  # fmt: skip
    if parallel:
        yield f"In parallel with: phase {', '.join(parallel)}"
    planned = entry.extra.get("planned_files")
    path_lists = [("Planned files", planned if isinstance(planned, list) else [])]
    path_lists += [(f"Files {kind}", [*getattr(entry.files, kind)]) for kind in ("created", "modified", "deleted")]
    yield from (f"{title}: {', '.join(map(str, paths))}" for title, paths in path_lists if paths)
    if phase.retry_count:
        yield f"Tried again: {phase.retry_count}"
    resolved = [each for each in entry.errors if each.resolved and each.resolution]
    yield from (f"- {each.message}: {each.resolution}" for each in resolved)


def _quick_session_lines(session: SessionFile) -> Iterator[str]:
    """The task, agent and validation of a quick session, which has no phases."""
    if session.is_quick:
        yield session.task or session.log.topic or "without a task"
        yield f"Agent: {session.agent or 'none named'}"
        for key, value in session.validation.items():
            yield from _value_lines({f"validation {key}": value}, "")


_SHOWN = 20
_RESUME_WAY = Way((("cockpit", "set", "status=in_progress"),))
_RESUME_INTENTS = (Move(part="status", value="in_progress"),)
_ARCHIVE_WAY = Way((("cockpit", "track", "archive", "--force"),))
_ESCALATE_WAY = Way((("cockpit", "track", "archive", "--force"), ("cockpit", "init", "maestro", "--plan", "PLAN.md")))
_HALTED = ("failed", "blocked")
_CHANGED = ("created", "modified", "deleted")
_KINDS = (*_CHANGED, "planned")


def resumption(track: Track, files: Files, candidate: Candidate) -> Resumption:
    """What the resume protocol says; `NOTHING_MORE` without an active session."""
    page = Folder(files, "", Report(), candidate.path.rpartition("/")[0]).page(MAIN)
    if page is None or page.bad or not page.text.strip():
        return NOTHING_MORE
    session = read_session(page, Report())
    entry, limit = resume_entry(session), retry_limit(files, candidate.base)
    files_by_path, elsewhere = _named_files(session, files, candidate.base)
    return Resumption(
        checks=tuple(_checks(track, session, entry, limit)),
        files=files_by_path,
        elsewhere=elsewhere,
        half=tuple(str(each.capital_label) for each in session.entries if _is_unfinished(each)),
        plans=tuple(track.documents[name] for name in ("plan", "design") if name in track.documents),
        stamps=_stated_instants(session),
        step=id_of(entry.phase.id) if entry is not None else None,
        next=_next_sentence(session, entry),
        begins=_begin_intent(session, entry, limit),
        done=tuple(_done_steps(session)),
        told=prompt_sections(session, entry),
    )


def resume_entry(session: SessionFile) -> PhaseEntry | None:
    """The phase at which the work goes on: the first in progress, or failed without a decision; else the first failed
    one; else the first pending one that is not blocked.
    """
    entries = session.entries
    active = (
        each
        for each in entries
        if _has_status(each, "in_progress") or (_has_status(each, "failed") and not is_left_failed(each))
    )
    failed = (each for each in entries if _has_status(each, "failed"))
    pending = next_pending(session.phases)
    return next(active, None) or next(failed, None) or next((each for each in entries if each.phase is pending), None)


def _has_status(entry: PhaseEntry, status: str) -> bool:
    return status_of(entry.phase.status) == status


def _is_unfinished(entry: PhaseEntry) -> bool:
    return _has_status(entry, "in_progress") or _has_status(entry, "failed")


# The checks


def _checks(track: Track, session: SessionFile, entry: PhaseEntry | None, limit: RetryLimit) -> Iterator[Check]:
    yield from _readable_check(track, session)
    yield from _status_check(session)
    yield _position_check(session, entry)
    yield from error_checks(session, limit)
    yield from _reconciliation_checks(session)
    yield from _tier_check(session)


def _readable_check(track: Track, session: SessionFile) -> Iterator[Check]:
    claim = Message("maestro.session-readable")
    errors = [each.message for each in track.findings if each.path == session.path and each.severity == "error"]
    if errors or session.text.cut:
        evidence = errors[:_SHOWN] or [Message("maestro.phases-cut")]
        yield failed("readable", claim, Message("maestro.session-not-readable"), *evidence)


def _status_check(session: SessionFile) -> Iterator[Check]:
    """The check of a session that failed, is blocked, or is completed with open phases: only a person resumes it."""
    unfinished = status_of(session.status) == "completed" and any(map(is_open, session.phases))
    if (status_of(session.status) in _HALTED or unfinished) and not session.is_quick:
        resume = Option("resume", Message("maestro.option-resume"), _RESUME_WAY, _RESUME_INTENTS)
        archive = Option("archive", Message("maestro.option-archive"), _ARCHIVE_WAY, (Archive(unfinished=True),))
        claim, fact = Message("maestro.session-under-way"), Message("maestro.session-status-is", status=session.status)
        reason = Message("maestro.phases-of-it-open" if unfinished else "maestro.status-says-halt")
        yield replace(failed("status", claim, fact, reason), options=(resume, archive) if unfinished else (resume,))


def _position_check(session: SessionFile, entry: PhaseEntry | None) -> Check:
    claim = Message("maestro.session-says-where-it-goes-on")
    if session.is_quick:
        return passed("onward", claim, Message("maestro.quick-session-goes-on-whole"))
    if not session.entries:
        return unknown("onward", claim, Message("maestro.session-without-phases"))
    completed = [each for each in session.entries if _has_status(each, "completed")]
    current = [each for each in session.entries if _has_status(each, "in_progress")]
    failures = [each for each in session.entries if _has_status(each, "failed")]
    evidence = [Message("maestro.no-phase-completed")]
    if completed:  # the last one is the one with the highest number (seed)
        last = max(completed, key=lambda each: numbers_of(each.phase.id))
        evidence = [Message("maestro.last-completed-phase", phase=with_name(last.phase))]
    if current:
        names = [with_name(each.phase) for each in current[:_SHOWN]]
        evidence.append(Message("maestro.phases-in-progress", phases=names))
    if failures:
        evidence.append(Message("maestro.phases-failed", phases=[with_name(each.phase) for each in failures[:_SHOWN]]))
    if entry is not None:
        return passed("onward", claim, *evidence, Message("maestro.goes-on-at-phase", phase=with_name(entry.phase)))
    if any(is_open(each.phase) for each in session.entries):
        return unknown("onward", claim, *evidence, Message("maestro.no-phase-to-go-on-at"))
    return passed("onward", claim, *evidence, Message("maestro.no-phase-open"))


def _reconciliation_checks(session: SessionFile) -> Iterator[Check]:
    claim = Message("maestro.no-phase-to-compare")
    for each in session.entries:
        if each.requires_reconciliation:
            reason = each.extra.get("reconciliation_reason")
            evidence = Message("maestro.phase-handed-on-nothing")
            if isinstance(reason, str) and reason:
                evidence = plain(reason)
            fact = Message("maestro.phase-not-compared", phase=each.capital_label)
            yield failed("reconciliation", claim, fact, evidence, subject=each.phase.id or each.phase.name or "")


def _tier_check(session: SessionFile) -> Iterator[Check]:
    """The check of the tier: a failed quick session is delegated again or becomes one with phases; no tier means T3."""
    claim = Message("maestro.tier-lets-it-go-on")
    if not session.is_quick:
        evidence = (
            Message("maestro.tier-goes-on", tier=session.tier) if session.tier else Message("maestro.tier-by-rule")
        )
        yield passed("tier", claim, evidence)
    elif status_of(session.status) == "failed":
        agent = (
            Message("maestro.same-agent-by-name", agent=session.agent)
            if session.agent
            else Message("maestro.same-agent")
        )
        delegate = Option("again", Message("maestro.option-delegate-again", agent=agent), _RESUME_WAY, _RESUME_INTENTS)
        escalate = Option("escalate", Message("maestro.option-escalate"), _ESCALATE_WAY)
        fact, advice = Message("maestro.quick-session-failed"), Message("maestro.delegate-or-escalate", agent=agent)
        yield replace(failed("tier", claim, fact, advice), options=(delegate, escalate))
    else:
        yield passed("tier", claim, Message("maestro.quick-session"))


# Files and time stamps


def _named_files(session: SessionFile, files: Files, base: str) -> tuple[tuple[NamedFile, ...], tuple[str, ...]]:
    """The files that the session names, each with the last phase that names it; and those outside the project."""
    found: dict[str, NamedFile] = {}
    elsewhere: dict[str, None] = {}
    of_session = [(None, kind, path_text) for kind in _CHANGED for path_text in getattr(session.files, kind)]
    of_phases = [
        (each, kind, path_text)
        for each in session.entries
        for kind in _KINDS
        for path_text in _stated_paths(each, kind)
    ]
    for entry, kind, path_text in (*of_session, *of_phases):
        path = _locate(path_text, files, base)
        if path is None:
            elsewhere[path_text] = None
            continue
        unfinished = entry is not None and _is_unfinished(entry)
        if kind == "planned" and (not unfinished or path in found):
            continue
        source = entry.label if entry is not None else Message("maestro.session-itself")
        found[path] = NamedFile(
            path=path, why=Message("maestro.file-by-phase", kind=kind, phase=source),
            step=str(entry.capital_label) if entry is not None and unfinished else None,
            gone=kind == "deleted", planned=kind == "planned",
            ended=entry.phase.completed if entry is not None and not unfinished else None,
        )  # fmt: skip
    return tuple(found.values()), tuple(elsewhere)


def _locate(path_text: str, files: Files, base: str) -> str | None:
    """The path of a stated file: relative to the session's folder, or to the project where only that exists."""
    in_package, in_project = files.place(path_text, base), files.place(path_text)
    only_project = base and not exists(files, in_package) and exists(files, in_project)
    return in_project if only_project else in_package


def _stated_paths(entry: PhaseEntry, kind: str) -> Sequence[str]:
    if kind != "planned":
        return tuple(getattr(entry.files, kind))
    planned = entry.extra.get("planned_files")
    return [each for each in planned if isinstance(each, str)] if isinstance(planned, list) else []


def _stated_instants(session: SessionFile) -> tuple[str, ...]:
    """The time stamps in the session, newest first."""
    instants = [session.updated, session.created]
    instants += [at for each in session.phases for at in (each.started, each.completed)]
    instants += [each.at for each in session.errors]
    dated = [(instant.at, stamp) for stamp in instants if stamp and (instant := parse_instant(stamp)) is not None]
    return tuple(dict.fromkeys(stamp for _, stamp in sorted(dated, reverse=True)))


# What comes next


def _next_sentence(session: SessionFile, entry: PhaseEntry | None) -> str | None:
    """The first thing to do, as a sentence. A phase in progress is begun again."""
    if entry is None:
        return None
    name = with_name(entry.phase)
    match status_of(entry.phase.status):
        case "in_progress":
            return f"Begin {name} again from the start; it was under way when the work stopped."
        case "failed":
            return f"Try {name} again; it failed."
    return f"Begin {name}."


def _begin_intent(session: SessionFile, entry: PhaseEntry | None, limit: RetryLimit) -> Intent | None:
    """The intent that marks the phase as in progress; None without a phase, or where a person must decide first."""
    if session.is_quick and status_of(session.status) == "failed":
        return Move(part="status", value="in_progress")
    phase_id = id_of(entry.phase.id) if entry is not None else None
    if entry is None or phase_id is None or has_ended(session.status):
        return None
    if _has_status(entry, "failed"):
        is_held = entry.retries.unread is not None or limit.is_reached(entry.phase.retry_count)
        return Retry(phase=phase_id) if not is_held else None
    is_blocked = _has_status(entry, "not_started") and blocking_phases(session.phases, entry.phase)
    return Move(part="phase", value=phase_id) if not is_blocked else None


def _done_steps(session: SessionFile) -> Iterator[DoneStep]:
    for each in session.entries:
        if _has_status(each, "completed"):
            paths = (*each.files.created, *each.files.modified)
            yield DoneStep(id=each.phase.id or "?", name=each.phase.name or "", agents=each.phase.agents, files=paths)
