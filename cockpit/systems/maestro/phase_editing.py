"""A phase goes from one status to another: stamps, retries, the session's position and its log come along (seed)."""

from dataclasses import replace

from cockpit.model import Phase, Track
from cockpit.model.errors import CommandError, NeedsConfirmation
from cockpit.model.intents import Complete, Fail, Move, PhaseMove, ResetRetries, Retry, Skip
from cockpit.systems.maestro.checks import at_once
from cockpit.systems.maestro.edit_session import EditSession, open_errors, word_of
from cockpit.systems.maestro.error_editing import add_error, agent_of, kind_of
from cockpit.systems.maestro.log_editing import is_marked_completed, mark_phase, tell, tells
from cockpit.systems.maestro.phase_order import MOVES, waited_for
from cockpit.systems.maestro.retries import VARIABLE, Most, counting, is_holding, most_retries, used_up
from cockpit.systems.maestro.session import PhaseEntry
from cockpit.systems.maestro.vocabulary import RETRIED, has_ended, resume_phase, status_of, with_status
from cockpit.systems.shared.outcome import Outcome, checked_option
from cockpit.wording.messages import Message
from cockpit.wording.phrases import as_sentence
from cockpit.wording.printable import printable

TOUCHES = frozenset({
    "phases", "errors", "position", "updated", "next_action", "next_by_rule", "resume_at", "retries", "sessions",
    "extra", "findings", "lacks", "thresholds",
})  # fmt: skip
"""What a change of a phase may change of a track."""

_REFUSALS = {
    "pending": "maestro.phase-is-pending",
    "in_progress": "maestro.phase-is-in-progress",
    "completed": "maestro.phase-is-completed",
    "skipped": "maestro.phase-is-skipped",
}
"""By the status of a phase why it cannot make a move that another status has."""


def start(edit: EditSession, intent: Move) -> Outcome:
    """The work on a pending phase begins; one that is in progress becomes the present one."""
    entry = edit.phase(intent.value)
    phase = entry.phase
    if word_of(phase) == "in_progress":
        _stand_at(edit, phase)
        edit.touch()
        return _outcome(edit, entry, "in_progress", Message("maestro.phase-in-progress-already", phase=phase.id))
    _check(edit, entry, "start")
    if not intent.early:
        _ask_before_others(edit, intent, phase)
    edit.editor.put((*entry.at, "status"), "in_progress")
    _stamp(edit, entry, "started")
    remarks = (*_begin(edit, entry), *_beside(edit, phase))
    return _outcome(edit, entry, "in_progress", Message("maestro.phase-started", phase=_called(phase)), *remarks)


def _beside(edit: EditSession, phase: Phase) -> tuple[Message, ...]:
    """That others are in progress beside a phase that begins, where not all of them may run in parallel."""
    running = [each for each in edit.session.phases if each is phase or word_of(each) == "in_progress"]
    alone = len(running) == 1 or all(each.parallel for each in running)
    return () if alone else (at_once(running),)


def complete(edit: EditSession, intent: Complete) -> Outcome:
    """A phase is completed; the session goes on at the next one."""
    entry = edit.phase(intent.step)
    note, result = checked_option(intent.note, "note"), checked_option(intent.result, "result")
    done = Message("maestro.phase-completed", phase=_called(entry.phase))
    if word_of(entry.phase) == "completed":
        return _outcome(edit, entry, "completed", done)
    _check(edit, entry, "complete")
    edit.editor.put((*entry.at, "status"), "completed")
    edit.editor.put((*entry.at, "completed"), edit.now)
    mark_phase(edit.editor, entry.phase, "completed")
    _tell_result(edit, entry, note, result, ended_well=True)
    _go_on(edit, entry)
    unresolved = len(open_errors(entry.errors))
    remarks = (Message("maestro.phase-errors-not-resolved", count=unresolved),) if unresolved else ()
    return _outcome(edit, entry, "completed", done, *remarks)


