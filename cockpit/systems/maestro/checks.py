"""What a session says against itself, against Maestro's rules and against the places of its files."""

from collections import Counter
from collections.abc import Sequence

from cockpit.model import Phase
from cockpit.systems.maestro.phase_order import circle, unknown_blockers
from cockpit.systems.maestro.session import PhaseEntry, SessionFile
from cockpit.systems.maestro.vocabulary import (
    PHASE_WORDS,
    SESSION_WORDS,
    TIERS,
    folded,
    id_of,
    is_open,
    resume_phase,
    status_of,
)
from cockpit.systems.shared.report import Report
from cockpit.wording.numbers import whole_number
from cockpit.wording.phrases import counted, ended, listed

_NAMED = 8
"""Phases that a sentence names."""


def check_session(session: SessionFile, most_retries: int, report: Report) -> None:
    """Report what is missing, unknown or contradictory in a session."""
    if session.text.notation == "none":
        report.add("frontmatter-missing", session.path, 1, "The session has no frontmatter; only its log was read.")
        return
    _check_head(session, report)
    if session.is_quick:
        if not session.validation.get("command") or not session.validation.get("result"):
            line = session.line("validation")
            report.add("validation-missing", session.path, line, "The quick session records no validation.")
    elif not session.entries and not session.text.cut:
        report.add("phases-missing", session.path, session.line("phases"), "The session has no phases.")
    for entry in session.entries:
        _check_phase(entry, session, most_retries, report)
    _check_names(session, report)
    _check_ids(session, report)
    _check_order(session, report)
    _check_current(session, report)
    _check_counts(session, report)
    _check_marks(session, report)


def _check_head(session: SessionFile, report: Report) -> None:
    path = session.path
    if session.id is None:
        report.add("session-id-missing", path, session.line("session_id"), "The session has no id.")
    if session.status is None:
        report.add("status-missing", path, session.line("status"), "The session has no status.")
    elif folded(session.status) not in SESSION_WORDS:
        message = f"The status of the session is {session.status}, which Maestro does not know."
        report.add("unknown-status", path, session.line("status"), message)
    if session.tier is not None and session.tier.upper() not in TIERS:
        report.add("unknown-tier", path, session.line("tier"), f"The tier is {session.tier}, which Maestro has not.")
    if folded(session.tier) == "t1" and session.entries:
        message = f"The tier is T1, which has no phases; {_are(session.phases)} there."
        report.add("quick-with-phases", path, session.line("tier"), message)


def _check_phase(entry: PhaseEntry, session: SessionFile, most_retries: int, report: Report) -> None:
    phase, path, name = entry.phase, session.path, _begun(entry)
    if phase.status is None:
        report.add("status-missing", path, session.line(*entry.at), f"{name} has no status.")
    elif folded(phase.status) not in PHASE_WORDS:
        message = f"The status of {entry.label} is {phase.status}, which Maestro does not know."
        report.add("unknown-status", path, session.line(*entry.at, "status"), message)
    until, done = session.text.values.raw(*entry.at, "completed"), status_of(phase.status) == "completed"
    if phase.status is not None and done != bool(until) and not session.text.cut:
        told = "is completed without a time" if done else f"has a time of completion and is {phase.status}"
        report.add("phase-times", path, session.line(*entry.at, "completed"), f"{name} {told}.")
    retries = phase.retry_count or 0
    line = session.line(*entry.at, "retry_count")
    if retries > most_retries:
        message = f"{name} was tried again {counted(retries, 'time')}, where {most_retries} are allowed."
        report.add("retries-over-limit", path, line, message)
    if retries > len(entry.errors):
        told = f"{name} counts {retries} {'retry' if retries == 1 else 'retries'}"
        report.add("retries-unrecorded", path, line, f"{told} and records {counted(len(entry.errors), 'error')}.")
    if entry.requires_reconciliation:
        reason = entry.more.get("reconciliation_reason")
        because = f": {reason}" if isinstance(reason, str) else ""
        line = session.line(*entry.at, "requires_reconciliation")
        report.add("reconciliation-required", path, line, ended(f"{name} must be compared with what was done{because}"))


def _begun(entry: PhaseEntry) -> str:
    return f"{entry.label[:1].upper()}{entry.label[1:]}"


def _can_be_named(phase: Phase) -> bool:
    return id_of(phase.id) is not None


def _check_names(session: SessionFile, report: Report) -> None:
    without = [entry for entry in session.entries if entry.phase.name is None]
    if without:
        told = _ids([entry.phase for entry in without])
        verb = "has" if len(without) == 1 else "have"
        message = f"{counted(len(without), 'phase')} {verb} no name: {told}."
        report.add("phase-name-missing", session.path, session.line(*without[0].at), message)


