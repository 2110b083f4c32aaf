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
    first_of,
    folded,
    id_of,
    is_open,
    resume_phase,
    status_of,
)
from cockpit.systems.shared.report import Report
from cockpit.wording.messages import Message
from cockpit.wording.numbers import whole_number
from cockpit.wording.phrases import as_sentence

_NAMED = 8
"""Phases that a sentence names."""


def check_session(session: SessionFile, most_retries: int, report: Report) -> None:
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
        report.add("phases-missing", session.path, session.line("phases"), Message("maestro.phases-missing"))
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
        message = Message("maestro.phase-status-unknown", phase=entry.label, status=phase.status)
        report.add("unknown-status", path, session.line(*entry.at, "status"), message)
    until, done = session.text.values.raw(*entry.at, "completed"), status_of(phase.status) == "completed"
    if phase.status is not None and done != bool(until) and not session.text.cut:
        message = (
            Message("maestro.completed-phase-without-time", phase=label)
            if done
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
        reason = entry.more.get("reconciliation_reason")
        message = (
            Message("maestro.phase-to-be-compared-why", phase=label, reason=as_sentence(reason))
            if isinstance(reason, str)
            else Message("maestro.phase-to-be-compared", phase=label)
        )
        report.add("reconciliation-required", path, session.line(*entry.at, "requires_reconciliation"), message)


def _can_be_named(phase: Phase) -> bool:
    return id_of(phase.id) is not None


def _check_names(session: SessionFile, report: Report) -> None:
    without = [entry for entry in session.entries if entry.phase.name is None]
    if without:
        phases = _ids([entry.phase for entry in without])
        message = Message("maestro.phase-names-missing", count=len(without), phases=phases)
        report.add("phase-name-missing", session.path, session.line(*without[0].at), message)


def at_once(running: Sequence[Phase]) -> Message:
    """That phases are in progress together which may not."""
    return Message("maestro.several-phases-at-once", count=len(running), phases=_ids(running))


def _ids(phases: Sequence[Phase]) -> tuple[str | Message, ...]:
    return first_of([phase.id or Message("maestro.one-without-id") for phase in phases], _NAMED)


def _check_ids(session: SessionFile, report: Report) -> None:
    nameless = [entry for entry in session.entries if not _can_be_named(entry.phase)]
    if nameless:
        message = (
            Message("maestro.phase-id-missing", phase=nameless[0].capital_label)
            if len(nameless) == 1
            else Message("maestro.phase-ids-missing", count=len(nameless))
        )
        report.add("phase-id-missing", session.path, session.line(*nameless[0].at, "id"), message)
    often = Counter(phase.id for phase in session.phases)
    seen: set[str] = set()
    for entry in session.entries:
        identity, line = entry.phase.id, session.line(*entry.at, "id")
        if _can_be_named(entry.phase) and often[identity] > 1 and identity in seen:
            message = Message("maestro.phase-id-repeated", phase=identity, count=often[identity])
            report.add("phase-twice", session.path, line, message)
        seen.add(identity or "")


def _check_order(session: SessionFile, report: Report) -> None:
    phases = session.phases
    if not session.text.cut and all(_can_be_named(phase) for phase in phases):
        for place, wanted in unknown_blockers(phases):
            entry = session.entries[place]
            line = session.line(*entry.at, "blocked_by")
            message = Message("maestro.blocker-unknown", phase=entry.capital_label, blocker=wanted)
            report.add("blocked-by-unknown", session.path, line, message)
    round_ = circle(phases)
    if round_:
        entry = next(each for each in session.entries if each.phase.id == round_[0])
        first, *others = (*round_[1:], round_[0])
        blockers = [Message("maestro.phase-label", phase=first)]
        blockers += [Message("maestro.which-waits-for-phase", phase=each) for each in others]
        line = session.line(*entry.at, "blocked_by")
        message = Message("maestro.phases-wait-in-circle", phase=round_[0], blockers=blockers)
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
        message = (
            Message("maestro.current-phase-missing")
            if stated is None
            else Message("maestro.current-phase-unreadable", stated=stated)
        )
        report.add("current-phase-unreadable", session.path, line, message)
        return
    here = next((phase for phase in phases if phase.id == stated), None)
    number, total = whole_number(stated), session.total_phases or len(phases)
    if here is None and not session.text.cut:
        if number is not None and number > total:
            message = Message("maestro.current-phase-beyond-total", phase=stated, total=total)
            report.add("phase-beyond-total", session.path, line, message)
        else:
            message = Message("maestro.current-phase-unknown", phase=stated)
            report.add("current-phase-unknown", session.path, line, message)
    following = resume_phase(phases)
    if here is not None and not is_open(here) and following is not None:
        message = Message(
            "maestro.current-phase-finished", phase=stated, status=here.status, following=following.id or "?"
        )
        report.add("current-phase-finished", session.path, line, message)


def _check_counts(session: SessionFile, report: Report) -> None:
    phases, total = session.phases, session.total_phases
    if total is not None and phases and total != len(phases) and not session.text.cut:
        message = Message("maestro.total-phases-mismatch", total=total, count=len(phases))
        report.add("total-mismatch", session.path, session.line("total_phases"), message)
    remaining = [phase for phase in phases if is_open(phase)]
    if status_of(session.status) == "completed" and remaining:
        message = Message("maestro.completed-with-open-phases", count=len(remaining), phases=_ids(remaining))
        report.add("completed-with-open-phases", session.path, session.line("status"), message)


def _check_marks(session: SessionFile, report: Report) -> None:
    """The log marks a phase as completed that is not."""
    for phase in session.phases:
        line = session.log.completed.get((phase.id or "").casefold())
        if line is not None and is_open(phase):
            status = phase.status or Message("maestro.missing")
            message = Message("maestro.log-marks-open-phase", phase=phase.id, status=status)
            report.add("log-mark", session.path, line, message)