def fail(edit: EditSession, intent: Fail) -> Outcome:
    """The work on a phase failed; the error that made it fail is recorded where it is told."""
    entry = edit.phase(intent.phase)
    note = checked_option(intent.note, "note")
    if note is None and (intent.type or intent.agent):
        raise CommandError(Message("maestro.error-without-message"))
    kind = kind_of(intent.type)
    done = Message("maestro.phase-failed", phase=entry.capital_label)
    if entry.phase.id and entry.phase.name:
        done = Message("maestro.phase-with-name-failed", phase=entry.phase.id, name=entry.phase.name)
    known = note is None or any(each.message == note for each in open_errors(entry.errors))
    if word_of(entry.phase) == "failed":
        if known:
            return _outcome(edit, entry, "failed", done)
        _check_session(edit)
        add_error(edit, entry, message=note or "", kind=kind, agent=intent.agent)
        edit.touch()
        why = as_sentence(note or "")
        done = Message("maestro.phase-failure-recorded", phase=_called(entry.phase), note=why)
        return _outcome(edit, entry, "failed", done)
    _check(edit, entry, "fail")
    edit.editor.put((*entry.at, "status"), "failed")
    mark_phase(edit.editor, entry.phase, "failed")
    if note is not None:
        add_error(edit, entry, message=note, kind=kind, agent=intent.agent)
    _tell_result(edit, entry, None, f"Fail: {note}" if note is not None else "Fail")
    _stand_at(edit, entry.phase)
    edit.touch()
    return _outcome(edit, entry, "failed", done)


def retry(edit: EditSession, intent: Retry) -> Outcome:
    """A failed phase is tried again; the retry is an error entry of its own, with its resolution."""
    entry = edit.phase(intent.phase, "failed")
    phase, note = entry.phase, checked_option(intent.note, "note")
    _check(edit, entry, "retry")
    if (unread := entry.retries.unread) is not None:
        raise CommandError(
            Message("maestro.retry-count-unreadable", phase=phase.id, stated=unread.unread, line=unread.line)
        )
    limit, number = most_retries(edit.files, edit.candidate.base), (phase.retry_count or 0) + 1
    most = limit.number
    if limit.unread and not intent.beyond:
        raise CommandError(Message("maestro.retry-waits-for-person", why=_unread_limit(limit), phase=phase.id))
    if number > most and not intent.beyond:
        if not most:
            raise CommandError(Message("maestro.no-retry-allowed", phase=phase.id))
        if most == 1:
            raise CommandError(Message("maestro.one-retry-used-up", phase=phase.id))
        raise CommandError(Message("maestro.retries-used-up", phase=phase.id, limit=most))
    last = next(reversed(open_errors(entry.errors) or entry.errors), None)
    edit.editor.put((*entry.at, "status"), "in_progress")
    edit.editor.put((*entry.at, "retry_count"), number)
    if edit.editor.at(*entry.at, "completed") is not None:
        edit.editor.put((*entry.at, "completed"), None)
    about = f" after: {RETRIED.sub('', last.message)}" if last is not None else ""
    add_error(
        edit, entry, message=f"Retry {number}{about}", kind=(last.type if last else None) or "runtime",
        agent=last.agent if last else None, resolution=note or "Tried again",
    )  # fmt: skip
    remarks = _begin(edit, entry)
    name = _called(phase)
    if limit.unread:
        done = Message("maestro.phase-retried", phase=name, retry=number)
    elif number <= most:
        done = Message("maestro.phase-retried-of", phase=name, retry=number, limit=most)
    else:
        done = Message("maestro.phase-retried-beyond", phase=name, retry=number, limit=most)
    return _outcome(edit, entry, "in_progress", done, *remarks, *_beside(edit, phase))


def reset_retries(edit: EditSession, intent: ResetRetries) -> Outcome:
    """A person lets the phases whose count holds be tried again as if they never were; where none holds, the one that
    was tried again most. Where no retry is allowed at all, a phase that failed is tried once.
    """
    limit = most_retries(edit.files, edit.candidate.base)
    most = limit.number
    first = counting(edit.session, most)
    if first is None:
        raise CommandError(Message("maestro.no-retries-to-reset"))
    if not most and used_up(first, most):
        return retry(edit, Retry(phase=first.phase.id or first.phase.name, beyond=True))
    holding = [each for each in edit.session.entries if is_holding(each, most)]
    if limit.unread and not holding:
        raise CommandError(Message("maestro.retry-limit-holds-agent", why=_unread_limit(limit)))
    entries = holding or [first]
    if not any(each.retries.holding for each in entries):
        return Outcome(sentence=Message("maestro.no-retry-of-phase", phase=_called(first.phase)))
    for place in (place for each in entries for place in each.retries.holding):
        edit.editor.put(place.at, most if place.anew is None else place.anew)
    edit.touch()
    places = [place for place, each in enumerate(edit.session.entries) if each in entries]
    return Outcome(
        sentence=Message("maestro.retries-reset", phases=[_called(each.phase) for each in entries]),
        touches=TOUCHES,
        holds=lambda track: not any(track.phases[place].retry_count for place in places),
    )


