"""Values of the model, made from a session."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from cockpit.model import (
    Counted,
    LastActivity,
    Phase,
    PhaseError,
    Position,
    ResumeAt,
    RuleAction,
    Session,
    Step,
    Threshold,
)
from cockpit.rules.attention import can_be_reset
from cockpit.rules.thresholds.alert_state import stops
from cockpit.systems.maestro.documents import DesignGate
from cockpit.systems.maestro.open_errors import is_left_failed, is_retry, waiting_errors
from cockpit.systems.maestro.session import SessionFile, phase_extras
from cockpit.systems.maestro.vocabulary import (
    id_of,
    is_open,
    meaning_of,
    resume_phase,
    rule_action,
    status_of,
)
from cockpit.wording.messages import Message, Words
from cockpit.wording.times import parse_instant

_ALWAYS_LACKING = {
    "decisions": Message("maestro.keeps-no-decisions"),
    "blockers": Message("maestro.keeps-no-blockers"),
    "todos": Message("maestro.keeps-no-todos"),
    "questions": Message("systems.has-no-questions", system="Maestro"),
    "plan": Message("maestro.has-no-plans"),
    "task": Message("maestro.has-no-tasks"),
    "next": Message("maestro.keeps-no-next-action"),
}
_END_STATUSES = ("completed", "failed", "skipped")
"""The statuses that the completion time of a phase may date."""
_READS_NO_ANSWER = Message("maestro.reads-no-answer")


def read_position(session: SessionFile) -> Position:
    """The position: the phase that the session names, else the one at which Maestro resumes."""
    status = status_of(session.status)
    return Position(
        phase=_position_phase(session),
        status=status,
        status_text=session.status,
        status_means=meaning_of(status),
        counted=_count_phases(session),
        last_activity=_last_activity(session),
    )


def read_lacks(
    session: SessionFile | None, thresholds: Sequence[Threshold] = (), *, has_question: bool = False
) -> dict[str, Message]:
    """The parts of a track that a session cannot have, each with the reason. A session that cannot be read in full is
    not handed off.
    """
    if session is None:
        no_session = Message("maestro.no-session-active")
        handoff = Message("maestro.nothing-to-hand-off")
        return {**_ALWAYS_LACKING, "thresholds": no_session, "phases": no_session, "handoff": handoff,
                **({"answer": _READS_NO_ANSWER} if has_question else {})}  # fmt: skip
    phases = Message("maestro.quick-session-has-no-phases" if session.is_quick else "maestro.session-without-phases")
    reasons = {**_ALWAYS_LACKING, "phases": phases, **({"answer": _READS_NO_ANSWER} if has_question else {})}
    if not thresholds:
        is_quick = session.is_quick
        reasons["thresholds"] = Message(
            "maestro.quick-session-counts-no-retries" if is_quick else "maestro.no-retries-count"
        )
    if not any(each.value is None or stops(each) or each.value > 0 for each in thresholds):
        reasons["retries"] = Message("maestro.no-retry-to-reset")
    elif not session.text.whole:
        reasons["retries"] = Message("maestro.session-damaged")
    elif not any(map(can_be_reset, thresholds)):
        reasons["retries"] = Message("maestro.retry-limit-to-correct")
    if any(map(is_open, session.phases)):
        reasons["session"] = Message("maestro.session-has-open-phases")
    return reasons if session.text.whole else {**reasons, "handoff": Message("maestro.session-damaged")}


def _position_phase(session: SessionFile) -> Step | None:
    phases = session.phases
    total = session.total_phases if session.total_phases is not None else len(phases) or None
    phase_id = id_of(session.current_phase)
    if phase_id is None:
        following = resume_phase(phases)
        return Step(id=following.id, name=following.name, total=total) if following else None
    name = next((phase.name for phase in phases if phase.id == phase_id), None)
    return Step(id=phase_id, name=name, total=total)


def _count_phases(session: SessionFile) -> Counted | None:
    """Completed and total phases; None without phases, or where the file was cut."""
    if not session.phases or session.text.cut:
        return None
    done = sum(status_of(phase.status) == "completed" for phase in session.phases)
    return Counted(done=done, total=len(session.phases), unit="phases")


def _last_activity(session: SessionFile) -> LastActivity | None:
    text = session.log.last_step or _last_event(session.phases)
    return _activity(session.updated, text or Message("maestro.session-updated")) if text or session.updated else None


def _last_event(phases: Sequence[Phase]) -> Message | None:
    """The newest event that the phases date: `Phase 2 completed (Charts)`."""
    events: list[tuple[str | None, str, Phase]] = [(phase.started, "started", phase) for phase in phases]
    events += [
        (phase.completed, status, phase) for phase in phases if (status := status_of(phase.status)) in _END_STATUSES
    ]
    dated = [(instant.at, word, phase) for at, word, phase in events if (instant := parse_instant(at)) is not None]
    if not dated:
        return None
    _, word, phase = max(dated, key=lambda event: event[0])
    event = Message("maestro.phase-event", phase=phase.id or "?", event=word)
    return Message("maestro.event-with-name", event=event, name=phase.name) if phase.name else event


def _activity(at: str | None, text: Words) -> LastActivity:
    return LastActivity(date=at[:10] if at else None, text=text)


def idle_position(archived: Sequence[Session]) -> Position:
    """The position of a track without an active session."""
    activity = None
    if archived:
        last = archived[0]
        name = " ".join(filter(None, (last.id, f"({last.working_on})" if last.working_on else None)))
        text = Message("maestro.last-archived", session=name) if name else Message("maestro.one-archived")
        activity = _activity(last.ended, text)
    return Position(status="not_started", status_text="no active session", last_activity=activity)


def read_resume(phases: Sequence[Phase]) -> ResumeAt | None:
    """The phase at which Maestro resumes."""
    phase = resume_phase(phases)
    return ResumeAt(phase=id_of(phase.id)) if phase is not None else None


def read_next(session: SessionFile, folder: str) -> RuleAction | None:
    """The next action by Maestro's rules; a session states none."""
    return rule_action(
        status_of(session.status),
        session.phases,
        failed=_phase_to_decide(session),
        quick=session.is_quick,
        reconcile=any(entry.requires_reconciliation for entry in session.entries),
        unread=not session.text.whole,
        folder=folder,
    )


