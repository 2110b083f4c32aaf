"""What can be done to a session. Each verb gives its edits as data, what it did, and remarks; `edit` makes them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from cockpit.model import intents as verbs
from cockpit.model.errors import CommandError, NeedsConfirmation
from cockpit.model.intents import Intent
from cockpit.systems.interface import EDITED_BYTES, Candidate, Edit, Files, ReadContext, System
from cockpit.systems.maestro.description import TOKEN_KINDS, Error, Phase, Session, session_text
from cockpit.systems.maestro.log import has_section_below, marked, read_log, with_section_below
from cockpit.systems.maestro.places import MAIN, read_session
from cockpit.systems.maestro.protocol import (
    ERROR_TYPES,
    LIMIT_VARIABLE,
    MOVES,
    RETRY,
    SESSION_WORDS,
    RetryLimit,
    decisive_phase,
    folded,
    has_ended,
    id_of,
    is_holding,
    is_open,
    is_used_up,
    open_blockers,
    resume_phase,
    retries_of,
    retry_limit,
    some,
    stated_retries,
    status_of,
    status_word,
    unread_retries,
    way_on,
)
from cockpit.systems.maestro.track import LACKS
from cockpit.systems.shared import edit_session
from cockpit.systems.shared.folder import Folder
from cockpit.systems.shared.lacks import lacking
from cockpit.systems.shared.outcome import (
    Meant,
    Voice,
    carried_out,
    checked_option,
    checked_text,
    refuse_unsupported_fields,
    verb_of,
)
from cockpit.systems.shared.report import Report
from cockpit.systems.shared.working_copy import ARCHIVED_BYTES
from cockpit.text.edits import Add, Place, Set
from cockpit.text.edits import Edit as TextEdit
from cockpit.text.keyed import BODY, KeyedText
from cockpit.text.keyed_edits import is_said
from cockpit.text.records import clean
from cockpit.wording.messages import Message, command_line
from cockpit.wording.numbers import whole_number
from cockpit.wording.phrases import as_sentence, counted, either, listed
from cockpit.wording.printable import printable

_MOST_NAMES = 8
Outcome = Meant[TextEdit]
_MAESTRO = Voice("maestro")
said, refusal = _MAESTRO.said, _MAESTRO.refusal


class Present(edit_session.EditSession):
    """A session as it is now, its file, and the draft of all files."""

    @cached_property
    def folder(self) -> Folder:
        """The state folder, as it was read."""
        return Folder(self.files, "", Report(), self.candidate.path.rpartition("/")[0])

    @cached_property
    def session(self) -> Session:
        """The session. Raises CommandError where there is none."""
        page = self.folder.page(MAIN)
        if page is None:
            raise refusal("no-active-session", "No session is active. Start one: `cockpit init maestro --plan FILE`.")
        return read_session(page, Report()).session

    @cached_property
    def file(self) -> KeyedText:
        """The session file as it is written. Raises CommandError where it must not be edited."""
        return self.draft.keys(self.candidate.path, session_text, "Maestro")

    @property
    def now(self) -> str:
        """The present instant, with milliseconds where the session writes them."""
        written = (self.session.stated("updated") or self.session.stated("created")) if self.has_file else None
        if written is not None and "." in written:
            return super().now.replace("Z", f".{self.context.now.microsecond // 1000:03d}Z")
        return super().now

    @property
    def has_file(self) -> bool:
        """Whether there is a session file."""
        return self.folder.page(MAIN) is not None

    @cached_property
    def limit(self) -> RetryLimit:
        """How many retries are allowed."""
        return retry_limit(self.files, self.candidate.base)

    def make(self, outcome: Outcome) -> None:
        """Make the edits of the session file in the draft."""
        self.edit(outcome.edits)

    def edit(self, edits: Sequence[TextEdit], *, touch: bool = False) -> None:
        """Make edits of the session file in the draft. What changes anything, or is to `touch` it, sets `updated`."""
        changing = [each for each in edits if not is_said(self.file, each)]
        if changing or touch:
            changing.append(Set(("updated",), self.now))
            self.draft.edit_keys(self.candidate.path, self.file, changing, "Maestro")

    # Phases

    def phase(self, name: str | None, status: str = "in_progress") -> Phase:
        """The phase with an id or name; without a name the current one, or the only one with that status.

        Raises CommandError, listing the candidates, where no phase or several match.
        """
        phases = self._phases()
        if name is not None:
            return _named(phases, name.strip())
        matches = [each for each in phases if status_word(each) == status]
        current = [each for each in phases if each.id == self.session.current_phase]
        if len(current) == 1 and any(each is current[0] for each in matches):
            return current[0]
        if len(matches) == 1:
            return matches[0]
        if matches:
            names, what = some((each.id or each.name for each in matches), _MOST_NAMES), status.replace("_", " ")
            are = f"are {what}" if status == "in_progress" else f"have {what}"
            raise refusal("several-phases", f"Several phases {are}: {names}. Name one of them.")
        what = "is in progress" if status == "in_progress" else "has failed"
        raise refusal("no-phase-with-status", f"No phase {what}.")

    def any_phase(self, name: str | None) -> Phase | None:
        """The phase with an id or name, else the current one; None for a session without phases."""
        if name is not None:
            return _named(self._phases(), name.strip())
        current = [each for each in self.session.phases if each.id == self.session.current_phase]
        if len(current) != 1 and self.session.phases:
            raise refusal("present-phase-unknown", "The current phase is unknown. Name a phase with --phase.")
        return current[0] if self.session.phases else None

    def _phases(self) -> Sequence[Phase]:
        if not self.session.phases:
            raise refusal("session-without-phases", "The session has no phases.")
        return self.session.phases


def _named(phases: Sequence[Phase], name: str) -> Phase:
    by_id = [each for each in phases if each.id == id_of(name) is not None]
    by_name = [each for each in phases if each.name and folded(each.name) == folded(name)]
    by_number = [each for each in phases if _number(each.id) == _number(name) is not None]
    matches = by_id or by_name or by_number
    if len(matches) == 1:
        return matches[0]
    if matches:
        where = listed(f'"{each.name or ""}" on line {each.line()}' for each in matches)
        advice = "Use the name of the phase, or give each phase its own id."
        raise refusal("phase-ambiguous", f'Several phases match "{name[:40]}": {where}. {advice}')
    names = [id_of(each.id) or each.name or "(no id)" for each in phases]
    known, omitted = ", ".join(names[:_MOST_NAMES]), len(names) - _MOST_NAMES
    more = f" and {omitted} more" if omitted > 0 else ""
    raise refusal("no-such-phase", f'No phase "{name[:40]}". Phases: {known}{more}.')


def _number(text: str | None) -> float | None:
    try:
        return float(text) if text is not None and len(text) < 20 else None
    except ValueError:
        return None


# Phases


def start(present: Present, intent: verbs.Move) -> Outcome:
    """Start a pending phase; a phase in progress becomes the current one."""
    phase = present.phase(intent.value)
    if status_word(phase) == "in_progress":
        done = f"Phase {phase.id} is already in progress; it is the current phase."
        return Outcome(_made_current(present, phase), said("phase-in-progress-already", done))
    _check_move(present, phase, "start")
    if not intent.early:
        _ask_before_others(present, intent, phase)
    edits: list[TextEdit] = [Set((*phase.at, "status"), "in_progress")]
    if not phase.stated("started"):
        edits.append(Set((*phase.at, "started"), present.now))
    begun, remarks = _begin(present, phase)
    return Outcome([*edits, *begun], said("phase-started", f"Started {phase.title}."), remarks)


def complete(present: Present, intent: verbs.Complete) -> Outcome:
    """Complete a phase; the next one becomes current."""
    phase = present.phase(intent.step)
    note, result = checked_option(intent.note, "note"), checked_option(intent.result, "result")
    done = said("phase-completed", f"Completed {phase.title}.")
    if status_word(phase) == "completed":
        return Outcome((), done)
    _check_move(present, phase, "complete")
    file = marked(present.file, phase.id, phase.name, "completed")
    file = _with_result(file, phase, note, result, ended_well=True)
    edits = [Set((*phase.at, "status"), "completed"), Set((*phase.at, "completed"), present.now)]
    unresolved = len(phase.open_errors)
    told = said("phase-errors-not-resolved", f"The phase has {counted(unresolved, 'unresolved error')}.")
    remarks = (told,) if unresolved else ()
    return Outcome([*edits, *_moved_on(present, phase), _body(file)], done, remarks)


def fail(present: Present, intent: verbs.Fail) -> Outcome:
    """Mark a phase as failed, and record the error where a note is given."""
    phase, note = present.phase(intent.phase), checked_option(intent.note, "note")
    if note is None and (intent.type or intent.agent):
        raise refusal("error-without-message", "An error needs a message. Give it with --note.")
    kind, agent = _kind_of(intent.type), checked_option(intent.agent, "agent")
    done = said("phase-failed", f"Marked {phase.title} as failed.")
    error = [] if note is None else _new_error(present, phase, note, kind if intent.type else None, agent)
    if status_word(phase) == "failed":
        if not error:
            return Outcome((), done)
        _check_session(present)
        told = f"Recorded why {phase.title} failed: {as_sentence(note or '')}"
        return Outcome(error, said("phase-failure-recorded", told))
    _check_move(present, phase, "fail")
    file = marked(present.file, phase.id, phase.name, "failed")
    file = _with_result(file, phase, None, f"Fail: {note}" if note is not None else "Fail")
    edits = [Set((*phase.at, "status"), "failed"), *error, *_made_current(present, phase), _body(file)]
    return Outcome(edits, done)


def retry(present: Present, intent: verbs.Retry) -> Outcome:
    """Try a failed phase again. The retry is recorded as a resolved error entry."""
    phase, note = present.phase(intent.phase, "failed"), checked_option(intent.note, "note")
    _check_move(present, phase, "retry")
    limit, number = present.limit, (retries_of(phase) or 0) + 1
    anyway = f"anyway: {command_line('phase', 'retry', phase.id or '', '--force')} (only a person may)."
    if (unread := unread_retries(phase)) is not None:
        where = f'"{(unread.unread or "")[:40]}" (line {unread.line})'
        reset = "Reset it: `cockpit phase reset` (only a person may)."
        raise refusal("retry-count-unreadable", f"The retry count of phase {phase.id} is unreadable: {where}. {reset}")
    if limit.unread is not None and not intent.beyond:
        raise refusal("retry-waits-for-person", f"{_unread_limit(limit)}. Retry phase {phase.id} {anyway}")
    if number > limit.number and not intent.beyond:
        reached = f"Phase {phase.id} has reached its limit of {counted(limit.number, 'retry', 'retries')}."
        raise refusal("retries-used-up", f"{reached} Retry it {anyway}")
    last = next(reversed(phase.open_errors or phase.errors), None)
    cause = f" after: {RETRY.sub('', last.shown)}" if last is not None else ""
    edits: list[TextEdit] = [Set((*phase.at, "status"), "in_progress"), Set((*phase.at, "retry_count"), number)]
    if phase.stated("completed"):
        edits.append(Set((*phase.at, "completed"), None))
    edits.append(
        _error(
            present,
            phase,
            message=f"Retry {number}{cause}",
            kind=(last.type if last else None) or "runtime",
            agent=last.agent if last else None,
            resolution=note or "Tried again",
        )
    )
    begun, remarks = _begin(present, phase)
    which = (
        ""
        if limit.unread
        else f" of {limit.number}"
        if number <= limit.number
        else f", beyond the limit of {limit.number}"
    )
    return Outcome([*edits, *begun], said("phase-retried", f"Restarted {phase.title}, retry {number}{which}."), remarks)


def reset_retries(present: Present, intent: verbs.ResetRetries) -> Outcome:
    """Reset the retries of the phases whose count holds the agent; where none does, of the phase with the most. Where
    the limit is 0, a failed phase is tried once.
    """
    limit = present.limit
    decisive = decisive_phase(present.session.phases, limit.number)
    if decisive is None:
        raise refusal("no-retries-to-reset", "No phase is open. No retries to reset.")
    if not limit.number and is_used_up(decisive, limit.number):
        return retry(present, verbs.Retry(phase=decisive.id or decisive.name, beyond=True))
    holding = [each for each in present.session.phases if is_holding(each, limit.number)]
    if limit.unread is not None and not holding:
        told = f"{_unread_limit(limit)}. Fix the limit; the retry counts need no reset."
        raise refusal("retry-limit-holds-agent", told)
    places = [place for each in holding or [decisive] for place in stated_retries(each) if place.number != 0]
    if not places:
        told = f"No retries of {decisive.title} are counted. Nothing to reset."
        return Outcome((), said("no-retry-of-phase", told))
    values = {each.at: limit.number if each.after_reset is None else each.after_reset for each in places}
    names = listed(each.title for each in holding or [decisive])
    done = said("retries-reset", f"Reset the retries of {names}.")
    return Outcome([Set(at, value) for at, value in values.items()], done)


def skip(present: Present, intent: verbs.Skip) -> Outcome:
    """Skip a phase."""
    phase, note = present.phase(intent.phase), checked_option(intent.note, "note")
    done = said("phase-skipped", f"Skipped {phase.title}.")
    if status_word(phase) == "skipped":
        return Outcome((), done)
    _check_move(present, phase, "skip")
    file = marked(present.file, phase.id, phase.name, "skipped")
    if note is not None:
        file = with_section_below(file, phase.id, "Skipped", [note])
    edits = [Set((*phase.at, "status"), "skipped"), *_moved_on(present, phase), _body(file)]
    return Outcome(edits, done)


def _check_move(present: Present, phase: Phase, move: str) -> None:
    """Raise CommandError where the phase's status does not allow the move, NeedsConfirmation where the session has
    ended.
    """
    status, name = status_word(phase), phase.id or ""
    if phase.id is None:
        told = f'Phase "{phase.name or "?"}" has no id. Add an id in the file first.'
        raise refusal("phase-without-id", told)
    _check_session(present)
    if status == MOVES[move][0]:  # type: ignore[index]  # a move of phases
        return
    others = open_blockers(present.session.phases, phase) if status == "pending" else []
    if others:
        one = len(others) == 1
        names = listed(each if isinstance(each, str) else each.id or "?" for each in others)
        told = f"Phase {name} is pending and waits for {'phase' if one else 'phases'} {names}."
        raise refusal("phase-is-waiting", f"{told} Finish {'it' if one else 'them'} first.")
    way = way_on(present.session.phases, phase, present.limit)
    failing = command_line("phase", "fail", name)
    why = {
        "pending": f"is pending. Start it: {way}.",
        "in_progress": f"is in progress. End it: {way} or {failing}.",
        "completed": "is completed; this status is final.",
        "skipped": "is skipped; this status is final.",
        "failed": f"has failed. Retry it: {way}.",
        "": "has no status. Add one in the file first.",
    }
    unknown = f"has an unknown status, {status.replace('_', ' ')}. Fix it in the file first."
    code = f"phase-is-{status.replace('_', '-')}" if status in why and status else "phase-status-unknown"
    raise refusal(code, f"Phase {name} {why.get(status, unknown)}")


def _check_session(present: Present) -> None:
    """Raise NeedsConfirmation where the session is completed or failed."""
    if has_ended(present.session.status):
        raise NeedsConfirmation(
            said("session-has-ended", f"The session is {present.session.status}; its phases are closed."),
            said("take-session-up", "Reopen the session first: `cockpit set status=in_progress`."),
            agreed=said("agree-to-take-session-up", "Reopen the session"),
            instead=verbs.Move(part="status", value="in_progress"),
        )


def _ask_before_others(present: Present, intent: verbs.Move, phase: Phase) -> None:
    """Raise NeedsConfirmation where a pending phase waits for others."""
    phases = present.session.phases
    waits = waits_for(phases, phase)
    if waits is None:
        return
    open_phases = [each for each in open_blockers(phases, phase) if not isinstance(each, str)]
    way = next((way for each in open_phases if (way := way_on(phases, each, present.limit)) is not None), None)
    force = f"tart it anyway: {command_line('phase', 'start', phase.id or '', '--force')} (only a person may)."
    raise NeedsConfirmation(
        waits,
        said("start-anyway", f"Run {way} first, or s{force}" if way is not None else f"S{force}"),
        agreed=said("agree-to-start-phase", "Start the phase anyway"),
        instead=replace(intent, early=True),
    )


def waits_for(phases: Sequence[Phase], phase: Phase) -> Message | None:
    """What a phase waits for: phases that are open or failed, and what no phase is; None where it may be begun."""
    others = open_blockers(phases, phase)
    names = listed(
        f"“{each}” (no such phase)"
        if isinstance(each, str)
        else with_status(each.id, (each.status or "").replace("_", " "))
        for each in others
    )
    told = f"Phase {phase.id} waits for {'phase' if len(others) == 1 else 'phases'} {names}."
    return said("phase-waits", told) if others else None


def with_status(name: str | None, status: str | None) -> str:
    """A phase in a list: `2 (in_progress)`."""
    return f"{name or '?'} ({status or 'no status'})"


def _unread_limit(limit: RetryLimit) -> str:
    """The clause that the limit of retries cannot be read, with its place."""
    stated = limit.unread
    if stated is None:
        return ""
    place = f"{stated.path}:{stated.line}" if stated.line else stated.path
    return f"The retry limit is unreadable: {LIMIT_VARIABLE} is “{printable(stated.text[:40])}” ({place})"


def _begin(present: Present, phase: Phase) -> tuple[list[TextEdit], tuple[Message, ...]]:
    """The edits that make a phase current and in progress, also in the log; and remarks."""
    edits, remarks = _made_current(present, phase), []
    if read_log(present.file).is_marked_completed(phase.id):
        remarks.append(said("log-mark-stays", f"The log still marks {phase.label} as completed."))
    else:
        edits.append(_body(marked(present.file, phase.id, phase.name, "in_progress")))
    if present.session.status is not None and status_of(present.session.status) != "in_progress":
        edits.append(Set(("status",), "in_progress"))
    return edits, tuple(remarks)


def _made_current(present: Present, phase: Phase) -> list[TextEdit]:
    """A phase made current, with its id in the form in which the phase has it."""
    if present.session.current_phase == phase.id:
        return []
    node = present.file.root.at((*phase.at, "id"))
    written = node.value if node is not None and isinstance(node.value, str) else phase.id
    number = whole_number(written) if node is not None and node.style == "plain" else None
    return [Set(("current_phase",), number if number is not None and str(number) == written else written)]


def _moved_on(present: Present, ended: Phase) -> list[TextEdit]:
    """The current phase after one has ended: the first in progress or failed, else the first pending."""
    others = [each for each in present.session.phases if each is not ended]
    current = next((each for each in others if each.id == present.session.current_phase), None)
    following = resume_phase(others)
    if following is not None and (current is None or status_word(current) != "in_progress"):
        return _made_current(present, following)
    return []


def _body(file: KeyedText) -> TextEdit:
    return Set(BODY, file.text[file.after :])


def _with_result(
    file: KeyedText, phase: Phase, note: str | None, result: str | None, *, ended_well: bool = False
) -> KeyedText:
    """With the sub-sections below a phase: output, changed files, validation result. After a failed run they are
    written again.
    """
    name = phase.id
    if note is not None or (ended_well and not has_section_below(file, name, "Output")):
        file = with_section_below(file, name, f"{_only_agent(phase) or 'Agent'} Output", [note or "Not recorded"])
    kinds = (("Created", phase.files_created), ("Modified", phase.files_modified), ("Deleted", phase.files_deleted))
    lines = [f"- {kind}: {', '.join(paths)}" for kind, paths in kinds if paths]
    if not has_section_below(file, name, "Files Changed", lines):  # it may have changed more since it failed
        file = with_section_below(file, name, "Files Changed", lines or ["- None"])
    if result is not None or not has_section_below(file, name, "Validation Result"):
        file = with_section_below(file, name, "Validation Result", [result or "Not recorded"])
    return file


def _only_agent(phase: Phase) -> str | None:
    """The agent of a phase, where it has exactly one."""
    return phase.agents[0] if len(phase.agents) == 1 else None


# Errors


def _kind_of(text: str | None) -> str:
    """The type of an error. Raises CommandError for an unknown one."""
    kind = folded(text or "runtime")
    if kind not in ERROR_TYPES:
        raise refusal("no-such-error-type", f'No error type "{(text or kind)[:40]}". Use {either(ERROR_TYPES)}.')
    return kind


def _error(
    present: Present, phase: Phase | None, *, message: str, kind: str, agent: str | None, resolution: str | None = None
) -> TextEdit:
    """One more error; with a resolution it is recorded as resolved."""
    who = agent or (_only_agent(phase) if phase is not None else present.session.agent)
    error = {
        "agent": who or "unknown",
        "timestamp": present.now,
        "type": kind,
        "message": message,
        "resolution": resolution or "pending",
        "resolved": resolution is not None,
    }
    return Add((*(phase.at if phase is not None else ()), "errors"), error)


def _new_error(
    present: Present, phase: Phase | None, message: str, kind: str | None, agent: str | None
) -> list[TextEdit]:
    """One more error; none where the same one is open already, in all that is said of it."""
    for each in (phase or present.session).open_errors:
        same_agent, same_kind = agent in (None, each.agent), kind is None or folded(each.type) == kind
        if each.message == message and same_agent and same_kind:
            return []
    return [_error(present, phase, message=message, kind=kind or "runtime", agent=agent)]


def record_error(present: Present, intent: verbs.RecordError) -> Outcome:
    """Record an unresolved error."""
    message, kind = checked_text(intent.text, "error"), _kind_of(intent.type)
    agent, phase = checked_option(intent.agent, "agent"), present.any_phase(intent.phase)
    edits = _new_error(present, phase, message, kind if intent.type else None, agent)
    of_phase = f" of {phase.label}" if phase is not None else ""
    return Outcome(edits, said("error-recorded", f"Recorded the error{of_phase}: {message}"))


def resolve_error(present: Present, intent: verbs.ResolveError) -> Outcome:
    """Mark an error as resolved; the note replaces `pending`."""
    note, error = checked_option(intent.note, "note"), _find_error(present, intent)
    done = said("error-resolved", f"Resolved the error: {error.shown}")
    if error.resolved:
        return Outcome([Set((*error.at, "resolution"), note)] if note is not None else (), done)
    if error.node is None or not isinstance(error.node.value, dict):
        told = "This error is plain text without a resolution. Resolve it in the file."
        raise refusal("error-is-bare-text", told)
    pending = error.resolution is None or error.resolution.casefold() == "pending"
    resolution = note or ("resolved" if pending else error.resolution)
    return Outcome([Set((*error.at, "resolution"), resolution), Set((*error.at, "resolved"), True)], done)


def _find_error(present: Present, intent: verbs.ResolveError) -> Error:
    """The error with a message, unresolved ones first. Raises CommandError where there is none."""
    phase = None if intent.phase is None else present.any_phase(intent.phase)
    places: Sequence[Session | Phase] = (phase,) if phase is not None else (present.session, *present.session.phases)
    same = [(place, each) for place in places for each in place.errors if each.shown == intent.error]
    unresolved = [(place, each) for place, each in same if not each.resolved]
    if len({place.at for place, _ in unresolved}) > 1:
        names = listed(place.label if isinstance(place, Phase) else "the session" for place, _ in unresolved)
        raise refusal("several-phases-have-error", f"This error occurs in {names}. Name a phase with --phase.")
    if same:
        return (unresolved or same)[0][1]
    told = f'No error "{intent.error[:100]}".'
    known = [each for place in (present.session, *present.session.phases) for each in place.open_errors]
    if not known:
        raise refusal("no-such-error", f"{told} The session has no unresolved errors.")
    names = "; ".join(f'"{each.shown[:100]}"' for each in known[:5])
    raise refusal("no-such-error", f"{told} Unresolved errors: {names}.")


# Reports of agents: tokens, in total and by agent, and files

_MOST_TOKENS = 10**12


def add_tokens(present: Present, intent: verbs.AddTokens) -> Outcome:
    """Add tokens to the totals and to what the agent used."""
    agent = checked_option(intent.agent, "agent")
    used = {kind: getattr(intent, kind) for kind in TOKEN_KINDS}
    if any(not 0 <= number <= _MOST_TOKENS for number in used.values()):
        raise refusal("tokens-out-of-range", f"A token count must be from 0 to {_MOST_TOKENS:,}.")
    if not any(used.values()):
        return Outcome((), said("no-tokens-added", "All counts are 0. No tokens to add."))
    edits = [edit for kind in TOKEN_KINDS for edit in _added(present, ("token_usage", f"total_{kind}"), used[kind])]
    if agent is not None:
        at: Place = ("token_usage", "by_agent", agent)
        there = present.file.root.at(at)
        if there is not None and isinstance(there.value, dict):
            edits += [edit for kind in TOKEN_KINDS for edit in _added(present, (*at, kind), used[kind])]
        else:
            edits.append(Set(at, used))
    counts = listed(f"{number:,} {kind}" for kind, number in used.items() if number)
    of_agent = f" of {agent}" if agent is not None else ""
    told = "The totals no longer match the sum of the agents' tokens. Name the agent with --agent."
    usage = present.session.token_usage
    unlike = agent is None and usage is not None and usage.by_agent
    remarks = (said("token-totals-unlike-agents", told),) if unlike else ()
    return Outcome(edits, said("tokens-added", f"Added {counts} tokens{of_agent}."), remarks)


def _added(present: Present, at: Place, number: int) -> list[TextEdit]:
    """A count with a number added; a missing one starts at 0. Raises CommandError where it is none."""
    node = present.file.root.at(at)
    stated = clean(node) if node is not None else None
    count = whole_number(stated) if stated is not None else 0
    if count is None or (node is not None and isinstance(node.value, dict | list)):
        told = f"`{'.'.join(map(str, at))}` is {stated!r}, not a whole number. Fix it in the file first."
        raise refusal("token-count-unreadable", told)
    return [Set(at, count + number)] if number or stated is None else []


def report_files(present: Present, intent: verbs.ReportFiles) -> Outcome:
    """Record files that the work created, modified or deleted, each once."""
    paths = tuple(dict.fromkeys(checked_text(path, "path") for path in intent.paths))
    phase = present.any_phase(intent.phase)
    place, key = phase or present.session, f"files_{intent.kind}"
    edits = [Add((*place.at, key), path) for path in paths if path not in getattr(place, key)]
    names = listed((*paths[:4], f"{paths[4]}…") if len(paths) > 5 else paths)
    in_phase = f" in {phase.label}" if phase is not None else ""
    done = f"Recorded {counted(len(paths), 'file')} as {intent.kind}{in_phase}: {names}"
    return Outcome(edits, said("files-reported", done))


# The status of the session


def move(present: Present, intent: verbs.Move) -> Outcome:
    """Start a phase, or set the session's status."""
    match intent.part:
        case "phase":
            return start(present, intent)
        case "status":
            return _move_status(present, intent.value)
        case "next":
            raise CommandError(LACKS["next"])
    raise refusal("has-phases-only", "Maestro has no plans or tasks. Start a phase: `cockpit phase start ID`.")