def _unread_limit(limit: Most) -> Message:
    """That nobody can read how often a phase may be tried again, with the place."""
    stated = limit.unread[0]
    place = f"{stated.path}:{stated.line}" if stated.line else stated.path
    text = printable(stated.text[:40])
    return Message("maestro.retry-limit-unreadable", variable=VARIABLE, text=text, place=place)


def skip(edit: EditSession, intent: Skip) -> Outcome:
    """A person leaves a phase out."""
    entry = edit.phase(intent.phase)
    note = checked_option(intent.note, "note")
    done = Message("maestro.phase-skipped", phase=_called(entry.phase))
    if word_of(entry.phase) == "skipped":
        return _outcome(edit, entry, "skipped", done)
    _check(edit, entry, "skip")
    edit.editor.put((*entry.at, "status"), "skipped")
    mark_phase(edit.editor, entry.phase, "skipped")
    if note is not None:
        tell(edit.editor, entry.phase, "Skipped", [note])
    _go_on(edit, entry)
    return _outcome(edit, entry, "skipped", done)


def _check(edit: EditSession, entry: PhaseEntry, move: PhaseMove) -> None:
    """Raise CommandError where a phase of that status cannot make that move, NeedsConfirmation where its session has
    ended."""
    phase, status = entry.phase, word_of(entry.phase)
    if phase.id is None:
        raise CommandError(Message("maestro.phase-without-id", name=phase.name or "?"))
    _check_session(edit)
    if status == MOVES[move][0]:
        return
    if status == "pending" and (waiting := waited_for(edit.session.phases, phase)):
        blockers = [each.id or "?" for each in waiting]
        raise CommandError(Message("maestro.phase-is-waiting", phase=phase.id, blockers=blockers))
    if status == "failed":
        raise CommandError(Message("maestro.phase-is-failed", phase=phase.id, way=_way_on(edit, phase)))
    if status in _REFUSALS:
        raise CommandError(Message(_REFUSALS[status], phase=phase.id))
    if status:
        raise CommandError(Message("maestro.phase-has-unknown-status", phase=phase.id, status=status.replace("_", " ")))
    raise CommandError(Message("maestro.phase-has-no-status", phase=phase.id))


def _check_session(edit: EditSession) -> None:
    """Raise NeedsConfirmation where the session was completed or aborted: it goes on when somebody says so, a phase
    first then."""
    if has_ended(edit.session.status):
        raise NeedsConfirmation(
            Message("maestro.session-has-ended", status=edit.session.status),
            Message("maestro.take-session-up"),
            agreed=Message("maestro.agree-to-take-session-up"),
            instead=Move(part="status", value="in_progress"),
        )


def _ask_before_others(edit: EditSession, intent: Move, phase: Phase) -> None:
    """Raise NeedsConfirmation where a phase waits for others that failed or are open."""
    waiting = waited_for(edit.session.phases, phase)
    if not waiting:
        return
    blockers = [with_status(each.id, (each.status or "").replace("_", " ")) for each in waiting]
    first = next((way for each in waiting if (way := _way_on(edit, each)) is not None), None)
    beyond = Message("maestro.start-beyond-blockers", phase=phase.id)
    if first is not None:
        beyond = Message("maestro.first-or-start-beyond-blockers", first=first, phase=phase.id)
    raise NeedsConfirmation(
        Message("maestro.phase-waits-for-others", phase=phase.id, count=len(blockers), blockers=blockers),
        beyond,
        agreed=Message("maestro.agree-to-start-phase"),
        instead=replace(intent, early=True),
    )


