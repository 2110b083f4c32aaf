"""Contradictions of a session: within itself, with Maestro's rules, and with the files on disk."""

from collections import Counter
from collections.abc import Sequence

from cockpit.model import Phase
from cockpit.systems.maestro.phase_order import find_cycle, unknown_blockers
from cockpit.systems.maestro.retries import DEFAULT_LIMIT, LIMIT_VARIABLE, RetryLimit
from cockpit.systems.maestro.session import PhaseEntry, SessionFile
from cockpit.systems.maestro.vocabulary import (
    PHASE_WORDS,
    SESSION_WORDS,
    TIERS,
    folded,
    id_of,
    is_open,
    resume_phase,
    shortened,
    status_of,
)
from cockpit.systems.shared.report import Report
from cockpit.wording.messages import Message
from cockpit.wording.numbers import whole_number
from cockpit.wording.phrases import as_sentence

_MOST_NAMES = 8
"""The number of phases that a message names."""


def check_session(session: SessionFile, limit: RetryLimit, report: Report) -> None:
    """Report what is missing, unknown or contradictory in a session."""
    if session.text.notation == "none":
        report.add("frontmatter-missing", session.path, 1, Message("maestro.frontmatter-missing"))
        return
    _check_head(session, report)
    if session.is_quick:
        if not session.validation.get("command") or not session.validation.get("result"):
            line = session.line("validation")
            report.add("validation-missing", session.path, line, Message("maestro.validation-missing"))
    elif not session.entries and not session.text.cut:
        report.add("phases-missing", session.path, session.line("phases"), Message("maestro.session-without-phases"))
    for entry in session.entries:
        _check_phase(entry, session, limit.number, report)
    if (raised := limit.raised_in) is not None:
        message = Message("maestro.retry-limit-raised", variable=LIMIT_VARIABLE, limit=limit.number, most=DEFAULT_LIMIT)
        report.add("retry-limit-raised", raised.path or "", raised.line, message)
    _check_names(session, report)
    _check_ids(session, report)
    _check_order(session, report)
    _check_current(session, report)
    _check_counts(session, report)
    _check_marks(session, report)


def _check_head(session: SessionFile, report: Report) -> None:
    path = session.path
    if session.id is None:
        report.add("session-id-missing", path, session.line("session_id"), Message("maestro.session-id-missing"))
    if session.status is None:
        report.add("status-missing", path, session.line("status"), Message("maestro.session-status-missing"))
    elif folded(session.status) not in SESSION_WORDS:
        message = Message("maestro.session-status-unknown", status=session.status)
        report.add("unknown-status", path, session.line("status"), message)
    if session.tier is not None and session.tier.upper() not in TIERS:
        report.add("unknown-tier", path, session.line("tier"), Message("maestro.tier-unknown", tier=session.tier))
    if folded(session.tier) == "t1" and session.entries:
        message = Message("maestro.quick-session-with-phases", count=len(session.phases))
        report.add("quick-with-phases", path, session.line("tier"), message)


def _check_phase(entry: PhaseEntry, session: SessionFile, most_retries: int, report: Report) -> None:
    phase, path, label = entry.phase, session.path, entry.capital_label
    if phase.status is None:
        report.add(
            "status-missing", path, session.line(*entry.at), Message("maestro.phase-status-missing", phase=label)
        )
    elif folded(phase.status) not in PHASE_WORDS:
        message = Message("maestro.phase-status-unknown", phase=label, status=phase.status)
        report.add("unknown-status", path, session.line(*entry.at, "status"), message)
    completed_at, is_completed = session.text.values.raw(*entry.at, "completed"), status_of(phase.status) == "completed"
    if phase.status is not None and is_completed != bool(completed_at) and not session.text.cut:
        message = (
            Message("maestro.completed-phase-without-time", phase=label)
            if is_completed
            else Message("maestro.open-phase-with-completion-time", phase=label, status=phase.status)
        )
        report.add("phase-times", path, session.line(*entry.at, "completed"), message)
    retries = phase.retry_count or 0
    line = session.line(*entry.at, "retry_count")
    if retries > most_retries:
        message = Message("maestro.phase-retries-over-limit", phase=label, count=retries, limit=most_retries)
        report.add("retries-over-limit", path, line, message)
    if retries > len(entry.errors):
        message = Message("maestro.phase-retries-unrecorded", phase=label, retries=retries, errors=len(entry.errors))
        report.add("retries-unrecorded", path, line, message)
    if entry.requires_reconciliation:
        reason = entry.extra.get("reconciliation_reason")
        message = (
            Message("maestro.phase-to-be-compared-why", phase=label, reason=as_sentence(reason))
            if isinstance(reason, str)
            else Message("maestro.phase-to-be-compared", phase=label)
        )
        report.add("reconciliation-required", path, session.line(*entry.at, "requires_reconciliation"), message)


def _can_be_named(phase: Phase) -> bool:
    return id_of(phase.id) is not None


def _check_names(session: SessionFile, report: Report) -> None:
    unnamed = [entry for entry in session.entries if entry.phase.name is None]
    if unnamed:
        phases = _phase_ids([entry.phase for entry in unnamed])
        message = Message("maestro.phase-names-missing", count=len(unnamed), phases=phases)
        report.add("phase-name-missing", session.path, session.line(*unnamed[0].at), message)


