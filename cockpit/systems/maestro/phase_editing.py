"""Moving a phase to another status, with its time stamps, retries, the session's current phase and the log (seed)."""

from dataclasses import replace

from cockpit.model import Phase, PhaseMove, Track
from cockpit.model.errors import CommandError, NeedsConfirmation
from cockpit.model.intents import Complete, Fail, Move, ResetRetries, Retry, Skip
from cockpit.systems.maestro.checks import several_in_progress
from cockpit.systems.maestro.edit_session import EditSession, status_word, unresolved_errors
from cockpit.systems.maestro.error_editing import add_error, agent_of, kind_of
from cockpit.systems.maestro.log_editing import add_subsection, has_subsection, is_marked_completed, mark_phase
from cockpit.systems.maestro.phase_order import MOVES, blocking_phases
from cockpit.systems.maestro.retries import (
    LIMIT_VARIABLE,
    RetryLimit,
    decisive_phase,
    is_holding,
    is_used_up,
    retry_limit,
)
from cockpit.systems.maestro.session import PhaseEntry
from cockpit.systems.maestro.vocabulary import (
    RETRY_MESSAGE,
    has_ended,
    resume_phase,
    status_of,
    with_name,
    with_status,
)
from cockpit.systems.shared.outcome import Outcome, checked_option
from cockpit.wording.messages import Message
from cockpit.wording.phrases import as_sentence
from cockpit.wording.printable import printable

TOUCHES = frozenset({
    "phases", "errors", "position", "updated", "next_action", "next_by_rule", "resume_at", "retries", "sessions",
    "extra", "findings", "lacks", "thresholds",
})  # fmt: skip
"""The parts of a track that a change of a phase may change."""

_REFUSALS = {
    "pending": "maestro.phase-is-pending",
    "in_progress": "maestro.phase-is-in-progress",
    "completed": "maestro.phase-is-completed",
    "skipped": "maestro.phase-is-skipped",
}
"""Why a phase cannot make a move, by its status."""


def start(edit: EditSession, intent: Move) -> Outcome:
    """Start a pending phase; a phase in progress becomes the current one."""
    entry = edit.find_phase(intent.value)
    phase = entry.phase
    if status_word(phase) == "in_progress":
        _set_current_phase(edit, phase)
        edit.touch()
        return _outcome(edit, entry, "in_progress", Message("maestro.phase-in-progress-already", phase=phase.id))
    _check_move(edit, entry, "start")
    if not intent.early:
        _ask_before_others(edit, intent, phase)
    edit.editor.put((*entry.at, "status"), "in_progress")
    if not edit.editor.at(*entry.at, "started"):
        edit.editor.put((*entry.at, "started"), edit.now)
    remarks = (*_begin(edit, entry), *_parallel_remark(edit, phase))
    return _outcome(edit, entry, "in_progress", Message("maestro.phase-started", phase=with_name(phase)), *remarks)


def _parallel_remark(edit: EditSession, phase: Phase) -> tuple[Message, ...]:
    """A remark that other phases are in progress beside this one and not all may run in parallel."""
    running = [each for each in edit.session.phases if each is phase or status_word(each) == "in_progress"]
    allowed = len(running) == 1 or all(each.parallel for each in running)
    return () if allowed else (several_in_progress(running),)


def complete(edit: EditSession, intent: Complete) -> Outcome:
    """Complete a phase; the next one becomes current."""
    entry = edit.find_phase(intent.step)
    note, result = checked_option(intent.note, "note"), checked_option(intent.result, "result")
    sentence = Message("maestro.phase-completed", phase=with_name(entry.phase))
    if status_word(entry.phase) == "completed":
        return _outcome(edit, entry, "completed", sentence)
    _check_move(edit, entry, "complete")
    edit.editor.put((*entry.at, "status"), "completed")
    edit.editor.put((*entry.at, "completed"), edit.now)
    mark_phase(edit.editor, entry.phase, "completed")
    _write_result(edit, entry, note, result, ended_well=True)
    _move_on(edit, entry)
    unresolved = len(unresolved_errors(entry.errors))
    remarks = (Message("maestro.phase-errors-not-resolved", count=unresolved),) if unresolved else ()
    return _outcome(edit, entry, "completed", sentence, *remarks)