def _way_on(edit: EditSession, phase: Phase) -> Message | None:
    """The command with which a phase that others wait for goes on; None where it waits itself, or has no such move."""
    entry = next(each for each in edit.session.entries if each.phase is phase)
    match word_of(phase):
        case "in_progress":
            return Message("maestro.way-complete-phase", phase=phase.id)
        case "pending" if not waited_for(edit.session.phases, phase):
            return Message("maestro.way-start-phase", phase=phase.id)
        case "failed" if entry.retries.unread is not None:
            return Message("maestro.way-reset-retries-and-retry-phase", phase=phase.id)
        case "failed" if most_retries(edit.files, edit.candidate.base).is_reached(phase.retry_count):
            return Message("maestro.way-retry-phase-beyond", phase=phase.id)
        case "failed":
            return Message("maestro.way-retry-phase", phase=phase.id)
    return None


def _begin(edit: EditSession, entry: PhaseEntry) -> tuple[Message, ...]:
    """Make the phase the present one, under way; what is to be said of its mark in the log."""
    remarks: tuple[Message, ...] = ()
    if is_marked_completed(edit.editor, entry.phase):
        remarks = (Message("maestro.log-mark-stays", phase=entry.label),)
    else:
        mark_phase(edit.editor, entry.phase, "in_progress")
    _stand_at(edit, entry.phase)
    if edit.session.status is not None and status_of(edit.session.status) != "in_progress":
        edit.editor.put(("status",), "in_progress")
    edit.touch()
    return remarks


def _stamp(edit: EditSession, entry: PhaseEntry, key: str) -> None:
    if not edit.editor.at(*entry.at, key):
        edit.editor.put((*entry.at, key), edit.now)


def _stand_at(edit: EditSession, phase: Phase) -> None:
    """Make a phase the present one, its id written as the phase writes it."""
    entry = next(each for each in edit.session.entries if each.phase is phase)
    written = edit.editor.at(*entry.at, "id")
    mark = edit.editor.front.marks.get((*entry.at, "id"))
    plain = mark is not None and mark.style == "plain" and isinstance(written, str) and written.isdecimal()
    value = int(written) if plain else written if written is not None else phase.id
    if plain and isinstance(written, str) and str(value) != written:
        value = written
    if edit.session.current_phase != phase.id:
        edit.editor.put(("current_phase",), value)


def _go_on(edit: EditSession, left: PhaseEntry) -> None:
    """After a phase has ended, the present one is the first that is in progress or failed, else the first pending."""
    others = [each.phase for each in edit.session.entries if each is not left]
    current = next((each for each in others if each.id == edit.session.current_phase), None)
    following = resume_phase(others)
    if following is not None and (current is None or word_of(current) != "in_progress"):
        _stand_at(edit, following)
    edit.touch()


def _tell_result(
    edit: EditSession, entry: PhaseEntry, note: str | None, result: str | None, *, ended_well: bool = False
) -> None:
    """What the seed has below a phase: its agent's output, the files, the result, each anew after a run that failed."""
    editor, phase, files = edit.editor, entry.phase, entry.files
    if note is not None or (ended_well and not tells(editor, phase, "Output")):
        tell(editor, phase, f"{agent_of(entry) or 'Agent'} Output", [note or "Not recorded"])
    kinds = (("Created", files.created), ("Modified", files.modified), ("Deleted", files.deleted))
    lines = [f"- {kind}: {', '.join(paths)}" for kind, paths in kinds if paths]
    if not tells(editor, phase, "Files Changed", lines):  # a phase that failed before may have changed more since
        tell(editor, phase, "Files Changed", lines or ["- None"])
    if result is not None or not tells(editor, phase, "Validation Result"):
        tell(editor, phase, "Validation Result", [result or "Not recorded"])


def _called(phase: Phase) -> Message:
    if not phase.id:
        return Message("maestro.phase-label-by-name", name=phase.name or "?")
    if not phase.name:
        return Message("maestro.phase-label", phase=phase.id)
    return Message("maestro.phase-with-name", phase=phase.id, name=phase.name)


def _outcome(edit: EditSession, entry: PhaseEntry, status: str, done: Message, *remarks: Message) -> Outcome:
    place = next(number for number, each in enumerate(edit.session.entries) if each is entry)

    def holds(track: Track) -> bool:
        """The phase has that status, and no other phase changed."""
        before, after = [*edit.before.phases], [*track.phases]
        changed = after[place : place + 1]
        del before[place], after[place : place + 1]
        return before == after and [word_of(each) for each in changed] == [status]

    return Outcome(sentence=done, remarks=remarks, touches=TOUCHES, holds=holds)