def several_in_progress(running: Sequence[Phase]) -> Message:
    """The message about phases in progress that may not run in parallel."""
    return Message("maestro.several-phases-at-once", count=len(running), phases=_phase_ids(running))


def _phase_ids(phases: Sequence[Phase]) -> tuple[str | Message, ...]:
    return shortened([phase.id or Message("maestro.one-without-id") for phase in phases], _MOST_NAMES)


def _check_ids(session: SessionFile, report: Report) -> None:
    without_id = [entry for entry in session.entries if not _can_be_named(entry.phase)]
    if without_id:
        message = (
            Message("maestro.phase-id-missing", phase=without_id[0].capital_label)
            if len(without_id) == 1
            else Message("maestro.phase-ids-missing", count=len(without_id))
        )
        report.add("phase-id-missing", session.path, session.line(*without_id[0].at, "id"), message)
    occurrences = Counter(phase.id for phase in session.phases)
    earlier_ids: set[str] = set()
    for entry in session.entries:
        phase_id, line = entry.phase.id, session.line(*entry.at, "id")
        if _can_be_named(entry.phase) and occurrences[phase_id] > 1 and phase_id in earlier_ids:
            message = Message("maestro.phase-id-repeated", phase=phase_id, count=occurrences[phase_id])
            report.add("phase-twice", session.path, line, message)
        earlier_ids.add(phase_id or "")


def _check_order(session: SessionFile, report: Report) -> None:
    phases = session.phases
    if not session.text.cut and all(_can_be_named(phase) for phase in phases):
        for place, blocker in unknown_blockers(phases):
            entry = session.entries[place]
            line = session.line(*entry.at, "blocked_by")
            message = Message("maestro.blocker-unknown", phase=entry.capital_label, blocker=blocker)
            report.add("blocked-by-unknown", session.path, line, message)
    cycle = find_cycle(phases)
    if cycle:
        entry = next(each for each in session.entries if each.phase.id == cycle[0])
        first, *others = (*cycle[1:], cycle[0])
        blockers = [Message("maestro.phase-label", phase=first)]
        blockers += [Message("maestro.which-waits-for-phase", phase=each) for each in others]
        line = session.line(*entry.at, "blocked_by")
        message = Message("maestro.phases-wait-in-circle", phase=cycle[0], blockers=blockers)
        report.add("blocked-by-circle", session.path, line, message)
    running = [phase for phase in phases if status_of(phase.status) == "in_progress"]
    if len(running) > 1 and not all(phase.parallel for phase in running):
        entry = next(each for each in session.entries if each.phase is running[1])
        report.add("several-in-progress", session.path, session.line(*entry.at, "status"), several_in_progress(running))


def _check_current(session: SessionFile, report: Report) -> None:
    phase_id, line, phases = session.current_phase, session.line("current_phase"), session.phases
    if not phases:
        return
    if id_of(phase_id) is None or phase_id is None:
        message = (
            Message("maestro.current-phase-missing")
            if phase_id is None
            else Message("maestro.current-phase-unreadable", stated=phase_id)
        )
        report.add("current-phase-unreadable", session.path, line, message)
        return
    current = next((phase for phase in phases if phase.id == phase_id), None)
    number, total = whole_number(phase_id), session.total_phases or len(phases)
    if current is None and not session.text.cut:
        if number is not None and number > total:
            message = Message("maestro.current-phase-beyond-total", phase=phase_id, total=total)
            report.add("phase-beyond-total", session.path, line, message)
        else:
            message = Message("maestro.current-phase-unknown", phase=phase_id)
            report.add("current-phase-unknown", session.path, line, message)
    following = resume_phase(phases)
    if current is not None and not is_open(current) and following is not None:
        message = Message(
            "maestro.current-phase-finished", phase=phase_id, status=current.status, following=following.id or "?"
        )
        report.add("current-phase-finished", session.path, line, message)


def _check_counts(session: SessionFile, report: Report) -> None:
    phases, total = session.phases, session.total_phases
    if total is not None and phases and total != len(phases) and not session.text.cut:
        message = Message("maestro.total-phases-mismatch", total=total, count=len(phases))
        report.add("total-mismatch", session.path, session.line("total_phases"), message)
    remaining = [phase for phase in phases if is_open(phase)]
    if status_of(session.status) == "completed" and remaining:
        message = Message("maestro.completed-with-open-phases", count=len(remaining), phases=_phase_ids(remaining))
        report.add("completed-with-open-phases", session.path, session.line("status"), message)


def _check_marks(session: SessionFile, report: Report) -> None:
    """Report phases that the log marks as completed and the frontmatter does not. Of a number that several phases
    share, the mark may be of the completed one.
    """
    ended = {(phase.id or "").casefold() for phase in session.phases if not is_open(phase)}
    for phase in session.phases:
        line = session.log.completed.get((phase.id or "").casefold())
        if line is not None and is_open(phase) and (phase.id or "").casefold() not in ended:
            status = phase.status or Message("maestro.missing")
            message = Message("maestro.log-marks-open-phase", phase=phase.id, status=status)
            report.add("log-mark", session.path, line, message)