def _are(phases: Sequence[Phase]) -> str:
    return f"{counted(len(phases), 'phase')} {'is' if len(phases) == 1 else 'are'}"


def at_once(running: Sequence[Phase]) -> str:
    """That phases are in progress together which may not."""
    return f"{len(running)} phases are in progress at once: {_ids(running)}."


def _ids(phases: Sequence[Phase]) -> str:
    told = [phase.id or "one without an id" for phase in phases[:_NAMED]]
    return listed([*told, f"{len(phases) - _NAMED} more"] if len(phases) > _NAMED else told)


def _check_ids(session: SessionFile, report: Report) -> None:
    nameless = [entry for entry in session.entries if not _can_be_named(entry.phase)]
    if nameless:
        told = f"{_begun(nameless[0])} has no id" if len(nameless) == 1 else f"{len(nameless)} phases have no id"
        line = session.line(*nameless[0].at, "id")
        report.add("phase-id-missing", session.path, line, f"{told} that can be named.")
    often = Counter(phase.id for phase in session.phases)
    seen: set[str] = set()
    for entry in session.entries:
        identity, line = entry.phase.id, session.line(*entry.at, "id")
        if _can_be_named(entry.phase) and often[identity] > 1 and identity in seen:
            report.add("phase-twice", session.path, line, f"Phase {identity} stands there {often[identity]} times.")
        seen.add(identity or "")


def _check_order(session: SessionFile, report: Report) -> None:
    phases = session.phases
    if not session.text.cut and all(_can_be_named(phase) for phase in phases):
        for place, wanted in unknown_blockers(phases):
            entry = session.entries[place]
            line = session.line(*entry.at, "blocked_by")
            message = f"{_begun(entry)} waits for phase {wanted}, which is not there."
            report.add("blocked-by-unknown", session.path, line, message)
    round_ = circle(phases)
    if round_:
        entry = next(each for each in session.entries if each.phase.id == round_[0])
        told = ", which waits for ".join(f"phase {each}" for each in (*round_[1:], round_[0]))
        line = session.line(*entry.at, "blocked_by")
        message = f"Phase {round_[0]} waits for {told}: none of them can begin."
        report.add("blocked-by-circle", session.path, line, message)
    running = [phase for phase in phases if status_of(phase.status) == "in_progress"]
    if len(running) > 1 and not all(phase.parallel for phase in running):
        entry = next(each for each in session.entries if each.phase is running[1])
        report.add("several-in-progress", session.path, session.line(*entry.at, "status"), at_once(running))


def _check_current(session: SessionFile, report: Report) -> None:
    stated, line, phases = session.current_phase, session.line("current_phase"), session.phases
    if not phases:
        return
    if id_of(stated) is None or stated is None:
        told = "is missing" if stated is None else f"is no phase: {stated}"
        report.add("current-phase-unreadable", session.path, line, f"`current_phase` {told}.")
        return
    here = next((phase for phase in phases if phase.id == stated), None)
    number, total = whole_number(stated), session.total_phases or len(phases)
    if here is None and not session.text.cut:
        beyond = number is not None and number > total
        told = f"lies beyond the last of {total}" if beyond else "is not there"
        code = "phase-beyond-total" if beyond else "current-phase-unknown"
        report.add(code, session.path, line, f"The current phase, {stated}, {told}.")
    following = resume_phase(phases)
    if here is not None and not is_open(here) and following is not None:
        message = f"The current phase, {stated}, is {here.status}; the work goes on at phase {following.id or '?'}."
        report.add("current-phase-finished", session.path, line, message)


def _check_counts(session: SessionFile, report: Report) -> None:
    phases, total = session.phases, session.total_phases
    if total is not None and phases and total != len(phases) and not session.text.cut:
        message = f"`total_phases` is {total}; {_are(phases)} there."
        report.add("total-mismatch", session.path, session.line("total_phases"), message)
    left = [phase for phase in phases if is_open(phase)]
    if status_of(session.status) == "completed" and left:
        message = f"The session is completed; {_are(left)} not: {_ids(left)}."
        report.add("completed-with-open-phases", session.path, session.line("status"), message)


def _check_marks(session: SessionFile, report: Report) -> None:
    """The log marks a phase as completed that is not."""
    for phase in session.phases:
        line = session.log.completed.get((phase.id or "").casefold())
        if line is not None and is_open(phase):
            message = f"The log marks phase {phase.id} as completed; its status is {phase.status or 'missing'}."
            report.add("log-mark", session.path, line, message)