def fail(edit: EditSession, intent: Fail) -> Outcome:
    """Mark a phase as failed, and record the error where a note is given."""
    entry = edit.find_phase(intent.phase)
    note = checked_option(intent.note, "note")
    if note is None and (intent.type or intent.agent):
        raise CommandError(Message("maestro.error-without-message"))
    kind = kind_of(intent.type)
    sentence = Message("maestro.phase-failed", phase=with_name(entry.phase))
    is_recorded = note is None or any(each.message == note for each in unresolved_errors(entry.errors))
    if status_word(entry.phase) == "failed":
        if is_recorded:
            return _outcome(edit, entry, "failed", sentence)
        _check_session(edit)
        add_error(edit, entry, message=note or "", kind=kind, agent=intent.agent)
        edit.touch()
        reason = as_sentence(note or "")
        sentence = Message("maestro.phase-failure-recorded", phase=with_name(entry.phase), note=reason)
        return _outcome(edit, entry, "failed", sentence)
    _check_move(edit, entry, "fail")
    edit.editor.put((*entry.at, "status"), "failed")
    mark_phase(edit.editor, entry.phase, "failed")
    if note is not None:
        add_error(edit, entry, message=note, kind=kind, agent=intent.agent)
    _write_result(edit, entry, None, f"Fail: {note}" if note is not None else "Fail")
    _set_current_phase(edit, entry.phase)
    edit.touch()
    return _outcome(edit, entry, "failed", sentence)


def retry(edit: EditSession, intent: Retry) -> Outcome:
    """Try a failed phase again. The retry is recorded as a resolved error entry."""
    entry = edit.find_phase(intent.phase, "failed")
    phase, note = entry.phase, checked_option(intent.note, "note")
    _check_move(edit, entry, "retry")
    if (unread := entry.retries.unread) is not None:
        raise CommandError(
            Message("maestro.retry-count-unreadable", phase=phase.id, stated=unread.unread, line=unread.line)
        )
    limit, number = retry_limit(edit.files, edit.candidate.base), (phase.retry_count or 0) + 1
    allowed = limit.number
    if limit.unread and not intent.beyond:
        raise CommandError(Message("maestro.retry-waits-for-person", why=_unreadable_limit(limit), phase=phase.id))
    if number > allowed and not intent.beyond:
        raise CommandError(Message("maestro.retries-used-up", phase=phase.id, limit=allowed))
    last = next(reversed(unresolved_errors(entry.errors) or entry.errors), None)
    edit.editor.put((*entry.at, "status"), "in_progress")
    edit.editor.put((*entry.at, "retry_count"), number)
    if edit.editor.at(*entry.at, "completed") is not None:
        edit.editor.put((*entry.at, "completed"), None)
    cause = f" after: {RETRY_MESSAGE.sub('', last.message)}" if last is not None else ""
    add_error(
        edit, entry, message=f"Retry {number}{cause}", kind=(last.type if last else None) or "runtime",
        agent=last.agent if last else None, resolution=note or "Tried again",
    )  # fmt: skip
    remarks = _begin(edit, entry)
    name = with_name(phase)
    if limit.unread:
        sentence = Message("maestro.phase-retried", phase=name, retry=number)
    elif number <= allowed:
        sentence = Message("maestro.phase-retried-of", phase=name, retry=number, limit=allowed)
    else:
        sentence = Message("maestro.phase-retried-beyond", phase=name, retry=number, limit=allowed)
    return _outcome(edit, entry, "in_progress", sentence, *remarks, *_parallel_remark(edit, phase))


def reset_retries(edit: EditSession, intent: ResetRetries) -> Outcome:
    """Reset the retries of the phases whose count holds the agent; where none does, of the phase with the most. Where
    the limit is 0, a failed phase is tried once.
    """
    limit = retry_limit(edit.files, edit.candidate.base)
    allowed = limit.number
    decisive = decisive_phase(edit.session, allowed)
    if decisive is None:
        raise CommandError(Message("maestro.no-retries-to-reset"))
    if not allowed and is_used_up(decisive, allowed):
        return retry(edit, Retry(phase=decisive.phase.id or decisive.phase.name, beyond=True))
    holding = [each for each in edit.session.entries if is_holding(each, allowed)]
    if limit.unread and not holding:
        raise CommandError(Message("maestro.retry-limit-holds-agent", why=_unreadable_limit(limit)))
    entries = holding or [decisive]
    if not any(each.retries.nonzero for each in entries):
        return Outcome(sentence=Message("maestro.no-retry-of-phase", phase=with_name(decisive.phase)))
    for place in (place for each in entries for place in each.retries.nonzero):
        edit.editor.put(place.at, allowed if place.after_reset is None else place.after_reset)
    edit.touch()
    places = [place for place, each in enumerate(edit.session.entries) if each in entries]
    return Outcome(
        sentence=Message("maestro.retries-reset", phases=[with_name(each.phase) for each in entries]),
        touches=TOUCHES,
        holds=lambda track: not any(track.phases[place].retry_count for place in places),
    )


