"""Maestro's resume protocol (seed): the position, the tier, what the phases left, and where the work goes on."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from cockpit.model import Phase, PhaseError, Track
from cockpit.model.checklist import NOTHING_MORE, Check, DoneStep, NamedFile, Option, Resumption, Way
from cockpit.model.intents import Archive, Intent, Move, Retry
from cockpit.rules.checklist.check_results import failed, passed, unknown
from cockpit.systems.interface import Candidate, Files
from cockpit.systems.maestro.documents import MAIN, exists
from cockpit.systems.maestro.open_errors import error_checks, is_left_failed, waiting_errors
from cockpit.systems.maestro.phase_order import blocking_phases, next_pending
from cockpit.systems.maestro.retries import RetryLimit, retry_limit
from cockpit.systems.maestro.session import PhaseEntry, SessionFile, read_session
from cockpit.systems.maestro.vocabulary import has_ended, id_of, is_open, status_of
from cockpit.systems.shared.folder import Folder
from cockpit.systems.shared.report import Report
from cockpit.wording.messages import Message, plain
from cockpit.wording.numbers import numbers_of
from cockpit.wording.times import parse_instant

# What a fresh agent is told of a session: what the completed phases handed on, the errors, and what is next


def prompt_sections(session: SessionFile, here: PhaseEntry | None) -> tuple[tuple[str, str], ...]:
    """Titles and texts, those that say something."""
    waiting = [*session.own_errors, *(each for entry in session.entries for each in waiting_errors(entry))]
    again = [each for entry in session.entries for each in entry.errors if each not in waiting]
    waiting, again = ([each for each in some if not each.resolved] for some in (waiting, again))
    parts = (
        ("Phases", "\n".join(map(_phase_line, session.entries))),
        ("What the completed phases handed on", "\n".join(_downstream_lines(session))),
        ("Errors that are not resolved", "\n".join(map(_error_line, waiting))),
        ("Errors after which the phase is tried again", "\n".join(map(_error_line, again))),
        (f"Phase {here.phase.id}" if here is not None and here.phase.id else "The phase that is next",
         "\n".join(_phase_lines(session, here)) if here is not None else "\n".join(_quick_session_lines(session))),
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
    """A value of the frontmatter as lines; what is empty is left out."""
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


def _phase_lines(session: SessionFile, here: PhaseEntry) -> Iterator[str]:
    """Its agents and files, what was said when it was tried again, and which phases run beside it."""
    phase = here.phase
    yield f"{phase.name or 'without a name'}: {phase.status or 'no status'}"
    yield f"Agents: {', '.join(phase.agents) or 'none named'}"
    beside = [each.phase.id or "?" for each in session.entries
              if each is not here and each.phase.parallel and phase.parallel
              and each.phase.blocked_by == phase.blocked_by and is_open(each.phase)]  # fmt: skip
    if beside:
        yield f"In parallel with: phase {', '.join(beside)}"
    planned = here.extra.get("planned_files")
    listed = [("Planned files", planned if isinstance(planned, list) else [])]
    listed += [(f"Files {kind}", [*getattr(here.files, kind)]) for kind in ("created", "modified", "deleted")]
    yield from (f"{title}: {', '.join(map(str, paths))}" for title, paths in listed if paths)
    if phase.retry_count:
        yield f"Tried again: {phase.retry_count}"
    again = [each for each in here.errors if each.resolved and each.resolution]
    yield from (f"- {each.message}: {each.resolution}" for each in again)


def _quick_session_lines(session: SessionFile) -> Iterator[str]:
    """Of a quick session, which has no phases."""
    if session.is_quick:
        yield session.task or session.log.topic or "without a task"
        yield f"Agent: {session.agent or 'none named'}"
        for key, value in session.validation.items():
            yield from _value_lines({f"validation {key}": value}, "")


_SHOWN = 20
_RESUME_WAY = Way((("cockpit", "move", "status", "in_progress"),))
_RESUME_INTENTS = (Move(part="status", value="in_progress"),)
_ARCHIVE_WAY = Way((("cockpit", "archive", "--unfinished"),))
_ESCALATE_WAY = Way((("cockpit", "archive", "--unfinished"), ("cockpit", "init", "maestro", "--plan", "PLAN.md")))
_HALTED = ("failed", "blocked")
_CHANGED = ("created", "modified", "deleted")
_KINDS = (*_CHANGED, "planned")


def resumption(track: Track, files: Files, candidate: Candidate) -> Resumption:
    """What is to be known before a session goes on; nothing where none is active."""
    page = Folder(files, "", Report(), candidate.path.rpartition("/")[0]).page(MAIN)
    if page is None or page.bad or not page.text.strip():
        return NOTHING_MORE
    session = read_session(page, Report())
    here, most = resume_entry(session), retry_limit(files, candidate.base)
    known, elsewhere = _named_files(session, files, candidate.base)
    return Resumption(
        checks=tuple(_checks(track, session, here, most)),
        files=known,
        elsewhere=elsewhere,
        half=tuple(str(each.capital_label) for each in session.entries if _is_unfinished(each)),
        plans=tuple(track.documents[name] for name in ("plan", "design") if name in track.documents),
        stamps=_stated_instants(session),
        step=id_of(here.phase.id) if here is not None else None,
        next=_next_sentence(session, here),
        begins=_begin_intent(session, here, most),
        done=tuple(_done_steps(session)),
        told=prompt_sections(session, here),
    )


def resume_entry(session: SessionFile) -> PhaseEntry | None:
    """The phase at which the work goes on: the first in progress, or failed without a decision about it; else the first
    that failed, else the first pending one that waits for nothing.
    """
    entries = session.entries
    begun = (
        each
        for each in entries
        if _has_status(each, "in_progress") or (_has_status(each, "failed") and not is_left_failed(each))
    )
    rest = (each for each in entries if _has_status(each, "failed"))
    pending = next_pending(session.phases)
    return next(begun, None) or next(rest, None) or next((each for each in entries if each.phase is pending), None)


def _has_status(entry: PhaseEntry, status: str) -> bool:
    return status_of(entry.phase.status) == status


def _is_unfinished(entry: PhaseEntry) -> bool:
    return _has_status(entry, "in_progress") or _has_status(entry, "failed")


# The lines of the checklist


def _checks(track: Track, session: SessionFile, here: PhaseEntry | None, most: RetryLimit) -> Iterator[Check]:
    yield from _readable_check(track, session)
    yield from _status_check(session)
    yield _position_check(session, here)
    yield from error_checks(session, most)
    yield from _reconciliation_checks(session)
    yield from _tier_check(session)


def _readable_check(track: Track, session: SessionFile) -> Iterator[Check]:
    claim = Message("maestro.session-readable")
    lost = [each.message for each in track.findings if each.path == session.path and each.severity == "error"]
    if lost or session.text.cut:
        evidence = lost[:_SHOWN] or [Message("maestro.phases-cut")]
        yield failed("readable", claim, Message("maestro.session-not-readable"), *evidence)


def _status_check(session: SessionFile) -> Iterator[Check]:
    """A session that was aborted, failed, is blocked, or was completed with phases that are open goes on only when a
    person says so.
    """
    unfinished = status_of(session.status) == "completed" and any(map(is_open, session.phases))
    if (status_of(session.status) in _HALTED or unfinished) and not session.is_quick:
        again = Option("resume", Message("maestro.option-resume"), _RESUME_WAY, _RESUME_INTENTS)
        archive = Option("archive", Message("maestro.option-archive"), _ARCHIVE_WAY, (Archive(unfinished=True),))
        claim, fact = Message("maestro.session-under-way"), Message("maestro.session-status-is", status=session.status)
        why = Message("maestro.phases-of-it-open" if unfinished else "maestro.status-says-halt")
        yield replace(failed("status", claim, fact, why), options=(again, archive) if unfinished else (again,))


def _position_check(session: SessionFile, here: PhaseEntry | None) -> Check:
    claim = Message("maestro.session-says-where-it-goes-on")
    if session.is_quick:
        return passed("onward", claim, Message("maestro.quick-session-goes-on-whole"))
    if not session.entries:
        return unknown("onward", claim, Message("maestro.session-names-no-phases"))
    done = [each for each in session.entries if _has_status(each, "completed")]
    current = [each for each in session.entries if _has_status(each, "in_progress")]
    failures = [each for each in session.entries if _has_status(each, "failed")]
    evidence = [Message("maestro.no-phase-completed")]
    if done:  # the last one is the one with the highest number (seed)
        last = max(done, key=lambda each: numbers_of(each.phase.id))
        evidence = [Message("maestro.last-completed-phase", phase=_label_with_name(last.phase))]
    if current:
        names = [_label_with_name(each.phase) for each in current[:_SHOWN]]
        evidence.append(Message("maestro.phases-in-progress", phases=names))
    if failures:
        evidence.append(
            Message("maestro.phases-failed", phases=[_label_with_name(each.phase) for each in failures[:_SHOWN]])
        )
    if here is not None:
        return passed(
            "onward", claim, *evidence, Message("maestro.goes-on-at-phase", phase=_label_with_name(here.phase))
        )
    if any(is_open(each.phase) for each in session.entries):
        return unknown("onward", claim, *evidence, Message("maestro.no-phase-to-go-on-at"))
    return passed("onward", claim, *evidence, Message("maestro.no-phase-open"))


def _reconciliation_checks(session: SessionFile) -> Iterator[Check]:
    claim = Message("maestro.no-phase-to-compare")
    for each in session.entries:
        if each.requires_reconciliation:
            reason = each.extra.get("reconciliation_reason")
            why = plain(reason) if isinstance(reason, str) and reason else Message("maestro.phase-handed-on-nothing")
            fact = Message("maestro.phase-not-compared", phase=each.capital_label)
            yield failed("reconciliation", claim, fact, why, subject=each.phase.id or each.phase.name or "")


def _tier_check(session: SessionFile) -> Iterator[Check]:
    """By the tier: a quick session that failed is delegated again or becomes one with phases; no tier means T3."""
    claim = Message("maestro.tier-lets-it-go-on")
    if not session.is_quick:
        evidence = (
            Message("maestro.tier-goes-on", tier=session.tier) if session.tier else Message("maestro.tier-by-rule")
        )
        yield passed("tier", claim, evidence)
    elif status_of(session.status) == "failed":
        who = (
            Message("maestro.same-agent-by-name", agent=session.agent)
            if session.agent
            else Message("maestro.same-agent")
        )
        again = Option("again", Message("maestro.option-delegate-again", agent=who), _RESUME_WAY, _RESUME_INTENTS)
        escalate = Option("escalate", Message("maestro.option-escalate"), _ESCALATE_WAY)
        fact, way = Message("maestro.quick-session-failed"), Message("maestro.delegate-or-escalate", agent=who)
        yield replace(failed("tier", claim, fact, way), options=(again, escalate))
    else:
        yield passed("tier", claim, Message("maestro.quick-session"))


# What was touched


def _named_files(session: SessionFile, files: Files, base: str) -> tuple[tuple[NamedFile, ...], tuple[str, ...]]:
    """The files that the session names, each once by the last phase that did, and those that lie elsewhere."""
    found: dict[str, NamedFile] = {}
    elsewhere: dict[str, None] = {}
    quick = [(None, kind, stated) for kind in _CHANGED for stated in getattr(session.files, kind)]
    named = [
        (each, kind, stated) for each in session.entries for kind in _KINDS for stated in _stated_paths(each, kind)
    ]
    for entry, kind, stated in (*quick, *named):
        path = _locate(stated, files, base)
        if path is None:
            elsewhere[stated] = None
            continue
        half = entry is not None and _is_unfinished(entry)
        if kind == "planned" and (not half or path in found):
            continue
        who = entry.label if entry is not None else Message("maestro.session-itself")
        found[path] = NamedFile(
            path=path, why=Message("maestro.file-by-phase", kind=kind, phase=who),
            step=str(entry.capital_label) if entry is not None and half else None,
            gone=kind == "deleted", planned=kind == "planned",
            ended=entry.phase.completed if entry is not None and not half else None,
        )  # fmt: skip
    return tuple(found.values()), tuple(elsewhere)


def _locate(stated: str, files: Files, base: str) -> str | None:
    """Where a stated file lies: from the session's own folder, or from the project's where only that has it."""
    here, whole = files.place(stated, base), files.place(stated)
    return whole if whole is not None and base and not exists(files, here) and exists(files, whole) else here


def _stated_paths(entry: PhaseEntry, kind: str) -> Sequence[str]:
    if kind != "planned":
        return tuple(getattr(entry.files, kind))
    planned = entry.extra.get("planned_files")
    return [each for each in planned if isinstance(each, str)] if isinstance(planned, list) else []


def _stated_instants(session: SessionFile) -> tuple[str, ...]:
    """The instants that the session bears, newest first."""
    stated = [session.updated, session.created]
    stated += [at for each in session.phases for at in (each.started, each.completed)]
    stated += [each.at for each in session.errors]
    known = [(instant.at, stamp) for stamp in stated if stamp and (instant := parse_instant(stamp)) is not None]
    return tuple(dict.fromkeys(stamp for _, stamp in sorted(known, reverse=True)))


# Where it goes on


def _next_sentence(session: SessionFile, here: PhaseEntry | None) -> str | None:
    """The first thing to do, as a sentence. A phase found in progress begins again."""
    if here is None:
        return None
    name = _label_with_name(here.phase)
    match status_of(here.phase.status):
        case "in_progress":
            return f"Begin {name} again from the start; it was under way when the work stopped."
        case "failed":
            return f"Try {name} again; it failed."
    return f"Begin {name}."


def _begin_intent(session: SessionFile, here: PhaseEntry | None, most: RetryLimit) -> Intent | None:
    """What marks the phase as under way; None where the session has none, or a person must decide something before."""
    if session.is_quick and status_of(session.status) == "failed":
        return Move(part="status", value="in_progress")
    identity = id_of(here.phase.id) if here is not None else None
    if here is None or identity is None or has_ended(session.status):
        return None
    if _has_status(here, "failed"):
        asks = here.retries.unread is not None or most.is_reached(here.phase.retry_count)
        return Retry(phase=identity) if not asks else None
    waiting = _has_status(here, "not_started") and blocking_phases(session.phases, here.phase)
    return Move(part="phase", value=identity) if not waiting else None


def _done_steps(session: SessionFile) -> Iterator[DoneStep]:
    for each in session.entries:
        if _has_status(each, "completed"):
            paths = (*each.files.created, *each.files.modified)
            yield DoneStep(id=each.phase.id or "?", name=each.phase.name or "", agents=each.phase.agents, files=paths)


def _label_with_name(phase: Phase) -> Message:
    if phase.id and phase.name:
        return Message("maestro.phase-and-name", phase=phase.id, name=phase.name)
    if phase.name:
        return Message("maestro.some-phase-and-name", name=phase.name)
    return Message("maestro.phase-label", phase=phase.id) if phase.id else Message("maestro.some-phase")