def _phase_to_decide(session: SessionFile) -> Phase | None:
    """The failed phase to decide about. One that was left failed needs no decision while another is in progress."""
    failed = [entry for entry in session.entries if status_of(entry.phase.status) == "failed"]
    in_progress = any(status_of(phase.status) == "in_progress" for phase in session.phases)
    undecided = [each for each in failed if not is_left_failed(each)]
    return next((each.phase for each in (undecided if in_progress else failed)), None)


def read_errors(session: SessionFile) -> tuple[PhaseError, ...]:
    """The errors of the session. Errors of a phase that was retried after them, and the entries of the retries
    themselves, are marked as tried again.
    """
    waiting = {id(each) for entry in session.entries for each in waiting_errors(entry)}
    candidates = {id(each) for entry in session.entries for each in entry.errors if not each.resolved or is_retry(each)}
    return tuple(
        replace(each, tried_again=True) if id(each) in candidates - waiting else each for each in session.errors
    )


def read_sessions(session: SessionFile, archived: Sequence[Session]) -> tuple[Session, ...]:
    """The active session, then the archived ones."""
    count = _count_phases(session)
    active = Session(
        id=session.id,
        agent=session.agent,
        started=session.created,
        ended=None if status_of(session.status) == "in_progress" else session.updated,
        status=session.status,
        working_on=session.task or session.log.topic,
        notes=f"{count.done} of {count.total} phases done" if count else None,
        path=session.path,
    )
    return (active, *archived)


def read_extra(
    session: SessionFile,
    gates: Sequence[DesignGate],
    as_written: Mapping[str, str],
    unread: Sequence[Mapping[str, Any]],
) -> dict[str, Any]:
    """What the model has no field for: tier, modes, batch, what the phases handed on, the log."""
    sections = session.log.section_texts()
    extra: dict[str, Any] = {
        "tier": session.tier or ("T3" if session.text.notation != "none" else None),
        "tier_by_rule": session.tier is None and session.text.notation != "none",
        **session.modes,
        "current_batch": session.batch,
        **as_written,
        "validation": dict(session.validation),
        "design_gate": gates[0].as_extra() if gates else None,
        "other_design_gates": [gate.as_extra() for gate in gates[1:]],
        "phases": phase_extras(session.entries),
        "log": session.log.title if session.task not in (None, session.log.topic) else None,
        "sections": sections,
        "unread": list(unread),
    }
    return {key: value for key, value in extra.items() if value}