def _unreadable_limit(limit: RetryLimit) -> Message:
    """The message that the limit of retries cannot be read, with its place."""
    statement = limit.unread[0]
    place = f"{statement.path}:{statement.line}" if statement.line else statement.path
    text = printable(statement.text[:40])
    return Message("maestro.retry-limit-unreadable", variable=LIMIT_VARIABLE, text=text, place=place)


def skip(edit: EditSession, intent: Skip) -> Outcome:
    """Skip a phase."""
    entry = edit.find_phase(intent.phase)
    note = checked_option(intent.note, "note")
    sentence = Message("maestro.phase-skipped", phase=with_name(entry.phase))
    if status_word(entry.phase) == "skipped":
        return _outcome(edit, entry, "skipped", sentence)
    _check_move(edit, entry, "skip")
    edit.editor.put((*entry.at, "status"), "skipped")
    mark_phase(edit.editor, entry.phase, "skipped")
    if note is not None:
        add_subsection(edit.editor, entry.phase, "Skipped", [note])
    _move_on(edit, entry)
    return _outcome(edit, entry, "skipped", sentence)


def _check_move(edit: EditSession, entry: PhaseEntry, move: PhaseMove) -> None:
    """Raise CommandError where the phase's status does not allow the move, NeedsConfirmation where the session has
    ended.
    """
    phase, status = entry.phase, status_word(entry.phase)
    if phase.id is None:
        raise CommandError(Message("maestro.phase-without-id", name=phase.name or "?"))
    _check_session(edit)
    if status == MOVES[move][0]:
        return
    if status == "pending" and (blocking := blocking_phases(edit.session.phases, phase)):
        blockers = [each.id or "?" for each in blocking]
        raise CommandError(Message("maestro.phase-is-waiting", phase=phase.id, count=len(blockers), blockers=blockers))
    if status == "failed":
        raise CommandError(Message("maestro.phase-is-failed", phase=phase.id, way=_next_command(edit, phase)))
    if status in _REFUSALS:
        raise CommandError(Message(_REFUSALS[status], phase=phase.id))
    if status:
        raise CommandError(Message("maestro.phase-has-unknown-status", phase=phase.id, status=status.replace("_", " ")))
    raise CommandError(Message("maestro.phase-has-no-status", phase=phase.id))


def _check_session(edit: EditSession) -> None:
    """Raise NeedsConfirmation where the session is completed or failed."""
    if has_ended(edit.session.status):
        raise NeedsConfirmation(
            Message("maestro.session-has-ended", status=edit.session.status),
            Message("maestro.take-session-up"),
            agreed=Message("maestro.agree-to-take-session-up"),
            instead=Move(part="status", value="in_progress"),
        )


def _ask_before_others(edit: EditSession, intent: Move, phase: Phase) -> None:
    """Raise NeedsConfirmation where a phase waits for phases that are open or failed."""
    blocking = blocking_phases(edit.session.phases, phase)
    if not blocking:
        return
    blockers = [with_status(each.id, (each.status or "").replace("_", " ")) for each in blocking]
    way = next((way for each in blocking if (way := _next_command(edit, each)) is not None), None)
    advice = Message("maestro.start-beyond-blockers", phase=phase.id)
    if way is not None:
        advice = Message("maestro.first-or-start-beyond-blockers", first=way, phase=phase.id)
    raise NeedsConfirmation(
        Message("maestro.phase-waits-for-others", phase=phase.id, count=len(blockers), blockers=blockers),
        advice,
        agreed=Message("maestro.agree-to-start-phase"),
        instead=replace(intent, early=True),
    )