def finish(present: Present, intent: verbs.Complete) -> Outcome:
    """Complete a phase or the session."""
    if intent.whole == "phase":
        return complete(present, intent)
    if intent.whole != "session":
        told = "Maestro has no plans or tasks. Complete a phase: `cockpit done phase ID`."
        raise refusal("no-tasks-to-complete", told)
    if intent.note or intent.result or intent.step:
        told = "Ending a session accepts no note, result or phase. Add the note to its last phase."
        raise refusal("session-end-takes-no-note", told)
    return _move_status(present, "completed")


def _move_status(present: Present, value: str) -> Outcome:
    word = folded(value)
    if word not in SESSION_WORDS:
        raise refusal("no-such-session-status", f'Not a session status: "{value[:40]}". Use {either(SESSION_WORDS)}.')
    remaining = [each for each in present.session.phases if is_open(each)]
    status = status_of(present.session.status)
    if word == "completed" and remaining and status != "completed":
        one = len(remaining) == 1
        names = listed(with_status(each.id or each.name, each.status) for each in remaining[:_MOST_NAMES])
        told = f"{'Phase' if one else 'Phases'} {names} {'is' if one else 'are'} not done."
        raise refusal("phases-not-done", f"{told} Complete or skip {'it' if one else 'them'} first.")
    edits = [Set(("status",), word)] if status != status_of(word) else []
    return Outcome(edits, said("session-set", f"Set the session to {word}."))