def _next_command(edit: EditSession, phase: Phase) -> Message | None:
    """The command that moves a blocking phase on; None where it waits itself, or has no such move."""
    entry = next(each for each in edit.session.entries if each.phase is phase)
    match status_word(phase):
        case "in_progress":
            return Message("maestro.way-complete-phase", phase=phase.id)
        case "pending" if not blocking_phases(edit.session.phases, phase):
            return Message("maestro.way-start-phase", phase=phase.id)
        case "failed" if entry.retries.unread is not None:
            return Message("maestro.way-reset-retries-and-retry-phase", phase=phase.id)
        case "failed" if retry_limit(edit.files, edit.candidate.base).is_reached(phase.retry_count):
            return Message("maestro.way-retry-phase-beyond", phase=phase.id)
        case "failed":
            return Message("maestro.way-retry-phase", phase=phase.id)
    return None


def _begin(edit: EditSession, entry: PhaseEntry) -> tuple[Message, ...]:
    """Make the phase current and in progress. Returns a remark about its mark in the log, if any."""
    remarks: tuple[Message, ...] = ()
    if is_marked_completed(edit.editor, entry.phase):
        remarks = (Message("maestro.log-mark-stays", phase=entry.label),)
    else:
        mark_phase(edit.editor, entry.phase, "in_progress")
    _set_current_phase(edit, entry.phase)
    if edit.session.status is not None and status_of(edit.session.status) != "in_progress":
        edit.editor.put(("status",), "in_progress")
    edit.touch()
    return remarks


def _set_current_phase(edit: EditSession, phase: Phase) -> None:
    """Make a phase current, with its id in the form in which the phase has it."""
    entry = next(each for each in edit.session.entries if each.phase is phase)
    phase_id = edit.editor.at(*entry.at, "id")
    mark = edit.editor.front.marks.get((*entry.at, "id"))
    is_number = mark is not None and mark.style == "plain" and isinstance(phase_id, str) and phase_id.isdecimal()
    value = int(phase_id) if is_number else phase_id if phase_id is not None else phase.id
    if is_number and isinstance(phase_id, str) and str(value) != phase_id:
        value = phase_id
    if edit.session.current_phase != phase.id:
        edit.editor.put(("current_phase",), value)


def _move_on(edit: EditSession, ended_entry: PhaseEntry) -> None:
    """Choose the current phase after one has ended: the first in progress or failed, else the first pending."""
    others = [each.phase for each in edit.session.entries if each is not ended_entry]
    current = next((each for each in others if each.id == edit.session.current_phase), None)
    following = resume_phase(others)
    if following is not None and (current is None or status_word(current) != "in_progress"):
        _set_current_phase(edit, following)
    edit.touch()


def _write_result(
    edit: EditSession, entry: PhaseEntry, note: str | None, result: str | None, *, ended_well: bool = False
) -> None:
    """Write the sub-sections that the seed has below a phase: output, changed files, validation result. After a failed
    run they are written again.
    """
    editor, phase, files = edit.editor, entry.phase, entry.files
    if note is not None or (ended_well and not has_subsection(editor, phase, "Output")):
        add_subsection(editor, phase, f"{agent_of(entry) or 'Agent'} Output", [note or "Not recorded"])
    kinds = (("Created", files.created), ("Modified", files.modified), ("Deleted", files.deleted))
    lines = [f"- {kind}: {', '.join(paths)}" for kind, paths in kinds if paths]
    if not has_subsection(
        editor, phase, "Files Changed", lines
    ):  # a phase that failed before may have changed more since
        add_subsection(editor, phase, "Files Changed", lines or ["- None"])
    if result is not None or not has_subsection(editor, phase, "Validation Result"):
        add_subsection(editor, phase, "Validation Result", [result or "Not recorded"])


def _outcome(edit: EditSession, entry: PhaseEntry, status: str, sentence: Message, *remarks: Message) -> Outcome:
    position = next(number for number, each in enumerate(edit.session.entries) if each is entry)

    def holds(track: Track) -> bool:
        """Whether the phase has that status, and no other phase changed."""
        before, after = [*edit.before.phases], [*track.phases]
        changed = after[position : position + 1]
        del before[position], after[position : position + 1]
        return before == after and [status_word(each) for each in changed] == [status]

    return Outcome(sentence=sentence, remarks=remarks, touches=TOUCHES, holds=holds)