# Verbs that Maestro does not have

_NO_LISTS = (
    "Maestro has no decisions, todos or blockers. What blocks a phase is an error of it; `cockpit phase error --help`"
    " says how to record one."
)
_LACKS = LACKS | lacking(
    "maestro",
    **dict.fromkeys(("decisions", "blockers", "todos"), _NO_LISTS),
    thresholds="Maestro's only metric is retries. The agent counts them; they cannot be set, limited or acknowledged.",
    sessions="Maestro starts a session from a plan: `cockpit init maestro --plan FILE`.",
    forms="Maestro has one file format. Nothing to convert.",
)
Editors = Mapping[type[Any], Callable[[Present, Any], Outcome]]
VERBS: Editors = {
    verbs.Move: move,
    verbs.Complete: finish,
    verbs.Fail: fail,
    verbs.Retry: retry,
    verbs.ResetRetries: reset_retries,
    verbs.Skip: skip,
    verbs.RecordError: record_error,
    verbs.ResolveError: resolve_error,
    verbs.AddTokens: add_tokens,
    verbs.ReportFiles: report_files,
}


def edit(system: System, files: Files, candidate: Candidate, intent: Intent, context: ReadContext) -> Edit:
    """The changes of an intent. Raises CommandError, with the reason and the way out, before anything is changed."""
    from cockpit.systems.maestro.putting_away import archive, finish_handoff, hand_off

    editors: Editors = {**VERBS, verbs.Archive: archive, verbs.HandOff: hand_off, verbs.FinishHandoff: finish_handoff}
    verb = verb_of(system, intent, editors, _LACKS)
    refuse_unsupported_fields(system.name, intent)
    largest = ARCHIVED_BYTES if isinstance(intent, verbs.Archive) else EDITED_BYTES  # what grew too long is put away
    present = Present(system, files, candidate, context, largest)
    if not isinstance(intent, verbs.FinishHandoff | verbs.Archive):  # which leave it as it is, or may
        present.session, present.file  # noqa: B018 -- what cannot be edited is refused before anything else is said
    if isinstance(intent, verbs.Complete) and intent.step is not None:  # a phase by name is what the person saw
        intent = replace(intent, seen=None)
    return carried_out(system, present, intent, verb)
